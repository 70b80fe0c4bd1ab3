/* repair_skip.c - edges that skip, insert and exchange tokens. */
#include "base/chars.h"
#include "decode/repair_search.h"
#include "play/resolve.h"

#include <string.h>

/* ---- Between two tokens ---- */

/* The turn of the last roll is a pass. */
static void edges_pass(struct search *search, const struct token *token)
{
    const struct token *roll = token - 1;
    if (!search->ruleset->rules.dice || search->state.mid || !search->pos->dice_count ||
        roll->kind != TOKEN_ROLL)
        return;
    repair_show_around(search, repair_add_edit(search, FAULT_NO_MOVES, roll->end, roll->end, " <pass>"), roll,
                       roll);
    search->state.side = search->pos->side;
    search->state.mid = true;
    if (repair_end_turn(search))
        repair_end_edge(search, PRICE_PASS_LOST, 0);
}

/* A word stands in place of the comma between two moves. */
static void edges_word_for_comma(struct search *search, const struct token *token)
{
    const struct token *before = token - 1;
    if (!search->state.mid || before->kind == TOKEN_NONE || search->ruleset->rules.dice < 2 ||
        lexicon_kind(&search->mend->sheet.replay->lexicon, token->text, token->end - token->begin) != NONE)
        return;
    repair_show_around(search, repair_add_edit(search, FAULT_WRITING, before->end, token->end, ","), before,
                       token);
    search->state.comma = true;
    repair_end_edge(search, PRICE_COMMA - PRICE_CASE, 1);
}

/* ---- Tokens skipped ---- */

/* A span of tokens. */
struct span {
    const struct token *begin, *end;
};

static bool same_text(struct span one, struct span other)
{
    const struct token *left = one.begin, *right = other.begin;
    if (one.end - left != other.end - right)
        return false;
    while (left < one.end && left->end - left->begin == right->end - right->begin &&
           memcmp(left->text, right->text, left->end - left->begin) == 0)
        left++, right++;
    return left == one.end;
}

/* A turn without its numbers. */
static struct span behind_numbers(const struct token *turn)
{
    struct span span = { turn, turn->next_turn };
    while (span.begin < span.end && span.begin->kind == TOKEN_LABEL)
        span.begin++;
    return span;
}

/* Are two turns the same, except for their numbers? */
static bool same_turns(const struct token *turn, const struct token *other)
{
    struct span one = behind_numbers(turn);
    return one.begin < one.end && same_text(one, behind_numbers(other));
}

/* Removes the text up to the token `end`. */
static void skip(struct search *search, const struct token *token, const struct token *end,
                 enum fault_kind kind, int price)
{
    repair_begin_edge(search);
    search->state.comma = search->at->state.comma;
    bool blank = token->begin == 0 || is_filler(token->text[-1]);
    size_t from = token->begin, last = end[-1].end, till = last;
    if (token->joined)
        from = token[-1].kind != TOKEN_NONE ? token[-1].end : from;
    else if (blank && end->kind != TOKEN_NONE && !end->apart && !end->joined)
        till = end->begin;
    struct repair_edit *edit = repair_add_edit(search, kind, from, till, "%s", "");
    edit->shown_end = last;
    edit->said_end = edit->said_end > last ? edit->said_end : last;
    search->state.doubled = kind == FAULT_DOUBLED;
    search->state.skipped |= kind == FAULT_TOO_MANY || kind == FAULT_DOUBLED;
    search->state.token = end;
    repair_end_edge(search, price, 0);
}

static void edges_skip(struct search *search, const struct token *token)
{
    const struct token *next = token + 1, *end = token->next_turn;
    bool first = token->turn == token, word = token->kind == TOKEN_WORD;
    if (first && !search->at->state.comma) {
        const struct token *one = token[-1].turn, *two = one ? one[-1].turn : NULL;
        bool one_same = one && same_turns(one, token), two_same = two && same_turns(two, token);
        if (two_same && end->kind != TOKEN_NONE && same_turns(one, end))
            skip(search, token, end->next_turn, FAULT_DOUBLED, PRICE_DOUBLED_BOTH);
        if (one_same || two_same)
            skip(search, token, end, FAULT_DOUBLED, PRICE_DOUBLED);
        else if (!(word && end == next))
            skip(search, token, end, FAULT_TOO_MANY, PRICE_SURPLUS);
    }
    bool number = token->kind == TOKEN_LABEL && next->kind == TOKEN_LABEL;
    bool roll = search->ruleset->rules.dice && *token->text == '(';
    bool move = turns_unread(token->item) && token->item->form == BAD_MOVE;
    if (word || number || (token->kind == TOKEN_ROLL && search->pos->dice_count))
        skip(search, token, next, FAULT_STRAY, roll || move ? PRICE_STRAY_MOVE : PRICE_STRAY);
    else if (!first && token->kind != TOKEN_LABEL)
        skip(search, token, next, FAULT_TOO_MANY, PRICE_SURPLUS);
}

/* ---- Tokens exchanged ---- */

