/* xml.h - writes well-formed XML and escaped text; and reads a small document as a whole, through libxml2. */
#ifndef FORMATS_XML_H
#define FORMATS_XML_H

#include "base/memory.h"

#include <libxml/tree.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Keeps libxml2 from printing messages in this thread, such as those about invalid bytes, which we report
 * ourselves, until the returned handler is set again. */
struct xml_errors {
    xmlStructuredErrorFunc handler;
    void *context;
};
struct xml_errors xml_hush(void);

/* Finds the encoding to give to the parser for a document with this head, whatever it declares: NULL for
 * UTF-16, which the parser detects itself. Returns false if it is none of UTF-8, UTF-16, ASCII, Latin-1 and
 * Windows-1252. Must be called before libxml2 is used: it makes libxml2 use the library's allocators
 * (base/memory.h), unless the program has set its own. */
bool xml_encoding(const char *head, size_t length, const char **encoding);
/* The same, of grammar/xml.re, without more; "" for another encoding. */
const char *xml_declared(const char *head, size_t length);

/* Takes a run of signs of one suffix of a move, or a character of none. Returns its element, or NULL. */
const char *xml_suffix(const char **text, const char *end);

/* Parses a document. Returns NULL on errors, such as hundreds of nested elements, or if it declares or
 * uses entities or declares attributes (`*declares`). Prints nothing. */
xmlDocPtr xml_document(const char *bytes, size_t length, bool *declares);

/* A writer to `out`, which nobody else changes meanwhile. The rest starts as zero; `open` must be freed. */
struct xml_writer {
    struct ludus_buffer *out;
    struct ludus_buffer open; /* names of the open elements, each followed by its length; owned */
    bool in_tag;              /* the last tag lacks its '>' */
};

/* Returns the number of bytes at the beginning of `text` that are UTF-8 and allowed in XML. */
size_t xml_clean_length(const char *text, size_t length);

/* Write elements and attributes; text is cleaned. An element without content is closed in its tag, one with a
 * text, even an empty one, is not. `out` remembers errors. */
void xml_begin(struct xml_writer *writer, const char *name);
void xml_end(struct xml_writer *writer);
void xml_attribute(struct xml_writer *writer, const char *name,
                   const char *value); /* nothing if value is NULL */
void xml_text(struct xml_writer *writer, const char *text, size_t length);
void xml_raw(struct xml_writer *writer, const char *markup); /* without changes */

/* Writes "<name a=%s b='%f %f' c=x%u />": an element and its attributes, or more attributes of the open tag;
 * after a line break if the format begins with one. A value ends at a blank, or at its second quotation mark;
 * an attribute is left out if one of its strings is NULL. "/>" ends the element; so does ">", after the text
 * that follows it. */
void xml_put(struct xml_writer *writer, const char *format, ...) __attribute__((format(printf, 2, 3)));
void xml_put_list(struct xml_writer *writer, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
/* Appends markup with %c, %u, %zu, %f for a number with at most two decimals, as short as possible, in any
 * locale, where a blank before a minus is left out; and %s or %.*s for text in HTML or a quoted attribute:
 * markup in it is escaped; what HTML or XML cannot hold becomes U+FFFD. */
void xml_format(struct ludus_buffer *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

#define XML_RECORD_NAMESPACE "urn:ludus:record:1"

#endif
