/* mend.c - restoring damaged records: the gaps, their readings as they are reported, and the record with
 * those that are certain. */
#include "decode/mend.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { LIMIT = 1000000 };

struct ludus_mend *ludus_mend_new(const struct ludus_ruleset *rules, const struct ludus_mend_options *options)
{
    struct ludus_mend_options given = { .limit = 0 };
    struct ludus_mend *mend =
        sized_take(&given, sizeof given, options) ? memory_zeroed(1, sizeof *mend) : NULL;
    if (!mend)
        return NULL;
    mend->limit = given.limit ? given.limit : LIMIT;
    mend->explains = given.explain;
    lookalikes_read(&mend->lookalikes, given.confusions, given.confusions_length);
    if (sheet_init(&mend->sheet, rules) && sheet_init(&mend->turns, rules)) {
        mend->sheet.explains = mend->explains;
        return mend;
    }
    ludus_mend_free(mend);
    return NULL;
}

void ludus_mend_free(struct ludus_mend *mend)
{
    if (!mend)
        return;
    sheet_free(&mend->sheet);
    sheet_free(&mend->turns);
    record_free(&mend->changed);
    buf_free(&mend->text);
    arena_free(&mend->arena);
    free(mend->gaps);
    free(mend->texts);
    keyed_free(&mend->text_keys);
    free(mend->repairs);
    free(mend->changes);
    free(mend);
}

/* ---- The gaps ---- */

static void add_gap(struct ludus_mend *mend, size_t entry, unsigned part, const struct item *item)
{
    const struct sheet_entry *written = &mend->sheet.entries[entry];
    const struct item *before = item ? item : written->count ? written->items[0] : NULL;
    struct gap *gap = memory_push(&mend->gaps, &mend->gap_count, &mend->gap_room, sizeof *gap);
    mend->failed |= !gap;
    if (!gap)
        return;
    *gap = (struct gap){ .entry = entry, .part = part, .item = item };
    gap->told.offset = before ? item_begin(mend->sheet.game, before) : written->end;
    gap->told.length = item ? item->length : 0;
    gap->told.text = (struct ludus_text){ mend->sheet.shadow.diag.text + gap->told.offset, gap->told.length };
    gap->told.roll = part == GAP_ROLL;
    gap->told.number = mend_turn(mend, entry, &gap->told.side);
}

static bool is_damaged_roll(const struct rules *rules, const struct item *dice)
{
    unsigned count = dice || rules->dice ? dice_thrown(rules) : 0; /* a turn may need none */
    for (unsigned i = 0; i < count; i++)
        if (damage_face(rules, dice, i) == 0)
            return true;
    return count && dice && dice->dice.unclear;
}

/* Counts damage outside the gaps, which are in the order of their items. */
static void count_unsearched(struct ludus_mend *mend)
{
    const struct ludus_game *game = mend->sheet.game;
    const struct rules *rules = &mend->sheet.replay->ruleset->rules;
    size_t gap = 0;
    for (size_t i = 0; i < game->item_count; i++) {
        const struct item *item = &game->items[i];
        while (gap < mend->gap_count && (!mend->gaps[gap].item || mend->gaps[gap].item < item))
            gap++;
        bool searched = gap < mend->gap_count && mend->gaps[gap].item == item;
        bool roll = visit_event(item) == LUDUS_EVENT_DICE && is_damaged_roll(rules, item);
        if (!searched && (roll || (turns_is_move(item) && damage_in(item))) && mend->unsearched++ == 0)
            mend->unsearched_at = item_begin(game, item);
    }
}

static void find_gaps(struct ludus_mend *mend)
{
    for (size_t i = 0; i < mend->sheet.count; i++) {
        struct sheet_entry *entry = &mend->sheet.entries[i];
        entry->mark = mend->gap_count;
        if (is_damaged_roll(&mend->sheet.replay->ruleset->rules, entry->dice))
            add_gap(mend, i, GAP_ROLL, entry->dice);
        for (unsigned k = 0; k < entry->count; k++)
            if (damage_in(entry->items[k]))
                add_gap(mend, i, k, entry->items[k]);
        if (entry->count == 0)
            add_gap(mend, i, 0, NULL);
    }
    count_unsearched(mend);
}

struct gap *mend_gap_of(const struct ludus_mend *mend, size_t entry, unsigned part)
{
    for (size_t i = mend->sheet.entries[entry].mark; i < mend->gap_count && mend->gaps[i].entry == entry; i++)
        if (mend->gaps[i].part == part)
            return &mend->gaps[i];
    return NULL;
}

/* ---- Restoring ---- */

/* By gap; possible readings by share, then impossible ones, the later they fail the earlier. Shares are
 * rounded, because the order of summing changes their last digits. */
