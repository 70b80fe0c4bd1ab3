/* test_input.c - cutting bytes into records, and making them UTF-8. */
#include "base/input.h"
#include "base/memory.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

static struct input *input_bytes(const char *bytes, size_t length)
{
    return input_new(source_bytes(bytes, length), 64, 1, 0);
}

/* Every chunk as `line@offset:text`, with `|` between; line breaks as they are. The caller frees it. */
static char *chunks_of(struct input *input)
{
    struct ludus_buffer out = { 0 };
    struct input_chunk chunk;

    assert_non_null(input);
    while (input_next(input, 1, &chunk)) {
        assert_int_equal(chunk.text[chunk.length], '\0');
        buf_format(&out, "%s%zu@%zu:", out.length ? "|" : "", chunk.line, chunk.offset);
        buf_add(&out, chunk.text, chunk.length);
    }
    assert_int_equal(input_error(input), 0);
    input_close(input);
    (void)buf_string(&out);
    return out.bytes;
}

static void assert_chunks(const char *text, const char *expected)
{
    char *chunks = chunks_of(input_bytes(text, strlen(text)));

    assert_string_equal(chunks ? chunks : "", expected);
    free(chunks);
}

static void a_tag_after_a_blank_line_begins_a_record(void **state)
{
    (void)state;
    assert_chunks("[A \"1\"]\n[B \"\"]\n\ne4\n\n[A \"2\"]\nx\n",
                  "1@0:[A \"1\"]\n[B \"\"]\n\ne4\n\n|6@20:[A \"2\"]\nx\n");
    assert_chunks("[A \"1\"]\r\n\r\n[A \"2\"]\r\n", "1@0:[A \"1\"]\r\n\r\n|3@11:[A \"2\"]\r\n");
    assert_chunks("[A \"1\"]\r\r[A \"2\"]\r", "1@0:[A \"1\"]\r\r|3@9:[A \"2\"]\r");
    assert_chunks("[A \"1\"]\n \t \n[A  \"2\"]", "1@0:[A \"1\"]\n \t \n|3@12:[A  \"2\"]");
    assert_chunks("x\n\n[A\"2\"]", "1@0:x\n\n|3@3:[A\"2\"]");
}

static void but_tags_go_on_until_one_stands_there_already(void **state)
{
    (void)state;
    assert_chunks("[A \"1\"]\n\n[B \"\"] [C \"\\\"]\"]\r\n\r\n[D \"\"]\n\n[C \"\"]\n",
                  "1@0:[A \"1\"]\n\n[B \"\"] [C \"\\\"]\"]\r\n\r\n[D \"\"]\n\n|7@37:[C \"\"]\n");
    assert_chunks("[A \"1\"]\n% b\n\n[B \"\"]\n\n[C \"\"]\n",
                  "1@0:[A \"1\"]\n% b\n\n|4@13:[B \"\"]\n\n[C \"\"]\n");
    assert_chunks("x\n[A \"1\"]\n\n[B \"\"]\n\n[A \"\"]", "1@0:x\n[A \"1\"]\n\n|4@11:[B \"\"]\n\n[A \"\"]");
}

/* Lines that are drawn at random, cut one by one and several at once: the places are the same. */
static void pieces_end_where_records_do(void **state)
{
    (void)state;
    static const char *const lines[] = { "[A \"1\"]\n", "[B \"]\"]\n", "[C \"\"] [D \"\"]\n",
                                         "[E \"\n",     " [A \"\"]\n", "\n",
                                         "\r\n",        " \n",         "x [1:0]\n",
                                         "\n" };
    uint32_t seed = 1;

    for (unsigned round = 0; round < 3000; round++) {
        char text[512] = "";
        bool starts[512] = { false };
        struct input_chunk chunk;
        for (unsigned i = 0; i < 5 + round % 30; i++) {
            seed = seed * 1664525 + 1013904223;
            strcat(text, lines[(seed >> 16) % (sizeof lines / sizeof *lines)]);
        }
        struct input *one = input_bytes(text, strlen(text));
        struct input *some = input_bytes(text, strlen(text));
        while (input_next(one, 1, &chunk))
            starts[chunk.offset] = true;
        for (size_t at = 0; input_next(some, 1 + seed % 60, &chunk); at = chunk.offset + chunk.length) {
            assert_true(starts[chunk.offset]);
            assert_true(at == 0 || at == chunk.offset);
        }
        input_close(one);
        input_close(some);
    }
}

