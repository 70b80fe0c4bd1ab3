/* stat_table.c - writes tables of statistics as TSV or JSON, reads them back and adds them up. */
#include "base/json.h"
#include "base/text.h"
#include "study/stat.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reading ---- */

enum { FIELDS_MAX = STAT_DIMENSIONS_MAX + 3 };

struct table_reader {
    struct ludus_stats *stats;
    const char *fault;
    bool headed;        /* the heading has been read, or none is needed */
    struct json *json;  /* owned */
    struct arena texts; /* the table, and the fields read from it */
};

/* Reads a flat object of strings and numbers. Returns the number of members, 0 if it is none. */
static size_t read_object(struct table_reader *reader, const char *line, const char *names[FIELDS_MAX],
                          const char *fields[FIELDS_MAX])
{
    struct json *json = reader->json;
    size_t count = 0;
    json->source = source_bytes(line, strlen(line));
    json->limit = NULL;
    bool sound = json->source && json_next(json) == JSON_OBJECT;
    for (enum json_token token = JSON_COMMA; sound && token == JSON_COMMA; count++) {
        sound = count < FIELDS_MAX;
        for (unsigned part = 0; sound && part < 2; part++) {
            token = json_next(json);
            sound = token == JSON_STRING || (part == 1 && token == JSON_NUMBER);
            char *text = arena_copy(&reader->texts, buf_string(&json->text), json->text.length);
            (part ? fields : names)[count] = text;
            token = json_next(json);
            sound = sound && text && (part == 1 || token == JSON_COLON);
        }
        sound = sound && (token == JSON_COMMA || token == JSON_OBJECT_END);
    }
    sound = sound && json_next(json) == JSON_END && !json->text.failed;
    source_close(json->source);
    return sound ? count : 0;
}

static bool set_fault(struct table_reader *reader, const char *fault)
{
    reader->fault = fault;
    return false;
}

/* Are the last names those of the last columns of every table? */
static bool is_heading(const char *const *names, size_t count)
{
    return count >= 3 && strcmp(names[count - 3], "measure") == 0 && strcmp(names[count - 2], "item") == 0 &&
           strcmp(names[count - 1], "value") == 0;
}

/* Are these the columns of this table? The first table read sets them. */
static bool check_heading(struct table_reader *reader, const char *const *names, size_t count)
{
    struct ludus_stats *stats = reader->stats;
    if (!is_heading(names, count))
        return set_fault(reader, "this is no table of ludstat");
    if (stats->count == 0) {
        stats->dimension_count = (unsigned)count - 3;
        for (unsigned i = 0; i < stats->dimension_count; i++) {
            stats->dimensions[i] = arena_copy(&stats->arena, names[i], strlen(names[i]));
            stats->failed |= !stats->dimensions[i];
        }
        return !stats->failed || set_fault(reader, "out of memory");
    }
    bool same = stats->dimension_count == count - 3;
    for (unsigned i = 0; same && i < stats->dimension_count; i++)
        same = strcmp(stats->dimensions[i], names[i]) == 0;
    return same || set_fault(reader, "this table has other groups than those before");
}

static bool add_row(struct table_reader *reader, const char *const *fields, size_t count)
{
    struct ludus_stats *stats = reader->stats;
    struct ludus_buffer *group = &stats->groups[0];
    const char *name = fields[count - 3], *item = fields[count - 2], *value = fields[count - 1];
    size_t digits = strspn(value, "0123456789");
    unsigned measure = 0;
    while (measure < STAT_MEASURES && strcmp(name, stat_measures[measure]) != 0)
        measure++;
    if (strcmp(name, "fairness") == 0 || (strcmp(item, "mean") == 0 && measure != STAT_OPENING))
        return true; /* computed from other rows */
    if (measure == STAT_MEASURES)
        return set_fault(reader, "there is no such measure");
    if (digits == 0 || digits > 18 || value[digits])
        return set_fault(reader, "the value is no whole number");
    buf_clear(group);
    for (size_t i = 0; i + 3 < count; i++) {
        buf_text(group, i ? "\t" : "");
        buf_text(group, fields[i]);
    }
    stat_add(stats, buf_string(group), (enum stat_measure)measure, item, strtoull(value, NULL, 10));
    stats->failed |= group->failed;
    return !stats->failed || set_fault(reader, "out of memory");
}

