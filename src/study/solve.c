/* solve.c - problems: can a side force a result in a number of its turns? Proof-number search, depth first
 * (df-pn), in the tree of that depth, with a table of bounded size for what is known of positions. */
#include "study/solve.h"

#include "base/memory.h"

#include <stdlib.h>

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
