/* json_read.c - reads records from a JSON stream: objects one after another, between blanks or in an array.
 * Variations contain items, and items contain variations; only their depth is remembered. */
#include "base/json.h"
#include "base/text.h"
#include "notation/import.h"
#include "notation/turns.h"

#include <errno.h>

/* The place where the next record is expected: outside of arrays; after the [ of an array, after a record in
 * it, or after a comma. */
enum place { OUTSIDE, BEGINNING, BEHIND, BETWEEN };

struct json_reading {
    struct ludus_import *import;
    struct json json;
    struct ludus_buffer text; /* of the item being read, or the open brackets of a skipped value; owned */
    struct ludus_buffer name; /* of the member or tag; owned */
    size_t name_line, name_column;
    bool begun;  /* the { of the next record has been read */
    bool failed; /* an error in this record was reported */
    enum place place;
};

static void close_json(struct ludus_import *import)
{
    struct json_reading *r = import->state;
    buf_free(&r->json.text);
    buf_free(&r->text);
    buf_free(&r->name);
}

/* Returns the composer, with the place of the last token. */
static struct compose *compose_here(struct json_reading *r)
{
    r->import->compose.line = r->json.token_line;
    r->import->compose.column = r->json.token_column;
    return &r->import->compose;
}

/* Reports an error at the last token. The rest of the record is not read. Always returns false. */
static bool bad_token(struct json_reading *r, const char *expected)
{
    const struct json *json = &r->json;
    if (r->failed)
        return false;
    r->failed = true;
    if (json->token == JSON_FAULT)
        import_fault(r->import, "bad-json", json->token_line, json->token_column, "%s", json->fault);
    else if (json->token == JSON_END)
        import_fault(r->import, "bad-json", json->token_line, json->token_column,
                     "the file ends where %s is expected", expected);
    else
        import_fault(r->import, "json-member", json->token_line, json->token_column, "%s is expected here",
                     expected);
    return false;
}

/* Reports an error at the last name in the same way. */
static bool __attribute__((format(printf, 2, 3))) bad_name(struct json_reading *r, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    import_fault_list(r->import, "json-member", r->name_line, r->name_column, format, arguments);
    va_end(arguments);
    r->failed = true;
    return false;
}

static bool expect_token(struct json_reading *r, enum json_token token, const char *called)
{
    return !r->failed && (json_next(&r->json) == token || bad_token(r, called));
}

static void copy_string(struct ludus_buffer *to, const struct json *json)
{
    buf_clear(to);
    buf_add(to, json->text.bytes, json->text.length);
}

/* Reads a name, which is the last token, and the colon after it. */
static bool read_name(struct json_reading *r)
{
    if (r->json.token != JSON_STRING)
        return bad_token(r, "the name of a member");
    copy_string(&r->name, &r->json);
    r->name_line = r->json.token_line;
    r->name_column = r->json.token_column;
    return expect_token(r, JSON_COLON, "a colon");
}

/* Checks for another entry of the object or array that ends with `end`, and reads its first token. The last
 * token must be the opening bracket or the end of the entry before. */
static bool next_entry(struct json_reading *r, enum json_token end)
{
    bool first = r->json.token == end - 1;
    enum json_token token = r->failed ? end : json_next(&r->json);
    if (token == end)
        return false;
    if (!first && token != JSON_COMMA)
        return bad_token(r, end == JSON_OBJECT_END ? "a comma or }" : "a comma or ]");
    if (!first)
        json_next(&r->json);
    return true;
}

static void skip_value(struct json_reading *r)
{
    buf_clear(&r->text);
    do {
        enum json_token token = json_next(&r->json);
        size_t depth = r->text.length;
        bool ends = token == JSON_OBJECT_END || token == JSON_ARRAY_END;
        if (token == JSON_OBJECT || token == JSON_ARRAY)
            buf_char(&r->text, (char)token);
        else if (ends && depth > 0 && r->text.bytes[depth - 1] == (char)(token - 1))
            r->text.length--;
        else if (ends || token == JSON_END || token == JSON_FAULT ||
                 (depth == 0 && (token == JSON_COMMA || token == JSON_COLON)))
            bad_token(r, "a value");
        r->failed |= r->text.failed;
    } while (r->text.length > 0 && !r->failed);
}

