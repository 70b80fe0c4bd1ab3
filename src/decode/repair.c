/* repair.c - the least change after which more of a record is legal.
 *
 * Every change of the kinds in the table is tried at every turn up to the one that breaks the rules, and the
 * rest of the record is played on from there. What makes more turns legal is better; then the smaller change,
 * which is the larger for every roll that is missing still, or then, unless most are anyway; then the one
 * between signs that look alike; then the one nearer to the turn where the fault shows. */
#include "decode/repair.h"

#include "base/buf.h"
#include "base/sized.h"
#include "play/ending.h"
#include "rules/outcome.h"

#include <stdlib.h>
#include <string.h>

enum { REPAIRS_MAX = 4000, BARE_SIZE = 2 };

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
    [FAULT_NUMBERS] = { "numbers", 1 },
    [FAULT_NUMBERS_EXCHANGED] = { "numbers exchanged", 1 },
    [FAULT_STRETCH] = { "turns left out", 2 },
    [FAULT_NO_MOVES] = { "moves left out", 1 },
    [FAULT_STRAY] = { "text too many", 4 },
    [FAULT_MEANT] = { "writing", 0 },
    [FAULT_WRITING] = { "writing", 1 },
    [FAULT_WRITING_SPREAD] = { "writing throughout", 1 },
    [FAULT_PLAYERS_SPREAD] = { "comma between the players throughout", 1 },
    [FAULT_NAME_SPREAD] = { "name throughout", 1 },
    [FAULT_LETTERS_SPREAD] = { "letters throughout", 1 },
    [FAULT_SIDES_SPREAD] = { "sides throughout", 1 },
    [FAULT_RESULT] = { "result", 1 },
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

/* Is the same change known as one of another kind, or in other words? */
static bool is_known(const struct ludus_mend *mend, const struct repair *repair)
{
    bool doubtful = repair->kind == FAULT_WRITING || repair->shown.text;
    for (size_t i = 0; i < mend->repairs.count; i++) {
        const struct repair *other = repair_at(mend, i);
        if ((doubtful || other->kind == FAULT_MEANT) && other->places == 1 &&
            other->place[0].begin == repair->place[0].begin && other->place[0].end == repair->place[0].end &&
            strcmp(other->place[0].text, repair->place[0].text) == 0)
            return true;
    }
    return false;
}

static bool copy_text(struct ludus_mend *mend, const char **text)
{
    *text = arena_copy(&mend->arena, *text, strlen(*text));
    return *text != NULL;
}

size_t repair_count_bare(const struct slots *slots, size_t turns)
{
    size_t count = 0;
    for (size_t i = 0; i < turns && i < slots->count; i++)
        count += slots_is_bare(slots, &slots->slot[i]);
    return count;
}

void repair_keep(struct ludus_mend *mend, const struct repair *repair)
{
    struct repair counted = *repair;
    counted.bare = repair_count_bare(&mend->slots, repair->turns);
    counted.bare -= repair->spared < counted.bare ? repair->spared : counted.bare;
    repair_keep_counted(mend, &counted);
}

void repair_keep_counted(struct ludus_mend *mend, const struct repair *repair)
{
    if (repair->turns + repair->whole <= mend->legal || mend->repairs.count >= REPAIRS_MAX ||
        is_known(mend, repair))
        return;
    struct repair *kept = mend_push(mend, &mend->repairs, sizeof *kept);
    if (!kept)
        return;
    *kept = *repair;
    kept->size = kinds[repair->kind].size;
    if (!mend->diceless) {
        kept->size += BARE_SIZE * repair->bare;
        kept->lacking = repair->bare + repair->spared;
    }
    bool copied = !repair->shown.text || copy_text(mend, &kept->shown.text);
    if (repair->before)
        copied = copied && copy_text(mend, &kept->before) && copy_text(mend, &kept->after);
    for (unsigned i = 0; i < repair->places && copied; i++)
        copied = copy_text(mend, &kept->place[i].text);
    mend->failed |= !copied;
    mend->repairs.count -= !copied;
}

