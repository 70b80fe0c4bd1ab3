/* repair_skip.c - tokens that are one too many, or have changed places. */
#include "base/chars.h"
#include "decode/repair_state.h"
#include "play/replay.h"
#include "play/resolve.h"
#include "rules/engine.h"
#include "rules/position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Tokens skipped and exchanged ---- */

static bool same_text(const struct search *search, const struct token *one, const struct token *other)
{
    const char *text = source_of(search);
    return one->end - one->begin == other->end - other->begin &&
           memcmp(text + one->begin, text + other->begin, one->end - one->begin) == 0;
}

/* Are two turns written alike, but for the numbers? */
static bool same_turns(const struct search *search, size_t one, size_t other)
{
    size_t one_end = token_at(search, one)->next_turn, other_end = token_at(search, other)->next_turn;
    while (one < one_end && token_at(search, one)->kind == TOKEN_LABEL)
        one++;
    while (other < other_end && token_at(search, other)->kind == TOKEN_LABEL)
        other++;
    if (one_end - one != other_end - other || one == one_end)
        return false;
    for (; one < one_end; one++, other++)
        if (!same_text(search, token_at(search, one), token_at(search, other)))
            return false;
    return true;
}

/* The first token of the turn before, or SIZE_MAX. */
static size_t turn_before(const struct search *search, size_t turn)
{
    return turn > 0 && turn != SIZE_MAX ? token_at(search, turn - 1)->turn : SIZE_MAX;
}

/* Leaves out the text up to token number `end`. */
static void skip(struct search *search, const struct token *token, size_t end, enum fault_kind kind,
                 double price)
{
    const struct token *last = token_at(search, end - 1), *next = last + 1;
    repair_begin_edge(search);
    search->state.comma = node_at(search, search->at)->state.comma;
    bool blank = token->begin == 0 || is_filler(source_of(search)[token->begin - 1]);
    blank &= end < search->tokens.count;
    size_t till = blank && !next->apart && !next->joined ? next->begin : last->end;
    size_t from = token->begin;
    if (token->joined && token > token_at(search, 0))
        from = token[-1].end;
    struct repair_edit *edit = repair_add_edit(search, kind, from, token->joined ? last->end : till, "");
    edit->shown_end = last->end;
    edit->said_end = edit->said_end > last->end ? edit->said_end : last->end;
    search->state.doubled = kind == FAULT_DOUBLED;
    search->state.skipped |= kind == FAULT_TOO_MANY || kind == FAULT_DOUBLED;
    search->state.cost += price;
    search->state.token = (uint32_t)end;
    repair_end_edge(search);
}

static double stray_price(const struct search *search, const struct token *token)
{
    bool roll = search->ruleset->rules.dice && source_of(search)[token->begin] == '(';
    bool move = turns_unread(token->item) && token->item->form == BAD_MOVE;
    return roll || move ? PRICE_STRAY_MOVE : PRICE_STRAY;
}

static void edges_skip(struct search *search, const struct token *token)
{
    size_t index = (size_t)(token - token_at(search, 0)), end = token->next_turn;
    const struct state *state = &node_at(search, search->at)->state;
    if (token->turn == index && !state->comma) {
        size_t one = turn_before(search, index), two = turn_before(search, one);
        bool doubled = (one != SIZE_MAX && same_turns(search, one, index)) ||
                       (two != SIZE_MAX && same_turns(search, two, index));
        bool both = two != SIZE_MAX && end < search->tokens.count && same_turns(search, two, index) &&
                    same_turns(search, one, end);
        bool word = end == index + 1 && token->kind == TOKEN_WORD;
        if (both)
            skip(search, token, token_at(search, end)->next_turn, FAULT_DOUBLED, PRICE_DOUBLED_BOTH);
        if (doubled)
            skip(search, token, end, FAULT_DOUBLED, PRICE_DOUBLED);
        else if (!word)
            skip(search, token, end, FAULT_TOO_MANY, PRICE_SURPLUS);
    }
    bool number =
        token->kind == TOKEN_LABEL && index + 1 < search->tokens.count && token[1].kind == TOKEN_LABEL;
    if (token->kind == TOKEN_WORD || number || (token->kind == TOKEN_ROLL && search->pos->dice_count))
        skip(search, token, index + 1, FAULT_STRAY, stray_price(search, token));
    else if (token->turn != index && token->kind != TOKEN_LABEL)
        skip(search, token, index + 1, FAULT_TOO_MANY, PRICE_SURPLUS);
}

