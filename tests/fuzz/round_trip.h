/* round_trip.h - for fuzzing: what was read from any format is the same after XML and JSON. */
#ifndef FUZZ_ROUND_TRIP_H
#define FUZZ_ROUND_TRIP_H

#include "ludus.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ROUND_TRIP_MOST = 3 };

/* Writes what these bytes hold in each of `count` formats; each buffer is the caller's. */
static inline void convert(const char *bytes, size_t length, enum ludus_format from,
                           const enum ludus_format *to, size_t count, struct ludus_buffer **out)
{
    struct ludus_import_options how = { .size = sizeof how, .format = from };
    struct ludus_import *import = ludus_import_bytes(bytes, length, "fuzz", &how);
    struct ludus_export *writer[ROUND_TRIP_MOST];
    struct ludus_game *game;
    for (size_t i = 0; i < count; i++) {
        struct ludus_export_options as = { .size = sizeof as, .format = to[i] };
        writer[i] = ludus_export_new(&as);
        out[i] = ludus_buffer_new();
        if (!import || !writer[i] || !out[i])
            abort();
        ludus_export_begin(writer[i], out[i]);
    }
    while ((game = ludus_import_next(import)))
        for (size_t i = 0; i < count; i++)
            ludus_export_game(writer[i], game, out[i]);
    for (size_t i = 0; i < count; i++) {
        ludus_export_end(writer[i], 1, out[i]);
        ludus_export_free(writer[i]);
    }
    ludus_import_close(import);
}

static inline int round_trip(const char *bytes, size_t length, enum ludus_format from)
{
    static const enum ludus_format to[ROUND_TRIP_MOST] = { LUDUS_FORMAT_LUDUS, LUDUS_FORMAT_XML,
                                                           LUDUS_FORMAT_JSON };
    struct ludus_buffer *out[ROUND_TRIP_MOST], *back;
    convert(bytes, length, from, to, ROUND_TRIP_MOST, out);
    struct ludus_text want = ludus_buffer_text(out[0]);
    for (size_t i = 1; i < ROUND_TRIP_MOST; i++) {
        struct ludus_text text = ludus_buffer_text(out[i]);
        convert(text.text, text.length, to[i], to, 1, &back);
        struct ludus_text got = ludus_buffer_text(back);
        if (got.length != want.length || (want.length && memcmp(got.text, want.text, want.length) != 0))
            abort();
        ludus_buffer_free(back);
        ludus_buffer_free(out[i]);
    }
    ludus_buffer_free(out[0]);
    return 0;
}

#endif
