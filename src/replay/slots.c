/* slots.c - the main line of a record as a row of turns. */
#include "slots.h"
#include "base/memory.h"

#include "replay/turn.h"
#include "replay/unread.h"

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
    if (slots->count == slots->capacity) {
        size_t capacity = slots->capacity ? 2 * slots->capacity : 128;
        struct slot *grown = memory_grown(slots->slot, capacity * sizeof *grown);
        if (!grown)
            return NULL;
        slots->slot = grown;
        slots->capacity = capacity;
    }
    slots->slot[slots->count] = (struct slot){ .count = 0 };
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
        if (item->kind != ITEM_MOVE || item->move.flags & MOVE_JOINED)
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

/* Number of turns between the beginning of turn 1 and the turn of the label, as far as it tells; -1 if it
 * does not. */
static long ordinal(const struct slots *slots, const struct item *label)
{
    bool black = slots->replay->ruleset->rules.first == FIRST_BLACK;
    unsigned first = black || slots->from_black ? LUDUS_BLACK : LUDUS_WHITE;
    unsigned side = label->side <= LUDUS_BLACK ? label->side
                    : label->form < 2          ? first
                    : black                    ? LUDUS_WHITE
                                               : LUDUS_BLACK;
    return label->number != UNNUMBERED ? 2 * (long)label->number + (side != first) : -1;
}

