/* mend_search.c - the search for all games that a damaged record can be.
 *
 * The games are paths in a graph. A node is the position after a damaged turn (or the start); an edge is a
 * reading of the next damaged turn, with the sound turns between them played. Paths that reach the same
 * position share its node, which is searched once, so that many gaps stay cheap. A path ends without success
 * where the record contradicts it, up to the result. Weights are summed backwards and forwards: the share of
 * a reading is the weight of all successful paths through it, divided by the weight of all. */
#include "base/memory.h"
#include "decode/mend.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define UNDER_WAY (KEYED_NONE - 1)

/* A position after a damaged turn. */
struct node {
    double back, forward; /* logarithms of the weights of all paths from here, and to here */
    bool alive, cut; /* the record can be played to its end from here; not everything has been tried here */
    size_t fell;     /* the turn at which the longest path from here fails, if it is not alive, */
    const char *reason; /* and why */
};

/* A reading of a damaged turn that leads from one node to another. It stands behind all edges that begin at
 * `to`. */
struct edge {
    uint32_t from, to;
    double weight;             /* its logarithm */
    uint32_t texts[TURN_GAPS]; /* the readings of gaps that it has */
    uint8_t text_count;
};

/* A damaged turn on the current path, whose readings are tried one after the other. */
struct frame {
    uint32_t node;                   /* of the position before the sound turns that precede it */
    struct sheet_state start, state; /* of the line there, and right before the turn */
    size_t entry, next;              /* number of the turn, and of its next reading */
    struct turn_readings readings;
};

struct graph {
    struct ludus_mend *mend;
    struct keyed keys; /* of the nodes; owned, as the next: */
    struct node *nodes;
    struct edge *edges;
    struct frame *frames; /* the current path */
    size_t node_count, node_room, edge_count, edge_room, frame_count, frame_room;
    size_t stop;         /* limit of mend->tried for this search */
    bool over;           /* it is reached */
    bool first;          /* one successful path is enough */
    uint32_t wanted;     /* the reading that the path must have, or KEYED_NONE */
    size_t wanted_entry; /* of its gap */
};

/* The node of the position before turn `entry`, perhaps a new one (cut); KEYED_NONE without memory. Its key
 * has everything that can influence the rest of the game: also the moves played, if repetition is forbidden,
 * and the count of quiet turns, if that ends the game. */
static uint32_t node_of(struct graph *graph, size_t entry)
{
    const struct ludus_position *pos = sheet_position(&graph->mend->sheet);
    const struct rules *rules = &pos->ruleset->rules;
    uint64_t key = key_mix(pos->hash, entry + 1);
    if (pos->ruleset->counts_taken)
        key += key_mix(0x51ed2701u, pos->taken[0] * 512u + pos->taken[1]);
    if (rules->quiet_limit)
        key += key_mix(0xabcdef01u, pos->quiet);
    if (graph->wanted != KEYED_NONE && entry <= graph->wanted_entry)
        key += key_mix(0x2545f491u, graph->wanted);
    if (rules->repetition != REPEAT_FREE)
        for (const struct undo *past = pos->past; past; past = past->captures ? NULL : past->past)
            key += key_mix(0x5bd1e995u, past->hash);
    const uint32_t known = keyed_find(&graph->keys, key);
    if (known != KEYED_NONE)
        return known;
    struct node *node = memory_push(&graph->nodes, &graph->node_count, &graph->node_room, sizeof *node);
    const uint32_t added = node ? keyed_add(&graph->keys, key) : KEYED_NONE;
    graph->mend->failed |= added == KEYED_NONE;
    if (node)
        *node = (struct node){
            .back = -HUGE_VAL, .forward = added > 0 ? -HUGE_VAL : 0, .cut = true, .fell = entry
        };
    return added;
}

/* The logarithm of the sum of two weights. */
static double sum_of(double one, double other)
{
    double more = one > other ? one : other, less = one > other ? other : one;
    return isinf(less) ? more : more + log1p(exp(less - more));
}

/* ---- The readings of a turn ---- */

