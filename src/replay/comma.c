/* comma.c - tries the moves of a turn as the rest of the one before it. */
#include "comma.h"

#include <string.h>

/* The move, roll or bracket before an item of the record, or NULL. */
static const struct item *item_before(const struct ludus_game *game, const struct item *item)
{
    while (item > game->items) {
        item--;
        if (item->kind != ITEM_COMMENT && item->kind != ITEM_NAG && item->kind != ITEM_ESCAPE)
            return item;
    }
    return NULL;
}

/* The roll of the turn that ends right before `item`, if it is whole; else NULL. */
static const struct item *roll_before(const struct ludus_replay *replay, const struct item *item)
{
    unsigned dice = replay->ruleset->rules.dice, moves = 0;
    do {
        item = item_before(replay->game, item);
        moves += item && item->kind == ITEM_MOVE;
        if (item && item->kind == ITEM_MOVE && (item->move.flags & MOVE_SIC || item->move.style >= MOVE_PASS))
            return NULL;
    } while (item && item->kind == ITEM_MOVE && item->move.flags & MOVE_JOINED);
    item = item && moves ? item_before(replay->game, item) : NULL;
    if (!item || item->kind != ITEM_DICE || item->dice.count != dice)
        return NULL;
    for (unsigned i = 0; i < dice; i++)
        if (item->dice.face[i] == 0)
            return NULL;
    return item;
}

bool comma_is_missing(const struct ludus_replay *replay)
{
    const struct turn *turn = &replay->turn;
    const struct line *line = &replay->line;
    struct ludus_move moves[RESOLVE_MAX];
    struct undo undos[LUDUS_DICE_MAX];
    if (!replay->ruleset->rules.dice || turn->label || turn->dice || turn->misled || line->undos == 0)
        return false;
    const struct item *roll = roll_before(replay, turn->items[0]);
    const struct undo *last = replay_undo_at(replay, line->undos - 1);
    if (!roll || last->move.type != NONE)
        return false;
    struct ludus_position pos = line->pos;
    position_unmake(&pos, last);
    memcpy(pos.dice, roll->dice.face, sizeof pos.dice);
    for (unsigned i = 0; i < turn->item_count; i++) {
        if (i == LUDUS_DICE_MAX || resolve_move(&replay->lexicon, &pos, &turn->items[i]->move, moves) != 1)
            return false;
        position_make(&pos, moves[0], &undos[i]);
    }
    return true;
}
