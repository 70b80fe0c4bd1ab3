/* learn.c - learns an evaluation from games: the weights of luck.h with which it foretells their results
 * best. That is logistic regression, but for the chance to win at once, of which some weights are tried. The
 * others make the log loss least, with a penalty as if each were known to be about 0 +- 1/4 before the games,
 * each of which tells as much as one position. They are found in Newton's steps with the expected curvature.
 * One of five games is kept apart, to say how well others are foretold. */
#include "base/memory.h"
#include "base/text.h"
#include "notation/record.h"
#include "play/replay.h"
#include "study/luck.h"

#include <stdio.h>
#include <stdlib.h>

enum { NUMBERS_MOST = 1 << 22, STEPS = 30, HALVINGS = 12, STRIKES = 4, KEPT_APART = 5, GAMES_LEAST = 10 };
enum { PENALTY = 16 /* a weight is about 0 +- 1/4 */, SEED_TEXT = 24 };

/* A position: the result for the side to move, and the terms. */
enum { RESULT, TERMS };

/* Some of the positions of many games, each as likely as any other to be among them. */
struct sample {
    float *rows; /* owned */
    size_t count, capacity, seen, games;
    uint64_t random;
};

struct ludus_learner {
    const struct ludus_ruleset *ruleset; /* of the first game */
    struct evaluator *evaluator;         /* owned */
    bool alike;                          /* both sides begin with the same pieces on the same ranks */
    unsigned terms, width;               /* of the evaluator; numbers in a row */
    struct sample learned, apart;
    unsigned results; /* that the games have, a bit each */
    char seed[SEED_TEXT];
};

/* What is fitted: weights of some of the terms. */
struct fit {
    const struct sample *sample;
    unsigned terms, width;
    double penalty;                /* of half the square of a weight */
    const bool *active;            /* the terms that get weights */
    double *weights;               /* of all terms; the rest is 0 */
    double *slope, *curve, *tried; /* of the log loss, by weight; weights that are tried */
};

struct ludus_learner *ludus_learner_new(void)
{
    return memory_zeroed(1, sizeof(struct ludus_learner));
}

void ludus_learner_free(struct ludus_learner *learner)
{
    if (!learner)
        return;
    free(learner->evaluator);
    free(learner->learned.rows);
    free(learner->apart.rows);
    free(learner);
}

/* ---- Positions ---- */

/* Do both sides begin with the same pieces on the same ranks, counted from their own? */
static bool is_even(const struct ludus_position *start)
{
    const struct ludus_ruleset *rs = start->ruleset;
    int men[KINDS_MAX][SIDE_MAX] = { { 0 } }, differ = 0;
    FOR_SQUARES(square, &rs->board, rs->words)
    {
        unsigned code = start->cell[square], rank = square_rank(rs, square);
        if (code)
            men[CODE_KIND(code)][CODE_SIDE(code) ? rs->rules.ranks - 1 - rank : rank] +=
                CODE_SIDE(code) ? -1 : 1;
    }
    for (unsigned i = 0; i < KINDS_MAX * SIDE_MAX; i++)
        differ |= men[i / SIDE_MAX][i % SIDE_MAX];
    return !differ && memcmp(start->hand[0], start->hand[1], sizeof start->hand[0]) == 0;
}

/* Begins with the rules of the first game. False without memory. */
static bool take_rules(struct ludus_learner *learner, const struct ludus_ruleset *rs)
{
    learner->ruleset = rs;
    learner->alike = is_even(rs->start);
    learner->terms = evaluator_count(rs);
    learner->width = TERMS + learner->terms;
    learner->evaluator = evaluator_new(rs, NULL);
    learner->learned.random = learner->apart.random = 1;
    learner->learned.capacity = NUMBERS_MOST / learner->width;
    learner->apart.capacity = learner->learned.capacity / (KEPT_APART - 1);
    learner->learned.rows = memory_new(learner->learned.capacity * learner->width * sizeof(float));
    learner->apart.rows = memory_new(learner->apart.capacity * learner->width * sizeof(float));
    return learner->evaluator && learner->learned.rows && learner->apart.rows;
}

