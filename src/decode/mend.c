/* mend.c - restoring damaged records: what is asked, the damaged places, their readings and what these weigh,
 * and what is answered. */
#include "decode/mend.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1 << 14, LIMIT = 1000000 };

bool mend_append(struct ludus_mend *mend, struct mend_array *array, const void *elements, size_t count,
                 size_t size)
{
    for (size_t i = 0; i < count; i++) {
        void *data = memory_room(array->data, array->count, &array->capacity, size);
        mend->failed |= !data;
        if (!data)
            return false;
        array->data = data;
        memcpy((char *)data + size * array->count++, (const char *)elements + size * i, size);
    }
    return true;
}

void mend_forget(struct mend_array *array)
{
    free(array->data);
    *array = (struct mend_array){ .data = NULL };
}

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
    mend->table = memory_new(MEND_TABLE * sizeof *mend->table);
    if (slots_init(&mend->slots, rules) && slots_init(&mend->turns, rules) && mend->buckets && mend->table) {
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
    free(mend->changes.data);
    free(mend->buckets);
    free(mend->table);
    free(mend);
}

/* ---- The gaps ---- */

static void add_gap(struct ludus_mend *mend, size_t slot, unsigned part, const struct item *item)
{
    const struct slot *written = &mend->slots.slot[slot];
    struct gap gap = { .slot = slot, .part = part, .item = item, .first = NO_INDEX };
    const struct item *before = item ? item : written->count ? written->items[0] : NULL;
    gap.told.offset = before ? item_begin(mend->slots.game, before) : written->end;
    gap.told.length = item ? item->length : 0;
    gap.told.text = (struct ludus_text){ mend->slots.shadow.diag.text + gap.told.offset, gap.told.length };
    gap.told.roll = part == GAP_ROLL;
    gap.told.number = mend_turn(mend, slot, &gap.told.side);
    (void)mend_append(mend, &mend->gaps, &gap, 1, sizeof gap);
}

static bool is_damaged_roll(const struct rules *rules, const struct item *dice)
{
    for (unsigned i = 0; i < rules->dice; i++)
        if (damage_face(rules, dice, i) == 0)
            return true;
    return rules->dice && dice && dice->dice.unclear;
}

/* Counts the damage that is in no gap. The gaps are in the order of their items. */
static void count_unsearched(struct ludus_mend *mend)
{
    const struct ludus_game *game = mend->slots.game;
    const struct rules *rules = &mend->slots.replay->ruleset->rules;
    size_t gap = 0;
    mend->unsearched = 0;
    for (size_t i = 0; i < game->item_count; i++) {
        const struct item *item = &game->items[i];
        bool roll = visit_event(item) == LUDUS_EVENT_DICE;
        if (!(turns_is_move(item) && damage_in(item)) && !(roll && is_damaged_roll(rules, item)))
            continue;
        while (gap < mend->gaps.count && (!mend_gap(mend, gap)->item || mend_gap(mend, gap)->item < item))
            gap++;
        if (gap < mend->gaps.count && mend_gap(mend, gap)->item == item)
            continue;
        if (mend->unsearched++ == 0)
            mend->unsearched_at = item_begin(game, item);
    }
}

static void find_gaps(struct ludus_mend *mend)
{
    for (size_t i = 0; i < mend->slots.count; i++) {
        struct slot *slot = &mend->slots.slot[i];
        slot->mark = mend->gaps.count;
        if (is_damaged_roll(&mend->slots.replay->ruleset->rules, slot->dice))
            add_gap(mend, i, GAP_ROLL, slot->dice);
        for (unsigned k = 0; k < slot->count; k++)
            if (damage_in(slot->items[k]))
                add_gap(mend, i, k, slot->items[k]);
        if (slot->count == 0)
            add_gap(mend, i, 0, NULL);
    }
    count_unsearched(mend);
}

int mend_gap_of(const struct ludus_mend *mend, size_t slot, unsigned part)
{
    for (size_t i = mend->slots.slot[slot].mark; i < mend->gaps.count && mend_gap(mend, i)->slot == slot; i++)
        if (mend_gap(mend, i)->part == part)
            return (int)i;
    return NO_GAP;
}

