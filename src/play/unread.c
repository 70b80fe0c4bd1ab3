/* unread.c - text that could not be read, in the place of a turn or of a part of one. */
#include "play/unread.h"

#include "base/chars.h"
#include "play/labels.h"

enum { FAR = 64 }; /* items that are looked at for the next number */

bool unread_is_name(const struct ludus_replay *replay, const struct item *item)
{
    const struct item *next = item + 1, *end = replay->game->items + replay->game->item_count;
    return turns_unread(item) && next < end && turns_begins(next) && !next->move.name_length &&
           lexicon_kind(&replay->lexicon, item->text, item->length) != NONE;
}

/* Counts the turns from item number `at` on up to the next number of the line, and finds that. NULL where
 * there is none near. */
static const struct item *next_label(const struct ludus_replay *replay, size_t at, long *turns)
{
    const struct ludus_game *game = replay->game;
    bool joins = turns_open(&game->items[at - 1]);
    long place;
    *turns = 0;
    for (unsigned looked = 0; at < game->item_count && looked < FAR; at++, looked++) {
        const struct item *item = &game->items[at];
        bool read = turns_begins(item), unread = turns_unread(item) && item->form == BAD_MOVE;
        *turns += (read || unread) && !joins;
        if (item->kind == ITEM_MOVE || item->kind == ITEM_BAD)
            joins = turns_open(item);
        if (item->kind == ITEM_NUMBER && labels_distance(replay, item, &place))
            return item;
        if (item->kind == ITEM_CLOSE || item->kind == ITEM_RESULT)
            return NULL;
        if (item->kind == ITEM_OPEN)
            at = item->partner;
    }
    return NULL;
}

/* Is the text the beginning of a move, where a record breaks off: N, Nc, Nx, ex? */
static bool begins_move(const struct item *item)
{
    const char *at = item->text, *end = at + item->length;
    at += at < end && is_upper(*at);
    at += at < end && *at >= 'a' && *at <= 'p';
    if (at < end && *at == 'x') {
        at++;
        at += at < end && *at >= 'a' && *at <= 'p';
    }
    return at == end;
}

bool unread_is_turn(const struct ludus_replay *replay, const struct item *item)
{
    long turns, distance = 0;
    if (item->form == BAD_SIGN)
        return false;
    if (replay->turn.label || replay->turn.dice)
        return true;
    const struct item *label = next_label(replay, replay->turns.at, &turns);
    if (label)
        return labels_distance(replay, label, &distance) && distance != turns;
    return item->form == BAD_MOVE || turns > 0 || begins_move(item);
}
