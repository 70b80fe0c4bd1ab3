/* repair.c - the least change after which more of a record is legal.
 *
 * Every change of the kinds in the table is tried at every turn up to the one that breaks the rules, and the
 * rest of the record is played on from there. What makes more turns legal is better; then the smaller change;
 * then the one between signs that look alike; then the one nearer to the turn where the fault shows. */
#include "repair.h"

#include "base/buf.h"
#include "base/memory.h"
#include "replay/san.h"
#include "rules/movegen.h"
#include "rules/outcome.h"

#include <stdlib.h>
#include <string.h>

enum { REPAIRS_MAX = 4000 };

/* What each kind is called, and how large a change it is. */
static const struct {
    const char *name;
    unsigned size;
} kinds[FAULT_KINDS] = {
    [FAULT_SIGN] = { "sign", 1 },
    [FAULT_NAME] = { "name", 1 },
    [FAULT_DICE_EXCHANGED] = { "dice exchanged", 2 },
    [FAULT_MOVES_EXCHANGED] = { "moves exchanged", 1 },
    [FAULT_SIGNS] = { "two signs", 3 },
    [FAULT_TURNS_EXCHANGED] = { "turns exchanged", 1 },
    [FAULT_DOUBLED] = { "turn doubled", 1 },
    [FAULT_TOO_MANY] = { "turn too many", 4 },
    [FAULT_LEFT_OUT] = { "turn left out", 2 },
    [FAULT_NUMBER] = { "number", 1 },
    [FAULT_NO_MOVES] = { "moves left out", 1 },
    [FAULT_STRAY] = { "text too many", 4 },
};

static struct repair *repair_at(const struct ludus_mend *mend, size_t index)
{
    return (struct repair *)mend->repairs.data + index;
}

bool repair_spent(struct ludus_mend *mend)
{
    mend->gave_up |= mend->tried > mend->limit;
    return mend->gave_up || mend->failed || mend->slots.replay->failed;
}

void repair_keep(struct ludus_mend *mend, const struct repair *repair)
{
    if (repair->turns + repair->whole <= mend->legal || mend->repairs.count >= REPAIRS_MAX)
        return;
    struct repair *kept = mend_push(mend, &mend->repairs, sizeof *kept);
    if (!kept)
        return;
    *kept = *repair;
    for (unsigned i = 0; i < repair->places; i++) {
        kept->place[i].text = arena_copy(&mend->arena, repair->place[i].text, strlen(repair->place[i].text));
        if (!kept->place[i].text) {
            mend->failed = true;
            mend->repairs.count--;
            return;
        }
    }
}

/* Plays turns from `next` on and returns the number of the first that fails. */
static size_t play_on(struct ludus_mend *mend, size_t next, bool *whole)
{
    struct slots *slots = &mend->slots;
    size_t first = next;
    while (next < slots->count && slots_play(slots, &slots->slot[next]))
        next++;
    mend->tried += next - first + 1;
    const struct item *result = slots->result;
    enum ludus_result forced = slots->cut ? LUDUS_OPEN : outcome_of(slots_position(slots), NULL);
    *whole = next == slots->count &&
             (forced == LUDUS_OPEN || !result || result->result == LUDUS_OPEN || result->result == forced);
    return next;
}

size_t repair_try(struct ludus_mend *mend, size_t index, const struct slot *slot, size_t next, bool *whole)
{
    struct spot spot = slots_spot(&mend->slots);
    size_t turns = 0;
    *whole = false;
    if (slots_play(&mend->slots, slot)) {
        turns = play_on(mend, next, whole);
        slots_return(&mend->slots, spot);
        turns = turns > index ? turns : 0;
    }
    return turns;
}

static struct ludus_text text_of(const struct ludus_mend *mend, size_t begin, size_t end)
{
    return (struct ludus_text){ mend->slots.shadow.diag.text + begin, end - begin };
}

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
    try_pair(mend, index, &first, &second, &repair);
    if (repair.turns <= mend->legal)
        return;
    exchange(mend, &repair, &row[index], moves_begin(mend, &row[index]), row[index].end, &row[index + 1],
             moves_begin(mend, &row[index + 1]), row[index + 1].end);
    repair_keep(mend, &repair);
}

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
    repair.turns = play_on(mend, index + count, &repair.whole);
    slots_return(&mend->slots, spot);
    repair.place[0].begin = row[index].begin;
    repair.place[0].end = row[index + count - 1].end;
    repair.place[0].text = "";
    repair_keep(mend, &repair);
}

