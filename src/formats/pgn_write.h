/* pgn_write.h - a record as PGN that programs read which know PGN and nothing else. */
#ifndef FORMATS_PGN_WRITE_H
#define FORMATS_PGN_WRITE_H

#include "notation/canonical.h"

/* Appends the record: all seven tags of the roster, results as PGN has them. What PGN cannot say as moves
 * stands in comments: all turns of a game that is not written in short algebraic notation, and in the others
 * an unreadable, damaged, illegal or irregular move and whatever follows it in its line. A record that is not
 * `sound` is replayed, to find where. */
void pgn_write_record(struct canonical *canonical, struct ludus_replay *replay, bool sound,
                      struct ludus_buffer *out);

#endif
