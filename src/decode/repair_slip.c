/* repair_slip.c - the tokens of a record; edges that read them with other signs, as moves, rolls, numbers and
 * results. */
#include "base/memory.h"
#include "base/text.h"
#include "decode/repair_search.h"
#include "play/resolve.h"
#include "rules/position.h"

#include <stdio.h>
#include <string.h>

/* Prices are those of play/prices.h. */
enum { TEXT_MAX = 120, EDITED_MOST = 1200 };

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
            add_token(search, item, dice_thrown(search->rules) ? TOKEN_ROLL : TOKEN_WORD, begin, end);
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

/* ---- Tokens as other moves ---- */

size_t repair_core_end(const struct token *token)
{
    size_t length = token->end - token->begin, core = length;
    while (core > 0 && memchr("!?;.", token->text[core - 1], 4))
        core--;
    return token->begin + (core ? core : length);
}

/* The end of `count` tokens read as one; 0 if they cannot be one. */
static size_t span_end(const struct token *first, size_t count)
{
    for (const struct token *token = first + 1; token < first + count; token++) {
        bool whole = token->kind == TOKEN_MOVE && token->item->move.name_length;
        if (token->apart || token->joined || token->kind == TOKEN_ROLL || token->kind == TOKEN_NONE ||
            (whole && first->kind == TOKEN_MOVE))
            return 0;
    }
    return repair_core_end(first + count - 1);
}

/* Length of the name that a move begins with. */
static size_t name_length(const char *text, size_t length)
{
    size_t at = 0;
    while (at < length && (is_letter(text[at]) || text[at] & 0x80))
        at++;
    return at > 1 && at < length && is_filler(text[at]) ? at : 0;
}

/* Are two texts the same, except for blanks and `to` in place of a hyphen? */
static bool same_signs(const char *was, size_t length, const char *text)
{
    for (size_t i = 0; i < length; i++) {
        bool to = i > 0 && i + 2 < length && memcmp(was + i, "to", 2) == 0 && is_filler(was[i - 1]) &&
                  is_filler(was[i + 2]);
        bool broken = was[i] == '-' && *text != '-' && i + 1 < length && is_filler(was[i + 1]);
        if (is_filler(was[i]) || broken)
            continue;
        while (*text == ' ')
            text++;
        if (*text++ != (to ? '-' : was[i]))
            return false;
        i += to;
    }
    return !*text;
}

/* Finds the moves that the text of `count` tokens, up to `end`, can mean. */
static size_t find_meant(struct search *search, const struct token *token, size_t end, size_t count,
                         int limit)
{
    int room = repair_room(search, &search->state, count);
    struct meant_text **text = &search->texts[SPAN_MAX * (size_t)(token - search->tokens) + count - 1];
    limit = limit <= room ? limit : room + 1;
    if (limit <= 0 || end <= token->begin || end - token->begin > TEXT_MAX / 3)
        return 0;
    if (!*text && (*text = arena_alloc(&search->mend->arena, sizeof **text)))
        meant_read(&search->dialects, (struct ludus_text){ token->text, end - token->begin }, *text);
    return *text
               ? meant_moves(*text, search->pos, (unsigned)limit, !search->checks, search->meant, CANDIDATES)
               : 0;
}

/* Adds the edit from the text to a move's, with <...> around what differs, and around whole names. True if
 * only blanks differ. */
static bool supply(struct search *search, struct meant *meant, const struct token *token, size_t end)
{
    const char *was = token->text, *text = meant->text;
    size_t length = end - token->begin, front = 0, back = 0, letters = 0;
    if (same_signs(was, length, text)) {
        repair_add_edit(search, FAULT_WRITING, token->begin, end, "%s", text);
        return true;
    }
    size_t count = strlen(text), least = count < length ? count : length;
    size_t name = name_length(was, length), called = name_length(text, count), rest = count - called;
    bool same_name = name == called && memcmp(was, text, name) == 0;
    bool same_rest = rest == length - name && memcmp(was + name, text + called, rest) == 0;
    while (front < least && was[front] == text[front])
        front++;
    while (back < least - front && was[length - 1 - back] == text[count - 1 - back])
        back++;
    bool one = length - front - back <= 1 && count - front - back <= 1;
    enum fault_kind kind = one || meant->price <= PRICE_EDITED + PRICE_ADDED ? FAULT_SIGN : FAULT_SIGNS;
    if (name && !same_name)
        kind = same_rest ? FAULT_NAME : FAULT_SIGNS;
    if (meant->price <= PRICE_BLANK)
        kind = FAULT_WRITING;
    while (is_letter(text[letters]))
        letters++;
    if (front < letters && text[letters] == ' ') {
        front = 0;
        back = back > count - letters ? count - letters : back;
    }
    if (front + back == count || text[front] == ' ') /* only the whole can be marked */
        front = back = 0;
    repair_add_edit(search, kind, token->begin, end, "%.*s<%.*s>%s", (int)front, text,
                    (int)(count - front - back), text + front, text + count - back);
    return false;
}

