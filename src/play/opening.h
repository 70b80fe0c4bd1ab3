/* opening.h - what stands before the moves: which rules, which position, who begins. */
#ifndef PLAY_OPENING_H
#define PLAY_OPENING_H

#include "play/replay.h"

/* Finds ruleset and start of the record. False with a message when either cannot be had. */
bool opening_read(struct ludus_replay *replay);

/* The built-in ruleset that a Variant tag names ("" where there is none), or NULL. */
const struct ludus_ruleset *opening_ruleset(struct ludus_text name);

/* Goes on in a broken line from the position that a comment gives, [%fen …]. */
void opening_resume(struct ludus_replay *replay, const struct item *comment);

#endif
