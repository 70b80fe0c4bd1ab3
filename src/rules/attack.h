/* attack.h - which squares are attacked, and what keeps a royal safe: checks and pins. */
#ifndef RULES_ATTACK_H
#define RULES_ATTACK_H

#include "rules/position.h"
#include "rules/tables.h"

/* Is `square` attacked by `side`, with the piece on `without` (or NONE) taken off the board? */
bool attack_on(const struct ludus_position *pos, unsigned square, unsigned side, unsigned without);

/* Is nothing on the ray between the two squares (`without` aside)? True for squares on no common ray. */
static inline bool attack_clear(const struct ludus_position *pos, unsigned square, unsigned from,
                                unsigned without)
{
    const uint8_t *ray = ray_between(pos->ruleset, square, from);

    if (ray)
        for (ray += 2; *ray != from; ray++)
            if (pos->cell[*ray] && *ray != without)
                return false;
    return true;
}

enum { PINS_MAX = 16 };

/* What restricts the side to move when its royal must stay safe. */
struct guard {
    unsigned king;         /* square of the royal */
    unsigned checkers;     /* pieces that attack it; 2 stands for more */
    bool unsure;           /* the rules have attacks that these sets do not hold: try every move */
    struct squares block;  /* with one checker: squares where another piece ends the check */
    struct squares pinned; /* own pieces that may only move along their ray */
    unsigned pins;
    uint8_t pin_square[PINS_MAX];
    struct squares pin_ray[PINS_MAX];
};

void attack_guard(const struct ludus_position *pos, struct guard *guard);

/* Does a piece of `side` attack `square` along the ray through `from`, which is empty or about to be, when a
 * piece stands on `to` (or NONE)? */
bool attack_uncovered(const struct ludus_position *pos, unsigned square, unsigned side, unsigned from,
                      unsigned to);

/* Would the own royal be safe after a step from -> to that also takes `victim` (or NONE) off the board? */
bool attack_safe_after(const struct ludus_position *pos, unsigned from, unsigned to, unsigned victim);

#endif
