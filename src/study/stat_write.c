/* stat_write.c - makes tables of statistics, and writes them as TSV or JSON. */
#include "base/chars.h"
#include "base/text.h"
#include "study/stat.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Chi-squared tests of the fairness of dice ---- */

enum { STEPS = 1000, FACES_MAX = 32 };
static const double enough = 1e-15;

/* The lower regularized incomplete gamma function by its series; for x < a + 1. */
static double gamma_series(double a, double x)
{
    double term = 1 / a, sum = term;
    for (int i = 1; i < STEPS && fabs(term) > fabs(sum) * enough; i++) {
        term *= x / (a + i);
        sum += term;
    }
    return sum * exp(a * log(x) - x - lgamma(a));
}

/* The upper one by its continued fraction (Lentz's way); for x >= a + 1. */
static double gamma_fraction(double a, double x)
{
    const double tiny = 1e-300;
    double b = x + 1 - a, c = 1 / tiny, d = 1 / b, product = d;
    for (int i = 1; i < STEPS; i++) {
        double numerator = -i * (i - a);
        b += 2;
        d = numerator * d + b;
        c = b + numerator / c;
        d = 1 / (fabs(d) < tiny ? tiny : d);
        c = fabs(c) < tiny ? tiny : c;
        product *= c * d;
        if (fabs(c * d - 1) < enough)
            break;
    }
    return product * exp(a * log(x) - x - lgamma(a));
}

double stat_chi_squared_p(double chi_squared, unsigned degrees)
{
    double a = degrees / 2.0, x = chi_squared / 2;
    if (degrees == 0 || x <= 0)
        return 1;
    return x < a + 1 ? 1 - gamma_series(a, x) : gamma_fraction(a, x);
}

/* Reads "2,5" and gives in how many orders these dice can have fallen, 0 when it is no roll. */
static double orders(const char *roll, unsigned *dice)
{
    unsigned seen[FACES_MAX + 1] = { 0 };
    double ways = 1;
    for (*dice = 0;; roll++) {
        const char *begin = roll;
        uint32_t face = number_take(&roll);
        if (roll == begin || face > FACES_MAX)
            return 0;
        ++*dice;
        ways = ways * *dice / ++seen[face];
        if (*roll != ',')
            return *roll ? 0 : ways;
    }
}

bool stat_test(const struct stat_row *row, const struct stat_row *end, unsigned faces, struct stat_test *test)
{
    double sum = 0, scaled = 0, kinds = 1;
    unsigned dice = 0, others;
    for (const struct stat_row *at = row; at < end; at++)
        sum += (double)at->count;
    if (sum < 1 || faces < 2)
        return false;
    for (const struct stat_row *at = row; at < end; at++) {
        double ways = orders(at->item, &others);
        if (ways == 0 || (dice && others != dice))
            return false;
        dice = others;
        scaled += (double)at->count * (double)at->count * pow(faces, dice) / (sum * ways);
    }
    if (dice < 2 && row->measure == STAT_ROLL)
        return false;
    for (unsigned i = 1; i <= dice; i++)
        kinds = kinds * (faces + i - 1) / i;
    /* Summed so, rolls that never fell are in it too. */
    test->chi_squared = scaled - sum;
    test->degrees = (unsigned)(kinds + 0.5) - 1;
    test->p = stat_chi_squared_p(test->chi_squared, test->degrees);
    return true;
}

/* ---- Makes tables of statistics, and writes them as TSV or JSON ---- */

enum { NUMBER_TEXT = 40 };

struct table_writer {
    struct ludus_stats *stats;
    struct ludus_buffer *out;
    bool json;
    unsigned top;
};

/* ---- Making ---- */

/* Reads "ruleset,player"; "all" is no dimension. */
static bool read_dimensions(struct ludus_stats *stats, const char *by)
{
    if (strcmp(by, "all") == 0)
        return true;
    for (;; by++) {
        size_t length = strcspn(by, ",");
        char *name = arena_copy(&stats->arena, by, length);
        bool plain = length > 0 && !is_digit(*by);
        for (size_t i = 0; i < length; i++)
            plain = plain && is_name(by[i]);
        if (!name || !plain || stats->dimension_count == STAT_DIMENSIONS_MAX)
            return false;
        stats->by_side |= strcmp(name, "player") == 0 || strcmp(name, "side") == 0;
        stats->dimensions[stats->dimension_count++] = name;
        by += length;
        if (!*by)
            return true;
    }
}

