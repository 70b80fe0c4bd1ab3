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

/* Number of ASCII bytes that [text, text + length) begins with. */
size_t text_ascii(const char *text, size_t length);

/* Number of bytes of well-formed UTF-8 at the beginning. `*cut` is set when what follows is the beginning of
 * a sequence that the end of the text cuts short. */
size_t text_utf8(const char *text, size_t length, bool *cut);

/* Length in bytes of the UTF-8 sequence at the beginning of `text` (1 to 4); 0 if it is none, or cut short.
 */
unsigned text_sequence(const char *text, size_t length);

/* The character that these bytes are, which text_sequence has found. */
unsigned text_code(const char *text, unsigned bytes);

/* Writes the Windows-1252 character `byte` (0x80 to 0xff) as UTF-8 and returns its length, 2 or 3. */
unsigned text_from_1252(unsigned char byte, char out[3]);

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

enum { CUT_TAGS = 64 }; /* a record with more tags than these ends at the next blank line */

/* How far a text that grows has been searched. All zero at first. */
struct cut {
    size_t scan;  /* no record starts between the beginning and here */
    size_t probe; /* end of the part of a tag at `scan` that was looked at already */
    /* What is known of a record that holds nothing but tags: */
    bool known;
    unsigned count;           /* its tags; CUT_TAGS + 1 if they are more, or it holds something else */
    size_t head;              /* they have been read up to here */
    uint64_t names[CUT_TAGS]; /* hashes */
};

/* Looks for the next start in (begin, end) of the text, from `scan` on. True: it is at `scan`. False: more
 * text is needed, and `scan` says from where on. */
bool cut_find(struct cut *cut, const char *text, size_t begin, size_t end);

/* The text has been moved to the front by `distance` bytes. */
void cut_move(struct cut *cut, size_t distance);

#endif