/* Finds the reading of a gap with this text, or adds it. False if there is no gap, or without memory. */
static bool note_part(struct damage_reader *reader, unsigned part, const char *text, const uint8_t *dice,
                      uint32_t *index)
{
    struct ludus_mend *mend = reader->asker;
    size_t entry = (size_t)(reader->entry - mend->sheet.entries);
    struct gap *gap = mend_gap_of(mend, entry, part);
    if (!gap)
        return false;
    uint32_t number = (uint32_t)(gap - mend->gaps);
    uint64_t key = number;
    for (const char *c = text; *c; c++)
        key = key_mix(key, (unsigned char)*c);
    for (*index = keyed_find(&mend->text_keys, key); *index != KEYED_NONE;
         *index = keyed_before(&mend->text_keys, *index))
        if (mend->texts[*index].gap == number && strcmp(mend->texts[*index].told.text, text) == 0)
            return true;
    const char *copy = arena_copy(&mend->arena, text, strlen(text));
    struct gap_reading *reading =
        copy ? memory_push(&mend->texts, &mend->text_count, &mend->text_room, sizeof *reading) : NULL;
    *index = reading ? keyed_add(&mend->text_keys, key) : KEYED_NONE;
    mend->failed |= *index == KEYED_NONE;
    if (!reading)
        return false;
    *reading = (struct gap_reading){ .gap = number, .told.text = copy, .fell = entry };
    if (dice)
        memcpy(reading->dice, dice, sizeof reading->dice);
    return !mend->failed;
}

/* Why the last turn is not legal, in the arena; NULL if reasons are not wanted. */
static const char *reason_of(struct ludus_mend *mend)
{
    const struct message *message = mend->sheet.shadow.diag.first;
    while (message && message->severity != LUDUS_ERROR && message->id != MSG_NOT_A_CAPTURE)
        message = message->next;
    return mend->explains && message ? arena_copy(&mend->arena, message->text, strlen(message->text)) : NULL;
}

/* Finds the reason why a turn whose moves are known cannot be played with a roll. */
static void explain_roll(struct ludus_mend *mend, size_t index, struct gap_reading *roll)
{
    struct sheet *sheet = &mend->sheet;
    struct sheet_entry entry = sheet->entries[index];
    struct item rolled = entry.dice ? *entry.dice : *entry.items[0];
    rolled.kind = ITEM_DICE;
    rolled.dice.count = (uint8_t)dice_thrown(&sheet->replay->ruleset->rules);
    rolled.dice.unclear = rolled.dice.supplied = 0;
    memcpy(rolled.dice.face, roll->dice, sizeof rolled.dice.face);
    entry.dice = &rolled;
    struct sheet_state state = sheet_state(sheet);
    if (sheet_play(sheet, &entry))
        sheet_return(sheet, state);
    else
        roll->told.reason = reason_of(mend);
    sheet_forget(sheet);
}

/* Finds all legal readings of a damaged turn in the current position. */
static struct turn_readings read_turn(struct ludus_mend *mend, size_t entry)
{
    struct damage_reader reader = { .sheet = &mend->sheet,
                                    .entry = &mend->sheet.entries[entry],
                                    .alike = &mend->lookalikes,
                                    .asker = mend,
                                    .note = note_part };
    damage_read(&reader);
    mend->failed |= mend->sheet.replay->failed;
    mend->gave_up |= reader.gave_up;
    const struct turn_readings *found = &reader.readings;
    const struct gap *roll = mend_gap_of(mend, entry, GAP_ROLL);
    bool explains = mend->explains && roll && reader.entry->count && !mend->failed;
    for (size_t i = 0; explains && i < mend->text_count; i++) {
        size_t at = 0;
        while (at < found->count && found->each[at].texts[0] != i)
            at++;
        if (at == found->count && &mend->gaps[mend->texts[i].gap] == roll)
            explain_roll(mend, entry, &mend->texts[i]);
    }
    return *found;
}

/* ---- The search ---- */

/* Counts a trial. True if the limit is reached. */
static bool spent(struct graph *graph)
{
    graph->over |= graph->mend->tried++ >= graph->stop;
    return graph->over || graph->mend->failed || graph->mend->sheet.replay->failed;
}

/* Plays the moves of a reading. */
static void make_reading(struct sheet *sheet, const struct turn_reading *reading)
{
    struct ludus_replay *replay = sheet->replay;
    struct line *line = &replay->line;
    uint8_t side = line->pos.side;
    bool dice = replay->ruleset->rules.dice > 0;
    unsigned thrown = position_dice(&line->pos);
    if (thrown)
        ludus_position_roll(&line->pos, reading->dice, thrown);
    for (unsigned i = 0; i < reading->count; i++)
        if (!replay_make(replay, reading->moves[i]))
            return;
    if (dice && line->pos.side == side)
        sheet_end_turn(sheet);
    line->number = line->pos.number;
    line->side = line->pos.side;
}

