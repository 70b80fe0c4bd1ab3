/* explain.h - why a written move cannot be played, in the game's own terms, and what was perhaps meant. */
#ifndef PLAY_EXPLAIN_H
#define PLAY_EXPLAIN_H

#include "play/replay.h"

/* Adds one message about item number `item` of replay->turn, which does not resolve to one legal move in the
 * position of replay->line: `found` moves fit it (0, or several of `moves`). */
void explain_move(struct ludus_replay *replay, unsigned item, const struct ludus_move *moves, size_t found);

/* Adds the message that the turn ends while a piece must still move on. */
void explain_unfinished(struct ludus_replay *replay);

#endif
