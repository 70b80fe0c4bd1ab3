/* test_faults.c - one message for one fault, at its place; neighbours are read on. */
#include "record_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

struct fault {
    const char *text, *messages;
};

#define ASSERT_FAULTS(...)                                                                                   \
    do {                                                                                                     \
        static const struct fault list[] = { __VA_ARGS__ };                                                  \
        assert_faults(list, sizeof list / sizeof *list);                                                     \
    } while (0)

static void assert_faults(const struct fault *faults, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *messages = messages_of(faults[i].text, strlen(faults[i].text));
        assert_string_equal(messages, faults[i].messages);
        free(messages);
    }
}

static void sound_records_have_none(void **state)
{
    (void)state;
    ASSERT_FAULTS({ "[Event \"?\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 {ok} (2. f4 exf4) Nc6! $1 *\n", "" },
                  { "1W. (2,5) Regina d1-e2, Eques f1-e3 sic [1:0]", "" }, { "", "" }, { "\n\n", "" },
                  { "{only a comment}", "" }, { "1... e5 2. Z0 -- *", "" }, { "e4 ({before} d4) *", "" },
                  { "e4 (1. {before} d4) *", "" });
}

static void words_that_mean_nothing(void **state)
{
    (void)state;
    ASSERT_FAULTS({ "e4 xyz *", "1:4-7 bad-token" }, { "e4 foo bar, baz. e5 *", "1:4-17 bad-token" },
                  { "e4 Kt-f6 Nd2d foo *", "1:4-9 bad-token, 1:10-14 bad-token, 1:15-18 bad-token" },
                  { "e4 Kt-f6+! # , bar *", "1:4-13 bad-token, 1:16-19 bad-token" },
                  { "e4 \"x\" ] ' *", "1:4-11 bad-token" }, { "E2-E4 *", "1:1-6 bad-token" },
                  { "e4 k17 *", "1:4-7 bad-square" }, { "e4 Nz3 *", "1:5-7 bad-square" },
                  { "e4 a0 *", "1:4-6 bad-square" }, { "o-o OO e8=q e8q *", "" },
                  { "e8/Q e8(Q) e8(=Q) *", "" }, { "Qh5ch e4 ch e5 mate d4 dbl ch *", "" },
                  { "ch *", "1:1-3 stray-suffix" }, { "e8(X) *", "" }, { "Nd2q *", "1:1-5 bad-token" },
                  { "e4 % x *", "1:4-5 stray-percent, 1:6-7 bad-token" },
                  { "e4 \x01 *", "1:4-5 control-character" });
}

static void brackets_of_all_kinds(void **state)
{
    (void)state;
    ASSERT_FAULTS(
        { "e4 } *", "1:4-5 stray-brace" }, { "e4 so he went } *", "1:4-16 stray-brace" },
        { "e4 He: 1-1, 1-2 and 2-2.} *", "1:4-26 stray-brace" }, { "e4 {so} he } *", "1:9-13 stray-brace" },
        { "e4 [A \"x\"]\n[B \"y\"] *", "1:4-11 late-tag" }, { "e4 ) *", "1:4-5 stray-parenthesis" },
        { "(d4) e4 *", "1:1-2 early-variation" }, { "e4 ((d4) c4) *", "1:5-6 early-variation" },
        { "1. e4 (1. (1. c4) d4) *", "1:11-12 early-variation" },
        { "e4 <foo *", "1:4-8 stray-angle-brackets" }, { "e4 <d4> d1-<e2 *", "1:9-15 stray-angle-brackets" },
        { "e4 > *", "1:4-5 stray-angle-brackets" }, { "e4 < *", "1:4-5 stray-angle-brackets" },
        { "e4 [x] *", "1:4-7 square-brackets" }, { "e4 [%clk 1] *", "1:4-12 bad-tag" },
        { "e4 [ *", "1:4-5 bad-tag" });
}

static void what_is_never_closed_costs_only_its_game(void **state)
{
    (void)state;
    ASSERT_FAULTS({ "e4 {never\n1. d4 *\n", "1:4-5 unclosed-comment" },
                  { "e4 (d4 *\n", "1:4-5 unclosed-variation" },
                  { "e4 (d4 (c4 (b4 1-0", "1:4-5 unclosed-variation" },
                  { "[Event \"1\"]\n\ne4 {never\n\n[Event \"2\"]\n\ne4 *\n\n[Event \"3\"]\n\ne4 "
                    "(d4\n\n[Event \"4\"]\n\ne4 *",
                    "3:4-5 unclosed-comment, 11:4-5 unclosed-variation" },
                  { "e4 (d4 {never *", "1:8-9 unclosed-comment" });
}

