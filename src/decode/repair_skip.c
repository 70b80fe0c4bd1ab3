/* repair_skip.c - tokens that are one too many, are lost, or have changed places. */
#include "base/chars.h"
#include "decode/repair_search.h"
#include "play/resolve.h"

#include <string.h>

/* ---- What is lost between two tokens ---- */

/* The turn of the roll just thrown was passed in. */
static void edges_pass(struct search *search, const struct token *token)
{
    const struct token *roll = token - 1;
    repair_begin_edge(search);
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

/* A word between two moves is written for the comma. */
static void edges_word_for_comma(struct search *search, const struct token *token)
{
    const struct token *before = token - 1;
    repair_begin_edge(search);
    if (token->kind != TOKEN_WORD || !search->state.mid || before->kind == TOKEN_NONE ||
        search->ruleset->rules.dice < 2 ||
        lexicon_kind(&search->mend->slots.replay->lexicon, token->text, token->end - token->begin) != NONE)
        return;
    repair_show_around(search, repair_add_edit(search, FAULT_WRITING, before->end, token->end, ","), before,
                       token);
    search->state.comma = true;
    repair_end_edge(search, PRICE_COMMA - PRICE_CASE, 1);
}

/* ---- Tokens skipped ---- */

static bool same_text(const struct token *one, const struct token *other)
{
    return one->end - one->begin == other->end - other->begin &&
           memcmp(one->text, other->text, one->end - one->begin) == 0;
}

/* First token of a turn behind its numbers. */
static const struct token *behind_numbers(const struct token *turn)
{
    const struct token *token = turn;
    while (token < turn->next_turn && token->kind == TOKEN_LABEL)
        token++;
    return token;
}

/* Are two turns written alike, but for the numbers? */
static bool same_turns(const struct token *turn, const struct token *other_turn)
{
    const struct token *one = behind_numbers(turn), *other = behind_numbers(other_turn);
    if (turn->next_turn - one != other_turn->next_turn - other || one == turn->next_turn)
        return false;
    while (one < turn->next_turn && same_text(one, other))
        one++, other++;
    return one == turn->next_turn;
}

/* Leaves out the text up to the token `end`. */
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

/* A stretch of tokens. */
struct stretch {
    const struct token *begin, *end;
};

static void add_supplied(const struct search *search, struct stretch stretch, struct ludus_buffer *out)
{
    const char *text = source_of(search);
    for (const struct token *token = stretch.begin; token < stretch.end; token++) {
        size_t core = repair_core_end(token), length = core - token->begin;
        if (token > stretch.begin)
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

/* Two of them have changed places, what stands between stays; only what comes to the place of the first is
 * shown. The next token is `till`. */
static void end_exchange(struct search *search, enum fault_kind kind, struct stretch one,
                         struct stretch other, const struct token *till, int price)
{
    struct ludus_buffer out = { .bytes = NULL };
    struct arena *arena = &search->arena;
    size_t between = one.end[-1].end, begin = one.begin->begin, last = till[-1].end;
    add_supplied(search, other, &out);
    size_t length = out.length;
    buf_add(&out, source_of(search) + between, other.begin->begin - between);
    add_supplied(search, one, &out);
    struct repair_edit *edit =
        repair_add_edit(search, kind, begin, other.end[-1].end, "%s", buf_string(&out));
    edit->before = arena_copy(arena, one.begin->text, between - begin);
    edit->after = arena_copy(arena, buf_string(&out), length);
    if (kind != FAULT_NUMBERS && edit->said_end < last)
        edit->said_end = last;
    search->mend->failed |= out.failed;
    search->state.token = till;
    repair_end_edge(search, price, 0);
    buf_free(&out);
}

/* Plays the rolls and moves of a stretch as they are written, past numbers. */
static bool play_exactly(struct search *search, const struct token *begin, const struct token *end)
{
    unsigned dice = search->ruleset->rules.dice;
    for (const struct token *token = begin; token < end; token = search->state.token) {
        bool move = token->kind == TOKEN_MOVE, roll = token->kind == TOKEN_ROLL;
        search->state.token = token;
        if (token->kind == TOKEN_WORD ||
            (roll &&
             (token->item->dice.count != dice || !repair_throw_dice(search, token->item->dice.face))) ||
            (move && (!repair_come_to_move(search, token->joined) || repair_lacks_roll(search) ||
                      !repair_read_move(search, token))))
            return false;
        search->state.token += !move;
    }
    return true;
}

static void exchange(struct search *search, enum fault_kind kind, struct stretch one, struct stretch other,
                     const struct token *till)
{
    repair_begin_edge(search);
    if (play_exactly(search, other.begin, other.end) && play_exactly(search, one.end, other.begin) &&
        play_exactly(search, one.begin, one.end) && play_exactly(search, other.end, till))
        end_exchange(search, kind, one, other, till, PRICE_EXCHANGED);
}

/* This turn and the next, or their rolls. */
static void edges_turns_exchanged(struct search *search, const struct token *turn)
{
    const struct token *next = turn->next_turn;
    if (turn->turn != turn || search->at->state.comma || next->kind == TOKEN_NONE)
        return;
    struct stretch one = { behind_numbers(turn), next }, other = { behind_numbers(next), next->next_turn };
    if (one.begin == one.end || other.begin == other.end)
        return;
    exchange(search, FAULT_TURNS_EXCHANGED, one, other, other.end);
    if (one.begin->kind == TOKEN_ROLL && other.begin->kind == TOKEN_ROLL &&
        !same_text(one.begin, other.begin) && one.begin + 1 < one.end && other.begin + 1 < other.end)
        exchange(search, FAULT_DICE_EXCHANGED, (struct stretch){ one.begin, one.begin + 1 },
                 (struct stretch){ other.begin, other.begin + 1 }, other.end);
}

/* This move and the next of its turn. */
static void edges_moves_exchanged(struct search *search, const struct token *token)
{
    const struct token *next = token + 1;
    repair_begin_edge(search);
    if (token->kind == TOKEN_MOVE && next->kind == TOKEN_MOVE && next->joined &&
        repair_come_to_move(search, repair_is_joined(search, token)) && !repair_lacks_roll(search) &&
        repair_read_move(search, next) && search->state.token == next && repair_read_move(search, token))
        end_exchange(search, FAULT_MOVES_EXCHANGED, (struct stretch){ token, next },
                     (struct stretch){ next, next + 1 }, next + 1, PRICE_MOVES_EXCHANGED);
}

/* Does the record have the number and side of `one` as it should be for the turn of the other? */
static bool is_other_label(const struct search *search, const struct token *one, const struct token *other)
{
    struct item swapped = *one->item;
    swapped.number = other->item->number;
    swapped.side = other->item->side;
    swapped.form = other->item->form;
    return repair_fits_label(search, &swapped, NULL);
}

/* The numbers of this turn and of the next. */
static void edges_numbers_exchanged(struct search *search, const struct token *token)
{
    const struct token *next = token->next_turn;
    repair_begin_edge(search);
    if (token->kind == TOKEN_LABEL && next->kind == TOKEN_LABEL && repair_end_turn(search) &&
        !repair_fits_label(search, token->item, NULL) && is_other_label(search, token, next) &&
        play_exactly(search, token + 1, next) && repair_end_turn(search) &&
        is_other_label(search, next, token))
        end_exchange(search, FAULT_NUMBERS, (struct stretch){ token, token + 1 },
                     (struct stretch){ next, next + 1 }, next + 1, PRICE_NUMBER);
}

void repair_edges_skips(struct search *search, const struct token *token)
{
    edges_skip(search, token);
    edges_word_for_comma(search, token);
    edges_pass(search, token);
    edges_moves_exchanged(search, token);
    edges_numbers_exchanged(search, token);
    edges_turns_exchanged(search, token);
    repair_edges_lost_turn(search, token, true);
}
