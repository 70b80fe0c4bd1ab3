/* repair.c - the least changes after which a record is legal.
 *
 * What a scribe does throughout is tried first where it can be told, as one change; all else is found by one
 * search over the whole game (repair_search.c). Whatever is found is made in the text, which is read and
 * checked anew: only what makes more of the record legal is kept. The cheapest that makes all of it legal
 * comes first; the others are its rivals, and say how certain each of its changes is. */
#include "decode/repair.h"

#include "base/buf.h"
#include "base/chars.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REPAIRS_MAX = 4000, RIVALS_MAX = 64, BARE_SIZE = 2 };

#define COST_CERTAIN 9.0 /* a single change for less is looked at before what is done throughout */

static const char *const kinds[FAULT_KINDS] = {
    [FAULT_SIGN] = "sign",
    [FAULT_NAME] = "name",
    [FAULT_DICE_EXCHANGED] = "dice exchanged",
    [FAULT_MOVES_EXCHANGED] = "moves exchanged",
    [FAULT_SIGNS] = "two signs",
    [FAULT_TURNS_EXCHANGED] = "turns exchanged",
    [FAULT_DOUBLED] = "turn doubled",
    [FAULT_TOO_MANY] = "turn too many",
    [FAULT_LEFT_OUT] = "turn left out",
    [FAULT_NUMBER] = "number",
    [FAULT_NUMBERS] = "numbers",
    [FAULT_STRETCH] = "turns left out",
    [FAULT_NO_MOVES] = "moves left out",
    [FAULT_STRAY] = "text too many",
    [FAULT_WRITING] = "writing",
    [FAULT_WRITING_SPREAD] = "writing throughout",
    [FAULT_PLAYERS_SPREAD] = "comma between the players throughout",
    [FAULT_NAME_SPREAD] = "name throughout",
    [FAULT_LETTERS_SPREAD] = "letters throughout",
    [FAULT_SIDES_SPREAD] = "sides throughout",
    [FAULT_RESULT] = "result",
};

bool repair_spent(struct ludus_mend *mend)
{
    mend->gave_up |= mend->tried > mend->limit;
    return mend->gave_up || mend->failed || mend->slots.replay->failed;
}

/* ---- What is found ---- */

/* Has a repair all changes of another? Both have them in the order of the record. */
static bool holds(const struct repair *repair, const struct repair *part)
{
    size_t same = 0;
    for (size_t i = 0; i < repair->count && same < part->count; i++) {
        const struct repair_edit *one = &repair->edits[i], *other = &part->edits[same];
        same += one->begin == other->begin && one->end == other->end && strcmp(one->text, other->text) == 0;
    }
    return same == part->count;
}

static const char *copied(struct ludus_mend *mend, const char *text)
{
    return text ? arena_copy(&mend->arena, text, strlen(text)) : NULL;
}

void repair_try(struct ludus_mend *mend, const struct repair *repair)
{
    struct repair tried = *repair;
    for (size_t i = 1; i < repair->count; i++)
        if (repair->edits[i].begin < repair->edits[i - 1].end)
            return; /* they cannot be made together */
    if (repair->count == 0 || !repair_judge(mend, &tried))
        return;
    tried.whole &= !repair->part; /* behind a lost turn nothing is checked */
    if (tried.turns + tried.whole <= mend->legal)
        return; /* no more can be played than as it stands */
    bool needless = mend->repairs.count >= REPAIRS_MAX;
    for (size_t i = 0; i < mend->repairs.count && !needless && !repair->edits->spread; i++) {
        const struct repair *kept = repair_at(mend, i); /* does it do with a part of the changes? */
        needless = kept->whole && kept->bare <= tried.bare && holds(&tried, kept);
    }
    if (needless)
        return;
    tried.edits = arena_alloc(&mend->arena, repair->count * sizeof *tried.edits);
    for (size_t i = 0; i < repair->count && tried.edits; i++) {
        struct repair_edit *edit = &tried.edits[i];
        *edit = repair->edits[i];
        edit->text = copied(mend, edit->text);
        edit->before = copied(mend, edit->before);
        edit->after = copied(mend, edit->after);
        if (edit->turn == TURN_UNKNOWN)
            for (edit->turn = 0;
                 edit->turn < mend->turns.count && mend->turns.slot[edit->turn].end <= edit->shown_begin;)
                edit->turn++;
    }
    if (!mend->diceless)
        tried.cost += BARE_SIZE * (double)tried.bare;
    mend->failed |= mend->arena.failed;
    if (!mend->failed)
        (void)mend_append(mend, &mend->repairs, &tried, 1, sizeof tried);
}