static bool read_line(struct table_reader *reader, char *line)
{
    const char *names[FIELDS_MAX], *fields[FIELDS_MAX];
    size_t length = strlen(line), count = 0;
    for (size_t i = 0; i < FIELDS_MAX; i++)
        names[i] = fields[i] = "";
    if (length && line[length - 1] == '\r')
        line[--length] = '\0';
    switch (line[strspn(line, " \t\r")]) {
    case '\0':
        return true;
    case '{':
        count = read_object(reader, line, names, fields);
        return check_heading(reader, names, count) && add_row(reader, fields, count);
    default: /* without a grammar: fields have no signs of their own but the tabs between them */
        for (char *at = line, *tab; at && count < FIELDS_MAX; at = tab) {
            fields[count++] = at;
            tab = strchr(at, '\t');
            if (tab)
                *tab++ = '\0';
        }
        if (!reader->headed || is_heading(fields, count)) { /* tables may follow each other */
            reader->headed = true;
            return check_heading(reader, fields, count);
        }
        return count == reader->stats->dimension_count + 3
                   ? add_row(reader, fields, count)
                   : set_fault(reader, "this row has not as many fields as the heading");
    }
}

bool ludus_stats_merge(struct ludus_stats *stats, const char *text, size_t length, char *reason, size_t size)
{
    struct table_reader reader = { .stats = stats, .json = memory_zeroed(1, sizeof *reader.json) };
    size_t number = 0;
    char *line = arena_copy(&reader.texts, length ? text : "", length), *stop = line ? line + length : NULL;
    if (!line || !reader.json)
        reader.fault = "out of memory";
    else
        reader.json->most = length;
    for (char *end; line < stop && !reader.fault; line = end + 1) {
        end = memchr(line, '\n', (size_t)(stop - line));
        end = end ? end : stop;
        *end = '\0';
        number++;
        (void)read_line(&reader, line);
    }
    if (number && reader.fault)
        refuse(reason, size, "line %zu: %s", number, reader.fault);
    else if (reader.fault)
        refuse(reason, size, "%s", reader.fault);
    if (reader.json)
        buf_free(&reader.json->text);
    free(reader.json);
    arena_free(&reader.texts);
    return !reader.fault;
}

/* ---- Chi-squared tests of the fairness of dice ---- */

enum { TERMS_MOST = 1 << 20, FACES_MAX = 32 };

/* Returns the probability that chi squared is this much or more: the regularized upper incomplete gamma
 * function Q(degrees / 2, chi squared / 2), by Q(a + 1, x) = Q(a, x) + x^a e^-x / gamma(a + 1) from Q(0, x) =
 * 0 or Q(1/2, x) = erfc(sqrt x). */
static double chi_squared_p(double chi_squared, unsigned degrees)
{
    double x = chi_squared / 2, odd = degrees % 2, sum = odd != 0 ? erfc(sqrt(x)) : 0;
    if (degrees == 0 || x <= 0)
        return 1;
    for (unsigned i = 0; i < degrees / 2 && i < TERMS_MOST; i++) {
        double a = i + odd / 2;
        sum += exp(a * log(x) - x - lgamma(a + 1));
    }
    return sum < 1 ? sum : 1;
}

/* Reads a roll, "2,5". Returns in how many orders these dice can have fallen, 0 if it is no roll. */
static double count_orders(const char *roll, unsigned *dice)
{
    unsigned seen[FACES_MAX + 1] = { 0 };
    double orders = 1;
    for (*dice = 0;; roll++) {
        const char *begin = roll;
        uint32_t face = number_take(&roll);
        if (roll == begin || face > FACES_MAX)
            return 0;
        ++*dice;
        orders = orders * *dice / ++seen[face];
        if (*roll != ',')
            return *roll ? 0 : orders;
    }
}

/* The probability `p` that fair dice fall as unevenly as these, and what it is computed from. */
struct fairness {
    double chi_squared, p;
    unsigned degrees;
};

/* Tests the faces, or the rolls, of [row, end), all of one group and STAT_DIE or STAT_ROLL, of dice with
 * `faces` faces. False if there is nothing to test. */
static bool test_fairness(const struct stat_row *row, const struct stat_row *end, unsigned faces,
                          struct fairness *test)
{
    double sum = 0, scaled = 0, kinds = 1;
    unsigned dice = 0, others;
    for (const struct stat_row *at = row; at < end; at++)
        sum += (double)at->count;
    if (sum < 1 || faces < 2)
        return false;
    for (const struct stat_row *at = row; at < end; at++) {
        double orders = count_orders(at->item, &others);
        if (orders == 0 || (dice && others != dice))
            return false;
        dice = others;
        scaled += (double)at->count * (double)at->count * pow(faces, dice) / (sum * orders);
    }
    if (dice < 2 && row->measure == STAT_ROLL)
        return false;
    for (unsigned i = 1; i <= dice; i++)
        kinds = kinds * (faces + i - 1) / i;
    /* This sum includes rolls that never fell. */
    test->chi_squared = scaled - sum;
    test->degrees = (unsigned)(kinds + 0.5) - 1;
    test->p = chi_squared_p(test->chi_squared, test->degrees);
    return true;
}

/* ---- Writing ---- */

enum { NUMBER_TEXT = 40 };

struct table_writer {
    const struct ludus_stats *stats;
    ludus_stats_row_fn *take;
    void *context;
    unsigned top;
};

