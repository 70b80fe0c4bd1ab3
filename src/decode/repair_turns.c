/* repair_turns.c - tries turns and parts of turns in another order, with a comma between them, without some,
 * and with one more. */
#include "base/buf.h"
#include "base/memory.h"
#include "decode/repair.h"
#include "rules/movegen.h"

#include <stdlib.h>
#include <string.h>

/* ---- Exchanges ---- */

/* Appends a roll or move as supplied; what is marked already stays as it is. */
static void supply(const struct item *item, struct ludus_buffer *out)
{
    bool roll = item->kind == ITEM_DICE;
    size_t core = roll ? 0 : item->move.plain_length;
    if (memchr(item->text, '<', item->length) || memchr(item->text, '~', item->length) ||
        (!roll && item->move.plain != item->text)) {
        buf_add(out, item->text, item->length);
        return;
    }
    for (unsigned i = 0; roll && i < item->dice.count; i++)
        buf_format(out, "%c<%u>", i ? ',' : '(', item->dice.face[i]);
    if (roll)
        buf_char(out, ')');
    else
        buf_format(out, "<%.*s>%.*s", (int)core, item->text, (int)(item->length - core), item->text + core);
}

/* A part of the record that goes elsewhere: its rolls and moves, which are those of `slot`, as supplied. */
static const char *copy_text(struct ludus_mend *mend, const struct slot *slot, size_t begin, size_t end)
{
    const char *text = mend->slots.shadow.diag.text;
    struct ludus_buffer out = { .bytes = NULL };
    size_t at = begin;
    for (unsigned i = 0; i <= slot->count; i++) {
        const struct item *item = i ? slot->items[i - 1] : slot->dice;
        size_t place = item ? item_begin(mend->slots.game, item) : 0;
        if (!item || place < begin || place >= end)
            continue;
        buf_add(&out, text + at, place - at);
        supply(item, &out);
        at = place + item->length;
    }
    buf_add(&out, text + at, end - at);
    const char *copy = arena_copy(&mend->arena, buf_string(&out), out.length);
    mend->failed |= !copy || out.failed;
    buf_free(&out);
    return copy ? copy : "";
}

/* Fills a repair that exchanges two parts of the record: one of `slot`, and one of `other`. */
static void exchange(struct ludus_mend *mend, struct repair *repair, const struct slot *slot, size_t begin,
                     size_t end, const struct slot *other, size_t other_begin, size_t other_end)
{
    repair->places = 2;
    repair->place[0].begin = begin;
    repair->place[0].end = end;
    repair->place[0].text = copy_text(mend, other, other_begin, other_end);
    repair->place[1].begin = other_begin;
    repair->place[1].end = other_end;
    repair->place[1].text = copy_text(mend, slot, begin, end);
}

static size_t moves_begin(const struct ludus_mend *mend, const struct slot *slot)
{
    return item_begin(mend->slots.game, slot->dice ? slot->dice : slot->items[0]);
}

/* Moves of a turn in another order. */
static void try_moves_exchanged(struct ludus_mend *mend, size_t index)
{
    const struct slot *slot = &mend->slots.slot[index];
    for (unsigned i = 0; i + 1 < slot->count; i++) {
        struct repair repair = { .slot = index, .kind = FAULT_MOVES_EXCHANGED };
        struct slot changed = *slot;
        changed.items[i] = slot->items[i + 1];
        changed.items[i + 1] = slot->items[i];
        repair.turns = repair_try(mend, index, &changed, index + 1, &repair.whole);
        if (repair.turns <= mend->legal)
            continue;
        const struct ludus_game *game = mend->slots.game;
        exchange(mend, &repair, slot, item_begin(game, slot->items[i]), item_end(game, slot->items[i]), slot,
                 item_begin(game, slot->items[i + 1]), item_end(game, slot->items[i + 1]));
        repair_keep(mend, &repair);
    }
}

/* The row with two slots exchanged, or with parts of them, for as long as a trial lasts. */
static void try_pair(struct ludus_mend *mend, size_t index, const struct slot *first,
                     const struct slot *second, struct repair *repair)
{
    struct slot *row = mend->slots.slot, kept = row[index + 1];
    row[index + 1] = *second;
    repair->turns = repair_try(mend, index, first, index + 1, &repair->whole);
    row[index + 1] = kept;
}

static void try_dice_exchanged(struct ludus_mend *mend, size_t index)
{
    const struct slot *row = mend->slots.slot;
    struct repair repair = { .slot = index, .kind = FAULT_DICE_EXCHANGED };
    if (index + 1 >= mend->slots.count || !row[index].dice || !row[index + 1].dice)
        return;
    struct slot first = row[index], second = row[index + 1];
    first.dice = row[index + 1].dice;
    second.dice = row[index].dice;
    try_pair(mend, index, &first, &second, &repair);
    if (repair.turns <= mend->legal)
        return;
    const struct ludus_game *game = mend->slots.game;
    exchange(mend, &repair, &row[index], item_begin(game, second.dice), item_end(game, second.dice),
             &row[index + 1], item_begin(game, first.dice), item_end(game, first.dice));
    repair_keep(mend, &repair);
}

