/* evaluator.c - fits the first weights of an evaluation by self-play, and says how well they predict results.
 *
 * usage: fit/evaluator RULESET [GAMES [ROUNDS [SEED]]]
 *
 * In each round both sides play by the constants of the round before; every position of every second game is
 * used to fit new ones (least mean log loss), the others to judge them. `make fit` runs it. */
#include "rules/position.h"
#include "study/luck.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TURNS = 300 };

struct sample {
    struct evaluator_terms terms;
    double result; /* of the side to move */
};

struct samples {
    struct sample *list;
    size_t count, capacity;
};

struct fit {
    const struct ludus_ruleset *ruleset;
    struct evaluator *evaluator;
    struct search search;
    struct samples learn, judge;
    uint64_t random;
};

static void add(struct samples *samples, const struct sample *sample)
{
    if (samples->count == samples->capacity) {
        samples->capacity = samples->capacity ? 2 * samples->capacity : 4096;
        samples->list = realloc(samples->list, samples->capacity * sizeof *samples->list);
        if (!samples->list)
            abort();
    }
    samples->list[samples->count++] = *sample;
}

/* One game; its positions go to `samples` when it has come to an end. */
static void play(struct fit *fit, struct samples *samples)
{
    static struct sample met[TURNS];
    static unsigned sides[TURNS];
    struct ludus_position *pos = ludus_position_new(fit->ruleset);
    const struct rules *rules = &fit->ruleset->rules;
    unsigned turn = 0;
    for (; turn < TURNS && outcome_of(pos, NULL) == LUDUS_OPEN; turn++) {
        struct search_turn best;
        uint8_t dice[LUDUS_DICE_MAX] = { 0 };
        evaluator_terms(fit->evaluator, pos, &met[turn].terms);
        sides[turn] = pos->side;
        for (unsigned i = 0; i < rules->dice; i++)
            dice[i] = (uint8_t)(1 + random_next(&fit->random) % rules->faces);
        dice_sort(dice, rules->dice);
        search_best(&fit->search, pos, dice, 0, &best);
        if (rules->dice)
            ludus_position_roll(pos, dice, rules->dice);
        for (unsigned i = 0; i < best.move_count; i++)
            ludus_position_make(pos, best.moves[i]);
        if (pos->side == sides[turn])
            ludus_position_end_turn(pos);
    }
    double white = evaluator_static(fit->evaluator, pos);
    for (unsigned i = 0; outcome_ended(pos) && i < turn; i++) {
        met[i].result = sides[i] == LUDUS_WHITE ? white : 1 - white;
        add(samples, &met[i]);
    }
    ludus_position_free(pos);
}

static double loss(const struct samples *samples, const double *weights)
{
    double sum = 0;
    for (size_t i = 0; i < samples->count; i++) {
        const double *of = samples->list[i].terms.of;
        double sum_of = 0, y = samples->list[i].result;
        for (unsigned term = TERM_TURN; term < TERM_MOBILITY; term++)
            sum_of += weights[term] * of[term];
        double p = evaluator_value(of[TERM_STRIKE], sum_of);
        p = fmin(fmax(p, 1e-6), 1 - 1e-6);
        sum -= y * log(p) + (1 - y) * log(1 - p);
    }
    return samples->count ? sum / (double)samples->count : 0;
}

/* Steps along each weight, ever smaller, as long as the loss falls. */
static void descend(const struct samples *samples, double *weights)
{
    double best = loss(samples, weights);
    double step = 1;
    while ((step /= 2) > 0.002)
        for (bool better = true; better;) {
            better = false;
            for (unsigned c = 2 * TERM_TURN; c < 2 * TERM_MOBILITY; c++) {
                double was = weights[c / 2];
                weights[c / 2] += c % 2 ? step : -step;
                double now = loss(samples, weights);
                if (now < best - 1e-9) {
                    best = now;
                    better = true;
                } else {
                    weights[c / 2] = was;
                }
            }
        }
}

static void run_round(struct fit *fit, unsigned games, double *weights)
{
    fit->learn.count = fit->judge.count = 0;
    search_free(&fit->search);
    free(fit->evaluator);
    fit->search.evaluator = fit->evaluator = evaluator_new(fit->ruleset, weights);
    if (!fit->evaluator)
        abort();
    for (unsigned game = 0; game < games; game++)
        play(fit, game % 2 ? &fit->judge : &fit->learn);
    double before = loss(&fit->judge, weights);
    descend(&fit->learn, weights);
    printf("positions %zu  log loss %.4f (before %.4f, always 50 %%: %.4f)\n", fit->judge.count,
           loss(&fit->judge, weights), before, log(2));
    printf("evaluation");
    for (unsigned term = 0; term < TERM_WORTH; term++)
        printf(" %.3f", weights[term]);
    putchar('\n');
    fflush(stdout);
}

int main(int argc, char **argv)
{
    unsigned games = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 2000;
    unsigned rounds = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 3;
    struct fit fit = { .ruleset = argc > 1 ? ludus_ruleset_find(argv[1]) : NULL,
                       .random = argc > 4 ? strtoull(argv[4], NULL, 10) : 1 };
    double weights[TERMS_MAX] = { [TERM_STRIKE] = 1, [TERM_POWER] = 8 };
    if (!fit.ruleset) {
        fprintf(stderr, "usage: %s RULESET [GAMES [ROUNDS [SEED]]]\n", argv[0]);
        return 2;
    }
    if (fit.ruleset->rules.evaluated)
        memcpy(weights, fit.ruleset->rules.evaluation, TERM_MOBILITY * sizeof *weights);
    while (rounds-- > 0)
        run_round(&fit, games, weights);
    search_free(&fit.search);
    free(fit.evaluator);
    free(fit.learn.list);
    free(fit.judge.list);
    return 0;
}
