/* repair_search.c - repair as one search over all readings of the main line.
 *
 * A state is a position, a place in the row of the record's tokens and how far its numbers are off. Edges
 * read a token as it is written, which costs nothing, as another legal move, skip it, exchange it with the
 * next, or put a lost turn in; each has a price, the negative logarithm of how often that happens. The
 * cheapest way to the end is the answer, the next cheapest ones are its rivals. Dear edges of a state are
 * looked at only when nothing cheaper is left. */
#include "base/memory.h"
#include "decode/repair_state.h"
#include "rules/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Moves ---- */

/* Is what the text claims so, after the move that has just been made? */
static bool claims_hold(struct search *search, const struct move_text *text)
{
    const struct undo *undo = &search->trail.undo[search->trail.count - 1];
    if (text->flags & MOVE_CAPTURE && !undo->captures)
        return false;
    if (text->check == CHECK_NONE || search->ruleset->rules.dice)
        return true;
    bool checked = !search->ruleset->rules.check || position_checked(search->pos);
    return checked &&
           (text->check != CHECK_MATE || !search->ruleset->rules.check || !movegen_any(search->pos));
}

bool repair_read_move(struct search *search, const struct token *token)
{
    const struct lexicon *lexicon = &search->mend->slots.replay->lexicon;
    const struct move_text *text = &token->item->move;
    struct ludus_move moves[RESOLVE_MAX];
    struct state *state = &search->state;
    if (search->ruleset->rules.dice && text->style == MOVE_PASS) {
        if (state->mid || outcome_ended(search->pos))
            return false;
        state->side = search->pos->side;
        state->mid = true;
        state->token++;
        return true;
    }
    const struct token *next = token + 1;
    bool pair = text->style == MOVE_PLACE && state->token + 1 < search->tokens.count &&
                next->kind == TOKEN_MOVE && next->joined && next->item->move.style == MOVE_PLACE &&
                resolve_pair(lexicon, search->pos, text, &next->item->move, moves);
    if (!pair && resolve_move(lexicon, search->pos, text, moves) != 1) {
        bool null = text->style == MOVE_PASS && (*text->plain | 0x20) != 'p' &&
                    !knows_passing(&search->ruleset->rules) && !position_checked(search->pos) &&
                    search->pos->pending == NONE && !outcome_ended(search->pos);
        if (!null)
            return false;
        moves[0] = (struct ludus_move){ NONE, NONE, LUDUS_PASS, NONE };
    }
    if (!repair_make_move(search, moves[0]) || !claims_hold(search, text))
        return false;
    state->token += 1u + pair;
    return true;
}

bool repair_come_to_move(struct search *search, bool joined)
{
    return joined ? search->state.mid : repair_end_turn(search);
}

bool repair_is_joined(const struct search *search, const struct token *token)
{
    return token->joined || node_at(search, search->at)->state.comma;
}

void repair_with_rolls(struct search *search, const struct token *token, edge_fn *edges)
{
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    const struct rules *rules = &search->ruleset->rules;
    repair_begin_edge(search);
    if (!repair_come_to_move(search, repair_is_joined(search, token)))
        return;
    if (!repair_lacks_roll(search)) {
        edges(search, token);
        return;
    }
    struct mark mark = repair_mark(search);
    while (dice_next(dice, rules->dice, rules->faces)) {
        repair_back(search, mark);
        if (!repair_throw_dice(search, dice))
            return;
        search->state.cost += search->mend->diceless ? 0 : PRICE_BARE;
        edges(search, token);
    }
}

static void exact_move(struct search *search, const struct token *token)
{
    if (repair_read_move(search, token))
        repair_end_edge(search, 0, 0);
}

bool repair_fits_label(const struct search *search, const struct item *label, long *lost)
{
    struct line *line = &search->mend->slots.replay->line;
    unsigned number = line->number;
    uint8_t side = line->side;
    line->number = (unsigned)((long)search->pos->number + search->state.drift);
    line->side = search->pos->side;
    bool fits = labels_fits(search->mend->slots.replay, label);
    if (!fits && !labels_distance(search->mend->slots.replay, label, lost))
        *lost = 0;
    line->number = number;
    line->side = side;
    return fits;
}

