/* diagram_text.h - boards that books draw with signs: "| #R |", "|BKn|", "R*", "r.bqk", or say by a FEN or in
 * words.
 */
#ifndef DECODE_DIAGRAM_TEXT_H
#define DECODE_DIAGRAM_TEXT_H

#include "decode/dialect.h"
#include "rules/position.h"

/* Reads the board that stands on the lines from byte `at` on into `board`, a position of the ruleset, White
 * to move. Returns the byte behind its last line, or `at` when none stands there. */
size_t diagram_text_read(const struct dialects *dialects, const char *text, size_t at, size_t end,
                         struct ludus_position *board);
/* Reads a position that a text says in words, "White: King at Q5, Rook at K B sq. Black: ...", by the
 * notation into `board`. Returns where that ends in it, or 0. */
size_t diagram_text_told(const struct dialects *dialects, const struct dialect *dialect, const char *begin,
                         const char *end, struct ludus_position *board);
/* The placement of a board, as a FEN has it; as snprintf does. */
void diagram_text_write(const struct ludus_position *board, char *out, size_t size);
/* How many squares of two positions differ. */
unsigned diagram_text_differs(const struct ludus_position *a, const struct ludus_position *b);

#endif
