/* repair_search.c - repair as one search over all readings of the main line.
 *
 * A state is a position, a place in the row of the record's tokens and how far its numbers are off. Edges
 * read a token as it is written, which costs nothing, as another legal move, skip it, exchange it with the
 * next, or put a lost turn in; each has a price, the negative logarithm of how often that happens. The
 * cheapest way to the end is the answer, the next cheapest ones are its rivals. Dear edges of a state are
 * looked at only when nothing cheaper is left. */
#include "base/memory.h"
#include "decode/repair_state.h"

#include <stdlib.h>
#include <string.h>

/* ---- Lost turns ---- */

/* Nothing that is written goes for the move: it can be any. */
static void edges_any(struct search *search, const struct token *token)
{
    repair_begin_edge(search);
    bool word = token->kind == TOKEN_WORD && turns_unread(token->item) && token->item->form == BAD_MOVE;
    if (!(word || token->kind == TOKEN_MOVE) || search->ruleset->rules.dice || !repair_end_turn(search))
        return;
    repair_add_edit(search, FAULT_SIGNS, token->begin, token->end, "_");
    search->state.token++;
    repair_begin_lost(search, word ? PRICE_TURN_LOST : PRICE_ANY_MOVE, 1);
}

/* A turn is lost before this one; that is looked at when the next number says so (`shown`), or when it does
 * not. */
static void edges_lost_turn(struct search *search, const struct token *token, bool shown)
{
    const struct token *first = token_at(search, 0), *next = token, *end = first + search->tokens.count;
    long turns = 0, lost = 0;
    if (!repair_between_turns(search) || first + token->turn != token)
        return;
    for (; next < end && next->kind != TOKEN_LABEL; next = first + next->next_turn)
        turns++;
    bool said = next < end && turns > 0 && !repair_fits_label(search, next->item, &lost) && lost == turns + 1;
    if (said != shown)
        return;
    repair_add_edit(search, FAULT_LEFT_OUT, token->begin, token->begin,
                    search->ruleset->rules.dice ? "__ " : "_ ");
    repair_begin_lost(search, shown ? PRICE_SHOWN_LOST + PRICE_SHOWN_MORE : PRICE_TURN_LOST, 1);
}

/* ---- The search ---- */

static void look(struct search *search, struct entry entry)
{
    const struct state *state = &node_at(search, entry.node)->state;
    bool end = state->token >= search->tokens.count;
    const struct token *token = end ? NULL : token_at(search, state->token);
    if (!token)
        repair_read_end(search);
    else if (entry.stage == STAGE_EXACT)
        repair_edges_exact(search, token);
    else if (entry.stage == STAGE_EDITS) {
        repair_edges_roll(search, token);
        repair_edges_slips(search, token);
    } else if (entry.stage == STAGE_SKIPS) {
        repair_edges_skips(search, token);
        edges_lost_turn(search, token, true);
    } else {
        edges_lost_turn(search, token, false);
        edges_any(search, token);
    }
    repair_begin_edge(search);
    if (!end && entry.stage + 1 < STAGES)
        repair_plan(search, entry.node, (enum stage)(entry.stage + 1));
    search->mend->tried++;
}

/* The changes on the way to a node, in the order of the record. */
static bool tell(struct search *search, uint32_t index, struct repair *out)
{
    size_t count = 0;
    for (uint32_t i = index; i != NO_INDEX; i = node_at(search, i)->parent)
        count += node_at(search, i)->edits;
    *out = (struct repair){ .count = count, .cost = node_at(search, index)->state.cost / 100.0 };
    out->edits = arena_alloc(&search->mend->arena, (count + 1) * sizeof *out->edits);
    for (uint32_t i = index; i != NO_INDEX && out->edits; i = node_at(search, i)->parent)
        for (unsigned k = node_at(search, i)->edits; k > 0; k--) {
            struct repair_edit *edit = &out->edits[--count];
            *edit = ((struct repair_edit *)search->edits.data)[node_at(search, i)->edit + k - 1];
            edit->text = arena_copy(&search->mend->arena, edit->text, strlen(edit->text));
        }
    return !search->mend->arena.failed;
}

/* Tells it, if none with the same changes has been told. */
static bool tell_once(struct search *search, uint32_t index, struct repair *out, size_t count)
{
    uint64_t story = node_at(search, index)->story;
    for (size_t i = 0; i < count; i++)
        if (search->told[i] == story)
            return false;
    if (story == 0 || !tell(search, index, &out[count]))
        return false;
    search->told[count] = story;
    return true;
}

static bool has_failed(const struct search *search)
{
    struct ludus_mend *mend = search->mend;
    mend->failed |= search->arena.failed || mend->arena.failed;
    return mend->failed;
}