/* ---- The readings of a turn ---- */

/* The reading of a gap with this text; added if it is new. NO_INDEX without memory. */
static uint32_t intern(struct ludus_mend *mend, uint32_t gap, const char *text, const uint8_t *dice)
{
    uint64_t hash = gap * 0x9e3779b97f4a7c15u + 0xcbf29ce484222325u;
    for (const char *c = text; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 0x100000001b3u;
    uint32_t *bucket = &mend->buckets[(hash ^ hash >> 32) % BUCKETS];
    for (uint32_t i = *bucket; i != NO_INDEX; i = mend_reading(mend, i)->chain)
        if (mend_reading(mend, i)->gap == gap && strcmp(mend_reading(mend, i)->told.text, text) == 0)
            return i;
    struct gap_reading reading = { .gap = gap,
                                   .next = mend_gap(mend, gap)->first,
                                   .chain = *bucket,
                                   .told.text = arena_copy(&mend->arena, text, strlen(text)),
                                   .faults = UINT32_MAX,
                                   .fell = mend_gap(mend, gap)->slot };
    if (dice)
        memcpy(reading.dice, dice, sizeof reading.dice);
    mend->failed |= !reading.told.text;
    if (mend->failed || !mend_append(mend, &mend->texts, &reading, 1, sizeof reading))
        return NO_INDEX;
    return *bucket = mend_gap(mend, gap)->first = (uint32_t)mend->texts.count - 1;
}

/* What the reader is asked for. */
struct asked {
    struct ludus_mend *mend;
    size_t slot;
    struct mend_array *out;
};

static bool note_part(struct damage_reader *reader, unsigned part, const char *text, const uint8_t *dice,
                      uint32_t *index)
{
    struct asked *asked = reader->asker;
    int gap = mend_gap_of(asked->mend, asked->slot, part);
    *index = gap == NO_GAP ? NO_INDEX : intern(asked->mend, (uint32_t)gap, text, dice);
    reader->over |= asked->mend->failed;
    return *index != NO_INDEX;
}

static void keep_reading(struct damage_reader *reader)
{
    const struct asked *asked = reader->asker;
    (void)mend_append(asked->mend, asked->out, &reader->reading, 1, sizeof reader->reading);
}

const char *mend_reason(struct ludus_mend *mend)
{
    const struct message *message = mend->slots.shadow.diag.first;
    while (message && message->severity != LUDUS_ERROR && message->id != MSG_NOT_A_CAPTURE)
        message = message->next;
    return mend->explains && message ? arena_copy(&mend->arena, message->text, strlen(message->text)) : NULL;
}

/* Finds out why a turn whose moves are known cannot be made with a roll. */
static void explain_roll(struct ludus_mend *mend, size_t index, struct gap_reading *roll)
{
    struct slots *slots = &mend->slots;
    struct slot slot = slots->slot[index];
    struct item rolled = slot.dice ? *slot.dice : *slot.items[0];
    rolled.kind = ITEM_DICE;
    rolled.dice.count = (uint8_t)slots->replay->ruleset->rules.dice;
    rolled.dice.unclear = rolled.dice.supplied = 0;
    memcpy(rolled.dice.face, roll->dice, sizeof rolled.dice.face);
    slot.dice = &rolled;
    struct spot spot = slots_spot(slots);
    if (slots_play(slots, &slot))
        slots_return(slots, spot);
    else
        roll->told.reason = mend_reason(mend);
    slots_forget(slots);
}

void mend_read_turn(struct ludus_mend *mend, size_t slot, struct mend_array *out)
{
    struct asked asked = { mend, slot, out };
    struct damage_reader reader = { .slots = &mend->slots,
                                    .slot = &mend->slots.slot[slot],
                                    .alike = &mend->lookalikes,
                                    .asker = &asked,
                                    .note = note_part,
                                    .found = keep_reading };
    size_t found = out->count;
    damage_read(&reader);
    mend->failed |= reader.failed;
    mend->gave_up |= reader.gave_up;
    int gap = mend_gap_of(mend, slot, GAP_ROLL);
    if (!mend->explains || gap == NO_GAP || reader.slot->count == 0 || mend->failed)
        return;
    for (uint32_t i = mend_gap(mend, (size_t)gap)->first; i != NO_INDEX; i = mend_reading(mend, i)->next) {
        const struct turn_reading *readings = out->data;
        size_t at = found;
        while (at < out->count && readings[at].texts[0] != i)
            at++;
        if (at == out->count)
            explain_roll(mend, slot, mend_reading(mend, i));
    }
}

/* ---- What is asked ---- */

/* Allowed ones first, the more probable before the less; of those that fall, the later. Shares are rounded,
 * so that equal ones that were summed in another order are equal. */
static int by_rank(const void *a, const void *b)
{
    const struct gap_reading *const *left = a, *const *right = b;
    const struct gap_reading *one = *left, *other = *right;
    if (one->told.allowed != other->told.allowed)
        return one->told.allowed ? -1 : 1;
    float share = (float)one->told.share, other_share = (float)other->told.share;
    if (share != other_share)
        return share > other_share ? -1 : 1;
    if (!one->told.allowed && one->fell != other->fell)
        return one->fell > other->fell ? -1 : 1;
    return strcmp(one->told.text, other->told.text);
}

static void sort_gap(struct ludus_mend *mend, struct gap *gap)
{
    size_t count = 1;
    for (uint32_t i = gap->first; i != NO_INDEX; i = mend_reading(mend, i)->next)
        count++;
    gap->sorted = arena_alloc(&mend->arena, count * sizeof *gap->sorted);
    mend->failed |= !gap->sorted;
    for (uint32_t i = gap->first; i != NO_INDEX && gap->sorted; i = mend_reading(mend, i)->next) {
        gap->told.readings += mend_reading(mend, i)->told.allowed;
        gap->sorted[gap->sorted_count++] = mend_reading(mend, i);
    }
    if (gap->sorted)
        qsort(gap->sorted, gap->sorted_count, sizeof *gap->sorted, by_rank);
}

bool mend_begin(struct ludus_mend *mend, struct ludus_game *game, enum slots_way way)
{
    arena_reset(&mend->arena);
    mend->gaps.count = mend->texts.count = mend->repairs.count = mend->slots.count = 0;
    mend->failed = mend->gave_up = mend->damaged = false;
    mend->tried = mend->far = mend->legal = mend->unsearched = 0;
    if (!slots_read(&mend->slots, game, way))
        return false;
    mend->number = slots_position(&mend->slots)->number;
    mend->side = slots_position(&mend->slots)->side;
    return true;
}

bool ludus_mend_restore(struct ludus_mend *mend, struct ludus_game *game)
{
    memset(mend->buckets, 0xff, BUCKETS * sizeof *mend->buckets);
    if (!mend_begin(mend, game, SLOTS_WIDE))
        return false;
    find_gaps(mend);
    struct diag_place place = diag_first_place(&mend->slots.shadow.diag);
    for (size_t i = 0; i < mend->gaps.count; i++) {
        struct ludus_gap *told = &mend_gap(mend, i)->told;
        diag_walk(&mend->slots.shadow.diag, &place, told->offset);
        told->line = place.line;
        told->column = place.column + 1;
    }
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
    struct ludus_gap found = gap->told;
    found.exact = !mend->gave_up && (mend->sound || gap->slot == mend->far);
    found.fallen = mend->gave_up ? 0 : gap->sorted_count - found.readings;
    sized_give(out, &found, sizeof found);
    return true;
}

bool ludus_mend_reading(const struct ludus_mend *mend, size_t gap, size_t index, struct ludus_reading *out)
{
    if (gap >= mend->gaps.count || index >= mend_gap(mend, gap)->sorted_count ||
        (mend->gave_up && index >= mend_gap(mend, gap)->told.readings))
        return false; /* after giving up, what has not been found need not fall */
    const struct gap_reading *reading = mend_gap(mend, gap)->sorted[index];
    struct ludus_reading found = reading->told;
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