/* Two steps of one piece in one turn are written as one. */
static void edges_two_steps(struct search *search, const struct token *token)
{
    const struct move_text *text = &token->item->move;
    unsigned from = resolve_square(search->ruleset, text->from_file, text->from_rank);
    unsigned to = resolve_square(search->ruleset, text->to_file, text->to_rank);
    struct ludus_move *moves = search->moves;
    if (token->kind != TOKEN_MOVE || from == NONE || to == NONE || search->rules->dice < 2)
        return;
    size_t count = movegen_all(search->pos, moves);
    struct state state = search->state;
    for (size_t i = 0; i < count; i++) {
        struct ludus_move second[RESOLVE_MAX], first = moves[i];
        char names[TEXT_MAX / 2], more[TEXT_MAX / 2];
        if (first.from != from || first.to == to || first.type > LUDUS_JUMP)
            continue;
        ludus_move_text(search->pos, first, names, sizeof names);
        if (!repair_make_move(search, first))
            continue;
        size_t found = movegen_to(search->pos, ~(kind_set)0, to, second, RESOLVE_MAX);
        for (size_t j = 0; j < found && j < RESOLVE_MAX && search->pos->side == search->state.side; j++) {
            if (second[j].from != first.to || second[j].type > LUDUS_JUMP)
                continue;
            ludus_move_text(search->pos, second[j], more, sizeof more);
            struct state between = search->state;
            if (repair_make_move(search, second[j])) {
                repair_add_edit(search, FAULT_SIGNS, token->begin, repair_core_end(token), "<%s>, <%s>",
                                names, more);
                repair_end_edge(search, PRICE_STEPS_JOINED, 1);
            }
            repair_back(search, between);
        }
        repair_back(search, state);
    }
}

/* Reads one token or more as each of the moves that their text can mean. */
static void edges_moves(struct search *search, const struct token *token)
{
    struct state state = search->state;
    kind_set kinds;
    bool pairs = search->ruleset->places && movegen_placing(search->pos, &kinds) == 2;
    for (size_t count = 1; count <= SPAN_MAX && !pairs; count++) {
        size_t end = span_end(token, count);
        size_t name = end > token->begin ? name_length(token->text, end - token->begin) : 0;
        bool named = token->kind == TOKEN_WORD && token->begin + name == token->end; /* written apart */
        bool apart = count > 1 + (size_t)named;
        size_t found = find_meant(search, token, end, count,
                                  apart ? PRICE_EDITED + PRICE_ADDED + PRICE_BLANK + 1 : EDITED_MOST + 1);
        for (size_t i = 0; i < found; i++) {
            struct meant *meant = &search->meant[i];
            if ((meant->price == 0 && count == 1) || !repair_make_move(search, meant->move))
                continue;
            bool blanks = supply(search, meant, token, end);
            search->edit[0].shown_end = token[count - 1].end;
            search->edit[0].said_end = token[count - 1].next_turn[-1].end;
            repair_end_edge(search, blanks ? PRICE_BLANK : (int)meant->price, count);
            repair_back(search, state);
        }
    }
    edges_two_steps(search, token);
}

/* ---- Placings ---- */

/* Of two placings, which are one move, token number `wrong` is wrong. */
static void edges_placings(struct search *search, const struct token *token)
{
    struct state state = search->state;
    for (unsigned wrong = 0; wrong < 2 && search->ruleset->places && token[1].joined; wrong++) {
        const struct token *right = token + !wrong, *other = token + wrong;
        if (!token_places(right) || other->kind == TOKEN_LABEL)
            continue;
        const struct move_text *placed = &right->item->move;
        unsigned square = resolve_square(search->ruleset, placed->to_file, placed->to_rank);
        size_t end = repair_core_end(other), found = find_meant(search, other, end, 1, EDITED_MOST + 1);
        for (size_t i = 0; i < found && square != NONE; i++) {
            struct meant *meant = &search->meant[i];
            struct ludus_move move = { (uint8_t)(wrong ? meant->move.to : square),
                                       (uint8_t)(wrong ? square : meant->move.to), LUDUS_PLACE,
                                       meant->move.piece };
            if (meant->price == 0 || meant->move.type != LUDUS_PLACE || !movegen_legal(search->pos, move) ||
                !repair_make_move(search, move))
                continue;
            supply(search, meant, other, end);
            repair_end_edge(search, (int)meant->price, 2);
            repair_back(search, state);
        }
    }
}

/* ---- Rolls ---- */

/* Reads `tokens` as a roll. Their new text is the roll `text`, with marks around dice that `was` does not
 * have. */
static void throw_for(struct search *search, enum fault_kind kind, const struct token *token, size_t tokens,
                      const struct item *was, const uint8_t *text, const uint8_t *dice, int price)
{
    struct ludus_buffer roll = { .bytes = NULL };
    repair_begin_edge(search);
    if (!repair_throw_dice(search, dice))
        return;
    mend_write_roll(was, text, dice_thrown(search->rules), &roll);
    repair_add_edit(search, kind, token->begin, token[tokens - 1].end, "%s", buf_string(&roll));
    search->mend->failed |= roll.failed;
    buf_free(&roll);
    repair_end_edge(search, price, tokens);
}

