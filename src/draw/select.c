/* select.c - which positions of a game are drawn. */
#include "draw/select.h"

#include "ludus.h"
#include "notation/record.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *word;
    enum select_kind kind;
} words[] = {
    { "start", SELECT_START },
    { "end", SELECT_END },
    { "all", SELECT_ALL },
    { "captures", SELECT_CAPTURES },
};

/* Reads digits; 0 when there are none, or more than a turn number can have. */
static size_t read_digits(const char *text, size_t length, unsigned *number)
{
    size_t at = 0;
    for (*number = 0; at < length && text[at] >= '0' && text[at] <= '9' && at < 7; at++)
        *number = *number * 10 + (unsigned)(text[at] - '0');
    return at;
}

/* The side that a turn's number is followed by: "W", "b", "W.", as PGN has it "." or "...", or nothing. */
static bool read_side(const char *text, size_t length, unsigned *side)
{
    static const struct {
        const char *text;
        unsigned side;
    } sides[] = {
        { "", NO_SIDE },       { "W", LUDUS_WHITE },  { "w", LUDUS_WHITE },   { "B", LUDUS_BLACK },
        { "b", LUDUS_BLACK },  { "W.", LUDUS_WHITE }, { "w.", LUDUS_WHITE },  { "B.", LUDUS_BLACK },
        { "b.", LUDUS_BLACK }, { ".", LUDUS_WHITE },  { "...", LUDUS_BLACK }, { "\xe2\x80\xa6", LUDUS_BLACK },
    };
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        if (strlen(sides[i].text) == length && memcmp(sides[i].text, text, length) == 0) {
            *side = sides[i].side;
            return true;
        }
    return false;
}

/* "4W", "4...", "4": the side is NO_SIDE where none is written. */
static bool read_turn(const char *text, size_t length, unsigned *number, unsigned *side)
{
    size_t at = read_digits(text, length, number);
    return at > 0 && read_side(text + at, length - at, side);
}

static bool read_selector(const char *text, size_t length, struct selector *out)
{
    *out = (struct selector){ 0 };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].word) == length && memcmp(words[i].word, text, length) == 0) {
            out->kind = words[i].kind;
            return true;
        }
    if (length > 1 && *text == '$') {
        out->kind = SELECT_NAG;
        return read_digits(text + 1, length - 1, &out->number) == length - 1;
    }
    const char *dash = memchr(text, '-', length);
    if (dash) {
        size_t first = (size_t)(dash - text);
        out->kind = SELECT_RANGE;
        return read_turn(text, first, &out->number, &out->side) &&
               read_turn(dash + 1, length - first - 1, &out->last_number, &out->last_side);
    }
    if (!read_turn(text, length, &out->number, &out->side))
        return false;
    out->kind = out->side == NO_SIDE ? SELECT_NUMBER : SELECT_TURN;
    return true;
}

bool selection_parse(struct selection *selection, const char *text, char *reason, size_t size)
{
    selection->count = 0;
    for (text = text ? text : "end";; text++) {
        size_t length = strcspn(text, ",");
        if (selection->count == SELECT_MAX ||
            !read_selector(text, length, &selection->items[selection->count])) {
            snprintf(reason, size, "'%.*s' names no turn", length > 40 ? 40 : (int)length, text);
            return false;
        }
        const struct selector *selector = &selection->items[selection->count++];
        if (selector->kind == SELECT_RANGE && selector->last_number < selector->number) {
            snprintf(reason, size, "the range '%.*s' ends before it begins", (int)length, text);
            return false;
        }
        text += length;
        if (!*text)
            return true;
    }
}

bool selection_has(const struct selection *selection, enum select_kind kind)
{
    for (unsigned i = 0; i < selection->count; i++)
        if (selection->items[i].kind == kind)
            return true;
    return false;
}

static bool has_nag(const struct select_turn *turn, unsigned nag)
{
    for (size_t i = 0; i < turn->nag_count; i++)
        if (turn->nags[i] == nag)
            return true;
    return false;
}

static bool same_turn(const struct select_turn *turn, unsigned number, unsigned side)
{
    return turn->number == number && (side == NO_SIDE || turn->side == side);
}

/* A range without sides holds all turns of its first and its last number. */
static bool in_range(struct selector *range, const struct select_turn *turn)
{
    if (same_turn(turn, range->number, range->side))
        range->open = true;
    bool inside = range->open;
    bool past = turn->number > range->last_number;
    if (past || (range->last_side != NO_SIDE && same_turn(turn, range->last_number, range->last_side)))
        range->open = false;
    return inside && !past;
}

static enum select_answer answer(struct selector *selector, const struct select_turn *turn)
{
    switch ((enum select_kind)selector->kind) {
    case SELECT_ALL:
        return SELECT_YES;
    case SELECT_CAPTURES:
        return turn->captures ? SELECT_YES : SELECT_NO;
    case SELECT_NAG:
        return has_nag(turn, selector->number) ? SELECT_YES : SELECT_NO;
    case SELECT_TURN:
        return same_turn(turn, selector->number, selector->side) ? SELECT_YES : SELECT_NO;
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

enum select_answer selection_answer(struct selection *selection, const struct select_turn *turn)
{
    enum select_answer best = SELECT_NO;
    for (unsigned i = 0; i < selection->count; i++) {
        enum select_answer one = answer(&selection->items[i], turn);
        if (one != SELECT_NO)
            selection->items[i].met = true;
        if (best == SELECT_NO || one == SELECT_YES)
            best = one;
    }
    return best;
}

const struct selector *selection_unmet(const struct selection *selection)
{
    for (unsigned i = 0; i < selection->count; i++) {
        const struct selector *item = &selection->items[i];
        if (!item->met &&
            (item->kind == SELECT_TURN || item->kind == SELECT_NUMBER || item->kind == SELECT_RANGE))
            return item;
    }
    return NULL;
}
