/* reference.h - the rules once more, slow and obvious, to hold the engine against (play/prove.c): one cell
 * for each square, every move tried, every attack scanned anew. It reads what the rules file says and nothing
 * that has been derived from it, and shares no code with the engine; it is written after ludus-rules(5). */
#ifndef RULES_REFERENCE_H
#define RULES_REFERENCE_H

#include "rules/position.h"
#include "rules/ruleset.h"

enum { NOWHERE = -1 };

struct reference_man {
    bool there, bound, unmoved; /* unmoved: has not moved yet, of kinds that are asked so */
    uint8_t kind, side;
};

/* A position. A copy is one too: nothing is owned. */
struct reference {
    const struct ludus_ruleset *ruleset; /* its `rules` and the cells of its start are read */
    const struct reference *past;        /* the position before the last move of the game, or NULL */
    struct reference_man board[SQUARES_MAX];
    uint8_t hand[2][KINDS_MAX];
    unsigned taken[2], quiet, number, side;
    unsigned castling; /* bit per castle */
    int passed;        /* square that the last move passed with a double step, or NOWHERE */
    int pending;       /* square of the piece that must go on, or NOWHERE */
    bool captured;     /* ever in the game */
    bool restart;      /* the count of quiet turns begins anew with this turn */
    bool begins_turn;
    uint8_t dice[LUDUS_DICE_MAX], dice_count;
    uint8_t moved[LUDUS_DICE_MAX], moved_count; /* kinds that dice have moved in this turn */
};

struct reference_list {
    struct ludus_move *moves; /* the caller's */
    size_t count, capacity;   /* count may be more */
};

/* All legal moves. */
void reference_moves(const struct reference *ref, struct reference_list *list);
/* Makes a legal move. The caller sets `past` if repetition matters. */
void reference_make(struct reference *ref, struct ludus_move move);
void reference_end_turn(struct reference *ref);
/* Is the side to move in check? */
bool reference_checked(const struct reference *ref);
/* How the game stands, and by what the board alone says (before asking for a legal move). */
enum ludus_result reference_result(const struct reference *ref);
bool reference_ended(const struct reference *ref);
/* Is the engine's position the same in all that a FEN says, and in what is pending? */
bool reference_same(const struct reference *ref, const struct ludus_position *pos);
/* Are two positions the same for repetition, the side to move (unless `either`) included? */
bool reference_repeats(const struct reference *ref, const struct reference *other, bool either);

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
