/* repair_read.c - the tokens of a record; edges that read them as they are written; wrong numbers and lost
 * turns. */
#include "base/chars.h"
#include "base/memory.h"
#include "decode/repair_search.h"
#include "play/resolve.h"
#include "rules/engine.h"

#include <stdlib.h>

/* ---- Tokens ---- */

static void add_token(struct search *search, const struct item *item, enum token_kind kind, size_t begin,
                      size_t end)
{
    const char *text = source_of(search);
    size_t before = begin;
    while (before > 0 && is_filler(text[before - 1]))
        before--;
    bool comma = before > 0 && text[before - 1] == ',' && (kind == TOKEN_MOVE || kind == TOKEN_WORD);
    struct token *token =
        memory_push(&search->tokens, &search->token_count, &search->token_capacity, sizeof *token);
    search->mend->failed |= !token;
    if (token)
        *token = (struct token){ .item = item,
                                 .begin = begin,
                                 .end = end,
                                 .text = text + begin,
                                 .kind = (uint8_t)kind,
                                 .joined = comma || (item && turns_joined(item)),
                                 .apart = item && token[-1].item && item > token[-1].item + 1 };
}

/* Adds the words of unreadable text. */
static void add_words(struct search *search, const struct item *item)
{
    const char *text = source_of(search);
    size_t at = item_begin(search->mend->sheet.game, item), end = at + item->length, begin;
    while (at < end) {
        while (at < end && (is_filler(text[at]) || text[at] == ','))
            at++;
        for (begin = at; at < end && !is_filler(text[at]) && (text[at] != ',' || text[begin] == '(');)
            at++;
        if (at > begin)
            add_token(search, item, TOKEN_WORD, begin, at);
    }
}

void repair_take_tokens(struct search *search)
{
    const struct ludus_game *game = search->mend->sheet.game;
    const struct item *item;
    add_token(search, NULL, TOKEN_NONE, 0, 0);
    for (size_t at = 0; (item = turns_main(game, &at)) && item->kind != ITEM_RESULT;) {
        size_t begin = item_begin(game, item), end = begin + item->length;
        if (item->kind == ITEM_MOVE && item->move.flags & MOVE_SIC)
            break;
        if (item->kind == ITEM_BAD)
            add_words(search, item);
        else if (item->kind == ITEM_NUMBER)
            add_token(search, item, TOKEN_LABEL, begin, end);
        else if (item->kind == ITEM_DICE)
            add_token(search, item, search->ruleset->rules.dice ? TOKEN_ROLL : TOKEN_WORD, begin, end);
        else if (item->kind == ITEM_MOVE)
            add_token(search, item, TOKEN_MOVE, begin, end);
        search->checks |= item->kind == ITEM_MOVE && item->move.check;
    }
    add_token(search, NULL, TOKEN_NONE, 0, 0);
    if (search->mend->failed)
        return;
    struct token *end = search->tokens + search->token_count - 1, *first = search->tokens + 1;
    for (struct token *token = first, *turn = first; token <= end; token++) {
        bool numbered = token[-1].kind == TOKEN_LABEL;
        bool led = token->kind != TOKEN_LABEL && token->kind != TOKEN_ROLL &&
                   (token->joined || token[-1].kind == TOKEN_ROLL);
        turn = numbered || led ? turn : token;
        token->turn = turn;
    }
    for (struct token *token = end, *next = end; token >= first; token--) {
        token->next_turn = next;
        next = token->turn == token ? token : next;
    }
}

/* ---- Moves ---- */

/* Are the claims of a text true, after its move has been made? */
static bool claims_hold(struct search *search, const struct move_text *text)
{
    const struct undo *undo = &search->undo[search->state.ops - 1];
    if (text->flags & MOVE_CAPTURE && !undo->captures)
        return false;
    if (text->check == CHECK_NONE || search->ruleset->rules.dice || !search->ruleset->rules.check)
        return true;
    return position_checked(search->pos) && (text->check != CHECK_MATE || !movegen_any(search->pos));
}

