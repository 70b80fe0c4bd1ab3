/* dice.c - which moves the dice of a turn allow, and the rolls there are. */
#include "rules/engine.h"

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

unsigned dice_weight(const uint8_t *dice, unsigned count)
{
    unsigned weight = 1, same = 0;
    for (unsigned i = 0; i < count; i++) {
        same = i > 0 && dice[i] == dice[i - 1] ? same + 1 : 1;
        weight = weight * (i + 1) / same;
    }
    return weight;
}

void dice_count_rolls(const struct ludus_ruleset *rs, struct tables *tables)
{
    const struct rules *rules = &rs->rules;
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    while (rules->dice && dice_next(dice, rules->dice, rules->faces)) {
        tables->rolls++;
        for (unsigned k = 0; k < rules->kind_count; k++) {
            unsigned state = dice_use(dice, rules->dice, DICE_UNUSED, rules->kinds[k].faces);
            tables->rolls_one[k] += state != 0;
            for (unsigned j = 0; j < rules->kind_count; j++)
                tables->rolls_two[k][j] += dice_use(dice, rules->dice, state, rules->kinds[j].faces) != 0;
        }
    }
}
