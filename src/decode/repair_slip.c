/* repair_slip.c - edges that read tokens as other moves, rolls, numbers and results. */
#include "base/chars.h"
#include "decode/repair_search.h"
#include "play/resolve.h"
#include "play/san.h"
#include "rules/engine.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* Prices are those of play/prices.h. */
enum { SPAN_MAX = 4 /* tokens read as one */, TEXT_MAX = 120, EDITED_MOST = 1200 };

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
    limit = limit <= room ? limit : room + 1;
    struct meant_question question = { .lexicon = &search->mend->sheet.replay->lexicon,
                                       .pos = search->pos,
                                       .alike = &search->mend->lookalikes,
                                       .text = { token->text, end - token->begin },
                                       .limit = (unsigned)limit,
                                       .print = true,
                                       .checkless = !search->checks };
    return limit > 0 && end > token->begin && end - token->begin <= TEXT_MAX / 3
               ? meant_moves(&question, search->meant, CANDIDATES)
               : 0;
}

/* Writes the name as the ruleset does, if the one written is none of its pieces. */
static void rename_as_usual(const struct search *search, const char *was, size_t count, struct meant *meant)
{
    const struct lexicon *lexicon = &search->mend->sheet.replay->lexicon;
    size_t name = name_length(was, count), called = name_length(meant->text, strlen(meant->text));
    unsigned kind = called ? lexicon_kind(lexicon, meant->text, called) : NONE;
    if (!name || kind == NONE || (name == called && memcmp(was, meant->text, name) == 0))
        return;
    const struct kind *usual = &search->ruleset->rules.kinds[kind];
    bool letter = search->ruleset->rules.notation == STYLE_SAN;
    char text[MEANT_TEXT];
    int length = snprintf(text, sizeof text, "%.*s%s", letter ? 1 : INT_MAX,
                          letter ? &usual->letter : usual->names[0], meant->text + called + letter);
    if ((size_t)length < sizeof text)
        memcpy(meant->text, text, sizeof text);
}

/* Adds the edit from the text to a move's, with <...> around what differs, and around whole names. True if
 * only blanks differ. */
