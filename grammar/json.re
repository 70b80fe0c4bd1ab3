/* json.re - scans JSON as a stream of tokens. Nothing is nested here, so depth costs nothing. */
#include "base/json.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/*!re2c
    re2c:api:style = free-form;
    re2c:define:YYCTYPE = "unsigned char";
    re2c:define:YYCURSOR = "json->cursor";
    re2c:define:YYMARKER = "json->marker";
    re2c:define:YYLIMIT = "json->limit";
    re2c:define:YYFILL = "fill(json)";
    re2c:define:YYFILL:naked = 1;
    re2c:eof = 0;

    digit  = [0-9];
    hex    = [0-9A-Fa-f];
    number = "-"? ("0" | [1-9] digit*) ("." digit+)? ([Ee] [-+]? digit+)?;
    word   = [-+.0-9A-Za-z]+;
    code   = "\\u" ([0-9A-CE-Fa-ce-f] hex | [Dd] [0-7]) hex{2};
    pair   = "\\u" [Dd] [89ABab] hex{2} "\\u" [Dd] [C-Fc-f] hex{2};
*/

/* Reads more bytes, and keeps those from json->start on. False at the end, or if the block is full. */
static bool fill(struct json *json)
{
    size_t used = (size_t)(json->start - json->block), kept = (size_t)(json->limit - json->start);
    memmove(json->block, json->start, kept);
    json->start -= used;
    json->cursor -= used;
    json->marker -= used;
    json->limit = json->block + kept;
    if (kept < JSON_BLOCK)
        json->limit += source_read(json->source, (char *)json->limit, JSON_BLOCK - kept);
    *json->limit = '\0';
    return json->limit > json->block + kept;
}

/* Takes the bytes since json->start, which must be on one line. Returns them. */
static const char *take_bytes(struct json *json, size_t *length)
{
    const char *begin = (const char *)json->start;
    *length = (size_t)(json->cursor - json->start);
    json->line_offset += text_characters(begin, *length);
    json->start = json->cursor;
    return begin;
}

static void add_bytes(struct json *json)
{
    size_t length;
    const char *begin = take_bytes(json, &length);
    buf_add(&json->text, begin, length);
}

/* Adds the character of \uXXXX, or of a surrogate pair. */
static void add_code(struct json *json)
{
    char units[4], character[4];
    size_t length, count = 0;
    unsigned written;
    for (const char *at = take_bytes(json, &length), *end = at + length; at < end; at += 6) {
        unsigned long unit = strtoul((char[5]){ at[2], at[3], at[4], at[5] }, NULL, 16);
        units[count++] = (char)(unit >> 8);
        units[count++] = (char)(unit & 0xff);
    }
    (void)text_from_utf16(units, count, true, character, &written);
    buf_add(&json->text, character, written);
}

/* Adds the character that a backslash and a letter stand for. */
static void add_sign(struct json *json)
{
    static const char letters[] = "\"\\/bfnrt", signs[] = "\"\\/\b\f\n\r\t";
    size_t length;
    buf_char(&json->text, signs[strchr(letters, take_bytes(json, &length)[1]) - letters]);
}

static enum json_token fault(struct json *json, const char *why)
{
    json->fault = why;
    return JSON_FAULT;
}

/* Reads a string after its opening quote. */
static enum json_token read_string(struct json *json)
{
    bool cut;
    while (json->text.length <= json->most) {
        /*!re2c
        [^"\\\x00-\x1f]+ { add_bytes(json); continue; }
        code | pair      { add_code(json); continue; }
        "\\" ["\\/bfnrt] { add_sign(json); continue; }
        ["]              { goto closed; }
        "\\"             { return fault(json, "a backslash escapes nothing that JSON knows"); }
        *                { json->cursor = json->start; return fault(json, "a control character or line break stands in a string"); }
        $                { return fault(json, "a string is not closed"); }
        */
    }
    return fault(json, "a string has more than --max-record allows");
closed:
    if (text_utf8(buf_string(&json->text), json->text.length, &cut) != json->text.length)
        return fault(json, "a string is not UTF-8");
    return JSON_STRING;
}

static void begin_line(struct json *json)
{
    json->line++;
    json->line_offset = 0;
    json->start = json->cursor;
}

static enum json_token scan(struct json *json)
{
    bool begun = json->limit;
    size_t length;
    if (!begun)
        json->start = json->cursor = json->marker = json->limit = json->block;
again:
    (void)take_bytes(json, &length);
    json->token_line = json->line + 1;
    json->token_column = json->line_offset + 1;
    /*!re2c
    "\xef\xbb\xbf" { if (begun || json->line || json->line_offset) { return fault(json, "this is no JSON"); } json->start = json->cursor; goto again; }
    [ \t\r]        { goto again; }
    "\n"           { begin_line(json); goto again; }
    "{"            { return JSON_OBJECT; }
    "}"            { return JSON_OBJECT_END; }
    "["            { return JSON_ARRAY; }
    "]"            { return JSON_ARRAY_END; }
    ":"            { return JSON_COLON; }
    ","            { return JSON_COMMA; }
    ["]            { (void)take_bytes(json, &length); return read_string(json); }
    "true"         { return JSON_TRUE; }
    "false"        { return JSON_FALSE; }
    "null"         { return JSON_NULL; }
    number         { add_bytes(json); return JSON_NUMBER; }
    word           { return fault(json, "this is no JSON"); }
    *              { return fault(json, "this is no JSON"); }
    $              { return JSON_END; }
    */
}

enum json_token json_next(struct json *json)
{
    buf_clear(&json->text);
    return json->token = scan(json);
}

bool json_recover(struct json *json)
{
    for (;;) {
        json->start = json->cursor;
        /*!re2c
        "\n{" { json->cursor--; begin_line(json); return true; }
        "\n"  { begin_line(json); continue; }
        *     { continue; }
        $     { return false; }
        */
    }
}
