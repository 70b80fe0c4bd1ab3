/* turns.re - selections of turns: reads selectors, labels and ranges, as ludus(7) lists them, and finds the turns
 * that they name. */
#include "base/memory.h"
#include "base/text.h"
#include "play/replay.h"

#include <stdlib.h>
#include <string.h>

/*!include:re2c "scan_text.inc" */

static unsigned number_of(const char *digits)
{
    return number_take(&digits);
}

/* Returns the side that "W", "b.", "." or "..." names; NO_SIDE for nothing. */
static unsigned side_of(const char *at, const char *end)
{
    if (at == end)
        return NO_SIDE;
    return *at == 'W' || *at == 'w' || (*at == '.' && end - at == 1) ? LUDUS_WHITE : LUDUS_BLACK;
}

/* Reads one selector of a list, and moves `*text` to the comma or NUL after it. False if it is none. */
static bool selector_lex(const char **text, struct selector *out)
{
    const char *cursor = *text, *marker, *side, *dash, *last, *last_side;
    /*!stags:re2c format = 'const char *@@;\n'; */

    *out = (struct selector){ .number = number_of(cursor) };
    /*!re2c
    re2c:tags = 1;

    number = [0-9]{1,7};
    side = [WwBb] "."? | "." | "..." | "\xe2\x80\xa6";
    end = [,\x00];

    "start" / end    { out->kind = SELECT_START; goto found; }
    "end" / end      { out->kind = SELECT_END; goto found; }
    "all" / end      { out->kind = SELECT_ALL; goto found; }
    "captures" / end { out->kind = SELECT_CAPTURES; goto found; }
    "$" @last number / end {
        out->kind = SELECT_NAG;
        out->number = number_of(last);
        goto found;
    }
    number @side side? / end {
        out->kind = side == cursor ? SELECT_NUMBER : SELECT_RANGE;
        out->side = out->last_side = side_of(side, cursor);
        out->last_number = out->number;
        goto found;
    }
    number @side side? @dash "-" @last number @last_side side? / end {
        out->kind = SELECT_RANGE;
        out->side = side_of(side, dash);
        out->last_number = number_of(last);
        out->last_side = side_of(last_side, cursor);
        goto found;
    }
    * { return false; }
    */
found:
    *text = cursor;
    return true;
}

/* ---- Selecting ---- */

static bool has_nag(const struct ludus_replay *replay, unsigned nag)
{
    bool has = false;
    for (unsigned i = 0; !has && i < replay->turn.item_count; i++) {
        const struct item *item = replay->turn.items[i];
        size_t at = (size_t)(item + 1 - replay->game->items);
        has = item->move.mark && item->move.mark == nag;
        while (!has && (item = turns_next_nag(replay->game, &at)) != NULL)
            has = item->number == nag;
    }
    return has;
}

/* Without sides, both turns of the first and of the last number belong to a range. A range whose last turn is
 * before its first in one number includes the first. */
static bool in_range(const struct selector *range, const struct ludus_turn *turn, const struct rules *rules)
{
    unsigned side = range->side == NO_SIDE ? turn_first(rules) : range->side;
    long place = turn_place(rules, turn->number, turn->side), from = turn_place(rules, range->number, side);
    long to = turn_place(rules, range->last_number, range->last_side);
    return place >= from && (place <= to || (place == from && range->last_number == range->number));
}

static bool is_selected_by(const struct selector *selector, const struct ludus_replay *replay,
                           const struct ludus_turn *turn)
{
    const uint16_t *before, *after = ludus_replay_after(replay)->taken;
    switch ((enum select_kind)selector->kind) {
    case SELECT_ALL:
        return true;
    case SELECT_CAPTURES:
        before = ludus_replay_before(replay)->taken;
        return turn->state == LUDUS_TURN_PLAYED && before[0] + before[1] < after[0] + after[1];
    case SELECT_NAG:
        return has_nag(replay, selector->number);
    case SELECT_NUMBER:
    case SELECT_RANGE:
        return in_range(selector, turn, &replay->ruleset->rules);
    case SELECT_START:
    case SELECT_END:
        break;
    }
    return false;
}

enum select_answer selection_answer(struct ludus_selection *selection, const struct ludus_replay *replay,
                                    const struct ludus_turn *turn)
{
    enum select_answer best = SELECT_NO;
    for (unsigned i = 0; i < selection->count; i++) {
        struct selector *selector = &selection->items[i];
        if (!is_selected_by(selector, replay, turn))
            continue;
        selector->met = true;
        if (best != SELECT_YES)
            best = selector->kind == SELECT_NUMBER ? SELECT_UNLESS_LATER : SELECT_YES;
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
    bool sound = selection != NULL;
    if (!selection)
        (void)refuse(reason, size, "out of memory");
    while (sound) {
        struct selector *selector = &selection->items[selection->count];
        size_t length = strcspn(turns, ",");
        if (selection->count == SELECT_MAX || !selector_lex(&turns, selector))
            sound = refuse(reason, size, "'%.*s' names no turn", length > 40 ? 40 : (int)length, turns);
        else if (selector->last_number < selector->number && selector->kind == SELECT_RANGE)
            sound =
                refuse(reason, size, "the range '%.*s' ends before it begins", (int)length, turns - length);
        else if (selection->count++, !*turns++)
            return selection;
    }
    free(selection);
    return NULL;
}

void ludus_selection_free(struct ludus_selection *selection)
{
    free(selection);
}

unsigned ludus_selection_ends(const struct ludus_selection *selection)
{
    static const uint8_t ends_of[] = { [SELECT_START] = LUDUS_SELECTS_START,
                                       [SELECT_END] = LUDUS_SELECTS_END,
                                       [SELECT_ALL] = LUDUS_SELECTS_START,
                                       [SELECT_RANGE] = 0 };
    unsigned ends = 0;
    for (unsigned i = 0; i < selection->count; i++)
        ends |= ends_of[selection->items[i].kind];
    return ends;
}

bool ludus_selection_has(const struct ludus_selection *selection, const struct ludus_replay *replay,
                         const struct ludus_turn *turn)
{
    for (unsigned i = 0; i < selection->count; i++)
        if (is_selected_by(&selection->items[i], replay, turn))
            return true;
    return false;
}
