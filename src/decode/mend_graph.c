/* mend_graph.c - the graph of ways through a damaged record: its nodes and edges, and what they weigh. */
#include "base/memory.h"
#include "decode/mend.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_TABLE = 1024, KEEP_AT_MOST = 1 << 16 };

void *mend_push(struct ludus_mend *mend, struct mend_array *array, size_t size)
{
    void *data = memory_room(array->data, array->count, &array->capacity, size);
    mend->failed |= !data;
    if (!data)
        return NULL;
    array->data = data;
    return (char *)data + size * array->count++;
}

static struct mend_edge *edge_at(const struct ludus_mend *mend, size_t index)
{
    return (struct mend_edge *)mend->edges.data + index;
}

/* ---- The table of nodes ---- */

static void file_node(struct ludus_mend *mend, uint32_t index)
{
    size_t at = mend_node_at(mend, index)->key & (mend->table_size - 1);
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

uint32_t mend_find_node(const struct ludus_mend *mend, uint64_t key, size_t slot)
{
    if (!mend->table)
        return NO_INDEX;
    for (size_t at = key & (mend->table_size - 1); mend->table[at] != NO_INDEX;
         at = (at + 1) & (mend->table_size - 1))
        if (mend_node_at(mend, mend->table[at])->key == key &&
            mend_node_at(mend, mend->table[at])->slot == slot)
            return mend->table[at];
    return NO_INDEX;
}

uint32_t mend_add_node(struct ludus_mend *mend, uint64_t key, size_t slot)
{
    struct mend_node *node = widen_table(mend) ? mend_push(mend, &mend->nodes, sizeof *node) : NULL;
    if (!node)
        return NO_INDEX;
    *node = (struct mend_node){ .key = key, .slot = slot, .edges = NO_INDEX, .fell = slot };
    file_node(mend, (uint32_t)mend->nodes.count - 1);
    return (uint32_t)mend->nodes.count - 1;
}

/* ---- Edges ---- */

void mend_add_edge(struct ludus_mend *mend, uint32_t node, uint32_t child, const struct turn_reading *reading)
{
    struct mend_edge *edge = mend_push(mend, &mend->edges, sizeof *edge);
    if (!edge)
        return;
    *edge = (struct mend_edge){ .next = mend_node_at(mend, node)->edges,
                                .child = child,
                                .weight = reading->weight,
                                .texts = (uint32_t)mend->edge_texts.count,
                                .text_count = reading->text_count };
    mend_node_at(mend, node)->edges = (uint32_t)mend->edges.count - 1;
    for (unsigned i = 0; i < reading->text_count; i++) {
        uint32_t *text = mend_push(mend, &mend->edge_texts, sizeof *text);
        if (text)
            *text = reading->texts[i];
    }
}

/* ---- The weights ---- */

/* The nodes of one slot, through one of which each way goes. */
struct layer {
    uint32_t first;
    int exponent;           /* of its ways on, */
    double total, furthest; /* all ways through it by that; and the greatest weight of those to a node */
};

static double weight_of(const struct ludus_mend *mend, const struct mend_node *node,
                        const struct mend_edge *edge, int exponent)
{
    const struct mend_node *child = mend_node_at(mend, edge->child);
    return node->forward * edge->weight * ldexp(child->back, child->exponent - exponent);
}

static void measure(const struct ludus_mend *mend, struct layer *layer)
{
    layer->exponent = INT_MIN;
    for (uint32_t n = layer->first; n != NO_INDEX; n = mend_node_at(mend, n)->sibling) {
        const struct mend_node *node = mend_node_at(mend, n);
        layer->furthest = node->forward > layer->furthest ? node->forward : layer->furthest;
        for (uint32_t e = node->edges; e != NO_INDEX; e = edge_at(mend, e)->next) {
            int exponent = mend_node_at(mend, edge_at(mend, e)->child)->exponent;
            layer->exponent = exponent > layer->exponent ? exponent : layer->exponent;
        }
    }
    for (uint32_t n = layer->first; n != NO_INDEX; n = mend_node_at(mend, n)->sibling)
        for (uint32_t e = mend_node_at(mend, n)->edges; e != NO_INDEX; e = edge_at(mend, e)->next)
            layer->total += weight_of(mend, mend_node_at(mend, n), edge_at(mend, e), layer->exponent);
}

static void weigh_edge(struct ludus_mend *mend, const struct layer *layer, const struct mend_node *node,
                       const struct mend_edge *edge)
{
    double weight = weight_of(mend, node, edge, layer->exponent);
    const uint32_t *texts = (const uint32_t *)mend->edge_texts.data + edge->texts;
    if (layer->furthest > 0)
        mend_node_at(mend, edge->child)->forward += node->forward / layer->furthest * edge->weight;
    for (unsigned i = 0; i < edge->text_count; i++) {
        mend_reading(mend, texts[i])->share += layer->total > 0 ? weight / layer->total : 0;
        mend_reading(mend, texts[i])->alive = true;
    }
}

/* Forwards, turn by turn: an edge always leads to a later turn, and all edges from one turn to the same. What
 * they weigh together in each is the whole. */
void mend_weigh(struct ludus_mend *mend)
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
        mend_node_at(mend, i)->sibling = first[mend_node_at(mend, i)->slot];
        first[mend_node_at(mend, i)->slot] = i;
    }
    mend_node_at(mend, 0)->forward = 1;
    for (size_t slot = 0; slot < turns; slot++) {
        struct layer layer = { .first = first[slot] };
        measure(mend, &layer);
        for (uint32_t n = first[slot]; n != NO_INDEX; n = mend_node_at(mend, n)->sibling)
            for (uint32_t e = mend_node_at(mend, n)->edges; e != NO_INDEX; e = edge_at(mend, e)->next)
                weigh_edge(mend, &layer, mend_node_at(mend, n), edge_at(mend, e));
    }
    free(first);
}

/* ---- Beginning anew ---- */

/* Frees an array that one record has made large, lest all that follow pay for it. */
static void shed(struct mend_array *array)
{
    if (array->capacity <= KEEP_AT_MOST)
        return;
    free(array->data);
    *array = (struct mend_array){ .data = NULL };
}

void mend_clear_graph(struct ludus_mend *mend)
{
    shed(&mend->nodes);
    shed(&mend->edges);
    shed(&mend->edge_texts);
    shed(&mend->frames);
    if (mend->table_size > KEEP_AT_MOST) {
        free(mend->table);
        mend->table = NULL;
        mend->table_size = 0;
    }
    mend->nodes.count = mend->edges.count = mend->edge_texts.count = 0;
    if (mend->table)
        memset(mend->table, 0xff, mend->table_size * sizeof *mend->table);
}
