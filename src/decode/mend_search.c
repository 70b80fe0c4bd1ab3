/* mend_search.c - all ways through a damaged record.
 *
 * The ways are a graph: a node is a position behind a damaged turn (or the start), an edge a reading of the
 * next damaged turn, with all sound turns between them played. Ways that meet again in a position are walked
 * on from there only once, so that many gaps stay cheap. A way that the record contradicts later, up to its
 * result, is dead. The rest is weighed backwards and forwards: the share of a reading is the part of all
 * ways, by their odds, that go through it. */
#include "base/memory.h"
#include "decode/mend.h"
#include "play/replay.h"
#include "rules/position.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define UNDER_WAY (NO_INDEX - 1)

/* A damaged turn that the search has come to: its readings are taken one after the other. */
struct frame {
    uint32_t node;           /* of the position before the sound turns that lead to it, */
    struct spot start, spot; /* where the line stood there, and where it stands before the turn */
    size_t slot, next;       /* its number, and that of the reading to take next */
    struct mend_array readings;
};

static uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* Everything about the position that can bear on the rest of the game, with the turn that comes next. Where
 * repetition is forbidden or a count of quiet turns ends the game, that is what has been played, too. */
static uint64_t key_of(const struct ludus_mend *mend, const struct ludus_position *pos, size_t slot)
{
    const struct rules *rules = &pos->ruleset->rules;
    uint64_t key = mix(pos->hash + 0x9e3779b97f4a7c15u * (slot + 1));
    if (pos->ruleset->counts_taken)
        key += mix(pos->taken[0] * 512u + pos->taken[1] + 0x51ed2701u);
    if (rules->quiet_limit)
        key += mix(pos->quiet + 0xabcdef01u);
    if (mend->wanted != NO_INDEX && slot <= mend->wanted_slot)
        key += mix(mend->wanted + 0x2545f491u);
    if (rules->repetition != REPEAT_FREE)
        for (const struct undo *past = pos->past; past; past = past->captures ? NULL : past->past)
            key += mix(past->hash ^ 0x5bd1e995u);
    return key;
}

/* ---- Nodes ---- */

/* The node of the position before turn `slot`, which can be a new one (cut); NO_INDEX without memory. */
static uint32_t node_of(struct ludus_mend *mend, size_t slot)
{
    uint64_t key = key_of(mend, slots_position(&mend->slots), slot);
    uint32_t *twin = &mend->table[key % MEND_TABLE], at = *twin;
    while (at != NO_INDEX && (mend_node_at(mend, at)->key != key || mend_node_at(mend, at)->slot != slot))
        at = mend_node_at(mend, at)->twin;
    if (at != NO_INDEX)
        return at;
    struct mend_node node = { .key = key,
                              .twin = *twin,
                              .slot = slot,
                              .edges = NO_INDEX,
                              .back = -HUGE_VAL,
                              .forward = mend->nodes.count ? -HUGE_VAL : 0,
                              .cut = true,
                              .fell = slot };
    if (!mend_append(mend, &mend->nodes, &node, 1, sizeof node))
        return NO_INDEX;
    return *twin = (uint32_t)mend->nodes.count - 1;
}

/* ---- Edges ---- */

/* The logarithm of the sum of two weights. */
static double sum_of(double one, double other)
{
    double more = one > other ? one : other, less = one > other ? other : one;
    return isinf(less) ? more : more + log1p(exp(less - more));
}

/* ---- The search ---- */

/* True once too much has been tried. */
static bool spent(struct ludus_mend *mend)
{
    mend->over |= mend->tried++ >= mend->stop;
    return mend->over || mend->failed || mend->slots.replay->failed;
}

