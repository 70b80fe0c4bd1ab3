/* mend_search.c - all ways through a damaged record.
 *
 * The ways are a graph: a node is a position behind a damaged turn (or the start), an edge a reading of the
 * next damaged turn, with all sound turns between them played. Ways that meet again in a position are walked
 * on from there only once, so that many gaps stay cheap. A way that the record contradicts later, up to its
 * result, is dead. The rest is weighed backwards and forwards: the share of a reading is the part of all
 * ways, by their odds, that go through it. */
#include "base/memory.h"
#include "replay/mend.h"
#include "rules/movegen.h"
#include "rules/outcome.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 1000, FIRST_TABLE = 1024 };

void *mend_push(struct ludus_mend *mend, struct mend_array *array, size_t size)
{
    void *data = memory_room(array->data, array->count, &array->capacity, size);
    mend->failed |= !data;
    if (!data)
        return NULL;
    array->data = data;
    return (char *)data + size * array->count++;
}

static struct mend_node *node_at(const struct ludus_mend *mend, size_t index)
{
    return (struct mend_node *)mend->nodes.data + index;
}

static struct mend_edge *edge_at(const struct ludus_mend *mend, size_t index)
{
    return (struct mend_edge *)mend->edges.data + index;
}

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

/* ---- The table of nodes ---- */

static void file_node(struct ludus_mend *mend, uint32_t index)
{
    size_t at = node_at(mend, index)->key & (mend->table_size - 1);
    while (mend->table[at] != NO_INDEX)
        at = (at + 1) & (mend->table_size - 1);
    mend->table[at] = index;
}

/* Makes the table at least twice as large as what it holds. */
static bool widen_table(struct ludus_mend *mend)
{
    size_t size = mend->table_size ? mend->table_size : FIRST_TABLE;
    if (mend->table && 2 * (mend->nodes.count + 1) < size)
        return true;
    while (2 * (mend->nodes.count + 1) >= size)
        size *= 2;
    uint32_t *grown = memory_new(size * sizeof *grown);
    mend->failed |= !grown;
    if (!grown)
        return false;
    free(mend->table);
    mend->table = grown;
    mend->table_size = size;
    memset(grown, 0xff, size * sizeof *grown);
    for (uint32_t i = 0; i < mend->nodes.count; i++)
        file_node(mend, i);
    return true;
}

/* The node of the position, or NO_INDEX. */
static uint32_t find_node(const struct ludus_mend *mend, uint64_t key, size_t slot)
{
    for (size_t at = key & (mend->table_size - 1); mend->table[at] != NO_INDEX;
         at = (at + 1) & (mend->table_size - 1))
        if (node_at(mend, mend->table[at])->key == key && node_at(mend, mend->table[at])->slot == slot)
            return mend->table[at];
    return NO_INDEX;
}

static uint32_t add_node(struct ludus_mend *mend, uint64_t key, size_t slot)
{
    struct mend_node *node = widen_table(mend) ? mend_push(mend, &mend->nodes, sizeof *node) : NULL;
    if (!node)
        return NO_INDEX;
    *node = (struct mend_node){ .key = key, .slot = slot, .edges = NO_INDEX, .fell = slot };
    file_node(mend, (uint32_t)mend->nodes.count - 1);
    return (uint32_t)mend->nodes.count - 1;
}

/* ---- The search ---- */

/* True once too much has been tried. */
static bool spent(struct ludus_mend *mend)
{
    mend->over |= mend->tried++ >= mend->stop;
    return mend->over || mend->failed || mend->slots.replay->failed;
}

const char *mend_reason(struct ludus_mend *mend)
{
    const struct message *message = mend->slots.shadow.diag.first;
    while (message && message->severity != LUDUS_ERROR && message->id != MSG_NOT_A_CAPTURE)
        message = message->next;
    return mend->explains && message ? arena_copy(&mend->arena, message->text, strlen(message->text)) : NULL;
}

/* Does the record's result go with the position that it ends in? */
static bool ends_so(struct ludus_mend *mend)
{
    const struct item *written = mend->slots.result;
    enum ludus_result forced = mend->slots.cut ? LUDUS_OPEN : outcome_of(slots_position(&mend->slots), NULL);
    return forced == LUDUS_OPEN || !written || written->result == LUDUS_OPEN || written->result == forced;
}

static uint32_t explore(struct ludus_mend *mend, size_t slot, unsigned depth);

/* Makes the moves of a reading. */
static void make_reading(struct slots *slots, const struct turn_reading *reading)
{
    struct ludus_replay *replay = slots->replay;
    struct line *line = &replay->line;
    uint8_t side = line->pos.side;
    bool dice = replay->ruleset->rules.dice > 0;
    if (dice)
        ludus_position_roll(&line->pos, reading->dice, replay->ruleset->rules.dice);
    for (unsigned i = 0; i < reading->count; i++) {
        struct undo *undo = replay_undo(replay);
        if (!undo)
            return;
        position_make(&line->pos, reading->moves[i], undo);
        line->undos++;
    }
    if (dice && line->pos.side == side)
        slots_end_turn(slots);
    line->number = line->pos.number;
    line->side = line->pos.side;
}

