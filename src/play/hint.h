/* hint.h - what was perhaps meant by a move that is not legal: one small change that makes it so. */
#ifndef PLAY_HINT_H
#define PLAY_HINT_H

#include "play/replay.h"

/* Hangs the best hint there is on `message`, about item number `item` of replay->turn: the legal moves that
 * it was likely to be, and the likeliest as what to put in its place; else the squares that the piece can
 * reach, else that the other side could play so. */
void hint_move(struct ludus_replay *replay, struct message *message, unsigned item);

/* Tells where the pieces of some kinds, or that on `from`, can go. */
void hint_targets(struct ludus_replay *replay, struct message *message, kind_set kinds, unsigned from);

/* As hint_move, of the message on the first text of replay->turn that could not be read. True if the turn has
 * what was meant in its place now, and can be played. */
bool hint_unread(struct ludus_replay *replay);

#endif