/* Makes the moves of a reading. */
static void make_reading(struct slots *slots, const struct turn_reading *reading)
{
    struct ludus_replay *replay = slots->replay;
    struct line *line = &replay->line;
    uint8_t side = line->pos.side;
    bool dice = replay->ruleset->rules.dice > 0;
    if (dice)
        ludus_position_roll(&line->pos, reading->dice, replay->ruleset->rules.dice);
    for (unsigned i = 0; i < reading->count; i++)
        if (!slots_make(slots, reading->moves[i]))
            return;
    if (dice && line->pos.side == side)
        slots_end_turn(slots);
    line->number = line->pos.number;
    line->side = line->pos.side;
}

/* What the last reading of a turn that was taken has come to. */
static void take(struct ludus_mend *mend, const struct frame *frame, uint32_t child)
{
    const struct turn_reading *reading = (const struct turn_reading *)frame->readings.data + frame->next - 1;
    slots_return(&mend->slots, frame->spot);
    if (child == NO_INDEX)
        return;
    struct mend_node *from = mend_node_at(mend, frame->node), *to = mend_node_at(mend, child);
    if (to->fell >= from->fell) {
        from->fell = to->fell;
        from->reason = to->reason;
    }
    for (unsigned i = 0; i < reading->text_count; i++) {
        struct gap_reading *text = mend_reading(mend, reading->texts[i]);
        if (!to->alive && to->fell >= text->fell) { /* how far it has got */
            text->fell = to->fell;
            text->told.reason = to->reason;
        }
        text->told.allowed |= to->alive && mend->first;
    }
    if (!to->alive)
        return;
    struct mend_edge edge = { .next = from->edges,
                              .child = child,
                              .weight = log(reading->weight),
                              .texts = (uint32_t)mend->edge_texts.count,
                              .text_count = reading->text_count };
    from->back = sum_of(from->back, edge.weight + to->back);
    from->alive = true;
    if (mend_append(mend, &mend->edge_texts, reading->texts, edge.text_count, sizeof *reading->texts) &&
        mend_append(mend, &mend->edges, &edge, 1, sizeof edge))
        from->edges = (uint32_t)mend->edges.count - 1;
}

/* How many of the sound turns behind `slot` cannot be played after a reading, all gaps between them left out:
 * the true reading of a lost move leaves few. */
static uint32_t count_faults(struct ludus_mend *mend, size_t slot, const struct turn_reading *reading)
{
    struct slots *slots = &mend->slots;
    struct spot spot = slots_spot(slots);
    uint32_t faults = 0;
    make_reading(slots, reading);
    for (size_t i = slot + 1; i < slots->count && !spent(mend); i++) {
        bool damaged = mend_is_damaged(mend, i);
        if (!damaged && slots_play(slots, &slots->slot[i]))
            continue;
        faults += !damaged;
        slots_end_turn(slots);
    }
    slots_return(slots, spot);
    return faults;
}

static int by_rank(const void *a, const void *b)
{
    const struct turn_reading *one = a, *other = b;
    return (one->rank > other->rank) - (one->rank < other->rank);
}

/* Puts readings of turn `slot` in order, and leaves out what is not wanted: what other ways go through comes
 * first, then what leaves few faults; equals come in any order. */
static void put_in_order(struct ludus_mend *mend, size_t slot, struct mend_array *readings)
{
    struct turn_reading *list = readings->data;
    size_t count = 0;
    for (size_t i = 0; i < readings->count; i++) {
        struct turn_reading reading = list[i];
        bool wanted = mend->wanted == NO_INDEX || slot != mend->wanted_slot, known = true;
        uint64_t faults = 0;
        for (unsigned k = 0; k < reading.text_count && !wanted; k++)
            wanted = reading.texts[k] == mend->wanted;
        for (unsigned k = 0; k < reading.text_count && wanted; k++) {
            struct gap_reading *text = mend_reading(mend, reading.texts[k]);
            if (text->faults == UINT32_MAX)
                text->faults = count_faults(mend, slot, &reading);
            faults += text->faults;
            known &= text->told.allowed;
        }
        reading.rank = (known ? 0 : UINT64_C(1) << 63) | faults << 24 | (mix(mend->tried + i) & 0xffffff);
        if (wanted)
            list[count++] = reading;
    }
    if (count)
        qsort(list, count, sizeof *list, by_rank);
    readings->count = count;
}

