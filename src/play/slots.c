/* slots.c - the main line of a record as a row of turns. */
#include "play/slots.h"

#include "base/chars.h"
#include "base/memory.h"
#include "play/replay.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

bool slots_init(struct slots *slots, const struct ludus_ruleset *rules)
{
    *slots = (struct slots){ .replay = ludus_replay_new(rules) };
    return slots->replay != NULL;
}

void slots_free(struct slots *slots)
{
    ludus_replay_free(slots->replay);
    arena_free(&slots->shadow.arena);
    free(slots->slot);
}

static struct slot *add_slot(struct slots *slots)
{
    struct slot *slot = memory_room(slots->slot, slots->count, &slots->capacity, sizeof *slot);
    if (!slot)
        return NULL;
    slots->slot = slot;
    slots->slot[slots->count] = (struct slot){ .game = slots->game, .side = NO_SIDE, .place = -1 };
    return &slots->slot[slots->count++];
}

/* Does the record that Black begins number 1B 1W 2B, and not 1B 2W 2B? Labels of turns that follow each other
 * tell. */
static bool counts_from_black(const struct slots *slots)
{
    const struct ludus_game *game = slots->game;
    const struct item *before = NULL, *label = NULL; /* of the last turn, and of the next */
    if (slots->replay->line.first_side != LUDUS_BLACK || slots->replay->ruleset->rules.first == FIRST_BLACK)
        return false;
    for (size_t i = 0; i < game->item_count; i++) {
        const struct item *item = &game->items[i];
        if (item->kind == ITEM_OPEN)
            i = item->partner;
        else if (item->kind == ITEM_NUMBER)
            label = item->side <= LUDUS_BLACK && item->number != UNNUMBERED ? item : NULL;
        else if (item->kind == ITEM_BAD)
            before = label = NULL;
        if (!turns_begins(item))
            continue;
        long later = before && label && before->side != label->side
                         ? (long)label->number - (long)before->number
                         : LONG_MAX;
        if (later == 0 || later == 1)
            return later == (before->side == LUDUS_WHITE);
        before = item->move.style == MOVE_LOST && item->length >= 2 ? NULL : label;
        label = NULL;
    }
    return false;
}

/* A number alone says the side of the record's first turn, if that is so labelled too, else the one that
 * begins a number in canonical form. */
static unsigned side_of(const struct slots *slots, const struct item *label)
{
    if (label->side != NO_SIDE)
        return label->side;
    const struct item *first = slots->count ? slots->slot[0].label : NULL;
    if (label->form < 2 && first && first->side == NO_SIDE && first->form < 2)
        return slots->replay->line.first_side;
    bool black = slots->replay->ruleset->rules.first == FIRST_BLACK;
    return black == (label->form < 2) ? LUDUS_BLACK : LUDUS_WHITE;
}

/* Number of turns between the beginning of turn 0 and a turn. */
static long place_of(const struct slots *slots, unsigned number, unsigned side)
{
    bool black = slots->replay->ruleset->rules.first == FIRST_BLACK;
    unsigned first = black || slots->from_black ? LUDUS_BLACK : LUDUS_WHITE;
    return 2 * (long)number + (side != first);
}

static long labelled_place(const struct slots *slots, const struct item *label)
{
    return label->number != UNNUMBERED ? place_of(slots, label->number, side_of(slots, label)) : -1;
}

/* After a lost turn: more of them, up to the turn that `label` names. */
static bool widen_lost(struct slots *slots, const struct item *label)
{
    const struct slot *last = slots->count ? &slots->slot[slots->count - 1] : NULL;
    if (!last || !label || last->count != 1 || last->items[0]->move.style != MOVE_LOST ||
        last->items[0]->length < 2)
        return true;
    long from = slots->last, to = labelled_place(slots, label);
    size_t begin = last->begin, end = last->end;
    for (long i = from + 1; from >= 0 && i < to && i - from < 100; i++) {
        struct slot *slot = add_slot(slots);
        if (!slot)
            return false;
        slot->begin = begin;
        slot->end = end;
    }
    return true;
}

/* Takes the moves of a turn from item number `at` on, up to text that could not be read. */
static void gather_moves(const struct slots *slots, struct slot *slot, size_t at)
{
    const struct ludus_game *game = slots->game;
    struct turns_moves moves = turns_moves(game, at);
    for (const struct item *item = &game->items[at]; item && !turns_unread(item);
         item = turns_more(game, &moves)) {
        slot->end = item_end(game, item);
        slot->sic |= (item->move.flags & MOVE_SIC) != 0;
        slot->crowded |= slot->count == SLOT_ITEMS;
        if (!slot->crowded)
            slot->items[slot->count++] = item;
    }
}

/* How the row is read, and where that is. */
struct reading {
    enum slots_way way;
    struct turns at;
};