/* One die has another face. */
static void edges_die(struct search *search, const struct token *token)
{
    const struct item *was = token->item;
    unsigned count = dice_thrown(search->rules);
    for (unsigned die = 0; was->dice.count == count && die < count; die++)
        for (unsigned face = 1; face <= search->rules->faces; face++) {
            uint8_t dice[LUDUS_DICE_MAX], before = was->dice.face[die];
            memcpy(dice, was->dice.face, sizeof dice);
            dice[die] = (uint8_t)face;
            unsigned sign =
                reading_price_sign(&search->dialects, (char)('0' + before % 10), (char)('0' + face % 10));
            if (before != face)
                throw_for(search, FAULT_SIGN, token, 1, was, dice, dice,
                          before ? PRICE_EDITED + (int)sign : 0);
        }
}

/* Words or numbers are a roll; one die may be lost. */
static void edges_as_roll(struct search *search, const struct token *token)
{
    struct loose_roll roll;
    unsigned thrown = dice_thrown(search->rules);
    struct item plain = { .dice.count = (uint8_t)thrown };
    const struct token *last = token;
    if (!thrown || (token->kind == TOKEN_ROLL && token->item->dice.count == thrown))
        return;
    for (size_t count = 1; count <= 3 && last->kind != TOKEN_NONE; count++, last++) {
        struct ludus_text text = { token->text, last->end - token->begin };
        if (text.length > 24 || (count > 1 && last->apart) ||
            !roll_read(search->rules, &search->mend->lookalikes, text, &roll))
            continue;
        memcpy(plain.dice.face, roll.sure, sizeof roll.sure);
        const uint8_t *lost = memchr(roll.dice, 0, thrown);
        for (unsigned face = 1; face <= (lost ? search->rules->faces : 1); face++) {
            uint8_t dice[LUDUS_DICE_MAX];
            memcpy(dice, roll.dice, sizeof dice);
            if (lost)
                dice[lost - roll.dice] = (uint8_t)face;
            throw_for(search, roll.price < PRICE_EDITED ? FAULT_WRITING : FAULT_SIGN, token, count, &plain,
                      roll.dice, dice, roll.price);
        }
    }
}

/* ---- Words ---- */

/* A word is the number of the turn. */
static void edges_word_number(struct search *search, const struct token *token)
{
    char plain[16];
    size_t length = token->end - token->begin, digits = 0;
    const char *was = token->text;
    if (length > 6)
        return;
    size_t number = (size_t)snprintf(plain, sizeof plain, "%u", (unsigned)search->pos->number);
    while (digits < length && digits < number && was[digits] == plain[digits])
        digits++;
    bool behind =
        length == 1 && token[-1].kind == TOKEN_LABEL && token[-1].end == token->begin; /* 1) for 1. */
    bool same = digits == number && digits < length && !is_digit(was[digits]) && !is_letter(was[digits]);
    bool like = length == number + 1 && was[number] == '.', writing = behind || same;
    if (!writing && !like)
        return;
    repair_add_edit(search, writing ? FAULT_WRITING : FAULT_SIGN, token->begin, token->end,
                    behind ? "%.0s%s"
                    : same ? "%s%s"
                           : "<%s>%s",
                    plain, search->pos->side == LUDUS_BLACK && !behind ? "..." : ".");
    repair_end_edge(search, writing ? PRICE_CASE : PRICE_NUMBER_LIKE, 1);
}

/* The last word is the result. */
static void edges_word_result(struct search *search, const struct token *token)
{
    size_t length = token->end - token->begin;
    struct state state = search->state;
    for (unsigned result = 0; result <= LUDUS_DRAW && token[1].kind == TOKEN_NONE; result++) {
        const char *text = result_text(result);
        unsigned price = PRICE_CASE;
        if (length != strlen(text))
            continue;
        for (size_t k = 0; k < length; k++)
            price += reading_price_sign(&search->dialects, token->text[k], text[k]);
        if (price > PRICE_EDITED + PRICE_LOOKALIKE)
            continue;
        repair_add_edit(search, FAULT_SIGN, token->begin, token->end, "%s", text);
        repair_end_edge(search, (int)price, 1);
        repair_back(search, state);
    }
}

const struct edges repair_slips[] = { { edges_die, STAGE_EDITS, WHERE_ANY, TOKEN_ROLL },
                                      { edges_as_roll, STAGE_EDITS, WHERE_ANY,
                                        TOKEN_LABEL | TOKEN_ROLL | TOKEN_WORD },
                                      { edges_moves, STAGE_EDITS, WHERE_BARE, TOKEN_MOVE | TOKEN_WORD },
                                      { edges_placings, STAGE_EDITS, WHERE_MOVE, TOKEN_MOVE | TOKEN_WORD },
                                      { edges_word_number, STAGE_EDITS, WHERE_BETWEEN, TOKEN_WORD },
                                      { edges_word_result, STAGE_EDITS, WHERE_BETWEEN, TOKEN_WORD },
                                      { .make = NULL } };
