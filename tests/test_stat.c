/* test_stat.c - tables of counts, and the tests of dice. Probabilities are those of printed tables. */
#include "study/stat.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

static void assert_near(double value, double expected)
{
    if (fabs(value - expected) > 5e-4 * expected)
        fail_msg("%g, not %g", value, expected);
}

static void probabilities_are_those_of_the_tables(void **state)
{
    (void)state;
    assert_near(stat_chi_squared_p(3.841459, 1), 0.05);
    assert_near(stat_chi_squared_p(6.634897, 1), 0.01);
    assert_near(stat_chi_squared_p(11.070498, 5), 0.05);
    assert_near(stat_chi_squared_p(0.554298, 5), 0.99);
    assert_near(stat_chi_squared_p(9.341818, 10), 0.50);
    assert_near(stat_chi_squared_p(37.566235, 20), 0.01);
    assert_near(stat_chi_squared_p(124.342113, 100), 0.05);
    assert_near(stat_chi_squared_p(0, 5), 1);
}

static void even_faces_are_fair(void **state)
{
    const struct stat_row rows[] = { { "g", "1", 10, STAT_DIE },
                                     { "g", "2", 10, STAT_DIE },
                                     { "g", "3", 10, STAT_DIE } };
    struct stat_test test = { 0 };
    (void)state;
    assert_true(stat_test(rows, rows + 3, 3, &test));
    assert_near(test.chi_squared + 1, 1);
    assert_int_equal(test.degrees, 2);
    assert_near(test.p, 1);
    assert_false(stat_test(rows, rows, 3, &test));
}

/* Of 36 throws, doublets fall once and other rolls twice. */
static void rolls_are_weighed_by_their_orders(void **state)
{
    struct stat_row rows[21];
    static const char *const items[] = { "1,1", "1,2", "1,3", "1,4", "1,5", "1,6", "2,2",
                                         "2,3", "2,4", "2,5", "2,6", "3,3", "3,4", "3,5",
                                         "3,6", "4,4", "4,5", "4,6", "5,5", "5,6", "6,6" };
    struct stat_test test = { 0 };
    (void)state;
    for (unsigned i = 0; i < 21; i++)
        rows[i] = (struct stat_row){ "g", items[i], items[i][0] == items[i][2] ? 1 : 2, STAT_ROLL };
    assert_true(stat_test(rows, rows + 21, 6, &test));
    assert_near(test.chi_squared + 1, 1);
    assert_int_equal(test.degrees, 20);
    /* 6-6 alone, six times: 6 * 36 - 6. */
    struct stat_row sixes = { "g", "6,6", 6, STAT_ROLL };
    assert_true(stat_test(&sixes, &sixes + 1, 6, &test));
    assert_near(test.chi_squared, 210);
    struct stat_row strange = { "g", "6,x", 6, STAT_ROLL };
    assert_false(stat_test(&strange, &strange + 1, 6, &test));
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
        cmocka_unit_test(even_faces_are_fair),
        cmocka_unit_test(rolls_are_weighed_by_their_orders),
        cmocka_unit_test(rows_add_up_and_extremes_do_not),
        cmocka_unit_test(signs_survive_json),
        cmocka_unit_test(broken_tables_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
