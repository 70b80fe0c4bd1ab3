/* xml.c - writes well-formed XML and escaped text, and reads a small document as a whole. */
#include "formats/xml.h"

#include "base/memory.h"
#include "base/text.h"
#include "ludus.h"

#include <libxml/parser.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reading ---- */

static void set_allocators(void)
{
    xmlFreeFunc free_now;
    xmlMallocFunc malloc_now;
    xmlReallocFunc realloc_now;
    xmlStrdupFunc copy_now;
    if (xmlMemGet(&free_now, &malloc_now, &realloc_now, &copy_now) == 0 && malloc_now == malloc)
        xmlMemSetup(free, memory_new, memory_grown, memory_copied);
    xmlInitParser();
}

static void ignore_error(void *context, const xmlError *error)
{
    (void)context;
    (void)error;
}

struct xml_errors xml_hush(void)
{
    struct xml_errors before = { xmlStructuredError, xmlStructuredErrorContext };
    xmlSetStructuredErrorFunc(NULL, (xmlStructuredErrorFunc)ignore_error);
    return before;
}

bool xml_encoding(const char *head, size_t length, const char **encoding)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, set_allocators);
    *encoding = xml_declared(head, length);
    return !*encoding || **encoding;
}

/* Stops the parser at a declaration, which could expand or add content that is not written. */
static void stop_entity(void *context, const xmlChar *name, int type, const xmlChar *public_id,
                        const xmlChar *system_id, xmlChar *content)
{
    xmlParserCtxtPtr parser = context;
    (void)name, (void)type, (void)public_id, (void)system_id, (void)content;
    *(bool *)parser->_private = true;
    parser->wellFormed = 0;
    xmlStopParser(parser);
}

static void stop_attribute(void *context, const xmlChar *element, const xmlChar *name, int type,
                           int default_type, const xmlChar *value, xmlEnumerationPtr tree)
{
    xmlFreeEnumeration(tree);
    stop_entity(context, element, type + default_type, name, value, NULL);
}

/* The parser asks for an entity only if it is none of the five of XML. */
static xmlEntityPtr stop_reference(void *context, const xmlChar *name)
{
    stop_entity(context, name, 0, NULL, NULL, NULL);
    return NULL;
}

/* An error handler is needed besides the options, because some errors are printed in spite of them. */
xmlDocPtr xml_document(const char *bytes, size_t length, bool *declares)
{
    static const int options =
        XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_IGNORE_ENC;
    const char *encoding;
    *declares = false;
    xmlParserCtxtPtr parser =
        length <= INT32_MAX && xml_encoding(bytes, length, &encoding) ? xmlNewParserCtxt() : NULL;
    if (!parser)
        return NULL;
    parser->_private = declares;
    parser->sax->serror = (xmlStructuredErrorFunc)ignore_error;
    parser->sax->entityDecl = stop_entity;
    parser->sax->getEntity = stop_reference;
    parser->sax->attributeDecl = stop_attribute;
    struct xml_errors before = xml_hush();
    xmlDocPtr document = xmlCtxtReadMemory(parser, bytes, (int)length, NULL, encoding, options);
    xmlSetStructuredErrorFunc(before.context, before.handler);
    xmlFreeParserCtxt(parser);
    return document;
}

/* ---- Writing ---- */

/* Returns the length of the first character of `text` if XML can hold it, else 0. */
static unsigned clean_length(const char *text, size_t length)
{
    unsigned char c = (unsigned char)*text;
    if (c < 0x80)
        return c >= 0x20 ? c != 0x7f : c == '\t' || c == '\n' || c == '\r';
    unsigned bytes = text_sequence(text, length);
    if (bytes == 3 && (memcmp(text, "\xef\xbf\xbe", 3) == 0 || memcmp(text, "\xef\xbf\xbf", 3) == 0))
        return 0;
    return bytes;
}

size_t xml_clean_length(const char *text, size_t length)
{
    size_t at = 0;
    for (unsigned step; at < length && (step = clean_length(text + at, length - at)) > 0;)
        at += step;
    return at;
}

static void close_tag(struct xml_writer *writer)
{
    if (writer->in_tag)
        buf_char(writer->out, '>');
    writer->in_tag = false;
}

static void begin_element(struct xml_writer *writer, const char *name, size_t length)
{
    close_tag(writer);
    buf_char(writer->out, '<');
    buf_add(writer->out, name, length);
    buf_add(&writer->open, name, length);
    buf_char(&writer->open, (char)length);
    writer->out->failed |= writer->open.failed;
    writer->in_tag = true;
}

void xml_begin(struct xml_writer *writer, const char *name)
{
    begin_element(writer, name, strlen(name));
}

void xml_end(struct xml_writer *writer)
{
    struct ludus_buffer *out = writer->out, *open = &writer->open;
    if (out->failed || open->length == 0)
        return;
    unsigned char length = (unsigned char)open->bytes[--open->length];
    open->length -= length;
    if (writer->in_tag) {
        buf_add(out, "/>", 2);
    } else {
        buf_add(out, "</", 2);
        buf_add(out, open->bytes + open->length, length);
        buf_char(out, '>');
    }
    writer->in_tag = false;
}

enum context { HTML, TEXT_OF_ELEMENT, QUOTED };

