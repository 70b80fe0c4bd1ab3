/* solve.c - problems: can a side force a result in a number of its turns? Proof-number search, depth first
 * (df-pn), in the tree of that depth, with a table of bounded size for what is known of positions. With dice:
 * the chance of the result, by the best turns of both sides for each roll. */
#include "study/solve.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { TABLE_LEAST = 1 << 10, TABLE_MOST = 1 << 20, DEPTH_MOST = 2000 };

static const struct proof proved = { { 0, ENDLESS } }, refuted = { { ENDLESS, 0 } };

static void table_put(struct ludus_solver *solver, uint64_t key, struct proof proof, uint64_t work)
{
    struct entry *entry = table_at(solver, key);
    *entry =
        (struct entry){ .key = key, .proof = proof, .work = work + (entry->key == key ? entry->work : 0) };
}

/* Judges the position without a search: more replies are harder to prove. */
static struct proof judge(const struct ludus_solver *solver, unsigned turns)
{
    const struct ludus_position *pos = &solver->pos;
    bool attacks = pos->side == solver->side;
    enum ludus_result result = outcome_of(pos, NULL);
    if (result != LUDUS_OPEN)
        return solver->results >> result & 1 ? proved : refuted;
    if (turns == 0 && (attacks || solver->own))
        return refuted;
    uint32_t replies = (uint32_t)movegen_count(pos);
    return attacks ? (struct proof){ { 1, replies } } : (struct proof){ { replies, 1 } };
}

/* Adds the moves of the position to solver->branches; no more after one that decides for the side to move. */
static void list_branches(struct ludus_solver *solver, uint64_t key, unsigned turns)
{
    struct ludus_position *pos = &solver->pos;
    unsigned side = pos->side, choice = side == solver->side ? YES : NO;
    size_t count = movegen_all(pos, solver->moves);
    bool decided = false;
    for (size_t i = 0; i < count && !decided; i++) {
        struct branch *branch =
            memory_push(&solver->branches, &solver->count, &solver->capacity, sizeof *branch);
        struct undo undo;
        solver->failed |= !branch;
        if (!branch)
            return;
        position_make(pos, solver->moves[i], &undo);
        solver->made++;
        unsigned left = turns - (side == solver->side && pos->side != side);
        branch->key = key_of(solver, pos, key, left);
        branch->move = solver->moves[i];
        const struct entry *entry = left || !solver->own ? table_at(solver, branch->key) : NULL;
        bool known = entry && entry->work && entry->key == branch->key;
        branch->proof = known ? entry->proof : judge(solver, left);
        position_unmake(pos, &undo);
        decided = branch->proof.open[choice] == 0;
    }
}

/* Adds up the branches from `first` on for the side to move, which needs one of them for `choice`, and all
 * for the contrary. `*best` becomes the easiest, and `*second` the count of the next. */
static struct proof add_up(const struct ludus_solver *solver, size_t first, unsigned choice, size_t *best,
                           uint32_t *second)
{
    uint32_t least = ENDLESS;
    uint64_t sum = 0;
    *best = first;
    *second = ENDLESS;
    for (size_t i = first; i < solver->count; i++) {
        const uint32_t *open = solver->branches[i].proof.open;
        bool endless = open[!choice] == ENDLESS || sum == ENDLESS;
        sum = endless ? ENDLESS : sum + open[!choice] < ENDLESS ? sum + open[!choice] : ENDLESS - 1;
        if (open[choice] < least) {
            *second = least;
            least = open[choice];
            *best = i;
        } else if (open[choice] < *second)
            *second = open[choice];
    }
    struct proof proof;
    proof.open[choice] = least;
    proof.open[!choice] = (uint32_t)sum;
    return proof;
}

/* Searches the position, in which the side has `turns` turns left, until one of the counts has reached that
 * of `most`. */
static struct proof search(struct ludus_solver *solver, uint64_t key, unsigned turns, struct proof most)
{
    struct ludus_position *pos = &solver->pos;
    size_t first = solver->count, best;
    uint64_t made = solver->made;
    unsigned side = pos->side, choice = side == solver->side ? YES : NO;
    struct proof proof;
    struct undo undo;
    uint32_t second;
    if (solver->depth++ == DEPTH_MOST)
        solver->made = solver->limit;
    list_branches(solver, key, turns);
    while (proof = add_up(solver, first, choice, &best, &second),
           proof.open[YES] < most.open[YES] && proof.open[NO] < most.open[NO] &&
               solver->made < solver->limit && !solver->failed) {
        struct branch branch = solver->branches[best];
        struct proof limit = most;
        uint64_t later = (uint64_t)second + second / 4 + 1;
        if (later < limit.open[choice])
            limit.open[choice] = (uint32_t)later;
        if (limit.open[!choice] != ENDLESS)
            limit.open[!choice] -= proof.open[!choice] - branch.proof.open[!choice];
        position_make(pos, branch.move, &undo);
        branch.proof = search(solver, branch.key, turns - (side == solver->side && pos->side != side), limit);
        position_unmake(pos, &undo);
        solver->branches[best].proof = branch.proof;
    }
    solver->count = first;
    solver->depth--;
    table_put(solver, key, proof, solver->made - made + 1);
    return proof;
}