/* Makes a reading, goes on, takes it back. Returns the node behind it. */
static uint32_t follow(struct ludus_mend *mend, size_t slot, const struct turn_reading *reading,
                       unsigned depth)
{
    struct spot spot = slots_spot(&mend->slots);
    make_reading(&mend->slots, reading);
    uint32_t child = mend->slots.replay->failed ? NO_INDEX : explore(mend, slot + 1, depth + 1);
    slots_return(&mend->slots, spot);
    return child;
}

static void add_edge(struct ludus_mend *mend, uint32_t node, uint32_t child,
                     const struct turn_reading *reading)
{
    struct mend_edge *edge = mend_push(mend, &mend->edges, sizeof *edge);
    if (!edge)
        return;
    *edge = (struct mend_edge){ .next = node_at(mend, node)->edges,
                                .child = child,
                                .weight = reading->weight,
                                .texts = (uint32_t)mend->edge_texts.count,
                                .text_count = reading->text_count };
    node_at(mend, node)->edges = (uint32_t)mend->edges.count - 1;
    for (unsigned i = 0; i < reading->text_count; i++) {
        uint32_t *text = mend_push(mend, &mend->edge_texts, sizeof *text);
        if (text)
            *text = reading->texts[i];
    }
}

/* Remembers how far the readings of a turn that fell had got. */
static void note_fall(struct ludus_mend *mend, const struct turn_reading *reading,
                      const struct mend_node *child)
{
    for (unsigned i = 0; i < reading->text_count; i++) {
        struct gap_reading *text = mend_reading(mend, reading->texts[i]);
        if (child->fell >= text->fell) {
            text->fell = child->fell;
            text->reason = child->reason;
        }
    }
}

/* Has a reading of turn `slot` the text that is wanted, if one is wanted there? */
static bool is_wanted(const struct ludus_mend *mend, size_t slot, const struct turn_reading *reading)
{
    bool wanted = mend->wanted == NO_INDEX || slot != mend->wanted_slot;
    for (unsigned i = 0; i < reading->text_count && !wanted; i++)
        wanted = reading->texts[i] == mend->wanted;
    return wanted;
}

/* A way goes through the reading. */
static void note_way(struct ludus_mend *mend, const struct turn_reading *reading)
{
    for (unsigned i = 0; i < reading->text_count; i++)
        mend_reading(mend, reading->texts[i])->alive = true;
}

