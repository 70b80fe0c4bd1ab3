/* reference.h - a second implementation of the rules, slow and obvious, to test the engine against
 * (play/prove.c): one cell for each square, every move tried, every attack scanned again. It reads only what
 * the rules file sets, nothing derived from it, and shares no code with the engine; it follows
 * ludus-rules(5). */
#ifndef RULES_REFERENCE_H
#define RULES_REFERENCE_H

#include "rules/position.h"

enum { NOWHERE = -1 };

/* All zero is an empty square. */
struct reference_man {
    bool there, bound, unmoved; /* unmoved: has not moved yet, for kinds with piece_first */
    uint8_t kind, side;
};

/* A position. It owns nothing, so that it can be copied. */
struct reference {
    const struct rules *rules;
    const uint8_t *start; /* piece codes of the start position */
    int squares;
    const struct reference *past; /* the position before the last move of the game, or NULL */
    struct reference_man board[SQUARES_MAX];
    uint8_t hand[2][KINDS_MAX];
    unsigned taken[2], quiet, number, side;
    unsigned castling; /* bit per castle */
    int passed;        /* square passed by a double step of the last move, or NOWHERE */
    int pending;       /* square of the piece that must move again, or NOWHERE */
    bool captured;     /* something was captured in the game */
    bool restart;      /* this turn resets the count of quiet turns */
    bool begins_turn;
    bool captures, binds; /* effects of the last move */
    uint8_t dice[LUDUS_DICE_MAX], dice_count;
    uint8_t moved[LUDUS_DICE_MAX], moved_count; /* kinds that were moved with dice in this turn */
};

struct reference_list {
    struct ludus_move *moves; /* the caller's */
    size_t count, capacity;   /* count may exceed capacity */
};

/* Lists all legal moves. */
void reference_moves(const struct reference *ref, struct reference_list *list);
/* Makes a legal move, or ends the turn (type NONE). The caller sets `past` if the rules limit repetition. */
void reference_make(struct reference *ref, struct ludus_move move);
/* Is the side in check? */
bool reference_checked(const struct reference *ref, unsigned side);
/* Returns the result, and whether the game is over by the board alone, without looking for moves. */
enum ludus_result reference_result(const struct reference *ref);
bool reference_ended(const struct reference *ref);
/* Are the same men on the board and in hand? */
static inline bool reference_same_men(const struct reference *ref, const struct reference *other)
{
    return memcmp(ref->board, other->board, sizeof ref->board) == 0 && /* of single bytes */
           memcmp(ref->hand, other->hand, sizeof ref->hand) == 0;
}

/* Are two positions equal for repetition? If `either`, the side to move can differ. */
bool reference_repeats(const struct reference *ref, const struct reference *other, bool either);

/* ---- Internals: the board, flanking and surrounding (reference_board.c) ---- */

/* File and rank of the directions, orthogonal ones first. */
static const int directions[8][2] = { { 0, 1 }, { 0, -1 },  { 1, 0 },  { -1, 0 },
                                      { 1, 1 }, { -1, -1 }, { 1, -1 }, { -1, 1 } };

/* Returns the square so many files and ranks away, or NOWHERE. */
static inline int shift_square(const struct reference *ref, int square, int file, int rank)
{
    int files = (int)ref->rules->files, f = square % files + file, r = square / files + rank;
    return f < 0 || r < 0 || f >= files || r >= (int)ref->rules->ranks ? NOWHERE : r * files + f;
}

/* Returns the square `n` steps away, or NOWHERE. */
static inline int beside(const struct reference *ref, int square, int way, int n)
{
    return shift_square(ref, square, n * directions[way][0], n * directions[way][1]);
}

static inline bool is_of(const struct reference *ref, int square, unsigned side)
{
    return square != NOWHERE && ref->board[square].there && ref->board[square].side == side;
}

static inline bool is_empty(const struct reference *ref, int square)
{
    return square != NOWHERE && !ref->board[square].there;
}

/* Is the square between two flankers of `side`? Bound ones count if `bound_too`. */
bool reference_between(const struct reference *ref, int square, unsigned side, bool bound_too);
/* Do they capture a man in a corner, from both its neighbours? */
bool reference_cornered(const struct reference *ref, int square, unsigned side, bool bound_too);
/* Marks the enemies that the man who has moved to `at` captures or binds. */
void reference_judge(const struct reference *ref, int at, bool falls[SQUARES_MAX]);
/* Frees all bound men that are not held. */
void reference_release(struct reference *ref);

#endif