static int by_rank(const void *a, const void *b)
{
    const struct gap_reading *one = a, *other = b;
    if (one->gap != other->gap)
        return one->gap < other->gap ? -1 : 1;
    if (one->told.allowed != other->told.allowed)
        return one->told.allowed ? -1 : 1;
    float share = (float)one->told.share, other_share = (float)other->told.share;
    if (share != other_share)
        return share > other_share ? -1 : 1;
    if (!one->told.allowed && one->fell != other->fell)
        return one->fell > other->fell ? -1 : 1;
    return strcmp(one->told.text, other->told.text);
}

static void sort_readings(struct ludus_mend *mend)
{
    if (mend->text_count)
        qsort(mend->texts, mend->text_count, sizeof *mend->texts, by_rank);
    for (size_t i = mend->text_count; i-- > 0;) {
        struct gap *gap = &mend->gaps[mend->texts[i].gap];
        gap->sorted = &mend->texts[i];
        gap->count++;
        gap->told.readings += gap->sorted->told.allowed;
    }
}

bool mend_begin(struct ludus_mend *mend, struct ludus_game *game, enum sheet_extent way)
{
    arena_reset(&mend->arena);
    mend->gap_count = mend->text_count = mend->repair_count = mend->sheet.count = 0;
    mend->failed = mend->gave_up = mend->damaged = mend->sound = false;
    mend->tried = mend->far = mend->legal = mend->unsearched = 0;
    if (!sheet_read(&mend->sheet, game, way))
        return false;
    mend->number = sheet_position(&mend->sheet)->number;
    mend->side = sheet_position(&mend->sheet)->side;
    return true;
}

bool ludus_mend_restore(struct ludus_mend *mend, struct ludus_game *game)
{
    keyed_free(&mend->text_keys);
    if (!mend_begin(mend, game, SHEET_WIDE))
        return false;
    find_gaps(mend);
    struct diag_place place = diag_first_place(&mend->sheet.shadow.diag);
    for (size_t i = 0; i < mend->gap_count; i++) {
        struct ludus_gap *told = &mend->gaps[i].told;
        diag_walk(&mend->sheet.shadow.diag, &place, told->offset);
        told->line = place.line;
        told->column = place.column + 1;
    }
    if (!mend->failed)
        mend_search(mend);
    sort_readings(mend);
    return !mend->failed && !mend->sheet.replay->failed;
}

unsigned mend_turn(const struct ludus_mend *mend, size_t entry, enum ludus_side *side)
{
    *side = (enum ludus_side)(mend->side ^ (entry & 1));
    return (unsigned)(turn_place(&mend->sheet.replay->ruleset->rules, mend->number, mend->side) +
                      (long)entry) /
           2;
}

size_t ludus_mend_gaps(const struct ludus_mend *mend)
{
    return mend->gap_count;
}

bool ludus_mend_gap(const struct ludus_mend *mend, size_t index, struct ludus_gap *out)
{
    if (index >= mend->gap_count)
        return false;
    const struct gap *gap = &mend->gaps[index];
    struct ludus_gap found = gap->told;
    found.exact = !mend->gave_up && (mend->sound || gap->entry == mend->far);
    found.fallen = mend->gave_up ? 0 : gap->count - found.readings;
    sized_give(out, &found, sizeof found);
    return true;
}

bool ludus_mend_reading(const struct ludus_mend *mend, size_t gap, size_t index, struct ludus_reading *out)
{
    if (gap >= mend->gap_count || index >= mend->gaps[gap].count ||
        (mend->gave_up && index >= mend->gaps[gap].told.readings))
        return false; /* after giving up, other readings may be possible */
    const struct gap_reading *reading = &mend->gaps[gap].sorted[index];
    struct ludus_reading found = reading->told;
    found.number = mend_turn(mend, reading->fell, &found.side);
    sized_give(out, &found, sizeof found);
    return true;
}

size_t ludus_mend_unsearched(const struct ludus_mend *mend, size_t *line, size_t *column)
{
    const struct diag *diag = &mend->sheet.shadow.diag;
    struct diag_place place = diag_first_place(diag);
    bool any = mend->unsearched > 0;
    if (any)
        diag_walk(diag, &place, mend->unsearched_at);
    if (line)
        *line = any ? place.line : 0;
    if (column)
        *column = any ? place.column + 1 : 0;
    return mend->unsearched;
}

bool ludus_mend_gave_up(const struct ludus_mend *mend, unsigned *number, enum ludus_side *side)
{
    unsigned at = 0;
    enum ludus_side whose = LUDUS_WHITE;
    if (mend->sheet.replay->ruleset) /* else nothing was searched */
        at = mend_turn(mend, mend->far, &whose);
    if (number)
        *number = at;
    if (side)
        *side = whose;
    return mend->gave_up;
}

bool ludus_mend_sound(const struct ludus_mend *mend)
{
    return mend->sound;
}

