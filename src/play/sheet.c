/* sheet.c - the main line of a record as a list of turns. */
#include "play/sheet.h"

#include "base/memory.h"
#include "base/text.h"
#include "play/replay.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

bool sheet_init(struct sheet *sheet, const struct ludus_ruleset *rules)
{
    *sheet = (struct sheet){ .replay = ludus_replay_new(rules) };
    return sheet->replay != NULL;
}

void sheet_free(struct sheet *sheet)
{
    ludus_replay_free(sheet->replay);
    arena_free(&sheet->shadow.arena);
    free(sheet->entries);
}

static struct sheet_entry *add_entry(struct sheet *sheet)
{
    struct sheet_entry *entry = memory_room(sheet->entries, sheet->count, &sheet->capacity, sizeof *entry);
    if (!entry)
        return NULL;
    sheet->entries = entry;
    sheet->entries[sheet->count] = (struct sheet_entry){ .game = sheet->game, .side = NO_SIDE, .place = -1 };
    return &sheet->entries[sheet->count++];
}

/* If Black begins: are the numbers 1B 1W 2B, and not 1B 2W 2B? Two successive labels tell. */
static bool counts_from_black(const struct sheet *sheet)
{
    struct turns at = { .game = sheet->game, .main = true };
    const struct item *before = NULL; /* label of the last turn */
    if (sheet->replay->line.first_side != LUDUS_BLACK ||
        turn_first(&sheet->replay->ruleset->rules) == LUDUS_BLACK)
        return false;
    for (enum turns_event event; (event = turns_next(&at)) != TURNS_END;) {
        const struct item *label = at.label;
        if (event == TURNS_UNREAD)
            before = at.label = NULL;
        if (event != TURNS_TURN || turns_joined(at.item))
            continue;
        if (label && (label->side > LUDUS_BLACK || label->number == UNNUMBERED))
            label = NULL;
        long later = before && label && before->side != label->side
                         ? (long)label->number - (long)before->number
                         : LONG_MAX;
        if (later == 0 || later == 1)
            return later == (before->side == LUDUS_WHITE);
        before = roll_is_lost(at.item) ? NULL : label;
        turns_taken(&at);
    }
    return false;
}

/* A bare number is that of the side which begins the record, if its first label is bare too; else that of the
 * side which begins each number in canonical form. */
static unsigned side_of(const struct sheet *sheet, const struct item *label)
{
    if (label->side != NO_SIDE)
        return label->side;
    const struct item *first = sheet->count ? sheet->entries[0].label : NULL;
    if (label->form < 2 && first && first->side == NO_SIDE && first->form < 2)
        return sheet->replay->line.first_side;
    return turn_first(&sheet->replay->ruleset->rules) ^ (label->form >= 2);
}

/* Number of turns from the beginning of number 0 to a turn. */
static long place_of(const struct sheet *sheet, unsigned number, unsigned side)
{
    long place = turn_place(&sheet->replay->ruleset->rules, number, side);
    return sheet->from_black ? place ^ 1 : place;
}

static long labelled_place(const struct sheet *sheet, const struct item *label)
{
    return label->number != UNNUMBERED ? place_of(sheet, label->number, side_of(sheet, label)) : -1;
}

/* After a lost turn: adds more of them, up to the turn of `label`. */
static bool widen_lost(struct sheet *sheet, const struct item *label)
{
    const struct sheet_entry *last = sheet->count ? &sheet->entries[sheet->count - 1] : NULL;
    if (!last || !label || last->count != 1 || !roll_is_lost(last->items[0]))
        return true;
    long from = sheet->last, to = labelled_place(sheet, label);
    size_t begin = last->begin, end = last->end;
    for (long i = from + 1; from >= 0 && i < to && i - from < 100; i++) {
        struct sheet_entry *entry = add_entry(sheet);
        if (!entry)
            return false;
        entry->begin = begin;
        entry->end = end;
    }
    return true;
}

/* Adds the turn that begins with the current item. Words in a row that cannot be read are one turn; in a game
 * with dice they are the roll of the moves right after them. False if the list ends before the turn, or
 * without memory. */
