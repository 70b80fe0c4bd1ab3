/* test_diag.c - messages: places, order, severity. */
#include "base/diag.h"
#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void add_line(void *context, const struct ludus_message *message)
{
    struct ludus_buffer *out = context;

    buf_format(out, "%s:%zu:%zu-%zu@%zu+%zu g%zu %d %s: %s%s%s |%.*s|\n", message->file, message->line,
               message->column, message->end_column, message->offset, message->length, message->game,
               message->severity, message->code, message->text, message->hint ? " -- " : "",
               message->hint ? message->hint : "", (int)message->source.length, message->source.text);
}

static struct diag diag_over(struct arena *arena, const char *text)
{
    return (struct diag){ .arena = arena,
                          .text = text,
                          .length = strlen(text),
                          .file = "f",
                          .line = 10,
                          .offset = 100,
                          .game = 3 };
}

static void messages_come_in_order_of_place(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    struct ludus_buffer out = { 0 };
    struct diag diag = diag_over(&arena, "one\r\ntwo\rthree\nfour");

    (void)diag_add(&diag, MSG_STRAY_BRACE, 16, 17);
    (void)diag_add(&diag, MSG_BAD_TOKEN, 5, 8, 3, "two");
    (void)diag_add(&diag, MSG_STRAY_CLOSE, 5, 8);
    diag_hint(&diag, diag_add(&diag, MSG_MISSING_RESULT, 19, 19), "write %c", '*');
    diag_report(&diag, add_line, &out);
    assert_string_equal(
        buf_string(&out),
        "f:11:1-4@105+3 g3 2 bad-token: 'two' is not part of the notation |two|\n"
        "f:11:1-4@105+3 g3 2 stray-parenthesis: ')' closes a variation, and none is open |two|\n"
        "f:13:2-3@116+1 g3 2 stray-brace: '}' closes a comment, and none is open |four|\n"
        "f:13:5-5@119+0 g3 1 missing-result: the record ends without a result -- write * |four|\n");
    assert_int_equal(diag.count[LUDUS_ERROR], 3);
    assert_int_equal(diag.count[LUDUS_WARNING], 1);
    diag_clear(&diag);
    buf_clear(&out);
    diag_report(&diag, add_line, &out);
    assert_int_equal(out.length, 0);
    buf_free(&out);
    arena_free(&arena);
}

static void columns_count_characters_and_end_with_the_line(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    struct ludus_buffer out = { 0 };
    struct diag diag = diag_over(&arena, "\xe1\xb8\x8c\xc3\xa9x\nyy");

    (void)diag_add(&diag, MSG_STRAY_BRACE, 5, 9);
    (void)diag_add(&diag, MSG_STRAY_BRACE, 50, 60);
    diag_report(&diag, add_line, &out);
    assert_string_equal(
        buf_string(&out),
        "f:10:3-4@105+4 g3 2 stray-brace: '}' closes a comment, and none is open |\xe1\xb8\x8c\xc3\xa9x|\n"
        "f:11:3-3@109+51 g3 2 stray-brace: '}' closes a comment, and none is open |yy|\n");
    buf_free(&out);
    arena_free(&arena);
}

static void what_is_sic_is_a_note(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    struct diag diag = diag_over(&arena, "x");

    diag.as_notes = true;
    struct message *message = diag_add(&diag, MSG_STRAY_BRACE, 0, 1);
    assert_int_equal(message->severity, LUDUS_NOTE);
    assert_int_equal(diag.count[LUDUS_NOTE], 1);
    assert_int_equal(message_kinds[MSG_STRAY_BRACE].severity, LUDUS_ERROR);
    diag_hint(&diag, NULL, "nothing");
    arena_free(&arena);
}

static void control_characters_do_not_reach_a_terminal(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    struct diag diag = diag_over(&arena, "x");

    struct message *message = diag_add(&diag, MSG_BAD_TOKEN, 0, 1, 6, "a\x1b[31m");
    assert_string_equal(message->text, "'a [31m' is not part of the notation");
    arena_free(&arena);
}

static void codes_are_stable_names_and_no_two_alike(void **state)
{
    (void)state;
    for (int i = 0; i < MSG_COUNT; i++) {
        const char *code = message_kinds[i].code;
        assert_true(strlen(code) > 0 &&
                    strspn(code, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(code));
        for (int k = 0; k < i; k++)
            assert_string_not_equal(code, message_kinds[k].code);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_come_in_order_of_place),
        cmocka_unit_test(columns_count_characters_and_end_with_the_line),
        cmocka_unit_test(what_is_sic_is_a_note),
        cmocka_unit_test(control_characters_do_not_reach_a_terminal),
        cmocka_unit_test(codes_are_stable_names_and_no_two_alike),
    };
    return cmocka_run_group_tests_name("diag", tests, NULL, NULL);
}
