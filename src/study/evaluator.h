/* evaluator.h - how good a position is: White's expected result, from 0 (Black wins) to 1.
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
 * tests/fit/evaluator.c, and stand in the rules file. */
#ifndef STUDY_EVALUATOR_H
#define STUDY_EVALUATOR_H

#include "rules/position.h"

/* What the formula is made of, for the side to move. */
struct evaluator_terms {
    double strike, number, power, danger, loose; /* D(S), the two logarithms, D(other), G(S) */
};

/* Tables of a ruleset. Not changed once made, so threads share them. */
struct evaluator;

/* NULL without memory. The ruleset outlives it. */
struct evaluator *evaluator_new(const struct ludus_ruleset *ruleset);
void evaluator_free(struct evaluator *evaluator);

/* Values by other constants than those of the rules: tests/fit/evaluator.c tries them. */
void evaluator_use(struct evaluator *evaluator, const struct evaluation *constants);

void evaluator_terms(const struct evaluator *evaluator, const struct ludus_position *pos,
                     struct evaluator_terms *terms);
/* The formula, for the side to move. */
double evaluator_formula(const struct evaluator_terms *terms, const struct evaluation *constants);

/* White's value of a position whose turn has not begun; that of the result when the game is over. */
double evaluator_static(const struct evaluator *evaluator, const struct ludus_position *pos);
/* 1, 0.5 or 0 for a result that is not LUDUS_OPEN. */
double evaluator_result(enum ludus_result result);

#endif
