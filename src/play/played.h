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

/* A move with its effects. */
struct played_move {
    struct ludus_move move;
    unsigned index;                          /* in the turn */
    struct ludus_square before[SQUARES_MAX]; /* the board before it */
    unsigned taken_count, bound_count;
    struct played_man taken[SQUARES_MAX], bound[SQUARES_MAX]; /* in order of squares */
};

/* Plays a turn on a copy of the position before it, and calls `each` for each move. False without memory. */
typedef void played_move_fn(void *context, const struct ludus_ruleset *rules, const struct played_move *move);
bool played_each(const struct ludus_position *before, const struct ludus_turn *turn, played_move_fn *each,
                 void *context);

#endif
