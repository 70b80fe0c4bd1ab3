/* labels.c - checks turn numbers and sides. */
#include "base/chars.h"
#include "play/replay.h"

#include <string.h>

enum { DIGITS_SHOWN = 40 };

/* The side that a label names: W, B, or Black's three dots; NO_SIDE where it is silent. */
static unsigned named_side(const struct ludus_replay *replay, const struct item *label)
{
    if (label->side != NO_SIDE)
        return label->side;
    return label->form >= 2 && replay->ruleset->rules.first != FIRST_BLACK ? LUDUS_BLACK : NO_SIDE;
}

/* A record that Black begins may also number 1B 1W 2B 2W. */
static bool counts_from_black(const struct ludus_replay *replay, const struct item *label)
{
    const struct line *line = &replay->line;
    return label->side == LUDUS_WHITE && line->first_side == LUDUS_BLACK &&
           replay->ruleset->rules.first != FIRST_BLACK && label->number + 1 == line->number;
}

/* Another comment begins in one that stands before the label: perhaps that should have ended, and has
 * swallowed turns. */
static void hint_comment(struct ludus_replay *replay, struct message *message, const struct item *label)
{
    const struct ludus_game *game = replay->game;
    const struct item *item = label, *from = game->items + replay->turns.from;
    if (replay_diag(replay)->terse ||
        replay_diag(replay)->count[LUDUS_ERROR] > 1) /* it follows from the first */
        return;
    while (item > from) {
        item--;
        if (!turns_braced(item) || !memchr(item->text, '{', item->length))
            continue;
        struct diag_place place = diag_first_place(replay_diag(replay));
        diag_walk(replay_diag(replay), &place, item_begin(game, item) - 1);
        diag_hint(replay_diag(replay), message,
                  "a '{' stands within the comment that begins at %zu:%zu; perhaps its '}' is missing",
                  place.line, place.column + 1);
        return;
    }
}

/* Length of its digits, as far as a message shows them. */
static int shown_digits(const struct item *label)
{
    int length = 0;
    while (length < DIGITS_SHOWN && (size_t)length < label->length && is_digit(label->text[length]))
        length++;
    return length;
}

static void check_number(struct ludus_replay *replay, const struct item *label)
{
    struct line *line = &replay->line;
    long number = (long)label->number, counted = (long)line->number;
    if (label->number == UNNUMBERED || number == counted || number == counted + line->shift[line->side])
        return;
    if (counts_from_black(replay, label)) {
        line->shift[LUDUS_WHITE] = -1;
        return;
    }
    if (!replay->turn.misled) {
        struct message *message =
            diag_add(replay_diag(replay), MSG_WRONG_NUMBER, item_begin(replay->game, label),
                     item_end(replay->game, label), line->number, shown_digits(label), label->text);
        hint_comment(replay, message, label);
        line->jump = number > counted + line->shift[line->side] ? message : line->jump;
        replay->turn.wrong_number = message;
    }
    line->shift[LUDUS_WHITE] = line->shift[LUDUS_BLACK] = number - counted;
    replay->turn.misled = true;
}

bool labels_fits(const struct ludus_replay *replay, const struct item *label)
{
    unsigned side = named_side(replay, label);
    const struct line *line = &replay->line;
    return (side == NO_SIDE || side == line->side) &&
           (label->number == UNNUMBERED || label->number == line->number ||
            (long)label->number == (long)line->number + line->shift[line->side] ||
            counts_from_black(replay, label));
}

static void check_label(struct ludus_replay *replay, const struct item *label)
{
    const struct line *line = &replay->line;
    unsigned side = named_side(replay, label);
    if (side == NO_SIDE || side == line->side) {
        check_number(replay, label);
        return;
    }
    if (!replay->turn.misled)
        hint_comment(replay,
                     diag_add(replay_diag(replay), MSG_WRONG_SIDE, item_begin(replay->game, label),
                              item_end(replay->game, label), side_name(line->side), side_name(side)),
                     label);
    replay->turn.misled = true;
}

/* The numbers before the last one: each should say what that one says, and none is counted on from. Do they
 * not all, or does a roll stand among them? */
static bool check_others(struct ludus_replay *replay, const struct item *label)
{
    struct line *line = &replay->line;
    const struct item *item = replay->game->items + replay->turns.from;
    long shift[2] = { line->shift[LUDUS_WHITE], line->shift[LUDUS_BLACK] };
    bool differ = false;
    for (const struct item *at = item; at < label; at++)
        if (turns_unread(at) && at->form != BAD_SIGN) /* what stands before it is perhaps another turn's */
            item = at + 1;
    for (; item < label; item++) {
        enum ludus_event event = visit_event(item);
        bool number = event == LUDUS_EVENT_NUMBER, fits = !number || labels_fits(replay, item);
        differ |= event == LUDUS_EVENT_DICE || !fits || (number && item->number != label->number);
        if (!fits)
            check_label(replay, item);
    }
    memcpy(line->shift, shift, sizeof shift);
    return differ;
}

void labels_check(struct ludus_replay *replay)
{
    struct turn *turn = &replay->turn;
    turn->numbers_stay = turn->label && turn->renumbered && check_others(replay, turn->label);
    if (turn->label)
        check_label(replay, turn->label);
}

/* The side that a label names, also by a single dot, which canonical form gives to a bare number; NO_SIDE
 * where it is silent. */
static unsigned meant_side(const struct ludus_replay *replay, const struct item *label)
{
    unsigned side = named_side(replay, label);
    if (side == NO_SIDE && label->form < 2)
        side = replay->ruleset->rules.first == FIRST_BLACK ? LUDUS_BLACK : LUDUS_WHITE;
    return side;
}

bool labels_name_its_side(const struct ludus_replay *replay)
{
    const struct turn *turn = &replay->turn;
    unsigned side = turn->label ? named_side(replay, turn->label) : NO_SIDE;
    return side == NO_SIDE || side == turn->side;
}

bool labels_distance(const struct ludus_replay *replay, const struct item *label, long *turns)
{
    const struct line *line = &replay->line;
    unsigned side = meant_side(replay, label);
    unsigned first = replay->ruleset->rules.first == FIRST_BLACK ? LUDUS_BLACK : LUDUS_WHITE;
    if (side == NO_SIDE || label->number == UNNUMBERED)
        return false;
    long number = (long)label->number - (line->broken ? 0 : line->shift[side]);
    *turns = 2 * (number - (long)line->number) + (side != first) - (line->side != first);
    return true;
}

void labels_follow(struct ludus_replay *replay)
{
    const struct item *label = replay->turn.label;
    struct line *line = &replay->line;
    if (!label)
        return;
    unsigned side = meant_side(replay, label);
    if (side != NO_SIDE)
        line->side = (uint8_t)side;
    if (label->number != UNNUMBERED)
        line->number = label->number;
}

void labels_advance(struct ludus_replay *replay)
{
    struct line *line = &replay->line;
    unsigned last = replay->ruleset->rules.first == FIRST_BLACK ? LUDUS_WHITE : LUDUS_BLACK;
    line->number += line->side == last;
    line->side ^= 1;
}
