/* test_mend.c - what lost and unclear places can have been: readings, their odds, why others fall, and what
 * is written. */
#include "tests/record_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

#define EQUITUM "[Variant \"ludus-equitum\"]\n\n"
#define BELL "[Variant \"latrunculi-bell\"]\n\n"

/* Every gap as "4W text: readings", readings with their shares, "!" before those that fall; then the record
 * as it is written. The caller frees it. */
static char *restored(const char *text, const struct ludus_mend_options *options)
{
    struct ludus_mend *mend = ludus_mend_new(NULL, options);
    struct ludus_buffer out = { 0 };
    struct sample sample;
    struct ludus_gap gap = { .size = sizeof gap };
    struct ludus_reading reading = { .size = sizeof reading };
    sample_open(&sample, text, strlen(text));
    struct ludus_game *game = sample_next(&sample);
    assert_non_null(game);
    assert_true(ludus_mend_restore(mend, game));
    for (size_t g = 0; ludus_mend_gap(mend, g, &gap); g++) {
        buf_format(&out, "%u%c %.*s%s", gap.number, gap.side == LUDUS_WHITE ? 'W' : 'B', (int)gap.text.length,
                   gap.text.text, gap.exact ? ":" : "?:");
        for (size_t r = 0; r < 4 && ludus_mend_reading(mend, g, r, &reading); r++)
            if (reading.allowed)
                buf_format(&out, " %s %.0f", reading.text, 100 * reading.share);
            else if (options && options->explain)
                buf_format(&out, " !%s at %u%c", reading.text, reading.number,
                           reading.side == LUDUS_WHITE ? 'W' : 'B');
        buf_format(&out, " of %zu\n", gap.readings);
    }
    ludus_mend_write(mend, &out);
    (void)buf_string(&out);
    sample_close(&sample);
    ludus_mend_free(mend);
    return out.bytes;
}

static void assert_restored(const char *text, const char *expected)
{
    char *found = restored(text, NULL);
    assert_string_equal(found, expected);
    free(found);
}

static void later_moves_decide(void **state)
{
    (void)state;
    assert_restored("1. _4 e5 2. Kf2 *", "1W _4: f4 100 of 1\n1. <f>4 e5 2. Kf2 *");
    assert_restored("1. e4 _ 2. exd5 *", "1B _: d5 100 of 1\n1. e4 <d5> 2. exd5 *");
    assert_restored("1. Nf_ d5 2. Ne5 *", "1W Nf_: Nf3 100 of 1\n1. Nf<3> d5 2. Ne5 *");
}

static void readings_are_weighed_by_the_dice(void **state)
{
    (void)state;
    /* A pelican needs a 3; two dice of which nothing is known are written in ascending order. */
    assert_restored(EQUITUM "1W. (_,_) Pelicanus b1-a1 *",
                    "1W (_,_): (1,3) 18 (2,3) 18 (3,4) 18 (3,5) 18 of 6\n" EQUITUM
                    "1W. (_,_) Pelicanus b1-a1 *");
    assert_restored(EQUITUM "1W. (_,4) Pelicanus b1-a1 *",
                    "1W (_,4): (3,4) 100 of 1\n" EQUITUM "1W. (<3>,4) Pelicanus b1-a1 *");
    assert_restored(EQUITUM "1W. (3~,4) Miles c2-c3 *",
                    "1W (3~,4): (3,4) 80 (5,4) 20 of 2\n" EQUITUM "1W. (3~,4) Miles c2-c3 *");
}

static void missing_rolls_are_gaps(void **state)
{
    (void)state;
    assert_restored(EQUITUM "1W. Pelicanus b1-a1, Pelicanus a1-a2 *",
                    "1W : (3,3) 100 of 1\n" EQUITUM "1W. (<3>,<3>) Pelicanus b1-a1, Pelicanus a1-a2 *");
}

