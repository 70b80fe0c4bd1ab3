/* repair_state.c - the record as tokens, the position under trial, and the states of the search. */
#include "decode/repair_state.h"

#include "base/chars.h"
#include "play/replay.h"
#include "play/resolve.h"
#include "rules/engine.h"
#include "rules/position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Tokens ---- */

static void add_token(struct search *search, const struct item *item, enum token_kind kind, size_t begin,
                      size_t end)
{
    size_t count = search->tokens.count, before = begin;
    const char *text = source_of(search);
    while (before > 0 && is_filler(text[before - 1]))
        before--;
    bool comma = before > 0 && text[before - 1] == ',' && kind != TOKEN_LABEL && kind != TOKEN_ROLL;
    struct token token = { .item = item,
                           .begin = begin,
                           .end = end,
                           .kind = (uint8_t)kind,
                           .joined = comma || turns_joined(item),
                           .apart = count > 0 && item > token_at(search, count - 1)->item + 1 };
    (void)mend_append(search->mend, &search->tokens, &token, 1, sizeof token);
}

/* Words of text that cannot be read. */
static void add_words(struct search *search, const struct item *item)
{
    const char *text = source_of(search);
    size_t at = item_begin(search->mend->slots.game, item), end = at + item->length, begin;
    while (at < end) {
        while (at < end && (is_filler(text[at]) || text[at] == ','))
            at++;
        for (begin = at; at < end && !is_filler(text[at]) && (text[at] != ',' || text[begin] == '(');)
            at++;
        if (at > begin)
            add_token(search, item, TOKEN_WORD, begin, at);
    }
}

static void add_item(struct search *search, const struct item *item)
{
    size_t begin = item_begin(search->mend->slots.game, item);
    bool roll = item->kind == ITEM_DICE && search->ruleset->rules.dice;
    if (item->kind == ITEM_BAD)
        add_words(search, item);
    else if (item->kind == ITEM_NUMBER || item->kind == ITEM_DICE || item->kind == ITEM_MOVE)
        add_token(search, item,
                  item->kind == ITEM_NUMBER ? TOKEN_LABEL
                  : item->kind == ITEM_MOVE ? TOKEN_MOVE
                  : roll                    ? TOKEN_ROLL
                                            : TOKEN_WORD,
                  begin, begin + item->length);
    search->checks |= item->kind == ITEM_MOVE && item->move.check;
}

/* Says to which turn each belongs. */
static void part_turns(struct search *search)
{
    size_t count = search->tokens.count, first = 0;
    for (size_t i = 1; i < count; i++) {
        struct token *token = token_at(search, i), *before = token - 1;
        bool led = before->kind == TOKEN_LABEL || before->kind == TOKEN_ROLL;
        bool begins = token->kind == TOKEN_LABEL  ? before->kind != TOKEN_LABEL
                      : token->kind == TOKEN_ROLL ? before->kind != TOKEN_LABEL
                                                  : !token->joined && !led;
        first = begins ? i : first;
        token->turn = first;
    }
    size_t next = count;
    for (size_t i = count; i > 0; i--) {
        token_at(search, i - 1)->next_turn = next;
        if (token_at(search, i - 1)->turn == i - 1)
            next = i - 1;
    }
}

void repair_take_tokens(struct search *search)
{
    const struct item *item;
    for (size_t at = 0; (item = turns_main(search->mend->slots.game, &at)) != NULL; add_item(search, item))
        if (item->kind == ITEM_RESULT || (item->kind == ITEM_MOVE && item->move.flags & MOVE_SIC))
            break;
    part_turns(search);
}

/* ---- The position under trial ---- */

/* Changes a position; a roll has no undo. */
static bool make_op(const struct search *search, const struct op *op, struct ludus_position *pos,
                    struct undo *undo)
{
    if (op->kind == OP_ROLL)
        return ludus_position_roll(pos, op->dice, search->ruleset->rules.dice);
    if (op->kind == OP_MOVE)
        position_make(pos, op->move, undo);
    else
        position_end_turn(pos, undo);
    return true;
}

bool repair_do_op(struct search *search, struct op op)
{
    struct trail *trail = &search->trail;
    if (trail->count >= OPS_MAX || !make_op(search, &op, search->pos, &trail->undo[trail->count]))
        return false;
    trail->op[trail->count++] = op;
    return true;
}

static void undo_to(struct search *search, unsigned count)
{
    struct trail *trail = &search->trail;
    while (trail->count > count)
        if (trail->op[--trail->count].kind == OP_ROLL)
            search->pos->dice_count = 0;
        else
            position_unmake(search->pos, &trail->undo[trail->count]);
}

void repair_begin_edge(struct search *search)
{
    undo_to(search, 0);
    search->state = node_at(search, search->at)->state;
    search->state.comma = false;
    search->edit_count = 0;
}

struct mark repair_mark(const struct search *search)
{
    return (struct mark){ search->trail.count, search->edit_count, search->state };
}

void repair_back(struct search *search, struct mark mark)
{
    undo_to(search, mark.ops);
    search->edit_count = mark.edits;
    search->state = mark.state;
}

bool repair_end_turn(struct search *search)
{
    struct state *state = &search->state;
    if (!state->mid)
        return true;
    if (search->pos->side == state->side &&
        (!search->ruleset->rules.dice || !repair_do_op(search, (struct op){ .kind = OP_END })))
        return false;
    state->mid = false;
    state->turns++;
    return true;
}

