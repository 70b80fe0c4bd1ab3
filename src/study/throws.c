/* throws.c - problems with dice: the chance of a result in a number of turns, by the best turns of both sides
 * for each roll. */
#include "study/solve.h"

#include <string.h>

/* The turns of a position, when `left` rolls are left after this one. */
struct level {
    struct ludus_solver *solver;
    uint64_t key, best[ROLLS_AT_ONCE]; /* of each roll, in units[left] */
    unsigned turns, left;              /* turns that the side has left after this one */
    bool attacks;
};

static uint64_t count_throws(struct ludus_solver *solver, uint64_t key, unsigned turns, unsigned rolls,
                             const uint8_t *dice);

/* Judges a turn for the rolls that allow it, unless each of them has a turn that none can surpass. */
static void judge_turn(const struct turn_tree *turns, void *context, struct ludus_position *pos,
                       uint64_t rolls)
{
    struct level *level = context;
    struct ludus_solver *solver = level->solver;
    const uint64_t most = level->attacks ? solver->units[level->left] : 0;
    bool ends = pos->ruleset->rules.dice && (pos->side == solver->side) == level->attacks, open = false;
    struct undo undo;
    (void)turns;
    for (uint64_t rest = rolls; rest; rest &= rest - 1)
        open |= level->best[__builtin_ctzll(rest)] != most;
    if (!open || solver->made >= solver->limit || solver->failed)
        return;
    solver->made++;
    if (ends)
        position_end_turn(pos, &undo);
    uint64_t throws =
        count_throws(solver, key_of(solver, pos, level->key, level->turns), level->turns, level->left, NULL);
    if (ends)
        position_unmake(pos, &undo);
    for (; rolls; rolls &= rolls - 1) {
        uint64_t *best = &level->best[__builtin_ctzll(rolls)];
        if (level->attacks ? throws > *best : throws < *best)
            *best = throws;
    }
}

/* Walks the turns with all rolls of solver->trees[rolls], and adds up their best results. */
static void add_rolls(struct ludus_solver *solver, struct level *level, uint64_t *sum, uint64_t *weights)
{
    struct turn_tree *tree = &solver->trees[level->left];
    for (unsigned i = 0; i < tree->roll_count; i++)
        level->best[i] = level->attacks ? 0 : solver->units[level->left];
    tree->visit = judge_turn;
    tree->context = level;
    solver->failed |= !turn_tree_walk(tree, &solver->pos);
    for (unsigned i = 0; i < tree->roll_count; i++) {
        *sum += tree->rolls[i].weight * level->best[i];
        *weights += tree->rolls[i].weight;
    }
}

/* Returns in how many sequences of throws the side reaches its goal, of units[rolls]; with `dice`, which have
 * been thrown, of units[rolls - 1]. `rolls` is the number of turns to be played, `turns` of them by the side.
 */
static uint64_t count_throws(struct ludus_solver *solver, uint64_t key, unsigned turns, unsigned rolls,
                             const uint8_t *dice)
{
    struct ludus_position *pos = &solver->pos;
    enum ludus_result result = outcome_of(pos, NULL);
    uint64_t sum = 0, weights = 0, made = solver->made;
    uint8_t roll[LUDUS_DICE_MAX] = { 0 };
    if (result != LUDUS_OPEN || rolls == 0)
        return result != LUDUS_OPEN && solver->results >> result & 1 ? solver->units[rolls - (dice != NULL)]
                                                                     : 0;
    const struct entry *entry = table_at(solver, key);
    if (!dice && entry->work && entry->key == key)
        return entry->throws;
    struct level level = { .solver = solver, .key = key, .turns = turns, .left = rolls - 1 };
    struct turn_tree *tree = &solver->trees[level.left];
    level.attacks = pos->side == solver->side;
    level.turns -= level.attacks;
    if (dice) {
        tree->roll_count = 1;
        tree->rolls[0].weight = 1;
        memcpy(tree->rolls[0].dice, dice, LUDUS_DICE_MAX);
        add_rolls(solver, &level, &sum, &weights);
        return sum;
    }
    while (turn_tree_next_rolls(tree, pos->ruleset, position_dice(pos), roll))
        add_rolls(solver, &level, &sum, &weights);
    sum *= solver->units[1] / weights; /* in some turns no dice are thrown */
    if (solver->made < solver->limit) {
        struct entry *place = table_at(solver, key);
        *place = (struct entry){ .key = key, .throws = sum, .work = solver->made - made + 1 };
    }
    return sum;
}

