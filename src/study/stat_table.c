/* stat_table.c - the table of counts: adding to it, and the order of its rows. */
#include "base/json.h"
#include "base/text.h"
#include "study/stat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reads tables that stat_write.c has written, and adds them up ---- */

enum { FIELDS_MAX = STAT_DIMENSIONS_MAX + 3 };

struct field {
    const char *name; /* in JSON */
    const char *text;
};

struct table_reader {
    struct ludus_stats *stats;
    const char *fault;
    bool headed;               /* the heading has been read, or none is needed */
    struct json *json;         /* owned */
    struct ludus_buffer texts; /* that it has read, a NUL behind each; owned */
};

/* ---- Lines ---- */

/* Cuts a line at its tabs. Returns the number of fields. */
static size_t cut_fields(char *line, struct field fields[FIELDS_MAX])
{
    size_t count = 0;
    for (char *at = line; at && count < FIELDS_MAX; count++) {
        char *tab = strchr(at, '\t');
        fields[count] = (struct field){ NULL, at };
        if (tab)
            *tab++ = '\0';
        at = tab;
    }
    return count;
}

static char *skip(char *at)
{
    return at + strspn(at, " \t\r");
}

/* Reads a flat object of strings and numbers. Returns the number of members, 0 when it is none. */
static size_t read_object(struct table_reader *reader, const char *line, struct field fields[FIELDS_MAX])
{
    struct json *json = reader->json;
    struct ludus_buffer *texts = &reader->texts;
    size_t count = 0, at[2 * FIELDS_MAX];
    json->source = source_bytes(line, strlen(line));
    json->limit = NULL;
    buf_clear(texts);
    bool sound = json->source && json_next(json) == JSON_OBJECT;
    for (enum json_token token = JSON_COMMA; sound && token == JSON_COMMA; count++) {
        sound = count < FIELDS_MAX;
        for (unsigned part = 0; sound && part < 2; part++) {
            token = json_next(json);
            sound = token == JSON_STRING || (part == 1 && token == JSON_NUMBER);
            at[2 * count + part] = texts->length;
            buf_add(texts, json->text.bytes, json->text.length);
            buf_char(texts, '\0');
            token = json_next(json);
            sound = sound && (part == 1 || token == JSON_COLON);
        }
        sound = sound && (token == JSON_COMMA || token == JSON_OBJECT_END);
    }
    sound = sound && json_next(json) == JSON_END && !texts->failed && !json->text.failed;
    source_close(json->source);
    for (size_t i = 0; sound && i < count; i++)
        fields[i] = (struct field){ texts->bytes + at[2 * i], texts->bytes + at[2 * i + 1] };
    return sound ? count : 0;
}

/* ---- Tables ---- */

static bool fail(struct table_reader *reader, const char *fault)
{
    reader->fault = fault;
    return false;
}

/* Do the last columns have the names that those of every table have? */
static bool is_heading(const struct field *fields, size_t count, bool json)
{
    static const char *const last[] = { "measure", "item", "value" };
    bool same = count >= 3;
    for (size_t i = 0; same && i < 3; i++)
        same = strcmp(json ? fields[count - 3 + i].name : fields[count - 3 + i].text, last[i]) == 0;
    return same;
}

/* Do these names head the columns of this table? The first table read says which they are. */
static bool agree(struct table_reader *reader, const struct field *fields, size_t count, bool json)
{
    struct ludus_stats *stats = reader->stats;
    if (!is_heading(fields, count, json))
        return fail(reader, "this is no table of ludstat");
    if (stats->count == 0) {
        stats->dimension_count = (unsigned)count - 3;
        for (unsigned i = 0; i < stats->dimension_count; i++) {
            const char *name = json ? fields[i].name : fields[i].text;
            stats->dimensions[i] = arena_copy(&stats->arena, name, strlen(name));
            stats->failed |= !stats->dimensions[i];
        }
        return !stats->failed || fail(reader, "out of memory");
    }
    bool same = stats->dimension_count == count - 3;
    for (unsigned i = 0; same && i < stats->dimension_count; i++)
        same = strcmp(stats->dimensions[i], json ? fields[i].name : fields[i].text) == 0;
    return same || fail(reader, "this table has other groups than those before");
}

