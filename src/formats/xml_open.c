/* xml_open.c - the parser of records in XML: what it is fed, and what it refuses. */
#include "base/chars.h"
#include "base/memory.h"
#include "formats/xml.h"
#include "formats/xml_reading.h"
#include "notation/import.h"
#include "notation/turns.h"

#include <errno.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlreader.h>
#include <stdlib.h>
#include <string.h>

/* ---- The guard ---- */

enum { XML_GUARD_EQUALS = 4096 };

enum { BETWEEN, OPENED, BANG, COMMENT, INSTRUCTION, TEXT, NAME, TAG, QUOTED, CDATA };

/* FNV-1a. */
#define DIGEST_START UINT32_C(2166136261)
#define DIGEST_STEP UINT32_C(16777619)

static uint32_t digest(uint32_t so_far, unsigned char c)
{
    return (so_far ^ c) * DIGEST_STEP;
}

static bool is_xml_space(unsigned char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* ---- Signs ---- */

/* Before the root element. */
static void look_between(struct xml_guard *guard, unsigned char c)
{
    if (c == '<')
        guard->state = OPENED;
    else if (c & 0x80) /* the byte order mark */
        guard->column = 0;
    else if (!is_xml_space(c))
        guard->refused = "this is no XML: it begins with text";
}

/* Behind <. */
static void look_opened(struct xml_guard *guard, unsigned char c)
{
    guard->matched = guard->equals = 0;
    guard->done |= c != '!' && c != '?';
    guard->state = c == '!' ? BANG : c == '?' ? INSTRUCTION : NAME;
    guard->tag.name = c == '/' ? DIGEST_START : digest(DIGEST_START, c);
}

/* Behind <!. */
static void look_bang(struct xml_guard *guard, unsigned char c)
{
    if (c != '-' && !guard->done) {
        guard->refused = XML_GUARD_DOCTYPE;
    } else if (c != '-') {
        guard->state = c == '[' ? CDATA : TEXT;
        guard->matched = 0;
    } else if (++guard->matched == 2) {
        guard->state = COMMENT;
        guard->matched = 0;
    }
}

/* In a tag, behind its name. */
static void look_tag(struct xml_guard *guard, unsigned char c)
{
    guard->state = TAG;
    if (c == '"' || c == '\'') {
        guard->state = QUOTED;
        guard->quote = c;
    } else if (c == '=' && ++guard->equals > XML_GUARD_EQUALS) {
        guard->refused = "an element has thousands of attributes";
    } else if (c == '>') {
        guard->state = TEXT;
        guard->quiet = 0;
        guard->tag.end_line = guard->line;
        guard->tag.end_column = guard->column + 1;
        buf_add(&guard->tags, (const char *)&guard->tag, sizeof guard->tag);
    }
}

/* In what ends with > behind `count` times `sign`. */
static void look_for_end(struct xml_guard *guard, unsigned char c, unsigned char sign, unsigned count)
{
    if (c == '>' && guard->matched >= count)
        guard->state = guard->done ? TEXT : BETWEEN;
    guard->matched = c == sign ? guard->matched + 1 : 0;
}

static void look_by_state(struct xml_guard *guard, unsigned char c)
{
    switch (guard->state) {
    case BETWEEN:
        look_between(guard, c);
        break;
    case OPENED:
        look_opened(guard, c);
        break;
    case BANG:
        look_bang(guard, c);
        break;
    case COMMENT:
        look_for_end(guard, c, '-', 2);
        break;
    case INSTRUCTION:
        look_for_end(guard, c, '?', 1);
        break;
    case CDATA:
        look_for_end(guard, c, ']', 2);
        break;
    case NAME:
        if (is_xml_space(c) || c == '/' || c == '>')
            look_tag(guard, c);
        else
            guard->tag.name = digest(guard->tag.name, c);
        break;
    case TAG:
        look_tag(guard, c);
        break;
    case QUOTED:
        guard->state = c == guard->quote ? TAG : QUOTED;
        break;
    default:
        guard->state = c == '<' ? OPENED : TEXT;
        break;
    }
}

/* One byte of UTF-8, or of a character of UTF-16 what stands for it there. */
static void look(struct xml_guard *guard, unsigned char c)
{
    if (guard->refused)
        return;
    guard->column += (c & 0xc0) != 0x80;
    if (c == '\0')
        guard->refused = "this is no XML: it has a NUL";
    if (c == '<' && (guard->state == TEXT || guard->state == BETWEEN)) {
        guard->tag.line = guard->line;
        guard->tag.column = guard->column;
    }
    look_by_state(guard, c);
    if (c == '\n' && !guard->refused) {
        guard->line++;
        guard->column = 0;
    }
}

/* ---- Bytes ---- */

/* No XML has a NUL, but UTF-32 in the eyes of one who takes it for something else. */
static void look_at_byte(struct xml_guard *guard, unsigned char byte)
{
    if (!guard->wide) {
        look(guard, byte);
        return;
    }
    if (guard->half < 0) {
        guard->half = byte;
        return;
    }
    unsigned unit =
        guard->big ? (unsigned)guard->half << 8 | byte : (unsigned)byte << 8 | (unsigned)guard->half;
    bool second = unit >= 0xdc00 && unit < 0xe000; /* of two units for one character */
    guard->half = -1;
    look(guard, (unsigned char)(unit < 0x80 ? unit : second ? 0x80 : 0xc0));
}

/* Goes over what most bytes are, text and names of ASCII and UTF-8; what is left is looked at. */
static size_t skim(struct xml_guard *guard, const char *bytes, size_t at, size_t length)
{
    if (guard->state == TEXT) {
        for (; at < length && bytes[at] != '<' && bytes[at] != '\n' && bytes[at]; at++)
            guard->column += ((unsigned char)bytes[at] & 0xc0) != 0x80;
    } else if (guard->state == NAME) {
        size_t begin = at;
        for (; at < length && bytes[at] >= 'A'; at++)
            guard->tag.name = digest(guard->tag.name, (unsigned char)bytes[at]);
        guard->column += at - begin;
    }
    return at;
}

/* The first two bytes tell UTF-16: by its mark, or by a NUL beside the first sign. */
static void begin(struct xml_guard *guard, unsigned char first, unsigned char second)
{
    guard->big = (first == 0xfe && second == 0xff) || (first == 0 && second == '<');
    guard->wide = guard->big || (first == 0xff && second == 0xfe) || (first == '<' && second == 0);
    guard->half = -1;
    look_at_byte(guard, first);
    look_at_byte(guard, second);
}

/* Looks at bytes on their way to the parser. False when they must not reach it. */
static bool xml_guard_pass(struct xml_guard *guard, const char *bytes, size_t length)
{
    size_t at = 0;
    guard->line += guard->line == 0;
    for (; at < length && guard->units < 2; at++) {
        unsigned char byte = (unsigned char)bytes[at];
        if (guard->units++ == 0)
            guard->half = byte;
        else
            begin(guard, (unsigned char)guard->half, byte);
    }
    if (length == 0 && guard->units == 1) { /* it is the only one */
        guard->units = 2;
        begin(guard, (unsigned char)guard->half, '\n');
    }
    while (at < length && !guard->refused) {
        if (!guard->wide)
            at = skim(guard, bytes, at, length);
        if (at < length)
            look_at_byte(guard, (unsigned char)bytes[at++]);
    }
    guard->quiet += length;
    if (guard->quiet > guard->most && !guard->refused)
        guard->refused = "a text has more than --max-record allows";
    return !guard->refused;
}

/* ---- Tags ---- */

struct xml_tag xml_guard_take(struct xml_guard *guard, const char *name)
{
    struct xml_tag tag = { .line = 0 };
    uint32_t wanted = DIGEST_START;
    for (; name && *name; name++)
        wanted = digest(wanted, (unsigned char)*name);
    if (guard->taken < guard->tags.length) {
        memcpy(&tag, guard->tags.bytes + guard->taken, sizeof tag);
        guard->taken += sizeof tag;
    }
    if (guard->taken == guard->tags.length) {
        buf_clear(&guard->tags);
        guard->taken = 0;
    }
    return tag.name == wanted ? tag : (struct xml_tag){ .line = 0 };
}

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
    buf_free(&r->guard.tags);
    buf_free(&r->head);
    buf_free(&r->path);
    buf_free(&r->text);
    buf_free(&r->name);
    free(r);
}
