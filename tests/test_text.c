/* test_text.c - encodings, lines, characters. */
#include "base/memory.h"
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void ascii_ends_at_the_first_other_byte(void **state)
{
    (void)state;
    char text[200];
    bool cut;

    memset(text, 'a', sizeof text);
    assert_int_equal(text_utf8(text, sizeof text, &cut), sizeof text);
    for (size_t at = 0; at < sizeof text; at++) {
        text[at] = '\xe9';
        assert_int_equal(text_utf8(text, sizeof text, &cut), at);
        text[at] = 'a';
    }
    assert_int_equal(text_utf8("", 0, &cut), 0);
}

static void utf8_is_told_from_the_rest(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned length; /* of the first sequence, 0 for none */
    } cases[] = {
        { "a", 1 },
        { "\xc3\xa9", 2 },
        { "\xe1\xbb\x8b", 3 },
        { "\xf0\x9f\x99\x82", 4 },
        { "\xf4\x8f\xbf\xbf", 4 },
        { "\xc0\xaf", 0 },         /* overlong */
        { "\xe0\x80\xaf", 0 },     /* overlong */
        { "\xf0\x80\x80\xaf", 0 }, /* overlong */
        { "\xed\xa0\x80", 0 },     /* surrogate */
        { "\xf4\x90\x80\x80", 0 }, /* past U+10FFFF */
        { "\xf8\x88\x80\x80", 0 },
        { "\xa9", 0 },
        { "\xe9 ", 0 },
        { "\xe1\xbb ", 0 },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(text_sequence(cases[i].text, strlen(cases[i].text)), cases[i].length);
}

static void a_cut_sequence_is_no_bad_one(void **state)
{
    (void)state;
    bool cut;

    assert_int_equal(text_utf8("abc\xe1\xbb", 5, &cut), 3);
    assert_true(cut);
    assert_int_equal(text_utf8("abc\xe1x", 5, &cut), 3);
    assert_false(cut);
    assert_int_equal(text_utf8("abc\xe1\xbb\x8b", 6, &cut), 6);
    assert_false(cut);
}

static void windows_1252_becomes_utf8(void **state)
{
    (void)state;
    struct encoding encoding = { 0 };
    struct ludus_buffer out = { 0 };
    char bytes[] = "\x80\x96\x81\x83\xe9";
    size_t stray = 0;

    encoding_add(&encoding, bytes, 5, true, &out, &stray);
    assert_string_equal(buf_string(&out), "\xe2\x82\xac\xe2\x80\x93\xc2\x81\xc6\x92\xc3\xa9");
    assert_int_equal(stray, 0);
    buf_free(&out);
}

static void utf16_becomes_utf8(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned length, used;
        const char *utf8;
    } cases[] = {
        { "\0a", 2, 2, "a" },
        { "\0\xe9", 2, 2, "\xc3\xa9" },
        { "\x67\x4e", 2, 2, "\xe6\x9d\x8e" },
        { "\xd8\x35\xdd\x38", 4, 4, "\xf0\x9d\x94\xb8" },
        { "\xd8\x35\0a", 4, 2, "\xef\xbf\xbd" }, /* half a pair */
        { "\xdd\x38", 2, 2, "\xef\xbf\xbd" },
        { "\xd8\x35", 2, 0, "" }, /* cut short */
        { "\0", 1, 0, "" },
    };
    char out[4], swapped[4];

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsigned big = 0, little = 0;
        for (unsigned k = 0; k < cases[i].length; k++)
            swapped[k] = cases[i].text[cases[i].length > 1 ? k ^ 1 : k];
        assert_int_equal(text_from_utf16(cases[i].text, cases[i].length, true, out, &big), cases[i].used);
        assert_int_equal(big, strlen(cases[i].utf8));
        assert_memory_equal(out, cases[i].utf8, big);
        assert_int_equal(text_from_utf16(swapped, cases[i].length, false, out, &little), cases[i].used);
        assert_memory_equal(out, cases[i].utf8, little);
    }
}

static void every_kind_of_line_break_counts_once(void **state)
{
    (void)state;
    char many[5000];

    assert_int_equal(text_lines("", 0), 0);
    assert_int_equal(text_lines("a\nb\r\nc\rd", 8), 3);
    assert_int_equal(text_lines("\r\r\n\n\r", 5), 4);
    memset(many, '\n', sizeof many);
    assert_int_equal(text_lines(many, sizeof many), sizeof many);
    memset(many, '\x8a', sizeof many); /* LF with a high bit is none */
    assert_int_equal(text_lines(many, sizeof many), 0);
    memset(many, '\x0b', sizeof many);
    assert_int_equal(text_lines(many, sizeof many), 0);
}

static void characters_are_no_bytes(void **state)
{
    (void)state;
    assert_int_equal(text_characters("Dux", 3), 3);
    assert_int_equal(text_characters("\xe1\xb8\x8cux", 5), 3);
}

static void blanks_around_a_text_go(void **state)
{
    (void)state;
    const char text[] = " \t\r\n a b\v\f\x1a";
    struct ludus_text inner = text_trimmed(text, sizeof text - 1), none = text_trimmed(text, 5);

    assert_ptr_equal(inner.text, text + 5);
    assert_int_equal(inner.length, 3);
    assert_ptr_equal(none.text, text + 5);
    assert_int_equal(none.length, 0);
}

static void a_backslash_stays_unless_it_escapes(void **state)
{
    (void)state;
    char text[] = "\\\"a\\\\\\b\\'\\";
    const struct ludus_text whole = { text, sizeof text - 1 };
    const size_t length = text_unescape(text, whole, "\"\\");

    assert_int_equal(length, strlen("\"a\\\\b\\'\\"));
    assert_memory_equal(text, "\"a\\\\b\\'\\", length);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ascii_ends_at_the_first_other_byte),
        cmocka_unit_test(utf8_is_told_from_the_rest),
        cmocka_unit_test(a_cut_sequence_is_no_bad_one),
        cmocka_unit_test(windows_1252_becomes_utf8),
        cmocka_unit_test(every_kind_of_line_break_counts_once),
        cmocka_unit_test(characters_are_no_bytes),
        cmocka_unit_test(blanks_around_a_text_go),
        cmocka_unit_test(a_backslash_stays_unless_it_escapes),
        cmocka_unit_test(utf16_becomes_utf8),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