/* After a lost turn: more of them, up to the turn that `label` names. */
static bool widen_lost(struct slots *slots, const struct item *label)
{
    const struct slot *last = slots->count ? &slots->slot[slots->count - 1] : NULL;
    if (!last || !label || last->count != 1 || last->items[0]->move.style != MOVE_LOST ||
        last->items[0]->length < 2)
        return true;
    long from = slots->last, to = ordinal(slots, label);
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

/* The turn whose first move is item number `at`. False when the row is to end before it, or without memory.
 */
static bool gather(struct slots *slots, size_t at, const struct item *label, const struct item *dice,
                   enum slots_way way)
{
    const struct ludus_game *game = slots->game;
    struct slot *slot = add_slot(slots);
    if (!slot)
        return false;
    const struct item *first = label ? label : dice ? dice : &game->items[at];
    slot->label = label;
    /* A roll in a game without dice is a fault and says nothing, but it is written. */
    slot->dice = way == SLOTS_WHOLE || slots->replay->ruleset->rules.dice ? dice : NULL;
    slot->begin = item_begin(game, first);
    if (way == SLOTS_WHOLE && at > 0 && unread_is_name(slots->replay, &game->items[at - 1]))
        slot->apart = &game->items[at - 1];
    for (size_t i = at; i < game->item_count; i++) {
        const struct item *item = &game->items[i];
        if (item->kind == ITEM_COMMENT || item->kind == ITEM_NAG || item->kind == ITEM_ESCAPE ||
            item_is_aside(item))
            continue;
        if (item->kind != ITEM_MOVE || (i > at && !(item->move.flags & MOVE_JOINED)))
            break;
        slot->end = item_end(game, item);
        slot->sic |= (item->move.flags & MOVE_SIC) != 0;
        slot->crowded |= slot->count == SLOT_ITEMS;
        if (!slot->crowded)
            slot->items[slot->count++] = item;
    }
    return way == SLOTS_WHOLE || !(slot->sic || slot->crowded);
}

/* Is the item text in which a move may be lost, and not a mark or a bracket that is out of place? */
static bool is_unread(const struct item *item)
{
    bool sign = item->length == 1 && (*item->text == ',' || *item->text == ')');
    return !sign && item->number != MSG_STRAY_SUFFIX && item->number != MSG_BAD_MARK &&
           item->number != MSG_BAD_NAG;
}

/* Text that could not be read takes the place of one turn, however many pieces it is in. */
static bool gather_unread(struct slots *slots, const struct item *item, const struct item *label,
                          const struct item *dice)
{
    bool goes_on = slots->count > 0 && slots->slot[slots->count - 1].unread && !label && !dice &&
                   item[-1].kind == ITEM_BAD;
    struct slot *slot = goes_on ? &slots->slot[slots->count - 1] : add_slot(slots);
    if (!slot)
        return false;
    if (!goes_on) {
        slot->label = label;
        slot->dice = dice;
        slot->unread = item;
        slot->begin = item_begin(slots->game, label ? label : dice ? dice : item);
    }
    slot->end = item_end(slots->game, item);
    return true;
}

static bool gather_all(struct slots *slots, enum slots_way way)
{
    const struct ludus_game *game = slots->game;
    const struct item *label = NULL, *dice = NULL;
    size_t sound;
    slots->last = -1;
    slots->from_black = way == SLOTS_WIDE && counts_from_black(slots);
    for (size_t i = 0; i < game->item_count && !slots->cut; i++) {
        const struct item *item = &game->items[i];
        switch ((enum item_kind)item->kind) {
        case ITEM_NUMBER:
            label = item;
            dice = NULL;
            break;
        case ITEM_DICE:
            dice = item;
            break;
        case ITEM_OPEN:
            i = item->partner;
            break;
        case ITEM_MOVE:
            if (item->move.flags & MOVE_JOINED)
                break;
            if (way == SLOTS_WIDE && !widen_lost(slots, label))
                return false;
            sound = slots->count;
            slots->cut = !gather(slots, i, label, dice, way);
            slots->count = slots->cut ? sound : slots->count;
            slots->last = label ? ordinal(slots, label) : slots->last + (slots->last >= 0);
            label = dice = NULL;
            break;
        case ITEM_RESULT:
            slots->result = item;
            break;
        case ITEM_BAD:
            if (way != SLOTS_WHOLE || !is_unread(item) || unread_is_name(slots->replay, item))
                break;
            if (!gather_unread(slots, item, label, dice))
                return false;
            label = dice = NULL;
            break;
        default:
            break;
        }
    }
    return true;
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
    struct arena arena = slots->shadow.arena;
    slots->shadow = *game;
    slots->shadow.arena = arena;
    slots->shadow.diag.arena = &slots->shadow.arena;
    slots_forget(slots);
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

bool slots_excused(const struct slots *slots)
{
    for (const struct message *message = slots->shadow.diag.first; message; message = message->next)
        if (message->severity < message_severity(message->id))
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
                         .dice_used = line->pos.dice_used };
    memcpy(spot.dice, line->pos.dice, sizeof spot.dice);
    return spot;
}

void slots_return(struct slots *slots, struct spot spot)
{
    struct line *line = &slots->replay->line;
    if (line->before_forced) { /* undoing cannot bring it back */
        line->pos = *line->before_forced;
        line->undos = line->turn_undos;
    }
    replay_rewind(slots->replay, spot.undos);
    memcpy(line->pos.dice, spot.dice, sizeof spot.dice);
    line->pos.dice_count = spot.dice_count;
    line->pos.dice_used = spot.dice_used;
    line->number = spot.number;
    line->side = spot.side;
    line->broken = line->lost = false;
    line->before_forced = NULL;
}

static void take(struct slots *slots, const struct slot *slot)
{
    struct turn *turn = &slots->replay->turn;
    turn->label = NULL;
    turn->dice = slots->replay->ruleset->rules.dice ? slot->dice : NULL;
    turn->item_count = slot->count;
    memcpy(turn->items, slot->items, sizeof slot->items);
    turn->crowded = slot->crowded;
    turn->unread = false;
    turn->misled = !slots->explains;
}

/* Is the roll one that the dice of the game cannot fall in? */
static bool is_impossible(const struct rules *rules, const struct item *dice)
{
    bool impossible = dice && rules->dice && dice->dice.count != rules->dice;
    for (unsigned i = 0; dice && i < rules->dice && !impossible; i++)
        impossible = dice->dice.face[i] > rules->faces;
    return impossible;
}

bool slots_play(struct slots *slots, const struct slot *slot)
{
    struct spot spot = slots_spot(slots);
    slots_forget(slots);
    slots->replay->turn.state = LUDUS_TURN_ILLEGAL;
    if (slot->count == 0 || is_impossible(&slots->replay->ruleset->rules, slot->dice))
        return false;
    take(slots, slot);
    turn_play(slots->replay);
    if (slots->replay->turn.state == LUDUS_TURN_PLAYED && !slots_blamed(slots))
        return true;
    slots_return(slots, spot);
    return false;
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
