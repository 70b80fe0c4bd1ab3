/* round_trip.h - for fuzzing: what was read from any format is the same after XML and JSON. */
#ifndef FUZZ_ROUND_TRIP_H
#define FUZZ_ROUND_TRIP_H

#include "ludus.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline struct ludus_buffer *convert(const char *bytes, size_t length, enum ludus_format from,
                                           enum ludus_format to)
{
    struct ludus_import_options how = { .size = sizeof how, .format = from };
    struct ludus_export_options as = { .size = sizeof as, .format = to };
    struct ludus_import *import = ludus_import_bytes(bytes, length, "fuzz", &how);
    struct ludus_export *writer = ludus_export_new(&as);
    struct ludus_buffer *out = ludus_buffer_new();
    struct ludus_game *game;
    if (!import || !writer || !out)
        abort();
    ludus_export_begin(writer, out);
    while ((game = ludus_import_next(import)))
        ludus_export_game(writer, game, out);
    ludus_export_end(writer, 1, out);
    ludus_export_free(writer);
    ludus_import_close(import);
    return out;
}

static inline int round_trip(const char *bytes, size_t length, enum ludus_format from)
{
    static const enum ludus_format through[] = { LUDUS_FORMAT_XML, LUDUS_FORMAT_JSON };
    struct ludus_buffer *wanted = convert(bytes, length, from, LUDUS_FORMAT_LUDUS);
    struct ludus_text want = ludus_buffer_text(wanted);
    for (size_t i = 0; i < 2; i++) {
        struct ludus_buffer *between = convert(bytes, length, from, through[i]);
        struct ludus_text text = ludus_buffer_text(between);
        struct ludus_buffer *back = convert(text.text, text.length, through[i], LUDUS_FORMAT_LUDUS);
        struct ludus_text got = ludus_buffer_text(back);
        if (got.length != want.length || (want.length && memcmp(got.text, want.text, want.length) != 0))
            abort();
        ludus_buffer_free(back);
        ludus_buffer_free(between);
    }
    ludus_buffer_free(wanted);
    return 0;
}

#endif