/* ---- Tags ---- */

/* Reads an object of tags, or an array of `pairs` of a name and a value. */
static void read_tags(struct json_reading *r, bool pairs)
{
    const enum json_token end = pairs ? JSON_ARRAY_END : JSON_OBJECT_END;
    if (r->json.token != end - 1)
        bad_token(r, pairs ? "an array of tags" : "an object of tags");
    while (next_entry(r, end)) {
        if (pairs && r->json.token != JSON_ARRAY)
            bad_token(r, "an array of a name and a value");
        if (pairs && expect_token(r, JSON_STRING, "the name of a tag"))
            copy_string(&r->name, &r->json);
        if (!(pairs ? expect_token(r, JSON_COMMA, "a comma") : read_name(r)) ||
            !expect_token(r, JSON_STRING, "the value of a tag, a string"))
            return;
        r->failed =
            !compose_tag(compose_here(r), ludus_buffer_text(&r->name), ludus_buffer_text(&r->json.text));
        if (r->failed)
            import_fault(r->import, "bad-item", r->json.token_line, r->json.token_column,
                         "no tag can be called '%s', or a line break stands in its value",
                         buf_string(&r->name));
        if (pairs)
            expect_token(r, JSON_ARRAY_END, "a ]");
    }
}

/* ---- Items ---- */

/* Reads the members of an item after the first one, `called`, up to the }. */
static void read_properties(struct json_reading *r, const char *called, struct composed *item)
{
    enum { JOINED, UNCLOSED, FORM };
    static const unsigned owners[] = { [JOINED] = 1U << LUDUS_EVENT_MOVE,
                                       [UNCLOSED] =
                                           1U << LUDUS_EVENT_COMMENT | 1U << LUDUS_EVENT_VARIATION_END,
                                       [FORM] = 1U << LUDUS_EVENT_COMMENT };
    unsigned seen = 0;
    while (next_entry(r, JSON_OBJECT_END) && read_name(r)) {
        int p = text_among(r->name.bytes, r->name.length, "joined unclosed form");
        if (p < 0 || !(owners[p] >> item->event & 1))
            bad_name(r, "'%s' cannot stand beside '%s' in one item", buf_string(&r->name), called);
        else if (seen >> p & 1)
            bad_name(r, "'%s' stands here twice", buf_string(&r->name));
        if (r->failed)
            return;
        seen |= 1U << p;
        enum json_token token = json_next(&r->json);
        if (p == FORM) {
            int form = token == JSON_STRING
                           ? text_among(r->json.text.bytes, r->json.text.length, "braces line")
                           : -1;
            item->form = form == 1 ? ';' : '{';
            if (form < 0)
                bad_token(r, "\"line\" or \"braces\", the form of a comment,");
        } else {
            *(p == JOINED ? &item->joined : &item->cut) = token == JSON_TRUE;
            if (token != JSON_TRUE && token != JSON_FALSE)
                bad_token(r, "true or false");
        }
    }
}

/* Reads an item after its {. Returns true for a variation, of which only the beginning is read. */
static bool read_item(struct json_reading *r)
{
    struct composed item = { .form = '{' };
    json_next(&r->json);
    struct compose *compose = compose_here(r);
    if (!read_name(r))
        return false;
    const char *called = buf_string(&r->name);
    enum ludus_event event = visit_named(called);
    bool nag = event == LUDUS_EVENT_NAG;
    item.event = (uint8_t)event;
    if (event == LUDUS_EVENT_END &&
        text_is(called, r->name.length, "played")) { /* the effect of a turn is not read */
        skip_value(r);
        read_properties(r, "played", &item);
        return false;
    }
    if (event == LUDUS_EVENT_END)
        return bad_name(r, "no item is called '%s'", called);
    if (event == LUDUS_EVENT_VARIATION) {
        compose_sign(compose, event, "(");
        return expect_token(r, JSON_ARRAY, "an array of items");
    }
    expect_token(r, nag ? JSON_NUMBER : JSON_STRING, nag ? "the number of an annotation" : "a string");
    buf_clear(&r->text);
    buf_text(&r->text, nag ? "$" : "");
    buf_add(&r->text, r->json.text.bytes, r->json.text.length);
    read_properties(r, visit_words[event].name, &item);
    item.text = buf_string(&r->text);
    item.length = r->text.length;
    if (!r->failed)
        compose_item(compose, &item);
    return false;
}

