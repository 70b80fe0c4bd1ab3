/* dice.h - rolls of dice, and what the moves of a turn have used of them. */
#ifndef RULES_DICE_H
#define RULES_DICE_H

#include "rules/ruleset.h"

/* Returns how many of the faces^count throws give the (sorted) roll. */
static inline unsigned dice_weight(const uint8_t *dice, unsigned count)
{
    unsigned weight = 1, same = 0;
    for (unsigned i = 0; i < count; i++) {
        same = i > 0 && dice[i] == dice[i - 1] ? same + 1 : 1;
        weight = weight * (i + 1) / same;
    }
    return weight;
}

/* Sorts dice in ascending order. */
static inline void dice_sort(uint8_t *dice, unsigned count)
{
    for (unsigned i = 1; i < count; i++)
        for (unsigned at = i; at > 0 && dice[at - 1] > dice[at]; at--) {
            uint8_t face = dice[at];
            dice[at] = dice[at - 1];
            dice[at - 1] = face;
        }
}

/* A state holds all sets of dice that the moves of a turn can have used, a bit each. This is the state before
 * the first move of a turn: no die used. */
#define DICE_UNUSED 1u

/* Returns the state after a move of a piece that the faces `faces` move; 0 if no unused die allows it. */
unsigned dice_use(const uint8_t *dice, unsigned count, unsigned state, uint32_t faces);

/* Finds the next distinct roll in ascending order ({1,1} {1,2} …), the first one if dice[0] is 0. False after
 * the last. */
bool dice_next(uint8_t *dice, unsigned count, unsigned faces);

/* Returns how many dice are thrown in a turn; in some games only in those in which men are placed. */
static inline unsigned dice_thrown(const struct rules *rules)
{
    return rules->dice ? rules->dice : rules->place_dice;
}

/* Does the roll place men on a whole empty line? */
bool dice_place_row(const struct rules *rules, const uint8_t *dice);

#endif
