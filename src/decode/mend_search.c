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

/* A position that the search has come to behind a damaged turn. */
struct node {
    uint64_t key;
    uint32_t twin; /* next of its bucket */
    size_t slot;
    double back, forward; /* logarithms of the weights of the ways on from here, and to here */
    bool alive, cut;    /* the record can be played on to its end from here; or not all has been tried here */
    size_t fell;        /* the slot at which the longest way from here ends, if it is not alive, */
    const char *reason; /* and why */
};

/* A reading of a damaged turn that leads from one node to another. All edges from that one come before it. */
struct edge {
    uint32_t from, to;
    double weight;             /* its logarithm */
    uint32_t texts[SLOT_GAPS]; /* the readings of gaps that it has */
    uint8_t text_count;
};

struct turn_readings {
    struct turn_reading *each; /* owned by the frame */
    size_t count, room;
};

/* A damaged turn that the search has come to: its readings are taken one after the other. */
struct frame {
    uint32_t node;           /* of the position before the sound turns that lead to it, */
    struct spot start, spot; /* where the line stood there, and where it stands before the turn */
    size_t slot, next;       /* its number, and that of the reading to take next */
    struct turn_readings readings;
};

struct ways {
    struct ludus_mend *mend;
    struct node *nodes; /* owned, as the next: */
    struct edge *edges;
    struct frame *frames; /* the way under way */
    size_t node_count, node_room, edge_count, edge_room, frame_count, frame_room;
    size_t stop;        /* this search ends when so much has been tried: */
    bool over;          /* it has */
    bool first;         /* one way through is enough */
    uint32_t wanted;    /* the reading that the way must have, or NO_INDEX */
    size_t wanted_slot; /* of its gap */
};

/* The node of the position before turn `slot`, which can be a new one (cut); NO_INDEX without memory. Its key
 * has everything about the position that can bear on the rest of the game. Where repetition is forbidden or a
 * count of quiet turns ends the game, that is what has been played, too. */
static uint32_t node_of(struct ways *ways, size_t slot)
{
    const struct ludus_position *pos = slots_position(&ways->mend->slots);
    const struct rules *rules = &pos->ruleset->rules;
    uint64_t key = key_mix(pos->hash, slot + 1);
    if (pos->ruleset->counts_taken)
        key += key_mix(0x51ed2701u, pos->taken[0] * 512u + pos->taken[1]);
    if (rules->quiet_limit)
        key += key_mix(0xabcdef01u, pos->quiet);
    if (ways->wanted != NO_INDEX && slot <= ways->wanted_slot)
        key += key_mix(0x2545f491u, ways->wanted);
    if (rules->repetition != REPEAT_FREE)
        for (const struct undo *past = pos->past; past; past = past->captures ? NULL : past->past)
            key += key_mix(0x5bd1e995u, past->hash);
    uint32_t *twin = &ways->mend->table[key % MEND_TABLE], at = *twin;
    while (at < ways->node_count && (ways->nodes[at].key != key || ways->nodes[at].slot != slot))
        at = ways->nodes[at].twin;
    if (at < ways->node_count)
        return at;
    struct node *node = memory_push(&ways->nodes, &ways->node_count, &ways->node_room, sizeof *node);
    ways->mend->failed |= !node;
    if (!node)
        return NO_INDEX;
    *node = (struct node){ .key = key,
                           .twin = *twin,
                           .slot = slot,
                           .back = -HUGE_VAL,
                           .forward = ways->node_count > 1 ? -HUGE_VAL : 0,
                           .cut = true,
                           .fell = slot };
    return *twin = (uint32_t)ways->node_count - 1;
}

/* The logarithm of the sum of two weights. */
static double sum_of(double one, double other)
{
    double more = one > other ? one : other, less = one > other ? other : one;
    return isinf(less) ? more : more + log1p(exp(less - more));
}

/* ---- The readings of a turn ---- */

/* What the reader is asked for. */
struct asked {
    struct ludus_mend *mend;
    size_t slot;
    struct turn_readings *out;
};