size_t ludus_mend_turns(const struct ludus_mend *mend, size_t *sound)
{
    if (sound)
        *sound = mend->far;
    return mend->sheet.count;
}

/* ---- The restored record ---- */

/* The reading of a gap, if it has only one, else NULL. */
static const struct gap_reading *only_reading(const struct ludus_mend *mend, const struct gap *gap)
{
    return gap && gap->told.readings == 1 && mend->sound && !mend->gave_up ? gap->sorted : NULL;
}

/* Appends a token with the signs of `reading` in place of its lost and wrong ones. False, and nothing is
 * appended, if the two do not match sign for sign. */
static bool fill_signs(const char *token, size_t length, const char *reading, struct ludus_buffer *out)
{
    size_t begin = out->length, at = 0;
    bool open = false, own = false; /* our bracket is open; one of the token is */
    for (size_t i = 0; i < length; i++) {
        unsigned doubt = leiden_unclear(token + i, length - i);
        bool past = !reading[at]; /* marks and check signs after the move */
        if (token[i] == '<' || token[i] == '>') {
            own = token[i] == '<';
            buf_char(out, token[i]);
            continue;
        }
        if (doubt) {
            if (!open)
                buf_add(out, token + i, doubt);
            i += doubt - 1;
            continue;
        }
        bool mark = strchr("+#!?", token[i]) != NULL;
        if (mark != past || token[i] & 0x80) {
            out->length = begin;
            return false;
        }
        bool other = !past && token[i] != reading[at];
        if (open && !other)
            buf_char(out, '>');
        else if (!open && other && !own)
            buf_char(out, '<');
        open = other && !own;
        buf_char(out, past ? token[i] : reading[at++]);
    }
    if (open)
        buf_char(out, '>');
    if (!reading[at])
        return true;
    out->length = begin;
    return false;
}

void mend_write_roll(const struct item *was, const uint8_t *dice, unsigned count, struct ludus_buffer *out)
{
    for (unsigned i = 0; i < count; i++) {
        bool kept = was && was->dice.count == count && was->dice.face[i] == dice[i];
        const char *doubt = kept && was->dice.unclear >> i & 1 ? "~" : "";
        bool supplied = !kept || was->dice.supplied >> i & 1;
        buf_char(out, i ? ',' : '(');
        if (dice[i])
            buf_format(out, supplied ? "<%u>%s" : "%u%s", dice[i], doubt);
        else
            buf_text(out, "<_>");
    }
    buf_text(out, ")");
}

/* Appends a turn of `__`, which has no text of its own. */
static void fill_turn(const struct ludus_mend *mend, const struct gap *gap, const struct gap_reading *moves,
                      struct ludus_buffer *out)
{
    const struct gap_reading *roll = only_reading(mend, mend_gap_of(mend, gap->entry, GAP_ROLL));
    const struct rules *rules = &mend->sheet.replay->ruleset->rules;
    bool white = gap->told.side == LUDUS_WHITE;
    buf_format(out, " %u%s ", gap->told.number,
               rules->sided_numbers ? white ? "W." : "B."
               : white              ? "."
                                    : "...");
    if (rules->dice && roll) {
        mend_write_roll(NULL, roll->dice, rules->dice, out);
        buf_char(out, ' ');
    }
    buf_format(out, "<%s>", moves->told.text);
}

void ludus_mend_write(const struct ludus_mend *mend, struct ludus_buffer *out)
{
    struct ludus_text source = mend->sheet.shadow.source;
    size_t at = 0;
    for (size_t i = 0; i < mend->gap_count; i++) {
        const struct gap *gap = &mend->gaps[i];
        const struct gap_reading *reading = only_reading(mend, gap);
        bool written = mend->sheet.entries[gap->entry].count > 0;
        if (!reading || gap->told.offset < at)
            continue;
        buf_add(out, source.text + at, gap->told.offset - at);
        at = gap->told.offset + (written ? gap->told.length : 0);
        if (!written && gap->part == 0) {
            fill_turn(mend, gap, reading, out);
        } else if (written && gap->part == GAP_ROLL) {
            mend_write_roll(gap->item, reading->dice, dice_thrown(&mend->sheet.replay->ruleset->rules), out);
            buf_text(out, gap->item ? "" : " ");
        } else if (written && (gap->item->move.style == MOVE_LOST ||
                               !fill_signs(gap->told.text.text, gap->told.length, reading->told.text, out))) {
            const char *rest = reading->told.text; /* perhaps several moves */
            for (const char *comma; (comma = strstr(rest, ", ")); rest = comma + 2)
                buf_format(out, "<%.*s>, ", (int)(comma - rest), rest);
            buf_format(out, "<%s>", rest);
        }
    }
    buf_add(out, source.text + at, source.length - at);
}