/* Plays the record on from a turn that is missing, which has been made up to here. */
static void go_on(struct ludus_mend *mend, struct repair *repair)
{
    struct slots *slots = &mend->slots;
    struct ludus_position *pos = slots_position(slots);
    struct spot spot = slots_spot(slots);
    bool whole = false;
    if (pos->side == slots->replay->turn.side) {
        struct undo *undo = slots->replay->ruleset->rules.dice ? replay_undo(slots->replay) : NULL;
        if (!undo)
            return;
        position_end_turn(pos, undo);
        slots->replay->line.undos++;
    }
    slots->replay->line.number = pos->number;
    slots->replay->line.side = pos->side;
    unsigned side = slots->replay->turn.side;
    size_t turns = play_on(mend, repair->slot, &whole);
    slots->replay->turn.side = (uint8_t)side;
    slots_return(slots, spot);
    if (turns > repair->turns) {
        repair->turns = turns;
        repair->whole = whole;
    }
}

/* Makes up to `moves` moves more, whatever the dice, and goes on after each number of them. */
static void try_missing(struct ludus_mend *mend, struct repair *repair, unsigned moves)
{
    struct slots *slots = &mend->slots;
    struct ludus_position *pos = slots_position(slots);
    struct spot spot = slots_spot(slots);
    go_on(mend, repair);
    if (moves == 0 || pos->side != slots->replay->turn.side)
        return;
    struct ludus_move *list = memory_new((pos->ruleset->max_moves + 1) * sizeof *list);
    size_t count = 0;
    mend->failed |= !list;
    if (list)
        count = slots->replay->ruleset->rules.dice ? movegen_undiced(pos, list) : movegen_all(pos, list);
    for (size_t i = 0; i < count && !repair_spent(mend); i++) {
        struct undo *undo = replay_undo(slots->replay);
        if (!undo)
            break;
        position_make(pos, list[i], undo);
        slots->replay->line.undos++;
        try_missing(mend, repair, moves - 1);
        slots_return(slots, spot);
    }
    free(list);
}

/* A turn is missing before this one: all that it can have been are tried in its place. It is told as `__`,
 * for ludmend to restore. */
void repair_left_out(struct ludus_mend *mend, size_t index)
{
    struct slots *slots = &mend->slots;
    struct repair repair = { .slot = index, .kind = FAULT_LEFT_OUT, .places = 1 };
    unsigned dice = slots->replay->ruleset->rules.dice;
    slots->replay->turn.side = slots_position(slots)->side;
    try_missing(mend, &repair, dice ? dice : SLOT_ITEMS);
    repair.place[0].begin = repair.place[0].end = slots->slot[index].begin;
    repair.place[0].text = "__ ";
    repair_keep(mend, &repair);
}

/* Best first. */
static int by_merit(const void *a, const void *b)
{
    const struct repair *one = a, *other = b;
    if (one->turns != other->turns || one->whole != other->whole)
        return one->turns + one->whole > other->turns + other->whole ? -1 : 1;
    if (kinds[one->kind].size != kinds[other->kind].size)
        return kinds[one->kind].size < kinds[other->kind].size ? -1 : 1;
    if (one->unlike != other->unlike)
        return one->unlike < other->unlike ? -1 : 1;
    if (one->slot != other->slot)
        return one->slot > other->slot ? -1 : 1;
    if (one->kind != other->kind)
        return one->kind < other->kind ? -1 : 1;
    if (one->place[0].begin != other->place[0].begin)
        return one->place[0].begin < other->place[0].begin ? -1 : 1;
    return strcmp(one->place[0].text, other->place[0].text);
}

static bool any_whole(const struct ludus_mend *mend)
{
    for (size_t i = 0; i < mend->repairs.count; i++)
        if (repair_at(mend, i)->whole)
            return true;
    return false;
}

static void try_small(struct ludus_mend *mend, size_t index)
{
    repair_signs(mend, index, 1);
    try_moves_exchanged(mend, index);
    try_dice_exchanged(mend, index);
    try_turns_exchanged(mend, index);
    for (size_t count = 1; count <= count_doubled(mend, index); count++)
        try_without(mend, index, count, FAULT_DOUBLED);
}

static void try_large(struct ludus_mend *mend, size_t index)
{
    repair_signs(mend, index, 2);
    repair_left_out(mend, index);
    if (count_doubled(mend, index) == 0)
        try_without(mend, index, 1, FAULT_TOO_MANY);
}

/* Tries changes at every turn up to the one at fault, playing the record as it stands in between. */
static void try_all(struct ludus_mend *mend, void (*change)(struct ludus_mend *mend, size_t index))
{
    struct slots *slots = &mend->slots;
    struct spot start = slots_spot(slots);
    for (size_t i = 0; i < slots->count && i <= mend->legal && !repair_spent(mend); i++) {
        change(mend, i);
        if (i < mend->legal && !slots_play(slots, &slots->slot[i]))
            break;
    }
    slots_return(slots, start);
}