/* A word between two moves is written for the comma. */
static void edges_word_for_comma(struct search *search, const struct token *token)
{
    repair_begin_edge(search);
    const struct lexicon *lexicon = &search->mend->slots.replay->lexicon;
    size_t length = token->end - token->begin;
    if (token->kind != TOKEN_WORD || !search->state.mid || token == token_at(search, 0) ||
        search->ruleset->rules.dice < 2 ||
        lexicon_kind(lexicon, source_of(search) + token->begin, length) != NONE)
        return;
    repair_show_around(search, repair_add_edit(search, FAULT_WRITING, token[-1].end, token->end, ","),
                       token - 1, token);
    search->state.comma = true;
    search->state.cost += PRICE_COMMA - PRICE_CASE;
    search->state.token++;
    repair_end_edge(search);
}

/* First token of a turn behind its numbers. */
static size_t behind_numbers(const struct search *search, size_t turn)
{
    size_t end = token_at(search, turn)->next_turn;
    while (turn < end && token_at(search, turn)->kind == TOKEN_LABEL)
        turn++;
    return turn;
}

static void add_supplied(const struct search *search, size_t from, size_t end, struct ludus_buffer *out)
{
    const char *text = source_of(search);
    for (size_t i = from; i < end; i++) {
        const struct token *token = token_at(search, i);
        size_t core = repair_core_end(search, token);
        bool marked = memchr(text + token->begin, '<', core - token->begin) != NULL;
        if (i > from)
            buf_add(out, text + token[-1].end, token->begin - token[-1].end);
        if (token->kind == TOKEN_ROLL)
            for (unsigned die = 0; die < token->item->dice.count; die++)
                buf_format(out, die ? ",<%u>" : "(<%u>", token->item->dice.face[die]);
        else
            buf_format(out, marked ? "%.*s" : "<%.*s>", (int)(core - token->begin), text + token->begin);
        if (token->kind == TOKEN_ROLL)
            buf_char(out, ')');
        else
            buf_add(out, text + core, token->end - core);
    }
}

/* Two stretches of tokens have changed places; what stands between them stays. */
/* Shows only what comes to the place of the first of two things that are exchanged. */
static void show_first(const struct search *search, struct repair_edit *edit, size_t one, size_t one_end,
                       size_t other, size_t other_end, size_t end)
{
    struct ludus_buffer out = { .bytes = NULL };
    struct arena *arena = &search->mend->arena;
    size_t begin = token_at(search, one)->begin, last = token_at(search, end - 1)->end;
    add_supplied(search, other, other_end, &out);
    edit->before = arena_copy(arena, source_of(search) + begin, token_at(search, one_end - 1)->end - begin);
    edit->after = arena_copy(arena, buf_string(&out), out.length);
    edit->said_end = edit->said_end > last ? edit->said_end : last;
    search->mend->failed |= out.failed || !edit->before || !edit->after;
    buf_free(&out);
}

static void end_exchange(struct search *search, enum fault_kind kind, size_t one, size_t one_end,
                         size_t other, size_t other_end, double price)
{
    struct ludus_buffer out = { .bytes = NULL };
    const char *text = source_of(search);
    size_t begin = token_at(search, one_end - 1)->end, end = token_at(search, other)->begin;
    add_supplied(search, other, other_end, &out);
    buf_add(&out, text + begin, end - begin);
    add_supplied(search, one, one_end, &out);
    search->mend->failed |= out.failed;
    size_t last = token_at(search, other_end - 1)->end;
    struct repair_edit *edit =
        repair_add_edit(search, kind, token_at(search, one)->begin, last, buf_string(&out));
    show_first(search, edit, one, one_end, other, other_end, other_end);
    search->state.cost += price;
    repair_end_edge(search);
    buf_free(&out);
}

