/* xml_read.c - reads records from an XML stream: only one record is in memory, and differences from the
 * schema are reported with their places. A document cannot make this reader fetch or multiply anything: the
 * parser is stopped at a document type declaration, the only place where entities can be defined, and has its
 * usual limits up to the first element.
 *
 * The parser gets its bytes in chunks that end with a tag. So at most one record ends in a chunk, and the
 * last < in it begins the tag that the parser reports: this gives the place of the tag. */
#include "base/text.h"
#include "formats/xml.h"
#include "notation/import.h"
#include "notation/turns.h"

#include <errno.h>
#include <libxml/parserInternals.h>

enum {
    BLOCK = 32 * 1024,
    ATTRIBUTES = 4096, /* maximum of an element: the parser compares each with each */
    OPTIONS = XML_PARSE_NONET | XML_PARSE_BIG_LINES | XML_PARSE_IGNORE_ENC
};

/* ---- The elements of the XML form of records, and where each is allowed ---- */

enum xml_element {
#define ELEMENT(id, ...) XML_##id,
#include "formats/xml_elements.def"
    XML_ELEMENTS /* the document, the parent of the root */
};

struct xml_name {
    const char *name;
    uint64_t parents;       /* a bit for each allowed parent element */
    const char *attributes; /* allowed names, a blank after each; a required one has a ! before it */
    enum { XML_NO_TEXT, XML_WORD, XML_FREE } text; /* allowed text: none; a word, or part of one; any */
};

#define IN(element) (UINT64_C(1) << XML_##element)
#define NAMES_LINE (IN(RECORD) | IN(TURN) | IN(VARIATION))
#define WORD (IN(NUMBER) | IN(DICE) | IN(MOVE))
#define DAMAGE (WORD | IN(UNCLEAR) | IN(SUPPLIED))
#define TEXT (IN(TAG) | IN(COMMENT) | IN(ESCAPE) | IN(BAD) | IN(COMMAND) | DAMAGE)

static const struct xml_name xml_names[XML_ELEMENTS + 1] = {
#define ELEMENT(id, ...) [XML_##id] = { __VA_ARGS__ },
#include "formats/xml_elements.def"
    [XML_ELEMENTS] = { "a document", 0, "", XML_NO_TEXT },
};

/* ---- The state of the reader ---- */

/* Both count from 1. */
struct place {
    size_t line, column;
};

struct xml_reading {
    struct ludus_import *import;
    xmlParserCtxtPtr parser;   /* owned */
    struct encoding encoding;  /* of UTF-16, which is converted to UTF-8 before parsing; otherwise unused */
    char bytes[BLOCK + 1];     /* with a NUL at the end */
    struct ludus_buffer wide;  /* the same, converted from UTF-16; owned */
    const char *at, *end;      /* the bytes that are read but not parsed yet */
    struct place here;         /* of `at` */
    struct place tag, behind;  /* of the < of the last tag; after the last tag of an element */
    size_t most, quiet;        /* maximum of bytes without the end of a tag, and their present number */
    unsigned equals;           /* equals signs in the open tag */
    bool open;                 /* a tag is open */
    bool begun;                /* text has begun */
    struct ludus_buffer path;  /* the open elements, a byte each; owned */
    struct ludus_buffer text;  /* of the item being read; owned */
    struct composed item;      /* the other members of the item */
    struct ludus_buffer name;  /* of the tag, or the sign of an unclear place; owned */
    struct ludus_buffer value; /* of an attribute; owned */
    size_t words;              /* index in `text` where the text since the last tag begins */
    size_t command;            /* index of the text of the open command */
    size_t name_begin;         /* index of the name of the piece */
    size_t name_end;           /* index of the end of a name of several letters; 0: none */
    size_t indented;           /* index of the last removed indentation; 0: none */
    size_t skip;               /* depth inside a skipped element, from 1 */
    bool ended;                /* a record has ended */
    bool failed;               /* nothing more can be read, and an error was reported */
};

#define UNCLOSED 0x80u /* added to the byte in `path` of a variation without an end in the record */

/* Reports an error that ends the reading. Always returns false. */
static bool refuse_rest(struct xml_reading *r, const char *code, struct place place, const char *why)
{
    if (!r->failed)
        import_fault(r->import, code, place.line, place.column, "%s", why);
    r->failed = true;
    if (r->parser)
        xmlStopParser(r->parser);
    return false;
}

/* ---- Elements ---- */

