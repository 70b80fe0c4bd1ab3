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
    bool promoted;              /* in games in which captured pieces change sides */
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
    unsigned removals; /* enemies that must still be removed in this turn */
    unsigned checks[2];
    uint8_t castle_rook[CASTLES_MAX];
    bool captured; /* something was captured in the game */
    bool restart;  /* this turn resets the count of quiet turns */
    bool begins_turn;
    bool captures, binds; /* effects of the last move */
    uint8_t dice[LUDUS_DICE_MAX], dice_count;
    uint8_t moved[LUDUS_DICE_MAX], moved_count; /* kinds that were moved with dice in this turn */
    uint8_t placed[SQUARES_MAX], placed_count;  /* points on which men were placed in this turn */
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

/* ---- Internals: the board, flanking and surrounding, and making moves (reference_board.c) ---- */

/* File and rank of the directions, orthogonal ones first. */
static const int directions[8][2] = { { 0, 1 }, { 0, -1 },  { 1, 0 },  { -1, 0 },
                                      { 1, 1 }, { -1, -1 }, { -1, 1 }, { 1, -1 } };

static inline int forward(unsigned side)
{
    return side == LUDUS_WHITE ? 1 : -1;
}

/* Is the square a point of the board? */
static inline bool is_point(const struct reference *ref, int square)
{
    for (unsigned i = 0; i < ref->rules->line_count; i++)
        for (unsigned n = 0; n < ref->rules->lines[i].count; n++)
            if (ref->rules->lines[i].square[n] == square)
                return true;
    return !ref->rules->line_count;
}

/* Returns the square so many files and ranks away, or NOWHERE. */
static inline int shift_square(const struct reference *ref, int square, int file, int rank)
{
    int files = (int)ref->rules->files, f = square % files + file, r = square / files + rank;
    return f < 0 || r < 0 || f >= files || r >= (int)ref->rules->ranks ? NOWHERE : r * files + f;
}

/* Returns the square one step away, along a line if the board has lines, or NOWHERE. */
static inline int step_square(const struct reference *ref, int square, int file, int rank)
{
    int files = (int)ref->rules->files;
    if (!ref->rules->line_count || file < -1 || file > 1 || rank < -1 || rank > 1) {
        int to = shift_square(ref, square, file, rank);
        return to != NOWHERE && is_point(ref, to) ? to : NOWHERE;
    }
    for (unsigned i = 0; i < ref->rules->line_count; i++) {
        const struct board_line *line = &ref->rules->lines[i];
        for (unsigned n = 0; n + 1 < line->count; n++)
            for (unsigned back = 0; back < 2; back++) {
                int from = line->square[n + back], to = line->square[n + 1 - back];
                int wide = to % files - from % files, high = to / files - from / files;
                if (from == square && (wide > 0) - (wide < 0) == file && (high > 0) - (high < 0) == rank)
                    return to;
            }
    }
    return NOWHERE;
}

/* Returns the square `n` steps away, or NOWHERE; `n` may be negative. */
static inline int beside(const struct reference *ref, int square, int way, int n)
{
    for (int sign = n < 0 ? -1 : 1; n != 0 && square != NOWHERE; n -= sign)
        square = step_square(ref, square, sign * directions[way][0], sign * directions[way][1]);
    return square;
}

static inline bool is_of(const struct reference *ref, int square, unsigned side)
{
    return square != NOWHERE && ref->board[square].there && ref->board[square].side == side;
}

static inline bool is_empty(const struct reference *ref, int square)
{
    return square != NOWHERE && !ref->board[square].there;
}

/* Returns the castling with the squares of this position. */
static inline struct castle reference_castle(const struct reference *ref, unsigned i)
{
    struct castle castle = ref->rules->castles[i];
    for (int square = 0; ref->rules->castle_any && square < ref->squares; square++)
        if (is_of(ref, square, castle.side) && in_set(ref->rules->royal, ref->board[square].kind))
            castle.king_from = (uint8_t)square;
    if (ref->rules->castle_any)
        castle.rook_from = ref->castle_rook[i];
    return castle;
}

/* Does the kind capture en passant? */
static inline bool reference_passes(const struct kind *kind)
{
    for (unsigned i = 0; i < kind->atom_count; i++)
        if (kind->atoms[i].mode & MODE_PASSING)
            return true;
    return false;
}

/* Returns the kinds that a man of the kind is promoted to on the square. */
static inline kind_set reference_becomes(const struct reference *ref, unsigned kind, unsigned side,
                                         int square)
{
    const struct kind *man = &ref->rules->kinds[kind];
    kind_set becomes = 0;
    if (!man->becomes_on_count)
        return shift_square(ref, square, 0, forward(side)) == NOWHERE ? man->becomes : 0;
    for (unsigned i = 0; i < man->becomes_on_count; i++)
        if (region_has(ref->rules, man->becomes_on[i].region, side, (unsigned)square))
            becomes |= man->becomes_on[i].kinds ? man->becomes_on[i].kinds : man->becomes;
    return becomes;
}

/* Are two positions equal for repetition? If `either`, the side to move can differ. */
static inline bool reference_repeats(const struct reference *ref, const struct reference *other, bool either)
{
    return reference_same_men(ref, other) && ref->removals == other->removals &&
           memcmp(ref->checks, other->checks, sizeof ref->checks) == 0 &&
           (either || ref->side == other->side) && ref->castling == other->castling &&
           ref->captured == other->captured;
}

/* Makes the move without ending the turn. */
void reference_move(struct reference *ref, struct ludus_move move);
/* Ends the turn after a move, or in place of one (type NONE), unless it continues. */
void reference_finish(struct reference *ref, struct ludus_move move);

/* ---- Leaps, mills and rows (reference_leap.c) ---- */

enum { CHAINS_MOST = 1000 };

/* A capture by leaping, by its effect. */
struct reference_chain {
    int from, to;
    unsigned number; /* among those of the man, in the order of discovery */
    unsigned kind, count, first;
    bool with; /* the man is one of take-first */
    bool taken[SQUARES_MAX], order[SQUARES_MAX];
};

/* Lists the chains of the side to move that the rules of the largest capture allow: at most CHAINS_MOST. */
size_t reference_chains(const struct reference *ref, struct reference_chain *list);
/* Counts the lines through the square that men of its side fill. */
unsigned reference_mills(const struct reference *ref, int square);

/* Does the roll ask for a man on the point, so that the men placed in this turn fill a line? NOWHERE: on any
 * point. */
bool reference_row(const struct reference *ref, int point);

/* Is the square between two flankers of `side`? Bound ones count if `bound_too`. */
bool reference_between(const struct reference *ref, int square, unsigned side, bool bound_too);
/* Do they capture a man in a corner, from both its neighbours? */
bool reference_cornered(const struct reference *ref, int square, unsigned side, bool bound_too);

#endif
