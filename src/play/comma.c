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

static const char *skip_blanks(const char *at, const char *end)
{
    unsigned blank;
    while (at < end && (blank = leiden_blank(at, (size_t)(end - at))) > 0)
        at += blank;
    return at;
}

/* Where the number of a turn that stands at `at` ends; `at` if none does. */
static const char *label_end(const char *at, const char *end)
{
    const char *next = at;
    while (next < end && is_digit(*next))
        next++;
    bool any = next > at;
    next += next < end && (*next == 'W' || *next == 'B');
    if (!any || next == end || *next != '.')
        return at;
    while (next < end && *next == '.')
        next++;
    return next;
}

/* The first move that a text can hold: up to a comma, a semicolon, the number of a turn, a result, or its
 * end. */
static struct ludus_text first_move(const char *at, const char *end)
{
    struct ludus_text text = { at, 0 };
    while (at < end && *at != ',' && *at != ';' && label_end(at, end) == at) {
        const char *word = at;
        while (at < end && *at != ',' && *at != ';' && !leiden_blank(at, (size_t)(end - at)))
            at++;
        if (result_read((struct ludus_text){ word, (size_t)(at - word) }) != NO_RESULT)
            break;
        text.length = at > word ? (size_t)(at - text.text) : text.length;
        at = skip_blanks(at, end);
    }
    return text;
}

/* Is it a move of the game? One that ends in a full stop is. */
static bool is_move(const struct ludus_replay *replay, struct ludus_text *text, bool or_pass)
{
    struct move_text move;
    struct arena *arena = &replay->game->arena;
    bool read = move_text_parse(text->text, text->length, arena, &move);
    if (!read && text->length > 1 && text->text[text->length - 1] == '.')
        read = move_text_parse(text->text, --text->length, arena, &move);
    return read &&
           (move.style == MOVE_SQUARES || move.style == MOVE_PLACE || (or_pass && move.style == MOVE_PASS)) &&
           (move.name_length == 0 || resolve_name(&replay->lexicon, &move));
}

void comma_check_semicolon(struct ludus_replay *replay, const struct item *comment)
{
    const struct ludus_ruleset *ruleset = replay->ruleset;
    if (comment == replay->game->items || !(turns_begins(comment - 1) || turns_joined(comment - 1)) ||
        !(ruleset->rules.dice > 1 || ruleset->places))
        return;
    const char *end = comment->text + comment->length, *begin = skip_blanks(comment->text, end);
    const char *at = label_end(begin, end);
    if (at > begin) { /* a roll may follow */
        at = skip_blanks(at, end);
        const char *close = at < end && *at == '(' ? memchr(at, ')', (size_t)(end - at)) : NULL;
        at = close ? skip_blanks(close + 1, end) : at;
    }
    struct ludus_text said = first_move(at, end);
    if (!is_move(replay, &said, at > begin))
        return;
    int length = (int)(said.text + said.length - begin);
    struct message *message = record_say(replay->game, comment, MSG_COMMENT_FOR_COMMA, length, begin);
    diag_hint(replay_diag(replay), message,
              at > begin ? "turns need no sign between them" : "a comma joins the moves of a turn");
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