size_t repair_play_on(struct ludus_mend *mend, size_t next, bool *whole)
{
    struct slots *slots = &mend->slots;
    size_t first = next;
    while (next < slots->count && repair_is_numbered(mend, next, &slots->slot[next]) &&
           slots_play(slots, &slots->slot[next]))
        next++;
    mend->tried += next - first + 1;
    *whole = next == slots->count && ending_agrees(slots->result, slots->cut ? NULL : slots_position(slots));
    return next;
}

size_t repair_try(struct ludus_mend *mend, size_t index, const struct slot *slot, size_t next, bool *whole)
{
    struct spot spot = slots_spot(&mend->slots);
    size_t turns = 0;
    *whole = false;
    if (repair_is_numbered(mend, index, slot) && slots_play(&mend->slots, slot)) {
        turns = repair_play_on(mend, next, whole);
        slots_return(&mend->slots, spot);
        turns = turns > index ? turns : 0;
    }
    return turns;
}

static struct ludus_text text_of(const struct ludus_mend *mend, size_t begin, size_t end)
{
    return (struct ludus_text){ mend->slots.shadow.diag.text + begin, end - begin };
}

/* Best first. */
static int by_merit(const void *a, const void *b)
{
    const struct repair *one = a, *other = b;
    size_t merit = one->turns + one->whole + other->lacking,
           other_merit = other->turns + other->whole + one->lacking;
    if (merit != other_merit)
        return merit > other_merit ? -1 : 1;
    if (one->size != other->size)
        return one->size < other->size ? -1 : 1;
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
        if (repair_at(mend, i)->whole && repair_at(mend, i)->lacking == 0)
            return true;
    return false;
}

static void try_small(struct ludus_mend *mend, size_t index)
{
    repair_signs(mend, index, 1);
    repair_commas(mend, index);
    repair_exchanged(mend, index);
    repair_doubled(mend, index);
    if (!repair_is_numbered(mend, index, &mend->slots.slot[index]))
        repair_numbers(mend, index);
}

static void try_large(struct ludus_mend *mend, size_t index)
{
    repair_signs(mend, index, 2);
    repair_left_out(mend, index);
    repair_too_many(mend, index);
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
    bool whole, numbered, cut = slots->cut;
    if (fault) {
        slots->count = fault->slot;
        slots->cut = true;
    }
    mend->far = mend->legal = repair_play_on(mend, 0, &whole);
    bool sound = mend->legal == slots->count;
    numbered = sound || repair_is_numbered(mend, mend->legal, &slots->slot[mend->legal]);
    mend->damaged = !sound && numbered && slots->replay->turn.state == LUDUS_TURN_UNKNOWN;
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
    if (sound && fault)
        repair_text(mend, fault);
    else if (!mend->damaged && fault && fault->slot == mend->legal + 1)
        repair_blanks(mend, fault);
    if (!mend->damaged)
        repair_comments(mend);
    if (sound && !fault)
        repair_result(mend);
    else if (!mend->damaged)
        repair_throughout(mend);
}