/* Looks for repairs up to the first fault of notation (or NULL), the turns behind which cannot be judged. */
static void search_before(struct ludus_mend *mend, const struct notation_fault *fault)
{
    struct slots *slots = &mend->slots;
    struct spot start = slots_spot(slots);
    size_t count = slots->count;
    bool whole, cut = slots->cut;
    if (fault) {
        slots->count = fault->slot;
        slots->cut = true;
    }
    mend->far = mend->legal = play_on(mend, 0, &whole);
    bool sound = mend->legal == slots->count;
    mend->damaged = !sound && slots->replay->turn.state == LUDUS_TURN_UNKNOWN;
    slots_return(slots, start);
    if (!sound && !mend->damaged) {
        try_all(mend, try_small);
        if (!any_whole(mend))
            try_all(mend, try_large);
    }
    for (size_t i = 0; fault && i < mend->repairs.count; i++)
        repair_at(mend, i)->whole = false;
    slots->count = count;
    slots->cut = cut;
    if (sound)
        repair_text(mend, fault);
}

size_t ludus_mend_repair(struct ludus_mend *mend, struct ludus_game *game)
{
    struct notation_fault fault;
    arena_reset(&mend->arena);
    mend->repairs.count = mend->gaps.count = 0;
    mend->slots.count = 0;
    mend->failed = mend->gave_up = false;
    mend->tried = mend->far = mend->legal = 0;
    if (!slots_read(&mend->slots, game, SLOTS_LEGAL))
        return 0;
    mend->slots.explains = false;
    mend->number = slots_position(&mend->slots)->number;
    mend->side = slots_position(&mend->slots)->side;
    search_before(mend, repair_find_fault(&mend->slots, 0, &fault) ? &fault : NULL);
    mend->slots.explains = mend->explains;
    if (mend->repairs.count)
        qsort(mend->repairs.data, mend->repairs.count, sizeof(struct repair), by_merit);
    return mend->failed ? 0 : mend->repairs.count;
}

static const char *or_nothing(const char *text)
{
    return *text ? text : "(nothing)";
}

bool ludus_mend_damaged(const struct ludus_mend *mend)
{
    return mend->damaged;
}

bool ludus_mend_repair_at(const struct ludus_mend *mend, size_t index, struct ludus_repair *out)
{
    if (index >= mend->repairs.count)
        return false;
    const struct repair *repair = repair_at(mend, index);
    struct ludus_text before = text_of(mend, repair->place[0].begin, repair->place[0].end);
    *out = (struct ludus_repair){ .offset = repair->place[0].begin,
                                  .length = before.length,
                                  .kind = kinds[repair->kind].name,
                                  .before = before,
                                  .after = or_nothing(repair->place[0].text),
                                  .turns = repair->turns,
                                  .gain = repair->turns - mend->legal,
                                  .whole = repair->whole };
    out->number = mend_turn(mend, repair->slot, &out->side);
    mend_place(mend, repair->place[0].begin, &out->line, &out->column);
    return true;
}

/* What the note on a repair quotes: the turn, or both that it exchanges. */
static void find_said(const struct ludus_mend *mend, const struct repair *repair, size_t *begin, size_t *end)
{
    size_t last = repair->place[repair->places - 1].end;
    *begin = repair->said_begin;
    *end = repair->said_end;
    if (*begin == *end) {
        const struct slot *first = &mend->slots.slot[repair->slot];
        bool two = repair->kind == FAULT_DICE_EXCHANGED || repair->kind == FAULT_TURNS_EXCHANGED;
        *begin = first->begin;
        *end = two ? first[1].end : first->end;
    }
    *end = last > *end ? last : *end;
}

void ludus_mend_apply(const struct ludus_mend *mend, size_t index, struct ludus_buffer *out)
{
    struct ludus_text source = mend->slots.shadow.source;
    const struct repair *repair = repair_at(mend, index);
    size_t at = 0, begin, end;
    find_said(mend, repair, &begin, &end);
    for (unsigned i = 0; i < repair->places; i++) {
        buf_add(out, source.text + at, repair->place[i].begin - at);
        buf_text(out, repair->place[i].text);
        at = repair->place[i].end;
    }
    buf_add(out, source.text + at, end - at);
    bool blank = out->length && out->bytes[out->length - 1] == ' ';
    buf_format(out, "%s{%s; the source has: ", blank ? "" : " ", kinds[repair->kind].name);
    for (size_t i = begin; i < end; i++)
        if (source.text[i] != '{' && source.text[i] != '}')
            buf_char(out, source.text[i]);
    buf_text(out, "}");
    buf_add(out, source.text + end, source.length - end);
}