/* ---- For the graph and the chances ---- */

uint64_t past_key(const struct ludus_position *position)
{
    uint64_t key = 0;
    for (const struct undo *undo = position->past; undo && !undo_ends(undo); undo = undo->past)
        key = key_mix(key, undo->hash);
    return key;
}

bool solver_room(struct ludus_solver *solver, const struct ludus_ruleset *rs)
{
    struct ludus_move *grown = NULL;
    if (rs->max_moves > solver->move_capacity)
        grown = memory_grown(solver->moves, rs->max_moves * sizeof *grown);
    if (grown) {
        solver->moves = grown;
        solver->move_capacity = rs->max_moves;
    }
    return solver->move_capacity >= rs->max_moves;
}

/* ---- For programs ---- */

struct ludus_solver *ludus_solver_new(uint64_t limit)
{
    struct ludus_solver *solver = memory_zeroed(1, sizeof *solver);
    size_t size = TABLE_LEAST;
    while (size < TABLE_MOST && size < limit)
        size *= 2;
    if (solver) {
        solver->limit = limit;
        solver->size = size;
        solver->table = memory_zeroed(size, sizeof *solver->table);
    }
    if (solver && solver->table)
        return solver;
    ludus_solver_free(solver);
    return NULL;
}

void ludus_solver_free(struct ludus_solver *solver)
{
    if (solver) {
        free(solver->table);
        free(solver->branches);
        for (size_t i = 0; i < solver->tree_count; i++)
            free(solver->trees[i].lists);
        free(solver->trees);
        free(solver->moves);
        free(solver->graph.nodes);
        free(solver->graph.edges);
        keyed_free(&solver->graph.keys);
        free(solver->graph.path);
    }
    free(solver);
}

void ludus_solver_start(struct ludus_solver *solver, enum ludus_side side, enum ludus_goal goal)
{
    unsigned win = 1u << side_wins(side), loss = 1u << side_wins(side ^ 1u), draw = 1u << LUDUS_DRAW;
    if (solver->made)
        memset(solver->table, 0, solver->size * sizeof *solver->table);
    keyed_free(&solver->graph.keys);
    solver->graph.node_count = solver->graph.edge_count = 0;
    solver->made = 0;
    solver->side = side;
    solver->results = goal == LUDUS_GOAL_WIN ? win : goal == LUDUS_GOAL_DRAW ? win | draw : loss;
    solver->own = goal == LUDUS_GOAL_WIN;
}

enum ludus_answer ludus_solver_ask(struct ludus_solver *solver, const struct ludus_position *position,
                                   unsigned turns)
{
    const struct ludus_ruleset *rs = position->ruleset;
    if (dice_thrown(&rs->rules) || turns > LUDUS_PROBLEM_TURNS || !solver_room(solver, rs))
        return LUDUS_UNDECIDED;
    position_copy(&solver->pos, position);
    solver->count = solver->depth = 0;
    solver->failed = false;
    struct proof proof = judge(solver, turns);
    if (proof.open[YES] && proof.open[NO]) {
        uint64_t key = key_of(solver, &solver->pos, past_key(position), turns);
        const struct entry *entry = table_at(solver, key);
        bool decided =
            entry->work && entry->key == key && (!entry->proof.open[YES] || !entry->proof.open[NO]);
        struct proof most = { { ENDLESS, ENDLESS } };
        proof = decided ? entry->proof : search(solver, key, turns, most);
    }
    return !proof.open[YES] ? LUDUS_YES : !proof.open[NO] ? LUDUS_NO : LUDUS_UNDECIDED;
}

enum ludus_answer ludus_solver_shortest(struct ludus_solver *solver, const struct ludus_position *position,
                                        unsigned most, unsigned *turns)
{
    enum ludus_answer answer = LUDUS_NO;
    for (*turns = 0; answer == LUDUS_NO && *turns <= most; ++*turns)
        answer = ludus_solver_ask(solver, position, *turns);
    --*turns;
    return answer;
}

/* ---- With dice ---- */

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
