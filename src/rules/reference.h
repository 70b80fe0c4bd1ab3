/* reference.h - the rules once more, slow and obvious, to hold the engine against (play/prove.c): one cell
 * for each square, every move tried, every attack scanned anew. It reads what the rules file says and nothing
 * that has been derived from it, and shares no code with the engine; it is written after ludus-rules(5). */
#ifndef RULES_REFERENCE_H
#define RULES_REFERENCE_H

#include "rules/position.h"

enum { NOWHERE = -1 };

struct reference_man {
    bool there, bound, unmoved; /* unmoved: has not moved yet, of kinds that are asked so */
    uint8_t kind, side;
};

/* A position. A copy is one too: nothing is owned. */
struct reference {
    const struct rules *rules;
    const uint8_t *start; /* cells of the start */
    int squares;
    const struct reference *past; /* the position before the last move of the game, or NULL */
    struct reference_man board[SQUARES_MAX];
    uint8_t hand[2][KINDS_MAX];
    unsigned taken[2], quiet, number, side;
    unsigned castling; /* bit per castle */
    int passed;        /* square that the last move passed with a double step, or NOWHERE */
    int pending;       /* square of the piece that must go on, or NOWHERE */
    bool captured;     /* ever in the game */
    bool restart;      /* the count of quiet turns begins anew with this turn */
    bool begins_turn;
    bool captures, binds; /* what the last move did besides moving */
    uint8_t dice[LUDUS_DICE_MAX], dice_count;
    uint8_t moved[LUDUS_DICE_MAX], moved_count; /* kinds that dice have moved in this turn */
};

struct reference_list {
    struct ludus_move *moves; /* the caller's */
    size_t count, capacity;   /* count may be more */
};

/* All legal moves. */
void reference_moves(const struct reference *ref, struct reference_list *list);
/* Makes a legal move, or ends the turn (type NONE). The caller sets `past` if repetition matters. */
void reference_make(struct reference *ref, struct ludus_move move);
/* Is the side in check? */
bool reference_checked(const struct reference *ref, unsigned side);
/* How the game stands, and by what the board alone says (before asking for a legal move). */
enum ludus_result reference_result(const struct reference *ref);
bool reference_ended(const struct reference *ref);
/* Are two positions the same for repetition, the side to move (unless `either`) included? */
bool reference_repeats(const struct reference *ref, const struct reference *other, bool either);

/* ---- Inside it: the board, and who is flanked and surrounded there (reference_board.c) ---- */

/* File and rank to the squares beside one, orthogonal ways first. */
static const int ways[8][2] = { { 0, 1 }, { 0, -1 },  { 1, 0 },  { -1, 0 },
                                { 1, 1 }, { -1, -1 }, { 1, -1 }, { -1, 1 } };

/* The square so many files and ranks away, or NOWHERE. */
static inline int go(const struct reference *ref, int square, int file, int rank)
{
    int files = (int)ref->rules->files, f = square % files + file, r = square / files + rank;
    return f < 0 || r < 0 || f >= files || r >= (int)ref->rules->ranks ? NOWHERE : r * files + f;
}

/* The square `n` steps away. */
static inline int beside(const struct reference *ref, int square, int way, int n)
{
    return go(ref, square, n * ways[way][0], n * ways[way][1]);
}

static inline bool is_of(const struct reference *ref, int square, unsigned side)
{
    return square != NOWHERE && ref->board[square].there && ref->board[square].side == side;
}

static inline bool is_empty(const struct reference *ref, int square)
{
    return square != NOWHERE && !ref->board[square].there;
}

/* Do such men stand on two opposite sides of the square? */
bool reference_between(const struct reference *ref, int square, unsigned side, bool bound_too);
/* Do they shut a man into a corner where that captures it? */
bool reference_cornered(const struct reference *ref, int square, unsigned side, bool bound_too);
/* Marks the enemies that the man who has arrived on `at` captures or binds. */
void reference_judge(const struct reference *ref, int at, bool falls[SQUARES_MAX]);
/* Frees the bound men that are not held, all at once. */
void reference_release(struct reference *ref);

#endif