/* The reading of a gap with this text; added if it is new. False where there is no gap, or without memory. */
static bool note_part(struct damage_reader *reader, unsigned part, const char *text, const uint8_t *dice,
                      uint32_t *index)
{
    const struct asked *asked = reader->asker;
    struct ludus_mend *mend = asked->mend;
    struct gap *gap = mend_gap_of(mend, asked->slot, part);
    if (!gap)
        return false;
    uint32_t number = (uint32_t)(gap - mend->gaps);
    uint64_t key = number;
    for (const char *c = text; *c; c++)
        key = key_mix(key, (unsigned char)*c);
    uint32_t *bucket = &mend->buckets[key % GAP_BUCKETS];
    for (*index = *bucket; *index != NO_INDEX; *index = mend->texts[*index].chain)
        if (mend->texts[*index].gap == number && strcmp(mend->texts[*index].told.text, text) == 0)
            return true;
    const char *copy = arena_copy(&mend->arena, text, strlen(text));
    struct gap_reading *reading =
        copy ? memory_push(&mend->texts, &mend->text_count, &mend->text_room, sizeof *reading) : NULL;
    reader->failed |= !reading;
    if (!reading)
        return false;
    *reading = (struct gap_reading){ .gap = number,
                                     .next = gap->first,
                                     .chain = *bucket,
                                     .told.text = copy,
                                     .faults = UINT32_MAX,
                                     .fell = asked->slot };
    if (dice)
        memcpy(reading->dice, dice, sizeof reading->dice);
    *index = *bucket = gap->first = (uint32_t)mend->text_count - 1;
    return true;
}

static void keep_reading(struct damage_reader *reader)
{
    struct turn_readings *out = ((const struct asked *)reader->asker)->out;
    struct turn_reading *kept = memory_push(&out->each, &out->count, &out->room, sizeof *kept);
    reader->failed |= !kept;
    if (kept)
        *kept = reader->reading;
}

/* Why the turn that was played last is not legal, in the arena, if it was played for that; else NULL. */
static const char *reason_of(struct ludus_mend *mend)
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
        roll->told.reason = reason_of(mend);
    slots_forget(slots);
}

/* Adds all legal readings of a damaged turn in the position as it stands. */
static void read_turn(struct ludus_mend *mend, size_t slot, struct turn_readings *out)
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
    const struct gap *roll = mend_gap_of(mend, slot, GAP_ROLL);
    if (!mend->explains || !roll || reader.slot->count == 0 || mend->failed)
        return;
    for (uint32_t i = roll->first; i != NO_INDEX; i = mend->texts[i].next) {
        size_t at = found;
        while (at < out->count && out->each[at].texts[0] != i)
            at++;
        if (at == out->count)
            explain_roll(mend, slot, &mend->texts[i]);
    }
}

/* ---- The search ---- */

/* True once too much has been tried. */
static bool spent(struct ways *ways)
{
    ways->over |= ways->mend->tried++ >= ways->stop;
    return ways->over || ways->mend->failed || ways->mend->slots.replay->failed;
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
        if (!replay_make(replay, reading->moves[i]))
            return;
    if (dice && line->pos.side == side)
        slots_end_turn(slots);
    line->number = line->pos.number;
    line->side = line->pos.side;
}

/* What the last reading of a turn that was taken has come to. */
static void take(struct ways *ways, const struct frame *frame, uint32_t child)
{
    const struct turn_reading *reading = &frame->readings.each[frame->next - 1];
    struct ludus_mend *mend = ways->mend;
    slots_return(&mend->slots, frame->spot);
    if (child == NO_INDEX)
        return;
    struct node *from = &ways->nodes[frame->node], *to = &ways->nodes[child];
    if (to->fell >= from->fell) {
        from->fell = to->fell;
        from->reason = to->reason;
    }
    for (unsigned i = 0; i < reading->text_count; i++) {
        struct gap_reading *text = &mend->texts[reading->texts[i]];
        if (!to->alive && to->fell >= text->fell) { /* how far it has got */
            text->fell = to->fell;
            text->told.reason = to->reason;
        }
        text->told.allowed |= to->alive && ways->first;
    }
    if (!to->alive)
        return;
    struct edge *edge = memory_push(&ways->edges, &ways->edge_count, &ways->edge_room, sizeof *edge);
    mend->failed |= !edge;
    if (!edge)
        return;
    *edge = (struct edge){ frame->node, child, log(reading->weight), { 0 }, reading->text_count };
    memcpy(edge->texts, reading->texts, sizeof edge->texts);
    from->back = sum_of(from->back, edge->weight + to->back);
    from->alive = true;
}

