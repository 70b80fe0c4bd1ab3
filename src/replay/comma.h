/* comma.h - a turn that is perhaps no turn, but the rest of the one before it, whose comma is missing. */
#ifndef REPLAY_COMMA_H
#define REPLAY_COMMA_H

#include "replay/replay.h"

/* Has the turn that is being played neither number nor roll, and could the side of the turn before it, which
 * stands right before it, play its moves with the dice that are left? */
bool comma_is_missing(const struct ludus_replay *replay);

#endif
