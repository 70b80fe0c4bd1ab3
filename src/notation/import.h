/* import.h - internals of the readers of other formats, which compose the text of one record after the other.
 *
 * They write what they find as notation, each item with its place in their file, and record_read makes the
 * record of it: so there is one parser, and one check of its input. */
#ifndef NOTATION_IMPORT_H
#define NOTATION_IMPORT_H

#include "base/input.h"
#include "ludus.h"
#include "notation/record.h"

#include <stdarg.h>
#include <stddef.h>

/* ---- Composing the text of a record, item by item ---- */

/* An item, before or after it is added. Its text is that of struct item: without braces for a comment. */
struct composed {
    uint8_t event; /* enum ludus_event, as in a visit */
    char form;     /* of a comment: '{' or ';' */
    bool joined;   /* a move: of the same turn as the move before */
    bool cut;      /* a comment or the end of a variation: not closed, so the record ends with it */
    union {
        const char *text; /* before it is added */
        size_t at;        /* after: place in the composed text */
    };
    size_t length;
};

/* All zero is an empty record. */
struct compose {
    struct ludus_buffer text; /* owned */
    struct composed *places;  /* owned; the items, in order */
    size_t count, capacity;
    struct diag_origin *origins; /* owned; places of tags and items in the file */
    size_t origin_count, origin_capacity;
    size_t tags;
    size_t broken;       /* position after the last line break between items */
    bool ended;          /* an unclosed variation has ended: nothing follows it */
    size_t first;        /* count of items before that end */
    size_t most;         /* most bytes, set by the caller; 0: any number */
    bool large;          /* it needs more than that: nothing more is added */
    size_t line, column; /* place of what is added next; set by the caller */
};

void compose_clear(struct compose *compose);
void compose_free(struct compose *compose);

/* Adds a tag. False if a tag cannot have this name or this value. */
bool compose_tag(struct compose *compose, struct ludus_text name, struct ludus_text value);
/* Adds an item. Without memory, sets compose->text.failed. */
void compose_item(struct compose *compose, const struct composed *item);
/* Adds a bracket or a result in the same way. */
void compose_sign(struct compose *compose, enum ludus_event event, const char *sign);
/* Ends the text with a blank line, which separates it from another record. */
void compose_finish(struct compose *compose);

/* ---- Readers ---- */

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

extern const struct import_format import_xml, import_json, import_transcript, import_pdn;

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