/* Passes a row; the heading if `group` is NULL. */
static void write_row(const struct table_writer *writer, const char *group, const char *measure,
                      const char *item, const char *value)
{
    const char *const rest[] = { measure, item, value };
    struct ludus_text cells[FIELDS_MAX];
    unsigned count = 0;
    for (; count < writer->stats->dimension_count; count++) {
        const char *name = group ? group : writer->stats->dimensions[count];
        cells[count] = (struct ludus_text){ name, strcspn(name, "\t") };
        group = group ? name + cells[count].length + 1 : NULL;
    }
    for (unsigned i = 0; i < 3; i++)
        cells[count++] = (struct ludus_text){ rest[i], strlen(rest[i]) };
    writer->take(writer->context, cells, count);
}

static void write_number(const struct table_writer *writer, const char *group, const char *measure,
                         const char *item, double number)
{
    char text[NUMBER_TEXT];
    number_write(text, sizeof text, 'g', 4, number);
    write_row(writer, group, measure, item, text);
}

/* Returns the count of an item among rows of one measure. */
static double count_of(const struct stat_row *row, const struct stat_row *end, const char *item)
{
    for (; row < end; row++)
        if (strcmp(row->item, item) == 0)
            return (double)row->count;
    return 0;
}

static void write_group(const struct table_writer *writer, const struct stat_row *row,
                        const struct stat_row *end)
{
    struct fairness test;
    double games = 0;
    unsigned faces = 0;
    while (row < end) {
        const struct stat_row *stop = stat_run(row, end, true), *from = row;
        for (unsigned n = 0; row < stop; row++, n++) {
            char value[NUMBER_TEXT];
            snprintf(value, sizeof value, "%llu", (unsigned long long)row->count);
            if (from->measure != STAT_OPENING || writer->top == 0 || n < writer->top)
                write_row(writer, row->group, stat_measures[row->measure], row->item, value);
        }
        if (from->measure == STAT_GAMES)
            games = /* games that were played, which the turns alone do not tell */
                count_of(from, stop, "all") - count_of(from, stop, "unplayed");
        if (games > 0 && (from->measure == STAT_TURNS || from->measure == STAT_CAPTURES))
            write_number(writer, from->group, stat_measures[from->measure], "mean",
                         count_of(from, stop, "all") / games);
        if (from->measure == STAT_DIE)
            faces = (unsigned)(stop - from);
        if ((from->measure != STAT_DIE && from->measure != STAT_ROLL) ||
            !test_fairness(from, stop, faces, &test))
            continue;
        const struct {
            const char *name;
            double number;
        } found[] = { { "chi-squared", test.chi_squared }, { "degrees", test.degrees }, { "p", test.p } };
        for (unsigned i = 0; i < sizeof found / sizeof *found; i++) {
            char item[NUMBER_TEXT];
            snprintf(item, sizeof item, "%s %s", stat_measures[from->measure], found[i].name);
            write_number(writer, from->group, "fairness", item, found[i].number);
        }
    }
}

bool ludus_stats_rows(struct ludus_stats *stats, unsigned top, ludus_stats_row_fn *take, void *context)
{
    struct table_writer writer = { .stats = stats, .take = take, .context = context, .top = top };
    const struct stat_row *row = stat_sorted(stats), *end = row ? row + stats->count : NULL;
    if (!row)
        return false;
    write_row(&writer, NULL, "measure", "item", "value");
    while (row < end) {
        const struct stat_row *stop = stat_run(row, end, false);
        write_group(&writer, row, stop);
        row = stop;
    }
    return true;
}

static void take_text(void *context, const struct ludus_text *cells, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        buf_add(context, cells[i].text, cells[i].length);
        buf_char(context, i + 1 < count ? '\t' : '\n');
    }
}

struct json_table {
    struct ludus_buffer *out;
    struct ludus_text names[FIELDS_MAX]; /* of the heading */
};

static void take_json(void *context, const struct ludus_text *cells, unsigned count)
{
    struct json_table *table = context;
    if (!table->names[0].text) {
        memcpy(table->names, cells, count * sizeof *cells);
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        buf_char(table->out, i ? ',' : '{');
        buf_json(table->out, table->names[i].text, table->names[i].length, "");
        buf_char(table->out, ':');
        if (i + 1 < count)
            buf_json(table->out, cells[i].text, cells[i].length, "\x7f\n\t");
    }
    buf_format(table->out, "%s}\n", cells[count - 1].text);
}

bool ludus_stats_write(struct ludus_stats *stats, bool json, unsigned top, struct ludus_buffer *out)
{
    struct json_table table = { .out = out };
    return (json ? ludus_stats_rows(stats, top, take_json, &table)
                 : ludus_stats_rows(stats, top, take_text, out)) &&
           !out->failed;
}