/* Adds a position, perhaps in place of another. */
static void add_position(struct ludus_learner *learner, struct sample *sample,
                         const struct ludus_position *pos, double white)
{
    struct evaluator_terms terms;
    size_t place = sample->seen++;
    if (place >= sample->capacity)
        place = (size_t)(random_next(&sample->random) % sample->seen);
    if (place >= sample->capacity)
        return;
    sample->count += place == sample->count;
    float *row = sample->rows + place * learner->width;
    evaluator_terms(learner->evaluator, pos, &terms);
    row[RESULT] = (float)(pos->side == LUDUS_WHITE ? white : 1 - white);
    for (unsigned i = 0; i < learner->terms; i++)
        row[TERMS + i] = (float)terms.of[i];
    row[TERMS + TERM_WHITE] *= !learner->alike;
    for (unsigned i = TERM_WORTH; learner->alike && i < learner->terms; i++) {
        unsigned within = (i - TERM_WORTH) % (2 * WORTHS); /* White's weights are those of both */
        row[TERMS + i] = within < WORTHS ? row[TERMS + i] + (float)terms.of[i + WORTHS] : 0;
    }
}

bool ludus_learner_add(struct ludus_learner *learner, struct ludus_replay *replay, struct ludus_game *game)
{
    struct ludus_turn turn = { .size = sizeof turn };
    enum ludus_result result = stated_result(game);
    struct ludus_text seed;
    if (!ludus_replay_start(replay, game))
        return true;
    if (!learner->ruleset) {
        if (ludus_game_tag(game, "Seed", &seed))
            snprintf(learner->seed, sizeof learner->seed, "%.*s", (int)seed.length, seed.text);
        if (!take_rules(learner, replay->ruleset))
            return false;
    }
    if (learner->ruleset != replay->ruleset) {
        const struct tag *tag = record_tag(game, "Variant");
        diag_add(&game->diag, MSG_OTHER_EVALUATION, tag ? tag->value_begin : 0, tag ? tag->value_end : 0,
                 learner->ruleset->rules.id, replay->ruleset->rules.id);
        return true;
    }
    if (result == LUDUS_OPEN)
        return true;
    bool apart = (learner->learned.games + learner->apart.games) % KEPT_APART == KEPT_APART - 1;
    struct sample *sample = apart ? &learner->apart : &learner->learned;
    const size_t seen = sample->seen;
    while (ludus_replay_next(replay, &turn) && (turn.depth > 0 || turn.state == LUDUS_TURN_PLAYED))
        if (turn.depth == 0)
            add_position(learner, sample, ludus_replay_before(replay), white_part(result));
    if (sample->seen > seen) {
        sample->games++;
        learner->results |= 1u << result;
    }
    return !ludus_memory_failed();
}

/* ---- Fitting ---- */

/* Returns the mean log loss with these weights. */
static double log_loss(const struct fit *fit, const struct sample *sample, const double *weights)
{
    const double certain = 1 - 1e-9;
    double loss = 0;
    for (size_t n = 0; n < sample->count; n++) {
        const float *row = sample->rows + n * fit->width;
        double sum = 0, won = (double)row[RESULT];
        for (unsigned i = TERM_TURN; i < fit->terms; i++)
            sum += weights[i] * (double)row[TERMS + i];
        double value = evaluator_value(weights[TERM_STRIKE] * (double)row[TERMS], sum);
        value = value > certain ? certain : value < 1 - certain ? 1 - certain : value;
        loss -= won * log(value) + (1 - won) * log(1 - value);
    }
    return sample->count ? loss / (double)sample->count : 0;
}

/* Returns the log loss of all positions and the penalty. */
static double penalised_loss(const struct fit *fit, const double *weights)
{
    double loss = log_loss(fit, fit->sample, weights) * (double)fit->sample->count;
    for (unsigned i = 0; i < fit->terms; i++)
        loss += fit->penalty * weights[i] * weights[i] / 2;
    return loss;
}