static void it_does_even_inside_a_comment(void **state)
{
    (void)state;
    assert_chunks("[A \"1\"]\n\n{open ( \n\n[A \"2\"]\n", "1@0:[A \"1\"]\n\n{open ( \n\n|5@19:[A \"2\"]\n");
}

static void nothing_else_does(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "1. e4\n[A \"1\"]",    /* no blank line */
        "1. e4\n\n [A \"1\"]", /* not in the first column */
        "1. e4\n\n[%clk \"1\"]", "1. e4\n\n[1:0]",      "1. e4\n\n[A]", "1. e4\n\n[A-B \"1\"]",
        "1. e4\n\n[A B \"1\"]",  "1. e4\n\n[A",         "1. e4\n\n[",   "1. e4\n\n[A  ",
        "1. e4\n\n[A\n\"1\"]",   "1. e4\n\n[A\f\"1\"]",
    };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *chunks = chunks_of(input_bytes(texts[i], strlen(texts[i])));
        assert_null(strchr(chunks, '|'));
        free(chunks);
    }
}

static void blank_lines_at_the_beginning_belong_to_no_record(void **state)
{
    (void)state;
    assert_chunks("\n \n\r\n[A \"1\"]\n", "4@5:[A \"1\"]\n");
    assert_chunks("", "");
    assert_chunks("\n\n \n", "");
    assert_chunks("\xef\xbb\xbf\n[A \"1\"]\n", "2@4:[A \"1\"]\n");
    assert_chunks("\xef\xbb\xbf", "");
    assert_chunks("% made by hand\n\n[A \"1\"]\n", "1@0:% made by hand\n\n|3@16:[A \"1\"]\n");
}

/* Many records of many lengths, so that starts fall on every side of a block's end. */
static struct ludus_buffer many_records(size_t count)
{
    struct ludus_buffer text = { 0 };

    for (size_t i = 0; i < count; i++) {
        buf_format(&text, "[Number \"%zu\"]\n\n{", i);
        for (size_t k = 0; k < i * 7 % 997; k++)
            buf_char(&text, "ab[\n "[(i + k) % 5]);
        buf_text(&text, "}\n\n");
    }
    return text;
}

static void assert_all_found(struct input *input, const struct ludus_buffer *text)
{
    struct input_chunk chunk;
    size_t at = 0, count = 0, line = 1;
    char begin[64];

    while (input_next(input, 1, &chunk)) {
        int length = snprintf(begin, sizeof begin, "[Number \"%zu\"]", count++);
        assert_memory_equal(chunk.text, begin, (size_t)length);
        assert_memory_equal(chunk.text, text->bytes + at, chunk.length);
        assert_int_equal(chunk.offset, at);
        assert_int_equal(chunk.line, line);
        for (size_t i = 0; i < chunk.length; i++)
            line += chunk.text[i] == '\n';
        at += chunk.length;
    }
    assert_int_equal(input_error(input), 0);
    assert_int_equal(at, text->length);
    input_close(input);
}

static void records_are_found_across_blocks(void **state)
{
    (void)state;
    struct ludus_buffer text = many_records(3000);

    assert_true(text.length > 1400000);
    assert_all_found(input_bytes(text.bytes, text.length), &text);

    char path[] = "/tmp/test_input.XXXXXX";
    int fd = mkstemp(path);
    assert_int_equal(write(fd, text.bytes, text.length), text.length);
    assert_int_equal(close(fd), 0);
    assert_all_found(input_new(source_open(path), 64, 1, 0), &text);
    assert_int_equal(unlink(path), 0);
    buf_free(&text);
}

