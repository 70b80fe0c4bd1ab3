/* evaluator.c - evaluates positions, to measure luck and errors. */
#include "rules/engine.h"
#include "study/luck.h"

#include <math.h>

struct evaluator {
    const struct ludus_ruleset *ruleset;
    struct evaluation constants;
    double power[CODES_MAX];
    bool strikes;                                /* royals can be captured with dice: D and G count */
    unsigned throws, weight[ROLLS_AT_ONCE];      /* throws in all, and of each roll */
    uint64_t once[KINDS_MAX], twice[KINDS_MAX];  /* rolls that let a kind move, and the same piece twice */
    struct squares goes[CODES_MAX][SQUARES_MAX]; /* by code and square: targets on the empty board */
};

struct evaluator *evaluator_new(const struct ludus_ruleset *ruleset, const struct evaluation *constants)
{
    static const struct evaluation plain = { .power = 8 }; /* without fitted constants */
    const struct rules *rules = &ruleset->rules;
    struct evaluator *evaluator = memory_zeroed(1, sizeof *evaluator);
    struct turn_tree turns = { .visit = NULL };
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    double share[KINDS_MAX] = { 0 }; /* of all throws, the share that lets a kind move */
    unsigned blocks = 0;
    if (!evaluator)
        return NULL;
    evaluator->ruleset = ruleset;
    evaluator->constants = constants ? *constants : rules->evaluated ? rules->evaluation : plain;
    evaluator->throws = 1;
    for (unsigned i = 0; i < rules->dice; i++)
        evaluator->throws *= rules->faces;
    for (; turn_tree_next_rolls(&turns, ruleset, dice); blocks++)
        for (unsigned r = 0; r < turns.roll_count; r++) {
            const struct turn_tree_roll *roll = &turns.rolls[r];
            evaluator->weight[r] = roll->weight;
            for (unsigned k = 0; k < rules->kind_count; k++) {
                uint32_t faces = rules->kinds[k].faces;
                unsigned state = rules->dice ? dice_use(roll->dice, rules->dice, DICE_UNUSED, faces) : 1;
                evaluator->once[k] |= (uint64_t)(state != 0) << r;
                share[k] += state ? (double)roll->weight / evaluator->throws : 0;
                state = rules->dice ? dice_use(roll->dice, rules->dice, state, faces) : 0;
                evaluator->twice[k] |= (uint64_t)(state != 0) << r;
            }
        }
    evaluator->strikes = blocks == 1 && rules->dice && rules->displacement && rules->royal_capture;
    for (unsigned code = 2; code < ruleset->codes; code++) {
        unsigned targets = 0;
        for (unsigned square = 0; square < ruleset->squares; square++) {
            for (unsigned to = 0; to < ruleset->squares; to++)
                if (reach_to(ruleset, code, to)[square >> 6] >> (square & 63) & 1)
                    squares_add(&evaluator->goes[code][square], to);
            targets += squares_count(&evaluator->goes[code][square]);
        }
        evaluator->power[code] = share[CODE_KIND(code)] * targets / ruleset->squares;
    }
    return evaluator;
}

static bool sets_meet(const uint64_t *a, const struct squares *b, const struct squares *without,
                      unsigned words)
{
    for (unsigned w = 0; w < words; w++)
        if (a[w] & b->word[w] & ~without->word[w])
            return true;
    return false;
}

/* D: the chance that `side` takes the other's royal if it rolls now. */
static double strike_chance(const struct evaluator *evaluator, const struct ludus_position *pos,
                            unsigned side)
{
    unsigned royal = pos->royal[side ^ 1], throws = 0, words = evaluator->ruleset->words;
    uint64_t rolls = 0;
    if (!evaluator->strikes || royal == NONE)
        return 0;
    for (unsigned code = 2 + side; code < evaluator->ruleset->codes; code += 2) {
        const uint64_t *takes = strike_to(evaluator->ruleset, code, royal);
        uint64_t once = evaluator->once[CODE_KIND(code)], twice = evaluator->twice[CODE_KIND(code)];
        FOR_SQUARES(square, &pos->of[code], words)
        {
            if (takes[square >> 6] >> (square & 63) & 1)
                rolls |= once;
            else if (twice & ~rolls &&
                     sets_meet(takes, &evaluator->goes[code][square], &pos->men[side], words))
                rolls |= twice;
        }
    }
    for (; rolls; rolls &= rolls - 1)
        throws += evaluator->weight[__builtin_ctzll(rolls)];
    return (double)throws / evaluator->throws;
}

/* G: the most that `side` can expect to capture with one move, in units of power. */
static double expected_gain(const struct evaluator *evaluator, const struct ludus_position *pos,
                            unsigned side)
{
    const struct ludus_ruleset *rs = evaluator->ruleset;
    double most = 0;
    if (!evaluator->strikes)
        return 0;
    FOR_SQUARES(square, &pos->men[side ^ 1], rs->words)
    {
        unsigned victim = pos->cell[square];
        uint64_t rolls = 0;
        double chance = 0;
        if (in_set(rs->rules.royal, CODE_KIND(victim)) || evaluator->power[victim] <= most)
            continue; /* a chance is at most 1 */
        for (unsigned k = 0; k < rs->rules.kind_count; k++) {
            unsigned code = CODE_OF(k, side);
            for (unsigned w = 0; w < rs->words; w++)
                if (strike_to(rs, code, square)[w] & pos->of[code].word[w])
                    rolls |= evaluator->once[k];
        }
        for (; rolls; rolls &= rolls - 1)
            chance += (double)evaluator->weight[__builtin_ctzll(rolls)] / evaluator->throws;
        most = fmax(most, chance * evaluator->power[victim]);
    }
    return most;
}

static void weigh_pieces(const struct evaluator *evaluator, const struct ludus_position *pos, unsigned side,
                         double *number, double *power)
{
    const struct rules *rules = &evaluator->ruleset->rules;
    *number = *power = 1;
    for (unsigned k = 0; k < rules->kind_count; k++) {
        unsigned code = CODE_OF(k, side), count = (unsigned)pos->count[code] + pos->hand[side][k];
        if (in_set(rules->royal, k))
            continue;
        *number += count;
        *power += count * evaluator->power[code];
    }
}

void evaluator_terms(const struct evaluator *evaluator, const struct ludus_position *pos,
                     struct evaluator_terms *terms)
{
    double number[2], power[2];
    unsigned side = pos->side;
    weigh_pieces(evaluator, pos, side, &number[0], &power[0]);
    weigh_pieces(evaluator, pos, side ^ 1, &number[1], &power[1]);
    terms->strike = strike_chance(evaluator, pos, side);
    terms->danger = strike_chance(evaluator, pos, side ^ 1);
    terms->number = log(number[0] / number[1]);
    terms->power = log(power[0] / power[1]);
    terms->loose = expected_gain(evaluator, pos, side) / power[1];
}

double evaluator_static(const struct evaluator *evaluator, const struct ludus_position *pos)
{
    struct evaluator_terms terms;
    enum ludus_result result = outcome_of(pos, NULL);
    if (result != LUDUS_OPEN)
        return result == LUDUS_WHITE_WINS ? 1 : result == LUDUS_BLACK_WINS ? 0 : 0.5;
    evaluator_terms(evaluator, pos, &terms);
    double mover = evaluator_formula(&terms, &evaluator->constants);
    return pos->side == LUDUS_WHITE ? mover : 1 - mover;
}