/* Begins with all readings of the damaged turn `slot`. False without memory. */
static bool begin_readings(struct ludus_mend *mend, uint32_t node, size_t slot, struct spot start)
{
    struct frame begun = { .node = node, .start = start, .spot = slots_spot(&mend->slots), .slot = slot };
    mend_read_turn(mend, slot, &begun.readings);
    if (begun.readings.count == 0) {
        mend_node_at(mend, node)->fell = slot;
        mend_node_at(mend, node)->reason = "nothing legal fits what is left of this turn";
    }
    if (mend->first)
        put_in_order(mend, slot, &begun.readings);
    if (mend_append(mend, &mend->frames, &begun, 1, sizeof begun))
        return true;
    free(begun.readings.data);
    return false;
}

/* Plays on from turn `slot`. Returns the node of the position there; UNDER_WAY when it is a damaged turn's,
 * the readings of which are to be taken; NO_INDEX when the search has been given up. */
static uint32_t arrive(struct ludus_mend *mend, size_t slot)
{
    struct slots *slots = &mend->slots;
    uint32_t node = node_of(mend, slot);
    if (node == NO_INDEX || !mend_node_at(mend, node)->cut)
        return node;
    mend_node_at(mend, node)->cut = false;
    if (mend->over)
        return NO_INDEX;
    struct spot start = slots_spot(slots);
    while (slot < slots->count && !mend_is_damaged(mend, slot) && !spent(mend) &&
           slots_play(slots, &slots->slot[slot]))
        slot++;
    mend->far = slot > mend->far ? slot : mend->far;
    struct mend_node *made = mend_node_at(mend, node);
    bool damaged = slot < slots->count && mend_is_damaged(mend, slot) && !mend->over && !mend->failed;
    if (damaged && begin_readings(mend, node, slot, start))
        return UNDER_WAY;
    if (mend->over || mend->failed) {
        made->cut = true;
        node = NO_INDEX;
    } else if (slot == slots->count) {
        made->fell = slot;
        made->alive = ending_agrees(slots->result, slots->cut ? NULL : slots_position(slots));
        made->back = made->alive ? 0 : -HUGE_VAL;
        made->reason = made->alive ? NULL : "the game would end otherwise than the record says";
    } else {
        made->fell = slot;
        made->reason = mend_reason(mend);
    }
    slots_return(slots, start);
    return node;
}

/* Walks all ways from the first turn on, with a stack of its own of the damaged turns on the way, since there
 * can be any number of them: takes reading after reading of the last, and after its last reading goes back.
 * Returns the first node; NO_INDEX when the search has been given up. */
static uint32_t explore(struct ludus_mend *mend)
{
    uint32_t child = arrive(mend, 0);
    while (mend->frames.count) {
        struct frame *frame = (struct frame *)mend->frames.data + mend->frames.count - 1;
        if (child != UNDER_WAY)
            take(mend, frame, child);
        struct mend_node *node = mend_node_at(mend, frame->node);
        if (frame->next < frame->readings.count && !(mend->first && node->alive) && !spent(mend)) {
            make_reading(&mend->slots, (const struct turn_reading *)frame->readings.data + frame->next++);
            child = mend->slots.replay->failed ? NO_INDEX : arrive(mend, frame->slot + 1);
            continue;
        }
        node->cut = mend->over && !node->alive;
        slots_return(&mend->slots, frame->start);
        free(frame->readings.data);
        mend->frames.count--;
        child = frame->node;
    }
    return child;
}

/* ---- The weights ---- */

