/* compose.h - composes the text of a record, item by item.
 *
 * Readers of other formats write what they find as notation, each item with its place in their file, and
 * record_read makes the record of it: so there is one parser, and one check of its input. */
#ifndef NOTATION_COMPOSE_H
#define NOTATION_COMPOSE_H

#include "base/buf.h"
#include "notation/record.h"

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

#endif