static bool add_row(struct table_reader *reader, const struct field *fields, size_t count)
{
    struct ludus_stats *stats = reader->stats;
    struct ludus_buffer *group = &stats->groups[0];
    const char *name = fields[count - 3].text, *item = fields[count - 2].text,
               *value = fields[count - 1].text;
    size_t digits = strspn(value, "0123456789");
    unsigned measure = 0;
    while (measure < STAT_MEASURES && strcmp(name, stat_measures[measure]) != 0)
        measure++;
    if (strcmp(name, "fairness") == 0 || (strcmp(item, "mean") == 0 && measure != STAT_OPENING))
        return true; /* they are worked out of other rows */
    if (measure == STAT_MEASURES)
        return fail(reader, "there is no such measure");
    if (digits == 0 || digits > 18 || !strchr("} ,\t\r", value[digits]))
        return fail(reader, "the value is no whole number");
    buf_clear(group);
    for (size_t i = 0; i + 3 < count; i++) {
        buf_text(group, i ? "\t" : "");
        buf_text(group, fields[i].text);
    }
    stat_add(stats, buf_string(group), (enum stat_measure)measure, item, strtoull(value, NULL, 10));
    stats->failed |= group->failed;
    return !stats->failed || fail(reader, "out of memory");
}

static bool read_line(struct table_reader *reader, char *line)
{
    struct field fields[FIELDS_MAX];
    bool json = *skip(line) == '{';
    size_t length = strlen(line);
    for (size_t i = 0; i < FIELDS_MAX; i++) /* those that a line has not */
        fields[i] = (struct field){ "", "" };
    if (length && line[length - 1] == '\r')
        line[--length] = '\0';
    if (*skip(line) == '\0')
        return true;
    size_t count = json ? read_object(reader, line, fields) : cut_fields(line, fields);
    if (json)
        return (count || fail(reader, "this is no table of ludstat")) && agree(reader, fields, count, true) &&
               add_row(reader, fields, count);
    if (!reader->headed || is_heading(fields, count, false)) { /* tables may stand one after the other */
        reader->headed = true;
        return agree(reader, fields, count, false);
    }
    if (count != reader->stats->dimension_count + 3)
        return fail(reader, "this row has not as many fields as the heading");
    return add_row(reader, fields, count);
}

bool ludus_stats_merge(struct ludus_stats *stats, const char *text, size_t length, char *reason, size_t size)
{
    struct table_reader reader = { .stats = stats, .json = memory_zeroed(1, sizeof *reader.json) };
    size_t number = 0;
    char *line = reader.json ? memory_new(length + 1) : NULL;
    if (!line) {
        snprintf(reason, size, "out of memory");
        free(reader.json);
        return false;
    }
    reader.json->most = length;
    for (size_t at = 0; at < length && !reader.fault;) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t bytes = end ? (size_t)(end - text) - at : length - at;
        memcpy(line, text + at, bytes);
        line[bytes] = '\0';
        number++;
        (void)read_line(&reader, line);
        at += bytes + 1;
    }
    if (reader.fault)
        snprintf(reason, size, "line %zu: %s", number, reader.fault);
    buf_free(&reader.json->text);
    buf_free(&reader.texts);
    free(reader.json);
    free(line);
    return !reader.fault;
}

/* ---- The table of counts: adding to it, and the order of its rows ---- */

const char *const stat_measures[STAT_MEASURES] = {
    [STAT_GAMES] = "games",   [STAT_RESULT] = "result", [STAT_TURNS] = "turns", [STAT_CAPTURES] = "captures",
    [STAT_PASSES] = "passes", [STAT_DIE] = "die",       [STAT_ROLL] = "roll",   [STAT_OPENING] = "opening",
};

/* Items of the measures that have a fixed set of them, in their order. */
static const char *const items[] = { "all",     "cut",      "unplayed", "1-0",    "0-1",
                                     "1/2-1/2", "*",        "won",      "lost",   "drawn",
                                     "open",    "shortest", "longest",  "forced", "free" };

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

void stat_add(struct ludus_stats *stats, const char *group, enum stat_measure measure, const char *item,
              uint64_t count)
{
    if (2 * stats->count >= stats->capacity && !grow(stats))
        return;
    struct stat_row *row = find(stats, group, measure, item);
    if (row->group) {
        if (row->measure == STAT_TURNS && strcmp(row->item, "shortest") == 0)
            row->count = count < row->count ? count : row->count;
        else if (row->measure == STAT_TURNS && strcmp(row->item, "longest") == 0)
            row->count = count > row->count ? count : row->count;
        else
            row->count += count;
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