/* Sets the slope and the expected curvature of the penalised loss: fit->curve has rows of fit->terms. */
static void find_slope(struct fit *fit)
{
    const unsigned terms = fit->terms;
    for (unsigned i = 0; i < terms; i++) {
        memset(fit->curve + i * terms, 0, terms * sizeof *fit->curve);
        fit->slope[i] = fit->penalty * fit->weights[i];
        fit->curve[i * terms + i] = fit->penalty;
    }
    for (size_t n = 0; n < fit->sample->count; n++) {
        const float *row = fit->sample->rows + n * fit->width, *x = row + TERMS;
        double strike = fit->weights[TERM_STRIKE] * (double)x[TERM_STRIKE], sum = 0;
        for (unsigned i = TERM_TURN; i < terms; i++)
            sum += fit->weights[i] * (double)x[i];
        double part = evaluator_value(0, sum), value = strike + (1 - strike) * part;
        double slope = strike < 1 ? ((double)row[RESULT] - value) * part / value : 0;
        double curve = (1 - strike) * part * part * (1 - part) / value;
        for (unsigned i = 0; i < terms; i++) {
            if (!fit->active[i] || x[i] == 0)
                continue;
            fit->slope[i] -= slope * (double)x[i];
            for (unsigned j = 0; j <= i; j++)
                fit->curve[i * terms + j] += fit->active[j] ? curve * (double)x[i] * (double)x[j] : 0;
        }
    }
}

/* Solves curve * step = slope by Cholesky's method; the step takes the place of the slope. The penalty makes
 * the matrix positive definite. */
static void solve_step(struct fit *fit)
{
    const unsigned terms = fit->terms;
    double *a = fit->curve, *b = fit->slope;
    for (unsigned i = 0; i < terms; i++)
        for (unsigned j = 0; j <= i; j++) {
            double sum = a[i * terms + j];
            for (unsigned k = 0; k < j; k++)
                sum -= a[i * terms + k] * a[j * terms + k];
            a[i * terms + j] = i == j ? sqrt(sum) : sum / a[j * terms + j];
        }
    for (unsigned i = 0; i < terms; i++) {
        for (unsigned k = 0; k < i; k++)
            b[i] -= a[i * terms + k] * b[k];
        b[i] /= a[i * terms + i];
    }
    for (unsigned i = terms; i-- > 0;) {
        for (unsigned k = i + 1; k < terms; k++)
            b[i] -= a[k * terms + i] * b[k];
        b[i] /= a[i * terms + i];
    }
}

/* Finds the weights of the active terms: at most STEPS steps, each halved until the loss falls. Returns the
 * penalised loss. */
static double find_weights(struct fit *fit)
{
    double loss = penalised_loss(fit, fit->weights);
    bool falls = true;
    for (unsigned step = 0; step < STEPS && falls; step++) {
        find_slope(fit);
        solve_step(fit);
        falls = false;
        double part = 1;
        for (unsigned half = 0; half < HALVINGS && !falls; half++, part /= 2) {
            for (unsigned i = 0; i < fit->terms; i++)
                fit->tried[i] = fit->weights[i] - (fit->active[i] ? part * fit->slope[i] : 0);
            double now = penalised_loss(fit, fit->tried);
            if ((falls = now < loss - 1e-9 * loss)) {
                memcpy(fit->weights, fit->tried, fit->terms * sizeof *fit->weights);
                loss = now;
            }
        }
    }
    return loss;
}

/* ---- The file ---- */

/* What results are foretold by: their mean, material too, or everything. */
enum { BY_MEAN, BY_MATERIAL, BY_ALL, MODELS };

static bool is_active(unsigned model, unsigned term)
{
    bool material = term == TERM_NUMBER || (term >= TERM_WORTH && (term - TERM_WORTH) % WORTHS == 0);
    return (model == BY_ALL && term != TERM_STRIKE) || term == TERM_TURN || term == TERM_WHITE ||
           (material && model == BY_MATERIAL);
}

/* Appends a weight, after a blank. */
static void write_weight(struct ludus_buffer *out, double weight)
{
    char text[64];
    number_write(text, sizeof text, 'f', 4, fabs(weight) < 5e-5 ? 0 : weight);
    buf_format(out, " %s", text);
}

