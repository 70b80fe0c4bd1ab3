/* test_layout.c - words set into lines. */
#include "notation/format.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void words_are_set_one_blank_apart(void **state)
{
    (void)state;
    struct ludus_buffer out = { 0 };
    struct layout layout = { .out = &out };

    layout_text(&layout, "4W.");
    layout_space(&layout);
    layout_space(&layout);
    layout_text(&layout, "(");
    layout.glue = true;
    layout_space(&layout);
    layout_add(&layout, "Rex d1", 3);
    layout_text(&layout, ")");
    layout_break(&layout);
    layout_break(&layout);
    layout_line(&layout, '%', "kept", 4);
    layout_text(&layout, "a");
    layout_paragraph(&layout);
    layout_text(&layout, "b");
    layout_break(&layout);
    assert_string_equal(buf_string(&out), "4W. (Rex)\n%kept\na\n\nb\n");
    buf_free(&out);
}

static void a_line_holds_79_characters(void **state)
{
    (void)state;
    struct ludus_buffer out = { 0 };
    struct layout layout = { .out = &out };

    for (int i = 0; i < 40; i++) {
        layout_text(&layout, "\u00e9"); /* two bytes */
        layout_space(&layout);
    }
    layout_text(&layout, "x");
    layout_break(&layout);
    assert_int_equal(strcspn(buf_string(&out), "\n"), 3 * 40 - 1);
    assert_string_equal(out.bytes + 3 * 40, "x\n");
    buf_free(&out);
}

static void words_that_would_mean_more_in_the_first_column_are_indented(void **state)
{
    (void)state;
    static const char *const words[] = { "%", "%x", "[A", "[z", "[1", "[", "a" };
    struct ludus_buffer out = { 0 };
    struct layout layout = { .out = &out };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        layout_text(&layout, words[i]);
        layout_break(&layout);
    }
    assert_string_equal(buf_string(&out), " %\n %x\n [A\n [z\n[1\n [\na\n");
    buf_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_set_one_blank_apart),
        cmocka_unit_test(a_line_holds_79_characters),
        cmocka_unit_test(words_that_would_mean_more_in_the_first_column_are_indented),
    };
    return cmocka_run_group_tests_name("layout", tests, NULL, NULL);
}
