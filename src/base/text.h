/* text.h - characters in ASCII whatever the locale, and functions for byte strings: encoding, lines, columns,
 * words, numbers. None fails. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include "ludus.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* ---- Classes of characters ---- */

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static inline bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

/* The letter of a file of a board. */
static inline bool is_file(char c)
{
    return c >= 'a' && c <= 'p';
}

static inline bool is_letter(char c)
{
    return is_upper(c) || is_lower(c);
}

/* The first UTF-8 byte of a letter of any script; blocks of punctuation are left out. */
static inline bool begins_letter(char c)
{
    return is_letter(c) || ((unsigned char)c >= 0xc3 && c != '\xe2');
}

/* A printable character, or a space. */
static inline bool is_visible(char c)
{
    return c >= ' ' && c <= '~';
}

/* A character of names of tags and commands. */
static inline bool is_name(char c)
{
    return is_letter(c) || is_digit(c) || c == '_';
}

static inline bool is_break(char c)
{
    return c == '\n' || c == '\r';
}

/* A blank between a tag's name and its value. */
static inline bool is_gap(char c)
{
    return c == ' ' || c == '\t';
}

/* A blank within a line. */
static inline bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static inline bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* A character between the tokens of a record; includes Ctrl-Z, the end mark of old files. */
static inline bool is_filler(char c)
{
    return is_space(c) || c == '\x1a';
}

/* Is this a typographic quotation mark, U+2018 to U+201F? A NUL ends the text. */
static inline bool is_curly_quote(const char *at)
{
    return at[0] == '\xe2' && at[1] == '\x80' && (unsigned char)at[2] >= 0x98 && (unsigned char)at[2] <= 0x9f;
}

/* Is this a dash other than `-`, U+2010 to U+2015 or U+2212? A NUL ends the text. */
static inline bool is_long_dash(const char *at)
{
    return at[0] == '\xe2' && (at[1] == '\x80' ? (unsigned char)at[2] >= 0x90 && (unsigned char)at[2] <= 0x95
                                               : at[1] == '\x88' && at[2] == '\x92');
}

static inline char to_lower(char c)
{
    return is_upper(c) ? (char)(c | 0x20) : c;
}

static inline char to_upper(char c)
{
    return is_letter(c) ? (char)(c & ~0x20) : c;
}

/* Are the first `length` bytes of both equal, ignoring case? Both have as many, or a NUL before. */
static inline bool is_alike(const char *a, const char *b, size_t length)
{
    for (; length > 0 && to_lower(*a) == to_lower(*b); a++, b++, length--)
        if (!*a)
            return true;
    return length == 0;
}

/* Reads the digits at `*text`, if any, and moves it behind them. Returns their value, at most UINT32_MAX. */
static inline uint32_t number_take(const char **text)
{
    uint64_t number = 0;
    for (; is_digit(**text); ++*text)
        number = number > UINT32_MAX ? number : number * 10 + (uint64_t)(**text - '0');
    return number > UINT32_MAX ? UINT32_MAX : (uint32_t)number;
}

/* ---- Byte strings ---- */

/* Is the text equal to `word`? */
static inline bool text_is(const char *text, size_t length, const char *word)
{
    return length == strlen(word) && memcmp(text, word, length) == 0;
}

/* Compares texts as bytes, as memcmp does; a beginning comes before the whole. */
static inline int text_order(struct ludus_text one, struct ludus_text other)
{
    int order = memcmp(one.text, other.text, one.length < other.length ? one.length : other.length);
    return order ? order : one.length < other.length ? -1 : one.length > other.length;
}

static inline bool text_same(struct ludus_text one, struct ludus_text other)
{
    return one.length == other.length && (one.length == 0 || memcmp(one.text, other.text, one.length) == 0);
}

/* Returns the text without the blanks around it; of nothing else, its end. */
static inline struct ludus_text text_trimmed(const char *text, size_t length)
{
    for (; length > 0 && is_filler(*text); length--)
        text++;
    while (length > 0 && is_filler(text[length - 1]))
        length--;
    return (struct ludus_text){ text, length };
}

/* Returns the number of bytes of valid UTF-8 at the beginning. Sets `*cut` if a sequence follows that is
 * truncated by the end of the text. */
size_t text_utf8(const char *text, size_t length, bool *cut);

/* Does a text begin with a capital letter of Latin, Greek or Cyrillic script, or a letter of Hebrew, Arabic,
 * Chinese or Korean, which have no capitals? */
