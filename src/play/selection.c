/* selection.c - which turns of a game are asked for. The words are in grammar/turns.re. */
#include "play/selection.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool selection_parse(struct ludus_selection *selection, const char *text, char *reason, size_t size)
{
    for (selection->count = 0;; text++) {
        struct selector *selector = &selection->items[selection->count];
        size_t length = strcspn(text, ",");
        if (selection->count == SELECT_MAX || !selector_lex(&text, selector)) {
            snprintf(reason, size, "'%.*s' names no turn", length > 40 ? 40 : (int)length, text);
            return false;
        }
        if (selector->kind == SELECT_RANGE && selector->last_number < selector->number) {
            snprintf(reason, size, "the range '%.*s' ends before it begins", (int)length, text - length);
            return false;
        }
        selection->count++;
        if (!*text)
            return true;
    }
}

void selection_look(const struct ludus_replay *replay, const struct ludus_turn *turn, struct select_turn *out)
{
    const uint16_t *before = ludus_replay_before(replay)->taken, *after = ludus_replay_after(replay)->taken;
    out->number = turn->number;
    out->side = turn->side;
    out->first = replay->ruleset->rules.first == FIRST_BLACK ? LUDUS_BLACK : LUDUS_WHITE;
    out->captures = turn->state == LUDUS_TURN_PLAYED && before[0] + before[1] < after[0] + after[1];
    out->nag_count = 0;
    for (unsigned i = 0; i < replay->turn.item_count && out->nag_count < SELECT_NAGS; i++) {
        size_t at = (size_t)(replay->turn.items[i] - replay->game->items);
        if (replay->turn.items[i]->move.mark)
            out->nags[out->nag_count++] = replay->turn.items[i]->move.mark;
        at++;
        for (const struct item *item;
             out->nag_count < SELECT_NAGS && (item = turns_next_nag(replay->game, &at)) != NULL;)
            out->nags[out->nag_count++] = item->number;
    }
}

/* Without sides, both turns of the first and of the last number belong to a range. One whose last turn comes
 * before its first within a number holds the first. */
static bool in_range(const struct selector *range, const struct select_turn *turn)
{
    bool second = turn->side != turn->first;
    bool begins_second = range->side != NO_SIDE && range->side != turn->first;
    bool ends_second =
        range->last_side != turn->first || (begins_second && range->last_number == range->number);
    return (turn->number > range->number || (turn->number == range->number && second >= begins_second)) &&
           (turn->number < range->last_number ||
            (turn->number == range->last_number && second <= ends_second));
}

static enum select_answer answer(const struct selector *selector, const struct select_turn *turn)
{
    switch ((enum select_kind)selector->kind) {
    case SELECT_ALL:
        return SELECT_YES;
    case SELECT_CAPTURES:
        return turn->captures ? SELECT_YES : SELECT_NO;
    case SELECT_NAG:
        for (size_t i = 0; i < turn->nag_count; i++)
            if (turn->nags[i] == selector->number)
                return SELECT_YES;
        break;
    case SELECT_NUMBER:
        return turn->number == selector->number ? SELECT_UNLESS_LATER : SELECT_NO;
    case SELECT_RANGE:
        return in_range(selector, turn) ? SELECT_YES : SELECT_NO;
    case SELECT_START:
    case SELECT_END:
        break;
    }
    return SELECT_NO;
}

enum select_answer selection_answer(struct ludus_selection *selection, const struct select_turn *turn)
{
    enum select_answer best = SELECT_NO;
    for (unsigned i = 0; i < selection->count; i++) {
        enum select_answer one = answer(&selection->items[i], turn);
        selection->items[i].met |= one != SELECT_NO;
        if (best == SELECT_NO || one == SELECT_YES)
            best = one;
    }
    return best;
}

const struct selector *selection_unmet(const struct ludus_selection *selection)
{
    for (unsigned i = 0; i < selection->count; i++) {
        const struct selector *item = &selection->items[i];
        if (!item->met && (item->kind == SELECT_NUMBER || item->kind == SELECT_RANGE))
            return item;
    }
    return NULL;
}

/* ---- For programs ---- */

struct ludus_selection *ludus_selection_new(const char *turns, char *reason, size_t size)
{
    struct ludus_selection *selection = memory_zeroed(1, sizeof *selection);
    if (!selection)
        snprintf(reason, size, "out of memory");
    else if (selection_parse(selection, turns, reason, size))
        return selection;
    free(selection);
    return NULL;
}

void ludus_selection_free(struct ludus_selection *selection)
{
    free(selection);
}

unsigned ludus_selection_ends(const struct ludus_selection *selection)
{
    unsigned ends = 0;
    for (unsigned i = 0; i < selection->count; i++) {
        unsigned kind = selection->items[i].kind;
        ends |= kind == SELECT_END                           ? LUDUS_SELECTS_END
                : kind == SELECT_START || kind == SELECT_ALL ? LUDUS_SELECTS_START
                                                             : 0;
    }
    return ends;
}

bool ludus_selection_has(const struct ludus_selection *selection, const struct ludus_replay *replay,
                         const struct ludus_turn *turn)
{
    struct select_turn asked;
    selection_look(replay, turn, &asked);
    for (unsigned i = 0; i < selection->count; i++)
        if (answer(&selection->items[i], &asked) != SELECT_NO)
            return true;
    return false;
}
