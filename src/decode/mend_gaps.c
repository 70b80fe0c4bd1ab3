/* mend_gaps.c - finds what is damaged in a record. */
#include "base/memory.h"
#include "decode/mend.h"

#include <stdlib.h>
#include <string.h>

static void add_gap(struct ludus_mend *mend, size_t slot, unsigned part, const struct item *item)
{
    const struct slot *written = &mend->slots.slot[slot];
    struct gap *gap = mend_push(mend, &mend->gaps, sizeof *gap);
    if (!gap)
        return;
    *gap = (struct gap){ .slot = slot, .part = part, .item = item, .first = NO_INDEX };
    if (item) {
        gap->begin = item_begin(mend->slots.game, item);
        gap->end = item_end(mend->slots.game, item);
    } else {
        gap->begin = gap->end =
            written->count ? item_begin(mend->slots.game, written->items[0]) : written->end;
    }
    mend->gap_of[slot * SLOT_GAPS + part] = (int)mend->gaps.count - 1;
}

unsigned mend_face(const struct rules *rules, const struct item *dice, unsigned die)
{
    bool written = dice && dice->dice.count == rules->dice && dice->dice.face[die] <= rules->faces;
    return written ? dice->dice.face[die] : 0;
}

static bool is_damaged_roll(const struct rules *rules, const struct item *dice)
{
    for (unsigned i = 0; i < rules->dice; i++)
        if (mend_face(rules, dice, i) == 0)
            return true;
    return rules->dice && dice && dice->dice.unclear;
}

static bool is_damaged_move(const struct item *item)
{
    return item->move.style >= MOVE_PATTERN || item->move.flags & MOVE_UNCLEAR;
}

static void find_in_slot(struct ludus_mend *mend, size_t index)
{
    const struct slot *slot = &mend->slots.slot[index];
    if (is_damaged_roll(&mend->slots.replay->ruleset->rules, slot->dice))
        add_gap(mend, index, GAP_ROLL, slot->dice);
    for (unsigned i = 0; i < slot->count; i++)
        if (is_damaged_move(slot->items[i]))
            add_gap(mend, index, i, slot->items[i]);
    if (slot->count == 0)
        add_gap(mend, index, 0, NULL);
}

/* Counts the damage that is in no gap. The gaps are in the order of their items. */
static void count_unsearched(struct ludus_mend *mend)
{
    const struct ludus_game *game = mend->slots.game;
    const struct rules *rules = &mend->slots.replay->ruleset->rules;
    size_t gap = 0;
    mend->unsearched = 0;
    for (size_t i = 0; i < game->item_count; i++) {
        const struct item *item = &game->items[i];
        bool roll = visit_event(item) == LUDUS_EVENT_DICE;
        if (!(turns_is_move(item) && is_damaged_move(item)) && !(roll && is_damaged_roll(rules, item)))
            continue;
        while (gap < mend->gaps.count && (!mend_gap(mend, gap)->item || mend_gap(mend, gap)->item < item))
            gap++;
        if (gap < mend->gaps.count && mend_gap(mend, gap)->item == item)
            continue;
        if (mend->unsearched++ == 0)
            mend->unsearched_at = item_begin(game, item);
    }
}

void mend_find_gaps(struct ludus_mend *mend)
{
    size_t size = (mend->slots.count + 1) * SLOT_GAPS;
    if (size > mend->gap_of_size) {
        int *grown = memory_grown(mend->gap_of, size * sizeof *grown);
        mend->failed |= !grown;
        if (!grown)
            return;
        mend->gap_of = grown;
        mend->gap_of_size = size;
    }
    for (size_t i = 0; i < size; i++)
        mend->gap_of[i] = NO_GAP;
    for (size_t i = 0; i < mend->slots.count; i++)
        find_in_slot(mend, i);
    count_unsearched(mend);
}

bool mend_is_damaged(const struct ludus_mend *mend, size_t slot)
{
    for (unsigned part = 0; part < SLOT_GAPS; part++)
        if (mend_gap_of(mend, slot, part) != NO_GAP)
            return true;
    return false;
}
