/* compose.h - the text of a record, put together item by item.
 *
 * Readers of other formats write down what they find as notation, each item with its place in their file, and
 * let record_read make the record of it: so there is one parser, and one check of what it can be given. */
#ifndef NOTATION_COMPOSE_H
#define NOTATION_COMPOSE_H

#include "base/buf.h"
#include "notation/record.h"

/* An item to be added, or that has been. Its text is what struct item holds: for a comment without braces. */
struct composed {
    uint8_t event; /* enum ludus_event, as which it comes when the record is visited */
    char form;     /* of a comment: '{' or ';' */
    bool joined;   /* a move: same turn as the move before */
    bool cut;      /* a comment, or the end of a variation: not closed, and the record ends with it */
    union {
        const char *text; /* to be added */
        size_t at;        /* where it stands in the composed text */
    };
    size_t length;
};

/* All zero is an empty record. */
struct compose {
    struct ludus_buffer text; /* owned */
    struct composed *places;  /* owned; the items, in order */
    size_t count, capacity;
    struct diag_origin *origins; /* owned; where tags and items stand in the file */
    size_t origin_count, origin_capacity;
    size_t tags;
    size_t broken;       /* after the last line break that stands between items */
    bool ended;          /* by a variation that is not closed: there is nothing behind it */
    size_t first;        /* and so many items stand before that end */
    size_t most;         /* bytes that all may take; the caller sets it, 0: any number */
    bool large;          /* it would take more, and nothing is added any longer */
    size_t line, column; /* of what is added next; the caller sets them */
};

void compose_clear(struct compose *compose);
void compose_free(struct compose *compose);

/* False when a tag cannot have this name or this value. */
bool compose_tag(struct compose *compose, struct ludus_text name, struct ludus_text value);
/* Without memory compose->text.failed is set. */
void compose_item(struct compose *compose, const struct composed *item);
/* The same of a bracket or a result. */
void compose_sign(struct compose *compose, enum ludus_event event, const char *sign);
/* Ends the text with a blank line, which parts it from that of another record. */
void compose_finish(struct compose *compose);

#endif
