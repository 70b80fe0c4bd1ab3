/* json_read.c - records from JSON, as a stream: one object after the other, between blanks or in an array.
 * Variations hold items, which hold variations; nothing else needs to be remembered of them than how deep
 * they are. */
#include "base/json.h"
#include "base/memory.h"
#include "notation/import.h"
#include "notation/turns.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Where the next record is looked for: outside of arrays; behind the [ of one, behind a record in it, or
 * behind a comma. */
enum place { OUTSIDE, BEGINNING, BEHIND, BETWEEN };

struct json_reading {
    struct ludus_import *import;
    struct json json;
    struct ludus_buffer text; /* of the item being read; owned */
    struct ludus_buffer name; /* of its member or tag; owned */
    size_t name_line, name_column;
    struct ludus_buffer open; /* brackets of a value that is skipped; owned */
    bool begun;               /* the { of the next record has been read */
    enum place place;
};

static bool open_json(struct ludus_import *import)
{
    struct json_reading *r = memory_zeroed(1, sizeof *r);
    if (!r)
        return false;
    import->state = r;
    r->import = import;
    r->json.source = import->source;
    r->json.most = (size_t)import->most << 20;
    return true;
}

static void close_json(struct ludus_import *import)
{
    struct json_reading *r = import->state;
    if (!r)
        return;
    buf_free(&r->json.text);
    buf_free(&r->text);
    buf_free(&r->name);
    buf_free(&r->open);
    free(r);
}

/* Says what is wrong at the token read last. Always false. */
static bool wrong(struct json_reading *r, const char *expected)
{
    const struct json *json = &r->json;
    if (json->token == JSON_FAULT)
        import_fault(r->import, IMPORT_JSON, json->token_line, json->token_column, "%s", json->fault);
    else if (json->token == JSON_END)
        import_fault(r->import, IMPORT_JSON, json->token_line, json->token_column,
                     "the file ends where %s is expected", expected);
    else
        import_fault(r->import, IMPORT_MEMBER, json->token_line, json->token_column, "%s is expected here",
                     expected);
    return false;
}

static bool expect(struct json_reading *r, enum json_token token, const char *called)
{
    return json_next(&r->json) == token || wrong(r, called);
}

static void keep_string(struct ludus_buffer *to, const struct json *json)
{
    buf_clear(to);
    buf_add(to, json->text.bytes, json->text.length);
}

/* A name and its colon, the name being the token read last. */
static bool take_name(struct json_reading *r)
{
    if (r->json.token != JSON_STRING)
        return wrong(r, "the name of a member");
    keep_string(&r->name, &r->json);
    r->name_line = r->json.token_line;
    r->name_column = r->json.token_column;
    return expect(r, JSON_COLON, "a colon");
}

/* Is that all of the text? */
static bool is(struct ludus_buffer *text, const char *word)
{
    return text->length == strlen(word) && strcmp(buf_string(text), word) == 0;
}

/* Goes over a value, whatever it is; its first token has been read. */
static bool skip_value(struct json_reading *r)
{
    buf_clear(&r->open);
    for (;; json_next(&r->json)) {
        enum json_token token = r->json.token;
        if (token == JSON_OBJECT || token == JSON_ARRAY) {
            buf_char(&r->open, (char)token);
        } else if (token == JSON_OBJECT_END || token == JSON_ARRAY_END) {
            if (r->open.length == 0 || r->open.bytes[r->open.length - 1] != (char)(token - 1))
                return wrong(r, "a value");
            r->open.length--;
        } else if (token == JSON_END || token == JSON_FAULT) {
            return wrong(r, "a value");
        } else if (r->open.length == 0 && (token == JSON_COMMA || token == JSON_COLON)) {
            return wrong(r, "a value");
        }
        if (r->open.length == 0)
            return !r->open.failed;
    }
}

/* After a member of an object: true when another follows, its name being read; at the end `*ended` is set. */
static bool another(struct json_reading *r, enum json_token end, bool *ended)
{
    enum json_token token = json_next(&r->json);
    *ended = token == end;
    if (*ended)
        return false;
    if (token != JSON_COMMA) {
        wrong(r, end == JSON_OBJECT_END ? "a comma or }" : "a comma or ]");
        return false;
    }
    json_next(&r->json);
    return true;
}

/* ---- Tags ---- */

static bool add_tag(struct json_reading *r)
{
    struct compose *compose = &r->import->compose;
    struct ludus_text name = { buf_string(&r->name), r->name.length };
    struct ludus_text value = { buf_string(&r->json.text), r->json.text.length };
    if (r->json.token != JSON_STRING)
        return wrong(r, "the value of a tag, a string");
    compose->line = r->json.token_line;
    compose->column = r->json.token_column;
    if (compose_tag(compose, name, value))
        return true;
    import_fault(r->import, IMPORT_ITEM, r->json.token_line, r->json.token_column,
                 "no tag can be called '%s', or a line break stands in its value", name.text);
    return false;
}