bool repair_read_move(struct search *search, const struct token *token)
{
    const struct lexicon *lexicon = &search->mend->sheet.replay->lexicon;
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
    bool pair = text->style == MOVE_PLACE && token_places(next) && next->joined &&
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

static void exact_move(struct search *search, const struct token *token)
{
    if (repair_read_move(search, token))
        repair_end_edge(search, 0, 0);
}

/* ---- Lost turns ---- */

/* Adds an edge for each possible turn. */
static void lost_turns(struct search *search, unsigned turns, unsigned moves_left)
{
    const struct rules *rules = &search->ruleset->rules;
    struct state state = search->state;
    bool over = search->pos->side != state.side;
    if (over || (rules->dice && repair_do_op(search, (struct op){ .kind = OP_END }))) {
        search->state.mid = false;
        search->state.turns++;
        search->state.side = turns > 1 ? search->pos->side : state.side;
        if (turns > 1)
            lost_turns(search, turns - 1, rules->dice ? rules->dice : TURN_ITEMS);
        else
            repair_end_edge(search, 0, 0);
        repair_back(search, state);
    }
    if (over || !moves_left)
        return;
    struct ludus_move *moves = memory_new((search->ruleset->max_moves + 1) * sizeof *moves);
    size_t count = !moves        ? 0
                   : rules->dice ? movegen_undiced(search->pos, moves)
                                 : movegen_all(search->pos, moves);
    search->mend->failed |= !moves;
    for (size_t i = 0; i < count && search->nodes < NODES_MAX; i++) {
        if (repair_do_op(search, (struct op){ .kind = OP_MOVE, .move = moves[i] }))
            lost_turns(search, turns, moves_left - 1);
        repair_back(search, state);
    }
    free(moves);
}

static void begin_lost(struct search *search, int price, unsigned turns)
{
    const struct rules *rules = &search->ruleset->rules;
    search->state.side = search->pos->side;
    search->state.wild = true;
    search->state.cost += price + (search->state.skipped ? PRICE_REPLACED : 0);
    lost_turns(search, turns, rules->dice ? rules->dice : TURN_ITEMS);
}

/* Adds a lost turn before the token; `shown`: if the next number says that one is missing, else if not. */
static void turn_lost(struct search *search, const struct token *token, bool shown)
{
    const struct token *next = token;
    long turns = 0, lost = 0;
    if (token->turn != token)
        return;
    for (; next->kind != TOKEN_NONE && next->kind != TOKEN_LABEL; next = next->next_turn)
        turns++;
    bool said = next->kind == TOKEN_LABEL && turns > 0 && !repair_fits_label(search, next->item, &lost) &&
                lost == turns + 1;
    if (said != shown)
        return;
    repair_add_edit(search, FAULT_LEFT_OUT, token->begin, token->begin,
                    search->ruleset->rules.dice ? "__ " : "_ ");
    begin_lost(search, shown ? PRICE_SHOWN_LOST + PRICE_SHOWN_MORE : PRICE_TURN_LOST, 1);
}

static void edges_turn_shown(struct search *search, const struct token *token)
{
    turn_lost(search, token, true);
}

static void edges_turn_lost(struct search *search, const struct token *token)
{
    turn_lost(search, token, false);
}

/* The move can be any, whatever is written. */
static void edges_any_move(struct search *search, const struct token *token)
{
    bool word = token->kind == TOKEN_WORD;
    if (search->ruleset->rules.dice ||
        (word && !(turns_unread(token->item) && token->item->form == BAD_MOVE)))
        return;
    repair_add_edit(search, FAULT_SIGNS, token->begin, token->end, "_");
    search->state.token++;
    begin_lost(search, word ? PRICE_TURN_LOST : PRICE_ANY_MOVE, 1);
}

/* ---- Numbers ---- */

bool repair_fits_label(const struct search *search, const struct item *label, long *lost)
{
    struct ludus_replay *replay = search->mend->sheet.replay;
    struct line *line = &replay->line;
    unsigned number = line->number;
    uint8_t side = line->side;
    line->number = (unsigned)((long)search->pos->number + search->state.drift);
    line->side = search->pos->side;
    bool fits = labels_fits(replay, label);
    if (lost && !fits && !labels_distance(replay, label, lost))
        *lost = 0;
    line->number = number;
    line->side = side;
    return fits;
}

/* Writes the number of the turn that comes, in the form of `label` and in <...> where it differs, for
 * [begin, end). */
static struct repair_edit *add_number(struct search *search, enum fault_kind kind, size_t begin, size_t end,
                                      const struct item *label, long number, const char *behind)
{
    unsigned side = search->pos->side;
    const char *dots = label->side != NO_SIDE                    ? side == LUDUS_WHITE ? "W." : "B."
                       : label->form >= 2 && side != LUDUS_WHITE ? "..."
                                                                 : ".";
    return repair_add_edit(search, kind, begin, end, label->number == number ? "%ld%s%s" : "<%ld>%s%s",
                           number, dots, behind);
}

/* A number that fits; else one or two turns are lost before it, or it is wrong, or all are from here on. */
static void read_label(struct search *search, const struct token *token)
{
    const struct item *label = token->item;
    struct state state = search->state;
    const long next = (long)search->pos->number;
    long lost = 0;
    if (repair_fits_label(search, label, &lost)) {
        if (state.drift)
            add_number(search, FAULT_NUMBERS, token->begin, token->end, label, next, "")->hidden = true;
        repair_end_edge(search, 0, 1);
        return;
    }
    if (lost == 1 || lost == 2) {
        struct item shown = *label; /* that would be right for the first of them */
        shown.number = (uint32_t)(next + state.drift);
        if (shown.side == NO_SIDE && search->pos->side == LUDUS_BLACK && (shown.form < 2 || lost == 2))
            shown.form = 3;
        add_number(search, FAULT_TURNS_LOST, token->begin, token->begin, &shown, shown.number, " __ ");
        begin_lost(search, PRICE_SHOWN_LOST + PRICE_SHOWN_MORE * (int)(lost - 1), (unsigned)lost);
        repair_back(search, state);
    }
    add_number(search, FAULT_NUMBER, token->begin, token->end, label, next, "");
    struct state changed = search->state;
    repair_end_edge(search, PRICE_NUMBER, 1);
    long drift = (long)label->number - next;
    if (label->number == UNNUMBERED || drift == state.drift || drift > INT16_MAX || drift < INT16_MIN)
        return;
    repair_back(search, changed);
    search->state.drift = (int32_t)drift;
    search->edit[0].kind = FAULT_NUMBERS;
    repair_end_edge(search, state.doubled ? PRICE_CASE : PRICE_NUMBERS, 1);
}

/* ---- As it is written ---- */

static void read_roll(struct search *search, const struct token *token)
{
    if (token->item->dice.count == search->ruleset->rules.dice &&
        repair_throw_dice(search, token->item->dice.face))
        repair_end_edge(search, 0, 1);
}

/* The record ends here. */
static void read_end(struct search *search, const struct token *token)
{
    (void)token;
    const struct sheet *sheet = &search->mend->sheet;
    if (!sheet->cut && !ending_agrees(sheet->result, search->pos))
        search->state.cost += PRICE_RESULT;
    search->state.done = true;
    repair_end_edge(search, 0, 0);
}

const struct edges repair_reads[] = { { read_label, STAGE_EXACT, WHERE_BETWEEN, ON_LABEL },
                                      { exact_move, STAGE_EXACT, WHERE_BARE, ON_MOVE },
                                      { read_end, STAGE_EXACT, WHERE_BETWEEN, ON_END },
                                      { read_roll, STAGE_EXACT, WHERE_ANY, ON_ROLL },
                                      { edges_turn_shown, STAGE_SKIPS, WHERE_BETWEEN, ON_ALL },
                                      { edges_turn_lost, STAGE_LOST, WHERE_BETWEEN, ON_ALL },
                                      { edges_any_move, STAGE_LOST, WHERE_BETWEEN, ON_MOVE | ON_WORD },
                                      { .make = NULL } };

/* ---- All edges ---- */

/* Makes the edges with each possible roll. */
static void make_with_rolls(struct search *search, const struct token *token, const struct edges *edges)
{
    const struct rules *rules = &search->ruleset->rules;
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    struct state state = search->state;
    while (dice_next(dice, rules->dice, rules->faces)) {
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

void repair_make_edges(struct search *search, enum stage stage)
{
    static const struct edges *const tables[] = { repair_slips, repair_skips, repair_reads };
    const struct token *token = search->at->state.token;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (const struct edges *edges = tables[i]; edges->make; edges++) {
            enum where where = (enum where)edges->where;
            if (edges->stage != stage || !(edges->tokens >> token->kind & 1) ||
                !come_to(search, token, where))
                continue;
            if (where == WHERE_BARE && repair_lacks_roll(search))
                make_with_rolls(search, token, edges);
            else
                edges->make(search, token);
        }
}
