/* fen_field.h - what the parts that read a FEN share. */
#ifndef RULES_FEN_FIELD_H
#define RULES_FEN_FIELD_H

#include "rules/position.h"

/* A FEN being read: what is left of it, and where the reason for a failure goes. */
struct fen {
    const char *text;
    char *reason;
    size_t size;
    bool part; /* royals need not be as the rules have them */
};

/* Writes the reason and returns false. */
bool fen_fail(struct fen *fen, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Reads a square's name; returns its length in bytes, 0 if it is none on this board. */
unsigned fen_square(const struct ludus_ruleset *rs, const char *text, size_t length, unsigned *square);
/* Piece of FEN's letter, as a code, or 0. */
unsigned fen_code(const struct ludus_ruleset *rs, char letter);
/* Reads the placement onto a cleared position. */
bool fen_board(struct fen *fen, struct ludus_position *pos);
/* Reads a number, at least `least`; none at all leaves it as it is. `name` is what it is called. */
bool fen_count(struct fen *fen, uint32_t *count, const char *name, uint32_t least);
/* Has the text come to a blank, or to its end? */
bool fen_at_end(const struct fen *fen);

enum { FEN_FRESH = 2 }; /* the bit of the pieces that have not moved yet */

/* Reads a field key=value. `seen` has a bit for each that has been read. */
bool fen_field(struct fen *fen, struct ludus_position *pos, unsigned *seen);

#endif