static int by_merit(const void *a, const void *b)
{
    const struct repair *one = a, *other = b;
    if (one->whole != other->whole)
        return one->whole ? -1 : 1;
    if (!one->whole && one->turns != other->turns)
        return one->turns > other->turns ? -1 : 1;
    if (one->cost < other->cost || one->cost > other->cost)
        return one->cost < other->cost ? -1 : 1;
    if (one->edits->begin != other->edits->begin)
        return one->edits->begin > other->edits->begin ? -1 : 1;
    return strcmp(one->edits->text, other->edits->text);
}

/* ---- How certain it is ---- */

/* What part of all that the record can mean has the change, and how much more costs the cheapest of it that
 * has not? */
static void weigh(const struct ludus_mend *mend, const struct repair *repair, struct repair_edit *edit)
{
    double with = 0, all = 0;
    edit->margin = edit->spread && edit->hidden ? edit[-1].margin : REPAIR_RIVALS;
    if (edit->spread && edit->hidden)
        return;
    for (size_t i = 0; i < mend->repairs.count; i++) {
        const struct repair *other = repair_at(mend, i);
        double beyond = other->cost - repair_at(mend, 0)->cost, weight = exp(-beyond);
        if (other->whole != repair->whole)
            continue;
        bool has = edit->spread ? holds(other, repair) && holds(repair, other)
                                : holds(other, &(struct repair){ .edits = edit, .count = 1 });
        all += weight;
        with += has ? weight : 0;
        if (!has && other->cost - repair->cost < edit->margin)
            edit->margin = other->cost - repair->cost;
    }
    edit->share = all > 0 ? with / all : 0;
}

/* ---- The search ---- */

static void search_all(struct ludus_mend *mend)
{
    struct repair *found = arena_alloc(&mend->arena, RIVALS_MAX * sizeof *found);
    size_t count = found ? repair_search(mend, found, RIVALS_MAX) : 0;
    mend->failed |= !found;
    for (size_t i = 0; i < count && !mend->failed; i++)
        repair_try(mend, &found[i]);
    bool certain = mend->repairs.count && repair_at(mend, 0)->whole && repair_at(mend, 0)->count == 1 &&
                   repair_at(mend, 0)->cost < COST_CERTAIN;
    repair_comments(mend);
    repair_open(mend);
    if (!certain)
        repair_throughout(mend);
}

size_t ludus_mend_repair(struct ludus_mend *mend, struct ludus_game *game)
{
    struct repair asis = { .count = 0 };
    struct slots *slots = &mend->slots;
    if (!mend_begin(mend, game, SLOTS_LEGAL))
        return 0;
    slots->explains = false;
    mend->diceless = 2 * slots_count_bare(slots, slots->count) > slots->count;
    repair_judge(mend, &asis);
    struct spot start = slots_spot(slots);
    size_t played = 0; /* turns before the first that cannot be played, for damage or a fault */
    while (played < slots->count && slots_play(slots, &slots->slot[played]))
        played++;
    mend->damaged = played < slots->count && slots->replay->turn.state == LUDUS_TURN_UNKNOWN;
    slots_return(slots, start);
    mend->far = mend->legal = asis.turns < played ? asis.turns : played;
    if (!asis.whole) {
        mend->damaged &= played <= asis.turns;
        if (!mend->damaged && mend->legal == slots->count)
            repair_result(mend);
        if (!mend->damaged && mend->repairs.count == 0)
            search_all(mend);
    }
    slots->explains = mend->explains;
    if (mend->repairs.count)
        qsort(mend->repairs.data, mend->repairs.count, sizeof(struct repair), by_merit);
    for (size_t i = 0; i < mend->repairs.count; i++)
        for (size_t k = 0; k < repair_at(mend, i)->count; k++)
            weigh(mend, repair_at(mend, i), &repair_at(mend, i)->edits[k]);
    return mend->failed ? 0 : mend->repairs.count;
}

