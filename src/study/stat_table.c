/* stat_table.c - the table of counts: adding to it, and the order of its rows. */
#include "base/memory.h"
#include "base/text.h"
#include "study/stat.h"

#include <stdlib.h>
#include <string.h>

static const char *const measures[STAT_MEASURES] = {
    [STAT_GAMES] = "games",   [STAT_RESULT] = "result", [STAT_TURNS] = "turns", [STAT_CAPTURES] = "captures",
    [STAT_PASSES] = "passes", [STAT_DIE] = "die",       [STAT_ROLL] = "roll",   [STAT_OPENING] = "opening",
};

/* Items of the measures that have a fixed set of them, in their order. */
static const char *const items[] = { "all",     "cut",      "unplayed", "1-0",    "0-1",
                                     "1/2-1/2", "*",        "won",      "lost",   "drawn",
                                     "open",    "shortest", "longest",  "forced", "free" };

const char *stat_measure_name(enum stat_measure measure)
{
    return measures[measure];
}

enum stat_measure stat_measure_find(const char *name, size_t length)
{
    unsigned measure = 0;
    while (measure < STAT_MEASURES && !text_is(name, length, measures[measure]))
        measure++;
    return (enum stat_measure)measure;
}

bool stat_is_derived(const char *measure, size_t measure_length, const char *item, size_t item_length)
{
    return text_is(measure, measure_length, "fairness") ||
           (text_is(item, item_length, "mean") && !text_is(measure, measure_length, measures[STAT_OPENING]));
}

/* ---- Adding ---- */

static uint64_t hash(const char *group, unsigned measure, const char *item)
{
    uint64_t word = measure + 14695981039346656037u;
    for (; *group; group++)
        word = (word ^ (unsigned char)*group) * 1099511628211u;
    for (word *= 31; *item; item++)
        word = (word ^ (unsigned char)*item) * 1099511628211u;
    return word ^ word >> 32;
}

static struct stat_row *find(const struct ludus_stats *stats, const char *group, unsigned measure,
                             const char *item)
{
    size_t at = hash(group, measure, item) & (stats->capacity - 1);
    for (;; at = (at + 1) & (stats->capacity - 1)) {
        struct stat_row *row = &stats->rows[at];
        if (!row->group ||
            (row->measure == measure && strcmp(row->group, group) == 0 && strcmp(row->item, item) == 0))
            return row;
    }
}

static bool grow(struct ludus_stats *stats)
{
    struct ludus_stats larger = { .capacity = stats->capacity ? 2 * stats->capacity : 256 };
    larger.rows = memory_zeroed(larger.capacity, sizeof *larger.rows);
    stats->failed |= !larger.rows;
    if (!larger.rows)
        return false;
    for (size_t i = 0; i < stats->capacity; i++) {
        const struct stat_row *row = &stats->rows[i];
        if (row->group)
            *find(&larger, row->group, row->measure, row->item) = *row;
    }
    free(stats->rows);
    stats->rows = larger.rows;
    stats->capacity = larger.capacity;
    return true;
}

static void combine(struct stat_row *row, uint64_t count)
{
    if (row->measure == STAT_TURNS && strcmp(row->item, "shortest") == 0)
        row->count = count < row->count ? count : row->count;
    else if (row->measure == STAT_TURNS && strcmp(row->item, "longest") == 0)
        row->count = count > row->count ? count : row->count;
    else
        row->count += count;
}

void stat_add(struct ludus_stats *stats, const char *group, enum stat_measure measure, const char *item,
              uint64_t count)
{
    if (2 * stats->count >= stats->capacity && !grow(stats))
        return;
    struct stat_row *row = find(stats, group, measure, item);
    if (row->group) {
        combine(row, count);
        return;
    }
    char *own_group = arena_copy(&stats->arena, group, strlen(group));
    char *own_item = arena_copy(&stats->arena, item, strlen(item));
    stats->failed |= !own_group || !own_item;
    if (!own_group || !own_item)
        return;
    *row = (struct stat_row){
        .group = own_group, .item = own_item, .count = count, .measure = (uint8_t)measure
    };
    stats->count++;
}

bool ludus_stats_join(struct ludus_stats *stats, const struct ludus_stats *other)
{
    for (size_t i = 0; i < other->capacity; i++) {
        const struct stat_row *row = &other->rows[i];
        if (row->group)
            stat_add(stats, row->group, (enum stat_measure)row->measure, row->item, row->count);
    }
    stats->failed |= other->failed;
    return !stats->failed;
}

/* ---- Order ---- */

static size_t rank(const char *item)
{
    size_t index = 0;
    while (index < sizeof items / sizeof *items && strcmp(items[index], item) != 0)
        index++;
    return index;
}

/* Groups by name, measures as they are numbered, openings by how frequent they are, numbers as numbers. */
static int in_order(const void *a, const void *b)
{
    const struct stat_row *left = a, *right = b;
    int order = strcmp(left->group, right->group);
    if (order)
        return order;
    if (left->measure != right->measure)
        return left->measure - right->measure;
    if (left->measure == STAT_OPENING && left->count != right->count)
        return left->count > right->count ? -1 : 1;
    size_t first = rank(left->item), second = rank(right->item);
    if (first != second)
        return first < second ? -1 : 1;
    if (left->measure == STAT_DIE && strlen(left->item) != strlen(right->item))
        return strlen(left->item) < strlen(right->item) ? -1 : 1;
    return strcmp(left->item, right->item);
}

struct stat_row *stat_sorted(struct ludus_stats *stats)
{
    struct stat_row *rows = arena_alloc(&stats->arena, (stats->count + 1) * sizeof *rows);
    size_t count = 0;
    stats->failed |= !rows;
    if (!rows)
        return NULL;
    for (size_t i = 0; i < stats->capacity; i++)
        if (stats->rows[i].group)
            rows[count++] = stats->rows[i];
    qsort(rows, count, sizeof *rows, in_order);
    return rows;
}

const struct stat_row *stat_run(const struct stat_row *row, const struct stat_row *end, bool measure)
{
    const struct stat_row *at = row;
    while (at < end && strcmp(at->group, row->group) == 0 && (!measure || at->measure == row->measure))
        at++;
    return at;
}