static void rolls_that_are_none(void **state)
{
    (void)state;
    ASSERT_FAULTS({ "(2 5) pass *", "1:1-6 bad-dice" }, { "(2,) pass *", "1:1-5 bad-dice" },
                  { "(,2) pass *", "1:1-5 bad-dice" }, { "(2,,5) pass *", "1:1-7 bad-dice" },
                  { "(0,5) pass *", "1:1-6 bad-dice" }, { "(256,5) pass *", "1:1-8 bad-dice" },
                  { "(99999999999) pass *", "1:1-14 bad-dice" }, { "(1,2,3,4,5) pass *", "1:1-12 bad-dice" },
                  { "(<2,5) pass *", "1:1-7 bad-dice" }, { "(2>,5) pass *", "1:1-7 bad-dice" },
                  { "(<<2>>,5) pass *", "1:1-10 bad-dice" }, { "(~2,5) pass *", "1:1-7 bad-dice" });
}

static void commas_and_suffixes_want_a_move(void **state)
{
    (void)state;
    ASSERT_FAULTS({ ", e4 *", "1:1-2 stray-comma" }, { "e4 2. , e5 *", "1:7-8 stray-comma" },
                  { "e4 (d4) , e5 *", "1:9-10 stray-comma" }, { "e4, *", "1:5-6 missing-move" },
                  { "e4,", "1:4-4 missing-move, 1:4-4 missing-result" },
                  { "e4, 2. e5 *", "1:5-7 missing-move" }, { "e4,, e5 *", "1:4-5 stray-comma" },
                  { "e4 (d4,) *", "1:8-9 missing-move" }, { "+ e4 *", "1:1-2 stray-suffix" },
                  { "sic e4 *", "1:1-4 stray-suffix" }, { "1. e.p. e4 *", "1:4-8 stray-suffix" },
                  { "e4 {c} squeeze *", "1:8-15 stray-suffix" }, { "e4 sic sic *", "1:8-11 double-suffix" },
                  { "e4+ # *", "1:5-6 double-suffix" }, { "e4!!! *", "1:3-6 bad-mark" },
                  { "e4 ?!? *", "1:4-7 bad-mark" });
}

static void annotations_have_numbers(void **state)
{
    (void)state;
    ASSERT_FAULTS({ "e4 $ *", "1:4-5 bad-nag" }, { "e4 $x *", "1:4-5 bad-nag, 1:5-6 bad-token" },
                  { "e4 $256 *", "1:4-8 bad-nag" }, { "e4 $99999999999 *", "1:4-16 bad-nag" },
                  { "e4 $255 $0 *", "" });
}

static void results_come_once_and_last(void **state)
{
    (void)state;
    ASSERT_FAULTS({ "e4", "1:3-3 missing-result" }, { "[Event \"x\"]\n", "1:12-12 missing-result" },
                  { "e4 1-0 1-0", "1:8-11 second-result" }, { "e4 1-0 *", "1:8-9 second-result" },
                  { "e4 1-0 e5", "1:8-10 after-result" }, { "e4 1-0 2. d4 d5 0-1", "1:8-10 after-result" },
                  { "e4 1-0 e5 sic + ) foo (", "1:8-10 after-result" },
                  { "e4 1-0 ) *", "1:8-9 stray-parenthesis, 1:10-11 second-result" },
                  { "e4 1-0 {c} $1 ;x", "" }, { "e4 (d4 1-0 c4) *", "1:12-14 after-result" });
}

static void tags_of_all_kinds(void **state)
{
    (void)state;
    ASSERT_FAULTS({ "[A \"x\"\n\ne4 *", "1:1-7 unclosed-tag" }, { "[A \"x]\n\ne4 *", "1:1-7 unclosed-value" },
                  { "[A \"x\n\ne4 *", "1:1-6 unclosed-value" },
                  { "[A x]\n\ne4 *", "1:1-6 tag-without-value" },
                  { "[A]\n\ne4 *", "1:1-4 tag-without-value" }, { "[A\n\ne4 *", "1:1-3 tag-without-value" },
                  { "[1 \"x\"]\n\ne4 *", "1:1-8 bad-tag" }, { "[A-b \"x\"]\n\ne4 *", "1:1-10 bad-tag" },
                  { "[A \"a \"b\" c\"]\n\ne4 *", "1:1-14 quote-in-value" },
                  { "[A \"a\\b\"]\n\ne4 *", "1:1-10 bad-escape" },
                  { "[A \"1\"]\n[B \"2\"]\n[A \"3\"]\n\ne4 *", "3:1-8 double-tag" },
                  { "e4 [A \"1\"] e5 *", "1:4-11 late-tag" }, { "e4 [A \"1\" e5 *", "1:4-10 late-tag" });
}

