/* xml.h - writing XML and text that can never break it; and reading a small document as a whole, through
 * libxml2. */
#ifndef FORMATS_XML_H
#define FORMATS_XML_H

#include "base/buf.h"

#include <libxml/tree.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Keeps libxml2 from printing messages in this thread, such as those on bytes that are not in the encoding,
 * which we report ourselves; up to xml_unhush with what this returns. */
struct xml_errors {
    xmlStructuredErrorFunc handler;
    void *context;
    xmlGenericErrorFunc text_handler;
    void *text_context;
};
struct xml_errors xml_hush(void);
void xml_unhush(struct xml_errors before);

/* Which encoding the parser is to be given for a document that begins so, whatever the document says to it:
 * NULL for UTF-16, which the parser sees by itself. False when it is none of UTF-8, UTF-16, ASCII, Latin-1
 * and Windows-1252. To be called before libxml2 is used: its memory is from then on allocated as the
 * library's is (base/memory.h), unless the program has given it allocators of its own. */
bool xml_encoding(const char *head, size_t length, const char **encoding);

/* The document that the bytes are, or NULL, as for one that nests hundreds of elements or declares entities
 * or attributes (`*declares`); nothing is printed. */
xmlDocPtr xml_document(const char *bytes, size_t length, bool *declares);

/* A writer into `out`, to which nothing else is done meanwhile. All zero but for it is ready for use; `open`
 * is to be freed. */
struct xml_writer {
    struct ludus_buffer *out;
    struct ludus_buffer open; /* names of the open elements, each with its length behind it; owned */
    bool in_tag;              /* the last tag lacks its '>' */
};

/* Number of bytes at the beginning of `text` that are UTF-8 that XML can hold. */
size_t xml_clean_length(const char *text, size_t length);

/* Elements and attributes; text is cleaned. An element without content is closed in its tag, one with a text,
 * though empty, is not. A failure is remembered by `out`. */
void xml_begin(struct xml_writer *writer, const char *name);
void xml_end(struct xml_writer *writer);
void xml_attribute(struct xml_writer *writer, const char *name,
                   const char *value); /* none when value is NULL */
void xml_text(struct xml_writer *writer, const char *text, size_t length);
void xml_raw(struct xml_writer *writer, const char *markup); /* as it is */

/* "<name a=%s b='%f %f' c=x%u />": an element and its attributes, or more of those of the tag that is open,
 * after a line break if it begins with one. A value ends at a blank, or at its second quotation mark; no
 * attribute is written when one of its strings is NULL. "/>" ends the element, and so does ">", after the
 * text that follows it. */
void xml_put(struct xml_writer *writer, const char *format, ...) __attribute__((format(printf, 2, 3)));
void xml_put_list(struct xml_writer *writer, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
/* Appends markup with %c, %u, %zu, %f for a number with at most two decimals, as short as it goes, whatever
 * the locale, a blank before a minus being left out; and %s or %.*s for text in HTML or a quoted attribute:
 * markup in it is shown, never run; what HTML, or XML, cannot hold becomes U+FFFD. */
void xml_format(struct ludus_buffer *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

#define XML_RECORD_NAMESPACE "urn:ludus:record:1"

enum xml_element {
#define ELEMENT(id, ...) XML_##id,
#include "formats/xml_elements.def"
    XML_ELEMENTS /* the document, in which the root stands */
};

struct xml_name {
    const char *name;
    uint64_t parents;       /* a bit for each element that it may stand in */
    const char *attributes; /* names that it may have, a blank after each; a ! after one that it must have */
    enum { XML_NO_TEXT, XML_WORD, XML_FREE } text; /* that it holds: a word, or part of one; any */
};

extern const struct xml_name xml_names[XML_ELEMENTS + 1];

#endif