static bool gather_turn(struct sheet *sheet, struct turns *at)
{
    const struct ludus_game *game = sheet->game;
    const struct item *item = at->item, *label = at->label, *dice = at->dice;
    bool whole = sheet->extent == SHEET_WHOLE, diced = dice_thrown(&sheet->replay->ruleset->rules);
    bool after = whole && item > game->items && turns_unread(item - 1);
    bool named = after && unread_is_name(sheet->replay, item - 1);
    struct sheet_entry *entry = sheet->count ? &sheet->entries[sheet->count - 1] : NULL;
    if (!entry || label || dice || !entry->unread || !after || named || !(diced || turns_unread(item))) {
        if (!(entry = add_entry(sheet)))
            return false;
        entry->label = label;
        if (label)
            entry->place = labelled_place(sheet, label);
        if (label && (label->side != NO_SIDE || label->number != UNNUMBERED || label->form >= 2))
            entry->side = (uint8_t)side_of(sheet, label);
        /* A roll in a game without dice is a fault and says nothing, but it is written. */
        entry->dice = whole || diced ? dice : NULL;
        entry->begin = item_begin(game, label ? label : dice ? dice : item);
        entry->apart = named ? item - 1 : NULL;
        turns_taken(at);
    }
    struct turns_moves moves = turns_moves(game, at->at - 1);
    for (; item && (whole || turns_is_move(item)); item = turns_more(game, &moves)) {
        entry->end = item_end(game, item);
        if (!turns_is_move(item)) {
            entry->unread = entry->unread ? entry->unread : item;
            continue;
        }
        entry->sic |= (item->move.flags & MOVE_SIC) != 0;
        entry->crowded |= entry->count == TURN_ITEMS;
        if (!entry->crowded)
            entry->items[entry->count++] = item;
    }
    at->at = whole ? moves.at : at->at;
    sheet->last = label ? entry->place : sheet->last + (sheet->last >= 0);
    if (whole || !(entry->sic || entry->crowded))
        return true;
    sheet->count--;
    return false;
}

/* Can the unreadable text contain a move? A misplaced mark or bracket cannot. */
static bool is_unread(const struct item *item)
{
    bool sign = item->length == 1 && (*item->text == ',' || *item->text == ')');
    return !sign && item->number != MSG_STRAY_SUFFIX && item->number != MSG_BAD_MARK &&
           item->number != MSG_BAD_NAG;
}

/* ---- The list ---- */

static bool gather_all(struct sheet *sheet)
{
    const struct rules *rules = &sheet->replay->ruleset->rules;
    struct turns at = { .game = sheet->game, .main = true };
    struct bare_roll bare;
    bool whole = sheet->extent == SHEET_WHOLE;
    sheet->last = -1;
    sheet->from_black = sheet->extent != SHEET_LEGAL && counts_from_black(sheet);
    sheet->first = place_of(sheet, sheet->replay->line.number, sheet->replay->line.first_side);
    while (!sheet->cut) {
        enum turns_event event = turns_next(&at);
        const struct item *item = at.item;
        if (!item)
            break;
        if (event == TURNS_TURN && !turns_joined(item)) {
            if (!at.dice && roll_find_bare(sheet->game, rules, item, &bare))
                at.label = bare.label;
            if (sheet->extent == SHEET_WIDE && !widen_lost(sheet, at.label))
                return false;
            sheet->cut = !gather_turn(sheet, &at);
        } else if (event == TURNS_RESULT) {
            sheet->result = item;
        } else if (whole &&
                   ((event == TURNS_LONE_ROLL && dice_thrown(rules)) ||
                    (event == TURNS_UNREAD && is_unread(item) && !unread_is_name(sheet->replay, item)))) {
            if (event == TURNS_LONE_ROLL)
                at.dice = item; /* it is such text, too */
            if (!gather_turn(sheet, &at))
                return false;
        }
    }
    return true;
}

/* Makes the shadow a copy of a record. */
static void set_shadow(struct sheet *sheet, const struct ludus_game *game)
{
    struct arena arena = sheet->shadow.arena;
    sheet->shadow = *game;
    sheet->shadow.arena = arena;
    sheet->shadow.diag.arena = &sheet->shadow.arena;
    sheet->shadow.diag.terse = true;
    sheet->shown = game;
    sheet_forget(sheet);
}

void sheet_borrow(struct sheet *sheet, struct ludus_replay *replay)
{
    *sheet = (struct sheet){ .replay = replay, .game = replay->game };
    set_shadow(sheet, replay->game);
    replay->game = &sheet->shadow;
}

bool sheet_read(struct sheet *sheet, struct ludus_game *game, enum sheet_extent extent)
{
    sheet->game = game;
    sheet->extent = extent;
    sheet->count = 0;
    sheet->result = NULL;
    sheet->cut = false;
    sheet->replay->texts = false;
    if (!ludus_replay_start(sheet->replay, game))
        return false;
    set_shadow(sheet, game);
    sheet->replay->game = &sheet->shadow;
    return gather_all(sheet);
}

