/* comma.c - tries the moves of a turn as the rest of the one before it. */
#include "replay/comma.h"

#include "base/chars.h"
#include "record/leiden.h"
#include "record/move_text.h"

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

/* Does the number of a turn stand at `at`? */
static bool is_label(const char *at, const char *end)
{
    const char *digits = at;
    while (at < end && is_digit(*at))
        at++;
    bool any = at > digits;
    at += at < end && (*at == 'W' || *at == 'B');
    return any && at < end && *at == '.';
}

/* The first move that a comment can hold: up to a comma, a semicolon, the number of a turn, or its end. */
static struct ludus_text first_move(const struct item *comment)
{
    const char *at = comment->text, *end = at + comment->length;
    unsigned blank;
    while (at < end && (blank = leiden_blank(at, (size_t)(end - at))) > 0)
        at += blank;
    struct ludus_text text = { at, 0 };
    while (at < end && *at != ',' && *at != ';' && !is_label(at, end)) {
        const char *word = at;
        while (at < end && *at != ',' && *at != ';' && !leiden_blank(at, (size_t)(end - at)))
            at++;
        text.length = at > word ? (size_t)(at - text.text) : text.length;
        while (at < end && (blank = leiden_blank(at, (size_t)(end - at))) > 0)
            at += blank;
    }
    return text;
}

void comma_check_semicolon(struct ludus_replay *replay, const struct item *comment)
{
    const struct ludus_ruleset *ruleset = replay->ruleset;
    struct move_text move;
    if (comment == replay->game->items || comment[-1].kind != ITEM_MOVE ||
        !(ruleset->rules.dice > 1 || ruleset->places))
        return;
    struct ludus_text said = first_move(comment);
    if (!move_text_parse(said.text, said.length, &replay->game->arena, &move) ||
        (move.style != MOVE_SQUARES && move.style != MOVE_PLACE) ||
        (move.name_length && !resolve_name(&replay->lexicon, &move)))
        return;
    size_t begin = item_begin(replay->game, comment);
    struct message *message = diag_add(replay_diag(replay), MSG_COMMENT_FOR_COMMA, begin,
                                       item_end(replay->game, comment), (int)said.length, said.text);
    diag_hint(replay_diag(replay), message, "a comma joins the moves of a turn");
}
