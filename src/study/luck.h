/* luck.h - luck and skill of each turn. See ludus_judge in ludus.h.
 *
 * The value of a position is searched `depth` plies ahead (or by rollouts), and so is the mean over all
 * rolls. With the roll that was thrown, the best turn is searched one ply less deep; it and the turn that was
 * played are then compared by the values of the positions after them. So each turn leads from the value
 * before it to that after it in two steps, luck and error, and the steps of a game add up to its result. */
#ifndef STUDY_LUCK_H
#define STUDY_LUCK_H

#include "rules/position.h"

#include <math.h>

/* ---- All turns of a position, each with the rolls that allow it. Up to 64 rolls are walked together: a
 * sequence of moves is made once for all rolls that allow it. A game without dice has one roll, which allows
 * everything ---- */

enum { ROLLS_AT_ONCE = 64 };

/* One distinct roll, in ascending order of its dice. */
struct turn_tree_roll {
    uint8_t dice[LUDUS_DICE_MAX];
    unsigned weight; /* number of equally likely throws that give it */
};

struct turn_tree;

/* Called for each turn of turns->rolls: `pos` is the position after its moves, before a dice game's turn is
 * ended; `rolls` has a bit for each of turns->rolls that allows it. The position may be changed if it is
 * restored. */
typedef void turn_tree_visit(const struct turn_tree *turns, void *context, struct ludus_position *pos,
                             uint64_t rolls);

/* A walk. Zero but for `visit` and `context`, it is ready for use, for any number of walks. */
struct turn_tree {
    turn_tree_visit *visit;
    void *context;
    struct turn_tree_roll rolls[ROLLS_AT_ONCE];
    unsigned roll_count;
    struct ludus_move moves[LUDUS_MOVES_MAX]; /* of the turn so far */
    uint8_t kinds[LUDUS_MOVES_MAX];           /* piece kind of each move, or NONE */
    struct undo *undos[LUDUS_MOVES_MAX];      /* what each move changed */
    unsigned move_count;
    struct ludus_move *lists; /* the moves of all nodes on the current path; the caller frees it */
    size_t used, capacity;
    bool failed; /* memory ran out */
};

/* Sets the next rolls of `count` dice, at most ROLLS_AT_ONCE. `dice` is all zero at first, and keeps the
 * place for the next call. False after the last. */
bool turn_tree_next_rolls(struct turn_tree *turns, const struct ludus_ruleset *rs, unsigned count,
                          uint8_t dice[LUDUS_DICE_MAX]);

/* Visits every turn of the side to move, with the pass in a dice game; none if the game is over. False
 * without memory. The position is not changed. */
bool turn_tree_walk(struct turn_tree *turns, struct ludus_position *pos);

/* ---- How good a position is: White's expected result, from 0 (Black wins) to 1.
 *
 * With S the side to move, D(x) the chance that side x, if it were to roll now, takes the other's royal at
 * once (by one or two moves of one piece; pieces in between are ignored, but own pieces block the first of
 * two), N(x) and P(x) the number and the power of x's pieces without royals, M(x) the number of its moves,
 * and L(p) = 1 / (1 + exp(-p)):
 *
 *     value for S = d + (1 - d) * L(turn + number * ln((N(S) + 1) / (N(other) + 1))
 *                                        + power * ln((P(S) + 1) / (P(other) + 1))
 *                                        - danger * D(other) + loose * G(S)
 *                                        + mobility * ln((M(S) + 1) / (M(other) + 1))
 *                                        + white or - white + worths)
 *
 * where d = strike * D(S), as players may overlook the chance.
 *
 * The power of a piece is the mean number of squares that its kind reaches on the empty board times the
 * chance that a roll lets it move. G(S) is what S can expect to capture at once: the maximum, over the
 * other's pieces, of the chance that one move captures it times its power, divided by P(other) + 1. D and G
 * are 0 in games that are not won by capturing a royal with dice. `white` is added for White, and subtracted
 * for Black. The worths are added for each piece of S, and subtracted for those of the other: that of its
 * kind, and two that are multiplied with how far it is advanced and how near it is to the centre. The weights
 * are in the rules file; learn.c finds them. ---- */

/* The terms of the formula, which weights are multiplied with, for the side to move. The first is D(S). */
struct evaluator_terms {
    double of[TERMS_MAX];
};

/* Returns how many terms a ruleset has. */
static inline unsigned evaluator_count(const struct ludus_ruleset *ruleset)
{
    return TERM_WORTH + 2 * WORTHS * ruleset->rules.kind_count;
}

/* Tables of a ruleset: constant, so threads share them. */
struct evaluator;

/* Makes an evaluator with these weights, of evaluator_count terms; NULL, for evaluator_terms alone: of all.
 * Freed with free; NULL without memory. The ruleset and the weights must outlive it. */
struct evaluator *evaluator_new(const struct ludus_ruleset *ruleset, const double *weights);

void evaluator_terms(const struct evaluator *evaluator, const struct ludus_position *pos,
                     struct evaluator_terms *terms);
/* Returns the value by the formula, for the side to move: `strike` is d, and `sum` that of the other terms.
 */
static inline double evaluator_value(double strike, double sum)
{
    return strike + (1 - strike) / (1 + exp(-sum));
}

/* Returns White's value of a position before its turn; that of the result if the game is over. */
double evaluator_static(const struct evaluator *evaluator, const struct ludus_position *pos);

/* ---- Search, and luck ---- */

enum { SEARCH_DEPTH_MAX = 8, SEARCH_KNOWN = 4096 };

/* The best turn of a search. */
struct search_turn {
    struct ludus_move moves[LUDUS_MOVES_MAX];
    unsigned move_count;
    double value; /* White's, of the position after it, at the depth of the search */
};

/* A position and its static value. */
struct known {
    uint64_t hash;
    double value;
};

/* The state of a search; one for each thread. Zero but for `evaluator`, it is ready for use. */
struct search {
    const struct evaluator *evaluator;
    struct known known[SEARCH_KNOWN]; /* cache by hash, since many orders of moves lead to one position */
    struct turn_tree turns[SEARCH_DEPTH_MAX + 1]; /* owned */
    bool failed;                                  /* memory ran out */
};

/* Finds the best turn with these dice (any, in a game without), by the value after it `depth` plies ahead;
 * the first of equals. `best->value` < 0 if there is none. */
void search_best(struct search *search, struct ludus_position *pos, const uint8_t dice[LUDUS_DICE_MAX],
                 unsigned depth, struct search_turn *best);

/* Frees what it owns, and clears it. */
void search_free(struct search *search);

/* Can the judge judge turns by these rules? */
bool judge_knows(const struct ludus_judge *judge, const struct ludus_ruleset *ruleset);

#endif