static void edges_turns_exchanged(struct search *search, size_t turn)
{
    size_t next = token_at(search, turn)->next_turn, count = search->tokens.count;
    size_t one = behind_numbers(search, turn), other = next < count ? behind_numbers(search, next) : count;
    size_t end = next < count ? token_at(search, next)->next_turn : count;
    repair_begin_edge(search);
    if (next >= count || one == next || other == end || !repair_play_exactly(search, other, end) ||
        !repair_end_turn(search) || !repair_play_exactly(search, one, next))
        return;
    search->state.token = (uint32_t)end;
    end_exchange(search, FAULT_TURNS_EXCHANGED, one, next, other, end, PRICE_EXCHANGED);
}

static void edges_dice_exchanged(struct search *search, size_t turn)
{
    size_t next = token_at(search, turn)->next_turn, count = search->tokens.count;
    size_t one = behind_numbers(search, turn), other = next < count ? behind_numbers(search, next) : count;
    size_t end = next < count ? token_at(search, next)->next_turn : count;
    repair_begin_edge(search);
    if (next >= count || one + 1 >= next || other + 1 >= end || token_at(search, one)->kind != TOKEN_ROLL ||
        token_at(search, other)->kind != TOKEN_ROLL ||
        same_text(search, token_at(search, one), token_at(search, other)))
        return;
    const struct item *first = token_at(search, other)->item, *second = token_at(search, one)->item;
    unsigned dice = search->ruleset->rules.dice;
    if (first->dice.count != dice || second->dice.count != dice ||
        !repair_throw_dice(search, first->dice.face) || !repair_play_exactly(search, one + 1, next) ||
        !repair_throw_dice(search, second->dice.face) || !repair_play_exactly(search, other + 1, end))
        return;
    struct ludus_buffer out = { .bytes = NULL };
    const char *text = source_of(search);
    size_t begin = token_at(search, one)->end, till = token_at(search, other)->begin;
    add_supplied(search, other, other + 1, &out);
    buf_add(&out, text + begin, till - begin);
    add_supplied(search, one, one + 1, &out);
    search->mend->failed |= out.failed;
    search->state.token = (uint32_t)end;
    struct repair_edit *edit = repair_add_edit(search, FAULT_DICE_EXCHANGED, token_at(search, one)->begin,
                                               token_at(search, other)->end, buf_string(&out));
    show_first(search, edit, one, one + 1, other, other + 1, end);
    search->state.cost += PRICE_EXCHANGED;
    repair_end_edge(search);
    buf_free(&out);
}

/* This move and the next of its turn. */
static void edges_moves_exchanged(struct search *search, size_t index)
{
    const struct token *token = token_at(search, index), *next = token + 1;
    repair_begin_edge(search);
    if (index + 1 >= search->tokens.count || token->kind != TOKEN_MOVE || next->kind != TOKEN_MOVE ||
        !next->joined || !repair_come_to_move(search, repair_is_joined(search, token)) ||
        repair_lacks_roll(search))
        return;
    search->state.token = (uint32_t)index;
    if (!repair_read_move(search, next) || search->state.token != index + 1 ||
        !repair_read_move(search, token))
        return;
    search->state.token = (uint32_t)index + 2;
    end_exchange(search, FAULT_MOVES_EXCHANGED, index, index + 1, index + 1, index + 2,
                 PRICE_MOVES_EXCHANGED);
}

void repair_edges_skips(struct search *search, const struct token *token)
{
    size_t index = (size_t)(token - token_at(search, 0));
    edges_skip(search, token);
    edges_word_for_comma(search, token);
    repair_edges_pass(search, token);
    edges_moves_exchanged(search, index);
    if (token->turn != index || node_at(search, search->at)->state.comma)
        return;
    edges_turns_exchanged(search, index);
    if (search->ruleset->rules.dice)
        edges_dice_exchanged(search, index);
}
