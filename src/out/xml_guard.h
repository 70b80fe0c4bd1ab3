/* xml_guard.h - stands before the XML parser: refuses document type declarations, and elements
 * with thousands of attributes, which the parser compares each with each; and remembers the last
 * lines so that messages can tell columns, which the parser does not. */
#ifndef OUT_XML_GUARD_H
#define OUT_XML_GUARD_H

#include <stdbool.h>
#include <stddef.h>

enum { XML_GUARD_WINDOW = 16 * 1024, XML_GUARD_EQUALS = 4096 };

/* All zero: at the beginning of a document. */
struct xml_guard {
    int state;
    unsigned matched;    /* of what the state waits for */
    bool done;           /* the root element has begun: no declaration can come any more */
    const char *refused; /* why nothing more is let through, or NULL */
    size_t line, column; /* of the byte looked at last, while not done */
    bool in_tag;
    unsigned equals;               /* equals signs in the tag that is open */
    char window[XML_GUARD_WINDOW]; /* the last bytes let through */
    size_t window_length;
    size_t window_line; /* line breaks before the window */
    size_t seen_line;   /* the line asked for last, 0: none; it begins at */
    size_t seen_at;
    bool window_cut; /* its first line has lost its beginning */
};

/* Looks at bytes on their way to the parser. False when they must not reach it. */
bool xml_guard_pass(struct xml_guard *guard, const char *bytes, size_t length);
/* Column of `<name` in a line, from 1; 1 when that is not known any more. */
size_t xml_guard_column(struct xml_guard *guard, size_t line, const char *name);

#endif