/* Reports an error of an element; only the first one of each record. */
static void __attribute__((format(printf, 2, 3)))
element_fault(struct xml_reading *r, const char *format, ...)
{
    va_list arguments;
    if (r->import->faulty)
        return;
    va_start(arguments, format);
    import_fault_list(r->import, "xml-element", r->tag.line, r->tag.column, format, arguments);
    va_end(arguments);
}

static enum xml_element parent_element(const struct xml_reading *r)
{
    return r->path.length ? (enum xml_element)((unsigned char)r->path.bytes[r->path.length - 1] & ~UNCLOSED)
                          : XML_ELEMENTS;
}

/* Finds a name in a list like "name! form ". Returns the list after the name, or NULL. */
static const char *find_word(const char *words, const char *name)
{
    size_t length = strlen(name);
    for (; *words; words += strcspn(words, " ") + 1)
        if (strncmp(words, name, length) == 0 && (words[length] == ' ' || words[length] == '!'))
            return words + length;
    return NULL;
}

static bool is_one_of(const char *value, const char *first, const char *second)
{
    return strcmp(value, first) == 0 || strcmp(value, second) == 0;
}

static void read_attribute(struct xml_reading *r, enum xml_element element, const char *name,
                           const char *value)
{
    if (!find_word(xml_names[element].attributes, name)) {
        element_fault(r, "the attribute '%s' does not belong to <%s>", name, xml_names[element].name);
    } else if (element == XML_COMMAND) {
        buf_format(&r->text, "[%%%s ", value);
    } else if (element == XML_CHAR) {
        const char *end = value;
        uint32_t code = number_take(&end);
        char utf8[4];
        if (end == value || *end || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
            element_fault(r, "%s is no character", value);
        else
            buf_add(&r->text, utf8, (size_t)xmlCopyCharMultiByte((xmlChar *)utf8, (int)code));
    } else if (strcmp(name, "joined") == 0 || strcmp(name, "unclosed") == 0) {
        bool set = is_one_of(value, "true", "1");
        if (!set && !is_one_of(value, "false", "0"))
            element_fault(r, "the attribute '%s' is true or false, not '%s'", name, value);
        *(*name == 'j' ? &r->item.joined : &r->item.cut) = set;
    } else if (strcmp(name, "form") == 0) {
        r->item.form = strcmp(value, "line") == 0 ? ';' : '{';
        if (!is_one_of(value, "braces", "line"))
            element_fault(r, "the form of a comment is 'braces' or 'line', not '%s'", value);
    } else {
        if (strcmp(name, "sign") == 0 && !is_one_of(value, "tilde", "dot"))
            element_fault(r, "the sign of an unclear place is 'tilde' or 'dot', not '%s'", value);
        buf_text(&r->name, value);
    }
}

/* Reads the attributes: five texts each, name, prefix, namespace, begin and end of the value. */
static void read_attributes(struct xml_reading *r, enum xml_element element, int count, const xmlChar **given)
{
    const char *must = xml_names[element].attributes;
    size_t wanted = 0, found = 0;
    for (const char *at = must; *at; at++)
        wanted += *at == '!';
    for (; count > 0; count--, given += 5) {
        const char *name = (const char *)given[0], *word = find_word(must, name);
        if (given[1])
            continue;
        found += word && *word == '!';
        buf_clear(&r->value);
        buf_add(&r->value, (const char *)given[3], (size_t)(given[4] - given[3]));
        read_attribute(r, element, name, buf_string(&r->value));
    }
    if (found < wanted)
        element_fault(r, "<%s> lacks an attribute that it must have", xml_names[element].name);
}

static void begin_element(struct xml_reading *r, enum xml_element element, int count, const xmlChar **given)
{
    static const char *const signs[XML_ELEMENTS] = { [XML_NAG] = "$", [XML_SUPPLIED] = "<", [XML_GAP] = "_" };
    struct compose *compose = &r->import->compose;
    if (element == XML_RECORD) {
        compose_clear(compose);
        r->import->faulty = false;
    }
    if (element <= XML_BAD) { /* not an element inside an item */
        buf_clear(&r->text);
        r->item = (struct composed){ .event = (uint8_t)visit_named(xml_names[element].name), .form = '{' };
        r->name_end = r->indented = 0;
        compose->line = r->tag.line;
        compose->column = r->tag.column;
    }
    if (element <= XML_BAD || element == XML_UNCLEAR)
        buf_clear(&r->name);
    size_t at = r->text.length;
    char last = at > 0 ? r->text.bytes[at - 1] : '\0';
    bool said = element >= XML_EP && element <= XML_SIC, word = element == XML_SQUEEZE || element == XML_SIC;
    /* The blank after a name or before a word may have been removed, or replaced by indentation. */
    if (element >= XML_PIECE && at > 0 &&
        (r->name_end == at || (said && r->indented == at) || (word && (is_letter(last) || is_digit(last)))))
        buf_char(&r->text, ' ');
    r->name_begin = element >= XML_PIECE ? r->text.length : r->name_begin;
    buf_text(&r->text, signs[element] ? signs[element] : "");
    read_attributes(r, element, count, given);
    r->command = element == XML_COMMAND ? r->text.length : r->command;
    if (element == XML_VARIATION)
        compose_sign(compose, LUDUS_EVENT_VARIATION, "(");
}

static void end_element(struct xml_reading *r, enum xml_element element, bool unclosed)
{
    struct ludus_buffer *text = &r->text;
    struct compose *compose = &r->import->compose;
    const char *begin = buf_string(text), *end = begin + text->length;
    if (element == XML_TAG) {
        struct ludus_text name = { buf_string(&r->name), r->name.length };
        r->tag = (struct place){ compose->line, compose->column };
        if (!compose_tag(compose, name, ludus_buffer_text(text)))
            element_fault(r, "no tag can be called '%s', or a line break stands in its value", name.text);
    } else if (element == XML_VARIATION) {
        compose->line = r->tag.line;
        compose->column = r->tag.column;
        compose_item(compose,
                     &(struct composed){
                         .event = LUDUS_EVENT_VARIATION_END, .cut = unclosed, .text = ")", .length = 1 });
    } else if (element <= XML_BAD && xml_names[element].text) {
        struct ludus_text said = { begin, (size_t)(end - begin) };
        if (xml_names[element].text == XML_WORD)
            said = text_trimmed(said.text, said.length);
        r->item.text = said.text;
        r->item.length = said.length;
        compose_item(compose, &r->item);
    } else if (element == XML_PIECE) {
        r->name_end = text->length - r->name_begin > 1 ? text->length : 0;
    } else if (element == XML_SUPPLIED) {
        buf_char(text, '>');
    } else if (element == XML_UNCLEAR) {
        buf_text(text, strcmp(buf_string(&r->name), "dot") == 0 ? "\u0323" : "~");
    } else if (element == XML_COMMAND) {
        text->length -= text->length == r->command && text->length > 0; /* a command with only a name */
        buf_char(text, ']');
    }
}

/* ---- Handlers of the parser ---- */

/* Ends the text since the last tag: removes indentation, and reports text that is not allowed. */
static void end_text(struct xml_reading *r)
{
    struct ludus_buffer *text = &r->text;
    enum xml_element element = parent_element(r);
    if (text->length <= r->words)
        return;
    const char *words = buf_string(text) + r->words;
    size_t blanks = strspn(words, " \t\r\n");
    bool blank = !words[blanks];
    if (xml_names[element].text == XML_WORD && blank && strchr(words, '\n')) {
        r->indented = text->length = r->words;
    } else if (!xml_names[element].text) {
        struct place tag = r->tag;
        text->length = r->words;
        r->tag = r->behind;
        if (!blank)
            element_fault(r, "text cannot stand in %s", xml_names[element].name);
        r->tag = tag;
    } else if (element == XML_NAG) {
        memmove(text->bytes + r->words, words + blanks, text->length - r->words - blanks);
        text->length -= blanks;
    }
}

static void handle_text(void *context, const xmlChar *text, int length)
{
    struct xml_reading *r = context;
    if (r->skip == 0)
        buf_add(&r->text, (const char *)text, (size_t)length);
}

static void finish_tag(struct xml_reading *r)
{
    r->behind = r->here;
    r->words = r->text.length;
    r->quiet = 0;
    r->open = false;
}

static void handle_start(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                         int spaces, const xmlChar **space, int count, int defaulted, const xmlChar **given)
{
    struct xml_reading *r = context;
    unsigned known = 0;
    while (known < XML_ELEMENTS && (*xml_names[known].name != *(const char *)name ||
                                    strcmp(xml_names[known].name, (const char *)name) != 0))
        known++;
    enum xml_element element = (enum xml_element)known;
    (void)prefix, (void)spaces, (void)space, (void)defaulted;
    /* From here on nesting may be deep and texts long: no declaration can follow, so nothing can grow. */
    if (!r->behind.line)
        xmlCtxtUseOptions(r->parser, OPTIONS | XML_PARSE_HUGE);
    end_text(r);
    if (r->skip > 0) {
        r->skip++;
    } else if (!uri || strcmp((const char *)uri, XML_RECORD_NAMESPACE) != 0) {
        element_fault(r, "<%s> is not in the namespace " XML_RECORD_NAMESPACE, name);
        r->skip = 1;
    } else if (element == XML_ELEMENTS || !(xml_names[element].parents >> parent_element(r) & 1)) {
        element_fault(r, "<%s> cannot stand in %s", name, xml_names[parent_element(r)].name);
        r->skip = 1;
    } else if (element == XML_PLAYED) {
        read_attributes(r, element, count, given);
        r->skip = 1;
    } else {
        begin_element(r, element, count, given);
        buf_char(&r->path, (char)(element | (element == XML_VARIATION && r->item.cut ? UNCLOSED : 0)));
    }
    finish_tag(r);
}

static void handle_end(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
    struct xml_reading *r = context;
    (void)name, (void)prefix, (void)uri;
    end_text(r);
    if (r->skip > 0) {
        r->skip--;
    } else if (r->path.length > 0) { /* else the start had no memory */
        unsigned char top = (unsigned char)r->path.bytes[--r->path.length];
        end_element(r, (enum xml_element)(top & ~UNCLOSED), top & UNCLOSED);
        r->ended |= top == XML_RECORD;
    }
    finish_tag(r);
}

/* Reports a document type declaration, at the D, which distinguishes it from a comment. */
static void handle_declaration(void *context, const xmlChar *name, const xmlChar *id, const xmlChar *system)
{
    struct xml_reading *r = context;
    (void)name, (void)id, (void)system;
    (void)refuse_rest(r, "xml-doctype", (struct place){ r->tag.line, r->tag.column + 2 },
                      "a document type declaration is not accepted; a record needs no entities");
}

static void handle_error(void *context, xmlErrorPtr error)
{
    struct xml_reading *r = context;
    if (r->failed || error->level < XML_ERR_ERROR)
        return;
    const char *message = error->message ? error->message : "";
    r->failed = true;
    import_fault(r->import, "bad-xml", error->line > 0 ? (size_t)error->line : 1,
                 error->int2 > 0 ? (size_t)error->int2 : 1, "this is not well-formed XML: %.*s",
                 (int)strcspn(message, "\n"), message);
}

/* ---- Input of the parser ---- */

/* Detects the encoding and opens the parser. Returns false without memory. */
static bool open_parser(struct xml_reading *r)
{
    enum { HEAD = 1024 };
    static xmlSAXHandler handlers = { .initialized = XML_SAX2_MAGIC,
                                      .internalSubset = handle_declaration,
                                      .startElementNs = handle_start,
                                      .endElementNs = handle_end,
                                      .characters = handle_text,
                                      .ignorableWhitespace = handle_text,
                                      .serror = (xmlStructuredErrorFunc)handle_error };
    const char *head, *encoding;
    size_t length = source_peek(r->import->source, HEAD, &head);
    r->most = (size_t)r->import->most << 20;
    r->here = (struct place){ 1, 1 };
    if (!xml_encoding(head, length, &encoding)) {
        (void)refuse_rest(r, "bad-xml", (struct place){ 1, 1 },
                          "its encoding is not read; UTF-8, UTF-16, ISO-8859-1 and Windows-1252 are");
        return true;
    }
    if (!encoding)
        r->encoding.kind = *head == '\0' || *head == '\xfe' ? ENCODING_UTF16_BIG : ENCODING_UTF16_LITTLE;
    r->parser = xmlCreatePushParserCtxt(&handlers, r, NULL, 0, NULL);
    if (!r->parser)
        return false;
    xmlCtxtUseOptions(r->parser, OPTIONS);
    return !encoding || strcmp(encoding, "UTF-8") == 0 ||
           xmlSwitchToEncoding(r->parser, xmlFindCharEncodingHandler(encoding)) == 0;
}

static void move_to(struct xml_reading *r, const char *to)
{
    for (const char *end; (end = memchr(r->at, '\n', (size_t)(to - r->at))) != NULL; r->at = end + 1)
        r->here = (struct place){ r->here.line + 1, 1 };
    r->here.column += text_characters(r->at, (size_t)(to - r->at));
    r->at = to;
}

/* Checks and passes the next chunk for the parser, up to `stop`. Returns false if it must not be parsed. */
static bool check_chunk(struct xml_reading *r, const char *stop)
{
    const char *at = r->at, *open = stop, *nul = memchr(at, '\0', (size_t)(stop - at));
    const char *first = at + strspn(at, " \t\r\n");
    if (!r->begun && first < stop && *first != '<' && !(*first & 0x80)) {
        move_to(r, first);
        return refuse_rest(r, "xml-doctype", r->here, "this is no XML: it begins with text");
    }
    if (nul) { /* for example UTF-32 that was taken for something else */
        move_to(r, nul);
        return refuse_rest(r, "bad-xml", r->here, "this is no XML: it has a NUL");
    }
    r->begun |= first < stop;
    while (open > at && open[-1] != '<')
        open--;
    const char *type = r->behind.line ? NULL : strstr(at, "<!DOCTYPE");
    open = type && type < stop ? type + 1 : open;
    if (open > at) {
        move_to(r, open - 1);
        r->tag = r->here;
        r->equals = 0;
        r->open = open == stop || (*open != '!' && *open != '?');
    }
    for (at = r->at; r->open && (at = memchr(at, '=', (size_t)(stop - at))); at++)
        if (++r->equals > ATTRIBUTES) {
            move_to(r, at);
            return refuse_rest(r, "bad-xml", r->here, "an element has thousands of attributes");
        }
    move_to(r, stop);
    if (r->quiet > r->most)
        return refuse_rest(r, "bad-xml", r->here, "a text has more than --max-record allows");
    return true;
}

/* Parses up to the end of the next tag, or of the block. Returns false at the end of the file. */
static bool parse_some(struct xml_reading *r)
{
    if (r->at == r->end) {
        size_t stray, half = r->encoding.half;
        size_t got = half + source_read(r->import->source, r->bytes + half, BLOCK - half);
        const char *to = r->bytes;
        r->bytes[got] = '\0';
        if (r->encoding.kind != ENCODING_ASCII) {
            buf_clear(&r->wide);
            encoding_add(&r->encoding, r->bytes, got, got == half, &r->wide, &stray);
            to = buf_string(&r->wide);
            got = r->wide.length;
            r->text.failed |= r->wide.failed;
        }
        r->end = to + got;
        r->at = !r->begun && got >= 3 && memcmp(to, "\xef\xbb\xbf", 3) == 0 ? to + 3 : to;
        if (got == 0)
            return false;
    }
    const char *begin = r->at, *end = memchr(begin, '>', (size_t)(r->end - begin));
    const char *stop = end ? end + 1 : r->end;
    r->quiet += (size_t)(stop - begin);
    if (check_chunk(r, stop))
        (void)xmlParseChunk(r->parser, begin, (int)(stop - begin), 0);
    return true;
}

static enum import_next next_xml(struct ludus_import *import)
{
    struct xml_reading *r = import->state;
    struct xml_errors before = xml_hush();
    r->import = import;
    bool more = r->parser || open_parser(r);
    import->error = more ? 0 : ENOMEM;
    for (r->ended = false; more && !r->failed && !r->ended;) {
        more = parse_some(r) || source_error(import->source);
        if (!more && ++r->skip) /* an unclosed tag is ignored */
            (void)xmlParseChunk(r->parser, "", 0, 1);
        import->error = r->path.failed || r->text.failed || r->name.failed || r->value.failed
                            ? ENOMEM
                            : source_error(import->source);
        if (r->text.length > r->most)
            import_fault(import, "large-record", r->tag.line, r->tag.column, LARGE_TEXT, "text",
                         import->most);
        r->failed |= import->error || r->text.length > r->most;
    }
    xmlSetStructuredErrorFunc(before.context, before.handler);
    r->failed |= !r->ended;
    return r->failed ? IMPORT_END : import->faulty ? IMPORT_SKIP : IMPORT_RECORD;
}

static void close_xml(struct ludus_import *import)
{
    struct xml_reading *r = import->state;
    xmlFreeParserCtxt(r->parser);
    buf_free(&r->wide);
    buf_free(&r->path);
    buf_free(&r->text);
    buf_free(&r->name);
    buf_free(&r->value);
}

const struct import_format import_xml = { sizeof(struct xml_reading), next_xml, close_xml };