static void write_rules(const struct ludus_learner *learner, const double *weights, const double *losses,
                        const char *parent, struct ludus_buffer *out)
{
    const struct rules *rules = &learner->ruleset->rules;
    const struct sample *learned = &learner->learned, *apart = &learner->apart;
    buf_format(out, "# Learned from %zu games%s%s: from %zu of their %zu positions.\n", learned->games,
               *learner->seed ? " with the seeds from " : "", learner->seed, learned->count, learned->seen);
    buf_format(out, "# Mean log loss on %zu positions of %zu other games:", apart->count, apart->games);
    write_weight(out, losses[BY_ALL]);
    buf_text(out, "; by material alone:");
    write_weight(out, losses[BY_MATERIAL]);
    buf_text(out, "; by the mean result:");
    write_weight(out, losses[BY_MEAN]);
    buf_format(out, "\nruleset %s\nparent \"%s\"\n\n", rules->id, parent ? parent : rules->id);
    for (unsigned k = 0; k < rules->kind_count; k++) {
        const double *worth = weights + TERM_WORTH + 2 * WORTHS * k;
        buf_format(out, "piece %c\n  worth", rules->kinds[k].letter);
        for (unsigned i = 0; i < (learner->alike ? WORTHS : 2 * WORTHS); i++)
            write_weight(out, worth[i]);
        buf_char(out, '\n');
    }
    buf_text(out, "\nevaluation");
    for (unsigned i = 0; i < TERM_WORTH; i++)
        write_weight(out, weights[i]);
    buf_char(out, '\n');
}

/* Returns why nothing can be learned, or NULL. */
static const char *find_obstacle(const struct ludus_learner *learner)
{
    if (learner->learned.games + learner->apart.games < GAMES_LEAST)
        return "it takes at least 10 games with turns and a result";
    return learner->results & (learner->results - 1) ? NULL : "all games have the same result";
}

/* Finds the weights of a model: first without the chance to win at once, and then for as much of it as makes
 * the loss least. */
static void fit_model(struct fit *fit, unsigned model)
{
    const size_t size = fit->terms * sizeof *fit->weights;
    bool active[TERMS_MAX];
    double best[TERMS_MAX], least = HUGE_VAL;
    memset(fit->weights, 0, size);
    for (unsigned i = 0; i < fit->terms; i++)
        active[i] = is_active(model, i);
    fit->active = active;
    for (unsigned strike = 0; strike <= (model == BY_ALL ? STRIKES : 0); strike++) {
        fit->weights[TERM_STRIKE] = (double)strike / STRIKES;
        double loss = find_weights(fit);
        if (loss < least)
            memcpy(best, fit->weights, size);
        least = fmin(least, loss);
    }
    memcpy(fit->weights, best, size);
}

bool ludus_learner_write(const struct ludus_learner *learner, const char *parent, struct ludus_buffer *out,
                         char *reason, size_t size)
{
    const char *obstacle = find_obstacle(learner);
    const struct sample *learned = &learner->learned;
    double losses[MODELS], weights[TERMS_MAX], slope[TERMS_MAX], tried[TERMS_MAX];
    struct fit fit = { .sample = learned,
                       .terms = learner->terms,
                       .width = learner->width,
                       .weights = weights,
                       .slope = slope,
                       .tried = tried };
    fit.curve = obstacle ? NULL : memory_new((size_t)fit.terms * fit.terms * sizeof *fit.curve);
    fit.penalty = PENALTY * (double)learned->count / (double)(learned->games ? learned->games : 1);
    for (unsigned model = 0; fit.curve && model < MODELS; model++) {
        fit_model(&fit, model);
        losses[model] = log_loss(&fit, &learner->apart, weights);
    }
    if (fit.curve)
        write_rules(learner, weights, losses, parent, out);
    snprintf(reason, size, "%s", obstacle ? obstacle : "out of memory");
    bool sound = fit.curve && !out->failed;
    free(fit.curve);
    return sound;
}
