/* graph.c - problems: can a side force a result in any number of turns? Walks through the graph of the
 * positions that matter: those after every move of the attacker, who is to force the result, and after one
 * move of the defender. A position is won if a move of the attacker leads to one that is won, or if all moves
 * of the defender do; a defender whose move loses takes the next. If the walk comes to an end and the root is
 * not won, the defender has an answer to everything in the positions that are left. So a position that
 * repeats itself is no win, and nothing depends on the way to a position. Between the walks, the search of
 * numbers of turns looks for a quick win. */
#include "base/memory.h"
#include "study/solve.h"

#include <stdlib.h>

enum { NODES_MOST = 1 << 20, EDGES_MOST = 1 << 22, ENDLESS_TURNS = 1 << 20, SHARE_LEAST = 1 << 12 };
#define NOWHERE KEYED_NONE

/* ---- Nodes ---- */

/* What a move leads to: its node or NOWHERE, and what that has or will have. */
struct step {
    uint64_t key;
    uint32_t to;
    struct ludus_move move;
    uint16_t mobility;
    bool attacks;
    enum { OPEN, SAFE, LOST } end; /* for the defender */
};

/* Returns the node of a step, which is added if there is none. NOWHERE without memory. */
static uint32_t node_of(struct ludus_solver *solver, const struct step *step)
{
    if (step->to != NOWHERE)
        return step->to;
    struct graph *graph = &solver->graph;
    struct node *node = memory_push(&graph->nodes, &graph->node_count, &graph->node_room, sizeof *node);
    const uint32_t added = node ? keyed_add(&graph->keys, step->key) : NOWHERE;
    solver->failed |= added == NOWHERE;
    graph->node_count = graph->keys.count;
    if (added != NOWHERE)
        *node = (struct node){ .ends = NOWHERE, .mobility = step->mobility, .attacks = step->attacks };
    return added;
}

/* Lets the walk come to a node. Nodes at which the defender has few moves come first. */
static void visit(struct ludus_solver *solver, uint32_t at, uint32_t way)
{
    struct graph *graph = &solver->graph;
    struct node *node = &graph->nodes[at];
    if (node->state == WON || node->walk == graph->walk)
        return;
    const struct node *from = way == NOWHERE ? node : &graph->nodes[graph->edges[way].from];
    unsigned mobility = node->attacks ? from->mobility : node->mobility;
    node->walk = graph->walk;
    node->way = way;
    node->depth = way == NOWHERE ? 0 : from->depth + 1;
    unsigned rank = node->depth + mobility < RANKS ? node->depth + mobility : RANKS - 1;
    node->waits = true;
    node->later = graph->waiting[rank];
    graph->waiting[rank] = at;
    if (rank < graph->rank)
        graph->rank = rank;
}

static void add_edge(struct ludus_solver *solver, uint32_t from, uint32_t to, struct ludus_move move)
{
    struct graph *graph = &solver->graph;
    struct edge *edge = memory_push(&graph->edges, &graph->edge_count, &graph->edge_room, sizeof *edge);
    solver->failed |= !edge;
    if (!edge)
        return;
    *edge = (struct edge){ from, to, graph->nodes[to].ends, move };
    graph->nodes[to].ends = (uint32_t)graph->edge_count - 1;
    graph->nodes[from].count++;
}

/* Marks a node as won, and what follows from it: the attacker goes there, and the defender, if he has chosen
 * to go there, must choose again. */
static void win(struct ludus_solver *solver, uint32_t at)
{
    struct graph *graph = &solver->graph;
    graph->nodes[at].state = WON;
    for (uint32_t way = graph->nodes[at].ends; way != NOWHERE; way = graph->edges[way].next) {
        uint32_t from = graph->edges[way].from;
        struct node *node = &graph->nodes[from];
        if (node->state != LISTED || way < node->edge || way >= node->edge + node->count)
            continue;
        if (node->attacks) {
            win(solver, from);
        } else {
            node->state = NEW;
            if (node->walk == graph->walk && !node->waits) {
                node->walk = 0;
                visit(solver, from, node->way);
            }
        }
    }
}

static bool is_full(const struct graph *graph)
{
    return graph->node_count >= NODES_MOST || graph->edge_count >= EDGES_MOST;
}

