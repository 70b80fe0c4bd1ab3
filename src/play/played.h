/* played.h - the moves of a turn as they were played, with their effects. */
#ifndef PLAY_PLAYED_H
#define PLAY_PLAYED_H

#include "rules/position.h"

/* A man that a move took or bound, as it was before the move. */
struct played_man {
    struct ludus_square man;
    uint8_t square;
    bool own; /* a bound man of the player, which falls at the end of the turn */
};

/* A move of a turn with its effects. */
struct played_move {
    const struct ludus_turn *turn;
    unsigned next; /* number of moves played */
    struct ludus_move move;
    unsigned index;                      /* in the turn */
    const struct ludus_position *before; /* the position before it */
    struct ludus_position own, after;    /* own: of later moves than the first */
    unsigned taken_count, bound_count;
    struct played_man taken[SQUARES_MAX], bound[SQUARES_MAX]; /* in order of squares */
};

/* Begins a turn, on a copy of the position before it. */
void played_begin(struct played_move *played, const struct ludus_position *before,
                  const struct ludus_turn *turn);
/* Plays the next move. False after the last. */
bool played_next(struct played_move *played);

#endif
