/* xml_guard.h - stands before the XML parser: refuses document type declarations, and elements
 * with thousands of attributes, which the parser compares each with each; and remembers where the tags stand,
 * so that messages can tell places: the parser knows no columns, and of elements no lines beyond 65,535.
 * It reads as the parser does, which takes the encoding from xml_encoding and not from the document. */
#ifndef FORMATS_XML_GUARD_H
#define FORMATS_XML_GUARD_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { XML_GUARD_EQUALS = 4096 };
#define XML_GUARD_DOCTYPE "a document type declaration is not accepted; a record needs no entities"

/* Where a tag stands, from 1; line 0: not known. */
struct xml_tag {
    size_t line, column;         /* of its < */
    size_t end_line, end_column; /* behind its > */
    uint32_t name;               /* digest of the name */
};

/* All zero: at the beginning of a document. */
struct xml_guard {
    int state;
    unsigned matched;         /* of what the state waits for */
    bool done;                /* the root element has begun: no declaration can come any more */
    const char *refused;      /* why nothing more is let through, or NULL */
    size_t line, column;      /* of the sign looked at last */
    unsigned char quote;      /* of the value that is open */
    size_t most, quiet;       /* bytes that may come without the end of a tag, and that have */
    unsigned equals;          /* equals signs in the tag that is open */
    unsigned units;           /* bytes seen, up to 2: they tell UTF-16 */
    bool wide, big;           /* it is, and with the high byte first */
    int half;                 /* byte that waits for the next, or -1 */
    bool keeps;               /* tags are to be kept: the caller sets it, takes them, and frees the guard */
    struct xml_tag tag;       /* that is open */
    struct ludus_buffer tags; /* struct xml_tag, those that have not been taken; owned */
    size_t taken;             /* bytes at the beginning of `tags` that have been */
};

/* Looks at bytes on their way to the parser. False when they must not reach it. */
bool xml_guard_pass(struct xml_guard *guard, const char *bytes, size_t length);
/* Takes the next tag, of start or end, which the parser gives this name. */
struct xml_tag xml_guard_take(struct xml_guard *guard, const char *name);
void xml_guard_free(struct xml_guard *guard);

#endif
