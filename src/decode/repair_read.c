/* repair_read.c - tokens as they are written: moves, numbers and turns that are lost before them. */
#include "decode/repair_state.h"
#include "rules/engine.h"

#include <stdio.h>
#include <stdlib.h>

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

void repair_begin_lost(struct search *search, int price, unsigned turns)
{
    const struct rules *rules = &search->ruleset->rules;
    search->state.side = search->pos->side;
    search->state.wild = true;
    search->state.cost += price + (search->state.skipped ? PRICE_REPLACED : 0);
    lost_turns(search, turns, rules->dice ? rules->dice : SLOT_ITEMS);
}

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
    repair_begin_lost(search, PRICE_SHOWN_LOST + PRICE_SHOWN_MORE * (int)(lost - 1), (unsigned)lost);
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

void repair_read_end(struct search *search)
{
    const struct slots *slots = &search->mend->slots;
    if (!repair_between_turns(search))
        return;
    if (!slots->cut && !ending_agrees(slots->result, search->pos))
        search->state.cost += PRICE_RESULT;
    search->state.done = true;
    repair_end_edge(search, 0, 0);
}

void repair_edges_exact(struct search *search, const struct token *token)
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
