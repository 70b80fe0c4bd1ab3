/* test_stat.c - tables of counts, and the tests of dice. Probabilities are those of printed tables. */
#include "study/stat.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

/* Counts of faces, or of rolls, as a table has them; what is written of their fairness must be this. */
static void assert_fairness(const struct ludus_buffer *rows, const char *expected)
{
    static const char heading[] = "measure\titem\tvalue\n";
    struct ludus_stats *stats = ludus_stats_new("all", 0);
    struct ludus_buffer table = { 0 }, out = { 0 };
    char reason[100];
    buf_text(&table, heading);
    buf_add(&table, rows->bytes, rows->length);
    assert_true(ludus_stats_merge(stats, table.bytes, table.length, reason, sizeof reason));
    assert_true(ludus_stats_write(stats, false, 0, &out));
    if (*expected ? !strstr(buf_string(&out), expected) : strstr(buf_string(&out), "fairness") != NULL)
        fail_msg("no '%s' in %s", expected, buf_string(&out));
    buf_free(&table);
    buf_free(&out);
    ludus_stats_free(stats);
}

/* Ten thousand million of each face, but that one has as much more as another has less. */
static void assert_probability(double chi_squared, unsigned degrees, const char *p)
{
    struct ludus_buffer rows = { 0 };
    char expected[40];
    long long even = 10000000000, odd = llround(sqrt(chi_squared / 2 * (double)even));
    for (unsigned face = 1; face <= degrees + 1; face++)
        buf_format(&rows, "die\t%u\t%lld\n", face, even + (face == 1 ? odd : face == 2 ? -odd : 0));
    snprintf(expected, sizeof expected, "fairness\tdie degrees\t%u\n", degrees);
    assert_fairness(&rows, expected);
    snprintf(expected, sizeof expected, "fairness\tdie p\t%s\n", p);
    assert_fairness(&rows, expected);
    buf_free(&rows);
}

static void probabilities_are_those_of_the_tables(void **state)
{
    (void)state;
    assert_probability(3.841459, 1, "0.05");
    assert_probability(6.634897, 1, "0.01");
    assert_probability(11.070498, 5, "0.05");
    assert_probability(0.554298, 5, "0.99");
    assert_probability(9.341818, 10, "0.5");
    assert_probability(37.566235, 20, "0.01");
    assert_probability(43.772972, 30, "0.05");
    assert_probability(0, 5, "1");
}

/* Of 36 throws, doublets fall once and other rolls twice. */
static void rolls_are_weighed_by_their_orders(void **state)
{
    struct ludus_buffer rows = { 0 };
    (void)state;
    for (unsigned face = 1; face <= 6; face++)
        buf_format(&rows, "die\t%u\t12\n", face);
    size_t faces = rows.length;
    for (unsigned a = 1; a <= 6; a++)
        for (unsigned b = a; b <= 6; b++)
            buf_format(&rows, "roll\t%u,%u\t%u\n", a, b, a == b ? 1 : 2);
    assert_fairness(&rows, "fairness\troll chi-squared\t0\nfairness\troll degrees\t20\n"
                           "fairness\troll p\t1\n");
    rows.length = faces; /* 6-6 alone, six times: 6 * 36 - 6. */
    buf_text(&rows, "roll\t6,6\t6\n");
    assert_fairness(&rows, "fairness\troll chi-squared\t210\n");
    rows.length = 0;
    buf_text(&rows, "roll\t6,x\t6\n");
    assert_fairness(&rows, "");
    buf_free(&rows);
}

static void rows_add_up_and_extremes_do_not(void **state)
{
    struct ludus_stats *stats = ludus_stats_new("all", 0);
    struct ludus_buffer out = { 0 };
    (void)state;
    for (uint64_t turns = 30; turns <= 50; turns += 10) {
        stat_add(stats, "", STAT_GAMES, "all", 1);
        stat_add(stats, "", STAT_TURNS, "all", turns);
        stat_add(stats, "", STAT_TURNS, "shortest", turns);
        stat_add(stats, "", STAT_TURNS, "longest", turns);
    }
    assert_true(ludus_stats_write(stats, false, 0, &out));
    assert_string_equal(buf_string(&out),
                        "measure\titem\tvalue\ngames\tall\t3\nturns\tall\t120\nturns\tshortest\t30\n"
                        "turns\tlongest\t50\nturns\tmean\t40\n");
    buf_free(&out);
    ludus_stats_free(stats);
}

static void signs_survive_json(void **state)
{
    static const char *const group = "a \"b\" \\ \xc3\xa9\tx";
    struct ludus_stats *stats = ludus_stats_new("White,Event", 0), *other = ludus_stats_new("all", 0);
    struct ludus_buffer out = { 0 }, again = { 0 };
    char reason[100] = "";
    (void)state;
    stat_add(stats, group, STAT_GAMES, "all", 7);
    assert_true(ludus_stats_write(stats, true, 0, &out));
    assert_true(ludus_stats_merge(other, out.bytes, out.length, reason, sizeof reason));
    assert_true(ludus_stats_write(other, true, 0, &again));
    assert_string_equal(buf_string(&again), buf_string(&out));
    buf_free(&out);
    buf_free(&again);
    ludus_stats_free(stats);
    ludus_stats_free(other);
}

static void broken_tables_are_refused(void **state)
{
    static const char *const tables[] = {
        "{",
        "{\"measure\":\"games\",\"item\":\"all\",\"value\":1",
        "measure",
        "{\"measure\":\"games\",\"item\":\"\\u12\",\"value\":1}",
        "a\tb\tc\n",
        "measure\titem\tvalue\ngames\tall\t-1\n",
        "{\"measure\":\"games\",\"item\":\"all\",\"value\":1} x",
    };
    (void)state;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        struct ludus_stats *stats = ludus_stats_new("all", 0);
        char reason[100] = "";
        assert_false(ludus_stats_merge(stats, tables[i], strlen(tables[i]), reason, sizeof reason));
        assert_non_null(strstr(reason, "line "));
        ludus_stats_free(stats);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(probabilities_are_those_of_the_tables),
        cmocka_unit_test(rolls_are_weighed_by_their_orders),
        cmocka_unit_test(rows_add_up_and_extremes_do_not),
        cmocka_unit_test(signs_survive_json),
        cmocka_unit_test(broken_tables_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
