/* test_leiden.c - lost, unclear and supplied signs; other spellings. */
#include "notation/record.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void assert_plain(const char *text, const char *plain, bool lost, bool unclear, bool supplied)
{
    struct arena arena = { 0 };
    struct leiden out;

    assert_true(leiden_needed(text, strlen(text)));
    assert_true(leiden_read(text, strlen(text), &arena, &out));
    assert_string_equal(out.text, plain);
    assert_int_equal(out.length, strlen(plain));
    assert_int_equal(out.lost, lost);
    assert_int_equal(out.unclear, unclear);
    assert_int_equal(out.supplied, supplied);
    arena_free(&arena);
}

static void signs_are_taken_off_and_noted(void **state)
{
    (void)state;
    assert_plain("d1-e2~", "d1-e2", false, true, false);
    assert_plain("d1-<e>2", "d1-e2", false, false, true);
    assert_plain("R__a d1-e<_>", "R__a d1-e_", true, false, true);
    assert_plain("a~b~", "ab", false, true, false);
}

static void dots_below_are_signs_whether_composed_or_not(void **state)
{
    (void)state;
    assert_plain("Re\u0323x", "Rex", false, true, false);
    assert_plain("\u1e0c\u1ee5\u1e8c", "Du\u1e8c", false, true, false); /* the last has its dot above */
    assert_plain("\u1eca\u1ecb\u1e92\u1e93", "IiZz", false, true, false);
}

static void other_spellings_become_plain(void **state)
{
    (void)state;
    assert_plain("\u2654\u265ae2\u2013e4\u00d7", "KKe2-e4x", false, false, false);
    assert_plain("\u00e9", "\u00e9", false, false, false);
    assert_plain("_  \t\n a", "_ a", true, false, false);
}

static void signs_that_do_not_pair_are_refused(void **state)
{
    (void)state;
    static const char *const texts[] = { "<a", "a>", "<<a>>", "~a", "a ~", "<a>b>", "<" };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct arena arena = { 0 };
        struct leiden out;
        assert_false(leiden_read(texts[i], strlen(texts[i]), &arena, &out));
        arena_free(&arena);
    }
}

static void plain_text_needs_nothing(void **state)
{
    (void)state;
    assert_false(leiden_needed("Regina d1-e2=Q@x.", 17));
    assert_int_equal(leiden_unclear("~", 1), 1);
    assert_int_equal(leiden_unclear("\u0323", 2), 2);
    assert_int_equal(leiden_unclear("\u0323", 1), 0);
    assert_int_equal(leiden_unclear("a", 1), 0);
    assert_int_equal(leiden_unclear("", 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signs_are_taken_off_and_noted),
        cmocka_unit_test(dots_below_are_signs_whether_composed_or_not),
        cmocka_unit_test(other_spellings_become_plain),
        cmocka_unit_test(signs_that_do_not_pair_are_refused),
        cmocka_unit_test(plain_text_needs_nothing),
    };
    return cmocka_run_group_tests_name("leiden", tests, NULL, NULL);
}