/* ---- Lost turns ---- */

/* Makes all turns that can be made from here; each ends the edge. */
static void lost_turns(struct search *search, unsigned turns, unsigned moves_left)
{
    const struct rules *rules = &search->ruleset->rules;
    struct mark mark = repair_mark(search);
    bool over = search->pos->side != search->state.side;
    if (over || (rules->dice && repair_do_op(search, (struct op){ .kind = OP_END }))) {
        search->state.mid = false;
        search->state.turns++;
        search->state.side = turns > 1 ? search->pos->side : search->state.side;
        if (turns > 1)
            lost_turns(search, turns - 1, rules->dice ? rules->dice : SLOT_ITEMS);
        else
            repair_end_edge(search, 0, 0);
        repair_back(search, mark);
    }
    if (over || !moves_left)
        return;
    struct ludus_move *moves = memory_new((search->ruleset->max_moves + 1) * sizeof *moves);
    size_t count = !moves        ? 0
                   : rules->dice ? movegen_undiced(search->pos, moves)
                                 : movegen_all(search->pos, moves);
    search->mend->failed |= !moves;
    for (size_t i = 0; i < count && search->nodes.count < NODES_MAX; i++) {
        if (repair_do_op(search, (struct op){ .kind = OP_MOVE, .move = moves[i] }))
            lost_turns(search, turns, moves_left - 1);
        repair_back(search, mark);
    }
    free(moves);
}

static void begin_lost(struct search *search, int price, unsigned turns)
{
    const struct rules *rules = &search->ruleset->rules;
    search->state.side = search->pos->side;
    search->state.wild = true;
    search->state.cost += price + (search->state.skipped ? PRICE_REPLACED : 0);
    lost_turns(search, turns, rules->dice ? rules->dice : SLOT_ITEMS);
}

/* Nothing that is written goes for the move: it can be any. */
static void edges_any(struct search *search, const struct token *token)
{
    repair_begin_edge(search);
    bool word = token->kind == TOKEN_WORD && turns_unread(token->item) && token->item->form == BAD_MOVE;
    if (!(word || token->kind == TOKEN_MOVE) || search->ruleset->rules.dice || !repair_end_turn(search))
        return;
    repair_add_edit(search, FAULT_SIGNS, token->begin, token->end, "_");
    search->state.token++;
    begin_lost(search, word ? PRICE_TURN_LOST : PRICE_ANY_MOVE, 1);
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
    begin_lost(search, shown ? PRICE_SHOWN_LOST + PRICE_SHOWN_MORE : PRICE_TURN_LOST, 1);
}

/* ---- Tokens as they are written ---- */

/* Writes a number of the same form as `label`, in <...> where it differs. */
static void write_number(const struct item *label, long number, unsigned side, const char *behind,
                         char out[TEXT_MAX])
{
    const char *dots = label->side != NO_SIDE                    ? side == LUDUS_WHITE ? "W." : "B."
                       : label->form >= 2 && side != LUDUS_WHITE ? "..."
                                                                 : ".";
    (void)snprintf(out, TEXT_MAX, label->number == number ? "%ld%s%s" : "<%ld>%s%s", number, dots, behind);
}

/* Turns are lost before the number: one or two of them are tried. */
static void edges_lost(struct search *search, const struct token *token, long lost)
{
    char text[TEXT_MAX];
    if (lost < 1 || lost > 2 || !repair_between_turns(search))
        return;
    struct item shown = *token->item; /* that would be right for the first of them */
    shown.number = (uint32_t)((long)search->pos->number + search->state.drift);
    if (shown.side == NO_SIDE && search->pos->side == LUDUS_BLACK && (shown.form < 2 || lost == 2))
        shown.form = 3;
    write_number(&shown, shown.number, search->pos->side, " __ ", text);
    repair_add_edit(search, FAULT_STRETCH, token->begin, token->begin, text);
    begin_lost(search, PRICE_SHOWN_LOST + PRICE_SHOWN_MORE * (int)(lost - 1), (unsigned)lost);
}

