/* diag.h - messages about one record (or one rules file), gathered while it is read and checked.
 *
 * Every message is a line of messages.def. A place is a byte range of the text; line and column are worked
 * out only when a message is handed over. */
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
    size_t begin, end;             /* bytes from diag->text */
    size_t arrival;                /* messages before it */
    const char *text;              /* in the arena */
    const char *hint;              /* in the arena, or NULL */
    const char *meant;             /* what should stand there, in the arena, or NULL, */
    size_t meant_begin, meant_end; /* and where */
    bool clear;                    /* the line has gone on with that */
};

/* Where text that was composed from a file of another format stands in that file. */
struct diag_origin {
    size_t at;           /* first byte of the text that comes from there */
    size_t line, column; /* from 1; lines from that of the whole text on */
};

/* All of it is set by the reader for each record; `arena` is the record's. */
struct diag {
    struct arena *arena;
    const char *text; /* the record, as read (converted to UTF-8) */
    size_t length;
    const char *file;
    size_t line;                       /* number of the line that `text` begins in, from 1 */
    size_t column;                     /* characters of that line before `text` */
    size_t offset;                     /* of `text` in the file */
    size_t game;                       /* number of the record, 0 outside any */
    const struct diag_origin *origins; /* of composed text, in order; NULL: it stands in the file itself */
    size_t origin_count;
    struct message *first, *last; /* in order of arrival */
    size_t count[3];              /* by severity */
    bool as_notes;                /* while set, everything added is a note (sic) */
    bool terse;                   /* nobody reads the messages: hints would be vain work */
};

/* Adds a message about bytes [begin, end) of the text. Returns it (to hang a hint on), or NULL without
 * memory. */
struct message *diag_add(struct diag *diag, enum message_id id, size_t begin, size_t end, ...);
struct message *diag_add_list(struct diag *diag, enum message_id id, size_t begin, size_t end,
                              va_list arguments);
void diag_hint(struct diag *diag, struct message *message, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Hands all messages over, ordered by place (stable). */
void diag_report(const struct diag *diag, ludus_message_fn *report, void *context);
/* Hints at what should stand in the place of the bytes: "did you mean '…'?". */
void diag_meant(struct diag *diag, struct message *message, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same without a hint, of the bytes [begin, end). */
void diag_fix(struct diag *diag, struct message *message, size_t begin, size_t end, const char *text);

/* A walk over the text from place to place, so that all of them cost one pass. */
struct diag_place {
    size_t at;         /* where the walk stands */
    size_t line;       /* its line, from 1 */
    size_t column;     /* characters of that line before `at` */
    size_t line_begin; /* first byte of that line */
    size_t line_end;   /* its line break, or the end of the text */
};

struct diag_place diag_first_place(const struct diag *diag);
/* Where byte `at` of composed text comes from; line 1, column 1 where nothing is known. */
struct diag_origin diag_origin(const struct diag_origin *origins, size_t count, size_t at);
/* On to another place, or back, which begins anew. */
void diag_walk(const struct diag *diag, struct diag_place *place, size_t to);
/* Forgets all messages. */
void diag_clear(struct diag *diag);

#endif
