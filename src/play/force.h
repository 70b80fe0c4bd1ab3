/* force.h - moves that were really played although they break the rules (sic). */
#ifndef PLAY_FORCE_H
#define PLAY_FORCE_H

#include "play/replay.h"

/* Changes the position as item number `item` of the turn says, whatever the rules say. False when the text
 * does not tell which piece goes where. */
bool force_move(struct ludus_replay *replay, unsigned item);

/* Makes move number `index` of the turn on a position that stands before it, also one that broke the rules.
 * False only without memory. */
bool force_follow(struct ludus_position *pos, const struct ludus_turn *turn, unsigned index);

#endif
