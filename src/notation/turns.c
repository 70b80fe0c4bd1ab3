/* turns.c - finds the turns of a record with their annotations, and visits it event by event. */
#include "notation/turns.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* Drops a roll that no move follows: the next turn begins, or the line ends. */
static enum turns_event drop_roll(struct turns *turns)
{
    turns->item = turns->dice;
    turns->dice = NULL;
    turns->renumbered = true;
    return TURNS_LONE_ROLL;
}

/* Passes the beginning or end of a variation: what was read before it belongs to no turn. */
static enum turns_event pass_bracket(struct turns *turns, enum turns_event event)
{
    if (turns->dice)
        return drop_roll(turns);
    turns->at++;
    turns_taken(turns);
    return event;
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
                return pass_bracket(turns, TURNS_OPEN);
            turns->at = item->partner < game->item_count ? item->partner + 1 : game->item_count;
            turns_taken(turns);
            continue;
        case ITEM_CLOSE:
            return pass_bracket(turns, TURNS_CLOSE);
        default:
            turns->at++;
            return (enum turns_event)item->kind;
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

/* Is the item a comma after a move, with no readable move after it? */
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

const struct item *turns_next_nag(const struct ludus_game *game, size_t *at)
{
    while (*at < game->item_count && turns_beside(&game->items[*at]))
        if (game->items[(*at)++].kind == ITEM_NAG)
            return &game->items[*at - 1];
    return NULL;
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

bool turns_main_turn(const struct ludus_game *game, size_t *at)
{
    for (const struct item *item; (item = turns_main(game, at)) != NULL;)
        if (turns_begins(item))
            return true;
    return false;
}

size_t ludus_game_turns(const struct ludus_game *game)
{
    size_t turns = 0;
    for (size_t at = 0; turns_main_turn(game, &at);)
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

/* ---- Comments, NAGs and commands of a turn ---- */

/* Finds the next comment from item number `*at` on, or else the next NAG or mark, of a turn or (with NULL)
 * before the first one. NULL after the last. What follows the turn's variations belongs to it, too. */
static const struct item *next_beside(const struct ludus_game *game, const struct ludus_turn *turn,
                                      size_t *at, bool comment)
{
    const size_t end = turn ? turn->offset + turn->length : 0;
    if (turn && !*at && turn->size == sizeof *turn)
        *at = turn->item;
    while (turn && *at < game->item_count && item_begin(game, &game->items[*at]) < turn->offset)
        ++*at; /* in programs whose turns have no item */
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

/* Appends a text's words, each with a blank before it unless it is the first in the buffer since `start`. */
static void add_words(struct ludus_buffer *out, size_t start, const char *at, const char *end)
{
    for (bool gap = true; at < end; at++) {
        if (is_space(*at)) {
            gap = true;
            continue;
        }
        if (gap && out->length > start)
            buf_char(out, ' ');
        gap = false;
        buf_char(out, *at);
    }
}

void turns_add_prose(const struct item *comment, size_t start, struct ludus_buffer *out)
{
    struct command command = command_begin(comment->text, comment->length);
    const char *from = comment->text;
    for (; command_next(&command); from = command.end)
        add_words(out, start, from, command.begin);
    add_words(out, start, from, comment->text + comment->length);
}

void ludus_turn_prose(const struct ludus_game *game, const struct ludus_turn *turn, struct ludus_buffer *out)
{
    const size_t start = out->length;
    size_t at = 0;
    for (const struct item *item; (item = turns_next_comment(game, turn, &at)) != NULL;)
        turns_add_prose(item, start, out);
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

/* ---- Events ---- */

static enum ludus_event change_turn(struct visit *visit, bool begins)
{
    visit->turn = begins;
    visit->moved = false;
    return begins ? LUDUS_EVENT_TURN : LUDUS_EVENT_TURN_END;
}

unsigned visit_held(const struct ludus_game *game)
{
    unsigned held = 0;
    for (size_t i = 0; i < game->item_count; i++)
        held |= 1U << visit_event(&game->items[i]);
    return held;
}

enum ludus_event visit_next(struct visit *visit)
{
    const struct ludus_game *game = visit->game;
    const struct item *item = visit->at < game->item_count ? &game->items[visit->at] : NULL;
    visit->item = NULL;
    if (visit->tags < game->tag_count && (!item || game->tags[visit->tags].begin < item_begin(game, item))) {
        visit->tag = &game->tags[visit->tags++];
        return LUDUS_EVENT_TAG;
    }
    if (visit->turn && (!item || turns_parts(item) || (visit->moved && turns_leads(item))))
        return change_turn(visit, false);
    if (!item)
        return visit->depth > 0 ? (visit->depth--, LUDUS_EVENT_VARIATION_END) : LUDUS_EVENT_END;
    visit->item = item;
    if (!visit->turn && turns_leads(item))
        return change_turn(visit, true);
    visit->at++;
    visit->moved |= item->kind == ITEM_MOVE;
    visit->depth += item->kind == ITEM_OPEN;
    visit->depth -= item->kind == ITEM_CLOSE;
    return visit_event(item);
}

enum ludus_event visit_next_item(struct visit *visit)
{
    enum ludus_event event;
    do
        event = visit_next(visit);
    while (event == LUDUS_EVENT_TURN || event == LUDUS_EVENT_TURN_END);
    return event;
}

const struct visit_words visit_words[LUDUS_EVENT_UNREAD + 1] = {
    [LUDUS_EVENT_END] = { "", "" },
    [LUDUS_EVENT_TAG] = { "tag", "a tag" },
    [LUDUS_EVENT_TURN] = { "turn", "a turn" },
    [LUDUS_EVENT_TURN_END] = { "", "" },
    [LUDUS_EVENT_NUMBER] = { "number", "a turn number" },
    [LUDUS_EVENT_DICE] = { "dice", "a roll" },
    [LUDUS_EVENT_MOVE] = { "move", "a move" },
    [LUDUS_EVENT_COMMENT] = { "comment", "a comment" },
    [LUDUS_EVENT_COMMAND] = { "command", "a command" },
    [LUDUS_EVENT_NAG] = { "nag", "an annotation" },
    [LUDUS_EVENT_VARIATION] = { "variation", "a variation" },
    [LUDUS_EVENT_VARIATION_END] = { "", "the end of a variation" },
    [LUDUS_EVENT_RESULT] = { "result", "a result" },
    [LUDUS_EVENT_ESCAPE] = { "escape", "an escaped line" },
    [LUDUS_EVENT_UNREAD] = { "bad", "unreadable text" },
};

enum ludus_event visit_named(const char *name)
{
    enum ludus_event event = LUDUS_EVENT_NUMBER;
    while (event <= LUDUS_EVENT_UNREAD &&
           (event == LUDUS_EVENT_COMMAND || !*name || strcmp(visit_words[event].name, name) != 0))
        event++;
    return event <= LUDUS_EVENT_UNREAD ? event : LUDUS_EVENT_END;
}

bool visit_unclosed(const struct visit *visit)
{
    const struct item *item = visit->item;
    if (!item)
        return true; /* the end of an unclosed variation */
    return item->kind == ITEM_OPEN ? item->partner == visit->game->item_count
                                   : item->kind == ITEM_COMMENT && record_is_cut(visit->game, item);
}

/* ---- For programs ---- */

struct ludus_visit {
    struct visit state;
    struct command command; /* of the last comment */
};

struct ludus_visit *ludus_visit_new(const struct ludus_game *game)
{
    struct ludus_visit *visit = memory_zeroed(1, sizeof *visit);
    if (visit)
        visit->state.game = game;
    return visit;
}

void ludus_visit_free(struct ludus_visit *visit)
{
    free(visit);
}

bool ludus_visit_next(struct ludus_visit *visit, struct ludus_visited *visited)
{
    struct visit *state = &visit->state;
    struct ludus_visited told = { .depth = state->depth, .side = NO_SIDE };
    struct command *command = &visit->command;
    if (command_next(command)) {
        told.event = LUDUS_EVENT_COMMAND;
        told.name = command->name;
        told.text = command->value;
        told.offset = (size_t)(command->begin - state->game->source.text);
    } else {
        told.event = visit_next(state);
        bool ends = told.event == LUDUS_EVENT_VARIATION_END;
        told.depth = ends ? state->depth : told.depth;
        told.unclosed = (state->item || ends) && visit_unclosed(state);
        if (state->item) {
            told.offset = item_begin(state->game, state->item);
            told.side = state->item->kind == ITEM_NUMBER ? state->item->side : NO_SIDE;
        }
        if (state->item && told.event != LUDUS_EVENT_TURN) {
            const struct item *item = state->item;
            told.text = (struct ludus_text){ item->text, item->length };
            if (item->kind == ITEM_NAG || (item->kind == ITEM_NUMBER && item->number < UNCOUNTED))
                told.number = item->number;
            told.mark = item->kind == ITEM_MOVE ? item->move.mark : 0;
            told.joined = turns_joined(item);
            told.result = item->kind == ITEM_RESULT ? (enum ludus_result)item->result : LUDUS_OPEN;
            told.line = item->kind == ITEM_COMMENT && item->form == ';';
        }
    }
    if (told.event == LUDUS_EVENT_COMMENT)
        *command = command_begin(told.text.text, told.text.length);
    else if (told.event == LUDUS_EVENT_TAG) {
        told.name = state->tag->name;
        told.text = state->tag->value;
        told.offset = state->tag->begin;
    }
    bool any = told.event != LUDUS_EVENT_END;
    sized_give(visited, &told, sizeof told);
    return any;
}

void ludus_visit_leave(struct ludus_visit *visit)
{
    struct visit *state = &visit->state;
    size_t count = state->game->item_count;
    visit->command = (struct command){ .rest = NULL };
    for (const struct item *item; state->at < count; state->at++) {
        item = &state->game->items[state->at];
        if (item->kind == ITEM_CLOSE)
            return;
        if (item->kind == ITEM_OPEN)
            state->at = item->partner < count ? item->partner : count - 1;
    }
}
