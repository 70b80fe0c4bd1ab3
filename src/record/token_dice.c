/* token_dice.c - a roll: faces between commas in parentheses, lost `_`, unclear `2~`, supplied `<2>`. */
#include "grammar/record.tab.h"

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
    size_t place = (size_t)(begin - build->text), length = (size_t)(end - begin);
    (void)diag_add(&build->game->diag, MSG_BAD_DICE, place, place + length, (int)(length < 60 ? length : 60),
                   begin, roll.fault);
    return token_bad(build, item, begin, end, MSG_COUNT);
}