/* A turn without moves yet. NULL without memory. */
static struct slot *begin_turn(struct slots *slots, struct reading *reading, const struct item *item)
{
    const struct item *label = reading->at.label, *dice = reading->at.dice;
    struct slot *slot = add_slot(slots);
    if (!slot)
        return NULL;
    slot->label = label;
    if (label)
        slot->place = labelled_place(slots, label);
    if (label && (label->side != NO_SIDE || label->number != UNNUMBERED || label->form >= 2))
        slot->side = (uint8_t)side_of(slots, label);
    /* A roll in a game without dice is a fault and says nothing, but it is written. */
    slot->dice = reading->way == SLOTS_WHOLE || slots->replay->ruleset->rules.dice ? dice : NULL;
    slot->begin = item_begin(slots->game, label ? label : dice ? dice : item);
    turns_taken(&reading->at);
    return slot;
}

/* The turn whose first move has been read. False when the row is to end before it, or without memory. */
static bool gather(struct slots *slots, struct reading *reading)
{
    const struct item *item = reading->at.item, *label = reading->at.label;
    struct slot *slot = begin_turn(slots, reading, item);
    if (!slot)
        return false;
    bool whole = reading->way == SLOTS_WHOLE;
    if (whole && item > slots->game->items && unread_is_name(slots->replay, item - 1))
        slot->apart = item - 1;
    gather_moves(slots, slot, reading->at.at - 1);
    slots->last = label ? slot->place : slots->last + (slots->last >= 0);
    if (whole || !(slot->sic || slot->crowded))
        return true;
    slots->count--;
    return false;
}

/* ---- Text that could not be read ---- */

/* Is the item text in which a move may be lost, and not a mark or a bracket that is out of place? */
static bool is_unread(const struct item *item)
{
    bool sign = item->length == 1 && (*item->text == ',' || *item->text == ')');
    return !sign && item->number != MSG_STRAY_SUFFIX && item->number != MSG_BAD_MARK &&
           item->number != MSG_BAD_NAG;
}

/* Does a comma stand before the item? */
static bool is_joined(const struct slots *slots, const struct item *item)
{
    size_t begin = item_begin(slots->game, item);
    while (begin > 0 && is_filler(slots->game->source.text[begin - 1]))
        begin--;
    return *item->text == ',' || (begin > 0 && slots->game->source.text[begin - 1] == ',');
}

/* The turn that nothing has come behind. */
static struct slot *last_turn(const struct slots *slots, const struct reading *reading)
{
    return slots->count && !reading->at.label && !reading->at.dice ? &slots->slot[slots->count - 1] : NULL;
}

/* Such text takes the place of one turn, however many pieces it is in; behind a comma, of a part of the turn
 * before. */
static bool gather_unread(struct slots *slots, struct reading *reading)
{
    const struct item *item = reading->at.item;
    struct slot *slot = last_turn(slots, reading);
    if (!slot || !((slot->unread && turns_unread(item - 1)) || is_joined(slots, item)))
        slot = begin_turn(slots, reading, item);
    if (!slot)
        return false;
    if (!slot->unread)
        slot->unread = item;
    slot->end = item_end(slots->game, item);
    return true;
}

/* The rest of a turn that could not all be read: moves behind a comma, and in a game with dice those behind
 * text that must be their roll. */
static bool gather_rest(struct slots *slots, const struct reading *reading)
{
    const struct item *move = reading->at.item;
    struct slot *slot = last_turn(slots, reading);
    if (!slot || !slot->unread || item_begin(slots->game, move) < slot->end)
        return false;
    bool roll = slots->replay->ruleset->rules.dice && turns_unread(move - 1) &&
                !unread_is_name(slots->replay, move - 1);
    if (roll || turns_joined(move))
        gather_moves(slots, slot, reading->at.at - 1);
    return roll;
}

/* ---- The row ---- */

static bool gather_move(struct slots *slots, struct reading *reading)
{
    struct turns *at = &reading->at;
    struct bare_roll bare;
    if (gather_rest(slots, reading) || turns_joined(at->item))
        return true;
    if (!at->dice && roll_find_bare(slots->game, &slots->replay->ruleset->rules, at->item, &bare))
        at->label = bare.label;
    if (reading->way == SLOTS_WIDE && !widen_lost(slots, at->label))
        return false;
    slots->cut = !gather(slots, reading);
    return true;
}

static bool gather_all(struct slots *slots, enum slots_way way)
{
    struct reading reading = { .way = way, .at = { .game = slots->game, .main = true } };
    const struct item *item;
    bool made = true, whole = way == SLOTS_WHOLE;
    slots->last = -1;
    slots->from_black = way != SLOTS_LEGAL && counts_from_black(slots);
    slots->first = place_of(slots, slots->replay->line.number, slots->replay->line.first_side);
    while (made && !slots->cut) {
        enum turns_event event = turns_next(&reading.at);
        item = reading.at.item;
        if (!item)
            break;
        if (event == TURNS_TURN) {
            made = gather_move(slots, &reading);
        } else if (event == TURNS_RESULT) {
            slots->result = item;
        } else if (event == TURNS_LONE_ROLL && whole && slots->replay->ruleset->rules.dice) {
            reading.at.dice = item; /* it is such text, too */
            made = gather_unread(slots, &reading);
        } else if (event == TURNS_UNREAD && whole && is_unread(item) &&
                   !unread_is_name(slots->replay, item)) {
            made = gather_unread(slots, &reading);
        }
    }
    return made;
}