bool repair_between_turns(struct search *search)
{
    repair_begin_edge(search);
    return repair_end_turn(search) && !search->pos->dice_count;
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

bool repair_lacks_roll(const struct search *search)
{
    return search->ruleset->rules.dice && !search->state.mid && search->pos->dice_count == 0;
}

/* ---- Nodes ---- */

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static uint64_t key_of(const struct search *search)
{
    const struct state *state = &search->state;
    const struct ludus_position *pos = search->pos;
    uint64_t key = mix(pos->hash, state->token);
    key = mix(key, (uint64_t)(uint32_t)state->drift << 8 | (uint64_t)state->mid << 4 |
                       (uint64_t)state->comma << 3 | (uint64_t)state->done << 2 | pos->side);
    if (search->ruleset->rules.dice && pos->dice_count) {
        uint64_t dice = pos->dice_used;
        for (unsigned i = 0; i < pos->dice_count; i++)
            dice = dice << 4 | pos->dice[i];
        key = mix(key, dice);
    }
    return mix(key, pos->number);
}

static uint64_t story_of(const struct search *search)
{
    uint64_t story = node_at(search, search->at)->story;
    for (unsigned i = 0; i < search->edit_count; i++) {
        const struct repair_edit *edit = &search->edit[i];
        story = mix(mix(story, edit->begin), edit->end);
        for (const char *c = edit->text; *c; c++)
            story = mix(story, (unsigned char)*c);
    }
    return story;
}

struct entry repair_pop(struct search *search)
{
    struct entry *heap = search->heap.data, first = heap[0], last = heap[--search->heap.count];
    size_t at = 0, count = search->heap.count;
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
    size_t at = state->token + tokens, far = at + LAG_TOKENS;
    int most = search->most;
    if (far <= search->tokens.count && search->reached[far] + search->haste->lag <= most)
        most = search->reached[far] + search->haste->lag - 1;
    return most - state->cost;
}

void repair_plan(struct search *search, uint32_t node, enum stage stage)
{
    const struct state *state = &node_at(search, node)->state;
    static const int prices[STAGES] = { 0, PRICE_CASE, PRICE_STRAY, PRICE_TURN_LOST };
    int bound = state->cost + prices[stage] + (stage && state->wild ? PRICE_WILD : 0);
    if (bound - state->cost > repair_room(search, state, 0))
        return;
    struct entry entry = { bound - search->haste->token * (int)state->token, bound, node, (uint8_t)stage };
    if (!mend_append(search->mend, &search->heap, &entry, 1, sizeof entry))
        return;
    struct entry *heap = search->heap.data;
    size_t at = search->heap.count - 1;
    for (; at > 0 && heap[(at - 1) / 2].priority > entry.priority; at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = entry;
}

/* Is the state known with the same changes, or in as many ways as are kept, for no more? */
static bool is_known(const struct search *search, uint64_t key, uint64_t story, int cost)
{
    unsigned ways = 0;
    for (uint32_t i = search->mend->table[key % MEND_TABLE]; i != NO_INDEX; i = node_at(search, i)->twin) {
        const struct node *node = node_at(search, i);
        if (node->key != key || node->state.cost > cost)
            continue;
        ways++;
        if (node->story == story || ways >= HISTORIES)
            return true;
    }
    return false;
}

void repair_end_edge(struct search *search, int price, size_t tokens)
{
    struct state *state = &search->state;
    state->cost += price;
    state->token += (uint32_t)tokens;
    if (repair_room(search, state, 0) < 0 || search->nodes.count >= NODES_MAX)
        return;
    uint64_t key = key_of(search), story = story_of(search);
    if (is_known(search, key, story, state->cost))
        return;
    struct node node = { .state = *state,
                         .parent = search->at,
                         .twin = search->mend->table[key % MEND_TABLE],
                         .op = (uint32_t)search->ops.count,
                         .edit = (uint32_t)search->edits.count,
                         .ops = (uint8_t)search->trail.count,
                         .edits = (uint8_t)search->edit_count,
                         .key = key,
                         .story = story };
    struct ludus_mend *mend = search->mend;
    if (mend->failed || !mend_append(mend, &search->ops, search->trail.op, node.ops, sizeof(struct op)) ||
        !mend_append(mend, &search->edits, search->edit, node.edits, sizeof *search->edit) ||
        !mend_append(mend, &search->nodes, &node, 1, sizeof node))
        return;
    search->mend->table[key % MEND_TABLE] = (uint32_t)search->nodes.count - 1;
    for (size_t i = state->token + 1u; i-- > 0 && search->reached[i] > state->cost;)
        search->reached[i] = state->cost;
    repair_plan(search, (uint32_t)search->nodes.count - 1, STAGE_EXACT);
}

bool repair_stand_at(struct search *search, uint32_t index)
{
    struct node *node = node_at(search, index);
    search->at = index;
    search->pos = node->pos;
    if (node->pos)
        return true;
    struct ludus_position *pos = arena_alloc(&search->arena, search->pos_size);
    if (!pos)
        return false;
    memcpy(pos, node_at(search, node->parent)->pos, search->pos_size);
    for (unsigned i = 0; i < node->ops; i++) {
        const struct op *op = (const struct op *)search->ops.data + node->op + i;
        struct undo *undo = op->kind == OP_ROLL ? NULL : arena_alloc(&search->arena, sizeof *undo);
        if (op->kind != OP_ROLL && !undo)
            return false;
        make_op(search, op, pos, undo);
    }
    node->pos = search->pos = pos;
    return true;
}