static bool supply(struct search *search, struct meant *meant, const struct token *token, size_t end)
{
    const char *was = token->text, *text = meant->text;
    size_t length = end - token->begin, front = 0, back = 0, letters = 0;
    rename_as_usual(search, was, length, meant);
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
    if (token->kind != TOKEN_MOVE || from == NONE || to == NONE || search->ruleset->rules.dice < 2)
        return;
    size_t count = movegen_all(search->pos, moves);
    struct state state = search->state;
    for (size_t i = 0; i < count; i++) {
        struct ludus_move second[RESOLVE_MAX], first = moves[i];
        char names[TEXT_MAX / 2], more[TEXT_MAX / 2];
        if (first.from != from || first.to == to || first.type > LUDUS_JUMP)
            continue;
        struct san_text one = { names, sizeof names, 0 }, other = { more, sizeof more, 0 };
        san_write(&one, search->pos, first);
        if (!repair_make_move(search, first))
            continue;
        size_t found = movegen_to(search->pos, ~(kind_set)0, to, second, RESOLVE_MAX);
        for (size_t j = 0; j < found && j < RESOLVE_MAX && search->pos->side == search->state.side; j++) {
            if (second[j].from != first.to || second[j].type > LUDUS_JUMP)
                continue;
            other.length = 0;
            san_write(&other, search->pos, second[j]);
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

/* ---- Placings and commas ---- */

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
        size_t end = repair_core_end(other), found = find_meant(search, other, end, 2, EDITED_MOST + 1);
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

void repair_show_around(const struct search *search, struct repair_edit *edit, const struct token *before,
                        const struct token *token)
{
    edit->turn = search->at->state.turns;
    edit->shown_begin = before->begin;
    edit->shown_end = token->end;
}

/* The comma between two placings, which are one move, is lost. */
static void edges_pair(struct search *search, const struct token *token)
{
    const struct token *next = token + 1;
    struct ludus_move move;
    if (!token_places(token) || !token_places(next) || next->joined ||
        !resolve_pair(&search->mend->sheet.replay->lexicon, search->pos, &token->item->move,
                      &next->item->move, &move) ||
        !repair_make_move(search, move))
        return;
    repair_show_around(search, repair_add_edit(search, FAULT_SIGN, token->end, token->end, ","), token, next);
    repair_end_edge(search, PRICE_COMMA, 2);
}

/* A comma before the move is lost, or should not be there. */
static void edges_comma(struct search *search, const struct token *token)
{
    bool joined = repair_is_joined(search, token);
    const struct token *before = token - 1;
    if (before->kind == TOKEN_NONE || joined != token->joined || !repair_come_to_move(search, !joined) ||
        repair_lacks_roll(search) || !repair_read_move(search, token))
        return;
    size_t begin = before->end;
    const char *source = source_of(search), *comma = memchr(source + begin, ',', token->begin - begin);
    if (joined && !comma)
        return;
    begin = joined ? (size_t)(comma - source) : begin;
    const char *text = !joined ? "," : is_filler(comma[1]) ? "" : " ";
    repair_show_around(search, repair_add_edit(search, FAULT_SIGN, begin, begin + joined, "%s", text), before,
                       token);
    repair_end_edge(search, PRICE_COMMA, 0);
}

/* ---- Rolls ---- */

/* The face of a die that a sign means or looks like; 0: none. */
static unsigned face_of(const struct ludus_mend *mend, char sign, int *price)
{
    unsigned faces = mend->sheet.replay->ruleset->rules.faces;
    if (is_digit(sign) && sign > '0' && (unsigned)(sign - '0') <= faces)
        return (unsigned)(sign - '0');
    for (unsigned face = 1; face <= faces && face < 10; face++)
        if (lookalikes_has(&mend->lookalikes, sign, (char)('0' + face))) {
            *price += PRICE_LOOKALIKE + (*price ? 0 : PRICE_EDITED);
            return face;
        }
    return 0;
}

/* Reads text as a roll written in another way; a die is 0 for `?`. `was`: the same, but 0 for signs that only
 * look like a face. */
static bool parse_roll(const struct ludus_mend *mend, const char *text, size_t length,
                       uint8_t dice[LUDUS_DICE_MAX], uint8_t was[LUDUS_DICE_MAX], int *price)
{
    static const char *const numerals[] = { "I", "II", "III", "IV", "V", "VI" };
    unsigned count = 0, wanted = mend->sheet.replay->ruleset->rules.dice;
    *price = 0;
    for (size_t i = 0, run; i < length; i += run) {
        bool lost = text[i] == '?' && count < wanted;
        unsigned face = 0;
        for (run = 0; i + run < length && (text[i + run] == 'I' || text[i + run] == 'V');)
            run++;
        for (unsigned n = 0; n < 6; n++)
            if (strlen(numerals[n]) == run && memcmp(numerals[n], text + i, run) == 0)
                face = n + 1;
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
    if (!parse_roll(mend, mend->sheet.game->source.text + begin, end - begin, dice, was, &price) ||
        price > PRICE_EDITED)
        return NULL;
    san_roll_text(text, dice, mend->sheet.replay->ruleset->rules.dice);
    const char *copy = arena_copy(&mend->arena, text, strlen(text));
    mend->failed |= !copy;
    return copy;
}

/* Reads `tokens` as a roll. Their new text is the roll `text`, with marks around dice that `was` does not
 * have. */
static void throw_for(struct search *search, enum fault_kind kind, const struct token *token, size_t tokens,
                      const struct item *was, const uint8_t *text, const uint8_t *dice, int price)
{
    struct ludus_buffer roll = { .bytes = NULL };
    repair_begin_edge(search);
    if (!repair_throw_dice(search, dice))
        return;
    mend_write_roll(was, text, search->ruleset->rules.dice, &roll);
    repair_add_edit(search, kind, token->begin, token[tokens - 1].end, "%s", buf_string(&roll));
    search->mend->failed |= roll.failed;
    buf_free(&roll);
    repair_end_edge(search, price, tokens);
}

/* One die has another face. */
static void edges_die(struct search *search, const struct token *token)
{
    const struct rules *rules = &search->ruleset->rules;
    const struct item *was = token->item;
    for (unsigned die = 0; was->dice.count == rules->dice && die < rules->dice; die++)
        for (unsigned face = 1; face <= rules->faces; face++) {
            uint8_t dice[LUDUS_DICE_MAX], before = was->dice.face[die];
            memcpy(dice, was->dice.face, sizeof dice);
            dice[die] = (uint8_t)face;
            unsigned sign = meant_sign(&search->mend->lookalikes, true, (char)('0' + before % 10),
                                       (char)('0' + face % 10));
            if (before != face)
                throw_for(search, FAULT_SIGN, token, 1, was, dice, dice,
                          before ? PRICE_EDITED + (int)sign : 0);
        }
}

/* Words or numbers are a roll; one die may be lost. */
static void edges_as_roll(struct search *search, const struct token *token)
{
    const struct rules *rules = &search->ruleset->rules;
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    struct item plain = { .dice.count = (uint8_t)rules->dice };
    int price;
    const struct token *last = token;
    if (!rules->dice || (token->kind == TOKEN_ROLL && token->item->dice.count == rules->dice))
        return;
    for (size_t count = 1; count <= 3 && last->kind != TOKEN_NONE; count++, last++) {
        if (last->end - token->begin > 24 || (count > 1 && last->apart) ||
            !parse_roll(search->mend, token->text, last->end - token->begin, dice, plain.dice.face, &price))
            continue;
        const uint8_t *lost = memchr(dice, 0, rules->dice);
        for (unsigned face = 1; face <= (lost ? rules->faces : 1); face++) {
            uint8_t thrown[LUDUS_DICE_MAX];
            memcpy(thrown, dice, sizeof thrown);
            if (lost)
                thrown[lost - dice] = (uint8_t)face;
            throw_for(search, price < PRICE_EDITED ? FAULT_WRITING : FAULT_SIGN, token, count, &plain, dice,
                      thrown, price);
        }
    }
}

/* The roll stands before the number of its turn. */
static void edges_before_number(struct search *search, const struct token *token)
{
    const struct token *next = token + 1;
    if (next->kind != TOKEN_LABEL || next->apart || !repair_end_turn(search) ||
        !repair_fits_label(search, next->item, NULL) ||
        token->item->dice.count != search->ruleset->rules.dice ||
        !repair_throw_dice(search, token->item->dice.face))
        return;
    repair_add_edit(search, FAULT_WRITING, token->begin, next->end, "%.*s %.*s",
                    (int)(next->end - next->begin), next->text, (int)(token->end - token->begin),
                    token->text);
    repair_end_edge(search, PRICE_EDITED, 2);
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
    static const char *const results[] = { "1-0", "0-1", "1/2-1/2", "*" };
    size_t length = token->end - token->begin;
    struct state state = search->state;
    for (size_t i = 0; i < sizeof results / sizeof *results && token[1].kind == TOKEN_NONE; i++) {
        unsigned price = PRICE_CASE;
        if (length != strlen(results[i]))
            continue;
        for (size_t k = 0; k < length; k++)
            price += meant_sign(&search->mend->lookalikes, true, token->text[k], results[i][k]);
        if (price > PRICE_EDITED + PRICE_LOOKALIKE)
            continue;
        repair_add_edit(search, FAULT_SIGN, token->begin, token->end, "%s", results[i]);
        repair_end_edge(search, (int)price, 1);
        repair_back(search, state);
    }
}

const struct edges repair_slips[] = { { edges_die, STAGE_EDITS, WHERE_ANY, ON_ROLL },
                                      { edges_as_roll, STAGE_EDITS, WHERE_ANY, ON_LABEL | ON_ROLL | ON_WORD },
                                      { edges_before_number, STAGE_EDITS, WHERE_ANY, ON_ROLL },
                                      { edges_moves, STAGE_EDITS, WHERE_BARE, ON_MOVE | ON_WORD },
                                      { edges_comma, STAGE_EDITS, WHERE_ANY, ON_MOVE },
                                      { edges_pair, STAGE_EDITS, WHERE_MOVE, ON_MOVE },
                                      { edges_placings, STAGE_EDITS, WHERE_MOVE, ON_MOVE | ON_WORD },
                                      { edges_word_number, STAGE_EDITS, WHERE_BETWEEN, ON_WORD },
                                      { edges_word_result, STAGE_EDITS, WHERE_BETWEEN, ON_WORD },
                                      { .make = NULL } };
