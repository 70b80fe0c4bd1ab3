/* crowd.h - on a crowded board few men can move: those that reach an empty square. */
#ifndef RULES_CROWD_H
#define RULES_CROWD_H

#include "rules/position.h"

/* Finds the empty squares. False where moves do not only go there, or where asking every man is quicker. */
bool crowd_find_empty(const struct ludus_position *pos, struct squares *empty);
/* Men of the side to move that reach one of them on an empty board. */
struct squares crowd_movers(const struct ludus_position *pos, const struct squares *empty);
/* Can the moves of a ruleset be counted from the empty squares? */
bool crowd_counts(const struct ludus_ruleset *rs);
/* How many moves there are; `filter` asks for each whether it is banned. */
size_t crowd_count(const struct ludus_position *pos, const struct squares *empty, bool filter);

#endif