/* Returns the reference for a byte in text or in a quoted attribute; NULL: the byte itself. */
static const char *find_reference(char c, enum context where)
{
    static const char signs[] = "&<>\"\r\n\t";
    static const char *const references[] = { "&amp;", "&lt;", "&gt;", "&quot;", "&#13;", "&#10;", "&#9;" };
    static const uint8_t counts[] = { [HTML] = 4, [TEXT_OF_ELEMENT] = 5, [QUOTED] = 7 }; /* of signs */
    const char *sign = c > '>' || !c ? NULL : strchr(signs, c);
    return sign && sign < signs + counts[where] ? references[sign - signs] : NULL;
}

static void add_clean(struct ludus_buffer *out, const char *text, size_t length, enum context where)
{
    for (size_t at = 0; at < length;) {
        const char *instead = NULL;
        size_t plain = at;
        unsigned step;
        while (at < length && !(instead = find_reference(text[at], where)) &&
               (step = clean_length(text + at, length - at)) > 0)
            at += step;
        buf_add(out, text + plain, at - plain);
        if (at == length)
            break;
        buf_text(out, instead ? instead : "\xef\xbf\xbd");
        at += text_step(text + at, length - at);
    }
}

void xml_attribute(struct xml_writer *writer, const char *name, const char *value)
{
    struct ludus_buffer *out = writer->out;
    if (!value)
        return;
    buf_char(out, ' ');
    buf_text(out, name);
    buf_add(out, "=\"", 2);
    add_clean(out, value, strlen(value), QUOTED);
    buf_char(out, '"');
}

void xml_text(struct xml_writer *writer, const char *text, size_t length)
{
    close_tag(writer);
    add_clean(writer->out, text, length, TEXT_OF_ELEMENT);
}

void xml_raw(struct xml_writer *writer, const char *markup)
{
    close_tag(writer);
    buf_text(writer->out, markup);
}

static void add_decimal(struct ludus_buffer *out, double value)
{
    long hundredths = lround(value * 100);
    unsigned long size = hundredths < 0 ? (unsigned long)-hundredths : (unsigned long)hundredths;
    if (hundredths < 0) {
        out->length -= out->length && out->bytes[out->length - 1] == ' ';
        buf_char(out, '-');
    }
    buf_number(out, size / 100);
    if (size % 100) {
        buf_char(out, '.');
        buf_char(out, (char)('0' + size % 100 / 10));
    }
    if (size % 10)
        buf_char(out, (char)('0' + size % 10));
}

/* Appends a value up to `end`. Returns where it ended; *given becomes false if one of its strings is NULL.
 * Formats are those of the program, as printf has them: none is faulty, and none needs a scanner. */
static const char *put_value(struct ludus_buffer *out, const char *format, char end, va_list *arguments,
                             enum context where, bool *given)
{
    for (; *format && *format != end; format++) {
        if (*format != '%' || *++format == '%') {
            size_t plain = 1;
            while (format[plain] && format[plain] != end && format[plain] != '%')
                plain++;
            if (where == HTML) /* markup */
                buf_add(out, format, plain);
            else
                add_clean(out, format, plain, where);
            format += plain - 1;
        } else if (*format == 'f') {
            add_decimal(out, va_arg(*arguments, double));
        } else if (*format == 'u') {
            buf_number(out, va_arg(*arguments, unsigned));
        } else if (*format == 'z') {
            buf_number(out, va_arg(*arguments, size_t));
            format++;
        } else if (*format == 'c') {
            buf_char(out, (char)va_arg(*arguments, int));
        } else {
            bool measured = *format == '.';
            size_t length = measured ? (size_t)va_arg(*arguments, int) : 0;
            const char *text = va_arg(*arguments, const char *);
            format += measured ? 2 : 0;
            *given &= text != NULL;
            if (text)
                add_clean(out, text, measured ? length : strlen(text), where);
        }
    }
    return format;
}

void xml_format(struct ludus_buffer *out, const char *format, ...)
{
    va_list arguments;
    bool given = true;
    va_start(arguments, format);
    (void)put_value(out, format, '\0', &arguments, HTML, &given);
    va_end(arguments);
}

void xml_put_list(struct xml_writer *writer, const char *format, va_list arguments)
{
    struct ludus_buffer *out = writer->out;
    va_list list;
    va_copy(list, arguments);
    if (*format == '\n')
        xml_raw(writer, "\n");
    for (format += *format == '\n'; *format; format += *format == ' ') {
        const size_t before = out->length, length = strcspn(format, "= ");
        bool given = true;
        if (*format == '<') {
            begin_element(writer, format + 1, length - 1);
            format += length;
        } else if (*format == '>') {
            close_tag(writer);
            format = put_value(out, format + 1, '\0', &list, TEXT_OF_ELEMENT, &given);
            xml_end(writer);
        } else if (*format == '/') {
            xml_end(writer);
            format += length;
        } else {
            const bool quoted = format[length + 1] == '\'';
            buf_char(out, ' ');
            buf_add(out, format, length);
            buf_add(out, "=\"", 2);
            format = put_value(out, format + length + 1 + quoted, quoted ? '\'' : ' ', &list, QUOTED, &given);
            format += quoted;
            buf_char(out, '"');
            out->length = given ? out->length : before; /* no attribute */
        }
    }
    va_end(list);
}

void xml_put(struct xml_writer *writer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    xml_put_list(writer, format, arguments);
    va_end(arguments);
}
