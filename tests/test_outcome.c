/* test_outcome.c - how a game stands where it is close: both sides have lost, the last quiet turn. */
#include "ludus.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void assert_outcome(const char *ruleset, const char *fen, enum ludus_result result, const char *why)
{
    char error[200];
    const char *reason = NULL;
    struct ludus_position *pos = ludus_position_new(ludus_ruleset_find(ruleset));
    if (!ludus_position_set_fen(pos, fen, error, sizeof error))
        fail_msg("%s: %s", fen, error);
    assert_int_equal(ludus_position_result(pos, &reason), result);
    if (why)
        assert_string_equal(reason, why);
    ludus_position_free(pos);
}

static void where_both_have_lost_the_one_who_moved_has_won(void **state)
{
    (void)state;
    assert_outcome("ludus-equitum", "7r/8/8/8/8/8/8/R7 w - - 0 9", LUDUS_BLACK_WINS, "bare royal");
    assert_outcome("ludus-equitum", "7r/8/8/8/8/8/8/R7 b - - 0 9", LUDUS_WHITE_WINS, "bare royal");
}

static void the_limit_of_quiet_turns_is_its_last(void **state)
{
    (void)state;
    assert_outcome("latrunculi-bell-8x8", "8/8/8/8/3m4/8/8/MM6 w - - 29 40", LUDUS_OPEN, NULL);
    assert_outcome("latrunculi-bell-8x8", "8/8/8/8/3m4/8/8/MM6 w - - 30 40", LUDUS_WHITE_WINS, "quiet limit");
    assert_outcome("latrunculi-bell-8x8", "8/8/8/8/3m4/8/8/M6m b - - 30 40", LUDUS_BLACK_WINS, "quiet limit");
    assert_outcome("latrunculi-bell-8x8", "8/8/8/8/3m4/8/8/M7 b - - 30 40", LUDUS_DRAW, "quiet limit");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(where_both_have_lost_the_one_who_moved_has_won),
        cmocka_unit_test(the_limit_of_quiet_turns_is_its_last),
    };
    return cmocka_run_group_tests_name("outcome", tests, NULL, NULL);
}
