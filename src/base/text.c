/* text.c - functions for byte strings: encoding, lines, columns, words, numbers. They process many bytes at a
 * time where that is faster. */
#include "base/text.h"

#include "base/memory.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define EACH_BYTE(byte) (0x0101010101010101u * (uint64_t)(byte))

static uint64_t load_word(const char *text)
{
    uint64_t word;
    memcpy(&word, text, sizeof word);
    return word;
}

/* Returns the number of ASCII bytes at the beginning of the text. */
static size_t count_ascii(const char *text, size_t length)
{
    size_t at = 0;
    while (length - at >= 32) {
        uint64_t high = load_word(text + at) | load_word(text + at + 8) | load_word(text + at + 16) |
                        load_word(text + at + 24);
        if (high & EACH_BYTE(0x80))
            break;
        at += 32;
    }
    while (at < length && (unsigned char)text[at] < 0x80)
        at++;
    return at;
}

/* Like text_sequence; sets `*cut` if the sequence is only truncated. */
static unsigned sequence(const char *text, size_t length, bool *cut)
{
    const unsigned char *byte = (const unsigned char *)text;
    unsigned char first = length ? byte[0] : 0xff;
    unsigned need = first < 0x80                   ? 1
                    : first < 0xc2 || first > 0xf4 ? 0
                    : first < 0xe0                 ? 2
                    : first < 0xf0                 ? 3
                                                   : 4;
    /* The second byte excludes overlong forms, surrogates and codes above U+10FFFF. */
    unsigned char least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    unsigned char most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    for (unsigned i = 1; i < need; i++, least = 0x80, most = 0xbf) {
        *cut = i >= length;
        if (*cut || byte[i] < least || byte[i] > most)
            return 0;
    }
    return need;
}

unsigned text_sequence(const char *text, size_t length)
{
    bool cut = false;
    return sequence(text, length, &cut);
}

unsigned text_code(const char *text, unsigned bytes)
{
    unsigned code = (unsigned char)*text & (bytes > 1 ? 0x7fu >> bytes : 0x7fu);
    for (unsigned i = 1; i < bytes; i++)
        code = code << 6 | ((unsigned char)text[i] & 0x3fu);
    return code;
}

size_t text_utf8(const char *text, size_t length, bool *cut)
{
    size_t at = 0;
    *cut = false;
    while (at < length) {
        at += count_ascii(text + at, length - at);
        while (at < length && (text[at] & 0x80)) {
            unsigned step = sequence(text + at, length - at, cut);
            if (step == 0)
                return at;
            at += step;
        }
    }
    return at;
}

static unsigned long unit_16(const char *text, bool big)
{
    return (unsigned long)(unsigned char)text[big ? 0 : 1] << 8 | (unsigned char)text[big ? 1 : 0];
}

static unsigned put_utf8(unsigned long c, char *out)
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    unsigned length = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (unsigned i = length - 1; i > 0; i--, c >>= 6)
        out[i] = (char)(0x80 | (c & 0x3f));
    out[0] = (char)(0xf00 >> length | c);
    return length;
}

unsigned text_from_utf16(const char *text, size_t length, bool big, char out[4], unsigned *written)
{
    unsigned long high = length < 2 ? 0 : unit_16(text, big);
    bool pair = high >= 0xd800 && high < 0xdc00;
    if (length < 2 || (pair && length < 4))
        return 0;
    unsigned long low = pair ? unit_16(text + 2, big) : 0;
    if (pair && low >= 0xdc00 && low < 0xe000) {
        *written = put_utf8(0x10000 + ((high & 0x3ff) << 10 | (low & 0x3ff)), out);
        return 4;
    }
    *written = put_utf8(high >= 0xd800 && high < 0xe000 ? 0xfffd : high, out);
    return 2;
}

size_t text_fit(const char *text, size_t length, size_t most)
{
    if (length > most)
        for (length = most; length > 0 && (text[length] & 0xc0) == 0x80;)
            length--;
    return length;
}