/* The moves of two neighbouring turns, each with its roll, have changed places: the sides are swapped. */
static void try_turns_exchanged(struct ludus_mend *mend, size_t index)
{
    const struct slot *row = mend->slots.slot;
    struct repair repair = { .slot = index, .kind = FAULT_TURNS_EXCHANGED };
    if (index + 1 >= mend->slots.count || row[index].count == 0 || row[index + 1].count == 0)
        return;
    struct slot first = row[index + 1], second = row[index];
    first.label = row[index].label;
    second.label = row[index + 1].label;
    try_pair(mend, index, &first, &second, &repair);
    if (repair.turns <= mend->legal)
        return;
    exchange(mend, &repair, &row[index], moves_begin(mend, &row[index]), row[index].end, &row[index + 1],
             moves_begin(mend, &row[index + 1]), row[index + 1].end);
    repair_keep(mend, &repair);
}

void repair_exchanged(struct ludus_mend *mend, size_t index)
{
    try_moves_exchanged(mend, index);
    try_dice_exchanged(mend, index);
    try_turns_exchanged(mend, index);
}

/* ---- Commas ---- */

/* Do nothing but comments and marks stand between two items? */
static bool is_near(const struct item *one, const struct item *other)
{
    while (++one < other)
        if (!turns_beside(one))
            return false;
    return true;
}

/* A comma before the next turn, which has neither number nor roll, makes it the rest of this one. */
void repair_commas(struct ludus_mend *mend, size_t index)
{
    const struct slot *row = mend->slots.slot, *next = &row[index + 1];
    const struct ludus_game *game = mend->slots.game;
    struct repair repair = { .slot = index, .kind = FAULT_SIGN, .places = 1 };
    if (index + 1 >= mend->slots.count || next->label || next->dice || next->count == 0 ||
        row[index].count == 0 || row[index].count + next->count > SLOT_ITEMS)
        return;
    const struct item *last = row[index].items[row[index].count - 1];
    struct slot joined = row[index];
    memcpy(joined.items + joined.count, next->items, next->count * sizeof *next->items);
    joined.count += next->count;
    repair.spared = slots_is_bare(&mend->slots, next);
    repair.turns =
        is_near(last, next->items[0]) ? repair_try(mend, index, &joined, index + 2, &repair.whole) : 0;
    if (repair.turns <= mend->legal)
        return;
    size_t begin = item_begin(game, last), end = item_end(game, next->items[0]);
    size_t comma = last + 1 == next->items[0] ? item_end(game, last) : item_begin(game, next->items[0]);
    struct ludus_buffer out = { .bytes = NULL };
    buf_add(&out, game->source.text + begin, comma - begin);
    buf_text(&out, last + 1 == next->items[0] ? "," : ", ");
    buf_add(&out, game->source.text + comma, end - comma);
    repair.place[0].begin = begin;
    repair.place[0].end = end;
    repair.place[0].text = buf_string(&out);
    mend->failed |= out.failed;
    repair_keep(mend, &repair);
    buf_free(&out);
}

/* ---- Turns too many ---- */

static bool same_items(const struct item *one, const struct item *other)
{
    return one == other ||
           (one && other && one->length == other->length && memcmp(one->text, other->text, one->length) == 0);
}

/* Are two turns written alike, but for the numbers? */
static bool same_turns(const struct slot *one, const struct slot *other)
{
    bool same = one->count == other->count && same_items(one->dice, other->dice);
    for (unsigned i = 0; same && i < one->count; i++)
        same = same_items(one->items[i], other->items[i]);
    return same;
}

/* How many turns from here on stand a second time: one, both sides' (2), or none. */
static size_t count_doubled(const struct ludus_mend *mend, size_t index)
{
    const struct slot *row = mend->slots.slot;
    if (index > 1 && same_turns(&row[index], &row[index - 2]))
        return index + 1 < mend->slots.count && same_turns(&row[index + 1], &row[index - 1]) ? 2 : 1;
    return index > 0 && same_turns(&row[index], &row[index - 1]);
}

/* Leaves out some turns. */
static void try_without(struct ludus_mend *mend, size_t index, size_t count, enum fault_kind kind)
{
    const struct slot *row = mend->slots.slot;
    struct repair repair = { .slot = index, .kind = (uint8_t)kind, .places = 1 };
    if (index + count >= mend->slots.count)
        return;
    struct spot spot = slots_spot(&mend->slots);
    repair.turns = repair_play_on(mend, index + count, &repair.whole);
    slots_return(&mend->slots, spot);
    if (count == 2 && !repair.whole) { /* perhaps they were counted, too */
        bool whole;
        size_t turns = repair_play_shifted(mend, index + count, 1, &whole);
        slots_return(&mend->slots, spot);
        repair.excess = turns > repair.turns;
        repair.whole = repair.excess && whole;
        repair.turns = repair.excess ? turns : repair.turns;
    }
    for (size_t i = 0; i < count; i++)
        repair.spared += slots_is_bare(&mend->slots, &row[index + i]);
    repair.place[0].begin = row[index].begin;
    repair.place[0].end = row[index + count - 1].end;
    repair.place[0].text = "";
    repair_keep(mend, &repair);
}