/* Makes room for the walks of so many rolls, and sets the units. False without memory, or if the numbers are
 * too large. */
static bool prepare_rolls(struct ludus_solver *solver, const struct rules *rules, unsigned rolls)
{
    uint64_t throws = 1;
    for (unsigned i = 0; i < dice_thrown(rules); i++)
        throws *= rules->faces;
    solver->units[0] = 1;
    for (unsigned i = 1; i <= rolls; i++) {
        if (i > CHANCE_ROLLS || solver->units[i - 1] > INT64_MAX / throws)
            return false;
        solver->units[i] = solver->units[i - 1] * throws;
    }
    while (solver->tree_count < rolls) {
        struct turn_tree *grown = memory_grown(solver->trees, (solver->tree_count + 1) * sizeof *grown);
        if (!grown)
            return false;
        solver->trees = grown;
        solver->trees[solver->tree_count++] = (struct turn_tree){ .visit = NULL };
    }
    return true;
}

enum ludus_answer ludus_solver_chance(struct ludus_solver *solver, const struct ludus_position *position,
                                      unsigned turns, struct ludus_chance *chance)
{
    const struct rules *rules = &position->ruleset->rules;
    unsigned attacks = position->side == solver->side, thrown = position->dice_count;
    unsigned rolls = 2 * turns + !solver->own - (attacks && turns);
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    if (turns > LUDUS_PROBLEM_TURNS || !prepare_rolls(solver, rules, rolls))
        return LUDUS_UNDECIDED;
    rolls = turns == 0 && (attacks || solver->own) ? 0 : rolls;
    position_copy(&solver->pos, position);
    solver->pos.dice_count = 0;
    solver->failed = false;
    memcpy(dice, position->dice, thrown);
    dice_sort(dice, thrown);
    uint64_t key = key_of(solver, &solver->pos, past_key(position), turns);
    uint64_t of = solver->units[rolls - (thrown && rolls)];
    uint64_t ways = count_throws(solver, key, turns, rolls, thrown && rolls ? dice : NULL), b = ways;
    uint64_t a = of ? of : 1; /* it is never 0 */
    while (b) {               /* the greatest common divisor */
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    *chance = (struct ludus_chance){ ways / a, of / a };
    return solver->failed || solver->made >= solver->limit ? LUDUS_UNDECIDED : LUDUS_YES;
}

/* ---- Comparing chances ---- */

/* Compares two fractions: by their whole parts, and if these are equal, by the inverses of the rests. */
static int compare_chances(struct ludus_chance a, struct ludus_chance b)
{
    int sign = 1;
    while (a.of && b.of) {
        uint64_t whole_a = a.ways / a.of, whole_b = b.ways / b.of;
        if (whole_a != whole_b)
            return whole_a < whole_b ? -sign : sign;
        a = (struct ludus_chance){ a.of, a.ways % a.of };
        b = (struct ludus_chance){ b.of, b.ways % b.of };
        sign = -sign;
    }
    return a.of ? -sign : b.of ? sign : 0; /* a rest of 0 has an endless inverse */
}

bool ludus_stipulation_holds(const struct ludus_stipulation *stipulation, struct ludus_chance chance)
{
    int order = compare_chances(chance, stipulation->chance);
    switch (stipulation->relation) {
    case LUDUS_CHANCE_ABOVE:
        return order > 0;
    case LUDUS_CHANCE_LEAST:
        return order >= 0;
    case LUDUS_CHANCE_EQUAL:
        return order == 0;
    case LUDUS_CHANCE_SURE:
        break;
    }
    return chance.ways == chance.of;
}
