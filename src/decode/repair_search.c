/* repair_search.c - the search for repairs, over all readings of the main line.
 *
 * A state is a position, a token of the record, and the shift of the turn numbers. An edge reads a token as
 * it is written, which costs nothing, or as another legal move, skips it, exchanges it with the next one, or
 * inserts a lost turn. Its price is the negative logarithm of how often that happens. The cheapest path to
 * the end of the record is the best repair; the next cheapest ones are alternatives. Expensive edges of a
 * state are made only when nothing cheaper is left. */
#include "decode/repair_search.h"

#include "base/memory.h"
#include "rules/position.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    HISTORIES = 3,      /* paths to the same state that are kept */
    POPS_WINDOW = 2500, /* states expanded after the first answer */
    LAG_TOKENS = 8,
    PARTS_MAX = 3, /* answers that do not reach the end */
    PRICE_MAX = INT32_MAX / 2
};

struct entry {
    int priority, bound;
    struct node *node;
    uint8_t stage;
};

/* How a search prunes. */
struct haste {
    size_t pops; /* states expanded until the first answer */
    int lag;     /* a state is dropped if one LAG_TOKENS ahead costs so much less */
    int token;   /* what each token read reduces the priority value by */
};

/* ---- The position of an edge ---- */

/* Changes a position; a roll has no undo. */
static bool make_op(const struct op *op, struct ludus_position *pos, struct undo *undo)
{
    if (op->kind == OP_ROLL)
        return position_dice(pos) && ludus_position_roll(pos, op->dice, position_dice(pos));
    if (op->kind == OP_MOVE)
        position_make(pos, op->move, undo);
    else
        position_end_turn(pos, undo);
    return true;
}

bool repair_do_op(struct search *search, struct op op)
{
    unsigned at = search->state.ops;
    if (at >= OPS_MAX || !make_op(&op, search->pos, &search->undo[at]))
        return false;
    search->op[search->state.ops++] = op;
    return true;
}

void repair_back(struct search *search, struct state state)
{
    while (search->state.ops > state.ops)
        if (search->op[--search->state.ops].kind == OP_ROLL)
            search->pos->dice_count = 0;
        else
            position_unmake(search->pos, &search->undo[search->state.ops]);
    search->state = state;
}

void repair_begin_edge(struct search *search)
{
    struct state state = search->at->state;
    state.ops = state.edits = 0;
    state.comma = false;
    repair_back(search, state);
}

bool repair_end_turn(struct search *search)
{
    struct state *state = &search->state;
    if (!state->mid)
        return true;
    if (search->pos->side == state->side &&
        (!search->rules->dice || !repair_do_op(search, (struct op){ .kind = OP_END })))
        return false;
    state->mid = false;
    state->turns++;
    return true;
}

bool repair_make_move(struct search *search, struct ludus_move move)
{
    struct state *state = &search->state;
    if (!state->mid)
        state->side = search->pos->side;
    else if (search->pos->side != state->side)
        return false;
    state->mid = true;
    state->doubled = state->skipped = false;
    return repair_do_op(search, (struct op){ .kind = OP_MOVE, .move = move });
}

bool repair_throw_dice(struct search *search, const uint8_t *dice)
{
    struct op op = { .kind = OP_ROLL };
    memcpy(op.dice, dice, sizeof op.dice);
    return repair_end_turn(search) && search->pos->dice_count == 0 && repair_do_op(search, op);
}

struct repair_edit *repair_add_edit(struct search *search, enum fault_kind kind, size_t begin, size_t end,
                                    const char *format, ...)
{
    va_list values, again;
    const struct state *before = &search->at->state;
    const struct token *turn = before->token->turn;
    if (turn[-1].kind != TOKEN_NONE && turn->begin >= end && kind != FAULT_LEFT_OUT &&
        kind != FAULT_TURNS_LOST)
        turn = turn[-1].turn; /* behind the turn before */
    va_start(values, format);
    va_copy(again, values);
    int length = vsnprintf(NULL, 0, format, values);
    va_end(values);
    char *text = arena_alloc(&search->arena, (size_t)length + 1);
    if (text)
        (void)vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    struct repair_edit *edit = &search->edit[search->state.edits++];
    *edit = (struct repair_edit){ .kind = (uint8_t)kind,
                                  .begin = begin,
                                  .end = end,
                                  .text = text ? text : "",
                                  .turn = before->turns + (before->mid && !before->token->joined),
                                  .said_begin = turn->begin,
                                  .said_end = turn->next_turn[-1].end,
                                  .shown_begin = begin,
                                  .shown_end = end };
    return edit;
}

