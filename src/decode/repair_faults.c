/* repair_faults.c - finds the places of a record that are no notation. */
#include "decode/repair.h"
#include "play/roll.h"

/* The fault in [begin, end) of the record, behind which item number `next` stands. */
static bool set_fault(const struct slots *slots, size_t begin, size_t end, size_t next,
                      struct notation_fault *out)
{
    *out = (struct notation_fault){ .begin = begin, .end = end, .next = next };
    while (out->slot < slots->count && slots->slot[out->slot].end <= begin)
        out->slot++;
    if (out->slot > 0 && slots->game->source.text[begin] == ',') /* the turn before would go on */
        out->slot--;
    return true;
}

static bool roll_fault(const struct slots *slots, const struct item *roll, struct notation_fault *out)
{
    const struct ludus_game *game = slots->game;
    set_fault(slots, item_begin(game, roll), item_end(game, roll), (size_t)(roll - game->items) + 1, out);
    out->roll = true;
    return true;
}

bool repair_find_fault(const struct slots *slots, size_t item, struct notation_fault *out)
{
    const struct ludus_game *game = slots->game;
    bool diceless = slots->replay->ruleset->rules.dice == 0;
    const struct item *roll = NULL;
    for (size_t i = item; i < game->item_count; i++) {
        const struct item *at = &game->items[i];
        if (at->kind == ITEM_BAD) {
            size_t next = i + 1;
            while (next < game->item_count && game->items[next].kind == ITEM_BAD)
                next++;
            return set_fault(slots, item_begin(game, at), item_end(game, &game->items[next - 1]), next, out);
        }
        if (at->kind == ITEM_OPEN && at->partner >= game->item_count && !roll) {
            set_fault(slots, item_begin(game, at), item_end(game, at), i + 1, out);
            out->open = true;
            return true;
        }
        struct bare_roll bare;
        if (at->kind == ITEM_MOVE && !roll && roll_find_bare(game, &slots->replay->ruleset->rules, at, &bare))
            return set_fault(slots, item_begin(game, bare.first), item_end(game, bare.last), i, out);
        bool ends = at->kind == ITEM_NUMBER || at->kind == ITEM_DICE || at->kind == ITEM_OPEN;
        if (roll && ends)
            return roll_fault(slots, roll, out);
        if (at->kind == ITEM_DICE && diceless)
            return roll_fault(slots, at, out);
        if (at->kind == ITEM_DICE)
            roll = at;
        else if (at->kind == ITEM_MOVE)
            roll = NULL;
        else if (at->kind == ITEM_OPEN)
            i = at->partner;
    }
    return roll && roll_fault(slots, roll, out);
}