size_t text_lines(const char *text, size_t length)
{
    size_t count = 0;
    const char *at = text, *end = text + length;
    for (; at < end && (at = memchr(at, '\n', (size_t)(end - at))); at++)
        count++;
    for (at = text; at && at < end && (at = memchr(at, '\r', (size_t)(end - at))); at++)
        count += at + 1 == end || at[1] != '\n';
    return count;
}

size_t text_characters(const char *text, size_t length)
{
    const uint64_t ones = EACH_BYTE(1);
    size_t count = 0, at = 0;
    for (uint64_t bytes; length - at >= sizeof bytes; at += sizeof bytes) {
        bytes = load_word(text + at); /* a bit for each continuation byte */
        count += 8 - ((bytes >> 7 & ~(bytes >> 6) & ones) * ones >> 56);
    }
    for (; at < length; at++)
        count += (text[at] & 0xc0) != 0x80;
    return count;
}

enum { EDITS_MOST = 40 };

unsigned text_edits(const char *a, size_t a_length, const char *b, size_t b_length)
{
    unsigned row[EDITS_MOST + 1];
    if (a_length > EDITS_MOST || b_length > EDITS_MOST)
        return EDITS_MOST;
    for (unsigned j = 0; j <= b_length; j++)
        row[j] = j;
    for (unsigned i = 1; i <= a_length; i++) {
        unsigned diagonal = row[0];
        row[0] = i;
        for (unsigned j = 1; j <= b_length; j++) {
            unsigned replace = diagonal + (to_lower(a[i - 1]) != to_lower(b[j - 1]));
            unsigned change = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = replace < change ? replace : change;
        }
    }
    return row[b_length];
}

void text_try(struct text_nearest *nearest, const char *other, size_t length)
{
    unsigned edits = text_edits(nearest->word, nearest->length, other, length);
    if (edits < nearest->limit) {
        nearest->limit = edits;
        nearest->best = other;
        nearest->best_length = length;
    }
}

/* ---- Decimal numbers, whatever the locale ---- */

void number_point(char *text)
{
    static const char own[] = "+-.0123456789aefinxEAFINX"; /* inf and nan too */
    size_t before = strspn(text, own), foreign = strcspn(text + before, own);
    if (foreign) {
        text[before] = '.';
        memmove(text + before + 1, text + before + foreign, strlen(text + before + foreign) + 1);
    }
}

void number_write(char *out, size_t size, char style, int precision, double number)
{
    (void)snprintf(out, size, style == 'g' ? "%.*g" : "%.*f", precision, number);
    number_point(out);
}

int text_among(const char *text, size_t length, const char *words)
{
    for (int index = 0; *words; index++) {
        size_t word = strcspn(words, " ");
        if (word == length && memcmp(text, words, length) == 0)
            return index;
        words += word;
        words += strspn(words, " ");
    }
    return -1;
}

size_t text_unescape(char *out, struct ludus_text text, const char *signs)
{
    size_t length = 0;
    for (const char *at = text.text, *end = at + text.length; at < end; out[length++] = *at++)
        at += *at == '\\' && at + 1 < end && at[1] && strchr(signs, at[1]);
    return length;
}

unsigned text_numbers(struct ludus_text text, uint32_t *numbers, unsigned most)
{
    unsigned count = 0;
    for (const char *at = text.text, *end = at + text.length; at < end; at++)
        if (is_digit(*at)) {
            const uint32_t number = number_take(&at);
            if (count < most)
                numbers[count] = number;
            count++;
        }
    return count;
}

double number_read(const char *text)
{
    bool minus = *text == '-';
    double number = 0, scale = 1; /* both exact up to 15 digits, so that the quotient is right */
    for (text += *text == '-' || *text == '+'; is_digit(*text); text++)
        number = number * 10 + (*text - '0');
    if (*text == '.')
        for (text++; is_digit(*text); text++, scale *= 10)
            number = number * 10 + (*text - '0');
    return (minus ? -number : number) / scale;
}

