/* diagram_text.h - the diagrams of books: "| #R |", "|BKn|", "R*", "r.bqk", FENs, and positions in words. */
#ifndef DECODE_DIAGRAM_TEXT_H
#define DECODE_DIAGRAM_TEXT_H

#include "decode/dialect.h"
#include "rules/position.h"

/* Reads the diagram on the lines from byte `at` on into `board`, a position of the ruleset, White to move.
 * Returns the byte after its last line, or `at` if there is none. */
size_t diagram_text_read(const struct dialects *dialects, const char *text, size_t at, size_t end,
                         struct ludus_position *board);
/* Reads a position in words, "White: King at Q5, Rook at K B sq. Black: ...", in a notation into `board`.
 * Returns its length in bytes, or 0. */
size_t diagram_text_told(const struct dialects *dialects, const struct dialect *dialect, const char *begin,
                         const char *end, struct ludus_position *board);
/* Writes the placement of a board as in a FEN, as snprintf does. */
void diagram_text_write(const struct ludus_position *board, char *out, size_t size);
/* Returns the number of squares on which two positions differ. */
unsigned diagram_text_differs(const struct ludus_position *a, const struct ludus_position *b);

#endif
