/* crowd.h - on a crowded board few men can move: those that reach an empty square. */
#ifndef RULES_CROWD_H
#define RULES_CROWD_H

#include "position.h"

/* Finds the empty squares. False where moves do not only go there, or where asking every man is quicker. */
bool crowd_find_empty(const struct ludus_position *pos, struct squares *empty);
/* Men of the side to move that reach one of them on an empty board. */
struct squares crowd_movers(const struct ludus_position *pos, const struct squares *empty);
/* How many moves there are in rulesets whose men only leap: as many to each empty square as men reach it. */
size_t crowd_count_leaps(const struct ludus_position *pos, const struct squares *empty);

#endif