static void a_record_may_be_longer_than_any_block(void **state)
{
    (void)state;
    struct ludus_buffer text = { 0 };
    struct input_chunk chunk;

    buf_text(&text, "[A \"1\"]\n\n{");
    while (text.length < 3000000)
        buf_text(&text, "a long comment that goes on and on [ \n");
    size_t length = text.length;
    buf_text(&text, "\n[");
    while (text.length < 5000000)
        buf_text(&text, "Name");
    buf_text(&text, " \"2\"]\n");
    struct input *input = input_bytes(text.bytes, text.length);
    assert_true(input_next(input, 1, &chunk));
    assert_int_equal(chunk.length, length + 1);
    assert_true(input_next(input, 1, &chunk));
    assert_int_equal(chunk.length, text.length - length - 1);
    assert_false(input_next(input, 1, &chunk));
    assert_false(input_next(input, 1, &chunk));
    input_close(input);
    buf_free(&text);
}

static void latin_1_is_recognised_and_converted(void **state)
{
    (void)state;
    struct input_chunk chunk;
    static const char text[] = "[A \"Andr\xe9\"]\n\n{\x93quoted\x94 \xc3\xa9}\n\n[A \"\xc4\"]\n";
    struct input *input = input_bytes(text, sizeof text - 1);

    assert_true(input_next(input, 1, &chunk));
    assert_true(chunk.altered);
    assert_int_equal(chunk.stray, 0);
    assert_string_equal(chunk.text,
                        "[A \"Andr\xc3\xa9\"]\n\n{\xe2\x80\x9cquoted\xe2\x80\x9d \xc3\x83\xc2\xa9}\n\n");
    assert_true(input_next(input, 1, &chunk));
    assert_string_equal(chunk.text, "[A \"\xc3\x84\"]\n");
    assert_int_equal(chunk.line, 5);
    assert_false(input_next(input, 1, &chunk));
    input_close(input);
}

static void utf_16_is_recognised_by_its_mark(void **state)
{
    (void)state;
    struct input_chunk chunk;
    static const char big[] = "\xfe\xff\0[\0A\0 \0\"\0\xe9\0\"\0]\0";
    static const char little[] = "\xff\xfe[\0A\0 \0\"\0\x35\xd8\x38\xdd\"\0]\0";
    struct input *input = input_bytes(big, sizeof big - 1);

    assert_true(input_next(input, 1, &chunk));
    assert_string_equal(chunk.text, "[A \"\xc3\xa9\"]\xef\xbf\xbd"); /* a byte is left over */
    assert_int_equal(chunk.stray, 0);
    input_close(input);
    input = input_bytes(little, sizeof little - 1);
    assert_true(input_next(input, 1, &chunk));
    assert_string_equal(chunk.text, "[A \"\xf0\x9d\x94\xb8\"]");
    assert_false(input_next(input, 1, &chunk));
    input_close(input);
}

static void utf_16_is_put_together_across_blocks(void **state)
{
    (void)state;
    enum { PAIRS = 300000 };
    struct input_chunk chunk;

    for (size_t shift = 0; shift < 2; shift++) {
        size_t length = 2 + 2 * shift;
        char *text = malloc(4 + 4 * PAIRS);
        assert_non_null(text);
        memcpy(text, "\xff\xfe{\0", 4);
        for (size_t i = 0; i < PAIRS; i++, length += 4)
            memcpy(text + length, "\x35\xd8\x38\xdd", 4);
        struct input *input = input_bytes(text, length);
        assert_true(input_next(input, 1, &chunk));
        assert_int_equal(chunk.length, 4 * PAIRS + shift);
        for (size_t i = shift; i < chunk.length; i += 4)
            assert_memory_equal(chunk.text + i, "\xf0\x9d\x94\xb8", 4);
        input_close(input);
        free(text);
    }
}

