/* repetition.h - earlier occurrences of a position, found along the chain of undos and in the FEN's rep=
 * field. */
#ifndef RULES_REPETITION_H
#define RULES_REPETITION_H

#include "rules/position.h"

/* Does the position before this move count? Only where a turn begins: not while the same side plays on. */
bool repetition_counts(const struct undo *undo);
/* Does the position before this move differ from all after it? */
bool repetition_ends(const struct undo *undo);
/* How often the FEN's rep= field has `key`, without the position `begun` that the chain begins with. */
unsigned repetition_listed(const struct ludus_position *pos, uint64_t key, uint64_t begun);
/* How often the position has occurred since the last capture, itself included. */
unsigned repetition_count(const struct ludus_position *pos);
/* Does the ruleset's ban on repetition forbid the move that has just led here? */
bool repetition_banned(const struct ludus_position *pos);
/* Can any move repeat a position at all? False saves the work of asking for each. */
bool repetition_possible(const struct ludus_position *pos);
/* Can this step or jump, if it captures nothing? Only where it takes a man to a square that one of its side
 * has left since. */
bool repetition_possible_by(const struct ludus_position *pos, struct ludus_move move);

#endif
