/* dice.h - which moves the dice of a turn allow. The moves made so far can have used several sets of dice;
 * all of them are kept, a bit for each set, so that either die may be used first. */
#ifndef RULES_DICE_H
#define RULES_DICE_H

#include "rules/position.h"

struct tables;

/* State before the first move of a turn: no die used. */
#define DICE_UNUSED 1u

/* The state after a move of a piece that the faces `faces` move; 0 if no unused die does. */
unsigned dice_use(const uint8_t *dice, unsigned count, unsigned state, uint32_t faces);

/* Fills the tables' counts of rolls. */
void dice_count_rolls(const struct ludus_ruleset *rs, struct tables *tables);

/* Steps through the distinct rolls in ascending order ({1,1} {1,2} …): first with dice[0] = 0; false after
 * the last. */
bool dice_next(uint8_t *dice, unsigned count, unsigned faces);
/* In how many of the faces^count throws the (sorted) roll occurs. */
unsigned dice_weight(const uint8_t *dice, unsigned count);

#endif