/* Takes the last reading back, and records its result, the node `child`. */
static void finish_reading(struct graph *graph, const struct frame *frame, uint32_t child)
{
    const struct turn_reading *reading = &frame->readings.each[frame->next - 1];
    struct ludus_mend *mend = graph->mend;
    sheet_return(&mend->sheet, frame->state);
    if (child == KEYED_NONE)
        return;
    struct node *from = &graph->nodes[frame->node], *to = &graph->nodes[child];
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
        text->told.allowed |= to->alive && graph->first;
    }
    if (!to->alive)
        return;
    struct edge *edge = memory_push(&graph->edges, &graph->edge_count, &graph->edge_room, sizeof *edge);
    mend->failed |= !edge;
    if (!edge)
        return;
    *edge = (struct edge){ frame->node, child, log(reading->weight), { 0 }, reading->text_count };
    memcpy(edge->texts, reading->texts, sizeof edge->texts);
    from->back = sum_of(from->back, edge->weight + to->back);
    from->alive = true;
}

/* Removes the readings of turn `entry` that are not wanted, and puts those of other successful paths first,
 * in random order. */
static void choose_readings(const struct graph *graph, size_t entry, struct turn_readings *readings)
{
    struct turn_reading *each = readings->each;
    size_t count = 0, first = 0;
    for (size_t i = 0; i < readings->count; i++) {
        const struct turn_reading reading = each[i];
        bool wanted = graph->wanted == KEYED_NONE || entry != graph->wanted_entry, known = true;
        for (unsigned k = 0; k < reading.text_count; k++) {
            wanted |= reading.texts[k] == graph->wanted;
            known &= graph->mend->texts[reading.texts[k]].told.allowed;
        }
        if (!wanted)
            continue;
        const size_t from = known ? 0 : first, till = known ? first++ : count,
                     at = from + key_mix(graph->mend->tried, i) % (till - from + 1);
        each[count++] = each[till];
        each[till] = each[at];
        each[at] = reading;
    }
    readings->count = count;
    graph->mend->tried += 8; /* to find them takes time, too */
}

/* Adds the damaged turn `entry` and its readings to the path. False without memory. */
static bool begin_readings(struct graph *graph, uint32_t node, size_t entry, struct sheet_state start)
{
    struct frame *frame = memory_push(&graph->frames, &graph->frame_count, &graph->frame_room, sizeof *frame);
    graph->mend->failed |= !frame;
    if (!frame)
        return false;
    *frame = (struct frame){ node,  start, sheet_state(&graph->mend->sheet),
                             entry, 0,     read_turn(graph->mend, entry) };
    if (frame->readings.count == 0) {
        graph->nodes[node].fell = entry;
        graph->nodes[node].reason = "nothing legal fits what is left of this turn";
    }
    if (graph->first)
        choose_readings(graph, entry, &frame->readings);
    return true;
}

/* Plays from turn `entry` to the next damaged one. Returns the node of the position, if it is known or has no
 * path on; UNDER_WAY if a damaged turn has been added to the path; KEYED_NONE if the limit is reached. */
static uint32_t arrive(struct graph *graph, size_t entry)
{
    struct ludus_mend *mend = graph->mend;
    struct sheet *sheet = &mend->sheet;
    uint32_t index = node_of(graph, entry);
    if (index == KEYED_NONE || !graph->nodes[index].cut)
        return index;
    struct node *node = &graph->nodes[index];
    node->cut = false;
    if (graph->over)
        return KEYED_NONE;
    struct sheet_state start = sheet_state(sheet);
    while (entry < sheet->count && !mend_is_damaged(mend, entry) && !spent(graph) &&
           sheet_play(sheet, &sheet->entries[entry]))
        entry++;
    mend->far = entry > mend->far ? entry : mend->far;
    bool damaged = entry < sheet->count && mend_is_damaged(mend, entry) && !graph->over && !mend->failed;
    if (damaged && begin_readings(graph, index, entry, start))
        return UNDER_WAY;
    if (graph->over || mend->failed) {
        node->cut = true;
        index = KEYED_NONE;
    } else if (entry == sheet->count) {
        node->fell = entry;
        node->alive = ending_agrees(sheet->result, sheet->cut ? NULL : sheet_position(sheet));
        node->back = node->alive ? 0 : -HUGE_VAL;
        node->reason = node->alive ? NULL : "the game would end otherwise than the record says";
    } else {
        node->fell = entry;
        node->reason = reason_of(mend);
    }
    sheet_return(sheet, start);
    return index;
}

