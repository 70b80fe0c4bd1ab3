/* text.h - facts about runs of bytes: encoding, lines, columns. Nothing here allocates or fails. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include "ludus.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Are these bytes `word`? */
static inline bool text_is(const char *text, size_t length, const char *word)
{
    return length == strlen(word) && memcmp(text, word, length) == 0;
}

static inline bool text_same(struct ludus_text one, struct ludus_text other)
{
    return one.length == other.length && (one.length == 0 || memcmp(one.text, other.text, one.length) == 0);
}

/* Number of bytes of well-formed UTF-8 at the beginning. `*cut` is set when what follows is the beginning of
 * a sequence that the end of the text cuts short. */
size_t text_utf8(const char *text, size_t length, bool *cut);

/* Length in bytes of the UTF-8 sequence at the beginning of `text` (1 to 4); 0 if it is none, or cut short.
 */
unsigned text_sequence(const char *text, size_t length);

/* The same of text in which any byte can stand: 1 for one that begins no sequence. */
static inline unsigned text_step(const char *text, size_t length)
{
    unsigned bytes = text_sequence(text, length);
    return bytes ? bytes : 1;
}

/* The character that these bytes are, which text_sequence has found. */
unsigned text_code(const char *text, unsigned bytes);

/* Writes the first character of `length` bytes of UTF-16 (`big`: the high byte comes first) as UTF-8,
 * `*written` bytes. Returns how many bytes it took, 2 or 4; 0 if it is cut short. Half a pair becomes U+FFFD.
 */
unsigned text_from_utf16(const char *text, size_t length, bool big, char out[4], unsigned *written);

/* Number of line breaks: LF, CR LF, or CR alone. */
size_t text_lines(const char *text, size_t length);

/* Number of characters (bytes that are no UTF-8 continuation). */
size_t text_characters(const char *text, size_t length);

/* Letters to insert, leave out or replace to make one word of the other, whatever their case; many if one is
 * long. */
unsigned text_edits(const char *a, size_t a_length, const char *b, size_t b_length);

/* The nearest of several words to one. */
struct text_nearest {
    const char *word;
    size_t length;
    unsigned limit; /* edits that are too many, lowered as nearer words come */
    const char *best;
    size_t best_length;
};

/* What is like the word at all: a short one may have one slip, a long one two. */
static inline struct text_nearest text_nearest(const char *word, size_t length)
{
    return (struct text_nearest){ word, length, length > 4 ? 3 : 2, NULL, 0 };
}

/* Takes `other` if it is nearer than those before. */
void text_try(struct text_nearest *nearest, const char *other, size_t length);

/* Writes `number` as printf's %.*g (style 'g') or %.*f (style 'f') does in the C locale, cut to `size` bytes
 * with the NUL. */
void number_write(char *out, size_t size, char style, int precision, double number);

/* Puts a full stop in the place of what a locale has written between digits. */
void number_point(char *text);

/* Reads a sign, digits, and decimals after a full stop, as far as `text` has them. */
double number_read(const char *text);

/* Index of the text among `words`, which blanks separate, or -1. */
int text_among(const char *text, size_t length, const char *words);

/* ---- How a source writes its characters ---- */

/* It is found out from its bytes, block by block. Where bytes that are no UTF-8 first turn up the whole
 * source is judged: it is Latin-1 if nothing but ASCII came before. */
enum { ENCODING_ASCII, ENCODING_UTF8, ENCODING_1252, ENCODING_UTF16_LITTLE, ENCODING_UTF16_BIG };
enum { ENCODING_HALF = 3, ENCODING_WIDEST = 3 };

/* All zero at the beginning of a source. */
struct encoding {
    uint8_t kind; /* what is known of it so far */
    uint8_t half; /* bytes of the beginning of a character that the block cut, ENCODING_HALF at most */
    bool stray_told;
};

/* Length of what begins the block and needs no conversion. Where the source `begins`, UTF-16 is recognised by
 * the byte order mark, or unmistakable without one. */
size_t encoding_valid(struct encoding *encoding, const char *bytes, size_t length, bool begins);
/* Converts bytes of which the first need it, and returns the length of what it writes, ENCODING_WIDEST times
 * as much and ENCODING_HALF at most. `stray` is the place there of the first byte of the source that is of no
 * encoding, or SIZE_MAX. Unless the source has `ended`, encoding->half bytes are left, moved to the beginning
 * of `bytes`, where those of the next block are to follow them. */
size_t encoding_convert(struct encoding *encoding, char *bytes, size_t length, bool ended, char *out,
                        size_t *stray);

#endif
