/* json.c - JSON as a stream of tokens, and JSON strings. Nothing nests here, so that depth costs nothing. */
#include "formats/json.h"

#include "base/text.h"

#include <stdint.h>
#include <string.h>

enum { NO_BYTE = -1 };

/* The next byte, or NO_BYTE at the end. */
static int peek(struct json *json)
{
    if (json->at == json->end) {
        json->at = 0;
        json->end = source_read(json->source, json->block, sizeof json->block);
    }
    return json->at < json->end ? (unsigned char)json->block[json->at] : NO_BYTE;
}

static int take(struct json *json)
{
    int byte = peek(json);
    if (byte == NO_BYTE)
        return byte;
    json->at++;
    if (byte == '\n') {
        json->line++;
        json->line_offset = 0;
    } else {
        json->line_offset += (byte & 0xc0) != 0x80;
    }
    return byte;
}

static enum json_token fault(struct json *json, const char *why)
{
    json->fault = why;
    return JSON_FAULT;
}

static void skip_spaces(struct json *json)
{
    if (!json->begun) {
        json->begun = true;
        if (peek(json) == 0xef && json->end - json->at >= 3 &&
            memcmp(json->block + json->at, "\xef\xbb\xbf", 3) == 0)
            json->at += 3;
    }
    for (int c = peek(json); c == ' ' || c == '\t' || c == '\n' || c == '\r'; c = peek(json))
        take(json);
}

/* ---- Strings ---- */

static void add_code(struct ludus_buffer *out, uint32_t code)
{
    static const uint8_t lead[] = { 0, 0xc0, 0xe0, 0xf0 };
    char bytes[4];
    size_t length = 0;
    if (code < 0x80) {
        bytes[length++] = (char)code;
    } else {
        unsigned more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
        bytes[length++] = (char)(uint8_t)(lead[more] | code >> (6 * more));
        while (more-- > 0)
            bytes[length++] = (char)(uint8_t)(0x80u | (code >> (6 * more) & 0x3f));
    }
    buf_add(out, bytes, length);
}

/* Four hexadecimal digits; more than 0xffff when they are not there. */
static uint32_t take_hex(struct json *json)
{
    uint32_t code = 0;
    for (int i = 0; i < 4; i++) {
        int c = peek(json);
        int digit = c >= '0' && c <= '9'                     ? c - '0'
                    : (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (c | 0x20) - 'a' + 10
                                                             : -1;
        if (digit < 0)
            return UINT32_MAX;
        take(json);
        code = code << 4 | (uint32_t)digit;
    }
    return code;
}

/* After `\u`. */
static bool take_code(struct json *json)
{
    uint32_t code = take_hex(json);
    if (code >= 0xd800 && code < 0xdc00) {
        bool pair = take(json) == '\\';
        pair = pair && take(json) == 'u';
        uint32_t low = pair ? take_hex(json) : 0;
        if (low < 0xdc00 || low > 0xdfff)
            return false;
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    } else if (code > 0xffff || (code >= 0xdc00 && code < 0xe000)) {
        return false;
    }
    add_code(&json->text, code);
    return true;
}

static bool take_escape(struct json *json)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    int c = take(json);
    if (c == 'u')
        return take_code(json);
    const char *found = c > 0 ? strchr(from, c) : NULL;
    if (found)
        buf_char(&json->text, to[found - from]);
    return found != NULL;
}

/* Bytes of a string that mean themselves, as many as the block holds. */
static void take_plain(struct json *json)
{
    size_t from = json->at, at = from;
    while (at < json->end && json->block[at] != '"' && json->block[at] != '\\' &&
           (unsigned char)json->block[at] >= ' ')
        at++;
    buf_add(&json->text, json->block + from, at - from);
    json->line_offset += text_characters(json->block + from, at - from);
    json->at = at;
}

