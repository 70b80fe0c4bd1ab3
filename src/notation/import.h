/* import.h - internals of the readers of other formats, which compose one record after the other. */
#ifndef NOTATION_IMPORT_H
#define NOTATION_IMPORT_H

#include "base/input.h"
#include "base/source.h"
#include "ludus.h"
#include "notation/compose.h"

#include <stdarg.h>
#include <stddef.h>

struct ludus_import {
    struct ludus_import_options options; /* its format is detected; its pointers are the caller's */
    char *name;                          /* owned */
    struct source *source;               /* owned; for formats that are read from bytes */
    struct ludus_reader *reader;         /* owned; for the notation, where nothing is composed */
    const struct import_format *how;     /* for all other formats */
    void *state;                         /* owned; of `how` */
    struct compose compose;
    struct ludus_game game;
    size_t number; /* records so far */
    unsigned most; /* most MiB of a record */
    size_t lines;  /* lines of the file before the text, if no reader counts them */
    int error;     /* errno */
    bool faulty;   /* an error was reported about the composed record, which is left out */
};

enum import_next { IMPORT_RECORD, IMPORT_SKIP, IMPORT_END };

/* A format: `next` composes the next record (IMPORT_SKIP: it was faulty, which has been reported). */
struct import_format {
    size_t size; /* of its state, which is zero before the first `next` and freed after `close` */
    enum import_next (*next)(struct ludus_import *import);
    void (*close)(struct ludus_import *import);
};

extern const struct import_format import_xml, import_json, import_transcript;

/* Text of large-record; takes what is too large, and the MiB that it may have. */
#define LARGE_TEXT "this %s takes more than %u MiB and is skipped; --max-record allows more"

/* Reports a fault apart from records, by a code of ludconv(1). An error makes the composed record faulty. */
void import_fault(struct ludus_import *import, const char *code, size_t line, size_t column,
                  const char *format, ...) __attribute__((format(printf, 5, 6)));
void import_fault_list(struct ludus_import *import, const char *code, size_t line, size_t column,
                       const char *format, va_list arguments) __attribute__((format(printf, 5, 0)));

/* Detects the format of a file from its first bytes. LUDUS_FORMAT_ANY: not yet known; if more bytes do not
 * help, the file has records. */
enum ludus_format detect_format(const char *head, size_t length);

/* Where a line tells the colours of two players: "(White)" and "(Black)", in several languages. */
struct detect_colours {
    struct ludus_text white, black;
};
bool detect_colours(const char *line, size_t length, struct detect_colours *colours);

/* Is this line the heading of a transcript, "Name (White) v Name (Black)…"? */
bool detect_heading(const char *line, size_t length);

#endif