static void strays_in_utf_8_are_told_once(void **state)
{
    (void)state;
    struct input_chunk chunk;
    static const char text[] = "[A \"\xc3\xa9\"]\n\n[A \"x\xe9\"]\n\n[A \"\xe9\"]\n\n[A \"\xc3";
    struct input *input = input_bytes(text, sizeof text - 1);

    assert_true(input_next(input, 1, &chunk));
    assert_int_equal(chunk.stray, 0);
    assert_true(input_next(input, 1, &chunk));
    assert_int_equal(chunk.stray, 6);
    assert_true(chunk.altered);
    assert_string_equal(chunk.text, "[A \"x\xc3\xa9\"]\n\n");
    assert_true(input_next(input, 1, &chunk));
    assert_int_equal(chunk.stray, 0);
    assert_string_equal(chunk.text, "[A \"\xc3\xa9\"]\n\n");
    assert_true(input_next(input, 1, &chunk));
    assert_string_equal(chunk.text, "[A \"\xc3\x83");
    input_close(input);
}

static void characters_cut_by_a_block_are_put_together(void **state)
{
    (void)state;
    for (size_t shift = 0; shift < 4; shift++) {
        struct ludus_buffer text = { 0 };
        struct input_chunk chunk;
        for (size_t i = 0; i < shift; i++)
            buf_char(&text, 'a');
        while (text.length < 1500000)
            buf_text(&text, "\xf0\x9f\x99\x82");
        struct input *input = input_bytes(text.bytes, text.length);
        assert_true(input_next(input, 1, &chunk));
        assert_int_equal(chunk.length, text.length);
        assert_memory_equal(chunk.text, text.bytes, text.length);
        assert_int_equal(chunk.stray, 0);
        input_close(input);
        buf_free(&text);
    }
}

static void nul_bytes_are_text(void **state)
{
    (void)state;
    struct input_chunk chunk;
    struct input *input = input_bytes("a\0b\n\n[A \"\0\"]", 12);

    assert_true(input_next(input, 1, &chunk));
    assert_int_equal(chunk.length, 5);
    assert_memory_equal(chunk.text, "a\0b\n\n", 6);
    assert_true(input_next(input, 1, &chunk));
    assert_memory_equal(chunk.text, "[A \"\0\"]", 8);
    input_close(input);
}

static void errors_of_the_source_are_passed_on(void **state)
{
    (void)state;
    struct input_chunk chunk;

    assert_null(input_new(source_open("/"), 64, 1, 0));
    assert_int_equal(errno, EISDIR);
    assert_null(input_new(source_open("/nonexistent"), 64, 1, 0));
    assert_int_equal(errno, ENOENT);
    struct input *input = input_bytes("\x1f\x8b\x08", 3);
    assert_false(input_next(input, 1, &chunk));
    assert_int_equal(input_error(input), EBADMSG);
    assert_false(input_next(input, 1, &chunk));
    input_close(input);
    input_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tag_after_a_blank_line_begins_a_record),
        cmocka_unit_test(but_tags_go_on_until_one_stands_there_already),
        cmocka_unit_test(pieces_end_where_records_do),
        cmocka_unit_test(it_does_even_inside_a_comment),
        cmocka_unit_test(nothing_else_does),
        cmocka_unit_test(blank_lines_at_the_beginning_belong_to_no_record),
        cmocka_unit_test(records_are_found_across_blocks),
        cmocka_unit_test(a_record_may_be_longer_than_any_block),
        cmocka_unit_test(latin_1_is_recognised_and_converted),
        cmocka_unit_test(utf_16_is_recognised_by_its_mark),
        cmocka_unit_test(utf_16_is_put_together_across_blocks),
        cmocka_unit_test(strays_in_utf_8_are_told_once),
        cmocka_unit_test(characters_cut_by_a_block_are_put_together),
        cmocka_unit_test(nul_bytes_are_text),
        cmocka_unit_test(errors_of_the_source_are_passed_on),
    };
    return cmocka_run_group_tests_name("input", tests, NULL, NULL);
}
