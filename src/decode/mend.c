/* mend.c - restoring damaged records: what is asked, and what is answered. */
#include "decode/mend.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1 << 14, LIMIT = 1000000 };

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
    mend->buckets = memory_new(BUCKETS * sizeof *mend->buckets);
    if (slots_init(&mend->slots, rules) && slots_init(&mend->turns, rules) && mend->buckets) {
        mend->slots.explains = mend->explains;
        return mend;
    }
    ludus_mend_free(mend);
    return NULL;
}

void ludus_mend_free(struct ludus_mend *mend)
{
    if (!mend)
        return;
    slots_free(&mend->slots);
    slots_free(&mend->turns);
    record_free(&mend->changed);
    buf_free(&mend->text);
    arena_free(&mend->arena);
    free(mend->gaps.data);
    free(mend->texts.data);
    free(mend->nodes.data);
    free(mend->edges.data);
    free(mend->edge_texts.data);
    free(mend->frames.data);
    free(mend->repairs.data);
    free(mend->buckets);
    free(mend->table);
    free(mend->gap_of);
    free(mend);
}

uint32_t mend_intern(struct ludus_mend *mend, uint32_t gap, const char *text, const uint8_t *dice)
{
    uint64_t hash = gap * 0x9e3779b97f4a7c15u + 0xcbf29ce484222325u;
    for (const char *c = text; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 0x100000001b3u;
    uint32_t *bucket = &mend->buckets[(hash ^ hash >> 32) % BUCKETS];
    for (uint32_t i = *bucket; i != NO_INDEX; i = mend_reading(mend, i)->chain)
        if (mend_reading(mend, i)->gap == gap && strcmp(mend_reading(mend, i)->text, text) == 0)
            return i;
    struct gap_reading *reading = mend_push(mend, &mend->texts, sizeof *reading);
    if (!reading)
        return NO_INDEX;
    *reading = (struct gap_reading){ .gap = gap,
                                     .next = mend_gap(mend, gap)->first,
                                     .chain = *bucket,
                                     .text = arena_copy(&mend->arena, text, strlen(text)),
                                     .faults = UINT32_MAX,
                                     .fell = mend_gap(mend, gap)->slot };
    if (dice)
        memcpy(reading->dice, dice, sizeof reading->dice);
    *bucket = mend_gap(mend, gap)->first = (uint32_t)mend->texts.count - 1;
    if (reading->text)
        return *bucket;
    mend->failed = true;
    reading->text = "";
    return NO_INDEX;
}

/* Allowed ones first, the more probable before the less; of those that fall, the later. Shares are rounded,
 * so that equal ones that were summed in another order are equal. */
static int by_rank(const void *a, const void *b)
{
    const struct gap_reading *const *left = a, *const *right = b;
    const struct gap_reading *one = *left, *other = *right;
    if (one->alive != other->alive)
        return one->alive ? -1 : 1;
    float share = (float)one->share, other_share = (float)other->share;
    if (share != other_share)
        return share > other_share ? -1 : 1;
    if (!one->alive && one->fell != other->fell)
        return one->fell > other->fell ? -1 : 1;
    return strcmp(one->text, other->text);
}

static void sort_gap(struct ludus_mend *mend, struct gap *gap)
{
    size_t count = 0;
    for (uint32_t i = gap->first; i != NO_INDEX; i = mend_reading(mend, i)->next)
        count++;
    const struct gap_reading **order = memory_new((count + 1) * sizeof *order);
    gap->sorted = arena_alloc(&mend->arena, (count + 1) * sizeof *gap->sorted);
    mend->failed |= !order || !gap->sorted;
    if (order && gap->sorted) {
        size_t at = 0;
        for (uint32_t i = gap->first; i != NO_INDEX; i = mend_reading(mend, i)->next) {
            gap->readings += mend_reading(mend, i)->alive;
            order[at++] = mend_reading(mend, i);
        }
        qsort(order, count, sizeof *order, by_rank);
        for (size_t i = 0; i < count; i++)
            gap->sorted[i] = (uint32_t)(order[i] - (const struct gap_reading *)mend->texts.data);
        gap->sorted_count = count;
    }
    free(order);
}

static void place_gaps(struct ludus_mend *mend)
{
    const struct diag *diag = &mend->slots.shadow.diag;
    struct diag_place place = diag_first_place(diag);
    for (size_t i = 0; i < mend->gaps.count; i++) {
        diag_walk(diag, &place, mend_gap(mend, i)->begin);
        mend_gap(mend, i)->line = place.line;
        mend_gap(mend, i)->column = place.column + 1;
    }
}

bool ludus_mend_restore(struct ludus_mend *mend, struct ludus_game *game)
{
    arena_reset(&mend->arena);
    mend->gaps.count = mend->texts.count = 0;
    mend->failed = mend->gave_up = false;
    mend->unsearched = 0;
    memset(mend->buckets, 0xff, BUCKETS * sizeof *mend->buckets);
    mend->slots.count = 0;
    if (!slots_read(&mend->slots, game, SLOTS_WIDE))
        return false;
    mend->number = slots_position(&mend->slots)->number;
    mend->side = slots_position(&mend->slots)->side;
    mend_find_gaps(mend);
    place_gaps(mend);
    if (!mend->failed)
        mend_search(mend);
    for (size_t i = 0; i < mend->gaps.count && !mend->failed; i++)
        sort_gap(mend, mend_gap(mend, i));
    return !mend->failed && !mend->slots.replay->failed;
}

unsigned mend_turn(const struct ludus_mend *mend, size_t slot, enum ludus_side *side)
{
    unsigned last = mend->slots.replay->ruleset->rules.first == FIRST_BLACK ? LUDUS_WHITE : LUDUS_BLACK;
    *side = (enum ludus_side)(mend->side ^ (slot & 1));
    return mend->number + (unsigned)((slot + (mend->side == last)) / 2);
}

size_t ludus_mend_gaps(const struct ludus_mend *mend)
{
    return mend->gaps.count;
}

bool ludus_mend_gap(const struct ludus_mend *mend, size_t index, struct ludus_gap *out)
{
    if (index >= mend->gaps.count)
        return false;
    const struct gap *gap = mend_gap(mend, index);
    struct ludus_gap found = { .offset = gap->begin,
                               .length = gap->end - gap->begin,
                               .line = gap->line,
                               .column = gap->column,
                               .text = { mend->slots.shadow.diag.text + gap->begin, gap->end - gap->begin },
                               .roll = gap->part == GAP_ROLL,
                               .exact = !mend->gave_up && (mend->sound || gap->slot == mend->far),
                               .readings = gap->readings,
                               .fallen = mend->gave_up ? 0 : gap->sorted_count - gap->readings };
    found.number = mend_turn(mend, gap->slot, &found.side);
    sized_give(out, &found, sizeof found);
    return true;
}

bool ludus_mend_reading(const struct ludus_mend *mend, size_t gap, size_t index, struct ludus_reading *out)
{
    if (gap >= mend->gaps.count || index >= mend_gap(mend, gap)->sorted_count ||
        (mend->gave_up && index >= mend_gap(mend, gap)->readings))
        return false; /* after giving up, what has not been found need not fall */
    const struct gap_reading *reading = mend_reading(mend, mend_gap(mend, gap)->sorted[index]);
    struct ludus_reading found = {
        .text = reading->text, .share = reading->share, .allowed = reading->alive, .reason = reading->reason
    };
    found.number = mend_turn(mend, reading->fell, &found.side);
    sized_give(out, &found, sizeof found);
    return true;
}

size_t ludus_mend_unsearched(const struct ludus_mend *mend, size_t *line, size_t *column)
{
    const struct diag *diag = &mend->slots.shadow.diag;
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
    if (mend->slots.replay->ruleset) /* else nothing was searched, and no turn can be counted */
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
    return mend->slots.count;
}
