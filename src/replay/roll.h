/* roll.h - the dice of a turn as written, and the rolls that they can have been. */
#ifndef REPLAY_ROLL_H
#define REPLAY_ROLL_H

#include "replay/replay.h"

/* Faces that are known, and which are not. */
struct roll {
    uint8_t face[LUDUS_DICE_MAX];
    unsigned count;
    unsigned lost; /* a bit for each die that cannot be read, or is missing */
    bool guessed;  /* missing or impossible, and said so: any roll will do */
};

/* Reads the roll of replay->turn. Says what is wrong with it. */
void roll_read(struct ludus_replay *replay, struct roll *roll);

/* Steps through the rolls that fit: first with `dice[0]` = 0; false after the last. */
bool roll_next(const struct roll *roll, unsigned faces, uint8_t dice[LUDUS_DICE_MAX]);

#endif
