/* xml.c - writing XML and text that can never break it, through libxml2's xmlTextWriter. */
#include "formats/xml.h"

#include "base/memory.h"
#include "base/text.h"
#include "formats/xml_guard.h"

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

/* Without entities, which may grow, texts may be as long as they like. A handler of errors is needed beside
 * the options: some are printed whatever these say. */
xmlDocPtr xml_document(const char *bytes, size_t length)
{
    struct xml_guard guard = { .state = 0 };
    int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING;
    options |= xml_guard_pass(&guard, bytes, length) ? XML_PARSE_HUGE : 0;
    xml_watch_memory();
    xmlParserCtxtPtr parser = length <= INT32_MAX ? xmlNewParserCtxt() : NULL;
    if (!parser)
        return NULL;
    parser->sax->serror = (xmlStructuredErrorFunc)ignore;
    struct xml_errors before = xml_hush();
    xmlDocPtr document = xmlCtxtReadMemory(parser, bytes, (int)length, NULL, NULL, options);
    xml_unhush(before);
    xmlFreeParserCtxt(parser);
    return document;
}

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
