/* luck.h - luck and skill of each turn. See ludus_judge in ludus.h.
 *
 * The value of a position is looked at `depth` plies ahead (or played out), and is by that the mean over all
 * rolls. With the roll that was thrown, the best turn is looked for one ply less deep; it and the turn that
 * was played are then compared by the values of the positions they lead to. So each turn takes the value from
 * that before it to that after it in two steps, luck and error, and the steps of a game add up to its result.
 */
#ifndef STUDY_LUCK_H
#define STUDY_LUCK_H

#include "rules/position.h"

#include <math.h>

/* ---- All turns of a position, each with the rolls that allow it. The rolls are walked together, up to 64 at
 * a time: a sequence of moves is made once, however many rolls allow it. A game without dice has one roll,
 * which allows everything ---- */

enum { ROLLS_AT_ONCE = 64 };

/* One distinct roll, in ascending order of its dice. */
struct turn_tree_roll {
    uint8_t dice[LUDUS_DICE_MAX];
    unsigned weight; /* in how many of the equally likely throws it occurs */
};

struct turn_tree;

/* Called for each turn of walk->rolls: `pos` is the position with its moves made, before a dice game's turn
 * is ended. `rolls` says which of walk->rolls allow it, a bit each. The position may be changed if it is
 * restored. */
typedef void turn_tree_visit(const struct turn_tree *turns, void *context, struct ludus_position *pos,
                             uint64_t rolls);

/* A walk under way. All zero but `visit` and `context` is ready for use; one walker serves any number of
 * walks. */
struct turn_tree {
    turn_tree_visit *visit;
    void *context;
    struct turn_tree_roll rolls[ROLLS_AT_ONCE];
    unsigned roll_count;
    struct ludus_move moves[LUDUS_MOVES_MAX]; /* of the turn so far, */
    uint8_t kinds[LUDUS_MOVES_MAX];           /* what each of them moved, or NONE, */
    struct undo *undos[LUDUS_MOVES_MAX];      /* and what it changed */
    unsigned move_count;
    struct ludus_move *lists; /* the moves of all nodes on the way down; the caller frees it */
    size_t used, capacity;
    bool failed; /* memory ran out */
};

/* Takes the next rolls of the game, at most ROLLS_AT_ONCE; the first with `*dice` all zero, which it keeps
 * for the next call. False after the last. */
bool turn_tree_next_rolls(struct turn_tree *turns, const struct ludus_ruleset *rs,
                          uint8_t dice[LUDUS_DICE_MAX]);

/* Visits every turn of the side to move, passing in a dice game included; none when the game is over. False
 * without memory. The position is left as it was. */
bool turn_tree_walk(struct turn_tree *turns, struct ludus_position *pos);

/* ---- How good a position is: White's expected result, from 0 (Black wins) to 1.
 *
 * With S the side to move, D(x) the chance that side x, if it were to roll now, takes the other's royal at
 * once (one or two moves of one piece, pieces in the way not looked at, but that own pieces block the first
 * of two), N(x) and P(x) the number and the power of x's pieces without royals, and L(p) = 1 / (1 + exp(-p)):
 *
 *     value for S = D(S) + (1 - D(S)) * L(turn + number * ln((N(S) + 1) / (N(other) + 1))
 *                                           + power * ln((P(S) + 1) / (P(other) + 1))
 *                                           + loose * G(S) - danger * D(other))
 *
 * The power of a piece is the mean number of squares that its kind reaches on the empty board times the
 * chance that a roll lets it move. G(S) is what S can hope to take at once: the most, over the other's
 * pieces, of the chance that one move takes it times its power, as part of P(other) + 1. D and G are 0 in
 * games that are not won by taking a royal with dice. The five constants are fitted by self-play, by
 * tests/fit/evaluator.c, and stand in the rules file. ---- */

/* What the formula is made of, for the side to move. */
struct evaluator_terms {
    double strike, number, power, danger, loose; /* D(S), the two logarithms, D(other), G(S) */
};

/* Tables of a ruleset. Not changed once made, so threads share them. */
struct evaluator;

/* Values by the constants of the rules, or by others: tests/fit/evaluator.c tries them. To be freed with
 * free; NULL without memory. The ruleset outlives it. */
struct evaluator *evaluator_new(const struct ludus_ruleset *ruleset, const struct evaluation *constants);

void evaluator_terms(const struct evaluator *evaluator, const struct ludus_position *pos,
                     struct evaluator_terms *terms);
/* The formula, for the side to move. */
static inline double evaluator_formula(const struct evaluator_terms *terms,
                                       const struct evaluation *constants)
{
    double sum = constants->turn + constants->number * terms->number + constants->power * terms->power -
                 constants->danger * terms->danger + constants->loose * terms->loose;
    return terms->strike + (1 - terms->strike) / (1 + exp(-sum));
}

/* White's value of a position whose turn has not begun; that of the result when the game is over. */
double evaluator_static(const struct evaluator *evaluator, const struct ludus_position *pos);

/* ---- Looking ahead, and luck ---- */

enum { SEARCH_DEPTH_MAX = 8 };

/* A turn that was found to be the best. */
struct search_turn {
    struct ludus_move moves[LUDUS_MOVES_MAX];
    unsigned move_count;
    double value; /* White's, of the position after it, looked at as deep as it was */
};

/* A position and its static value. */
struct known {
    uint64_t hash;
    double value;
};

/* Room for looking ahead; one for each thread. All zero but `evaluator` is ready for use. */
struct search {
    const struct evaluator *evaluator;
    struct known *known; /* by hash: positions valued lately, for turns reach the same one by many orders of
                            moves; owned */
    struct turn_tree turns[SEARCH_DEPTH_MAX + 1]; /* owned */
    bool failed;                                  /* memory ran out */
};

/* The best turn with these dice (any, in a game without), by the value after it `depth` plies ahead. The
 * first of equals; `best->value` < 0 when there is none. */
void search_best(struct search *search, struct ludus_position *pos, const uint8_t dice[LUDUS_DICE_MAX],
                 unsigned depth, struct search_turn *best);

/* Frees what it owns; it has no evaluator then. */
void search_free(struct search *search);

#endif
