/* claims.h - what a record says of a move besides the move: x, e.p., stones removed, path, squeeze, + and #.
 */
#ifndef PLAY_CLAIMS_H
#define PLAY_CLAIMS_H

#include "play/replay.h"

/* What the notation of `item` claims is checked in the position before the move … */
void claims_before(struct ludus_replay *replay, const struct item *item, struct ludus_move move);
/* … after the move has been made with `undo` … */
void claims_after(struct ludus_replay *replay, const struct item *item, struct ludus_move move,
                  const struct undo *undo);
/* … and, where it claims a check or mate, when its turn is over. */
void claims_turn(struct ludus_replay *replay, const struct item *item);
/* What is said of a pass that is no move. */
void claims_pass(struct ludus_replay *replay, const struct item *item);

#endif
