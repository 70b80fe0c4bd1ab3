/* search.c - values of positions by looking ahead. */
#include "study/search.h"

#include "base/memory.h"
#include "rules/dice.h"
#include "rules/outcome.h"

#include <stdlib.h>
#include <string.h>

enum { KNOWN = 4096 };

/* The best turns found for the rolls of a walk. */
struct level {
    struct search *search;
    unsigned depth;             /* of what comes after the turn */
    double sign;                /* 1 when White chooses, -1 when Black does */
    double best[ROLLS_AT_ONCE]; /* times sign */
    struct search_turn *turn;   /* to keep the best turn of the first roll in, or NULL */
};

void search_use(struct search *search, const struct evaluator *evaluator)
{
    search->evaluator = evaluator;
    free(search->known);
    search->known = NULL;
}

/* The static value, remembered where the hash says all that it depends on. */
static double static_value(struct search *search, const struct ludus_position *pos)
{
    const struct rules *rules = &pos->ruleset->rules;
    if (!search->known && rules->dice && !rules->quiet_limit)
        search->known = memory_zeroed(KNOWN, sizeof *search->known);
    if (!search->known)
        return evaluator_static(search->evaluator, pos);
    struct known *known = &search->known[pos->hash % KNOWN];
    if (known->hash != pos->hash || !pos->hash)
        *known = (struct known){ pos->hash, evaluator_static(search->evaluator, pos) };
    return known->value;
}

/* White's value of the position after a turn. */
static double value_after(struct search *search, struct ludus_position *pos, unsigned side, unsigned depth)
{
    struct undo undo;
    bool end = pos->side == side && pos->ruleset->rules.dice;
    if (end)
        position_end_turn(pos, &undo);
    double value = search_value(search, pos, depth);
    if (end)
        position_unmake(pos, &undo);
    return value;
}

static void visit(const struct turn_tree *turns, void *context, struct ludus_position *pos, uint64_t rolls)
{
    struct level *level = context;
    unsigned side = level->sign > 0 ? LUDUS_WHITE : LUDUS_BLACK;
    double value = level->sign * value_after(level->search, pos, side, level->depth);
    if (level->turn && value > level->best[0]) {
        level->turn->value = level->sign * value;
        level->turn->move_count = turns->move_count;
        memcpy(level->turn->moves, turns->moves, turns->move_count * sizeof *turns->moves);
    }
    for (; rolls; rolls &= rolls - 1) {
        unsigned roll = (unsigned)__builtin_ctzll(rolls);
        if (value > level->best[roll])
            level->best[roll] = value;
    }
}

/* Walks the turns of turns->rolls. */
static void look(struct search *search, struct ludus_position *pos, unsigned depth, struct level *level)
{
    struct turn_tree *turns = &search->turns[depth];
    level->search = search;
    level->depth = depth;
    level->sign = pos->side == LUDUS_WHITE ? 1 : -1;
    for (unsigned i = 0; i < turns->roll_count; i++)
        level->best[i] = -2;
    turns->visit = visit;
    turns->context = level;
    search->failed |= !turn_tree_walk(turns, pos);
}

double search_value(struct search *search, struct ludus_position *pos, unsigned depth)
{
    struct level level = { .turn = NULL };
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    double sum = 0;
    if (depth == 0 || outcome_ended(pos))
        return static_value(search, pos);
    struct turn_tree *turns = &search->turns[depth - 1];
    while (turn_tree_next_rolls(turns, pos->ruleset, dice)) {
        look(search, pos, depth - 1, &level);
        for (unsigned i = 0; i < turns->roll_count; i++) {
            if (level.best[i] < -1) /* no turn: mate, stalemate */
                return static_value(search, pos);
            sum += level.sign * level.best[i] * turns->rolls[i].weight;
        }
    }
    return sum / turn_tree_throws(pos->ruleset);
}

void search_best(struct search *search, struct ludus_position *pos, const uint8_t *dice, unsigned depth,
                 struct search_turn *best)
{
    struct level level = { .turn = best };
    uint8_t none[LUDUS_DICE_MAX] = { 0 };
    struct turn_tree *turns = &search->turns[depth];
    best->move_count = 0;
    best->value = -1;
    if (dice)
        turn_tree_set_roll(turns, pos->ruleset, dice);
    else
        (void)turn_tree_next_rolls(turns, pos->ruleset, none);
    look(search, pos, depth, &level);
}

uint64_t search_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

void search_throw(const struct ludus_ruleset *ruleset, uint64_t *state, uint8_t dice[LUDUS_DICE_MAX])
{
    memset(dice, 0, LUDUS_DICE_MAX);
    for (unsigned i = 0; i < ruleset->rules.dice; i++) {
        unsigned at = i;
        uint8_t face = (uint8_t)(1 + search_random(state) % ruleset->rules.faces);
        for (; at > 0 && dice[at - 1] > face; at--)
            dice[at] = dice[at - 1];
        dice[at] = face;
    }
}

void search_play(struct ludus_position *pos, const struct search_turn *turn)
{
    struct undo undo;
    struct undo *past = pos->past;
    unsigned side = pos->side;
    for (unsigned i = 0; i < turn->move_count; i++) {
        position_make(pos, turn->moves[i], &undo);
        pos->past = past;
    }
    if (pos->side == side && pos->ruleset->rules.dice) {
        position_end_turn(pos, &undo);
        pos->past = past;
    }
}

void search_free(struct search *search)
{
    for (unsigned i = 0; i <= SEARCH_DEPTH_MAX; i++)
        turn_tree_free(&search->turns[i]);
    free(search->known);
    search->known = NULL;
}
