/* text.c - facts about runs of bytes: encoding, lines, columns. Many bytes at a time where it pays. */
#include "base/text.h"

#include "base/chars.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
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

/* As text_sequence; `*cut` is set when only the end of the text is to blame. */
static unsigned sequence(const char *text, size_t length, bool *cut)
{
    const unsigned char *byte = (const unsigned char *)text;
    unsigned char first = length ? byte[0] : 0xff;
    unsigned need = first < 0x80                   ? 1
                    : first < 0xc2 || first > 0xf4 ? 0
                    : first < 0xe0                 ? 2
                    : first < 0xf0                 ? 3
                                                   : 4;
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
        for (size_t i = 0; i < sizeof hits; i++)
            count += hits[i];
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

/* ---- Numbers with decimals, whatever the locale, which a library does not choose ---- */

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

double number_read(const char *text)
{
    bool minus = *text == '-';
    double number = 0, scale = 1; /* exact up to 15 digits, and so is what they make */
    for (text += *text == '-' || *text == '+'; is_digit(*text); text++)
        number = number * 10 + (*text - '0');
    if (*text == '.')
        for (text++; is_digit(*text); text++, scale *= 10)
            number = number * 10 + (*text - '0');
    return (minus ? -number : number) / scale;
}

/* ---- Where records start: the one rule that recovery, threads and splitting rely on ---- */

/* Does `at`, somewhere after `start`, begin a line that follows a blank one? */
static bool after_blank_line(const char *text, size_t begin, size_t at)
{
    if (!is_break(text[at - 1]))
        return false;
    at--;
    if (at > begin && text[at] == '\n' && text[at - 1] == '\r')
        at--;
    while (at > begin && is_blank(text[at - 1]))
        at--;
    return at > begin && is_break(text[at - 1]);
}

/* ---- Records that hold nothing but tags ---- */

/* Reads a tag at `at`, within its line. Returns where it ends, or NULL; `*hash` is that of its name. */
static const char *read_tag(const char *at, const char *end, uint64_t *hash)
{
    *hash = UINT64_C(0xcbf29ce484222325);
    if (at + 1 >= end || *at != '[' || !is_letter(at[1]))
        return NULL;
    while (++at < end && is_name(*at))
        *hash = (*hash ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
    while (at < end && is_gap(*at))
        at++;
    if (at == end || *at++ != '"')
        return NULL;
    for (; at < end && !is_break(*at); at++) {
        if (*at == '\\' && at + 1 < end && !is_break(at[1])) {
            at++;
        } else if (*at == '"') {
            const char *next = at + 1;
            while (next < end && is_gap(*next))
                next++;
            if (next < end && *next == ']')
                return next + 1;
        }
    }
    return NULL;
}

static bool has_tag(const struct cut *cut, uint64_t hash)
{
    bool has = cut->count > CUT_TAGS;
    for (unsigned i = 0; i < cut->count && !has; i++)
        has = cut->names[i] == hash;
    return has;
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && is_blank(*at))
        at++;
    return at;
}

/* Reads the line at `at`, of tags or blank, and adds its tags to `cut` unless that is NULL. Returns where it
 * ends, or NULL where it holds something else. */
static const char *read_line(struct cut *cut, const char *at, const char *end)
{
    uint64_t hash;
    for (;;) {
        at = skip_blanks(at, end);
        if (at == end || is_break(*at))
            return at;
        at = read_tag(at, end, &hash);
        if (!at)
            return NULL;
        if (cut && cut->count < CUT_TAGS)
            cut->names[cut->count] = hash;
        if (cut)
            cut->count += cut->count <= CUT_TAGS;
    }
}

/* Where the tags begin that stand before `at` with nothing else between. */
static size_t find_head(const char *text, size_t begin, size_t at)
{
    size_t head = at;
    for (size_t start; at > begin; at = start) {
        for (start = at - 1; start > begin && !is_break(text[start - 1]); start--) {
        }
        if (!read_line(NULL, text + start, text + at))
            return head;
        head = *skip_blanks(text + start, text + at) == '[' ? start : head;
    }
    return begin;
}

/* Reads the tags from `head` to `at`. False where something else stands there. */
static bool read_head(struct cut *cut, const char *text, size_t begin, size_t at)
{
    uint64_t hash;
    while (cut->head < at) {
        const char *line = text + cut->head, *end = text + at;
        if (cut->head > begin && after_blank_line(text, begin, cut->head) && read_tag(line, end, &hash) &&
            has_tag(cut, hash))
            cut->count = 0;
        end = read_line(cut, line, end);
        if (!end)
            return false;
        cut->head = (size_t)(end - text) + 1;
    }
    return true;
}

/* Does the tag at `at`, after a blank line, begin a record? */
static bool begins(struct cut *cut, const char *text, size_t begin, size_t at, size_t end)
{
    size_t last = at;
    uint64_t hash;
    while (last > begin && (is_blank(text[last - 1]) || is_break(text[last - 1])))
        last--;
    bool goes_on = last > begin && text[last - 1] == ']';
    if (goes_on && !cut->known) {
        cut->head = find_head(text, begin, at);
        bool starts =
            cut->head == begin || (text[cut->head] == '[' && after_blank_line(text, begin, cut->head));
        cut->count = starts && cut->head < at ? 0 : CUT_TAGS + 1;
    }
    goes_on = goes_on && read_head(cut, text, begin, at);
    if (goes_on) {
        (void)read_tag(text + at, text + end, &hash);
        goes_on = !has_tag(cut, hash);
    }
    cut->known = true;
    cut->head = at;
    cut->count = goes_on ? cut->count : 0;
    return !goes_on;
}

enum verdict { NO_START, START, UNDECIDED };

/* Does `[Name "` stand at `at`? UNDECIDED when the buffer ends too early; `probe` then says how far it was
 * read. */
static enum verdict tag_at(struct cut *cut, const char *text, size_t at, size_t end)
{
    size_t from = cut->probe > at + 1 ? cut->probe : at + 1;
    if (from == at + 1 && from < end && !is_letter(text[from]))
        return NO_START;
    if (from == at + 1 || !is_gap(text[from - 1]))
        while (from < end && is_name(text[from]))
            from++;
    while (from < end && is_gap(text[from]))
        from++;
    cut->probe = from;
    return from == end ? UNDECIDED : text[from] == '"' ? START : NO_START;
}

bool cut_find(struct cut *cut, const char *text, size_t begin, size_t end)
{
    while (cut->scan < end) {
        const char *found = memchr(text + cut->scan, '[', end - cut->scan);
        if (!found) {
            cut->scan = end;
            return false;
        }
        cut->scan = (size_t)(found - text);
        bool undecided = cut->probe > cut->scan + 1; /* the blank line has been seen */
        if (undecided || (cut->scan > begin && after_blank_line(text, begin, cut->scan))) {
            enum verdict verdict = tag_at(cut, text, cut->scan, end);
            if (verdict == UNDECIDED || (verdict == START && begins(cut, text, begin, cut->scan, end)))
                return verdict == START;
        }
        cut->scan++;
    }
    return false;
}

void cut_move(struct cut *cut, size_t distance)
{
    cut->scan -= distance;
    cut->probe = cut->probe > distance ? cut->probe - distance : 0;
    cut->known &= cut->head >= distance;
    cut->head -= cut->known ? distance : 0;
}