/* The number is wrong, or all are from here on. */
static void edges_number(struct search *search, const struct token *token)
{
    const struct item *label = token->item;
    char text[TEXT_MAX];
    repair_begin_edge(search);
    if (!repair_end_turn(search))
        return;
    write_number(label, search->pos->number, search->pos->side, "", text);
    repair_add_edit(search, FAULT_NUMBER, token->begin, token->end, text);
    struct mark mark = repair_mark(search);
    repair_end_edge(search, PRICE_NUMBER, 1);
    long drift = (long)label->number - (long)search->pos->number;
    if (label->number == UNNUMBERED || drift == search->state.drift || drift > INT16_MAX || drift < INT16_MIN)
        return;
    repair_back(search, mark);
    search->state.drift = (int32_t)drift;
    search->edit[0].kind = FAULT_NUMBERS;
    repair_end_edge(search, search->state.doubled ? PRICE_CASE : PRICE_NUMBERS, 1);
}

bool repair_play_exactly(struct search *search, size_t from, size_t end)
{
    for (size_t i = from; i < end; i = search->state.token) {
        const struct token *token = token_at(search, i);
        search->state.token = (uint32_t)i;
        if (token->kind == TOKEN_LABEL) {
            search->state.token++;
        } else if (token->kind == TOKEN_ROLL) {
            if (token->item->dice.count != search->ruleset->rules.dice ||
                !repair_throw_dice(search, token->item->dice.face))
                return false;
            search->state.token++;
        } else if (token->kind == TOKEN_WORD || !repair_come_to_move(search, token->joined) ||
                   repair_lacks_roll(search) || !repair_read_move(search, token)) {
            return false;
        }
    }
    return true;
}

static void read_label(struct search *search, const struct token *token)
{
    long lost = 0;
    if (!repair_between_turns(search))
        return;
    if (!repair_fits_label(search, token->item, &lost)) {
        edges_lost(search, token, lost);
        edges_number(search, token);
        return;
    }
    if (search->state.drift) {
        char text[TEXT_MAX];
        write_number(token->item, search->pos->number, search->pos->side, "", text);
        repair_add_edit(search, FAULT_NUMBERS, token->begin, token->end, text)->hidden = true;
    }
    repair_end_edge(search, 0, 1);
}

/* The record ends here. */
static void read_end(struct search *search)
{
    const struct slots *slots = &search->mend->slots;
    if (!repair_between_turns(search))
        return;
    if (!slots->cut && !ending_agrees(slots->result, search->pos))
        search->state.cost += PRICE_RESULT;
    search->state.done = true;
    repair_end_edge(search, 0, 0);
}

static void edges_exact(struct search *search, const struct token *token)
{
    switch ((enum token_kind)token->kind) {
    case TOKEN_LABEL:
        read_label(search, token);
        break;
    case TOKEN_ROLL:
        repair_begin_edge(search);
        if (token->item->dice.count == search->ruleset->rules.dice &&
            repair_throw_dice(search, token->item->dice.face))
            repair_end_edge(search, 0, 1);
        break;
    case TOKEN_MOVE:
        repair_with_rolls(search, token, exact_move);
        break;
    case TOKEN_WORD:
        break;
    }
}

/* ---- The search ---- */

static void look(struct search *search, struct entry entry)
{
    const struct state *state = &node_at(search, entry.node)->state;
    bool end = state->token >= search->tokens.count;
    const struct token *token = end ? NULL : token_at(search, state->token);
    if (!token)
        read_end(search);
    else if (entry.stage == STAGE_EXACT)
        edges_exact(search, token);
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
    memset(search->mend->table, 0xff, MEND_TABLE * sizeof *search->mend->table);
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
    mend_forget(&search->tokens);
    mend_forget(&search->nodes);
    mend_forget(&search->ops);
    mend_forget(&search->edits);
    mend_forget(&search->heap);
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
