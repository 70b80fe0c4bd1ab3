/* turns.c - a record as turns. */
#include "notation/turns.h"

/* A roll that no move follows: the next turn begins, or the line ends. */
static enum turns_event drop_roll(struct turns *turns)
{
    turns->item = turns->dice;
    turns->dice = NULL;
    turns->renumbered = true;
    return TURNS_LONE_ROLL;
}

/* Where lines part, what has been read belongs to no turn. */
static enum turns_event part(struct turns *turns, enum turns_event event)
{
    if (turns->dice)
        return drop_roll(turns);
    turns->at++;
    turns_taken(turns);
    return event;
}

/* Goes on behind a variation. */
static void skip(struct turns *turns, const struct item *open)
{
    turns->at = open->partner < turns->game->item_count ? open->partner + 1 : turns->game->item_count;
    turns_taken(turns);
}

enum turns_event turns_next(struct turns *turns)
{
    const struct ludus_game *game = turns->game;
    while (turns->at < game->item_count) {
        const struct item *item = &game->items[turns->at];
        turns->item = item;
        switch ((enum item_kind)item->kind) {
        case ITEM_NUMBER:
            turns->renumbered |= turns->label != NULL;
            if (turns->dice)
                return drop_roll(turns);
            turns->label = item;
            break;
        case ITEM_DICE:
            if (turns->dice) {
                turns->at++;
                return TURNS_SECOND_ROLL;
            }
            turns->dice = item;
            break;
        case ITEM_OPEN:
            if (!turns->main || turns->dice)
                return part(turns, TURNS_OPEN);
            skip(turns, item);
            continue;
        case ITEM_CLOSE:
            return part(turns, TURNS_CLOSE);
        case ITEM_MOVE:
            turns->at++;
            return TURNS_TURN;
        case ITEM_BAD:
            turns->at++;
            return TURNS_UNREAD;
        case ITEM_RESULT:
            turns->at++;
            return TURNS_RESULT;
        case ITEM_COMMENT:
            turns->at++;
            return TURNS_COMMENT;
        case ITEM_NAG:
            turns->at++;
            return TURNS_NAG;
        case ITEM_ESCAPE:
            turns->at++;
            return TURNS_ESCAPE;
        }
        turns->at++;
    }
    turns->item = NULL;
    if (turns->dice)
        return drop_roll(turns);
    turns_taken(turns);
    return TURNS_END;
}

/* ---- The moves of a turn ---- */

/* Does a comma at the end of unreadable text join what follows to it? */
static bool ends_in_comma(const struct item *item)
{
    return item->kind == ITEM_BAD && item->form != BAD_SIGN && item->text[item->length - 1] == ',';
}

/* Is the item a comma behind a move, which no readable move follows? */
static bool is_comma(const struct item *item)
{
    return item->kind == ITEM_BAD && item->length == 1 && *item->text == ',' && item->number == MSG_COUNT;
}

bool turns_open(const struct item *item)
{
    return ends_in_comma(item) || is_comma(item);
}

struct turns_moves turns_moves(const struct ludus_game *game, size_t first)
{
    return (struct turns_moves){ .at = first + 1, .joins = ends_in_comma(&game->items[first]) };
}

const struct item *turns_more(const struct ludus_game *game, struct turns_moves *moves)
{
    for (size_t at = moves->at; at < game->item_count; at++) {
        const struct item *item = &game->items[at];
        if (turns_beside(item) || item_is_aside(item))
            continue;
        bool text = item->kind == ITEM_BAD && item->form != BAD_SIGN;
        bool belongs = turns_joined(item) || (moves->joins && (item->kind == ITEM_MOVE || text));
        moves->unread |= item->kind == ITEM_BAD;
        moves->joins = belongs ? ends_in_comma(item) : is_comma(item);
        if (belongs) {
            moves->at = at + 1;
            return item;
        }
        if (!moves->joins) /* else an unreadable move may follow the comma */
            break;
    }
    return NULL;
}

const struct item *turns_next_beside(const struct ludus_game *game, size_t *at)
{
    bool any = *at < game->item_count && turns_beside(&game->items[*at]);
    return any ? &game->items[(*at)++] : NULL;
}

const struct item *turns_next_nag(const struct ludus_game *game, size_t *at)
{
    const struct item *item;
    do
        item = turns_next_beside(game, at);
    while (item && item->kind != ITEM_NAG);
    return item;
}

/* ---- The main line ---- */

const struct item *turns_main(const struct ludus_game *game, size_t *at)
{
    while (*at < game->item_count) {
        const struct item *item = &game->items[(*at)++];
        if (item->kind != ITEM_OPEN)
            return item;
        *at = item->partner; /* its end, or that of the record */
    }
    return NULL;
}

const struct item *turns_first_label(const struct ludus_game *game)
{
    for (size_t i = 0; i < game->item_count && game->items[i].kind != ITEM_MOVE; i++)
        if (game->items[i].kind == ITEM_NUMBER)
            return &game->items[i];
    return NULL;
}

bool turns_main_turn(const struct ludus_game *game, size_t *at)
{
    for (const struct item *item; (item = turns_main(game, at)) != NULL;)
        if (turns_begins(item))
            return true;
    return false;
}

size_t turns_count(const struct ludus_game *game)
{
    size_t at = 0, turns = 0;
    while (turns_main_turn(game, &at))
        turns++;
    return turns;
}

const struct item *turns_result(const struct ludus_game *game)
{
    const struct item *result = NULL;
    size_t at = 0;
    for (const struct item *item; (item = turns_main(game, &at)) != NULL;)
        result = item->kind == ITEM_RESULT ? item : result;
    return result;
}