/* Looks at states until the answers, or what may be tried, are at an end. */
static size_t run(struct search *search, struct repair *out, size_t capacity, bool *bound)
{
    size_t count = 0, limit = search->mend->limit, pops = search->haste->pops;
    for (size_t left = pops < limit ? pops : limit; search->heap.count && !has_failed(search); left--) {
        if (left == 0) {
            *bound = true;
            break;
        }
        struct entry entry = repair_pop(search);
        const struct state *state = &node_at(search, entry.node)->state;
        if (entry.bound - state->cost > repair_room(search, state, 0))
            continue;
        if (state->done) {
            if (!tell_once(search, entry.node, out, count))
                continue;
            int within = state->cost + (int)(100 * REPAIR_RIVALS);
            if (within < search->most) {
                search->most = within;
                left = left < POPS_RIVALS || count ? left : POPS_RIVALS;
            }
            if (++count == capacity)
                break;
        } else if (repair_stand_at(search, entry.node)) {
            look(search, entry);
        }
    }
    return count;
}

static bool begin(struct search *search)
{
    struct ludus_position *start = slots_position(&search->mend->slots);
    search->nodes.count = search->ops.count = search->edits.count = search->heap.count = 0;
    search->most = PRICE_MAX;
    memset(search->table, 0xff, TABLE * sizeof *search->table);
    for (size_t i = 0; i <= search->tokens.count; i++)
        search->reached[i] = PRICE_MAX;
    struct node first = { .parent = NO_INDEX, .twin = NO_INDEX };
    first.pos = arena_alloc(&search->arena, search->pos_size);
    if (!first.pos || !mend_append(search->mend, &search->nodes, &first, 1, sizeof first))
        return false;
    memcpy(first.pos, start, search->pos_size);
    repair_plan(search, 0, STAGE_EXACT);
    return true;
}

static void forget(struct search *search)
{
    struct mend_array *arrays[] = { &search->tokens, &search->nodes, &search->ops, &search->edits,
                                    &search->heap };
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]->data);
    arena_free(&search->arena);
}

static int by_cost(const void *a, const void *b)
{
    const struct repair *one = a, *other = b;
    return (one->cost > other->cost) - (one->cost < other->cost);
}

/* The cheapest of the states that come farthest. */
static size_t tell_parts(struct search *search, struct repair *out)
{
    size_t count = 0;
    while (count < PARTS_MAX) {
        uint32_t best = NO_INDEX;
        for (uint32_t i = 0; i < search->nodes.count; i++) {
            const struct state *state = &node_at(search, i)->state;
            const struct state *other = best == NO_INDEX ? NULL : &node_at(search, best)->state;
            bool told = node_at(search, i)->story == 0;
            for (size_t k = 0; k < count && !told; k++)
                told = search->told[k] == node_at(search, i)->story;
            if (!told && (!other || state->token > other->token ||
                          (state->token == other->token && state->cost < other->cost)))
                best = i;
        }
        if (best == NO_INDEX || !tell_once(search, best, out, count))
            break;
        out[count++].part = true;
    }
    return count;
}

/* One fault or three are found by the first, which looks wide; many by the second, which gets far. */
static const struct haste hastes[] = { { 15000, 1000, 10 }, { 12000, 200, 25 } };

size_t repair_search(struct ludus_mend *mend, struct repair *out, size_t capacity)
{
    const struct ludus_ruleset *ruleset = mend->slots.replay->ruleset;
    struct search search = { .mend = mend, .ruleset = ruleset };
    struct arena *arena = &mend->arena;
    size_t count = 0;
    bool bound = false;
    capacity = capacity < ANSWERS_MAX ? capacity : ANSWERS_MAX;
    search.pos_size = offsetof(struct ludus_position, of) + ruleset->codes * sizeof *search.pos->of;
    repair_take_tokens(&search);
    search.moves = arena_alloc(arena, (ruleset->max_moves + 1) * sizeof *search.moves);
    search.meant = arena_alloc(arena, CANDIDATES * sizeof *search.meant);
    search.table = arena_alloc(arena, TABLE * sizeof *search.table);
    search.reached = arena_alloc(arena, (search.tokens.count + 1) * sizeof *search.reached);
    for (size_t i = 0; i < sizeof hastes / sizeof *hastes; i++) {
        if (has_failed(&search) || count > 0 || (i > 0 && !bound))
            break;
        search.haste = &hastes[i];
        arena_reset(&search.arena);
        if (begin(&search))
            count = run(&search, out, capacity, &bound);
    }
    if (!has_failed(&search) && count == 0)
        count = tell_parts(&search, out);
    mend->gave_up |= bound && count == 0;
    qsort(out, count, sizeof *out, by_cost);
    bool failed = has_failed(&search);
    forget(&search);
    return failed ? 0 : count;
}
