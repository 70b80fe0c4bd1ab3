/* test_selection.c - which turns a list of labels names. */
#include "play/replay.h"
#include "tests/record_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

/* The answers to turns 1W 1B 2W 2B 3W 3B, a sign each: y, n, or l for "unless a later one". 2B captures and
 * 3W has $6. */
static const char *answers_of(struct ludus_selection *selection)
{
    static const char text[] = "1. e4 e5 2. d4 exd4 3. c3 $6 d6 *\n";
    static char out[8];
    struct sample sample;
    struct ludus_turn turn = { .size = sizeof turn };
    struct ludus_replay *replay = ludus_replay_new(NULL);
    size_t count = 0;
    sample_open(&sample, text, sizeof text - 1);
    ludus_replay_start(replay, sample_next(&sample));
    while (count < 6 && ludus_replay_next(replay, &turn))
        out[count++] = "nyl"[selection_answer(selection, replay, &turn)];
    out[count] = '\0';
    ludus_replay_free(replay);
    sample_close(&sample);
    return out;
}

static const char *answers(const char *list)
{
    char reason[64];
    struct ludus_selection *selection = ludus_selection_new(list, reason, sizeof reason);
    const char *answers = selection ? answers_of(selection) : "bad";
    ludus_selection_free(selection);
    return answers;
}

static void labels_name_turns(void **state)
{
    (void)state;
    assert_string_equal(answers("2W"), "nnynnn");
    assert_string_equal(answers("2b"), "nnnynn");
    assert_string_equal(answers("2B."), "nnnynn");
    assert_string_equal(answers("1W,3B"), "ynnnny");
    assert_string_equal(answers("4W"), "nnnnnn");
    assert_string_equal(answers("2."), "nnynnn");
    assert_string_equal(answers("2..."), "nnnynn");
    assert_string_equal(answers("2\xe2\x80\xa6"), "nnnynn");
    assert_string_equal(answers("1...-2."), "nyynnn");
}

static void a_number_alone_names_the_last_turn_that_has_it(void **state)
{
    (void)state;
    assert_string_equal(answers("2"), "nnllnn");
}

static void ranges_hold_both_their_ends(void **state)
{
    (void)state;
    assert_string_equal(answers("1B-2B"), "nyyynn");
    assert_string_equal(answers("2-3"), "nnyyyy");
    assert_string_equal(answers("2-2"), "nnyynn");
    assert_string_equal(answers("2-9"), "nnyyyy");
    assert_string_equal(answers("2B-2B"), "nnnynn");
}

static void words_name_what_they_say(void **state)
{
    (void)state;
    assert_string_equal(answers("all"), "yyyyyy");
    assert_string_equal(answers("captures"), "nnnynn");
    assert_string_equal(answers("$6"), "nnnnyn");
    assert_string_equal(answers("$5"), "nnnnnn");
    assert_string_equal(answers("end"), "nnnnnn");
}

static void anything_else_is_refused(void **state)
{
    static const char *const bad[] = { "",      "W", "4X", "4..", "4W...", "4W,",    ",4W",
                                       "4W 5W", "-", "4-", "$",   "$x",    "finish", "99999999" };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (strcmp(answers(bad[i]), "bad") != 0)
            fail_msg("'%s' is taken", bad[i]);
}

static void what_no_turn_answers_to_is_told(void **state)
{
    char reason[64];
    struct ludus_selection *selection = ludus_selection_new("1W,end,captures,7B", reason, sizeof reason);
    (void)state;
    assert_non_null(selection);
    assert_string_equal(answers_of(selection), "ynnynn");
    const struct selector *unmet = selection_unmet(selection);
    assert_non_null(unmet);
    assert_int_equal(unmet->number, 7);
    ludus_selection_free(selection);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_name_turns),
        cmocka_unit_test(a_number_alone_names_the_last_turn_that_has_it),
        cmocka_unit_test(ranges_hold_both_their_ends),
        cmocka_unit_test(words_name_what_they_say),
        cmocka_unit_test(anything_else_is_refused),
        cmocka_unit_test(what_no_turn_answers_to_is_told),
    };
    return cmocka_run_group_tests_name("selection", tests, NULL, NULL);
}