/* How many of the sound turns behind `slot` cannot be played after a reading, all gaps between them left out:
 * the true reading of a lost move leaves few. */
static uint32_t count_faults(struct ways *ways, size_t slot, const struct turn_reading *reading)
{
    struct slots *slots = &ways->mend->slots;
    struct spot spot = slots_spot(slots);
    uint32_t faults = 0;
    make_reading(slots, reading);
    for (size_t i = slot + 1; i < slots->count && !spent(ways); i++) {
        bool damaged = mend_is_damaged(ways->mend, i);
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
static void put_in_order(struct ways *ways, size_t slot, struct turn_readings *readings)
{
    size_t count = 0;
    for (size_t i = 0; i < readings->count; i++) {
        struct turn_reading reading = readings->each[i];
        bool wanted = ways->wanted == NO_INDEX || slot != ways->wanted_slot, known = true;
        uint64_t faults = 0;
        for (unsigned k = 0; k < reading.text_count && !wanted; k++)
            wanted = reading.texts[k] == ways->wanted;
        for (unsigned k = 0; k < reading.text_count && wanted; k++) {
            struct gap_reading *text = &ways->mend->texts[reading.texts[k]];
            if (text->faults == UINT32_MAX)
                text->faults = count_faults(ways, slot, &reading);
            faults += text->faults;
            known &= text->told.allowed;
        }
        reading.rank =
            (known ? 0 : UINT64_C(1) << 63) | faults << 24 | (key_mix(ways->mend->tried, i) & 0xffffff);
        if (wanted)
            readings->each[count++] = reading;
    }
    if (count)
        qsort(readings->each, count, sizeof *readings->each, by_rank);
    readings->count = count;
}

/* Begins with all readings of the damaged turn `slot`. False without memory. */
static bool begin_readings(struct ways *ways, uint32_t node, size_t slot, struct spot start)
{
    struct frame *frame = memory_push(&ways->frames, &ways->frame_count, &ways->frame_room, sizeof *frame);
    ways->mend->failed |= !frame;
    if (!frame)
        return false;
    *frame = (struct frame){ node, start, slots_spot(&ways->mend->slots), slot, 0, { .each = NULL } };
    read_turn(ways->mend, slot, &frame->readings);
    if (frame->readings.count == 0) {
        ways->nodes[node].fell = slot;
        ways->nodes[node].reason = "nothing legal fits what is left of this turn";
    }
    if (ways->first)
        put_in_order(ways, slot, &frame->readings);
    return true;
}

/* Plays on from turn `slot`. Returns the node of the position there; UNDER_WAY when it is a damaged turn's,
 * the readings of which are to be taken; NO_INDEX when the search has been given up. */
static uint32_t arrive(struct ways *ways, size_t slot)
{
    struct ludus_mend *mend = ways->mend;
    struct slots *slots = &mend->slots;
    uint32_t index = node_of(ways, slot);
    if (index == NO_INDEX || !ways->nodes[index].cut)
        return index;
    struct node *node = &ways->nodes[index];
    node->cut = false;
    if (ways->over)
        return NO_INDEX;
    struct spot start = slots_spot(slots);
    while (slot < slots->count && !mend_is_damaged(mend, slot) && !spent(ways) &&
           slots_play(slots, &slots->slot[slot]))
        slot++;
    mend->far = slot > mend->far ? slot : mend->far;
    bool damaged = slot < slots->count && mend_is_damaged(mend, slot) && !ways->over && !mend->failed;
    if (damaged && begin_readings(ways, index, slot, start))
        return UNDER_WAY;
    if (ways->over || mend->failed) {
        node->cut = true;
        index = NO_INDEX;
    } else if (slot == slots->count) {
        node->fell = slot;
        node->alive = ending_agrees(slots->result, slots->cut ? NULL : slots_position(slots));
        node->back = node->alive ? 0 : -HUGE_VAL;
        node->reason = node->alive ? NULL : "the game would end otherwise than the record says";
    } else {
        node->fell = slot;
        node->reason = reason_of(mend);
    }
    slots_return(slots, start);
    return index;
}

/* Walks all ways from the first turn on, with a stack of its own of the damaged turns on the way, since there
 * can be any number of them: takes reading after reading of the last, and after its last reading goes back.
 * Does a way go through? */
static bool explore(struct ways *ways)
{
    uint32_t child = arrive(ways, 0);
    while (ways->frame_count) {
        struct frame *frame = &ways->frames[ways->frame_count - 1];
        if (child != UNDER_WAY)
            take(ways, frame, child);
        struct node *node = &ways->nodes[frame->node];
        if (frame->next < frame->readings.count && !(ways->first && node->alive) && !spent(ways)) {
            make_reading(&ways->mend->slots, &frame->readings.each[frame->next++]);
            child = ways->mend->slots.replay->failed ? NO_INDEX : arrive(ways, frame->slot + 1);
            continue;
        }
        node->cut = ways->over && !node->alive;
        slots_return(&ways->mend->slots, frame->start);
        free(frame->readings.each);
        ways->frame_count--;
        child = frame->node;
    }
    return child != NO_INDEX && ways->nodes[child].alive;
}

/* ---- The whole ---- */

/* Searches all ways, and weighs them forwards, and the readings by them. */
static void search(struct ways *ways)
{
    struct ludus_mend *mend = ways->mend;
    memset(mend->table, 0xff, MEND_TABLE * sizeof *mend->table);
    ways->node_count = ways->edge_count = 0;
    ways->stop = mend->limit;
    ways->over = ways->first = false;
    ways->wanted = NO_INDEX;
    mend->far = 0;
    explore(ways);
    for (size_t i = ways->edge_count; i-- > 0;) {
        const struct edge *edge = &ways->edges[i];
        const struct node *from = &ways->nodes[edge->from];
        struct node *to = &ways->nodes[edge->to];
        to->forward = sum_of(to->forward, from->forward + edge->weight);
        for (unsigned k = 0; k < edge->text_count; k++) {
            struct ludus_reading *told = &mend->texts[edge->texts[k]].told;
            told->share += exp(from->forward + edge->weight + to->back - ways->nodes->back);
            told->allowed = true;
        }
    }
    mend->gave_up |= ways->over;
    mend->sound = ways->node_count && ways->nodes->alive;
}

/* Looks for one way that has a reading (any way with NO_INDEX), trying at most `most`. */
static void find_way(struct ways *ways, uint32_t wanted, size_t most)
{
    struct ludus_mend *mend = ways->mend;
    ways->wanted = wanted;
    ways->wanted_slot = wanted == NO_INDEX ? 0 : mend->gaps[mend->texts[wanted].gap].slot;
    ways->stop = mend->tried + most;
    ways->over = false;
    mend->sound |= explore(ways);
}

/* After a search that was given up: looks for a way for each reading that none has been found for, also those
 * that turn up meanwhile; from another side each time, since a way that is hard to find from one is often
 * easy from another. It tries as much as the search has. */
static void find_ways(struct ways *ways)
{
    struct ludus_mend *mend = ways->mend;
    size_t each = 4 * (mend->slots.count + 10), end = 2 * mend->limit;
    bool more = true;
    ways->first = true;
    while (!mend->sound && more && mend->tried < end && !mend->failed) {
        find_way(ways, NO_INDEX, mend->limit / 4);
        more = ways->over;
    }
    for (more = mend->sound; more && mend->tried < end && !mend->failed;) {
        more = false;
        for (uint32_t i = 0; i < mend->text_count && mend->tried < end && !mend->failed; i++)
            if (!mend->texts[i].told.allowed) {
                find_way(ways, i, each);
                more |= ways->over; /* else there is none */
            }
    }
}

void mend_search(struct ludus_mend *mend)
{
    struct slots *slots = &mend->slots;
    struct ways ways = { .mend = mend };
    mend->tried = 0;
    mend->gave_up = false;
    search(&ways);
    if (mend->gave_up && !mend->failed)
        find_ways(&ways);
    if (!mend->sound && !mend->gave_up && !mend->failed && ways.node_count >= 2) { /* as far as they go */
        size_t count = slots->count;
        const struct item *result = slots->result;
        slots->count = mend->far;
        slots->result = NULL;
        search(&ways);
        slots->count = count;
        slots->result = result;
        mend->sound = false;
    }
    free(ways.nodes);
    free(ways.edges);
    free(ways.frames);
}