/* What the items of a record are played in. */
static void show(struct slots *slots, const struct ludus_game *game)
{
    struct arena arena = slots->shadow.arena;
    slots->shadow = *game;
    slots->shadow.arena = arena;
    slots->shadow.diag.arena = &slots->shadow.arena;
    slots->shadow.diag.terse = true;
    slots->shown = game;
    slots_forget(slots);
}

void slots_borrow(struct slots *slots, struct ludus_replay *replay)
{
    *slots = (struct slots){ .replay = replay, .game = replay->game };
    show(slots, replay->game);
    replay->game = &slots->shadow;
}

bool slots_read(struct slots *slots, struct ludus_game *game, enum slots_way way)
{
    slots->game = game;
    slots->count = 0;
    slots->result = NULL;
    slots->cut = false;
    slots->replay->texts = false;
    if (!ludus_replay_start(slots->replay, game))
        return false;
    show(slots, game);
    slots->replay->game = &slots->shadow;
    return gather_all(slots, way);
}

void slots_forget(struct slots *slots)
{
    diag_clear(&slots->shadow.diag);
    arena_reset(&slots->shadow.arena);
}

bool slots_blamed(const struct slots *slots)
{
    for (const struct message *message = slots->shadow.diag.first; message; message = message->next)
        if ((message->severity == LUDUS_ERROR && message->id != MSG_MISSING_ROLL) ||
            (message->severity == LUDUS_WARNING && message->id == MSG_NOT_A_CAPTURE))
            return true;
    return false;
}

struct spot slots_spot(const struct slots *slots)
{
    const struct line *line = &slots->replay->line;
    struct spot spot = { .undos = line->undos,
                         .number = line->number,
                         .side = line->side,
                         .dice_count = line->pos.dice_count,
                         .dice_used = line->pos.dice_used,
                         .moves = slots->replay->turn.move_count };
    memcpy(spot.dice, line->pos.dice, sizeof spot.dice);
    return spot;
}

void slots_return(struct slots *slots, struct spot spot)
{
    struct line *line = &slots->replay->line;
    replay_rewind(slots->replay, spot.undos);
    memcpy(line->pos.dice, spot.dice, sizeof spot.dice);
    line->pos.dice_count = spot.dice_count;
    line->pos.dice_used = spot.dice_used;
    line->number = spot.number;
    line->side = spot.side;
    line->broken = line->lost = false;
    slots->replay->turn.move_count = spot.moves;
}

static void take(struct slots *slots, const struct slot *slot)
{
    struct turn *turn = &slots->replay->turn;
    if (slot->game != slots->shown)
        show(slots, slot->game);
    slots->replay->roll_before = NULL; /* a turn stands alone here */
    turn->label = NULL;
    turn->dice = slots->replay->ruleset->rules.dice ? slot->dice : NULL;
    turn->item_count = slot->count;
    memcpy(turn->items, slot->items, sizeof slot->items);
    turn->crowded = slot->crowded;
    turn->unread = false;
    turn->misled = !slots->explains;
}

bool slots_play(struct slots *slots, const struct slot *slot)
{
    struct spot spot = slots_spot(slots);
    slots_forget(slots);
    slots->replay->turn.state = LUDUS_TURN_ILLEGAL;
    if (slot->count == 0)
        return false;
    const struct rules *rules = &slots->replay->ruleset->rules;
    for (unsigned i = 0; slot->dice && i < rules->dice; i++)
        if (slot->dice->dice.count != rules->dice || slot->dice->dice.face[i] > rules->faces)
            return false; /* the dice of the game cannot fall so */
    take(slots, slot);
    turn_play(slots->replay);
    if (slots->replay->turn.state == LUDUS_TURN_PLAYED && !slots_blamed(slots))
        return true;
    slots_return(slots, spot);
    return false;
}

size_t slots_count_bare(const struct slots *slots, size_t turns)
{
    size_t count = 0;
    for (size_t i = 0; i < turns && slots->replay->ruleset->rules.dice; i++) {
        const struct slot *slot = &slots->slot[i];
        count += !slot->dice && slot->count && !roll_is_lost(slot->items[0]);
    }
    return count;
}

void slots_end_turn(struct slots *slots)
{
    struct ludus_replay *replay = slots->replay;
    if (!turn_end(replay))
        return;
    replay->line.number = replay->line.pos.number;
    replay->line.side = replay->line.pos.side;
}

void slots_begin_turn(struct slots *slots, const struct slot *slot, const uint8_t *dice)
{
    struct ludus_replay *replay = slots->replay;
    unsigned count = replay->ruleset->rules.dice;
    slots_forget(slots);
    take(slots, slot);
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
