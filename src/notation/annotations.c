/* annotations.c - finds the comments, NAGs and commands of a turn. */
#include "notation/command.h"
#include "notation/turns.h"

/* Finds the next comment from item number `*at` on, or else the next NAG or mark, of a turn or (with NULL)
 * before the first one. NULL after the last. What follows the turn's variations belongs to it, too. */
static const struct item *next_beside(const struct ludus_game *game, const struct ludus_turn *turn,
                                      size_t *at, bool comment)
{
    size_t end = turn ? turn->offset + turn->length : 0, high = turn && !*at ? game->item_count : 0;
    while (*at < high) {
        size_t middle = *at + (high - *at) / 2;
        if (item_begin(game, &game->items[middle]) < turn->offset)
            *at = middle + 1;
        else
            high = middle;
    }
    while (*at < game->item_count) {
        const struct item *item = &game->items[(*at)++];
        bool within = item_begin(game, item) < end;
        bool mark = item->kind == ITEM_NAG || (within && item->kind == ITEM_MOVE && item->move.mark);
        if (item->kind == ITEM_OPEN && !within)
            *at = item->partner + 1;
        else if (!within && !turns_beside(item))
            *at = game->item_count;
        else if (comment ? item->kind == ITEM_COMMENT : mark)
            return item;
    }
    return NULL;
}

const struct item *turns_next_comment(const struct ludus_game *game, const struct ludus_turn *turn,
                                      size_t *at)
{
    return next_beside(game, turn, at, true);
}

/* Finds the comment, or else the NAG or mark, number `index`. NULL if there is none. */
static const struct item *find_annotation(const struct ludus_game *game, const struct ludus_turn *turn,
                                          size_t index, bool comment)
{
    size_t at = 0;
    const struct item *item;
    while ((item = next_beside(game, turn, &at, comment)) && index-- > 0)
        ;
    return item;
}

bool ludus_turn_comment(const struct ludus_game *game, const struct ludus_turn *turn, size_t index,
                        struct ludus_text *comment)
{
    const struct item *item = find_annotation(game, turn, index, true);
    if (item)
        *comment = (struct ludus_text){ item->text, item->length };
    return item != NULL;
}

bool ludus_turn_nag(const struct ludus_game *game, const struct ludus_turn *turn, size_t index, unsigned *nag)
{
    const struct item *item = find_annotation(game, turn, index, false);
    if (item)
        *nag = item->kind == ITEM_NAG ? item->number : item->move.mark;
    return item != NULL;
}

bool ludus_turn_command(const struct ludus_game *game, const struct ludus_turn *turn, const char *name,
                        struct ludus_text *value)
{
    struct ludus_text comment;
    for (size_t i = 0; ludus_turn_comment(game, turn, i, &comment); i++) {
        struct command command = command_begin(comment.text, comment.length);
        if (command_find(&command, name)) {
            *value = command.value;
            return true;
        }
    }
    return false;
}