static bool read_tags(struct json_reading *r)
{
    bool ended = false;
    if (r->json.token != JSON_OBJECT)
        return wrong(r, "an object of tags");
    if (json_next(&r->json) == JSON_OBJECT_END)
        return true;
    do {
        if (!take_name(r) || (json_next(&r->json), !add_tag(r)))
            return false;
    } while (another(r, JSON_OBJECT_END, &ended));
    return ended;
}

static bool read_repeated(struct json_reading *r)
{
    bool ended = false;
    if (r->json.token != JSON_ARRAY)
        return wrong(r, "an array of tags");
    if (json_next(&r->json) == JSON_ARRAY_END)
        return true;
    do {
        if (r->json.token != JSON_ARRAY)
            return wrong(r, "an array of a name and a value");
        if (!expect(r, JSON_STRING, "the name of a tag"))
            return false;
        keep_string(&r->name, &r->json);
        if (!expect(r, JSON_COMMA, "a comma") || (json_next(&r->json), !add_tag(r)) ||
            !expect(r, JSON_ARRAY_END, "a ]"))
            return false;
    } while (another(r, JSON_ARRAY_END, &ended));
    return ended;
}

/* ---- Items ---- */

/* What may stand beside the member that says what an item is. */
enum { JOINED = 1, UNCLOSED = 2, FORM = 4 };

/* A member beside the first one of an item, its name being read; `seen` are those before it. */
static bool read_property(struct json_reading *r, const char *called, struct composed *item, unsigned *seen)
{
    static const uint8_t properties[LUDUS_EVENT_UNREAD + 1] = {
        [LUDUS_EVENT_MOVE] = JOINED,
        [LUDUS_EVENT_COMMENT] = FORM | UNCLOSED,
        [LUDUS_EVENT_VARIATION] = UNCLOSED,
    };
    unsigned property = is(&r->name, "joined")     ? JOINED
                        : is(&r->name, "unclosed") ? UNCLOSED
                        : is(&r->name, "form")     ? FORM
                                                   : 0;
    if (!(properties[item->event] & property)) {
        import_fault(r->import, IMPORT_MEMBER, r->name_line, r->name_column,
                     "'%s' cannot stand beside '%s' in one item", buf_string(&r->name), called);
        return false;
    }
    if (*seen & property) {
        import_fault(r->import, IMPORT_MEMBER, r->name_line, r->name_column, "'%s' stands here twice",
                     buf_string(&r->name));
        return false;
    }
    *seen |= property;
    enum json_token token = json_next(&r->json);
    if (property == FORM) {
        bool line = token == JSON_STRING && is(&r->json.text, "line");
        item->form = line ? ';' : '{';
        return line || (token == JSON_STRING && is(&r->json.text, "braces")) ||
               wrong(r, "\"line\" or \"braces\", the form of a comment,");
    }
    *(property == JOINED ? &item->joined : &item->cut) = token == JSON_TRUE;
    return token == JSON_TRUE || token == JSON_FALSE || wrong(r, "true or false");
}

/* Members that follow the first one, up to the }. */
static bool read_properties(struct json_reading *r, const char *called, struct composed *item)
{
    unsigned seen = 0;
    bool ended;
    while (another(r, JSON_OBJECT_END, &ended))
        if (!take_name(r) || !read_property(r, called, item, &seen))
            return false;
    return ended;
}

static bool read_item_text(struct json_reading *r, bool nag)
{
    enum json_token token = json_next(&r->json);
    buf_clear(&r->text);
    if (token != (nag ? JSON_NUMBER : JSON_STRING))
        return wrong(r, nag ? "the number of an annotation" : "a string");
    if (nag)
        buf_char(&r->text, '$');
    buf_add(&r->text, r->json.text.bytes, r->json.text.length);
    return true;
}

/* An item whose { has been read. A variation is only begun: `*opened` is set. */
static bool read_item(struct json_reading *r, bool *opened)
{
    struct compose *compose = &r->import->compose;
    struct composed item = { .form = '{' };
    json_next(&r->json);
    compose->line = r->json.token_line;
    compose->column = r->json.token_column;
    if (!take_name(r))
        return false;
    const char *called = buf_string(&r->name);
    enum ludus_event event = visit_named(called);
    item.event = (uint8_t)event;
    if (event == LUDUS_EVENT_END && is(&r->name, "played")) { /* what the rules make of a turn */
        json_next(&r->json);
        return skip_value(r) && read_properties(r, "played", &item);
    }
    if (event == LUDUS_EVENT_END) {
        import_fault(r->import, IMPORT_MEMBER, compose->line, compose->column, "no item is called '%s'",
                     called);
        return false;
    }
    if (event == LUDUS_EVENT_VARIATION) {
        compose_sign(&r->import->compose, event, "(");
        *opened = true;
        return expect(r, JSON_ARRAY, "an array of items");
    }
    if (!read_item_text(r, event == LUDUS_EVENT_NAG) || !read_properties(r, visit_name(event), &item))
        return false;
    item.text = buf_string(&r->text);
    item.length = r->text.length;
    compose_item(compose, &item);
    return true;
}

