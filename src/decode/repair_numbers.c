/* repair_numbers.c - the number of a turn that is not the one that it should be: it is wrong, or so are those
 * behind it, or turns are lost before it. */
#include "base/buf.h"
#include "decode/repair.h"
#include "play/labels.h"

enum { NUMBER_TEXT = 40 };

bool repair_is_numbered(const struct ludus_mend *mend, size_t index, const struct slot *slot)
{
    struct line *line = &mend->slots.replay->line;
    unsigned number = line->number;
    if (!slot->label)
        return true;
    if (index >= mend->shifted)
        line->number = (unsigned)((long)number + mend->excess);
    bool fits = labels_fits(mend->slots.replay, slot->label);
    line->number = number;
    return fits;
}

size_t repair_play_shifted(struct ludus_mend *mend, size_t next, long excess, bool *whole)
{
    mend->shifted = next;
    mend->excess = excess;
    size_t turns = repair_play_on(mend, next, whole);
    mend->shifted = SIZE_MAX;
    return turns;
}

void repair_write_number(const struct item *label, unsigned number, unsigned side, struct ludus_buffer *out)
{
    buf_format(out, label->number == number ? "%u" : "<%u>", number);
    if (label->side != NO_SIDE)
        buf_format(out, "%c.", side == LUDUS_WHITE ? 'W' : 'B');
    else
        buf_text(out, label->form >= 2 && side != LUDUS_WHITE ? "..." : ".");
}

/* Keeps a repair in which the number of its turn is right. */
static void keep_number(struct ludus_mend *mend, struct repair *repair)
{
    const struct item *label = mend->slots.slot[repair->slot].label;
    struct ludus_buffer out = { .bytes = NULL };
    enum ludus_side side;
    unsigned number = mend_turn(mend, repair->slot, &side);
    if (repair->turns <= mend->legal)
        return;
    repair_write_number(label, number, side, &out);
    repair->unlike =
        label > mend->slots.game->items && label[-1].kind == ITEM_NUMBER; /* one number is right */
    repair->places = 1;
    repair->place[0].begin = item_begin(mend->slots.game, label);
    repair->place[0].end = item_end(mend->slots.game, label);
    repair->place[0].text = buf_string(&out);
    mend->failed |= out.failed;
    repair_keep(mend, repair);
    buf_free(&out);
}

static void try_number(struct ludus_mend *mend, size_t index)
{
    struct repair repair = { .slot = index, .kind = FAULT_NUMBER };
    struct slot changed = mend->slots.slot[index];
    changed.label = NULL;
    repair.turns = repair_try(mend, index, &changed, index + 1, &repair.whole);
    keep_number(mend, &repair);
}

/* The numbers are too great, or too small, from this turn on. */
static void try_numbers(struct ludus_mend *mend, size_t index)
{
    const struct slots *slots = &mend->slots;
    struct repair repair = { .slot = index, .kind = FAULT_NUMBERS };
    struct spot spot = slots_spot(slots);
    unsigned numbers = 0;
    repair.excess = (long)slots->slot[index].label->number - (long)slots->replay->line.number;
    repair.turns = repair_play_shifted(mend, index, repair.excess, &repair.whole);
    slots_return(&mend->slots, spot);
    for (size_t i = index; i < repair.turns; i++)
        numbers += slots->slot[i].label != NULL;
    if (numbers > 1)
        keep_number(mend, &repair);
}

/* The numbers of two neighbouring turns have changed places. */
static void try_exchanged(struct ludus_mend *mend, size_t index)
{
    struct slot *row = mend->slots.slot;
    struct repair repair = { .slot = index, .kind = FAULT_NUMBERS_EXCHANGED, .places = 2 };
    if (index + 1 >= mend->slots.count || !row[index + 1].label)
        return;
    struct slot first = row[index], second = row[index + 1];
    row[index].label = second.label;
    row[index + 1].label = first.label;
    repair.turns = repair_try(mend, index, &row[index], index + 1, &repair.whole);
    row[index] = first;
    row[index + 1] = second;
    if (repair.turns <= mend->legal)
        return;
    for (unsigned i = 0; i < 2; i++) {
        const struct item *label = row[index + i].label, *other = row[index + !i].label;
        repair.place[i].begin = item_begin(mend->slots.game, label);
        repair.place[i].end = item_end(mend->slots.game, label);
        repair.place[i].text = arena_copy(&mend->arena, other->text, other->length);
        mend->failed |= !repair.place[i].text;
    }
    if (!mend->failed)
        repair_keep(mend, &repair);
}

/* ---- Lost turns ---- */

/* Do all numbers from turn `index` on fit if so many turns are lost before it? */
static bool fit_behind(const struct ludus_mend *mend, size_t index, long lost)
{
    const struct slots *slots = &mend->slots;
    struct line *line = &slots->replay->line;
    bool fits = true;
    line->number = slots->slot[index].label->number;
    line->side ^= lost & 1;
    for (size_t i = index; fits && i < slots->count; i++) {
        fits = repair_is_numbered(mend, i, &slots->slot[i]);
        labels_advance(slots->replay);
    }
    return fits;
}

/* The label of the first of the lost turns, and the sign for them. */
static void write_lost(const struct ludus_mend *mend, size_t index, char out[NUMBER_TEXT])
{
    const struct rules *rules = &mend->slots.replay->ruleset->rules;
    enum ludus_side side;
    unsigned number = mend_turn(mend, index, &side);
    unsigned first = rules->first == FIRST_BLACK ? LUDUS_BLACK : LUDUS_WHITE;
    bool sided = mend->slots.slot[index].label->side != NO_SIDE;
    snprintf(out, NUMBER_TEXT, "%u%s __ ", number,
             sided           ? side == LUDUS_WHITE ? "W." : "B."
             : side == first ? "."
                             : "...");
}

/* A stretch of turns is lost: two of them are searched for; of more it is known only that the numbers go with
 * it. */
static void try_lost(struct ludus_mend *mend, size_t index)
{
    struct repair repair = { .slot = index, .kind = FAULT_STRETCH, .places = 1 };
    struct spot spot = slots_spot(&mend->slots);
    char text[NUMBER_TEXT];
    long lost = 0;
    bool fits = labels_distance(mend->slots.replay, mend->slots.slot[index].label, &lost) && lost > 1 &&
                fit_behind(mend, index, lost);
    slots_return(&mend->slots, spot);
    if (!fits)
        return;
    bool known = lost == 2 && repair_find_missing(mend, &repair, 2);
    if (!known && repair.turns <= mend->legal)
        repair.turns = mend->legal + 1;
    write_lost(mend, index, text);
    repair.place[0].begin = repair.place[0].end = repair_place_before(mend, index);
    repair.place[0].text = text;
    repair_keep(mend, &repair);
}

void repair_numbers(struct ludus_mend *mend, size_t index)
{
    try_number(mend, index);
    try_exchanged(mend, index);
    repair_bare_roll(mend, index);
    if (mend->slots.slot[index].label->number == UNNUMBERED)
        return;
    try_numbers(mend, index);
    try_lost(mend, index);
}
