/* token_dice.c - a roll: faces between commas in parentheses, lost `_`, unclear `2~`, supplied `<2>`. dice.re
 * scans. */
#include "base/chars.h"
#include "grammar/record.tab.h"
#include "notation/move_text.h"
#include "notation/token.h"

#include <stdio.h>
#include <string.h>

enum { ROLL_TEXT = 8 * LUDUS_DICE_MAX + 8 };

/* Adds a die to the item. Returns what is wrong with it, or NULL; `*supplied` says that a < is open. */
static const char *add_die(struct item *item, const struct dice_face *face, bool *supplied)
{
    bool lost = memchr(face->digits, '_', face->length), paired = !(face->opens && *supplied);
    unsigned index = item->dice.count, value = 0;
    if (index == LUDUS_DICE_MAX)
        return "there are too many dice";
    for (size_t i = 0; !lost && i < face->length && value <= UINT8_MAX; i++)
        value = value * 10 + (unsigned)(face->digits[i] - '0');
    *supplied |= face->opens;
    item->dice.face[index] = (uint8_t)value;
    item->dice.unclear |= (uint8_t)(face->unclear << index);
    item->dice.supplied |= (uint8_t)(*supplied << index);
    item->dice.count++;
    paired &= !(face->closes && !*supplied);
    *supplied &= !face->closes;
    return !paired                                  ? "< and > do not pair"
           : face->length == 0                      ? "a face is missing"
           : lost && face->length > 1               ? "a lost face is one _"
           : !lost && (!value || value > UINT8_MAX) ? "no die has such a face"
                                                    : NULL;
}

/* Writes the roll that was perhaps meant. False if it cannot be told. */
static bool guess_roll(const char *at, const char *end, char *out, size_t size)
{
    unsigned faces = 0;
    int face;
    *out = '\0';
    for (; (face = dice_meant(&at, end)) >= 0; faces++) {
        size_t used = strlen(out);
        if (faces == LUDUS_DICE_MAX)
            return false;
        (void)snprintf(out + used, size - used, "%c%d", faces ? ',' : '(', face);
        if (face == 0)
            out[used + 1] = '_';
    }
    strcat(out, ")");
    return face == DICE_END && faces > 1;
}

/* Says what is wrong with a roll, and how it was perhaps meant, if that can be told. */
static int bad_roll(struct build *build, struct item *item, const char *begin, const char *end,
                    const char *fault, const char *meant)
{
    struct diag *diag = &build->game->diag;
    size_t place = (size_t)(begin - build->text), length = (size_t)(end - begin);
    struct message *message =
        diag_add(diag, MSG_BAD_DICE, place, place + length, quoted_length(begin, length), begin, fault);
    if (meant)
        diag_hint(diag, message, "perhaps %s", meant);
    return token_bad(build, item, begin, end, MSG_COUNT);
}

static int bad_dice(struct build *build, struct item *item, const char *begin, const char *end,
                    const char *fault)
{
    char meant[ROLL_TEXT];
    bool told = guess_roll(begin, end, meant, sizeof meant);
    return bad_roll(build, item, begin, end, fault, told ? meant : NULL);
}

int token_dice(struct build *build, struct item *item, const char *begin, const char *end)
{
    const char *at = begin, *inner = end - 1, *fault;
    bool supplied = false;
    item->kind = ITEM_DICE;
    item->dice.count = item->dice.unclear = item->dice.supplied = 0;
    do {
        struct dice_face face;
        at = dice_face(at, inner, &face);
        fault = add_die(item, &face, &supplied);
    } while (!fault && at < inner && *at == ',');
    if (!fault && at < inner)
        fault = "faces are separated by commas";
    if (!fault && supplied)
        fault = "< and > do not pair";
    return fault ? bad_dice(build, item, begin, end, fault) : token_done(build, item, begin, end, TOKEN_DICE);
}

int token_misspelt_dice(struct build *build, struct item *item, const char *begin, const char *end)
{
    bool opened = *begin == '(', closed = end[-1] == ')';
    return bad_dice(build, item, begin, end,
                    opened && closed ? "faces are written in digits"
                    : opened         ? "it is not closed with ')'"
                    : closed         ? "it is not opened with '('"
                                     : "a roll stands in parentheses");
}

/* ---- Rolls with an editor's signs of doubt ---- */

int token_doubtful_dice(struct build *build, struct item *item, const char *begin, const char *end)
{
    const char *fault = NULL, *inner = end - 1, *at = begin + 1;
    char meant[ROLL_TEXT] = "(";
    for (unsigned faces = 0; faces < LUDUS_DICE_MAX; faces++) {
        struct dice_doubt doubt = { .face = 0 };
        bool last = dice_doubtful(&at, inner, &doubt);
        size_t used = strlen(meant);
        fault = fault ? fault : doubt.fault;
        if (doubt.face)
            (void)snprintf(meant + used, sizeof meant - used, doubt.supplied ? "<%u%s>" : "%u%s", doubt.face,
                           doubt.unclear ? "~" : "");
        else
            strcat(meant, "_");
        strcat(meant, last ? ")" : ",");
        if (last)
            return bad_roll(build, item, begin, end, fault ? fault : "faces are separated by commas", meant);
    }
    return bad_roll(build, item, begin, end, fault ? fault : "faces are separated by commas", NULL);
}