/* The ] and } of a variation; the ] has been read. */
static bool end_variation(struct json_reading *r)
{
    struct composed item = { .event = LUDUS_EVENT_VARIATION };
    if (!read_properties(r, visit_name(LUDUS_EVENT_VARIATION), &item))
        return false;
    r->import->compose.line = r->json.token_line;
    r->import->compose.column = r->json.token_column;
    if (item.cut)
        compose_end(&r->import->compose);
    else
        compose_sign(&r->import->compose, LUDUS_EVENT_VARIATION_END, ")");
    return true;
}

static bool read_items(struct json_reading *r)
{
    size_t depth = 0;
    bool first = true;
    if (r->json.token != JSON_ARRAY)
        return wrong(r, "an array of items");
    for (;;) {
        enum json_token token = json_next(&r->json);
        if (token == JSON_ARRAY_END) {
            if (depth-- == 0)
                return true;
            if (!end_variation(r))
                return false;
            first = false;
            continue;
        }
        if (!first && token != JSON_COMMA)
            return wrong(r, "a comma or ]");
        if (!first)
            token = json_next(&r->json);
        if (token != JSON_OBJECT)
            return wrong(r, "an item, an object");
        bool opened = false;
        if (!read_item(r, &opened))
            return false;
        depth += opened;
        first = opened;
    }
}

/* ---- Records ---- */

/* The members of a record, in the order in which they stand. */
static const struct {
    const char *name;
    bool (*read)(struct json_reading *r);
} members[] = {
    { "before", read_items }, { "tags", read_tags }, { "tagsRepeated", read_repeated }, { "text", read_items }
};

enum { MEMBERS = sizeof members / sizeof *members };

/* The { has been read. */
static bool read_record(struct json_reading *r)
{
    bool ended = false;
    unsigned step = 0; /* how far the members have come */
    if (json_next(&r->json) == JSON_OBJECT_END)
        return true;
    do {
        unsigned i = 0;
        if (!take_name(r))
            return false;
        while (i < MEMBERS && !is(&r->name, members[i].name))
            i++;
        if (i == MEMBERS || i < step) {
            import_fault(r->import, IMPORT_MEMBER, r->name_line, r->name_column,
                         i == MEMBERS ? "no member of a record is called '%s'"
                                      : "'%s' comes too late: \"before\", \"tags\", \"tagsRepeated\" and "
                                        "\"text\" stand in this order, each once",
                         buf_string(&r->name));
            return false;
        }
        step = i + 1;
        json_next(&r->json);
        if (!members[i].read(r))
            return false;
    } while (another(r, JSON_OBJECT_END, &ended));
    return ended;
}

/* Goes to the { of the next record. False at the end, outside of arrays, or where something else stands. */
static bool find_record(struct json_reading *r)
{
    for (;;) {
        const char *expected = r->place == BEHIND ? "a comma or ]" : "a record";
        enum json_token token = json_next(&r->json);
        if (token == JSON_OBJECT && r->place != BEHIND) {
            r->place = r->place == OUTSIDE ? OUTSIDE : BEHIND;
            return true;
        }
        if (token == JSON_END && (r->place == OUTSIDE || source_error(r->import->source)))
            return false;
        if (token == JSON_ARRAY && r->place == OUTSIDE)
            r->place = BEGINNING;
        else if (token == JSON_COMMA && r->place == BEHIND)
            r->place = BETWEEN;
        else if (token == JSON_ARRAY_END && (r->place == BEGINNING || r->place == BEHIND))
            r->place = OUTSIDE;
        else
            return wrong(r, expected);
    }
}

static enum import_next next_json(struct ludus_import *import)
{
    struct json_reading *r = import->state;
    enum import_next next = IMPORT_END;
    bool found = r->begun || find_record(r);
    r->begun = false;
    import->compose.line = r->json.token_line;
    import->compose.column = r->json.token_column;
    if (found)
        next = read_record(r) ? IMPORT_RECORD : IMPORT_SKIP;
    else if (r->json.token != JSON_END || r->place != OUTSIDE)
        next = IMPORT_SKIP;
    if (source_error(import->source) || r->text.failed || r->name.failed || r->open.failed ||
        r->json.text.failed) {
        import->error = source_error(import->source) ? source_error(import->source) : ENOMEM;
        return IMPORT_END;
    }
    if (next == IMPORT_SKIP) { /* it goes on with the next { that begins a line */
        r->begun = r->json.token == JSON_OBJECT && r->json.token_column == 1;
        found = r->begun || json_recover(&r->json);
        r->place = !found || r->place == OUTSIDE ? OUTSIDE : r->begun ? BEHIND : BETWEEN;
    }
    return next;
}

const struct import_format import_json = { open_json, next_json, close_json };