/* Weighs the ways through the edges of a node. */
static void weigh_edges(struct ludus_mend *mend, const struct mend_node *node)
{
    double all = mend_node_at(mend, 0)->back;
    for (uint32_t e = node->edges; e != NO_INDEX; e = mend_edge_at(mend, e)->next) {
        const struct mend_edge *edge = mend_edge_at(mend, e);
        struct mend_node *child = mend_node_at(mend, edge->child);
        child->forward = sum_of(child->forward, node->forward + edge->weight);
        for (uint32_t i = edge->texts; i < edge->texts + edge->text_count; i++) {
            struct gap_reading *text = mend_reading(mend, ((const uint32_t *)mend->edge_texts.data)[i]);
            text->told.share += exp(node->forward + edge->weight + child->back - all);
            text->told.allowed = true;
        }
    }
}

/* Weighs all ways forwards, turn by turn, and the readings by them: an edge always leads to a later turn. */
static void weigh(struct ludus_mend *mend)
{
    size_t turns = mend->slots.count + 1;
    uint32_t *first = memory_new(turns * sizeof *first);
    mend->failed |= !first;
    if (first)
        memset(first, 0xff, turns * sizeof *first);
    for (uint32_t i = 0; i < mend->nodes.count && first; i++) {
        mend_node_at(mend, i)->sibling = first[mend_node_at(mend, i)->slot];
        first[mend_node_at(mend, i)->slot] = i;
    }
    for (size_t slot = 0; slot < turns && first; slot++)
        for (uint32_t n = first[slot]; n != NO_INDEX; n = mend_node_at(mend, n)->sibling)
            weigh_edges(mend, mend_node_at(mend, n));
    free(first);
}

/* ---- The whole ---- */

static void search(struct ludus_mend *mend)
{
    mend_forget(&mend->nodes);
    mend_forget(&mend->edges);
    mend_forget(&mend->edge_texts);
    mend_forget(&mend->frames);
    memset(mend->table, 0xff, MEND_TABLE * sizeof *mend->table);
    mend->far = 0;
    mend->stop = mend->limit;
    mend->over = mend->first = false;
    mend->wanted = NO_INDEX;
    explore(mend);
    weigh(mend);
    mend->gave_up |= mend->over;
    mend->sound = mend->nodes.count && mend_node_at(mend, 0)->alive;
}

/* Looks for one way that has a reading (any way with NO_INDEX), trying at most `most`. */
static void find_way(struct ludus_mend *mend, uint32_t wanted, size_t most)
{
    mend->wanted = wanted;
    mend->wanted_slot = wanted == NO_INDEX ? 0 : mend_gap(mend, mend_reading(mend, wanted)->gap)->slot;
    mend->stop = mend->tried + most;
    mend->over = false;
    uint32_t root = explore(mend);
    mend->sound |= root != NO_INDEX && mend_node_at(mend, root)->alive;
}

/* After a search that was given up: looks for a way for each reading that none has been found for, also those
 * that turn up meanwhile; from another side each time, since a way that is hard to find from one is often
 * easy from another. It tries as much as the search has. */
static void find_ways(struct ludus_mend *mend)
{
    size_t each = 4 * (mend->slots.count + 10), end = 2 * mend->limit;
    bool more = true;
    mend->first = true;
    while (!mend->sound && more && mend->tried < end && !mend->failed) {
        find_way(mend, NO_INDEX, mend->limit / 4);
        more = mend->over;
    }
    for (more = mend->sound; more && mend->tried < end && !mend->failed;) {
        more = false;
        for (uint32_t i = 0; i < mend->texts.count && mend->tried < end && !mend->failed; i++)
            if (!mend_reading(mend, i)->told.allowed) {
                find_way(mend, i, each);
                more |= mend->over; /* else there is none */
            }
    }
}

void mend_search(struct ludus_mend *mend)
{
    struct slots *slots = &mend->slots;
    size_t count = slots->count;
    const struct item *result = slots->result;
    mend->tried = 0;
    mend->gave_up = false;
    search(mend);
    if (mend->gave_up && !mend->failed)
        find_ways(mend);
    if (mend->sound || mend->gave_up || mend->failed || mend->nodes.count < 2)
        return;
    slots->count = mend->far;
    slots->result = NULL;
    search(mend);
    slots->count = count;
    slots->result = result;
    mend->sound = false;
}