bool ludus_mend_damaged(const struct ludus_mend *mend)
{
    return mend->damaged;
}

/* ---- What is told ---- */

static struct ludus_text text_of(const struct ludus_mend *mend, size_t begin, size_t end)
{
    return (struct ludus_text){ mend->slots.shadow.diag.text + begin, end - begin };
}

const char *repair_show_after(struct ludus_mend *mend, const struct repair_edit *edit)
{
    struct ludus_buffer out = { .bytes = NULL };
    const char *source = mend->slots.shadow.diag.text;
    buf_add(&out, source + edit->shown_begin, edit->begin - edit->shown_begin);
    buf_text(&out, edit->text);
    buf_add(&out, source + edit->end, edit->shown_end - edit->end);
    while (out.length && out.bytes[out.length - 1] == ' ')
        out.length--;
    const char *text = out.length ? arena_copy(&mend->arena, out.bytes, out.length) : "(nothing)";
    buf_free(&out);
    return text;
}

static size_t count_told(const struct repair *repair)
{
    size_t count = 0;
    for (size_t i = 0; i < repair->count; i++)
        count += !repair->edits[i].hidden;
    return count;
}

bool ludus_mend_repair_change(struct ludus_mend *mend, size_t index, size_t change, struct ludus_repair *out)
{
    struct repair *repair = index < mend->repairs.count ? repair_at(mend, index) : NULL;
    struct repair_edit *edit = repair ? repair->edits : NULL, *end = repair ? edit + repair->count : NULL;
    while (edit < end && (edit->hidden || change-- > 0))
        edit++;
    if (edit == end)
        return false;
    if (!edit->after)
        edit->after = repair_show_after(mend, edit);
    struct ludus_text before = text_of(mend, edit->shown_begin, edit->shown_end);
    struct ludus_repair found = {
        .offset = edit->shown_begin,
        .length = before.length,
        .kind = kinds[edit->kind],
        .before = edit->before ? (struct ludus_text){ edit->before, strlen(edit->before) } : before,
        .after = edit->after ? edit->after : "",
        .turns = repair->turns,
        .gain = repair->turns - mend->legal,
        .whole = repair->whole,
        .missing_rolls = repair->bare,
        .changes = count_told(repair),
        .share = edit->share,
        .margin = edit->margin,
    };
    found.number = mend_turn(mend, edit->turn, &found.side);
    struct diag_place at = diag_first_place(&mend->slots.shadow.diag);
    diag_walk(&mend->slots.shadow.diag, &at, edit->shown_begin);
    found.line = at.line;
    found.column = at.column + 1;
    sized_give(out, &found, sizeof found);
    return true;
}

bool ludus_mend_repair_at(struct ludus_mend *mend, size_t index, struct ludus_repair *out)
{
    return ludus_mend_repair_change(mend, index, 0, out);
}

/* ---- What is written ---- */

/* Text within a comment. */
static void quote(struct ludus_text text, struct ludus_buffer *out)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.text[i] != '{' && text.text[i] != '}')
            buf_char(out, text.text[i]);
}

/* What was changed; of a change in many places, which are not marked, what for what. */
static void write_note(const struct ludus_mend *mend, const struct repair_edit *edit,
                       struct ludus_buffer *out)
{
    bool blank = out->length && out->bytes[out->length - 1] == ' ';
    bool spread = edit->spread || edit->kind == FAULT_RESULT;
    struct ludus_text said = spread && edit->before
                                 ? (struct ludus_text){ edit->before, strlen(edit->before) }
                                 : text_of(mend, edit->said_begin, edit->said_end);
    buf_format(out, "%s{%s; the source has: ", blank ? "" : " ", kinds[edit->kind]);
    quote(said, out);
    if (spread) {
        buf_text(out, " for ");
        quote((struct ludus_text){ edit->after, strlen(edit->after) }, out);
    }
    buf_text(out, "}");
}

/* Where the last turn ends that stands before a place or around it, or the last variation: a note can stand
 * there. */
