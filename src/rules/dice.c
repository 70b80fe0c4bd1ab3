/* dice.c - rolls of dice; see dice.h. */
#include "rules/dice.h"

#include <string.h>

unsigned dice_use(const uint8_t *dice, unsigned count, unsigned state, uint32_t faces)
{
    unsigned next = 0;
    for (unsigned die = 0; die < count; die++) {
        if (!(faces >> (dice[die] - 1) & 1))
            continue;
        for (unsigned used = 0; used < 1u << count; used++)
            if (state >> used & 1 && !(used >> die & 1))
                next |= 1u << (used | 1u << die);
    }
    return next;
}

bool dice_next(uint8_t *dice, unsigned count, unsigned faces)
{
    unsigned die = count;
    if (dice[0] == 0) {
        for (unsigned i = 0; i < count; i++)
            dice[i] = 1;
        return true;
    }
    while (die > 0 && dice[die - 1] == faces)
        die--;
    if (die == 0)
        return false;
    dice[die - 1]++;
    for (unsigned i = die; i < count; i++)
        dice[i] = dice[die - 1];
    return true;
}

bool dice_place_row(const struct rules *rules, const uint8_t *dice)
{
    uint8_t sorted[LUDUS_DICE_MAX];
    memcpy(sorted, dice, sizeof sorted);
    dice_sort(sorted, rules->place_dice);
    for (unsigned i = 0; i < rules->place_rows; i++)
        if (memcmp(sorted, rules->place_row[i], rules->place_dice) == 0)
            return true;
    return false;
}