/* ---- Nodes ---- */

static bool has_failed(const struct search *search)
{
    struct ludus_mend *mend = search->mend;
    mend->failed |= search->arena.failed || mend->arena.failed;
    return mend->failed;
}

static uint64_t key_of(const struct search *search)
{
    const struct state *state = &search->state;
    const struct ludus_position *pos = search->pos;
    uint64_t key = key_mix(pos->hash, (uint64_t)(state->token - search->tokens));
    key = key_mix(key, (uint64_t)(uint32_t)state->drift << 8 | (uint64_t)state->mid << 4 |
                           (uint64_t)state->comma << 3 | (uint64_t)state->done << 2 | pos->side);
    if (pos->dice_count) {
        uint64_t dice = pos->dice_used;
        for (unsigned i = 0; i < pos->dice_count; i++)
            dice = dice << 4 | pos->dice[i];
        key = key_mix(key, dice);
    }
    return key_mix(key, pos->number);
}

static uint64_t story_of(const struct search *search)
{
    uint64_t story = search->at->story;
    for (unsigned i = 0; i < search->state.edits; i++) {
        const struct repair_edit *edit = &search->edit[i];
        story = key_mix(key_mix(story, edit->begin), edit->end);
        for (const char *c = edit->text; *c; c++)
            story = key_mix(story, (unsigned char)*c);
    }
    return story;
}

