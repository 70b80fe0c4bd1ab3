/* pgn_write.h - a record as PGN that programs read which know PGN and nothing else. */
#ifndef OUT_PGN_WRITE_H
#define OUT_PGN_WRITE_H

#include "out/canonical.h"

/* Appends the record: all seven tags of the roster, results as PGN has them. What PGN cannot say as moves
 * stands in comments: all turns of a game that is not written in short algebraic notation, and in the others
 * whatever follows an unreadable, damaged or irregular move in its line. */
void pgn_write_record(const struct canonical *canonical, struct ludus_buffer *out);

#endif
