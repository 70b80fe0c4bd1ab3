/* evaluator.c - evaluates positions: by their pieces and moves, and by what the rolls could do on an empty
 * board; see luck.h. */
#include "rules/position.h"
#include "study/luck.h"

#include <math.h>
#include <stdlib.h>

struct evaluator {
    const struct ludus_ruleset *ruleset;
    const double *weights;            /* NULL: all terms are wanted */
    bool counts_moves, weighs_places; /* terms that take long are wanted */
    double power[CODES_MAX];
    bool strikes;                                /* royals can be captured with dice: D and G count */
    unsigned throws, weight[ROLLS_AT_ONCE];      /* throws in all, and of each roll */
    uint64_t once[KINDS_MAX], twice[KINDS_MAX];  /* rolls that let a kind move, and the same piece twice */
    struct squares goes[CODES_MAX][SQUARES_MAX]; /* by code and square: targets on the empty board */
};

struct evaluator *evaluator_new(const struct ludus_ruleset *ruleset, const double *weights)
{
    const struct rules *rules = &ruleset->rules;
    struct evaluator *evaluator = memory_zeroed(1, sizeof *evaluator);
    struct turn_tree turns = { .visit = NULL };
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    double share[KINDS_MAX] = { 0 }; /* of all throws, the share that lets a kind move */
    unsigned blocks = 0;
    if (!evaluator)
        return NULL;
    evaluator->ruleset = ruleset;
    evaluator->weights = weights;
    evaluator->counts_moves = evaluator->weighs_places = !weights;
    for (unsigned term = TERM_MOBILITY; weights && term < evaluator_count(ruleset); term++)
        *(term < TERM_WORTH ? &evaluator->counts_moves : &evaluator->weighs_places) |=
            term != TERM_WHITE && weights[term] != 0;
    evaluator->throws = 1;
    for (unsigned i = 0; i < rules->dice; i++)
        evaluator->throws *= rules->faces;
    for (; turn_tree_next_rolls(&turns, ruleset, rules->dice, dice); blocks++)
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

/* Sets the terms of places: for each code of a piece how many there are, and the sums over them of how far
 * they are advanced and of how near they are to the centre, each from 0 to 1; those of the other side with a
 * minus. */
static void place_terms(const struct ludus_position *pos, double *terms)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    int files = (int)rs->rules.files - 1, ranks = (int)rs->rules.ranks - 1;
    for (unsigned code = CODE_OF(0, 0); code < rs->codes; code++, terms += WORTHS) {
        unsigned side = CODE_SIDE(code), hand = pos->hand[side][CODE_KIND(code)];
        double sign = side == pos->side ? 1 : -1, sums[WORTHS] = { hand + pos->count[code] };
        FOR_SQUARES(square, &pos->of[code], rs->words)
        {
            int file = (int)square_file(rs, square), rank = (int)square_rank(rs, square);
            double wide = files ? abs(2 * file - files) / (double)files : 0;
            double high = ranks ? abs(2 * rank - ranks) / (double)ranks : 0;
            sums[1] += ranks ? (side == LUDUS_WHITE ? rank : ranks - rank) / (double)ranks : 0;
            sums[2] += 1 - (wide + high) / 2;
        }
        for (unsigned i = 0; i < WORTHS; i++)
            terms[i] = sign * sums[i];
    }
}

/* Returns the logarithm of how many moves the side to move has for one of the other, with any dice. */
static double mobility(const struct ludus_position *pos)
{
    struct ludus_position other;
    position_copy(&other, pos);
    other.dice_count = 0;
    size_t own = movegen_undiced(&other, NULL);
    position_set_en_passant(&other, NONE, NONE);
    position_set_side(&other, pos->side ^ 1u);
    return log((double)(own + 1) / (double)(movegen_undiced(&other, NULL) + 1));
}

void evaluator_terms(const struct evaluator *evaluator, const struct ludus_position *pos,
                     struct evaluator_terms *terms)
{
    double number[2], power[2], *of = terms->of;
    unsigned side = pos->side;
    weigh_pieces(evaluator, pos, side, &number[0], &power[0]);
    weigh_pieces(evaluator, pos, side ^ 1, &number[1], &power[1]);
    of[TERM_STRIKE] = strike_chance(evaluator, pos, side);
    of[TERM_TURN] = 1;
    of[TERM_NUMBER] = log(number[0] / number[1]);
    of[TERM_POWER] = log(power[0] / power[1]);
    of[TERM_DANGER] = -strike_chance(evaluator, pos, side ^ 1);
    of[TERM_LOOSE] = expected_gain(evaluator, pos, side) / power[1];
    of[TERM_MOBILITY] = evaluator->counts_moves ? mobility(pos) : 0;
    of[TERM_WHITE] = side == LUDUS_WHITE ? 1 : -1;
    if (evaluator->weighs_places)
        place_terms(pos, of + TERM_WORTH);
}

double evaluator_static(const struct evaluator *evaluator, const struct ludus_position *pos)
{
    struct evaluator_terms terms;
    enum ludus_result result = outcome_of(pos, NULL);
    double sum = 0;
    if (result != LUDUS_OPEN)
        return white_part(result);
    evaluator_terms(evaluator, pos, &terms);
    unsigned count = evaluator->weighs_places ? evaluator_count(pos->ruleset) : TERM_WORTH;
    for (unsigned i = TERM_TURN; i < count; i++)
        sum += evaluator->weights[i] * terms.of[i];
    double mover = evaluator_value(evaluator->weights[TERM_STRIKE] * terms.of[TERM_STRIKE], sum);
    return pos->side == LUDUS_WHITE ? mover : 1 - mover;
}
