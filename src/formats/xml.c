/* xml.c - writing XML and text that can never break it, through libxml2's xmlTextWriter. */
#include "formats/xml.h"

#include "base/chars.h"
#include "base/memory.h"
#include "base/text.h"
#include "ludus.h"

#include <libxml/parser.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int write_bytes(void *context, const char *bytes, int length)
{
    struct ludus_buffer *out = context;
    buf_add(out, bytes, (size_t)length);
    return out->failed ? -1 : length;
}

static int close_nothing(void *context)
{
    (void)context;
    return 0;
}

static void watch_memory(void)
{
    xmlFreeFunc free_now;
    xmlMallocFunc malloc_now;
    xmlReallocFunc realloc_now;
    xmlStrdupFunc copy_now;
    if (xmlMemGet(&free_now, &malloc_now, &realloc_now, &copy_now) == 0 && malloc_now == malloc)
        xmlMemSetup(free, memory_new, memory_grown, memory_copied);
    xmlInitParser();
}

void xml_watch_memory(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_memory);
}

static void ignore(void *context, const xmlError *error)
{
    (void)context;
    (void)error;
}

static void ignore_text(void *context, const char *format, ...)
{
    (void)context;
    (void)format;
}

struct xml_errors xml_hush(void)
{
    struct xml_errors before = { xmlStructuredError, xmlStructuredErrorContext, xmlGenericError,
                                 xmlGenericErrorContext };
    xmlSetStructuredErrorFunc(NULL, (xmlStructuredErrorFunc)ignore);
    xmlSetGenericErrorFunc(NULL, ignore_text);
    return before;
}

void xml_unhush(struct xml_errors before)
{
    xmlSetStructuredErrorFunc(before.context, before.handler);
    xmlSetGenericErrorFunc(before.text_context, before.text_handler);
}

/* ---- Reading ---- */

/* The encodings that are read: those in which markup is the bytes of ASCII, or UTF-16. In any other, the
 * bytes of a document could hide from us what its parser sees. */
static const struct {
    const char *name, *parser;
} encodings[] = {
    { "utf-8", "UTF-8" },           { "utf8", "UTF-8" },
    { "us-ascii", "UTF-8" },        { "ascii", "UTF-8" },
    { "iso-8859-1", "ISO-8859-1" }, { "iso_8859-1", "ISO-8859-1" },
    { "latin1", "ISO-8859-1" },     { "windows-1252", "WINDOWS-1252" },
    { "cp1252", "WINDOWS-1252" },
};

/* The value of `encoding` in an XML declaration, or an empty text. */
static struct ludus_text declared(const char *at, const char *end)
{
    static const char word[] = "encoding";
    const size_t length = sizeof word - 1;
    for (; end - at > (ptrdiff_t)length && *at != '>'; at++) {
        if (memcmp(at, word, length) != 0)
            continue;
        for (at += length; at < end && strchr(" \t\r\n=", *at) && *at;)
            at++;
        const char *close = end - at > 1 ? memchr(at + 1, *at, (size_t)(end - at - 1)) : NULL;
        return close ? (struct ludus_text){ at + 1, (size_t)(close - at - 1) } : (struct ludus_text){ at, 0 };
    }
    return (struct ludus_text){ "utf-8", 5 };
}

bool xml_encoding(const char *head, size_t length, const char **encoding)
{
    const char *end = head + length;
    *encoding = "UTF-8";
    if (length >= 2 && (memcmp(head, "\xff\xfe", 2) == 0 || memcmp(head, "\xfe\xff", 2) == 0 ||
                        memcmp(head, "<\0", 2) == 0 || memcmp(head, "\0<", 2) == 0)) {
        *encoding = NULL;
        return true;
    }
    head += length >= 3 && memcmp(head, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    if (end - head < 5 || memcmp(head, "<?xml", 5) != 0)
        return true;
    struct ludus_text name = declared(head, end);
    for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++) {
        *encoding = encodings[i].parser;
        if (strlen(encodings[i].name) == name.length && is_alike(name.text, encodings[i].name, name.length))
            return true;
    }
    return false;
}

/* What is declared can grow, or stand for what is not written: the parser stops there. */
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