/* ---- UTF-8, Latin-1 (as Windows-1252) and UTF-16: detection and conversion to UTF-8 ---- */

/* The characters of Windows-1252 from 0x80 on, which Latin-1 does not have. */
static const uint16_t of_1252[32] = { 0x20ac, 0x0081, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
                                      0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008d, 0x017d, 0x008f,
                                      0x0090, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
                                      0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x009d, 0x017e, 0x0178 };

/* Does each of the first characters have a zero byte at `zero` (0 or 1), as only in UTF-16? Blanks and
 * control characters alone prove nothing. */
static bool has_zero_bytes(const char *bytes, size_t length, unsigned zero)
{
    enum { LEAST = 4, LOOK = 8 };
    size_t at = 0, end = length < LOOK ? length : LOOK;
    bool any = false;
    for (; at + 1 < end && !bytes[at + zero]; at += 2) {
        const char c = bytes[at + 1 - zero];
        if (!c || c & 0x80)
            return false;
        any |= c > ' ';
    }
    return any && at >= LEAST && at + 1 >= end;
}

/* Is it UTF-16, by its byte order mark or by its zero bytes? */
static bool begins_utf16(const char *bytes, size_t length, bool big)
{
    return (length >= 2 && memcmp(bytes, big ? "\xfe\xff" : "\xff\xfe", 2) == 0) ||
           has_zero_bytes(bytes, length, big ? 0 : 1);
}

/* Returns the length of the beginning of the bytes that needs no conversion. Sets `*cut` if the end of the
 * block cuts the character that follows. */
static size_t count_valid(struct encoding *encoding, const char *bytes, size_t length, bool *cut)
{
    size_t ascii = count_ascii(bytes, length);
    size_t more = encoding->kind == ENCODING_1252 ? 0 : text_utf8(bytes + ascii, length - ascii, cut);
    encoding->kind = more > 0 ? ENCODING_UTF8 : encoding->kind;
    return ascii + more;
}

void encoding_add(struct encoding *encoding, char *bytes, size_t length, bool ended, struct ludus_buffer *out,
                  size_t *stray)
{
    for (unsigned big = 0; big < 2 && !encoding->begun; big++)
        if (begins_utf16(bytes, length, big))
            encoding->kind = (uint8_t)(ENCODING_UTF16_LITTLE + big);
    const bool utf16 = encoding->kind >= ENCODING_UTF16_LITTLE, big = encoding->kind == ENCODING_UTF16_BIG;
    encoding->half = 0;
    for (size_t at = 0; at < length;) {
        char character[4];
        unsigned written;
        bool cut = utf16;
        size_t step = utf16 ? text_from_utf16(bytes + at, length - at, big, character, &written)
                            : count_valid(encoding, bytes + at, length - at, &cut);
        if (step > 0) {
            buf_add(out, utf16 ? character : bytes + at, utf16 ? written : step);
            at += step;
            continue;
        }
        if (cut && !ended) {
            encoding->half = (uint8_t)(length - at);
            memmove(bytes, bytes + at, encoding->half);
            break;
        }
        if (encoding->kind == ENCODING_UTF8 && !encoding->stray_told) {
            *stray = out->length + 1;
            encoding->stray_told = true;
        }
        encoding->kind = encoding->kind == ENCODING_ASCII ? ENCODING_1252 : encoding->kind;
        unsigned byte = (unsigned char)bytes[at];
        unsigned long code = utf16                         ? 0xfffd /* half a character at the end */
                             : byte >= 0x80 && byte < 0xa0 ? of_1252[byte - 0x80]
                                                           : byte;
        buf_add(out, character, put_utf8(code, character));
        at = utf16 ? length : at + 1;
    }
    encoding->begun |= length > encoding->half;
}
