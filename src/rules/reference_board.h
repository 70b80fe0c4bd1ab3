/* reference_board.h - the board of the reference: where men stand and go, and what their moves do there. */
#ifndef RULES_REFERENCE_BOARD_H
#define RULES_REFERENCE_BOARD_H

#include "rules/position.h"
#include "rules/reference.h"

/* What a move does besides moving. */
struct deed {
    bool captures, binds;
};

/* File and rank to the squares beside one, each way followed by its opposite. */
static const int ways[8][2] = { { 0, 1 }, { 0, -1 },  { 1, 0 },  { -1, 0 },
                                { 1, 1 }, { -1, -1 }, { 1, -1 }, { -1, 1 } };

static inline const struct rules *rules_of(const struct reference *ref)
{
    return &ref->ruleset->rules;
}

static inline bool has(kind_set set, unsigned kind)
{
    return set >> kind & 1;
}

static inline int squares_of(const struct reference *ref)
{
    return (int)(rules_of(ref)->files * rules_of(ref)->ranks);
}

/* The square so many files and ranks away, or NOWHERE. */
static inline int go(const struct reference *ref, int square, int file, int rank)
{
    int files = (int)rules_of(ref)->files, ranks = (int)rules_of(ref)->ranks;
    int f = square % files + file, r = square / files + rank;

    return f < 0 || r < 0 || f >= files || r >= ranks ? NOWHERE : r * files + f;
}

static inline bool is_of(const struct reference *ref, int square, unsigned side)
{
    return square != NOWHERE && ref->board[square].there && ref->board[square].side == side;
}

static inline bool is_empty(const struct reference *ref, int square)
{
    return square != NOWHERE && !ref->board[square].there;
}

static inline int forward(unsigned side)
{
    return side == LUDUS_WHITE ? 1 : -1;
}

/* Does the man on the square count as one of the side that flanks? */
typedef bool board_counts_fn(const struct reference *, int, unsigned);

/* Is a way of moving open to the man on `from`, as far as first moves go? */
bool board_is_open(const struct reference *ref, int from, const struct atom *atom);
/* Where `n` steps of a way of moving lead, or NOWHERE when something stands between. */
int board_reach(const struct reference *ref, int from, const struct atom *atom, int n);
/* Could a man of the side take one of the kind `victim` on the square? */
bool board_is_attacked(const struct reference *ref, int target, unsigned by, unsigned victim);
bool board_is_in_check(const struct reference *ref, unsigned side);
/* Does one of the side's men that flank stand there? */
bool board_is_flanker(const struct reference *ref, int square, unsigned side);
/* The same, and not bound. */
bool board_is_free(const struct reference *ref, int square, unsigned side);
/* Do two men of `side` stand on two opposite sides of the square? */
bool board_is_between(const struct reference *ref, int square, unsigned side, board_counts_fn *counts);
/* Do they shut a man into a corner where that captures it? */
bool board_is_cornered(const struct reference *ref, int square, unsigned side, board_counts_fn *counts);
bool board_takes_in_passing(const struct kind *kind);
/* Makes the move, up to the end of the turn. */
struct deed board_make(struct reference *ref, struct ludus_move move);

#endif
