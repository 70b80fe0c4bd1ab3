/* xml_read.c - records from XML, as a stream: one record is in memory, and what is not as the schema has it
 * is told with its place. There is nothing that a document could make this reader fetch or multiply: a
 * document type declaration, which alone can define entities, is refused by the guard, and by a parser that
 * reads no further than the first element and has the usual limits. */
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

/* ---- Elements ---- */

/* What is told, and composed, next stands where the tag read last does. */
static size_t tag_line(const struct xml_reading *r)
{
    return r->tag.line ? r->tag.line : (size_t)xmlTextReaderGetParserLineNumber(r->reader);
}

static size_t tag_column(const struct xml_reading *r)
{
    return r->tag.line ? r->tag.column : 1;
}

static void element_fault(struct xml_reading *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Of a record only the first is told. */
static void element_fault(struct xml_reading *r, const char *format, ...)
{
    va_list arguments;
    if (r->import->faulty)
        return;
    va_start(arguments, format);
    import_fault_list(r->import, IMPORT_ELEMENT, tag_line(r), tag_column(r), format, arguments);
    va_end(arguments);
}

static enum xml_element parent(const struct xml_reading *r)
{
    return r->path.length ? (enum xml_element)((unsigned char)r->path.bytes[r->path.length - 1] & ~UNCLOSED)
                          : XML_ELEMENTS;
}

static const char *parent_name(const struct xml_reading *r)
{
    return r->path.length ? xml_names[parent(r)].name : "a document";
}

/* The attribute called so in "name! form ": how its word goes on, or NULL. */
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

static void take_char(struct xml_reading *r, const char *value)
{
    const char *end = value;
    uint32_t code = number_take(&end);
    char utf8[4];
    int length = 0;
    if (end == value || *end || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) {
        element_fault(r, "%s is no character", value);
        return;
    }
    if (code < 0x80)
        utf8[length++] = (char)code;
    else
        length = xmlCopyCharMultiByte((xmlChar *)utf8, (int)code);
    buf_add(&r->text, utf8, (size_t)length);
}

static void take_attribute(struct xml_reading *r, enum xml_element element, const char *name,
                           const char *value)
{
    if (!find_word(xml_names[element].attributes, name)) {
        element_fault(r, "the attribute '%s' does not belong to <%s>", name, xml_names[element].name);
    } else if (element == XML_TAG) {
        buf_text(&r->name, value);
    } else if (element == XML_COMMAND) {
        buf_text(&r->text, "[%");
        buf_text(&r->text, value);
    } else if (element == XML_CHAR) {
        take_char(r, value);
    } else if (strcmp(name, "joined") == 0 || strcmp(name, "unclosed") == 0) {
        bool set = is_one_of(value, "true", "1");
        if (!set && !is_one_of(value, "false", "0"))
            element_fault(r, "the attribute '%s' is true or false, not '%s'", name, value);
        *(*name == 'j' ? &r->joined : &r->cut) = set;
    } else if (strcmp(name, "form") == 0 || strcmp(name, "sign") == 0) {
        bool form = *name == 'f';
        if (!is_one_of(value, form ? "braces" : "tilde", form ? "line" : "dot"))
            element_fault(r,
                          form ? "the form of a comment is 'braces' or 'line', not '%s'"
                               : "the sign of an unclear place is 'tilde' or 'dot', not '%s'",
                          value);
        r->line |= form && strcmp(value, "line") == 0;
        buf_clear(&r->name);
        buf_text(&r->name, value);
    }
}

static void read_attributes(struct xml_reading *r, enum xml_element element)
{
    const char *must = xml_names[element].attributes;
    size_t wanted = 0, found = 0;
    for (const char *at = must; *at; at++)
        wanted += *at == '!';
    while (xmlTextReaderMoveToNextAttribute(r->reader) == 1) {
        const char *name = (const char *)xmlTextReaderConstLocalName(r->reader);
        const char *value = (const char *)xmlTextReaderConstValue(r->reader);
        if (xmlTextReaderIsNamespaceDecl(r->reader) == 1 || xmlTextReaderConstPrefix(r->reader))
            continue;
        const char *word = find_word(must, name);
        found += word && *word == '!';
        take_attribute(r, element, name, value ? value : "");
    }
    (void)xmlTextReaderMoveToElement(r->reader);
    if (found < wanted)
        element_fault(r, "<%s> lacks an attribute that it must have", xml_names[element].name);
}

static void add(struct xml_reading *r, enum ludus_event event)
{
    const char *text = buf_string(&r->text), *end = text + r->text.length;
    bool kept = event == LUDUS_EVENT_COMMENT || event == LUDUS_EVENT_ESCAPE || event == LUDUS_EVENT_UNREAD;
    while (!kept && text < end && strchr(" \t\r\n", *text))
        text++;
    while (!kept && text < end && strchr(" \t\r\n", end[-1]))
        end--;
    struct composed item = { .event = (uint8_t)event,
                             .form = r->line ? ';' : '{',
                             .joined = r->joined,
                             .cut = r->cut,
                             .text = text,
                             .length = (size_t)(end - text) };
    compose_item(&r->import->compose, &item);
}

static bool has_text_of_its_own(enum xml_element element)
{
    return (element >= XML_TAG && element <= XML_BAD && xml_names[element].text);
}

/* Is its text a word, or part of one: of a number, a roll, a move, a result? */
static bool is_word(enum xml_element element)
{
    static const uint64_t free_texts = UINT64_C(1) << XML_TAG | UINT64_C(1) << XML_COMMENT |
                                       UINT64_C(1) << XML_COMMAND | UINT64_C(1) << XML_ESCAPE |
                                       UINT64_C(1) << XML_BAD;
    return xml_names[element].text && !(free_texts >> element & 1);
}

/* The blank behind a name, and before a word, which another program may have taken out or made indentation.
 */
static void part_words(struct xml_reading *r, enum xml_element element)
{
    size_t at = r->text.length;
    char last = '\0';
    if (at > 0)
        last = r->text.bytes[at - 1];
    bool glued = is_letter(last) || is_digit(last);
    bool word = (element == XML_SQUEEZE || element == XML_SIC) && glued;
    if (at > 0 &&
        (r->name_end == at || word || (element >= XML_EP && element <= XML_SIC && r->indented == at)))
        buf_char(&r->text, ' ');
    r->name_begin = r->text.length;
}

static void begin_element(struct xml_reading *r, enum xml_element element)
{
    struct compose *compose = &r->import->compose;
    if (has_text_of_its_own(element)) {
        buf_clear(&r->text);
        buf_clear(&r->name);
        r->joined = r->line = r->cut = false;
        r->name_end = r->indented = 0;
        compose->line = tag_line(r);
        compose->column = tag_column(r);
    }
    if (element == XML_RECORD) {
        compose_clear(compose);
        r->import->faulty = false;
        compose->line = tag_line(r);
        compose->column = tag_column(r);
    }
    r->cut = element == XML_VARIATION ? false : r->cut;
    if (element >= XML_PIECE)
        part_words(r, element);
    else if (element == XML_NAG)
        buf_char(&r->text, '$');
    else if (element == XML_SUPPLIED)
        buf_char(&r->text, '<');
    else if (element == XML_GAP)
        buf_char(&r->text, '_');
    else if (element == XML_UNCLEAR)
        buf_clear(&r->name);
    read_attributes(r, element);
    if (element == XML_COMMAND) {
        buf_char(&r->text, ' ');
        r->command = r->text.length;
    }
    if (element == XML_VARIATION) {
        compose->line = tag_line(r);
        compose->column = tag_column(r);
        compose_sign(&r->import->compose, LUDUS_EVENT_VARIATION, "(");
    }
}

static void end_element(struct xml_reading *r, enum xml_element element, bool unclosed)
{
    struct ludus_buffer *text = &r->text;
    if (element == XML_TAG) {
        struct ludus_text name = { buf_string(&r->name), r->name.length };
        struct ludus_text value = { buf_string(text), text->length };
        r->tag.line = r->import->compose.line;
        r->tag.column = r->import->compose.column;
        if (!compose_tag(&r->import->compose, name, value))
            element_fault(r, "no tag can be called '%s', or a line break stands in its value", name.text);
    } else if (element == XML_VARIATION) {
        r->import->compose.line = tag_line(r);
        r->import->compose.column = tag_column(r);
        if (unclosed)
            compose_end(&r->import->compose);
        else
            compose_sign(&r->import->compose, LUDUS_EVENT_VARIATION_END, ")");
    } else if (has_text_of_its_own(element)) {
        add(r, visit_named(xml_names[element].name));
    } else if (element == XML_PIECE) {
        r->name_end = text->length - r->name_begin > 1 ? text->length : 0;
    } else if (element == XML_SUPPLIED) {
        buf_char(text, '>');
    } else if (element == XML_UNCLEAR) {
        buf_text(text, strcmp(buf_string(&r->name), "dot") == 0 ? "\u0323" : "~");
    } else if (element == XML_COMMAND) {
        text->length -= text->length == r->command && text->length > 0; /* nothing but its name */
        buf_char(text, ']');
    }
}

/* ---- Nodes ---- */

static void pop(struct xml_reading *r)
{
    if (r->path.length == 0) /* no memory for what began */
        return;
    unsigned char top = (unsigned char)r->path.bytes[--r->path.length];
    end_element(r, (enum xml_element)(top & ~UNCLOSED), top & UNCLOSED);
}

static void start_node(struct xml_reading *r)
{
    const char *name = (const char *)xmlTextReaderConstLocalName(r->reader);
    const char *space = (const char *)xmlTextReaderConstNamespaceUri(r->reader);
    bool empty = xmlTextReaderIsEmptyElement(r->reader) == 1;
    enum xml_element element = xml_name_find(name);
    uint64_t place = r->path.length ? UINT64_C(1) << parent(r) : XML_ROOT;
    if (r->skip > 0 || !space || strcmp(space, XML_RECORD_NAMESPACE) != 0 || element == XML_ELEMENTS ||
        !(xml_names[element].parents & place)) {
        if (r->skip == 0 && (!space || strcmp(space, XML_RECORD_NAMESPACE) != 0))
            element_fault(r, "<%s> is not in the namespace " XML_RECORD_NAMESPACE, name);
        else if (r->skip == 0)
            element_fault(r, "<%s> cannot stand in %s", name, parent_name(r));
        r->skip += !empty;
        return;
    }
    if (element == XML_PLAYED) {
        read_attributes(r, element);
        r->skip += !empty;
        return;
    }
    begin_element(r, element);
    buf_char(&r->path, (char)(element | (element == XML_VARIATION && r->cut ? UNCLOSED : 0)));
    if (empty)
        pop(r);
}

static void text_node(struct xml_reading *r)
{
    const char *value = (const char *)xmlTextReaderConstValue(r->reader);
    if (r->skip > 0 || !value)
        return;
    bool blank = value[strspn(value, " \t\r\n")] == '\0';
    if (r->path.length && parent(r) == XML_NAG)
        value += strspn(value, " \t\r\n");
    if (r->path.length && is_word(parent(r)) && blank && strchr(value, '\n'))
        r->indented = r->text.length;
    else if (r->path.length && xml_names[parent(r)].text)
        buf_text(&r->text, value);
    else if (!blank) {
        r->tag.line = r->tag.end_line;
        r->tag.column = r->tag.end_column;
        element_fault(r, "text cannot stand in %s", parent_name(r));
    }
}

/* Takes in one node. True when it ended a record. */
static bool take_node(struct xml_reading *r)
{
    int type = xmlTextReaderNodeType(r->reader);
    if (type == XML_READER_TYPE_ELEMENT || type == XML_READER_TYPE_END_ELEMENT)
        r->tag = xml_guard_take(&r->guard, (const char *)xmlTextReaderConstName(r->reader));
    switch (type) {
    case XML_READER_TYPE_ELEMENT:
        start_node(r);
        break;
    case XML_READER_TYPE_END_ELEMENT:
        if (r->skip > 0) {
            r->skip--;
            return false;
        }
        break;
    case XML_READER_TYPE_TEXT:
    case XML_READER_TYPE_CDATA:
    case XML_READER_TYPE_WHITESPACE:
    case XML_READER_TYPE_SIGNIFICANT_WHITESPACE:
        text_node(r);
        return false;
    case XML_READER_TYPE_DOCUMENT_TYPE: /* the guard should have seen it */
        r->guard.refused = XML_GUARD_DOCTYPE;
        r->failed = true;
        return false;
    case XML_READER_TYPE_ENTITY_REFERENCE:
        element_fault(r, "the entity '%s' is not known", (const char *)xmlTextReaderConstName(r->reader));
        return false;
    default:
        return false;
    }
    if (type == XML_READER_TYPE_END_ELEMENT) {
        bool record = parent(r) == XML_RECORD;
        pop(r);
        return record;
    }
    return xmlTextReaderIsEmptyElement(r->reader) == 1 && r->skip == 0 &&
           xml_name_find((const char *)xmlTextReaderConstLocalName(r->reader)) == XML_RECORD;
}

/* Reads on to the next node. 1, or 0 at the end, or less than 0. */
static int read_node(struct xml_reading *r)
{
    struct xml_errors before = xml_hush();
    int more = xmlTextReaderRead(r->reader);
    xml_unhush(before);
    return more;
}

static enum import_next next_xml(struct ludus_import *import)
{
    struct xml_reading *r = import->state;
    int more = 0;
    if (!r->reader && !r->guard.refused) {
        import->error = ENOMEM;
        return IMPORT_END;
    }
    while (r->reader && !r->failed && r->text.length <= r->guard.most && (more = read_node(r)) == 1)
        if (take_node(r))
            return import->faulty ? IMPORT_SKIP : IMPORT_RECORD;
    import->error = r->path.failed || r->text.failed || r->name.failed || r->guard.tags.failed
                        ? ENOMEM
                        : source_error(import->source);
    if (r->text.length > r->guard.most)
        import_fault(import, IMPORT_LARGE, tag_line(r), tag_column(r), LARGE_TEXT, "text", import->most);
    else if (r->guard.refused)
        import_fault(import, r->guard.done ? IMPORT_XML : IMPORT_DOCTYPE, r->guard.line, r->guard.column,
                     "%s", r->guard.refused);
    else if (more < 0 && !r->failed && !import->error)
        import_fault(import, IMPORT_XML, 1, 1, "this is not well-formed XML");
    r->guard.refused = NULL;
    r->failed = true;
    return IMPORT_END;
}

const struct import_format import_xml = { xml_reading_open, next_xml, xml_reading_close };