static void halves_of_placings_are_restored(void **state)
{
    (void)state;
    assert_restored(
        BELL "1. Man @a1, Man @a2 Man @h8, Man @h7 2. Man @b1, Man @_1 Man @c1, Man @d1 Man @e1, Man @f1 "
             "Man @g1, Man @a3 *",
        "2W Man @_1: Man @h1 100 of 1\n" BELL
        "1. Man @a1, Man @a2 Man @h8, Man @h7 2. Man @b1, Man @<h>1 Man @c1, Man @d1 Man @e1, Man @f1 "
        "Man @g1, Man @a3 *");
    assert_restored(BELL "1. _, Man @a2 Man @a1, Man @h7 *",
                    "1W _: Man @a3 2 Man @a4 2 Man @a5 2 Man @a6 2 of 61\n" BELL
                    "1. _, Man @a2 Man @a1, Man @h7 *");
}

static void the_result_is_a_witness(void **state)
{
    (void)state;
    assert_restored("1. f3 e5 2. g4 Q__ 0-1",
                    "2B Q__: Qe7 25 Qf6 25 Qg5 25 Qh4 25 of 4\n1. f3 e5 2. g4 Q__ 0-1");
    assert_restored("1. f3 e5 2. g4 Q__ 1-0", "2B Q__: Qe7 33 Qf6 33 Qg5 33 of 3\n1. f3 e5 2. g4 Q__ 1-0");
}

static void contradictions_are_told(void **state)
{
    (void)state;
    assert_restored("1. e_ e5 2. Kf_ a_ *", "1W e_?: e3 50 e4 50 of 2\n2W Kf_: of 0\n2B a_?: of 0\n"
                                            "1. e_ e5 2. Kf_ a_ *");
}

static void runs_of_lost_turns_end_at_the_next_label(void **state)
{
    (void)state;
    assert_restored("1. f3 __ 2. g4 Qh4 *", "1B __: e5 50 e6 50 of 2\n1. f3 __ 2. g4 Qh4 *");
    assert_restored("1. e4 e5 2. Bc4 a6 3. __ 4. Qxf7 *",
                    "3W __: Qf3 50 Qh5 50 of 2\n3B : Ba3 4 Bb4 4 Bc5 4 Bd6 4 of 26\n"
                    "1. e4 e5 2. Bc4 a6 3. __ 4. Qxf7 *");
}

static void fallen_readings_say_where(void **state)
{
    const struct ludus_mend_options options = { .size = sizeof options, .explain = true };
    (void)state;
    char *found = restored("1. _4 e5 2. Kf2 Nc6 *", &options);
    assert_string_equal(found, "1W _4: f4 100 !a4 at 2W !b4 at 2W !c4 at 2W of 1\n1. <f>4 e5 2. Kf2 Nc6 *");
    free(found);
}

static void the_limit_is_told(void **state)
{
    const struct ludus_mend_options options = { .size = sizeof options, .limit = 3 };
    unsigned number;
    enum ludus_side side;
    struct ludus_mend *mend = ludus_mend_new(NULL, &options);
    struct sample sample;
    (void)state;
    sample_open(&sample, "1. _ _ 2. _ _ *", 15);
    assert_true(ludus_mend_restore(mend, sample_next(&sample)));
    assert_true(ludus_mend_gave_up(mend, &number, &side));
    sample_close(&sample);
    ludus_mend_free(mend);
}

static void own_lookalikes_take_the_place_of_the_usual(void **state)
{
    static const char groups[] = "# e is like a\nea";
    const struct ludus_mend_options options = { .size = sizeof options,
                                                .confusions = groups,
                                                .confusions_length = sizeof groups - 1 };
    (void)state;
    char *found = restored("1. e~4 d5 *", &options);
    assert_string_equal(found, "1W e~4: e4 80 a4 20 of 2\n1. e~4 d5 *");
    free(found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(later_moves_decide),
        cmocka_unit_test(readings_are_weighed_by_the_dice),
        cmocka_unit_test(missing_rolls_are_gaps),
        cmocka_unit_test(halves_of_placings_are_restored),
        cmocka_unit_test(the_result_is_a_witness),
        cmocka_unit_test(contradictions_are_told),
        cmocka_unit_test(runs_of_lost_turns_end_at_the_next_label),
        cmocka_unit_test(fallen_readings_say_where),
        cmocka_unit_test(the_limit_is_told),
        cmocka_unit_test(own_lookalikes_take_the_place_of_the_usual),
    };
    return cmocka_run_group_tests_name("mend", tests, NULL, NULL);
}