static struct entry pop(struct search *search)
{
    struct entry *heap = search->heap, first = heap[0], last = heap[--search->heap_count];
    size_t at = 0, count = search->heap_count;
    for (size_t child = 1; child < count; child = 2 * at + 1) {
        child += child + 1 < count && heap[child + 1].priority < heap[child].priority;
        if (heap[child].priority >= last.priority)
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = last;
    return first;
}

int repair_room(const struct search *search, const struct state *state, size_t tokens)
{
    size_t far = (size_t)(state->token - search->tokens) + tokens + LAG_TOKENS;
    int most = search->most;
    if (far < search->token_count && search->reached[far] + search->haste->lag <= most)
        most = search->reached[far] + search->haste->lag - 1;
    return most - state->cost;
}

static void plan(struct search *search, struct node *node, enum stage stage)
{
    static const int prices[STAGES] = { 0, PRICE_CASE, PRICE_STRAY, PRICE_TURN_LOST };
    const struct state *state = &node->state;
    int price = prices[stage] + (stage && state->wild ? PRICE_WILD : 0), bound = state->cost + price;
    if (price > repair_room(search, state, 0))
        return;
    int worth = search->haste->token * (int)(state->token - search->tokens);
    struct entry entry = { bound - worth, bound, node, (uint8_t)stage };
    bool room = memory_push(&search->heap, &search->heap_count, &search->heap_capacity, sizeof entry);
    search->mend->failed |= !room;
    if (!room)
        return;
    struct entry *heap = search->heap;
    size_t at = search->heap_count - 1;
    for (; at > 0 && heap[(at - 1) / 2].priority > entry.priority; at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = entry;
}

static void *keep(struct search *search, const void *data, size_t size)
{
    void *copy = arena_alloc(&search->arena, size);
    return copy ? memcpy(copy, data, size) : NULL;
}

/* Adds a node. False without memory. */
static bool add_node(struct search *search, const struct node *made, uint64_t key)
{
    struct node *node = keep(search, made, sizeof *made);
    struct node **place =
        memory_push(&search->nodes, &search->node_count, &search->node_capacity, sizeof *place);
    if (place)
        *place = node;
    search->mend->failed |= !place || keyed_add(&search->keys, key) == KEYED_NONE;
    if (has_failed(search))
        return false;
    plan(search, node, STAGE_EXACT);
    return true;
}

void repair_end_edge(struct search *search, int price, size_t tokens)
{
    struct state *state = &search->state;
    state->cost += price;
    state->token += tokens;
    if (repair_room(search, state, 0) < 0 || search->node_count >= NODES_MAX || has_failed(search))
        return;
    uint64_t key = key_of(search), story = story_of(search);
    unsigned known = 0; /* paths to the same state that cost no more */
    for (uint32_t at = keyed_find(&search->keys, key); at != KEYED_NONE; at = keyed_before(&search->keys, at))
        if (search->nodes[at]->state.cost <= state->cost &&
            (++known >= HISTORIES || search->nodes[at]->story == story))
            return;
    struct node made = { .state = *state,
                         .parent = search->at,
                         .op = keep(search, search->op, state->ops * sizeof *search->op),
                         .edit = keep(search, search->edit, state->edits * sizeof *search->edit),
                         .story = story };
    if (!add_node(search, &made, key))
        return;
    for (size_t i = (size_t)(state->token - search->tokens); i > 0 && search->reached[i] > state->cost; i--)
        search->reached[i] = state->cost;
}

/* Makes a node the current one, with its position. False without memory. */
static bool stand_at(struct search *search, struct node *node)
{
    if (!node->pos) {
        struct ludus_position *pos = keep(search, node->parent->pos, search->pos_size);
        struct undo *undo = arena_alloc(&search->arena, node->state.ops * sizeof *undo);
        if (!pos || !undo)
            return false;
        for (unsigned i = 0; i < node->state.ops; i++)
            make_op(&node->op[i], pos, &undo[i]);
        node->pos = pos;
    }
    search->at = node;
    search->pos = node->pos;
    return true;
}

/* ---- All edges ---- */

/* Makes the edges with each possible roll. */
static void make_with_rolls(struct search *search, const struct token *token, const struct edges *edges)
{
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    struct state state = search->state;
    while (dice_next(dice, dice_thrown(search->rules), search->rules->faces)) {
        repair_back(search, state);
        if (!repair_throw_dice(search, dice))
            return;
        search->state.cost += search->mend->diceless ? 0 : PRICE_BARE;
        edges->make(search, token);
    }
}

/* Begins an edge of this kind. False if it cannot begin here. */
static bool come_to(struct search *search, const struct token *token, enum where where)
{
    repair_begin_edge(search);
    if (where == WHERE_BETWEEN)
        return repair_end_turn(search) && !search->pos->dice_count;
    return where == WHERE_ANY || (repair_come_to_move(search, repair_is_joined(search, token)) &&
                                  (where == WHERE_BARE || !repair_lacks_roll(search)));
}

/* Adds the edges of one stage that begin at the node. */
static void make_edges(struct search *search, enum stage stage)
{
    static const struct edges *const tables[] = { repair_slips, repair_reads };
    const struct token *token = search->at->state.token;
    search->stage = stage;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (const struct edges *edges = tables[i]; edges->make; edges++) {
            enum where where = (enum where)edges->where;
            if (edges->stage != stage || !(edges->tokens & token->kind) || !come_to(search, token, where))
                continue;
            if (where == WHERE_BARE && repair_lacks_roll(search))
                make_with_rolls(search, token, edges);
            else
                edges->make(search, token);
        }
}

/* ---- The search ---- */

static bool is_told(const struct search *search, uint64_t story)
{
    bool told = story == 0;
    for (size_t i = 0; i < search->answer_count && !told; i++)
        told = search->told[i] == story;
    return told;
}

/* Adds the edits of the path to a node as an answer. NULL if it is not new, or without memory. */
static struct repair *tell(struct search *search, const struct node *end)
{
    size_t edits = 0;
    for (const struct node *node = end; node; node = node->parent)
        edits += node->state.edits;
    struct repair_edit *edit = end ? arena_alloc(&search->arena, edits * sizeof *edit) : NULL;
    if (!edit || is_told(search, end->story))
        return NULL;
    search->told[search->answer_count] = end->story;
    struct repair *answer = &search->answers[search->answer_count++];
    *answer = (struct repair){ .edits = edit, .count = edits, .cost = end->state.cost / 100.0 };
    for (const struct node *node = end; node; node = node->parent) {
        edits -= node->state.edits;
        if (node->state.edits > 0) /* else `edit` may be NULL */
            memcpy(edit + edits, node->edit, node->state.edits * sizeof *edit);
    }
    return answer;
}

/* Expands states until no answer is left, or a limit is reached. */
static void run(struct search *search)
{
    size_t limit = search->mend->limit, pops = search->haste->pops;
    for (size_t left = pops < limit ? pops : limit; search->heap_count && !has_failed(search); left--) {
        search->bound |= left == 0;
        if (left == 0)
            return;
        struct entry entry = pop(search);
        const struct state *state = &entry.node->state;
        if (entry.bound - state->cost > repair_room(search, state, 0))
            continue;
        if (state->done) {
            if (!tell(search, entry.node))
                continue;
            int within = state->cost + (int)(100 * REPAIR_WINDOW);
            if (within < search->most) {
                search->most = within;
                left = left < POPS_WINDOW || search->answer_count > 1 ? left : POPS_WINDOW;
            }
            if (search->answer_count == ANSWERS_MAX)
                return;
        } else if (stand_at(search, entry.node)) {
            make_edges(search, (enum stage)entry.stage);
            repair_begin_edge(search);
            if (state->token->kind != TOKEN_NONE && entry.stage + 1 < STAGES)
                plan(search, entry.node, (enum stage)(entry.stage + 1));
            search->mend->tried++;
        }
    }
}

/* Begins a search at the first token. */
static bool begin(struct search *search)
{
    struct node first = { .state.token = search->tokens + 1 };
    arena_reset(&search->arena);
    first.pos = keep(search, sheet_position(&search->mend->sheet), search->pos_size);
    keyed_free(&search->keys);
    search->node_count = search->heap_count = 0;
    search->most = PRICE_MAX;
    for (size_t i = 0; i < search->token_count; i++)
        search->reached[i] = PRICE_MAX;
    return add_node(search, &first, 0);
}

static int by_cost(const void *a, const void *b)
{
    const struct repair *one = a, *other = b;
    return (one->cost > other->cost) - (one->cost < other->cost);
}

/* Adds the cheapest of the farthest states as answers. */
static void tell_parts(struct search *search)
{
    struct repair *answer;
    do {
        const struct node *best = NULL;
        for (size_t i = search->node_count; i-- > 0;) {
            const struct node *node = search->nodes[i];
            const struct state *state = &node->state;
            bool better = !best || state->token > best->state.token ||
                          (state->token == best->state.token && state->cost <= best->state.cost);
            if (better && !is_told(search, node->story))
                best = node;
        }
        answer = best ? tell(search, best) : NULL;
        if (answer)
            answer->part = true;
    } while (answer && search->answer_count < PARTS_MAX);
}

/* The first, a wide search, finds a few faults; the second, a narrow one, finds many. */
static const struct haste hastes[] = { { 15000, 1000, 10 }, { 12000, 200, 25 } };

void repair_search(struct ludus_mend *mend)
{
    const struct ludus_ruleset *ruleset = mend->sheet.replay->ruleset;
    struct search search = {
        .mend = mend, .ruleset = ruleset, .rules = &ruleset->rules, .pos_size = position_size(ruleset)
    };
    repair_take_tokens(&search);
    search.moves = arena_alloc(&mend->arena, (ruleset->max_moves + 1) * sizeof *search.moves);
    search.reached = arena_alloc(&mend->arena, search.token_count * sizeof *search.reached);
    search.texts = arena_zeroed(&mend->arena, SPAN_MAX * search.token_count * sizeof(struct meant_text *));
    mend->failed |= !dialects_open(&search.dialects, "own", ruleset);
    search.dialects.alike = mend->lookalikes;
    search.dialects.hand = HAND_RECORD;
    for (size_t i = 0; i < sizeof hastes / sizeof *hastes; i++) {
        if (has_failed(&search) || search.answer_count > 0 || (i > 0 && !search.bound))
            break;
        search.haste = &hastes[i];
        if (begin(&search))
            run(&search);
    }
    if (!has_failed(&search) && search.answer_count == 0)
        tell_parts(&search);
    mend->gave_up |= search.bound && search.answer_count == 0;
    if (search.answer_count)
        qsort(search.answers, search.answer_count, sizeof *search.answers, by_cost);
    for (size_t i = 0; i < search.answer_count && !has_failed(&search); i++)
        repair_try(mend, &search.answers[i]);
    dialects_close(&search.dialects);
    free(search.tokens);
    free(search.heap);
    free(search.nodes);
    keyed_free(&search.keys);
    buf_free(&search.lost);
    arena_free(&search.arena);
}
