/* move_text.h - what the spelling of a move says. (move_text_parse, for everybody, is in record.h.) */
#ifndef NOTATION_MOVE_TEXT_H
#define NOTATION_MOVE_TEXT_H

#include "base/memory.h"
#include "notation/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads a move without check signs and marks. All its signs are ASCII or letters: no damage, no figurines.
 * False when [text, text + length) is no move. */
bool move_text_plain(const char *text, size_t length, struct move_text *move);

/* The same for any spelling: takes the signs of damage off first, into a copy in the arena. */
bool move_text_word(const char *text, size_t length, struct arena *arena, struct move_text *move);

/* Takes the next square of a run such as d2-d5xc5xd6, numbers from 1; `*mark` is the sign before it, or NUL.
 * False at the end. */
bool move_text_next(const char **at, const char *end, char *mark, unsigned *file, unsigned *rank);

/* Reads check signs and marks glued to the end of a move, and returns where they end. */
const char *move_text_read_signs(const char *at, struct move_text *move);

/* The same; most moves have none. */
static inline const char *move_text_signs(const char *at, struct move_text *move)
{
    return (unsigned char)*at > ' ' ? move_text_read_signs(at, move) : at;
}

/* NAG number, 1 to 6, of a run of ! and ? that is a mark (! ? !! ?? !? ?!), else 0. */
unsigned move_text_mark(const char *text, size_t length);

struct leiden {
    const char *text; /* without ~ and <>, in plain spelling, blanks made one space; `_` stays */
    size_t length;
    bool lost, unclear, supplied;
};

/* Does [text, text + length) hold anything that leiden_read would change or notice? */
bool leiden_needed(const char *text, size_t length);

/* Reads the signs. False when <…> is not paired, ~ follows nothing, or without memory (arena->failed). */
bool leiden_read(const char *text, size_t length, struct arena *arena, struct leiden *out);

/* Where the blanks at `text` end, those of typeset text among them (U+00A0, U+2009 and the like). */
const char *leiden_blanks(const char *text, const char *end);

/* Length in bytes of a sign of uncertainty (~ or U+0323) at `text`, else 0. */
unsigned leiden_unclear(const char *text, size_t length);

/* ---- Signs that are easily taken for one another ---- */

/* For each ASCII sign, the signs that it can be read for. */
struct lookalikes {
    uint64_t like[128][2]; /* a bit for each ASCII sign */
};

/* Reads groups of signs that look alike, separated by blanks ("17 38 ce"); `#` begins a comment that ends
 * with its line. NULL: the usual groups. */
void lookalikes_read(struct lookalikes *lookalikes, const char *groups, size_t length);

bool lookalikes_has(const struct lookalikes *lookalikes, char a, char b);

/* The ASCII sign that the letter of another script, of `length` bytes of UTF-8, looks like; ' ' for one that
 * is not seen at all, '\0' if it looks like none. `*code` is its number. */
char lookalikes_ascii(const char *at, unsigned length, unsigned *code);

#endif
