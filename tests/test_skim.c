/* test_skim.c - reading only tags: the same records with the same tags as reading all of them. */
#include "tests/record_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* Records with their lengths and tags; a star before those of which only the tags were read. */
static char *records(const char *text, bool skim, bool stars)
{
    struct sample sample;
    struct ludus_buffer out = { 0 };
    sample_open(&sample, text, strlen(text));
    while (sample.chunk.length > 0 || input_next(sample.input, 1, &sample.chunk)) {
        const struct ludus_game *game = &sample.game;
        assert_true((skim ? record_skim : record_read)(&sample.game, &sample.chunk));
        buf_format(&out, "%s%zu", stars && game->skimmed ? "*" : "", game->source.length);
        for (size_t i = 0; i < game->tag_count; i++)
            buf_format(&out, " %.*s=%.*s", (int)game->tags[i].name.length, game->tags[i].name.text,
                       (int)game->tags[i].value.length, game->tags[i].value.text);
        buf_char(&out, ';');
    }
    sample_close(&sample);
    buf_char(&out, '\0');
    return out.bytes;
}

static void assert_skimmed(const char *text, const char *expected)
{
    char *whole = records(text, false, false), *skimmed = records(text, true, false),
         *stars = records(text, true, true);
    assert_string_equal(skimmed, whole);
    assert_string_equal(stars, expected);
    free(whole);
    free(skimmed);
    free(stars);
}

static void plain_records_are_skimmed(void **state)
{
    (void)state;
    assert_skimmed("[A \"1\"]\n[B \"\"]\n\n1. e4 O-O-O 1-0\n\n[A \"2\"]\n\n1. e4 1/2-1/2\n",
                   "*33 A=1 B=;*23 A=2;");
    assert_skimmed("[A \"1\"]\r\n\r\n1. e4 {[%clk 0:01:00] 1} 0-1\r\n", "*41 A=1;");
    assert_skimmed("[A \"1\"]\n\n(2,3) pass [0:1]\n", "*26 A=1;");
    assert_skimmed("[A \"1\"]\n\n1. e4", "*14 A=1;");
    assert_skimmed("[A \"1\"]\n\n1. e4 1:0", "*18 A=1;");
    assert_skimmed("[A \"1\"]\n\n1. e4 {[%clk 0:10:05]} 1/2", "*35 A=1;");
}

static void doubtful_records_are_read(void **state)
{
    (void)state;
    assert_skimmed("[A \"1\"]\n\n1. e4 1-0\n1. d4 *\n", "19 A=1;8;");
    assert_skimmed("[A \"1\"]\n\n1. e4 *\n[A \"2\"]\n1. d4 *", "17 A=1;*15 A=2;");
    assert_skimmed("[A \"1\"]\n\n1. e4\n[Event \"2\"]\n1. d4 *", "15 A=1;*19 Event=2;");
    assert_skimmed("[A \"a\\\"b\"]\n\n*", "*13 A=a\"b;");
    assert_skimmed("[A \"a\n\n*", "8 A=a;");
    assert_skimmed("[A \"1\"] [B \"2\"]\n\n*", "*18 A=1 B=2;");
    assert_skimmed("[A \"1\"]\n{comment}\n[B \"2\"]\n\n*", "28 A=1 B=2;");
    assert_skimmed("1. e4 *", "7;");
    assert_skimmed("[A \"1\"]\n\n1. e4 0:1\n1. d4 *\n", "19 A=1;8;");
    assert_skimmed("[A \"1\"]\n\n1. e4 1/2\n1. d4 *\n", "19 A=1;8;");
    assert_skimmed("[A \"1\"]\n\n1. e4 \u00bd\n1. d4 *\n", "18 A=1;8;");
    assert_skimmed("[A \"1\"]\n\n1. e4 [0:1] 1. d4 *", "21 A=1;7;");
}

static void what_is_left_out_can_be_read_later(void **state)
{
    static const char text[] = "[A \"1\"]\n\n1. e4 e5 *\n";
    struct sample sample;
    (void)state;
    sample_open(&sample, text, strlen(text));
    assert_true(input_next(sample.input, 1, &sample.chunk));
    assert_true(record_skim(&sample.game, &sample.chunk));
    assert_true(sample.game.skimmed);
    assert_int_equal(sample.game.item_count, 0);
    assert_false(ludus_game_empty(&sample.game));
    assert_true(ludus_game_complete(&sample.game));
    assert_int_equal(sample.game.item_count, 4);
    assert_int_equal(sample.game.tag_count, 1);
    assert_true(ludus_game_complete(&sample.game));
    sample_close(&sample);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_records_are_skimmed),
        cmocka_unit_test(doubtful_records_are_read),
        cmocka_unit_test(what_is_left_out_can_be_read_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
