/* repair_roll.c - rolls that are wrong, lost or stand elsewhere. */
#include "base/chars.h"
#include "decode/repair_state.h"
#include "play/replay.h"
#include "play/resolve.h"
#include "rules/engine.h"
#include "rules/position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Rolls ---- */

/* The value of a sign as a face of a die: a digit, or what looks like one. 0: none. */
static unsigned face_of(const struct ludus_mend *mend, char sign, double *price)
{
    unsigned faces = mend->slots.replay->ruleset->rules.faces;
    if (is_digit(sign) && sign > '0' && (unsigned)(sign - '0') <= faces)
        return (unsigned)(sign - '0');
    for (unsigned face = 1; face <= faces && face < 10; face++)
        if (lookalikes_has(&mend->lookalikes, sign, (char)('0' + face))) {
            *price += *price < PRICE_EDITED ? PRICE_EDITED + PRICE_ALIKE : PRICE_ALIKE;
            return face;
        }
    return 0;
}

/* A Roman numeral up to VI, or 0. */
static unsigned roman(const char *text, size_t length)
{
    static const char *const numerals[] = { "I", "II", "III", "IV", "V", "VI" };
    for (unsigned i = 0; i < 6; i++)
        if (strlen(numerals[i]) == length && memcmp(numerals[i], text, length) == 0)
            return i + 1;
    return 0;
}

/* Reads text as a roll in other signs. */
static bool parse_roll(const struct ludus_mend *mend, const char *text, size_t length,
                       uint8_t dice[LUDUS_DICE_MAX], double *price)
{
    unsigned count = 0, wanted = mend->slots.replay->ruleset->rules.dice;
    *price = 0;
    for (size_t i = 0; i < length;) {
        size_t run = 0;
        while (i + run < length && (text[i + run] == 'I' || text[i + run] == 'V'))
            run++;
        unsigned face = run ? roman(text + i, run) : 0;
        bool sign = !face && (is_letter(text[i]) || is_digit(text[i]));
        if (sign)
            face = face_of(mend, text[i], price);
        if (text[i] == '?' && count < wanted) { /* it is lost */
            dice[count++] = 0;
            i++;
            continue;
        }
        if ((sign && !face) || (!sign && !face && !strchr("()[]{},.-/ \n\t|:;", text[i])))
            return false;
        i += run && !sign ? run : 1;
        if (face && count == wanted)
            return false;
        if (face)
            dice[count++] = (uint8_t)face;
    }
    *price = *price > 0 ? *price : PRICE_CASE;
    return count == wanted;
}

bool repair_read_roll(const struct ludus_mend *mend, size_t begin, size_t end, char out[ROLL_TEXT])
{
    uint8_t dice[LUDUS_DICE_MAX];
    double price;
    struct san_text text = { out, ROLL_TEXT, 0 };
    if (!parse_roll(mend, mend->slots.game->source.text + begin, end - begin, dice, &price) ||
        price > PRICE_EDITED)
        return false;
    san_roll(&text, dice, mend->slots.replay->ruleset->rules.dice);
    san_end(&text);
    return true;
}

static void write_roll(const struct search *search, const uint8_t *dice, const struct item *was, char *out)
{
    char *at = out;
    for (unsigned i = 0; i < search->ruleset->rules.dice; i++) {
        bool same = !was || (was->dice.count == search->ruleset->rules.dice && was->dice.face[i] == dice[i]);
        if (dice[i])
            at += snprintf(at, 8, same ? "%c%u" : "%c<%u>", i ? ',' : '(', dice[i]);
        else
            at += snprintf(at, 8, "%c<_>", i ? ',' : '(');
    }
    strcpy(at, ")");
}

void repair_edges_die(struct search *search, const struct token *token)
{
    const struct rules *rules = &search->ruleset->rules;
    const struct item *was = token->item;
    if (was->dice.count != rules->dice)
        return;
    for (unsigned die = 0; die < rules->dice; die++)
        for (unsigned face = 1; face <= rules->faces; face++) {
            uint8_t dice[LUDUS_DICE_MAX];
            char text[TEXT_MAX];
            memcpy(dice, was->dice.face, sizeof dice);
            bool lost = was->dice.face[die] == 0;
            if (dice[die] == face)
                continue;
            dice[die] = (uint8_t)face;
            repair_begin_edge(search);
            if (!repair_throw_dice(search, dice))
                continue;
            write_roll(search, dice, was, text);
            repair_add_edit(search, FAULT_SIGN, token->begin, token->end, text);
            char a = (char)('0' + was->dice.face[die] % 10), b = (char)('0' + face % 10);
            search->state.cost += lost ? 0 : PRICE_EDITED + price_sign(&search->pricer, a, b);
            search->state.token++;
            repair_end_edge(search);
        }
}

/* Throws dice of which one may be lost; each face of it ends an edge. */
static void throw_each(struct search *search, const uint8_t *dice)
{
    const struct rules *rules = &search->ruleset->rules;
    unsigned lost = 0;
    while (lost < rules->dice && dice[lost])
        lost++;
    unsigned ops = search->trail.count;
    struct state state = search->state;
    for (unsigned face = 1; face <= (lost < rules->dice ? rules->faces : 1); face++) {
        uint8_t thrown[LUDUS_DICE_MAX];
        memcpy(thrown, dice, sizeof thrown);
        if (lost < rules->dice)
            thrown[lost] = (uint8_t)face;
        repair_undo_to(search, ops);
        search->state = state;
        if (repair_throw_dice(search, thrown))
            repair_end_edge(search);
    }
}

void repair_edges_roll(struct search *search, const struct token *token)
{
    size_t first = (size_t)(token - token_at(search, 0));
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    double price;
    char text[TEXT_MAX];
    for (size_t count = 1; count <= 3; count++) {
        size_t end = first + count <= search->tokens.count ? token_at(search, first + count - 1)->end : 0;
        repair_begin_edge(search);
        if (end <= token->begin || end - token->begin > 24 ||
            (count > 1 && token_at(search, first + count - 1)->apart) ||
            !parse_roll(search->mend, source_of(search) + token->begin, end - token->begin, dice, &price) ||
            !repair_end_turn(search))
            continue;
        bool writing = price < PRICE_EDITED;
        struct item plain = { .length = 0 };
        plain.dice.count = (uint8_t)search->ruleset->rules.dice;
        for (unsigned i = 0, at = 0; i < plain.dice.count; i++, at++) { /* what stands there as a digit */
            while (token->begin + at < end && !is_digit(source_of(search)[token->begin + at]) &&
                   !is_letter(source_of(search)[token->begin + at]))
                at++;
            char sign = source_of(search)[token->begin + at];
            plain.dice.face[i] = (uint8_t)(token->begin + at < end && is_digit(sign) ? sign - '0' : 0);
        }
        write_roll(search, dice, writing ? NULL : &plain, text);
        repair_add_edit(search, writing ? FAULT_WRITING : FAULT_SIGN, token->begin, end, text);
        search->state.cost += price;
        search->state.token += (uint32_t)count;
        throw_each(search, dice);
    }
}

void repair_edges_roll_before_number(struct search *search, const struct token *token)
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
    search->state.cost += PRICE_EDITED;
    search->state.token += 2;
    repair_end_edge(search);
}

void repair_edges_pass(struct search *search, const struct token *token)
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
    search->state.cost += PRICE_PASS_LOST;
    if (repair_end_turn(search))
        repair_end_edge(search);
}
