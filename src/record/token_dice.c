/* token_dice.c - a roll: faces between commas in parentheses, lost `_`, unclear `2~`, supplied `<2>`. */
#include "grammar/record.tab.h"

#include <stdio.h>
#include <string.h>

#include "base/chars.h"
#include "record/leiden.h"
#include "record/token.h"

struct roll {
    const char *at, *end;
    struct item *item;
    bool supplied;     /* inside <…> */
    const char *fault; /* what is wrong, or NULL */
};

static void skip_spaces(struct roll *roll)
{
    while (roll->at < roll->end && is_filler(*roll->at)) {
        roll->at++;
    }
}

/* `<` before a face, `>` after one. */
static void read_angle(struct roll *roll, char angle)
{
    skip_spaces(roll);
    if (roll->at < roll->end && *roll->at == angle) {
        if (roll->supplied == (angle == '<')) {
            roll->fault = "< and > do not pair";
        }
        roll->supplied = angle == '<';
        roll->at++;
    }
    skip_spaces(roll);
}

/* Digits and lost signs; 0 if any is lost. */
static unsigned read_face(struct roll *roll)
{
    unsigned face = 0;
    bool lost = false;
    const char *begin = roll->at;

    for (; roll->at < roll->end && (*roll->at == '_' || (*roll->at >= '0' && *roll->at <= '9')); roll->at++) {
        lost |= *roll->at == '_';
        face = lost || face > UINT8_MAX ? face : face * 10 + (unsigned)(*roll->at - '0');
    }
    if (roll->at == begin) {
        roll->fault = "a face is missing";
    } else if (lost && roll->at - begin > 1) {
        roll->fault = "a lost face is one _";
    } else if (!lost && (face == 0 || face > UINT8_MAX)) {
        roll->fault = "no die has such a face";
    }
    return lost ? 0 : face;
}

static void read_die(struct roll *roll)
{
    struct item *item = roll->item;
    unsigned index = item->dice.count;

    read_angle(roll, '<');
    if (index == LUDUS_DICE_MAX) {
        roll->fault = "there are too many dice";
        return;
    }
    unsigned face = read_face(roll);
    item->dice.face[index] = (uint8_t)face;
    unsigned unclear = leiden_unclear(roll->at, (size_t)(roll->end - roll->at));
    roll->at += unclear;
    item->dice.unclear |= (uint8_t)((unclear != 0) << index);
    item->dice.supplied |= (uint8_t)((unsigned)roll->supplied << index);
    item->dice.count++;
    read_angle(roll, '>');
}

/* Says what is wrong with a roll, and how it was `meant`, unless that is NULL. */
static int bad_dice(struct build *build, struct item *item, const char *begin, const char *end,
                    const char *fault, const char *meant)
{
    struct diag *diag = &build->game->diag;
    size_t place = (size_t)(begin - build->text), length = (size_t)(end - begin);
    struct message *message =
        diag_add(diag, MSG_BAD_DICE, place, place + length, (int)(length < 60 ? length : 60), begin, fault);

    if (meant) {
        diag_hint(diag, message, "perhaps %s", meant);
    }
    return token_bad(build, item, begin, end, MSG_COUNT);
}

int token_dice(struct build *build, struct item *item, const char *begin, const char *end)
{
    struct roll roll = { .at = begin + 1, .end = end - 1, .item = item };

    item->kind = ITEM_DICE;
    item->dice.count = item->dice.unclear = item->dice.supplied = 0;
    do {
        read_die(&roll);
    } while (!roll.fault && roll.at < roll.end && *roll.at == ',' && roll.at++);
    if (!roll.fault && roll.at < roll.end) {
        roll.fault = "faces are separated by commas";
    }
    if (!roll.fault && roll.supplied) {
        roll.fault = "< and > do not pair";
    }
    if (!roll.fault) {
        return token_done(build, item, begin, end, TOKEN_DICE);
    }
    return bad_dice(build, item, begin, end, roll.fault, NULL);
}

/* The face that a word of digits, signs like them and Roman numerals means, or 0. */
static unsigned guess_face(const char *at, size_t length)
{
    static const char *const numerals[] = { "i", "ii", "iii", "iv", "v", "vi", "vii", "viii" };
    unsigned face = 0;

    for (unsigned i = 0; i < sizeof numerals / sizeof *numerals; i++) {
        size_t same = 0;
        while (same < length && to_lower(at[same]) == numerals[i][same]) {
            same++;
        }
        if (same == length && numerals[i][same] == '\0') {
            return i + 1;
        }
    }
    for (size_t i = 0; i < length; i++) {
        char c = strchr("lI|", at[i]) ? '1' : strchr("oO", at[i]) ? '0' : at[i];
        if (!is_digit(c) || length > 2) {
            return 0;
        }
        face = 10 * face + (unsigned)(c - '0');
    }
    return face;
}

int token_misspelt_dice(struct build *build, struct item *item, const char *begin, const char *end)
{
    bool opened = *begin == '(', closed = end[-1] == ')';
    const char *at = begin + opened, *stop = end - closed, *fault = "faces are written in digits";
    unsigned face[2] = { 0, 0 };
    char meant[24] = "";

    for (unsigned i = 0; i < 2; i++) {
        while (at < stop && is_filler(*at)) {
            at++;
        }
        const char *word = at;
        while (at < stop && !is_filler(*at) && *at != ',' && *at != ';') {
            at++;
        }
        face[i] = guess_face(word, (size_t)(at - word));
        while (at < stop && (is_filler(*at) || *at == ',' || *at == ';')) {
            at++;
        }
    }
    if (!opened || !closed) {
        fault = opened ? "it is not closed with ')'" : "a roll stands in parentheses";
    }
    if (face[0] && face[1]) {
        (void)snprintf(meant, sizeof meant, "(%u,%u)", face[0], face[1]);
    }
    return bad_dice(build, item, begin, end, fault, *meant ? meant : NULL);
}