/* ---- The walk ---- */

/* Takes graph->pos to a node. */
static void go_to(struct ludus_solver *solver, uint32_t at)
{
    struct graph *graph = &solver->graph;
    size_t length = 0, same = 0;
    for (uint32_t node = at; node != graph->root; node = graph->edges[graph->nodes[node].way].from)
        length++;
    uint32_t *path = memory_new((length + 1) * sizeof *path);
    solver->failed |= !path;
    if (!path)
        return;
    for (size_t i = length; i-- > 0; at = graph->edges[path[i]].from)
        path[i] = graph->nodes[at].way;
    while (same < length && same < graph->path_count && path[same] == graph->path[same])
        same++;
    for (; graph->path_count > same; graph->path_count--)
        ludus_position_undo(graph->pos);
    for (; same < length; same++)
        solver->failed |= !ludus_position_make(graph->pos, graph->edges[path[same]].move);
    free(graph->path);
    graph->path = path;
    graph->path_count = length;
}

/* Finds what is known of a position with this key, without a search. */
static struct step look(struct ludus_solver *solver, const struct ludus_position *pos, uint64_t key)
{
    struct step step = { .key = key,
                         .to = keyed_find(&solver->graph.keys, key),
                         .attacks = pos->side == solver->side };
    enum ludus_result result = LUDUS_OPEN;
    if (step.to != NOWHERE) {
        const struct node *node = &solver->graph.nodes[step.to];
        step.mobility = node->mobility;
        step.end = node->state == WON ? LOST : OPEN;
    } else if ((result = outcome_of(pos, NULL)) != LUDUS_OPEN)
        step.end = solver->results >> result & 1 ? LOST : SAFE;
    else if (outcome_dead(pos))
        step.end = SAFE;
    else
        step.mobility = (uint16_t)movegen_count(pos);
    return step;
}

/* Lists the edges of a node, whose position is graph->pos: all, or that of the defender that leaves the
 * attacker the fewest moves. */
static void list_edges(struct ludus_solver *solver, uint32_t at)
{
    struct graph *graph = &solver->graph;
    struct ludus_position *pos = graph->pos;
    bool attacks = graph->nodes[at].attacks, decided = false;
    uint64_t key = graph->keys.things[at].key;
    struct step best = { .end = LOST };
    size_t count = movegen_all(pos, solver->moves);
    graph->nodes[at].edge = (uint32_t)graph->edge_count;
    graph->nodes[at].count = 0;
    graph->nodes[at].state = LISTED;
    for (size_t i = 0; i < count && !decided && !solver->failed; i++) {
        struct undo undo;
        position_make(pos, solver->moves[i], &undo);
        solver->made++;
        struct step step = look(solver, pos, key_of(solver, pos, key, ENDLESS_TURNS));
        position_unmake(pos, &undo);
        step.move = solver->moves[i];
        decided = step.end == (attacks ? LOST : SAFE);
        if (attacks && step.end == OPEN)
            add_edge(solver, at, node_of(solver, &step), step.move);
        if (decided || (step.end == OPEN && (best.end == LOST || step.mobility < best.mobility)))
            best = step;
    }
    if (solver->failed)
        graph->nodes[at].state = NEW;
    else if (attacks ? decided : best.end == LOST)
        win(solver, at);
    else if (!attacks && best.end == OPEN)
        add_edge(solver, at, node_of(solver, &best), best.move);
}

/* Begins a walk at the root. */
static void begin_walk(struct ludus_solver *solver)
{
    struct graph *graph = &solver->graph;
    graph->walk++;
    graph->rank = RANKS;
    memset(graph->waiting, 0xff, sizeof graph->waiting);
    visit(solver, graph->root, NOWHERE);
}

/* Takes the next node that waits. NOWHERE if none does. */
static uint32_t take_next(struct graph *graph)
{
    while (graph->rank < RANKS && graph->waiting[graph->rank] == NOWHERE)
        graph->rank++;
    if (graph->rank == RANKS)
        return NOWHERE;
    uint32_t at = graph->waiting[graph->rank];
    graph->waiting[graph->rank] = graph->nodes[at].later;
    graph->nodes[at].waits = false;
    return at;
}