static void read_items(struct json_reading *r)
{
    if (r->json.token != JSON_ARRAY)
        bad_token(r, "an array of items");
    for (size_t depth = 1; depth > 0 && !r->failed;) {
        if (next_entry(r, JSON_ARRAY_END))
            if (r->json.token == JSON_OBJECT)
                depth += read_item(r);
            else
                bad_token(r, "an item, an object");
        else if (--depth > 0) { /* the rest of a variation, after its ] */
            struct composed item = { .event = LUDUS_EVENT_VARIATION_END, .text = ")", .length = 1 };
            read_properties(r, visit_words[LUDUS_EVENT_VARIATION].name, &item);
            struct compose *compose = compose_here(r);
            if (!r->failed)
                compose_item(compose, &item);
        }
    }
}

/* ---- Records ---- */

/* Reads a record after its {. */
static void read_record(struct json_reading *r)
{
    enum { TAGS = 1, REPEATED };
    int step = 0; /* the next allowed member */
    while (next_entry(r, JSON_OBJECT_END) && read_name(r)) {
        int i = text_among(r->name.bytes, r->name.length, "before tags tagsRepeated text");
        if (i < 0) {
            bad_name(r, "no member of a record is called '%s'", buf_string(&r->name));
        } else if (i < step) {
            bad_name(r,
                     "'%s' comes too late: \"before\", \"tags\", \"tagsRepeated\" and \"text\" stand in this "
                     "order, each once",
                     buf_string(&r->name));
        } else {
            step = i + 1;
            json_next(&r->json);
            if (i == TAGS || i == REPEATED)
                read_tags(r, i == REPEATED);
            else
                read_items(r);
        }
    }
}

/* Reads up to the { of the next record. Returns false at the end outside of arrays, or with an error. */
static bool find_record(struct json_reading *r)
{
    for (;;) {
        enum json_token token = json_next(&r->json);
        bool object = token == JSON_OBJECT && r->place != BEHIND;
        if (token == JSON_END && (r->place == OUTSIDE || source_error(r->import->source)))
            return false;
        if (token == JSON_ARRAY && r->place == OUTSIDE)
            r->place = BEGINNING;
        else if (token == JSON_COMMA && r->place == BEHIND)
            r->place = BETWEEN;
        else if (token == JSON_ARRAY_END && (r->place == BEGINNING || r->place == BEHIND))
            r->place = OUTSIDE;
        else if (!object)
            return bad_token(r, r->place == BEHIND ? "a comma or ]" : "a record");
        else if (r->place != OUTSIDE)
            r->place = BEHIND;
        if (object)
            return true;
    }
}

static enum import_next next_json(struct ludus_import *import)
{
    struct json_reading *r = import->state;
    r->import = import;
    r->json.source = import->source;
    r->json.most = (size_t)import->most << 20;
    r->failed = false;
    bool found = r->begun || find_record(r);
    (void)compose_here(r);
    if (found)
        read_record(r);
    import->error = source_error(import->source);
    if (!import->error && (r->text.failed || r->name.failed || r->json.text.failed))
        import->error = ENOMEM;
    if (import->error || !(found || r->failed))
        return IMPORT_END;
    r->begun = false;
    if (r->failed) { /* reading continues at the next { that begins a line */
        r->begun = r->json.token == JSON_OBJECT && r->json.token_column == 1;
        found = r->begun || json_recover(&r->json);
        r->place = !found || r->place == OUTSIDE ? OUTSIDE : r->begun ? BEHIND : BETWEEN;
    }
    return r->failed ? IMPORT_SKIP : IMPORT_RECORD;
}

const struct import_format import_json = { sizeof(struct json_reading), next_json, close_json };