void repair_doubled(struct ludus_mend *mend, size_t index)
{
    for (size_t count = 1; count <= count_doubled(mend, index); count++)
        try_without(mend, index, count, FAULT_DOUBLED);
}

void repair_too_many(struct ludus_mend *mend, size_t index)
{
    if (count_doubled(mend, index) == 0)
        try_without(mend, index, 1, FAULT_TOO_MANY);
}

/* ---- Turns left out ---- */

enum { MISSING_MAX = 100000 };

/* Turns that are missing before that of the repair. */
struct missing {
    struct ludus_mend *mend;
    struct repair *repair;
    unsigned turns; /* to be made behind the one under way */
    size_t stop;    /* of mend->tried */
};

static bool is_done(const struct missing *missing)
{
    return missing->repair->whole || missing->mend->tried > missing->stop || repair_spent(missing->mend);
}

static void make_turn(struct missing *missing);

/* One turn that is missing has been made: makes the others, and plays the record on. */
static void go_on(struct missing *missing)
{
    struct slots *slots = &missing->mend->slots;
    struct ludus_position *pos = slots_position(slots);
    struct repair *repair = missing->repair;
    struct spot spot = slots_spot(slots);
    uint8_t side = slots->replay->turn.side;
    bool whole = false;
    if (pos->side == side) {
        struct undo *undo = slots->replay->ruleset->rules.dice ? replay_undo(slots->replay) : NULL;
        if (!undo)
            return;
        position_end_turn(pos, undo);
        slots->replay->line.undos++;
    }
    slots->replay->line.number = pos->number;
    slots->replay->line.side = pos->side;
    if (missing->turns) {
        missing->turns--;
        make_turn(missing);
        missing->turns++;
    } else {
        size_t turns = repair_play_on(missing->mend, repair->slot, &whole);
        if (turns > repair->turns || whole) {
            repair->turns = turns;
            repair->whole = whole;
        }
    }
    slots->replay->turn.side = side;
    slots_return(slots, spot);
}

/* Makes up to `moves` moves more, whatever the dice, and goes on after each number of them. */
static void make_moves(struct missing *missing, unsigned moves)
{
    struct slots *slots = &missing->mend->slots;
    struct ludus_position *pos = slots_position(slots);
    struct spot spot = slots_spot(slots);
    go_on(missing);
    if (moves == 0 || pos->side != slots->replay->turn.side)
        return;
    struct ludus_move *list = memory_new((pos->ruleset->max_moves + 1) * sizeof *list);
    size_t count = 0;
    missing->mend->failed |= !list;
    if (list)
        count = slots->replay->ruleset->rules.dice ? movegen_undiced(pos, list) : movegen_all(pos, list);
    for (size_t i = 0; i < count && !is_done(missing); i++) {
        struct undo *undo = replay_undo(slots->replay);
        if (!undo)
            break;
        position_make(pos, list[i], undo);
        slots->replay->line.undos++;
        make_moves(missing, moves - 1);
        slots_return(slots, spot);
    }
    free(list);
}

static void make_turn(struct missing *missing)
{
    struct slots *slots = &missing->mend->slots;
    unsigned dice = slots->replay->ruleset->rules.dice;
    slots->replay->turn.side = slots_position(slots)->side;
    make_moves(missing, dice ? dice : SLOT_ITEMS);
}

bool repair_find_missing(struct ludus_mend *mend, struct repair *repair, unsigned turns)
{
    struct missing missing = { mend, repair, turns - 1, SIZE_MAX };
    if (turns > 1)
        missing.stop = mend->tried + MISSING_MAX;
    make_turn(&missing);
    return repair->whole || mend->tried <= missing.stop;
}

size_t repair_place_before(const struct ludus_mend *mend, size_t index)
{
    const struct ludus_game *game = mend->slots.game;
    const struct slot *slot = &mend->slots.slot[index];
    const struct item *first = slot->label;
    while (first && first > game->items && first[-1].kind == ITEM_NUMBER)
        first--;
    return first ? item_begin(game, first) : slot->begin;
}

/* A turn is missing before this one: all that it can have been are tried in its place. It is told as `__`,
 * for ludmend to restore. */
void repair_left_out(struct ludus_mend *mend, size_t index)
{
    struct repair repair = { .slot = index, .kind = FAULT_LEFT_OUT, .places = 1 };
    repair_find_missing(mend, &repair, 1);
    repair.place[0].begin = repair.place[0].end = repair_place_before(mend, index);
    repair.place[0].text = "__ ";
    repair_keep(mend, &repair);
}
