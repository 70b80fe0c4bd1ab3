/* text.c - facts about runs of bytes: encoding, lines, columns. Many bytes at a time where it pays. */
#include "base/text.h"

#include "base/chars.h"

#include <stdint.h>
#include <string.h>

#define EACH_BYTE(byte) (0x0101010101010101u * (uint64_t)(byte))

static uint64_t load(const char *text)
{
    uint64_t word;
    memcpy(&word, text, sizeof word);
    return word;
}

size_t text_ascii(const char *text, size_t length)
{
    size_t at = 0;

    while (length - at >= 32) {
        uint64_t high = load(text + at) | load(text + at + 8) | load(text + at + 16) | load(text + at + 24);
        if (high & EACH_BYTE(0x80))
            break;
        at += 32;
    }
    while (at < length && (unsigned char)text[at] < 0x80)
        at++;
    return at;
}

/* The second byte decides about overlong forms, surrogates and numbers past U+10FFFF. */
static bool second_fits(unsigned char first, unsigned char second)
{
    switch (first) {
    case 0xe0:
        return second >= 0xa0 && second <= 0xbf;
    case 0xed:
        return second >= 0x80 && second <= 0x9f;
    case 0xf0:
        return second >= 0x90 && second <= 0xbf;
    case 0xf4:
        return second >= 0x80 && second <= 0x8f;
    default:
        return (second & 0xc0) == 0x80;
    }
}

static unsigned announced(unsigned char first)
{
    if (first < 0x80)
        return 1;
    if (first < 0xc2 || first > 0xf4)
        return 0;
    return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/* As text_sequence; `*cut` is set when only the end of the text is to blame. */
static unsigned sequence(const char *text, size_t length, bool *cut)
{
    const unsigned char *byte = (const unsigned char *)text;
    unsigned need = length ? announced(byte[0]) : 0;

    for (unsigned i = 1; i < need; i++) {
        if (i >= length) {
            *cut = true;
            return 0;
        }
        if (i == 1 ? !second_fits(byte[0], byte[1]) : (byte[i] & 0xc0) != 0x80)
            return 0;
    }
    return need;
}

unsigned text_sequence(const char *text, size_t length)
{
    bool cut = false;
    return sequence(text, length, &cut);
}

size_t text_utf8(const char *text, size_t length, bool *cut)
{
    size_t at = 0;

    *cut = false;
    while (at < length) {
        at += text_ascii(text + at, length - at);
        while (at < length && (text[at] & 0x80)) {
            unsigned step = sequence(text + at, length - at, cut);
            if (step == 0)
                return at;
            at += step;
        }
    }
    return at;
}

unsigned text_from_1252(unsigned char byte, char out[3])
{
    static const uint16_t upper[32] = { 0x20ac, 0x0081, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
                                        0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008d, 0x017d, 0x008f,
                                        0x0090, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
                                        0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x009d, 0x017e, 0x0178 };
    unsigned code = byte >= 0x80 && byte < 0xa0 ? upper[byte - 0x80] : byte;

    if (code < 0x800) {
        out[0] = (char)(0xc0 | code >> 6);
        out[1] = (char)(0x80 | (code & 0x3f));
        return 2;
    }
    out[0] = (char)(0xe0 | code >> 12);
    out[1] = (char)(0x80 | (code >> 6 & 0x3f));
    out[2] = (char)(0x80 | (code & 0x3f));
    return 3;
}

typedef uint8_t lanes __attribute__((vector_size(16)));

static size_t sum_of(lanes counts)
{
    size_t sum = 0;

    for (size_t i = 0; i < sizeof counts; i++)
        sum += counts[i];
    return sum;
}

static size_t count_byte(const char *text, size_t length, char byte)
{
    size_t count = 0, at = 0;
    lanes wanted, chunk;

    memset(&wanted, byte, sizeof wanted);
    while (length - at >= sizeof chunk) {
        lanes hits = { 0 };
        /* At most 255 hits a lane before the lanes are added up. */
        for (unsigned i = 0; i < 255 && length - at >= sizeof chunk; i++, at += sizeof chunk) {
            memcpy(&chunk, text + at, sizeof chunk);
            hits -= (lanes)(chunk == wanted);
        }
        count += sum_of(hits);
    }
    for (; at < length; at++)
        count += text[at] == byte;
    return count;
}

static unsigned long unit_16(const char *text, bool big)
{
    return (unsigned long)(unsigned char)text[big ? 0 : 1] << 8 | (unsigned char)text[big ? 1 : 0];
}

static unsigned put_utf8(unsigned long c, char out[4])
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

size_t text_lines(const char *text, size_t length)
{
    size_t count = count_byte(text, length, '\n');
    const char *end = text + length;
    const char *at = length ? memchr(text, '\r', length) : NULL;

    while (at) {
        at++;
        count += at == end || *at != '\n';
        at = at < end ? memchr(at, '\r', (size_t)(end - at)) : NULL;
    }
    return count;
}

size_t text_characters(const char *text, size_t length)
{
    const uint64_t ones = 0x0101010101010101;
    size_t count = 0, at = 0;

    for (; length - at >= 8; at += 8) { /* a bit for each byte that begins none */
        uint64_t bytes;
        memcpy(&bytes, text + at, 8);
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