static void tags_given_twice_are_found_among_many(void **state)
{
    (void)state;
    struct ludus_buffer text = { 0 };

    for (int i = 0; i < 1000; i++)
        buf_format(&text, "[T%d \"\"]\n", i % 998);
    buf_text(&text, "\n*");
    char *messages = messages_of(text.bytes, text.length);
    assert_string_equal(messages, "999:1-8 double-tag, 1000:1-8 double-tag");
    free(messages);
    buf_free(&text);
}

static void a_byte_that_is_no_utf_8_is_told(void **state)
{
    (void)state;
    ASSERT_FAULTS({ "{\xc3\xa9}\n{x\xe9} e4 *", "2:3-4 stray-byte" }, { "{\xe9 \xe8} e4 *", "" });
}

static void a_copy_tells_the_stray_byte_too(void **state)
{
    (void)state;
    static const char text[] = "{\xc3\xa9}\n{x\xe9} e4 *";
    struct sample sample;
    sample_open(&sample, text, sizeof text - 1);
    struct ludus_game *game = sample_next(&sample), *copy = ludus_game_copy(game);
    const struct message *told = game->diag.first, *again = copy->diag.first;
    assert_non_null(told);
    assert_non_null(again);
    assert_int_equal(again->id, MSG_STRAY_BYTE);
    assert_int_equal(again->begin, told->begin);
    assert_ptr_equal(again->next, NULL);
    ludus_game_free(copy);
    sample_close(&sample);
}

static void faults_of_many_games_stay_apart(void **state)
{
    (void)state;
    ASSERT_FAULTS({ "[Event \"1\"]\n\nfoo *\n\n[Event \"2\"]\n\n1. e4 *\n1. bar *\n",
                    "3:1-4 bad-token, 8:4-7 bad-token" });
}

static void add_hint(void *context, const struct ludus_message *message)
{
    buf_text(context, message->hint ? message->hint : "");
}

static void assert_hint(const char *text, const char *hint)
{
    struct sample sample;
    struct ludus_buffer out = { 0 };

    sample_open(&sample, text, strlen(text));
    diag_report(&sample_next(&sample)->diag, add_hint, &out);
    assert_string_equal(buf_string(&out), hint);
    buf_free(&out);
    sample_close(&sample);
}

static void what_was_meant_is_said(void **state)
{
    (void)state;
    assert_hint("E2-E4 *", "did you mean 'e2-e4'?");
    assert_hint("NF3 *", "did you mean 'Nf3'?");
    assert_hint("EXD5 *", "did you mean 'Exd5'?");
    assert_hint("z9 *", "files go from a to p, ranks from 1 to 16");
    assert_hint("xyzzy *", "");
}

/* Garbage of a megabyte costs one message and no square of its length. */
static void much_garbage_is_one_message(void **state)
{
    (void)state;
    static const char *const kinds[] = { "foo ", "[ ",  "( ",  ") ", ", ",   "{ ",       "} ",   "$ ",
                                         "\" ",  "_~ ", "<> ", "1 ", "( 1 ", "[A \"\" ", "aaa ", "e4 , {} " };

    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        struct ludus_buffer text = { 0 };
        while (text.length < 1000000)
            buf_text(&text, kinds[k]);
        char *messages = messages_of(text.bytes, text.length);
        assert_non_null(messages);
        if (k == 0)
            assert_string_equal(messages, "1:1-1000000 bad-token");
        free(messages);
        buf_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sound_records_have_none),
        cmocka_unit_test(words_that_mean_nothing),
        cmocka_unit_test(brackets_of_all_kinds),
        cmocka_unit_test(what_is_never_closed_costs_only_its_game),
        cmocka_unit_test(rolls_that_are_none),
        cmocka_unit_test(commas_and_suffixes_want_a_move),
        cmocka_unit_test(annotations_have_numbers),
        cmocka_unit_test(results_come_once_and_last),
        cmocka_unit_test(tags_of_all_kinds),
        cmocka_unit_test(tags_given_twice_are_found_among_many),
        cmocka_unit_test(a_byte_that_is_no_utf_8_is_told),
        cmocka_unit_test(a_copy_tells_the_stray_byte_too),
        cmocka_unit_test(faults_of_many_games_stay_apart),
        cmocka_unit_test(what_was_meant_is_said),
        cmocka_unit_test(much_garbage_is_one_message),
    };
    return cmocka_run_group_tests_name("faults", tests, NULL, NULL);
}
