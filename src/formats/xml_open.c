/* xml_open.c - the parser of records in XML: what it is fed, and what it refuses. */
#include "base/chars.h"
#include "base/memory.h"
#include "formats/xml.h"
#include "formats/xml_guard.h"
#include "formats/xml_reading.h"
#include "notation/import.h"
#include "notation/turns.h"

#include <errno.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlreader.h>
#include <stdlib.h>
#include <string.h>

/* ---- The parser ---- */

static void meet_element(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                         int spaces, const xmlChar **space, int attributes, int defaulted,
                         const xmlChar **attribute)
{
    struct xml_reading *r = context;
    (void)name, (void)prefix, (void)uri, (void)spaces, (void)space;
    (void)attributes, (void)defaulted, (void)attribute;
    r->begun = true;
    xmlStopParser(r->beginning);
}

static void meet_declaration(void *context, const xmlChar *name, const xmlChar *id, const xmlChar *system)
{
    struct xml_reading *r = context;
    (void)name, (void)id, (void)system;
    r->guard.refused = XML_GUARD_DOCTYPE;
    xmlStopParser(r->beginning);
}

static void note_error(void *context, xmlErrorPtr error);

/* Parses what comes before the first element, within the limits of the parser, and all of it before the other
 * sees any. */
static bool open_beginning(struct xml_reading *r, const char *encoding)
{
    static xmlSAXHandler handlers = { .initialized = XML_SAX2_MAGIC,
                                      .startElementNs = meet_element,
                                      .internalSubset = meet_declaration,
                                      .serror = (xmlStructuredErrorFunc)note_error };
    r->beginning = xmlCreatePushParserCtxt(&handlers, r, NULL, 0, NULL);
    if (!r->beginning)
        return false;
    xmlCtxtUseOptions(r->beginning, XML_PARSE_NONET | XML_PARSE_IGNORE_ENC);
    return !encoding || xmlSwitchToEncoding(r->beginning, xmlFindCharEncodingHandler(encoding)) == 0;
}

/* False when the document may not be read on. */
static bool pass_beginning(struct xml_reading *r, const char *bytes, size_t length)
{
    if (!r->beginning)
        return true;
    struct xml_errors before = xml_hush();
    (void)xmlParseChunk(r->beginning, bytes, (int)length, length == 0);
    xml_unhush(before);
    if (r->begun) {
        xmlFreeParserCtxt(r->beginning);
        r->beginning = NULL;
    }
    return !r->failed && !r->guard.refused;
}

/* The next bytes of the source, looked at; -1 when they must not reach a parser. */
static int next_bytes(struct xml_reading *r, char *out, int length)
{
    size_t got = source_read(r->import->source, out, (size_t)length);
    bool sound = !source_error(r->import->source) && xml_guard_pass(&r->guard, out, got) &&
                 pass_beginning(r, out, got);
    return sound ? (int)got : -1;
}

static int read_bytes(void *context, char *out, int length)
{
    struct xml_reading *r = context;
    for (int got = length; got > 0 && r->beginning;) {
        got = next_bytes(r, out, length);
        if (got < 0)
            return got;
        buf_add(&r->head, out, (size_t)got);
    }
    size_t left = r->head.length - r->given;
    if (left == 0)
        return r->head.failed ? -1 : next_bytes(r, out, length);
    left = left < (size_t)length ? left : (size_t)length;
    memcpy(out, r->head.bytes + r->given, left);
    r->given += left;
    return (int)left;
}

static void note_error(void *context, xmlErrorPtr error)
{
    struct xml_reading *r = context;
    if (r->failed || error->level < XML_ERR_ERROR || r->guard.refused || source_error(r->import->source))
        return;
    size_t length = error->message ? strcspn(error->message, "\n") : 0;
    r->failed = true;
    import_fault(r->import, IMPORT_XML, error->line > 0 ? (size_t)error->line : 1,
                 error->int2 > 0 ? (size_t)error->int2 : 1, "this is not well-formed XML: %.*s", (int)length,
                 error->message ? error->message : "");
}

bool xml_reading_open(struct ludus_import *import)
{
    /* Nesting may be deep, texts long, and nothing can grow: no declaration comes this far. */
    enum {
        OPTIONS =
            XML_PARSE_NONET | XML_PARSE_HUGE | XML_PARSE_BIG_LINES | XML_PARSE_COMPACT | XML_PARSE_IGNORE_ENC,
        HEAD = 1024
    };
    const char *head, *encoding;
    struct xml_reading *r = memory_zeroed(1, sizeof *r);
    if (!r)
        return false;
    import->state = r;
    r->import = import;
    r->guard.keeps = true;
    r->guard.most = (size_t)import->most << 20;
    xml_watch_memory();
    size_t length = source_peek(import->source, HEAD, &head);
    if (!xml_encoding(head, length, &encoding)) {
        r->guard.done = true;
        r->guard.line = r->guard.column = 1;
        r->guard.refused = "its encoding is not read; UTF-8, UTF-16, ISO-8859-1 and Windows-1252 are";
        return true;
    }
    struct xml_errors before = xml_hush();
    if (open_beginning(r, encoding))
        r->reader = xmlReaderForIO(read_bytes, NULL, r, NULL, encoding, OPTIONS);
    xml_unhush(before);
    if (r->reader)
        xmlTextReaderSetStructuredErrorHandler(r->reader, (xmlStructuredErrorFunc)note_error, r);
    return true;
}

void xml_reading_close(struct ludus_import *import)
{
    struct xml_reading *r = import->state;
    if (!r)
        return;
    xmlFreeTextReader(r->reader);
    xmlFreeParserCtxt(r->beginning);
    xml_guard_free(&r->guard);
    buf_free(&r->head);
    buf_free(&r->path);
    buf_free(&r->text);
    buf_free(&r->name);
    free(r);
}