static enum json_token read_string(struct json *json)
{
    take(json);
    for (;;) {
        int c = peek(json);
        if (c == '"')
            break;
        if (c == NO_BYTE)
            return fault(json, "a string is not closed");
        if (c < ' ')
            return fault(json, "a control character or line break stands in a string");
        if (c == '\\') {
            take(json);
            if (!take_escape(json))
                return fault(json, "a backslash escapes nothing that JSON knows");
        } else {
            take_plain(json);
        }
        if (json->text.length > json->most)
            return fault(json, "a string has more than --max-record allows");
    }
    take(json);
    bool cut;
    if (text_utf8(json->text.bytes ? json->text.bytes : "", json->text.length, &cut) != json->text.length)
        return fault(json, "a string is not UTF-8");
    return JSON_STRING;
}

/* ---- Tokens ---- */

static bool is_word(int c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '+' || c == '.';
}

static bool is_number(const char *at)
{
    at += *at == '-';
    if (*at == '0' && at[1] >= '0' && at[1] <= '9')
        return false;
    size_t digits = strspn(at, "0123456789");
    at += digits;
    if (digits && *at == '.') {
        digits = strspn(++at, "0123456789");
        at += digits;
    }
    if (digits && (*at | 0x20) == 'e') {
        at += 1 + (at[1] == '+' || at[1] == '-');
        digits = strspn(at, "0123456789");
        at += digits;
    }
    return digits && *at == '\0';
}

static enum json_token read_word(struct json *json)
{
    enum { LONGEST = 400 };
    static const struct {
        const char *word;
        enum json_token token;
    } words[] = { { "true", JSON_TRUE }, { "false", JSON_FALSE }, { "null", JSON_NULL } };
    while (is_word(peek(json)) && json->text.length < LONGEST)
        buf_char(&json->text, (char)take(json));
    const char *text = buf_string(&json->text);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(text, words[i].word) == 0)
            return words[i].token;
    if (is_number(text))
        return JSON_NUMBER;
    if (json->text.length == 0)
        take(json);
    return fault(json, "this is no JSON");
}

enum json_token json_next(struct json *json)
{
    static const char signs[] = "{}[]:,";
    skip_spaces(json);
    buf_clear(&json->text);
    json->token_line = json->line + 1;
    json->token_column = json->line_offset + 1;
    int c = peek(json);
    const char *sign = c > 0 ? strchr(signs, c) : NULL;
    if (c == NO_BYTE) {
        json->token = JSON_END;
    } else if (sign) {
        take(json);
        json->token = (enum json_token)(JSON_OBJECT + (sign - signs));
    } else {
        json->token = c == '"' ? read_string(json) : read_word(json);
    }
    return json->token;
}

bool json_recover(struct json *json)
{
    for (int c = take(json); c != NO_BYTE; c = take(json))
        if (json->line_offset == 0 && c == '\n' && peek(json) == '{')
            return true;
    return false;
}

void json_free(struct json *json)
{
    buf_free(&json->text);
}

void json_string(struct ludus_buffer *out, const char *text, size_t length)
{
    buf_char(out, '"');
    for (size_t at = 0; at < length;) {
        size_t plain = at;
        unsigned step = 1;
        unsigned char c = 0;
        for (; at < length; at += step) {
            c = (unsigned char)text[at];
            step = c < 0x80 ? 1 : text_sequence(text + at, length - at);
            if (step == 0 || c < ' ' || c == '"' || c == '\\' || c == 0x7f)
                break;
        }
        buf_add(out, text + plain, at - plain);
        if (at == length)
            break;
        if (step == 0)
            buf_text(out, "\xef\xbf\xbd");
        else if (c == '"' || c == '\\')
            buf_format(out, "\\%c", c);
        else if (c == '\n' || c == '\t')
            buf_text(out, c == '\n' ? "\\n" : "\\t");
        else
            buf_format(out, "\\u%04x", c);
        at++;
    }
    buf_char(out, '"');
}