size_t ludus_mend_repair(struct ludus_mend *mend, struct ludus_game *game)
{
    struct notation_fault fault;
    arena_reset(&mend->arena);
    mend->repairs.count = mend->gaps.count = 0;
    mend->slots.count = 0;
    mend->failed = mend->gave_up = false;
    mend->tried = mend->far = mend->legal = 0;
    mend->shifted = SIZE_MAX;
    if (!slots_read(&mend->slots, game, SLOTS_LEGAL))
        return 0;
    mend->slots.explains = false;
    mend->diceless = 2 * repair_count_bare(&mend->slots, mend->slots.count) > mend->slots.count;
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
    const struct repair_place *place = repair->shown.text ? &repair->shown : &repair->place[0];
    struct ludus_text place_text = text_of(mend, place->begin, place->end), before = place_text;
    if (repair->before)
        before = (struct ludus_text){ repair->before, strlen(repair->before) };
    struct ludus_repair found = { .offset = place->begin,
                                  .length = place_text.length,
                                  .kind = kinds[repair->kind].name,
                                  .before = before,
                                  .after = or_nothing(repair->before ? repair->after : place->text),
                                  .turns = repair->turns,
                                  .gain = repair->turns - mend->legal,
                                  .whole = repair->whole,
                                  .missing_rolls = repair->bare };
    found.number = mend_turn(mend, repair->slot, &found.side);
    struct diag_place at = diag_first_place(&mend->slots.shadow.diag);
    diag_walk(&mend->slots.shadow.diag, &at, place->begin);
    found.line = at.line;
    found.column = at.column + 1;
    sized_give(out, &found, sizeof found);
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
    if (!repair->shown.text && repair->kind != FAULT_RESULT && last > *end)
        *end = last;
}

/* The text up to `end`, with the right numbers for those that are too great. */
static void add_renumbered(const struct ludus_mend *mend, const struct repair *repair, size_t at, size_t end,
                           struct ludus_buffer *out)
{
    const char *text = mend->slots.shadow.source.text;
    for (size_t i = repair->slot; repair->excess && i < repair->turns && i < mend->slots.count; i++) {
        const struct item *label = mend->slots.slot[i].label;
        size_t begin = label ? item_begin(mend->slots.game, label) : 0;
        if (!label || begin < at || begin >= end || label->number == UNNUMBERED)
            continue;
        buf_add(out, text + at, begin - at);
        repair_write_number(label, (unsigned)((long)label->number - repair->excess), label->side, out);
        at = begin + label->length;
    }
    buf_add(out, text + at, end - at);
}

/* Text within a comment. */
static void quote(const char *text, size_t length, struct ludus_buffer *out)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] != '{' && text[i] != '}')
            buf_char(out, text[i]);
}

/* What was changed; of a change in many places, which are not marked, what for what. */
static void write_note(const struct repair *repair, struct ludus_text said, struct ludus_buffer *out)
{
    bool blank = out->length && out->bytes[out->length - 1] == ' ';
    const char *after = repair->before ? repair->after : repair->shown.text;
    if (repair->before)
        said = (struct ludus_text){ repair->before, strlen(repair->before) };
    buf_format(out, "%s{%s; the source has: ", blank ? "" : " ", kinds[repair->kind].name);
    quote(said.text, said.length, out);
    if (after) {
        buf_text(out, " for ");
        quote(after, strlen(after), out);
    }
    buf_text(out, "}");
}

void ludus_mend_apply(const struct ludus_mend *mend, size_t index, struct ludus_buffer *out)
{
    struct ludus_text source = mend->slots.shadow.source;
    if (index >= mend->repairs.count) {
        buf_add(out, source.text, source.length);
        return;
    }
    const struct repair *repair = repair_at(mend, index);
    size_t at = 0, begin, end;
    bool noted = false;
    find_said(mend, repair, &begin, &end);
    for (unsigned i = 0; i < repair->places; i++) {
        if (repair->kind == FAULT_RESULT &&
            repair->place[i].begin >= end) { /* behind it, the record is over */
            buf_add(out, source.text + at, end - at);
            write_note(repair, text_of(mend, begin, end), out);
            at = end;
            noted = true;
        }
        buf_add(out, source.text + at, repair->place[i].begin - at);
        buf_text(out, repair->place[i].text);
        at = repair->place[i].end;
    }
    size_t behind = end > at ? end : at;
    add_renumbered(mend, repair, at, behind, out);
    if (!noted)
        write_note(repair, text_of(mend, begin, end), out);
    add_renumbered(mend, repair, behind, source.length, out);
}