static inline bool text_is_capital(const char *at, const char *end)
{
    if (at == end || !(*at & '\x80'))
        return at < end && is_upper(*at);
    if (end - at < 2)
        return false;
    const unsigned c = (unsigned)(*at & 0x1f) << 6 | (unsigned)(at[1] & 0x3f);
    const bool odd = (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17e);
    if ((unsigned char)*at >= 0xe0)
        return (unsigned char)*at > 0xe3 && (unsigned char)*at < 0xee;
    return ((c >= 0xc0 && c <= 0xde) || (c >= 0x386 && c <= 0x3ab) || (c >= 0x400 && c <= 0x42f) ||
            (c >= 0x100 && c <= 0x17e && (c & 1) == odd) || (c >= 0x460 && c <= 0x4ff && !(c & 1)) ||
            (c >= 0x5d0 && c <= 0x5ea) || (c >= 0x620 && c <= 0x64a));
}

/* Returns the length in bytes of the UTF-8 sequence at the beginning of `text` (1 to 4); 0 if it is invalid
 * or truncated. */
unsigned text_sequence(const char *text, size_t length);

/* The same for text with any bytes: 1 for a byte that begins no sequence. */
static inline unsigned text_step(const char *text, size_t length)
{
    unsigned bytes = text_sequence(text, length);
    return bytes ? bytes : 1;
}

/* Returns the code point of a sequence that text_sequence has found. */
unsigned text_code(const char *text, unsigned bytes);

/* Writes the first character of `length` bytes of UTF-16 (`big`: big-endian) as UTF-8, `*written` bytes.
 * Returns the number of bytes read, 2 or 4; 0 if it is truncated. Half a surrogate pair becomes U+FFFD. */
unsigned text_from_utf16(const char *text, size_t length, bool big, char out[4], unsigned *written);

/* Returns the length of the text, or of its first whole characters within `most` bytes. */
size_t text_fit(const char *text, size_t length, size_t most);

/* Counts line breaks: LF, CR LF, or CR alone. */
size_t text_lines(const char *text, size_t length);

/* Counts characters (bytes that are not UTF-8 continuation bytes). */
size_t text_characters(const char *text, size_t length);

/* Returns the edit distance (Levenshtein) of two words, ignoring case; a large number if one is long. */
unsigned text_edits(const char *a, size_t a_length, const char *b, size_t b_length);

/* The search for the word that is most similar to `word`. */
struct text_nearest {
    const char *word;
    size_t length;
    unsigned limit; /* edits that are too many; lowered by each better word */
    const char *best;
    size_t best_length;
};

/* Starts a search. A short word may differ by one edit, a long one by two. */
static inline struct text_nearest text_nearest(const char *word, size_t length)
{
    return (struct text_nearest){ word, length, length > 4 ? 3 : 2, NULL, 0 };
}

/* Keeps `other` if it is more similar than the words before. */
void text_try(struct text_nearest *nearest, const char *other, size_t length);

/* Writes a number as printf's %.*g ('g') or %.*f ('f') does in the C locale, in `size` bytes with the NUL. */
void number_write(char *out, size_t size, char style, int precision, double number);

/* Replaces the decimal point of a locale with a full stop. */
void number_point(char *text);

/* Reads a number: an optional sign, digits, and decimals after a full stop. */
double number_read(const char *text);

/* Returns the index of the text in the blank-separated `words`, or -1. */
int text_among(const char *text, size_t length, const char *words);

/* Copies a text to `out`, which may be its place, without the backslashes before the `signs`. Returns the
 * length. */
size_t text_unescape(char *out, struct ludus_text text, const char *signs);

/* Reads the numbers in a text behind which no digit stands; the first `most` are stored. Returns their count.
 */
unsigned text_numbers(struct ludus_text text, uint32_t *numbers, unsigned most);

/* ---- The character encoding of a source ---- */

/* Detected from the bytes, block by block. The first bytes that are no UTF-8 decide for the whole source: it
 * is Latin-1 if only ASCII came before. */
enum { ENCODING_ASCII, ENCODING_UTF8, ENCODING_1252, ENCODING_UTF16_LITTLE, ENCODING_UTF16_BIG };

/* All zero at the beginning of a source. */
struct encoding {
    uint8_t kind; /* as detected so far */
    uint8_t half; /* bytes of a character that the end of the block cuts, at most 3 */
    bool begun;   /* only before that UTF-16 is detected, by its byte order mark or its zero bytes */
    bool stray_told;
};

/* Converts the bytes, and appends them. Sets `*stray` to the place in the output, from 1, of the source's
 * first byte in no encoding, if it is one of these. Unless the source has `ended`, encoding->half bytes are
 * left and moved to the beginning of `bytes`; those of the next block are to follow them. */
void encoding_add(struct encoding *encoding, char *bytes, size_t length, bool ended, struct ludus_buffer *out,
                  size_t *stray);

#endif