/* Walks from the root, and lists edges, until the root is decided or so many moves have been made; begins
 * anew now and then, as much that waits does not matter any more. */
static enum ludus_answer walk(struct ludus_solver *solver, uint64_t most)
{
    struct graph *graph = &solver->graph;
    size_t listed = 0, enough = graph->node_count;
    begin_walk(solver);
    while (graph->nodes[graph->root].state != WON) {
        uint32_t at = take_next(graph);
        if (at == NOWHERE)
            return solver->failed ? LUDUS_UNDECIDED : LUDUS_NO;
        if (solver->made >= most || solver->failed || is_full(graph))
            return LUDUS_UNDECIDED;
        if (graph->nodes[at].state == NEW) {
            listed++;
            go_to(solver, at);
            if (!solver->failed)
                list_edges(solver, at);
        }
        struct node node = graph->nodes[at];
        for (uint32_t i = 0; node.state == LISTED && i < node.count; i++)
            visit(solver, graph->edges[node.edge + i].to, node.edge + i);
        if (listed > enough) {
            listed = 0;
            enough = graph->node_count;
            begin_walk(solver);
        }
    }
    return LUDUS_YES;
}

/* ---- For programs ---- */

/* Prepares the graph for a question about a position. False without memory. */
static bool begin(struct ludus_solver *solver, const struct ludus_position *position)
{
    struct graph *graph = &solver->graph;
    solver->failed = false;
    graph->path_count = 0;
    graph->pos = solver_room(solver, position->ruleset) ? ludus_position_copy(position) : NULL;
    return graph->pos;
}

/* Returns up to how many moves a share goes. */
static uint64_t share_end(const struct ludus_solver *solver, uint64_t share, uint64_t most)
{
    return solver->made < most && most - solver->made > share ? solver->made + share : most;
}

/* Decides the root, by the search of numbers of turns and by the walk in turn, each with a growing share. */
static enum ludus_answer decide(struct ludus_solver *solver, const struct ludus_position *position)
{
    const uint64_t limit = solver->limit;
    const uint64_t most = limit - (limit > solver->made ? (limit - solver->made) / 4 : 0);
    enum ludus_answer answer = LUDUS_UNDECIDED;
    unsigned turns = 0;
    uint64_t share = SHARE_LEAST;
    do { /* of the last moves, half are for the walk */
        uint64_t half = solver->made < most ? (most - solver->made) / 2 : 0;
        solver->limit = share_end(solver, share < half ? share : half, most);
        while (turns <= LUDUS_PROBLEM_TURNS &&
               (answer = ludus_solver_ask(solver, position, turns)) == LUDUS_NO)
            turns++;
        solver->limit = limit;
        if (answer != LUDUS_YES)
            answer = walk(solver, share_end(solver, share, most));
        share *= 2;
    } while (answer == LUDUS_UNDECIDED && solver->made < most && !solver->failed && !is_full(&solver->graph));
    return answer;
}

enum ludus_answer ludus_solver_ever(struct ludus_solver *solver, const struct ludus_position *position)
{
    struct graph *graph = &solver->graph;
    enum ludus_answer answer = LUDUS_UNDECIDED;
    const unsigned side = solver->side, results = solver->results, own = solver->own;
    bool holds = results >> LUDUS_DRAW & 1;
    if (dice_thrown(&position->ruleset->rules) || !begin(solver, position))
        return LUDUS_UNDECIDED;
    if (holds) { /* can the other side win? */
        solver->side ^= 1;
        solver->results = 1u << side_wins(solver->side);
        solver->own = true;
    }
    uint64_t key = key_of(solver, position, past_key(position), ENDLESS_TURNS);
    struct step step = look(solver, graph->pos, key);
    graph->root = step.end == OPEN ? node_of(solver, &step) : NOWHERE;
    if (step.end != OPEN)
        answer = step.end == LOST ? LUDUS_YES : LUDUS_NO;
    else if (graph->root != NOWHERE)
        answer = decide(solver, position);
    solver->side = side;
    solver->results = results;
    solver->own = own;
    ludus_position_free(graph->pos);
    graph->pos = NULL;
    return !holds || answer == LUDUS_UNDECIDED ? answer : answer == LUDUS_YES ? LUDUS_NO : LUDUS_YES;
}