/* Searches depth first from the first turn, with a stack of its own, since there can be any number of damaged
 * turns. True if a path succeeds. */
static bool explore(struct graph *graph)
{
    uint32_t child = arrive(graph, 0);
    while (graph->frame_count) {
        struct frame *frame = &graph->frames[graph->frame_count - 1];
        if (child != UNDER_WAY)
            finish_reading(graph, frame, child);
        struct node *node = &graph->nodes[frame->node];
        if (frame->next < frame->readings.count && !(graph->first && node->alive) && !spent(graph)) {
            make_reading(&graph->mend->sheet, &frame->readings.each[frame->next++]);
            child = graph->mend->sheet.replay->failed ? KEYED_NONE : arrive(graph, frame->entry + 1);
            continue;
        }
        node->cut = graph->over && !node->alive;
        sheet_return(&graph->mend->sheet, frame->start);
        free(frame->readings.each);
        graph->frame_count--;
        child = frame->node;
    }
    return child != KEYED_NONE && graph->nodes[child].alive;
}

/* ---- The whole ---- */

/* Searches for paths with a reading (KEYED_NONE: any paths), with at most `most` trials. */
static void find_path(struct graph *graph, uint32_t wanted, size_t most)
{
    struct ludus_mend *mend = graph->mend;
    graph->wanted = wanted;
    graph->wanted_entry = wanted == KEYED_NONE ? 0 : mend->gaps[mend->texts[wanted].gap].entry;
    graph->stop = mend->tried + most;
    graph->over = false;
    mend->sound |= explore(graph);
}

/* Searches all paths, and computes the shares of the readings. */
static void search(struct graph *graph)
{
    struct ludus_mend *mend = graph->mend;
    keyed_free(&graph->keys);
    graph->node_count = graph->edge_count = 0;
    mend->far = 0;
    find_path(graph, KEYED_NONE, mend->limit - mend->tried);
    for (size_t i = graph->edge_count; i-- > 0;) {
        const struct edge *edge = &graph->edges[i];
        const struct node *from = &graph->nodes[edge->from];
        struct node *to = &graph->nodes[edge->to];
        to->forward = sum_of(to->forward, from->forward + edge->weight);
        for (unsigned k = 0; k < edge->text_count; k++) {
            struct ludus_reading *told = &mend->texts[edge->texts[k]].told;
            told->share += exp(from->forward + edge->weight + to->back - graph->nodes->back);
            told->allowed = true;
        }
    }
    mend->gave_up |= graph->over;
}

/* After a search that reached its limit: searches for a path for each reading that has none, also for
 * readings found meanwhile. The order is another each time, since a path that is hard to find in one order is
 * often easy in another. It has as many trials as the search had. */
static void find_paths(struct graph *graph)
{
    struct ludus_mend *mend = graph->mend;
    size_t each = 4 * (mend->sheet.count + 10), end = 2 * mend->limit;
    bool more = true;
    graph->first = true;
    while (!mend->sound && more && mend->tried < end && !mend->failed) {
        find_path(graph, KEYED_NONE, mend->limit / 4);
        more = graph->over;
    }
    for (more = mend->sound; more && mend->tried < end && !mend->failed;) {
        more = false;
        for (uint32_t i = 0; i < mend->text_count && mend->tried < end && !mend->failed; i++)
            if (!mend->texts[i].told.allowed) {
                find_path(graph, i, each);
                more |= graph->over; /* else there is none */
            }
    }
}

void mend_search(struct ludus_mend *mend)
{
    struct sheet *sheet = &mend->sheet;
    struct graph graph = { .mend = mend };
    search(&graph);
    if (mend->gave_up && !mend->failed)
        find_paths(&graph);
    if (!mend->sound && !mend->gave_up && !mend->failed && graph.node_count >= 2) { /* as far as they go */
        size_t count = sheet->count;
        const struct item *result = sheet->result;
        sheet->count = mend->far;
        sheet->result = NULL;
        search(&graph);
        sheet->count = count;
        sheet->result = result;
        mend->sound = false;
    }
    keyed_free(&graph.keys);
    free(graph.nodes);
    free(graph.edges);
    free(graph.frames);
}
