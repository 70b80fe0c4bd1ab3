/* import.h - inside a reader of another format: it composes one record after the other. */
#ifndef NOTATION_IMPORT_H
#define NOTATION_IMPORT_H

#include "base/input.h"
#include "base/source.h"
#include "ludus.h"
#include "notation/compose.h"

#include <stdarg.h>
#include <stddef.h>

struct ludus_import {
    struct ludus_import_options options; /* its format is found out; what it points to is the caller's */
    char *name;                          /* owned */
    struct source *source;               /* owned; of formats that are read from bytes */
    struct ludus_reader *reader;         /* owned; of records, which need nothing composed */
    const struct import_format *how;     /* of all others */
    void *state;                         /* owned; what it keeps */
    struct compose compose;
    struct ludus_game game;
    size_t number; /* records so far */
    unsigned most; /* MiB of a record */
    size_t lines;  /* before the text, of the file that it is part of; where no reader knows them */
    int error;     /* errno */
    bool faulty;   /* something was reported about the record being composed: it is left out */
};

enum import_next { IMPORT_RECORD, IMPORT_SKIP, IMPORT_END };

/* A format: `next` composes the next record (IMPORT_SKIP: it was faulty, which has been reported). */
struct import_format {
    size_t size; /* of its state, which is zero before `open` and freed behind `close` */
    bool (*open)(struct ludus_import *import);
    enum import_next (*next)(struct ludus_import *import);
    void (*close)(struct ludus_import *import);
};

extern const struct import_format import_xml, import_json, import_transcript;

/* Of large-record, with what is too large and the MiB that it may have. */
#define LARGE_TEXT "this %s takes more than %u MiB and is skipped; --max-record allows more"

/* Reports what is wrong with a file apart from its records, under a code that ludconv(1) lists; the record
 * being composed is faulty if it is an error. */
void import_fault(struct ludus_import *import, const char *code, size_t line, size_t column,
                  const char *format, ...) __attribute__((format(printf, 5, 6)));
void import_fault_list(struct ludus_import *import, const char *code, size_t line, size_t column,
                       const char *format, va_list arguments) __attribute__((format(printf, 5, 0)));

/* The format that the first bytes of a file tell; LUDUS_FORMAT_ANY: they do not, and when no more tell it
 * either, the file has records. */
enum ludus_format detect_format(const char *head, size_t length);

/* Where a line tells the colours of two players, in brackets: "(White)" and "(Black)", in some languages. */
struct detect_colours {
    struct ludus_text white, black;
};
bool detect_colours(const char *line, size_t length, struct detect_colours *colours);

/* Is this line the heading of a transcript, "Name (White) v Name (Black)…"? */
bool detect_heading(const char *line, size_t length);

#endif
