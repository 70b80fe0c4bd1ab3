/* repair_skip.c - rolls that are wrong, lost or stand elsewhere; tokens that are one too many, or have
 * changed places. */
#include "base/chars.h"
#include "decode/repair_state.h"
#include "play/san.h"

#include <stdio.h>
#include <string.h>

/* ---- Rolls ---- */

/* The value of a sign as a face of a die: a digit, or what looks like one. 0: none. */
static unsigned face_of(const struct ludus_mend *mend, char sign, int *price)
{
    unsigned faces = mend->slots.replay->ruleset->rules.faces;
    if (is_digit(sign) && sign > '0' && (unsigned)(sign - '0') <= faces)
        return (unsigned)(sign - '0');
    for (unsigned face = 1; face <= faces && face < 10; face++)
        if (lookalikes_has(&mend->lookalikes, sign, (char)('0' + face))) {
            *price += PRICE_LOOKALIKE + (*price ? 0 : PRICE_EDITED);
            return face;
        }
    return 0;
}

/* Which of the numerals I to VI is the text? 0: none. */
static unsigned numeral_of(const char *text, size_t length)
{
    static const char *const numerals[] = { "I", "II", "III", "IV", "V", "VI" };
    for (unsigned i = 0; i < 6; i++)
        if (strlen(numerals[i]) == length && memcmp(numerals[i], text, length) == 0)
            return i + 1;
    return 0;
}

/* Reads text as a roll in other signs; a die is 0 where `?` stands. `was`: the same, and 0 for what only
 * looks like a face. */
static bool parse_roll(const struct ludus_mend *mend, const char *text, size_t length,
                       uint8_t dice[LUDUS_DICE_MAX], uint8_t was[LUDUS_DICE_MAX], int *price)
{
    unsigned count = 0, wanted = mend->slots.replay->ruleset->rules.dice;
    *price = 0;
    for (size_t i = 0, run; i < length; i += run) {
        for (run = 0; i + run < length && (text[i + run] == 'I' || text[i + run] == 'V');)
            run++;
        bool lost = text[i] == '?' && count < wanted;
        unsigned face = numeral_of(text + i, run);
        run = face ? run : 1;
        if (!face && !lost && strchr("()[]{},.-/ \n\t|:;", text[i]))
            continue;
        int before = *price;
        if (!face && (is_letter(text[i]) || is_digit(text[i])))
            face = face_of(mend, text[i], price);
        if ((!face && !lost) || count == wanted)
            return false;
        was[count] = (uint8_t)(*price == before ? face : 0);
        dice[count++] = (uint8_t)face;
    }
    *price = *price > 0 ? *price : PRICE_CASE;
    return count == wanted;
}

const char *repair_read_roll(struct ludus_mend *mend, size_t begin, size_t end)
{
    uint8_t dice[LUDUS_DICE_MAX], was[LUDUS_DICE_MAX];
    char text[SAN_ROLL];
    int price;
    if (!parse_roll(mend, mend->slots.game->source.text + begin, end - begin, dice, was, &price) ||
        price > PRICE_EDITED)
        return NULL;
    san_roll_text(text, dice, mend->slots.replay->ruleset->rules.dice);
    const char *copy = arena_copy(&mend->arena, text, strlen(text));
    mend->failed |= !copy;
    return copy;
}

/* The roll is to stand in the place of what is written up to `end`; the dice that are as `was` has them are
 * not marked. */
static void supply_roll(struct search *search, enum fault_kind kind, const struct token *token, size_t end,
                        const struct item *was, const uint8_t *dice)
{
    struct ludus_buffer text = { .bytes = NULL };
    mend_write_roll(was, dice, search->ruleset->rules.dice, &text);
    repair_add_edit(search, kind, token->begin, end, buf_string(&text));
    search->mend->failed |= text.failed;
    buf_free(&text);
}

/* One die shows another face. */
static void edges_die(struct search *search, const struct token *token)
{
    const struct rules *rules = &search->ruleset->rules;
    const struct item *was = token->item;
    for (unsigned die = 0; was->dice.count == rules->dice && die < rules->dice; die++)
        for (unsigned face = 1; face <= rules->faces; face++) {
            uint8_t dice[LUDUS_DICE_MAX], before = was->dice.face[die];
            memcpy(dice, was->dice.face, sizeof dice);
            dice[die] = (uint8_t)face;
            repair_begin_edge(search);
            if (before == face || !repair_throw_dice(search, dice))
                continue;
            supply_roll(search, FAULT_SIGN, token, token->end, was, dice);
            unsigned sign = meant_sign(&search->mend->lookalikes, true, (char)('0' + before % 10),
                                       (char)('0' + face % 10));
            repair_end_edge(search, before ? PRICE_EDITED + (int)sign : 0, 1);
        }
}

