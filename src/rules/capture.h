/* capture.h - what a move takes, binds and frees besides the piece on its target: custodian capture. */
#ifndef RULES_CAPTURE_H
#define RULES_CAPTURE_H

#include "rules/position.h"

/* Can the move capture or bind anything? False when it plainly cannot, which is quicker told than making it.
 */
bool capture_possible(const struct ludus_position *pos, struct ludus_move move);
/* Squares of the enemies that a piece of the side to move, just arrived on `at`, takes or binds (as
 * rules.effect says). */
struct squares capture_victims(const struct ludus_position *pos, unsigned at);
/* Stands the man on `square` between two opposite enemies of kinds that flank, bound or not? (squeeze,
 * suicide) */
bool capture_between(const struct ludus_position *pos, unsigned square);
/* Would a man of `side` there stand so? */
bool capture_between_for(const struct ludus_position *pos, unsigned square, unsigned side);
/* May the bound man on `square` be removed by the other side: do two opposite free flankers hold it? */
bool capture_removable(const struct ludus_position *pos, unsigned square);
/* Bound men that are free again as the board stands. */
struct squares capture_freed(const struct ludus_position *pos);

#endif
