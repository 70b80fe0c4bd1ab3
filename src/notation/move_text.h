/* move_text.h - reads the spelling of moves. (move_text_parse, for everybody, is in record.h.) */
#ifndef NOTATION_MOVE_TEXT_H
#define NOTATION_MOVE_TEXT_H

#include "base/memory.h"
#include "notation/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads a move without check signs and marks, of ASCII signs and letters only: no damage, no figurines. False
 * if [text, text + length) is no move. */
bool move_text_plain(const char *text, size_t length, struct move_text *move);

/* The same for any spelling: first removes the signs of damage, in a copy in the arena. */
bool move_text_word(const char *text, size_t length, struct arena *arena, struct move_text *move);

/* Reads the next square of a path such as d2-d5xc5xd6, as numbers from 1; `*mark` is the sign before it, or
 * NUL. False at the end. */
bool move_text_next(const char **at, const char *end, char *mark, unsigned *file, unsigned *rank);

/* Reads check signs and marks glued to the end of a move, and returns their end. */
const char *move_text_read_signs(const char *at, struct move_text *move);

/* The same, fast for moves that have none, as most. */
static inline const char *move_text_signs(const char *at, struct move_text *move)
{
    return (unsigned char)*at > ' ' ? move_text_read_signs(at, move) : at;
}

/* Returns the NAG, 1 to 6, of a run of ! and ? that is a mark (! ? !! ?? !? ?!), else 0. */
unsigned move_text_mark(const char *text, size_t length);

struct leiden {
    const char *text; /* in plain spelling, without ~ and <>, with single spaces; `_` stays */
    size_t length;
    bool lost, unclear, supplied;
};

/* Does [text, text + length) contain anything that leiden_read would change or note? */
bool leiden_needed(const char *text, size_t length);

/* Reads those signs. False if <…> is not paired, ~ follows nothing, or without memory (arena->failed). */
bool leiden_read(const char *text, size_t length, struct arena *arena, struct leiden *out);

/* Returns the end of the blanks at `text`, also of those of typeset text (U+00A0, U+2009 and the like). */
const char *leiden_blanks(const char *text, const char *end);

/* Returns the length in bytes of a sign of uncertainty (~ or U+0323) at `text`, else 0. */
unsigned leiden_unclear(const char *text, size_t length);

/* ---- Signs that look alike ---- */

/* For each ASCII sign, the signs that it can be taken for. */
struct lookalikes {
    uint64_t like[128][2]; /* a bit for each ASCII sign */
};

/* Reads groups of signs that look alike, separated by blanks ("17 38 ce"); `#` begins a comment that ends
 * with its line. NULL: the usual groups. */
void lookalikes_read(struct lookalikes *lookalikes, const char *groups, size_t length);

bool lookalikes_has(const struct lookalikes *lookalikes, char a, char b);

/* Returns the ASCII sign that a character of `length` bytes of UTF-8 looks like; ' ' for an invisible one,
 * '\0' if it looks like none. Stores its code point in `*code`. */
char lookalikes_ascii(const char *at, unsigned length, unsigned *code);

#endif
