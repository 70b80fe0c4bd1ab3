/* played.h - the moves of a turn as they were played, each in full. */
#ifndef PLAY_PLAYED_H
#define PLAY_PLAYED_H

#include "rules/position.h"

/* A man on a square before the move that took it, or bound it. */
struct played_man {
    struct ludus_square man;
    uint8_t square;
    bool own; /* bound, and falls at the end of his player's turn */
};

/* One move in full. */
struct played_move {
    struct ludus_move move;
    unsigned index;                          /* in the turn */
    struct ludus_square before[SQUARES_MAX]; /* the board */
    unsigned taken_count, bound_count;
    struct played_man taken[SQUARES_MAX], bound[SQUARES_MAX]; /* in the order of the squares */
};

/* Plays a turn on a copy of the position before it, and hands each move over in full. False without memory.
 */
typedef void played_move_fn(void *context, const struct ludus_ruleset *rules, const struct played_move *move);
bool played_each(const struct ludus_position *before, const struct ludus_turn *turn, played_move_fn *each,
                 void *context);

#endif