/* A handler of errors is needed beside the options: some are printed whatever these say. */
xmlDocPtr xml_document(const char *bytes, size_t length, bool *declares)
{
    static const int options =
        XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_IGNORE_ENC;
    const char *encoding;
    *declares = false;
    xml_watch_memory();
    xmlParserCtxtPtr parser =
        length <= INT32_MAX && xml_encoding(bytes, length, &encoding) ? xmlNewParserCtxt() : NULL;
    if (!parser)
        return NULL;
    parser->_private = declares;
    parser->sax->serror = (xmlStructuredErrorFunc)ignore;
    parser->sax->entityDecl = stop_entity;
    parser->sax->attributeDecl = stop_attribute;
    struct xml_errors before = xml_hush();
    xmlDocPtr document = xmlCtxtReadMemory(parser, bytes, (int)length, NULL, encoding, options);
    xml_unhush(before);
    xmlFreeParserCtxt(parser);
    return document;
}

/* ---- Writing ---- */

xmlTextWriterPtr xml_open(struct ludus_buffer *out)
{
    xml_watch_memory();
    xmlOutputBufferPtr output = xmlOutputBufferCreateIO(write_bytes, close_nothing, out, NULL);
    xmlTextWriterPtr writer = output ? xmlNewTextWriter(output) : NULL;
    if (output && !writer)
        xmlOutputBufferClose(output);
    if (!writer)
        out->failed = true;
    return writer;
}

void xml_close(xmlTextWriterPtr writer)
{
    xmlFreeTextWriter(writer);
}

/* Length of the character at the beginning of `text` if XML can hold it, else 0. */
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

void xml_clean(struct ludus_buffer *out, const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        size_t plain = at;
        unsigned step;
        while (at < length && (step = clean_length(text + at, length - at)) > 0)
            at += step;
        buf_add(out, text + plain, at - plain);
        if (at < length) {
            unsigned bytes = text_sequence(text + at, length - at);
            buf_text(out, "\xef\xbf\xbd");
            at += bytes ? bytes : 1;
        }
    }
}

size_t xml_clean_length(const char *text, size_t length)
{
    size_t at = 0;
    for (unsigned step; at < length && (step = clean_length(text + at, length - at)) > 0;)
        at += step;
    return at;
}

bool xml_is_clean(const char *text, size_t length)
{
    return xml_clean_length(text, length) == length;
}

void xml_begin(xmlTextWriterPtr writer, const char *name)
{
    (void)xmlTextWriterStartElement(writer, BAD_CAST name);
}

void xml_end(xmlTextWriterPtr writer)
{
    (void)xmlTextWriterEndElement(writer);
}

void xml_attribute(xmlTextWriterPtr writer, const char *name, const char *value)
{
    if (!value)
        return;
    if (xml_is_clean(value, strlen(value))) {
        (void)xmlTextWriterWriteAttribute(writer, BAD_CAST name, BAD_CAST value);
        return;
    }
    struct ludus_buffer clean = { 0 };
    xml_clean(&clean, value, strlen(value));
    (void)xmlTextWriterWriteAttribute(writer, BAD_CAST name, BAD_CAST buf_string(&clean));
    buf_free(&clean);
}

void xml_text(xmlTextWriterPtr writer, const char *text, size_t length)
{
    struct ludus_buffer clean = { 0 };
    xml_clean(&clean, text, length);
    (void)xmlTextWriterWriteString(writer, BAD_CAST buf_string(&clean));
    buf_free(&clean);
}

unsigned xml_format_number(char *out, double value)
{
    long hundredths = lround(value * 100);
    unsigned long size = hundredths < 0 ? (unsigned long)-hundredths : (unsigned long)hundredths;
    unsigned cents = (unsigned)(size % 100);
    int length = snprintf(out, XML_NUMBER_SIZE, "%s%lu", hundredths < 0 ? "-" : "", size / 100);
    if (cents % 10)
        length += snprintf(out + length, XML_NUMBER_SIZE - (size_t)length, ".%02u", cents);
    else if (cents)
        length += snprintf(out + length, XML_NUMBER_SIZE - (size_t)length, ".%u", cents / 10);
    return (unsigned)length;
}

void xml_number(xmlTextWriterPtr writer, const char *name, double value)
{
    char text[XML_NUMBER_SIZE];
    xml_format_number(text, value);
    (void)xmlTextWriterWriteAttribute(writer, BAD_CAST name, BAD_CAST text);
}
