/* test_marks.c - marks and arrows as readers write them. */
#include "draw/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static char reason[256];

static int new_scene(void **state)
{
    struct scene *scene = calloc(1, sizeof *scene);
    scene->files = 12;
    scene->ranks = 10;
    *state = scene;
    return 0;
}

static int free_scene(void **state)
{
    free(*state);
    return 0;
}

static void a_mark_has_a_square_a_shape_and_a_colour(void **state)
{
    struct scene *scene = *state;
    assert_true(marks_add(scene, false, "l10=cross:red", reason, sizeof reason));
    assert_int_equal(scene->marks[0].from, 9 * 12 + 11);
    assert_int_equal(scene->marks[0].shape, MARK_CROSS);
    assert_string_equal(scene->marks[0].colour, "red");
    assert_true(marks_add(scene, false, "e4", reason, sizeof reason));
    assert_int_equal(scene->marks[1].shape, MARK_CIRCLE);
    assert_string_equal(scene->marks[1].colour, "green");
    assert_true(marks_add(scene, false, "e4=A2:#00f", reason, sizeof reason));
    assert_int_equal(scene->marks[2].shape, MARK_TEXT);
    assert_string_equal(scene->marks[2].text, "A2");
    assert_string_equal(scene->marks[2].colour, "#00f");
    assert_true(marks_add(scene, false, "a1:b", reason, sizeof reason));
    assert_string_equal(scene->marks[3].colour, "blue"); /* as classes and descriptions call it */
}

static void an_arrow_has_two_squares(void **state)
{
    struct scene *scene = *state;
    assert_true(marks_add(scene, true, "e2e10:violet", reason, sizeof reason));
    assert_true(marks_add(scene, true, "a10-b9", reason, sizeof reason));
    assert_int_equal(scene->arrows[0].to, 9 * 12 + 4);
    assert_int_equal(scene->arrows[1].from, 9 * 12);
    assert_int_equal(scene->arrows[1].to, 8 * 12 + 1);
}

static void what_is_not_on_the_board_is_refused(void **state)
{
    static const char *const marks[] = { "",           "e",    "m1",           "a0",
                                         "a11",        "a100", "e4=",          "e4=circle:mauve",
                                         "e4:",        "e4x",  "e4=long word", "e4=circle:#12",
                                         "e4:#12345g", "E4",   "e4e5" };
    static const char *const arrows[] = { "", "e2", "e2e2", "e2m4", "e2e4:", "e2e4x", "e2--e4" };
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (marks_add(*state, false, marks[i], reason, sizeof reason))
            fail_msg("'%s' is taken", marks[i]);
    for (size_t i = 0; i < sizeof arrows / sizeof *arrows; i++)
        if (marks_add(*state, true, arrows[i], reason, sizeof reason))
            fail_msg("'%s' is taken", arrows[i]);
}

static void comments_hold_lists_of_both(void **state)
{
    struct scene *scene = *state;
    const char *text = "see [%csl Gd4,Re5] and [%cal Ye2e4, Bg1f3] [%clk 0:01] [%csl Xd4,Gz9,R] [%cal Ge2";
    struct item items[] = { { .kind = ITEM_COMMENT, .text = text, .length = (uint32_t)strlen(text) },
                            { .kind = ITEM_NAG },
                            { .kind = ITEM_COMMENT, .text = "[%csl Ba1]", .length = 10 },
                            { .kind = ITEM_MOVE },
                            { .kind = ITEM_COMMENT, .text = "[%csl Ba2]", .length = 10 } };
    struct ludus_game game = { .items = items, .item_count = sizeof items / sizeof *items };
    marks_add_comments(scene, &game, NULL);
    assert_int_equal(scene->mark_count, 3); /* those behind the next move are not this position's */
    assert_string_equal(scene->marks[1].colour, "red");
    assert_int_equal(scene->marks[2].from, 0);
    assert_int_equal(scene->arrow_count, 2);
    assert_string_equal(scene->arrows[0].colour, "yellow");
}

static void too_many_are_refused_and_not_written_past_the_end(void **state)
{
    for (unsigned i = 0; i < SCENE_NOTES; i++)
        assert_true(marks_add(*state, false, "a1", reason, sizeof reason));
    assert_false(marks_add(*state, false, "a1", reason, sizeof reason));
}

#define WITH_SCENE(test) cmocka_unit_test_setup_teardown(test, new_scene, free_scene)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_SCENE(a_mark_has_a_square_a_shape_and_a_colour),
        WITH_SCENE(an_arrow_has_two_squares),
        WITH_SCENE(what_is_not_on_the_board_is_refused),
        WITH_SCENE(comments_hold_lists_of_both),
        WITH_SCENE(too_many_are_refused_and_not_written_past_the_end),
    };
    return cmocka_run_group_tests_name("notes", tests, NULL, NULL);
}