static size_t end_of_moves(const struct ludus_mend *mend, size_t place)
{
    const struct ludus_game *game = mend->slots.game;
    size_t count = game->item_count;
    while (count > 0 && !turns_is_move(&game->items[count - 1]) &&
           visit_event(&game->items[count - 1]) != LUDUS_EVENT_VARIATION_END &&
           item_end(game, &game->items[count - 1]) > place)
        count--;
    while (count < game->item_count && item_begin(game, &game->items[count]) < place)
        count++;
    size_t end = count ? item_end(game, &game->items[count - 1]) : 0;
    return end < place ? place : end;
}

/* The place of a note: behind what it quotes, and no change within. */
static size_t note_place(const struct ludus_mend *mend, const struct repair *repair,
                         const struct repair_edit *edit)
{
    size_t place = edit->said_end;
    if (edit->spread)
        return end_of_moves(mend, repair->edits[repair->count - 1].end);
    if (edit->end > place && edit->kind != FAULT_RESULT)
        place = edit->end;
    for (size_t i = 0; i < repair->count; i++)
        if (repair->edits[i].begin < place && repair->edits[i].end > place)
            place = repair->edits[i].end;
    return place;
}

/* Is there another note on the same words? */
static bool is_noted(const struct repair *repair, const struct repair_edit *edit)
{
    for (const struct repair_edit *other = repair->edits; other < edit && !edit->hidden; other++)
        if (!other->hidden && other->kind == edit->kind && other->said_begin == edit->said_begin &&
            other->said_end == edit->said_end)
            return true;
    return edit->hidden;
}

/* A note that is still to be written. */
struct note {
    size_t place;
    const struct repair_edit *edit;
};

/* The record from where `*at` says up to `end`, where `edit` is made, with the notes that come before that;
 * they are in order. */
static size_t write_up_to(const struct ludus_mend *mend, size_t end, const struct repair_edit *edit,
                          struct note *notes, size_t count, size_t *at, struct ludus_buffer *out)
{
    struct ludus_text source = mend->slots.shadow.source;
    size_t written = 0;
    if (!source.text)
        return 0;
    for (; written < count && notes[written].place <= end; written++) {
        if (notes[written].place == end && notes[written].edit == edit)
            break; /* it comes behind it */
        buf_add(out, source.text + *at, notes[written].place - *at);
        *at = notes[written].place;
        write_note(mend, notes[written].edit, out);
        if (*at < source.length && (is_name(source.text[*at]) || source.text[*at] == '('))
            buf_char(out, ' ');
    }
    buf_add(out, source.text + *at, end - *at);
    *at = end;
    return written;
}

/* Makes those changes of a repair, if there is one, whose margin is at least `margin`. Returns how many were
 * not made. */
static size_t apply(const struct ludus_mend *mend, const struct repair *repair, double margin,
                    struct ludus_buffer *out)
{
    size_t changes = repair ? repair->count : 0, first = 0, count = 0, left = 0, at = 0;
    struct note *notes = memory_new((changes + 1) * sizeof *notes);
    for (size_t i = 0; i < changes && notes; i++) {
        const struct repair_edit *edit = &repair->edits[i];
        left += edit->margin < margin && !edit->hidden;
        if (edit->margin < margin)
            continue;
        if (!is_noted(repair, edit)) {
            struct note note = { note_place(mend, repair, edit), edit };
            size_t place = count++;
            for (; place > first && notes[place - 1].place > note.place; place--)
                notes[place] = notes[place - 1];
            notes[place] = note;
        }
        first += write_up_to(mend, edit->begin, edit, notes + first, count - first, &at, out);
        buf_text(out, edit->text);
        at = edit->end;
    }
    if (notes)
        write_up_to(mend, mend->slots.shadow.source.length, NULL, notes + first, count - first, &at, out);
    out->failed |= !notes;
    free(notes);
    return left;
}

void ludus_mend_apply(const struct ludus_mend *mend, size_t index, struct ludus_buffer *out)
{
    apply(mend, index < mend->repairs.count ? repair_at(mend, index) : NULL, -HUGE_VAL, out);
}

size_t ludus_mend_apply_best(const struct ludus_mend *mend, double margin, struct ludus_buffer *out)
{
    const struct repair *best = mend->repairs.count ? repair_at(mend, 0) : NULL;
    bool whole = best && best->whole;
    size_t left = apply(mend, whole ? best : NULL, margin, out);
    return best && !whole ? count_told(best) : left;
}