struct ludus_stats *ludus_stats_new(const char *by, unsigned openings)
{
    struct ludus_stats *stats = memory_zeroed(1, sizeof *stats);
    if (!stats)
        return NULL;
    stats->openings = openings;
    if (read_dimensions(stats, by))
        return stats;
    ludus_stats_free(stats);
    return NULL;
}

void ludus_stats_free(struct ludus_stats *stats)
{
    if (!stats)
        return;
    free(stats->rows);
    buf_free(&stats->groups[0]);
    buf_free(&stats->groups[1]);
    buf_free(&stats->text);
    arena_free(&stats->arena);
    free(stats);
}

/* ---- Writing ---- */

static void write_member(struct ludus_buffer *out, const char *name, const char *text, size_t length)
{
    buf_json(out, name, strlen(name), "");
    buf_char(out, ':');
    buf_json(out, text, length, "\x7f\n\t");
    buf_char(out, ',');
}

static void write_row(const struct table_writer *writer, const char *group, const char *measure,
                      const char *item, const char *value)
{
    struct ludus_buffer *out = writer->out;
    if (!writer->json) {
        buf_format(out, "%s%s%s\t%s\t%s\n", group, writer->stats->dimension_count ? "\t" : "", measure, item,
                   value);
        return;
    }
    buf_char(out, '{');
    for (unsigned i = 0; i < writer->stats->dimension_count; i++) {
        size_t length = strcspn(group, "\t");
        write_member(out, writer->stats->dimensions[i], group, length);
        group += length + (group[length] == '\t');
    }
    write_member(out, "measure", measure, strlen(measure));
    write_member(out, "item", item, strlen(item));
    buf_format(out, "\"value\":%s}\n", value);
}

static void write_number(const struct table_writer *writer, const char *group, const char *measure,
                         const char *item, double number)
{
    char text[NUMBER_TEXT];
    number_write(text, sizeof text, 'g', 4, number);
    write_row(writer, group, measure, item, text);
}

static void write_test(const struct table_writer *writer, const char *group, const char *of,
                       const struct stat_test *test)
{
    char item[NUMBER_TEXT];
    snprintf(item, sizeof item, "%s chi-squared", of);
    write_number(writer, group, "fairness", item, test->chi_squared);
    snprintf(item, sizeof item, "%s degrees", of);
    write_number(writer, group, "fairness", item, test->degrees);
    snprintf(item, sizeof item, "%s p", of);
    write_number(writer, group, "fairness", item, test->p);
}

/* Count of an item among rows of one measure. */
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
    struct stat_test test;
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
            games = /* that were played, which the turns alone do not say */
                count_of(from, stop, "all") - count_of(from, stop, "unplayed");
        if (games > 0 && (from->measure == STAT_TURNS || from->measure == STAT_CAPTURES))
            write_number(writer, from->group, stat_measures[from->measure], "mean",
                         count_of(from, stop, "all") / games);
        if (from->measure == STAT_DIE)
            faces = (unsigned)(stop - from);
        if ((from->measure == STAT_DIE || from->measure == STAT_ROLL) && stat_test(from, stop, faces, &test))
            write_test(writer, from->group, stat_measures[from->measure], &test);
    }
}

bool ludus_stats_write(struct ludus_stats *stats, bool json, unsigned top, struct ludus_buffer *out)
{
    struct table_writer writer = { .stats = stats, .out = out, .json = json, .top = top };
    const struct stat_row *row = stat_sorted(stats), *end = row ? row + stats->count : NULL;
    if (!row)
        return false;
    for (unsigned i = 0; i < stats->dimension_count && !json; i++)
        buf_format(out, "%s\t", stats->dimensions[i]);
    buf_text(out, json ? "" : "measure\titem\tvalue\n");
    while (row < end) {
        const struct stat_row *stop = stat_run(row, end, false);
        write_group(&writer, row, stop);
        row = stop;
    }
    return !out->failed;
}