void sheet_forget(struct sheet *sheet)
{
    diag_clear(&sheet->shadow.diag);
    arena_reset(&sheet->shadow.arena);
}

bool sheet_blamed(const struct sheet *sheet)
{
    for (const struct message *message = sheet->shadow.diag.first; message; message = message->next)
        if ((message->severity == LUDUS_ERROR && message->id != MSG_MISSING_ROLL) ||
            (message->severity == LUDUS_WARNING && message->id == MSG_NOT_A_CAPTURE))
            return true;
    return false;
}

struct sheet_state sheet_state(const struct sheet *sheet)
{
    const struct line *line = &sheet->replay->line;
    struct sheet_state state = { .undos = line->undos,
                                 .dice_count = line->pos.dice_count,
                                 .dice_used = line->pos.dice_used,
                                 .moves = sheet->replay->turn.move_count };
    memcpy(state.dice, line->pos.dice, sizeof state.dice);
    return state;
}

void sheet_return(struct sheet *sheet, struct sheet_state state)
{
    struct line *line = &sheet->replay->line;
    replay_rewind(sheet->replay, state.undos);
    memcpy(line->pos.dice, state.dice, sizeof state.dice);
    line->pos.dice_count = state.dice_count;
    line->pos.dice_used = state.dice_used;
    line->number = line->pos.number;
    line->side = line->pos.side;
    line->broken = line->lost = false;
    sheet->replay->turn.move_count = state.moves;
}

static void take_entry(struct sheet *sheet, const struct sheet_entry *entry)
{
    struct turn *turn = &sheet->replay->turn;
    if (entry->game != sheet->shown)
        set_shadow(sheet, entry->game);
    sheet->replay->roll_before = NULL; /* a turn stands alone here */
    turn->label = NULL;
    turn->dice = dice_thrown(&sheet->replay->ruleset->rules) ? entry->dice : NULL;
    turn->item_count = entry->count;
    memcpy(turn->items, entry->items, sizeof entry->items);
    turn->crowded = entry->crowded;
    turn->unread = false;
    turn->misled = !sheet->explains;
}

bool sheet_play(struct sheet *sheet, const struct sheet_entry *entry)
{
    struct sheet_state state = sheet_state(sheet);
    sheet_forget(sheet);
    sheet->replay->turn.state = LUDUS_TURN_ILLEGAL;
    if (entry->count == 0)
        return false;
    const struct rules *rules = &sheet->replay->ruleset->rules;
    unsigned thrown = dice_thrown(rules);
    for (unsigned i = 0; entry->dice && i < thrown; i++)
        if (entry->dice->dice.count != thrown || entry->dice->dice.face[i] > rules->faces)
            return false; /* the dice of the game cannot fall so */
    take_entry(sheet, entry);
    turn_play(sheet->replay);
    if (sheet->replay->turn.state == LUDUS_TURN_PLAYED && !sheet_blamed(sheet))
        return true;
    sheet_return(sheet, state);
    return false;
}

size_t sheet_count_bare(const struct sheet *sheet, size_t turns)
{
    size_t count = 0;
    for (size_t i = 0; i < turns && sheet->replay->ruleset->rules.dice; i++) {
        const struct sheet_entry *entry = &sheet->entries[i];
        count += !entry->dice && entry->count && !roll_is_lost(entry->items[0]);
    }
    return count;
}

void sheet_end_turn(struct sheet *sheet)
{
    struct ludus_replay *replay = sheet->replay;
    if (!replay_make(replay, END_OF_TURN))
        return;
    replay->line.number = replay->line.pos.number;
    replay->line.side = replay->line.pos.side;
}

void sheet_begin_turn(struct sheet *sheet, const struct sheet_entry *entry, const uint8_t *dice)
{
    struct ludus_replay *replay = sheet->replay;
    unsigned count = position_dice(&replay->line.pos);
    sheet_forget(sheet);
    take_entry(sheet, entry);
    replay->turn.move_count = 0;
    replay->turn.roll_count = count;
    replay->turn.side = replay->line.pos.side;
    replay->turn.number = replay->line.pos.number;
    replay->line.turn_undos = replay->line.undos;
    if (count) {
        memcpy(replay->turn.roll, dice, sizeof replay->turn.roll);
        ludus_position_roll(&replay->line.pos, dice, count);
    }
}