/* Goes on from `node` with a reading of turn `slot`. */
static void take(struct ludus_mend *mend, uint32_t node, size_t slot, const struct turn_reading *reading,
                 unsigned depth)
{
    uint32_t child = follow(mend, slot, reading, depth);
    if (child == NO_INDEX)
        return;
    struct mend_node *from = node_at(mend, node), *to = node_at(mend, child);
    if (to->fell >= from->fell) {
        from->fell = to->fell;
        from->reason = to->reason;
    }
    if (!to->alive) {
        note_fall(mend, reading, to);
        return;
    }
    from->back += reading->weight * to->back;
    from->alive = true;
    add_edge(mend, node, child, reading);
    if (mend->first)
        note_way(mend, reading);
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

struct ranked {
    uint64_t rank;
    size_t index;
};

/* Low for what other ways go through, and then for what leaves few faults; equals come in any order. */
static uint64_t rank_of(struct ludus_mend *mend, size_t slot, const struct turn_reading *reading,
                        size_t index)
{
    uint64_t faults = 0, known = 0;
    for (unsigned i = 0; i < reading->text_count; i++) {
        struct gap_reading *text = mend_reading(mend, reading->texts[i]);
        if (text->faults == UINT32_MAX)
            text->faults = count_faults(mend, slot, reading);
        faults += text->faults;
        known += text->alive;
    }
    return (known < reading->text_count ? UINT64_C(1) << 63 : 0) | faults << 24 |
           (mix(mend->tried + index) & 0xffffff);
}

static int by_rank(const void *a, const void *b)
{
    const struct ranked *one = a, *other = b;
    return (one->rank > other->rank) - (one->rank < other->rank);
}

/* Takes readings, those first that promise most, until there is one way. */
static void take_one(struct ludus_mend *mend, uint32_t node, size_t slot, const struct mend_array *readings,
                     unsigned depth)
{
    const struct turn_reading *list = readings->data;
    struct ranked *order = memory_new((readings->count + 1) * sizeof *order);
    size_t count = 0;
    mend->failed |= !order;
    for (size_t i = 0; order && i < readings->count; i++)
        if (is_wanted(mend, slot, &list[i]))
            order[count++] = (struct ranked){ rank_of(mend, slot, &list[i], i), i };
    if (order)
        qsort(order, count, sizeof *order, by_rank);
    for (size_t i = 0; i < count && !node_at(mend, node)->alive && !spent(mend); i++)
        take(mend, node, slot, &list[order[i].index], depth);
    free(order);
}

/* All readings of the damaged turn `slot`. */
static void branch(struct ludus_mend *mend, uint32_t node, size_t slot, unsigned depth)
{
    struct mend_array readings = { .data = NULL };
    mend_read_turn(mend, slot, &readings);
    if (readings.count == 0) {
        node_at(mend, node)->fell = slot;
        node_at(mend, node)->reason = "nothing legal fits what is left of this turn";
    }
    if (mend->first)
        take_one(mend, node, slot, &readings, depth);
    for (size_t i = 0; !mend->first && i < readings.count && !spent(mend); i++)
        take(mend, node, slot, (const struct turn_reading *)readings.data + i, depth);
    free(readings.data);
}

/* Plays on from turn `slot` and returns the node of the position there; NO_INDEX when the search has been
 * given up. */
static uint32_t explore(struct ludus_mend *mend, size_t slot, unsigned depth)
{
    struct slots *slots = &mend->slots;
    uint64_t key = key_of(mend, slots_position(slots), slot);
    uint32_t node = mend->table ? find_node(mend, key, slot) : NO_INDEX;
    if (node != NO_INDEX && !node_at(mend, node)->cut)
        return node;
    if (node == NO_INDEX)
        node = add_node(mend, key, slot);
    else
        node_at(mend, node)->cut = false;
    mend->over |= depth > DEPTH_MAX;
    if (node == NO_INDEX || mend->over)
        return NO_INDEX;
    struct spot spot = slots_spot(slots);
    while (slot < slots->count && !mend_is_damaged(mend, slot) && !spent(mend) &&
           slots_play(slots, &slots->slot[slot]))
        slot++;
    mend->far = slot > mend->far ? slot : mend->far;
    struct mend_node *made = node_at(mend, node);
    if (mend->over || mend->failed) {
        made->cut = true;
        node = NO_INDEX;
    } else if (slot == slots->count) {
        made->fell = slot;
        made->alive = ends_so(mend);
        made->back = made->alive;
        made->reason = made->alive ? NULL : "the game would end otherwise than the record says";
    } else if (!mend_is_damaged(mend, slot)) {
        made->fell = slot;
        made->reason = mend_reason(mend);
    } else {
        branch(mend, node, slot, depth);
        node_at(mend, node)->cut = mend->over && !node_at(mend, node)->alive;
    }
    slots_return(slots, spot);
    return node;
}

/* ---- The weights ---- */

static void weigh_edge(struct ludus_mend *mend, const struct mend_node *node, const struct mend_edge *edge,
                       double total)
{
    struct mend_node *child = node_at(mend, edge->child);
    double share = total > 0 ? node->forward * edge->weight * child->back / total : 0;
    const uint32_t *texts = (const uint32_t *)mend->edge_texts.data + edge->texts;
    child->forward += node->forward * edge->weight;
    for (unsigned i = 0; i < edge->text_count; i++) {
        mend_reading(mend, texts[i])->share += share;
        mend_reading(mend, texts[i])->alive = true;
    }
}

/* Forwards, turn by turn: an edge always leads to a later turn. */
static void weigh(struct ludus_mend *mend)
{
    size_t turns = mend->slots.count + 1;
    uint32_t *first = memory_new(turns * sizeof *first);
    mend->failed |= !first;
    if (!first || mend->nodes.count == 0) {
        free(first);
        return;
    }
    memset(first, 0xff, turns * sizeof *first);
    for (uint32_t i = 0; i < mend->nodes.count; i++) {
        node_at(mend, i)->sibling = first[node_at(mend, i)->slot];
        first[node_at(mend, i)->slot] = i;
    }
    double total = node_at(mend, 0)->back;
    node_at(mend, 0)->forward = 1;
    for (size_t slot = 0; slot < turns; slot++)
        for (uint32_t n = first[slot]; n != NO_INDEX; n = node_at(mend, n)->sibling)
            for (uint32_t e = node_at(mend, n)->edges; e != NO_INDEX; e = edge_at(mend, e)->next)
                weigh_edge(mend, node_at(mend, n), edge_at(mend, e), total);
    free(first);
}

static void search(struct ludus_mend *mend)
{
    mend->nodes.count = mend->edges.count = mend->edge_texts.count = 0;
    if (mend->table)
        memset(mend->table, 0xff, mend->table_size * sizeof *mend->table);
    mend->far = 0;
    mend->stop = mend->limit;
    mend->over = mend->first = false;
    mend->wanted = NO_INDEX;
    explore(mend, 0, 0);
    weigh(mend);
    mend->gave_up |= mend->over;
    mend->sound = mend->nodes.count && node_at(mend, 0)->alive;
}

/* Looks for one way that has a reading (any way with NO_INDEX), trying at most `most`. */
static void find_way(struct ludus_mend *mend, uint32_t wanted, size_t most)
{
    mend->wanted = wanted;
    mend->wanted_slot = wanted == NO_INDEX ? 0 : mend_gap(mend, mend_reading(mend, wanted)->gap)->slot;
    mend->stop = mend->tried + most;
    mend->over = false;
    uint32_t root = explore(mend, 0, 0);
    mend->sound |= root != NO_INDEX && node_at(mend, root)->alive;
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
            if (!mend_reading(mend, i)->alive) {
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