static void add_supplied(const struct search *search, struct span span, struct ludus_buffer *out)
{
    const char *text = source_of(search);
    for (const struct token *token = span.begin; token < span.end; token++) {
        size_t core = repair_core_end(token), length = core - token->begin;
        if (token > span.begin)
            buf_add(out, text + token[-1].end, token->begin - token[-1].end);
        if (token->kind == TOKEN_ROLL)
            mend_write_roll(NULL, token->item->dice.face, token->item->dice.count, out);
        else if (token->kind == TOKEN_LABEL)
            buf_add(out, token->text, token->end - token->begin);
        else
            buf_format(out, memchr(token->text, '<', length) ? "%.*s%.*s" : "<%.*s>%.*s", (int)length,
                       token->text, (int)(token->end - core), text + core);
    }
}

/* Plays a span as it is written; `joined`: as if a comma stood before it. */
static bool play(struct search *search, struct span span, bool joined)
{
    unsigned dice = search->ruleset->rules.dice;
    search->state.token = span.begin;
    for (const struct token *token = span.begin; token < span.end; token = search->state.token) {
        const struct item *item = token->item;
        bool move = token->kind == TOKEN_MOVE, roll = token->kind == TOKEN_ROLL;
        if (token->kind == TOKEN_WORD ||
            (roll && (item->dice.count != dice || !repair_throw_dice(search, item->dice.face))) ||
            (token->kind == TOKEN_LABEL &&
             (!repair_end_turn(search) || !repair_fits_label(search, item, NULL))) ||
            (move && (!repair_come_to_move(search, token == span.begin ? joined : token->joined) ||
                      repair_lacks_roll(search) || !repair_read_move(search, token))))
            return false;
        search->state.token += !move;
    }
    return search->state.token <= span.end;
}

/* Exchanges two spans; the rest up to `till` stays. Reports show only what takes the place of the first. */
static void exchange(struct search *search, enum fault_kind kind, int price, struct span one,
                     struct span other, const struct token *till)
{
    struct span between = { one.end, other.begin }, rest = { other.end, till };
    repair_begin_edge(search);
    if (same_text(one, other) || !play(search, other, repair_is_joined(search, one.begin)) ||
        !play(search, between, between.begin->joined) || !play(search, one, other.begin->joined) ||
        !play(search, rest, rest.begin->joined))
        return;
    struct ludus_buffer out = { .bytes = NULL };
    struct arena *arena = &search->arena;
    size_t middle = one.end[-1].end, begin = one.begin->begin, last = till[-1].end;
    add_supplied(search, other, &out);
    size_t length = out.length;
    buf_add(&out, source_of(search) + middle, other.begin->begin - middle);
    add_supplied(search, one, &out);
    struct repair_edit *edit =
        repair_add_edit(search, kind, begin, other.end[-1].end, "%s", buf_string(&out));
    edit->before = arena_copy(arena, one.begin->text, middle - begin);
    edit->after = arena_copy(arena, buf_string(&out), length);
    if (kind != FAULT_NUMBERS && edit->said_end < last)
        edit->said_end = last;
    search->mend->failed |= out.failed;
    search->state.token = till;
    repair_end_edge(search, price, 0);
    buf_free(&out);
}

static struct span alone(const struct token *token)
{
    return (struct span){ token, token + 1 };
}

/* Exchanges this turn with the next, their numbers or rolls, or this move with the next of its turn. */
static void edges_exchanged(struct search *search, const struct token *token)
{
    const struct token *next = token->next_turn;
    if (token->kind == TOKEN_MOVE && token[1].kind == TOKEN_MOVE && token[1].joined)
        exchange(search, FAULT_MOVES_EXCHANGED, PRICE_MOVES_EXCHANGED, alone(token), alone(token + 1),
                 token + 2);
    if (token->kind == TOKEN_LABEL && next->kind == TOKEN_LABEL)
        exchange(search, FAULT_NUMBERS, PRICE_NUMBER, alone(token), alone(next), next + 1);
    if (token->turn != token || search->at->state.comma || next->kind == TOKEN_NONE)
        return;
    struct span one = behind_numbers(token), other = behind_numbers(next);
    if (one.begin == one.end || other.begin == other.end)
        return;
    exchange(search, FAULT_TURNS_EXCHANGED, PRICE_EXCHANGED, one, other, other.end);
    if (one.begin->kind == TOKEN_ROLL && other.begin->kind == TOKEN_ROLL && one.begin + 1 < one.end &&
        other.begin + 1 < other.end)
        exchange(search, FAULT_DICE_EXCHANGED, PRICE_EXCHANGED, alone(one.begin), alone(other.begin),
                 other.end);
}

const struct edges repair_skips[] = { { edges_skip, STAGE_SKIPS, WHERE_ANY, ON_ALL },
                                      { edges_word_for_comma, STAGE_SKIPS, WHERE_ANY, ON_WORD },
                                      { edges_pass, STAGE_SKIPS, WHERE_ANY, ON_ALL },
                                      { edges_exchanged, STAGE_SKIPS, WHERE_ANY, ON_ALL },
                                      { .make = NULL } };
