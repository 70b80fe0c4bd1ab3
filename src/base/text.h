/* text.h - functions for byte strings: encoding, lines, columns, words, numbers. None allocates or fails. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include "ludus.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Is the text equal to `word`? */
static inline bool text_is(const char *text, size_t length, const char *word)
{
    return length == strlen(word) && memcmp(text, word, length) == 0;
}

static inline bool text_same(struct ludus_text one, struct ludus_text other)
{
    return one.length == other.length && (one.length == 0 || memcmp(one.text, other.text, one.length) == 0);
}

/* Returns the number of bytes of valid UTF-8 at the beginning. Sets `*cut` if a sequence follows that is
 * truncated by the end of the text. */
size_t text_utf8(const char *text, size_t length, bool *cut);

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

/* ---- The character encoding of a source ---- */

/* Detected from the bytes, block by block. The first bytes that are no UTF-8 decide for the whole source: it
 * is Latin-1 if only ASCII came before. */
enum { ENCODING_ASCII, ENCODING_UTF8, ENCODING_1252, ENCODING_UTF16_LITTLE, ENCODING_UTF16_BIG };
enum { ENCODING_HALF = 3, ENCODING_WIDEST = 3 };

/* All zero at the beginning of a source. */
struct encoding {
    uint8_t kind; /* as detected so far */
    uint8_t half; /* bytes of a character that the end of the block cuts, at most ENCODING_HALF */
    bool stray_told;
};

/* Returns the length of the beginning of the block that needs no conversion. If the source `begins` here,
 * detects UTF-16 by its byte order mark, or by its zero bytes. */
size_t encoding_valid(struct encoding *encoding, const char *bytes, size_t length, bool begins);
/* Converts the bytes, and returns the length of the output, at most ENCODING_WIDEST times theirs plus
 * ENCODING_HALF. Sets `*stray` to the place there of the source's first byte in no encoding, or SIZE_MAX.
 * Unless the source has `ended`, encoding->half bytes are left and moved to the beginning of `bytes`; those
 * of the next block are to follow them. */
size_t encoding_convert(struct encoding *encoding, char *bytes, size_t length, bool ended, char *out,
                        size_t *stray);

#endif