/* Throws dice of which one may be lost; each face of it ends an edge. */
static void throw_each(struct search *search, const uint8_t *dice, int price, size_t tokens)
{
    const struct rules *rules = &search->ruleset->rules;
    unsigned lost = 0;
    while (lost < rules->dice && dice[lost])
        lost++;
    struct mark mark = repair_mark(search);
    for (unsigned face = 1; face <= (lost < rules->dice ? rules->faces : 1); face++) {
        uint8_t thrown[LUDUS_DICE_MAX];
        memcpy(thrown, dice, sizeof thrown);
        if (lost < rules->dice)
            thrown[lost] = (uint8_t)face;
        repair_back(search, mark);
        if (repair_throw_dice(search, thrown))
            repair_end_edge(search, price, tokens);
    }
}

/* Words or numbers are a roll. */
static void edges_as_roll(struct search *search, const struct token *token)
{
    size_t first = (size_t)(token - token_at(search, 0));
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    struct item plain = { .dice.count = (uint8_t)search->ruleset->rules.dice };
    int price;
    const char *text = source_of(search) + token->begin;
    for (size_t count = 1; count <= 3; count++) {
        size_t end = first + count <= search->tokens.count ? token_at(search, first + count - 1)->end : 0;
        repair_begin_edge(search);
        if (end <= token->begin || end - token->begin > 24 ||
            (count > 1 && token_at(search, first + count - 1)->apart) ||
            !parse_roll(search->mend, text, end - token->begin, dice, plain.dice.face, &price) ||
            !repair_end_turn(search))
            continue;
        supply_roll(search, price < PRICE_EDITED ? FAULT_WRITING : FAULT_SIGN, token, end, &plain, dice);
        throw_each(search, dice, price, count);
    }
}

/* It stands before the number of its turn. */
static void edges_before_number(struct search *search, const struct token *token)
{
    const struct token *next = token + 1;
    char text[TEXT_MAX];
    long lost;
    repair_begin_edge(search);
    if (search->state.token + 1 >= search->tokens.count || next->kind != TOKEN_LABEL || next->apart ||
        next->end - token->begin >= TEXT_MAX || !repair_end_turn(search) ||
        !repair_fits_label(search, next->item, &lost) ||
        token->item->dice.count != search->ruleset->rules.dice ||
        !repair_throw_dice(search, token->item->dice.face))
        return;
    (void)snprintf(text, sizeof text, "%.*s %.*s", (int)(next->end - next->begin),
                   source_of(search) + next->begin, (int)(token->end - token->begin),
                   source_of(search) + token->begin);
    repair_add_edit(search, FAULT_WRITING, token->begin, next->end, text);
    repair_end_edge(search, PRICE_EDITED, 2);
}

void repair_edges_roll(struct search *search, const struct token *token)
{
    unsigned dice = search->ruleset->rules.dice;
    if (token->kind == TOKEN_ROLL)
        edges_die(search, token);
    if (dice && token->kind != TOKEN_MOVE && (token->kind != TOKEN_ROLL || token->item->dice.count != dice))
        edges_as_roll(search, token);
    if (token->kind == TOKEN_ROLL)
        edges_before_number(search, token);
}

/* The turn of the roll just thrown was passed in. */
static void edges_pass(struct search *search, const struct token *token)
{
    repair_begin_edge(search);
    if (!search->ruleset->rules.dice || search->state.mid || !search->pos->dice_count ||
        token == token_at(search, 0) || token[-1].kind != TOKEN_ROLL)
        return;
    repair_show_around(search,
                       repair_add_edit(search, FAULT_NO_MOVES, token[-1].end, token[-1].end, " <pass>"),
                       token - 1, token - 1);
    search->state.side = search->pos->side;
    search->state.mid = true;
    if (repair_end_turn(search))
        repair_end_edge(search, PRICE_PASS_LOST, 0);
}

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
                 int price)
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
    search->state.token = (uint32_t)end;
    repair_end_edge(search, price, 0);
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
    bool roll = search->ruleset->rules.dice && source_of(search)[token->begin] == '(';
    bool move = turns_unread(token->item) && token->item->form == BAD_MOVE;
    if (token->kind == TOKEN_WORD || number || (token->kind == TOKEN_ROLL && search->pos->dice_count))
        skip(search, token, index + 1, FAULT_STRAY, roll || move ? PRICE_STRAY_MOVE : PRICE_STRAY);
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
    repair_end_edge(search, PRICE_COMMA - PRICE_CASE, 1);
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
        if (token->kind == TOKEN_ROLL) {
            mend_write_roll(NULL, token->item->dice.face, token->item->dice.count, out);
        } else if (token->kind == TOKEN_LABEL) {
            buf_add(out, text + token->begin, token->end - token->begin);
        } else {
            buf_format(out, marked ? "%.*s" : "<%.*s>", (int)(core - token->begin), text + token->begin);
            buf_add(out, text + core, token->end - core);
        }
    }
}

