/* import.h - inside a reader of another format: it composes one record after the other. */
#ifndef NOTATION_IMPORT_H
#define NOTATION_IMPORT_H

#include "base/input.h"
#include "base/source.h"
#include "ludus.h"
#include "notation/compose.h"

#include <stdarg.h>
#include <stddef.h>

/* What can be wrong with a file apart from its records. ludconv(1) lists the codes. */
enum import_fault {
    IMPORT_XML,       /* not well-formed */
    IMPORT_DOCTYPE,   /* a document type declaration */
    IMPORT_ELEMENT,   /* well-formed, but not as the schema has it */
    IMPORT_JSON,      /* no JSON */
    IMPORT_MEMBER,    /* JSON, but not as a record has it */
    IMPORT_LARGE,     /* a record, or a text of one, is too large */
    IMPORT_ITEM,      /* a text is not what it is said to be */
    IMPORT_NO_GAME,   /* no game in a transcript */
    IMPORT_HEADING,   /* lines above a transcript's turns are read as its heading */
    IMPORT_OLD,       /* descriptive notation in a transcript is read */
    IMPORT_NO_TURN,   /* no turn in a game of a transcript */
    IMPORT_LEFT_OUT,  /* part of a transcript is no part of the record */
    IMPORT_PROSE,     /* a line of a transcript that begins as a turn has words, or is taken for words */
    IMPORT_LABEL,     /* what was meant as the number of a turn is read as that */
    IMPORT_TURN,      /* a line of a transcript looks like a turn and becomes a comment */
    IMPORT_RESULT,    /* words of a transcript are read as its result */
    IMPORT_CHANGED,   /* a sign that a record cannot hold was replaced */
    IMPORT_UNKNOWN,   /* the rules of a transcript's game are not known */
    IMPORT_MISPRINT,  /* a move of a page is read as what it does not say */
    IMPORT_AMBIGUOUS, /* it could be another as well */
    IMPORT_LOST,      /* it cannot be read */
    IMPORT_FAULTS
};

struct ludus_import {
    enum ludus_format format;
    const struct ludus_ruleset *rules; /* of transcripts, or NULL: found out */
    const char *notation;              /* of pages, as the options have it; the caller's */
    char *name;                        /* owned */
    struct source *source;             /* owned; of formats that are read from bytes */
    struct input *input;               /* owned; of transcripts */
    struct ludus_reader *reader;       /* owned; of records, which need nothing composed */
    const struct import_format *how;   /* of all others */
    void *state;                       /* owned by it */
    struct compose compose;
    struct ludus_game game;
    size_t number; /* records so far */
    unsigned most; /* MiB of a record */
    size_t lines;  /* before the text, of the file that it is part of; where no reader knows them */
    ludus_message_fn *report;
    ludus_page_ply_fn *explain; /* of transcripts */
    void *context;
    int error;   /* errno */
    bool faulty; /* something was reported about the record being composed: it is left out */
    bool cut;    /* the file cannot be read on */
};

enum import_next { IMPORT_RECORD, IMPORT_SKIP, IMPORT_END };

/* A format: `next` composes the next record (IMPORT_SKIP: it was faulty, which has been reported). */
struct import_format {
    bool (*open)(struct ludus_import *import);
    enum import_next (*next)(struct ludus_import *import);
    void (*close)(struct ludus_import *import);
};

extern const struct import_format import_xml, import_json, import_transcript;

/* Of IMPORT_LARGE, with what is too large and the MiB that it may have. */
#define LARGE_TEXT "this %s takes more than %u MiB and is skipped; --max-record allows more"

/* Reports a fault of the file; the record being composed is faulty if it is an error. */
void import_fault(struct ludus_import *import, enum import_fault fault, size_t line, size_t column,
                  const char *format, ...) __attribute__((format(printf, 5, 6)));
void import_fault_list(struct ludus_import *import, enum import_fault fault, size_t line, size_t column,
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
