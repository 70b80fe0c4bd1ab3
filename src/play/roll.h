/* roll.h - the dice of a turn as written, and the rolls that they can have been. */
#ifndef PLAY_ROLL_H
#define PLAY_ROLL_H

#include "play/replay.h"

/* Faces that are known, and which are not. */
struct roll {
    uint8_t face[LUDUS_DICE_MAX];
    unsigned count;
    unsigned lost; /* a bit for each die that cannot be read, or is missing */
    bool guessed;  /* missing or impossible: any roll will do */
    bool unsaid;   /* it is missing, and that has not been said: perhaps a comma is missing instead */
};

/* Reads the roll of replay->turn. Says what is wrong with it. */
void roll_read(struct ludus_replay *replay, struct roll *roll);
/* Says that the game has no dice, once for each record. */
void roll_say_no_dice(struct ludus_replay *replay, const struct item *item);
/* Says that the roll of replay->turn is missing. */
void roll_say_missing(struct ludus_replay *replay);
/* Parts faces between which the commas are missing, (25) for (2,5), with which an item has too few dice.
 * False where that gives no roll of the game. */
bool roll_part(const struct rules *rules, const struct item *item, uint8_t faces[LUDUS_DICE_MAX]);

/* A roll without parentheses, which reads as numbers: 2 3, 4W. 2. 3, 4W. 23. */
struct bare_roll {
    const struct item *first, *last;
    const struct item *label; /* the number of the turn before it, or NULL */
    uint8_t face[LUDUS_DICE_MAX];
};

/* Finds one that ends with the number just before `move`, which stands in a turn without a roll. */
bool roll_find_bare(const struct ludus_game *game, const struct rules *rules, const struct item *move,
                    struct bare_roll *bare);
/* Says so of the turn, and takes the number before it for its label. False if there is none. */
bool roll_take_bare(struct ludus_replay *replay);

/* Steps through the rolls that fit: first with `dice[0]` = 0; false after the last. */
bool roll_next(const struct roll *roll, unsigned faces, uint8_t dice[LUDUS_DICE_MAX]);

#endif
