/* odds.h - what the next roll can bring: counted exactly, over all rolls and all ways to play them. See
 * ludus_position_odds in ludus.h; this is the one home of odds. */
#ifndef STUDY_ODDS_H
#define STUDY_ODDS_H

#include "rules/position.h"

/* The same as ludus_position_odds. */
bool odds_count(const struct ludus_position *position, unsigned side, struct ludus_odds *odds);

#endif
