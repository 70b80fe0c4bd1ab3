/* comma.c - tries the moves of a turn as the rest of the one before it. */
#include "base/chars.h"
#include "notation/move_text.h"
#include "play/replay.h"

#include <string.h>

bool comma_is_missing(const struct ludus_replay *replay)
{
    const struct turn *turn = &replay->turn;
    const struct line *line = &replay->line;
    struct ludus_move moves[RESOLVE_MAX];
    struct undo undos[LUDUS_DICE_MAX];
    if (!replay->ruleset->rules.dice || turn->label || turn->dice || turn->misled || line->undos == 0)
        return false;
    const struct item *roll = replay->roll_before;
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

/* Is the item a move of the game, behind which a full stop may stand, and then a comma, a semicolon, the
 * number of a turn, a result or the end? */
static bool is_whole_move(const struct ludus_replay *replay, const struct item *item, const struct item *end,
                          bool or_pass)
{
    const struct move_text *move = &item->move;
    const char *behind = item->text + item->length;
    behind += strspn(behind, ". ");
    return item->kind == ITEM_MOVE &&
           (move->style == MOVE_SQUARES || move->style == MOVE_PLACE ||
            (or_pass && move->style == MOVE_PASS)) &&
           (move->name_length == 0 || resolve_name(&replay->lexicon, move)) &&
           (!*behind || *behind == ',' || *behind == ';' ||
            (item + 1 < end &&
             (item[1].kind == ITEM_RESULT || (item[1].kind == ITEM_NUMBER && item[1].form > 0))));
}

void comma_check_semicolon(struct ludus_replay *replay, const struct item *comment)
{
    const struct ludus_ruleset *ruleset = replay->ruleset;
    if (comment == replay->game->items || !(turns_begins(comment - 1) || turns_joined(comment - 1)) ||
        !(ruleset->rules.dice > 1 || ruleset->places))
        return;
    struct ludus_game *said = record_from((struct ludus_text){ comment->text, comment->length }, "");
    replay->failed |= !said;
    if (!said)
        return;
    const struct item *first = said->items, *end = first + said->item_count, *move = first;
    move += move < end && move->kind == ITEM_NUMBER && move->form > 0;
    bool turn = move > first;
    move += turn && move < end && move->kind == ITEM_DICE;
    if (move < end && !said->tag_count && is_whole_move(replay, move, end, turn)) {
        int length = (int)(move->text + move->length - first->text);
        struct message *message =
            record_say(replay->game, comment, MSG_COMMENT_FOR_COMMA, length, first->text);
        diag_hint(replay_diag(replay), message,
                  turn ? "turns need no sign between them" : "a comma joins the moves of a turn");
    }
    ludus_game_free(said);
}

/* ---- Text that could not be read, in the place of a turn or of a part of one ---- */

enum { FAR = 64 /* items that are looked at for the next number */, CUT_MAX = 32 };

bool unread_is_name(const struct ludus_replay *replay, const struct item *item)
{
    const struct item *next = item + 1, *end = replay->game->items + replay->game->item_count;
    return turns_unread(item) && next < end && turns_begins(next) && !next->move.name_length &&
           lexicon_kind(&replay->lexicon, item->text, item->length) != NONE;
}

/* Does the text, the name of a piece, make a legal move with the squares behind it, as in N c6? */
static bool is_cut_move(struct ludus_replay *replay, const struct item *item)
{
    char text[CUT_MAX];
    struct move_text move;
    struct ludus_move moves[RESOLVE_MAX];
    size_t length = item->length;
    if (!unread_is_name(replay, item) || length + item[1].length >= sizeof text)
        return false;
    memcpy(text, item->text, length);
    memcpy(text + length, item[1].text, item[1].length);
    quick_settle(replay);
    return move_text_parse(text, length + item[1].length, &replay->game->arena, &move) &&
           resolve_move(&replay->lexicon, &replay->line.pos, &move, moves) == 1;
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
        enum ludus_event event = visit_event(item);
        bool unread = turns_unread(item);
        if (turns_is_move(item) || unread) {
            *turns += (turns_begins(item) || (unread && item->form == BAD_MOVE)) && !joins;
            joins = turns_open(item);
        } else if (event == LUDUS_EVENT_VARIATION) {
            at = item->partner;
        } else if (turns_parts(item)) {
            return NULL;
        } else if (event == LUDUS_EVENT_NUMBER && labels_distance(replay, item, &place)) {
            return item;
        }
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

bool unread_is_turn(struct ludus_replay *replay, const struct item *item)
{
    long turns, distance = 0;
    if (item->form == BAD_SIGN)
        return false;
    if (replay->turn.label || replay->turn.dice || is_cut_move(replay, item))
        return true;
    const struct item *label = next_label(replay, replay->turns.at, &turns);
    if (label)
        return labels_distance(replay, label, &distance) && distance != turns;
    return item->form == BAD_MOVE || turns > 0 || begins_move(item);
}