/* A stretch of tokens. */
struct stretch {
    size_t begin, end;
};

/* Two of them have changed places, what stands between stays; only what comes to the place of the first is
 * shown. The next token is at `till`. */
static void end_exchange(struct search *search, enum fault_kind kind, struct stretch one,
                         struct stretch other, size_t till, int price)
{
    struct ludus_buffer out = { .bytes = NULL };
    struct arena *arena = &search->mend->arena;
    const char *text = source_of(search);
    size_t begin = token_at(search, one.begin)->begin, one_end = token_at(search, one.end - 1)->end;
    size_t end = token_at(search, other.end - 1)->end, last = token_at(search, till - 1)->end;
    add_supplied(search, other.begin, other.end, &out);
    size_t length = out.length;
    buf_add(&out, text + one_end, token_at(search, other.begin)->begin - one_end);
    add_supplied(search, one.begin, one.end, &out);
    struct repair_edit *edit = repair_add_edit(search, kind, begin, end, buf_string(&out));
    edit->before = arena_copy(arena, text + begin, one_end - begin);
    edit->after = arena_copy(arena, buf_string(&out), length);
    if (kind != FAULT_NUMBERS && edit->said_end < last)
        edit->said_end = last;
    search->mend->failed |= out.failed || !edit->before || !edit->after;
    search->state.token = (uint32_t)till;
    repair_end_edge(search, price, 0);
    buf_free(&out);
}

/* The same, if it can be played. */
static void exchange(struct search *search, enum fault_kind kind, struct stretch one, struct stretch other,
                     size_t till)
{
    repair_begin_edge(search);
    if (repair_play_exactly(search, other.begin, other.end) &&
        repair_play_exactly(search, one.end, other.begin) &&
        repair_play_exactly(search, one.begin, one.end) && repair_play_exactly(search, other.end, till))
        end_exchange(search, kind, one, other, till, PRICE_EXCHANGED);
}

/* This turn and the next, or their rolls. */
static void edges_turns_exchanged(struct search *search, size_t turn)
{
    size_t next = token_at(search, turn)->next_turn;
    if (next >= search->tokens.count)
        return;
    struct stretch one = { behind_numbers(search, turn), next };
    struct stretch other = { behind_numbers(search, next), token_at(search, next)->next_turn };
    size_t till = other.end;
    if (one.begin == one.end || other.begin == other.end)
        return;
    exchange(search, FAULT_TURNS_EXCHANGED, one, other, till);
    const struct token *first = token_at(search, one.begin), *second = token_at(search, other.begin);
    if (first->kind != TOKEN_ROLL || second->kind != TOKEN_ROLL || same_text(search, first, second) ||
        one.begin + 1 == one.end || other.begin + 1 == other.end)
        return;
    one.end = one.begin + 1;
    other.end = other.begin + 1;
    exchange(search, FAULT_DICE_EXCHANGED, one, other, till);
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
    if (repair_read_move(search, next) && search->state.token == index + 1 && repair_read_move(search, token))
        end_exchange(search, FAULT_MOVES_EXCHANGED, (struct stretch){ index, index + 1 },
                     (struct stretch){ index + 1, index + 2 }, index + 2, PRICE_MOVES_EXCHANGED);
}

/* Does the record have the number and side of `one` as it should be for the turn of the other? */
static bool is_other_label(const struct search *search, const struct token *one, const struct token *other)
{
    long lost;
    struct item swapped = *one->item;
    swapped.number = other->item->number;
    swapped.side = other->item->side;
    swapped.form = other->item->form;
    return repair_fits_label(search, &swapped, &lost);
}

/* The numbers of this turn and of the next. */
static void edges_numbers_exchanged(struct search *search, size_t index)
{
    const struct token *token = token_at(search, index);
    size_t next = token->next_turn;
    long lost;
    repair_begin_edge(search);
    if (token->kind == TOKEN_LABEL && next < search->tokens.count &&
        token_at(search, next)->kind == TOKEN_LABEL && repair_end_turn(search) &&
        !repair_fits_label(search, token->item, &lost) &&
        is_other_label(search, token, token_at(search, next)) &&
        repair_play_exactly(search, index + 1, next) && repair_end_turn(search) &&
        is_other_label(search, token_at(search, next), token))
        end_exchange(search, FAULT_NUMBERS, (struct stretch){ index, index + 1 },
                     (struct stretch){ next, next + 1 }, next + 1, PRICE_NUMBER);
}

void repair_edges_skips(struct search *search, const struct token *token)
{
    size_t index = (size_t)(token - token_at(search, 0));
    edges_skip(search, token);
    edges_word_for_comma(search, token);
    edges_pass(search, token);
    edges_moves_exchanged(search, index);
    edges_numbers_exchanged(search, index);
    if (token->turn == index && !node_at(search, search->at)->state.comma)
        edges_turns_exchanged(search, index);
}
