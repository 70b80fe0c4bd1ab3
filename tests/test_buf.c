/* test_buf.c - growing bytes. */
#include "base/memory.h"
#include "ludus.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void everything_is_appended(void **state)
{
    (void)state;
    struct ludus_buffer buf = { 0 };

    assert_string_equal(buf_string(&buf), "");
    buf_text(&buf, "4W.");
    buf_char(&buf, ' ');
    buf_format(&buf, "(%d,%d)", 2, 5);
    buf_add(&buf, "\0x", 2);
    assert_int_equal(buf.length, 11);
    assert_memory_equal(buf_string(&buf), "4W. (2,5)\0x", 12);
    assert_int_equal(buf.length, 11);
    assert_false(buf.failed);
    buf_free(&buf);
}

static void it_grows(void **state)
{
    (void)state;
    struct ludus_buffer buf = { 0 };

    for (int i = 0; i < 100000; i++)
        buf_format(&buf, "%05d", i);
    assert_int_equal(buf.length, 500000);
    assert_memory_equal(buf.bytes + 5L * 43210, "43210", 5);
    buf_clear(&buf);
    assert_int_equal(buf.length, 0);
    assert_string_equal(buf_string(&buf), "");
    buf_free(&buf);
}

static void a_failure_is_remembered_until_clear(void **state)
{
    (void)state;
    struct ludus_buffer buf = { 0 };

    buf_text(&buf, "kept");
    volatile size_t too_much = SIZE_MAX / 2; /* the compiler is not to see through it */
    buf_add(&buf, "x", too_much);
    assert_true(buf.failed);
    assert_string_equal(buf_string(&buf), "kept");
    buf_clear(&buf);
    assert_false(buf.failed);
    buf_free(&buf);
}

static void the_public_functions_are_the_same_buffer(void **state)
{
    (void)state;
    struct ludus_buffer *buffer = ludus_buffer_new();

    assert_non_null(buffer);
    buf_text(buffer, "Rex");
    assert_int_equal(ludus_buffer_text(buffer).length, 3);
    assert_memory_equal(ludus_buffer_text(buffer).text, "Rex", 3);
    assert_false(ludus_buffer_failed(buffer));
    ludus_buffer_clear(buffer);
    assert_int_equal(ludus_buffer_text(buffer).length, 0);
    ludus_buffer_free(buffer);
    ludus_buffer_free(NULL);
}

static void expect_json(const char *text, size_t length, const char *coded, const char *wanted)
{
    struct ludus_buffer buf = { 0 };
    buf_json(&buf, text, length, coded);
    assert_string_equal(buf_string(&buf), wanted);
    buf_free(&buf);
}

static void writes_strings_of_json(void **state)
{
    static const char odd[] = "a\"b\\c\n\t\r\0d<\x7f";
    (void)state;
    expect_json("", 0, "", "\"\"");
    expect_json(odd, sizeof odd - 1, "", "\"a\\\"b\\\\c\\n\\t\\u000d\\u0000d<\x7f\"");
    expect_json(odd, sizeof odd - 1, "<\n\x7f", "\"a\\\"b\\\\c\\u000a\\t\\u000d\\u0000d\\u003c\\u007f\"");
    expect_json("\xc3\xa9\xff", 3, "", "\"\xc3\xa9\xef\xbf\xbd\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_appended),
        cmocka_unit_test(it_grows),
        cmocka_unit_test(a_failure_is_remembered_until_clear),
        cmocka_unit_test(the_public_functions_are_the_same_buffer),
        cmocka_unit_test(writes_strings_of_json),
    };
    return cmocka_run_group_tests_name("buf", tests, NULL, NULL);
}
