/* diag.h - messages about one record (or one rules file), collected while it is read and checked.
 *
 * Every message is a line of messages.def. A place is a byte range of the text; line and column are computed
 * only when a message is reported. */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include "base/memory.h"
#include "ludus.h"

#include <stdarg.h>

enum message_id {
#define MESSAGE(id, code, severity, format) MSG_##id,
#include "base/messages.def"
#undef MESSAGE
    MSG_COUNT
};

extern const struct message_kind {
    const char *code;
    enum ludus_severity severity;
    const char *format;
} message_kinds[MSG_COUNT];

struct message {
    struct message *next;
    enum message_id id;
    enum ludus_severity severity;  /* the table's, unless lowered (sic) */
    size_t begin, end;             /* byte range in diag->text */
    size_t arrival;                /* number of messages before it */
    const char *text;              /* in the arena */
    const char *hint;              /* in the arena, or NULL */
    const char *meant;             /* correction, in the arena, or NULL */
    size_t meant_begin, meant_end; /* byte range that it replaces */
    bool clear;                    /* the correction was played */
};

/* The origin of a part of a text that was composed from a file of another format. */
struct diag_origin {
    size_t at;           /* first byte of the part */
    size_t line, column; /* from 1; the line counts from that of the whole text */
};

/* The reader sets all of it for each record; `arena` is the record's. */
struct diag {
    struct arena *arena;
    const char *text; /* the record, as read (converted to UTF-8) */
    size_t length;
    const char *file;
    size_t line;                       /* line in which `text` begins, from 1 */
    size_t column;                     /* characters of that line before `text` */
    size_t offset;                     /* of `text` in the file */
    size_t game;                       /* number of the record, 0 outside any */
    const struct diag_origin *origins; /* for composed text, in order; NULL: text of the file */
    size_t origin_count;
    struct message *first, *last; /* in order of addition */
    size_t count[3];              /* by severity */
    bool as_notes;                /* while set, all added messages are notes (sic) */
    bool terse;                   /* the messages are not read: hints are a waste */
};

/* Adds a message about bytes [begin, end) of the text. Returns it (to add a hint), or NULL without memory. */
struct message *diag_add(struct diag *diag, enum message_id id, size_t begin, size_t end, ...);
struct message *diag_add_list(struct diag *diag, enum message_id id, size_t begin, size_t end,
                              va_list arguments);
void diag_hint(struct diag *diag, struct message *message, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Reports all messages, sorted by place (stable). */
void diag_report(const struct diag *diag, ludus_message_fn *report, void *context);
/* Sets the correction of the bytes of the message, and the hint "did you mean '…'?". */
void diag_meant(struct diag *diag, struct message *message, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Sets the correction of the bytes [begin, end), without a hint. */
void diag_fix(struct diag *diag, struct message *message, size_t begin, size_t end, const char *text);

/* A cursor in the text, so that the places of all messages are found in one pass. */
struct diag_place {
    size_t at;         /* byte where the cursor is */
    size_t line;       /* its line, from 1 */
    size_t column;     /* characters of that line before `at` */
    size_t line_begin; /* first byte of that line */
    size_t line_end;   /* its line break, or the end of the text */
};

struct diag_place diag_first_place(const struct diag *diag);
/* Finds the origin of byte `at` of composed text; line 1, column 1 if there is none. */
struct diag_origin diag_origin(const struct diag_origin *origins, size_t count, size_t at);
/* Moves the cursor forward, or back, which restarts at the beginning. */
void diag_walk(const struct diag *diag, struct diag_place *place, size_t to);
/* Removes all messages. */
void diag_clear(struct diag *diag);

#endif
