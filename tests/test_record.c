/* test_record.c - records as they are read: tokens, tags, tape, and what separates one game from the next. */
#include "record_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

static void assert_tape(const char *text, const char *expected)
{
    char *tape = tape_of(text, strlen(text));

    assert_string_equal(tape, expected);
    free(tape);
}

static void numbers_dice_and_moves_are_items(void **state)
{
    (void)state;
    assert_tape("1W. (2,3) Pelicanus b1-a1 1B. (1,1) pass", "#1W. (2,3) Pelicanus:b1-a1 #1B. (1,1) pass");
    assert_tape("4W. (2,5) Regina d1-e2, Eques f1-e3", "#4W. (2,5) Regina:d1-e2 ,Eques:f1-e3");
    assert_tape("10W. (1,5) Rex f1-e1, Eques c4xb6!? {rash} 10B. (1,2) Rex c6xb6! [0:1]",
                "#10W. (1,5) Rex:f1-e1 ,Eques:c4xb6!? {rash} #10B. (1,2) Rex:c6xb6! [0-1]");
    assert_tape("Regina\nd1-e2,\n\nEques f1-e3", "Regina:d1-e2 ,Eques:f1-e3");
    assert_tape("M@d4, M@e5 xd4", "M@d4 ,M@e5 remove:d4");
}

static void every_way_of_numbering_is_read(void **state)
{
    (void)state;
    assert_tape(
        "1.e4 e5 2. Nf3 3 d4 4... c5 5. ... a6 6.\u2026 a5 7\u2026b6 8w.a4 8b. b5",
        "#1. :-e4 :-e5 #2. N:-f3 #3 :-d4 #4... :-c5 #5.... :-a6 #6.... :-a5 #7... :-b6 #8W. :-a4 #8B. :-b5");
    assert_tape("... e5 .. e6", "#... :-e5 #.. :-e6");
    assert_tape("0. e4 00W. e5", "#0. :-e4 #0W. :-e5");
    assert_tape("1_. e4 _W. e5 <4>W. e6", "#. :-e4 #W. :-e5 #W. :-e6");
    assert_tape("99999999999999999999. e4", "#4294967294. :-e4");
    assert_tape("4W (2,5) pass", "#4W (2,5) pass");
}

static void rolls_may_be_damaged(void **state)
{
    (void)state;
    assert_tape("(_,5) _", "(_,5) lost:_");
    assert_tape("(2~,5) (<2>,5) (2,<_~>) (<2,5>) ( 2 , 5\n)", "(2~,5) (<2>,5) (2,<_~>) (<2>,<5>) (2,5)");
    assert_tape("(2\u0323,5)", "(2~,5)");
    assert_tape("(6) (1,2,3,4)", "(6) (1,2,3,4)");
}

static void marks_and_words_join_the_move_before_them(void **state)
{
    (void)state;
    assert_tape("e4 ! e5 !? Nf3!?", ":-e4! :-e5!? N:-f3!?");
    assert_tape("Rex d1-d4 sic Rex d8-d7 squeeze sic ??", "Rex:d1-d4.sic Rex:d8-d7.squeeze.sic??");
    assert_tape("exd6 e.p.+ exd3 ep # Qxf7 ++", ":exd6ep+ :exd3ep# Q:xf7++");
    assert_tape("exd6e.p. exd6e.p.+! exd6ep", ":exd6ep :exd6ep+! :exd6ep");
    assert_tape("e4 SIC e5 Squeeze", ":-e4.sic :-e5.squeeze");
    assert_tape("e4 $14 $2 e5! ?", ":-e4 $14 $2 :-e5! $2");
    assert_tape("e4 {c} ! e5", ":-e4 {c} $1 :-e5");
    assert_tape("sic d4", "?sic? :-d4");
}

static void comments_are_kept_as_they_stand(void **state)
{
    (void)state;
    assert_tape("{a {b \n c} e4 ; to the end } of line\r\ne5 {} {[%clk 0:10]}",
                "{a {b \n c} :-e4 ; to the end } of line; :-e5 {} {[%clk 0:10]}");
    assert_tape("% one\ne4\n%two\n% three", "% one% :-e4 %two% % three%");
    assert_tape("e4 ;at the end", ":-e4 ;at the end;");
    assert_tape("e4, {between} d4", ":-e4 {between} ,:-d4");
}

static void variations_nest(void **state)
{
    (void)state;
    assert_tape("e4 (d4 d5 (c5) e6) e5", ":-e4 ( :-d4 :-d5 ( :-c5 ) :-e6 ) :-e5");
    assert_tape("e4 (4W. (2,5) pass)", ":-e4 ( #4W. (2,5) pass )");
    assert_tape("e4 (d4 1-0) 0-1", ":-e4 ( :-d4 1-0 ) 0-1");
}

static void brackets_of_variations_know_each_other(void **state)
{
    (void)state;
    struct sample sample;
    static const char text[] = "e4 (d4 (c4) b4) (a4";

    sample_open(&sample, text, strlen(text));
    const struct ludus_game *game = sample_next(&sample);
    assert_int_equal(game->item_count, 10);
    assert_int_equal(game->items[1].partner, 7);
    assert_int_equal(game->items[7].partner, 1);
    assert_int_equal(game->items[3].partner, 5);
    assert_int_equal(game->items[5].partner, 3);
    assert_int_equal(game->items[8].partner, 10); /* never closed */
    assert_true(game->cut);
    sample_close(&sample);
}

static void results_in_every_spelling(void **state)
{
    (void)state;
    assert_tape("e4 1-0", ":-e4 1-0");
    assert_tape("e4 0-1", ":-e4 0-1");
    assert_tape("e4 1/2-1/2", ":-e4 1/2");
    assert_tape("e4 *", ":-e4 *");
    assert_tape("e4*", ":-e4 *");
    assert_tape("e4 \u00bd-\u00bd", ":-e4 1/2");
    assert_tape("e4 1\u20130", ":-e4 1-0");
    assert_tape("e4 0\u20141", ":-e4 0-1");
    assert_tape("e4 1/2\u22121/2", ":-e4 1/2");
    assert_tape("e4 [1:0]", ":-e4 [1-0]");
    assert_tape("e4 [ 0 : 1 ]", ":-e4 [0-1]");
    assert_tape("e4 [1/2:1/2] {after}", ":-e4 [1/2] {after}");
    assert_tape("e4 [\u00a01:0]", ":-e4 [1-0]");
    assert_tape("e4 1:0", ":-e4 1-0");
    assert_tape("e4 0:1", ":-e4 0-1");
    assert_tape("e4 \u00bd:\u00bd", ":-e4 1/2");
    assert_tape("e4 1/2", ":-e4 1/2");
    assert_tape("e4 (d4 \u00bd) 1/2 {agreed}", ":-e4 ( :-d4 1/2 ) 1/2 {agreed}");
}

static void bare_games_follow_each_other_after_results(void **state)
{
    (void)state;
    assert_tape("1. e4 e5 1-0\n\n1. d4 d5 0-1 {c}\n1.c4",
                "#1. :-e4 :-e5 1-0 | #1. :-d4 :-d5 0-1 {c} | #1. :-c4");
    assert_tape("1W. (1,2) pass [1:0] 1W. (1,2) pass", "#1W. (1,2) pass [1-0] | #1W. (1,2) pass");
    assert_tape("1. e4 (1. d4) *", "#1. :-e4 ( #1. :-d4 ) *");
}

static void tags_begin_a_game_where_no_blank_line_does(void **state)
{
    (void)state;
    assert_tape("[Event \"a\"]\n1. e4 *\n[Event \"b\"]\n1. d4 *", "#1. :-e4 * | #1. :-d4 *");
    assert_tape("[Event \"a\"]\n1. e4 * [White \"x\"] 2. d4 *", "#1. :-e4 * | #2. :-d4 *");
    assert_tape("[Event \"a\"]\n1. e4\n[Event \"b\"]\n1. d4", "#1. :-e4 | #1. :-d4");
}

static void lines_and_offsets_go_on_through_bare_games(void **state)
{
    (void)state;
    struct sample sample;
    static const char text[] = "1. e4 *\n1. d4 *\n\n1. c4 *\n";

    sample_open(&sample, text, strlen(text));
    for (size_t i = 0; i < 3; i++) {
        static const size_t lines[] = { 1, 2, 4 }, offsets[] = { 0, 8, 17 };
        const struct ludus_game *game = sample_next(&sample);
        assert_non_null(game);
        assert_int_equal(game->diag.line, lines[i]);
        assert_int_equal(game->diag.offset, offsets[i]);
        assert_ptr_equal(game->diag.text, game->source.text);
        assert_int_equal(game->source.length, i == 1 ? 9 : 8);
    }
    assert_null(sample_next(&sample));
    sample_close(&sample);
}

static void assert_tags(const char *text, const char *expected)
{
    struct sample sample;
    struct ludus_buffer out = { 0 };

    sample_open(&sample, text, strlen(text));
    const struct ludus_game *game = sample_next(&sample);
    for (size_t i = 0; i < game->tag_count; i++) {
        const struct tag *tag = &game->tags[i];
        buf_format(&out, "%.*s=%.*s|", (int)tag->name.length, tag->name.text, (int)tag->value.length,
                   tag->value.text);
        assert_int_equal(game->source.text[tag->begin], '[');
        assert_true(tag->value_begin <= tag->value_end && tag->value_end <= tag->end);
    }
    assert_string_equal(buf_string(&out), expected);
    buf_free(&out);
    sample_close(&sample);
}

static void tags_have_names_and_values(void **state)
{
    (void)state;
    assert_tags("[Event \"Pentamere\"]\n[White \"Lord Tyger\"]", "Event=Pentamere|White=Lord Tyger|");
    assert_tags("[A \"\"][B2_c \"x\"]  [ C  \t\"y\" ]", "A=|B2_c=x|C=y|");
    assert_tags("[A \"say \\\"x\\\" and \\\\\"]", "A=say \"x\" and \\|");
    assert_tags("[A \"]{;%(\"]", "A=]{;%(|");
    assert_tags("{c}\n[A \"1\"]\n% x\n[B \"2\"]\n;y\n1. e4", "A=1|B=2|");
}

static void faulty_tags_keep_what_can_be_read(void **state)
{
    (void)state;
    assert_tags("[A \"the \"big\" game\"]\n[B \"1\"]", "A=the \"big\" game|B=1|");
    assert_tags("[A \"x]\n[B \"1\"]", "A=x|B=1|");
    assert_tags("[A \"x\"\n[B \"1\"]", "A=x|B=1|");
    assert_tags("[A \"x\\n\"]\n[B \"1\"]", "A=x\\n|B=1|");
    assert_tags("[A \"x\\\"]\n[B \"1\"]", "A=x\\|B=1|");
    assert_tags("[A x]\n[B \"1\"]", "B=1|");
    assert_tags("[A]\n[B \"1\"]", "B=1|");
}

static void a_tag_is_found_by_name(void **state)
{
    (void)state;
    struct sample sample;
    static const char text[] = "[Event \"a\"]\n[Event \"b\"]\n[EventDate \"c\"]";

    sample_open(&sample, text, strlen(text));
    const struct ludus_game *game = sample_next(&sample);
    assert_memory_equal(record_tag(game, "Event")->value.text, "a", 1);
    assert_memory_equal(record_tag(game, "EventDate")->value.text, "c", 1);
    assert_null(record_tag(game, "Even"));
    assert_null(record_tag(game, "event"));
    sample_close(&sample);
}

static void items_know_their_place(void **state)
{
    (void)state;
    struct sample sample;
    static const char text[] = "1. e4 {x} \u2658f3 ! sic";

    sample_open(&sample, text, strlen(text));
    const struct ludus_game *game = sample_next(&sample);
    assert_int_equal(item_begin(game, &game->items[1]), 3);
    assert_int_equal(item_end(game, &game->items[1]), 5);
    assert_int_equal(item_begin(game, &game->items[2]), 7);
    assert_int_equal(item_end(game, &game->items[2]), 8);
    assert_int_equal(item_begin(game, &game->items[3]), 10);
    assert_int_equal(item_end(game, &game->items[3]), strlen(text));
    sample_close(&sample);
}

static void line_ends_of_every_kind_are_blanks(void **state)
{
    (void)state;
    assert_tape("1.\re4\r\ne5\r;x\ry\n2.Nf3", "#1. :-e4 :-e5 ;x; ?y? #2. N:-f3");
    assert_tape("e4\r%x\re5\r\n%y\r\nd4", ":-e4 %x% :-e5 %y% :-d4");
    assert_tape("e4\u00a0e5\ufeff d4\x1a", ":-e4 :-e5 :-d4");
    assert_tape("1\u2009. e4\u202f1\u2002.\u2003.\u3000. e5", "#1. :-e4 #1... :-e5");
    assert_tape("2.\u2009Regina\u2000d1-e2,\u205f( 2,\u20095 )", "#2. Regina:d1-e2 ?,? (2,5)");
}

static void prose_is_one_item(void **state)
{
    (void)state;
    assert_tape("e4 white frees the regina, and laurus. Moving up: 2. d4",
                ":-e4 ?white frees the regina, and laurus. Moving up:? #2. :-d4");
    assert_tape("e4 E2-E4 e5", ":-e4 ?E2-E4? :-e5");
    assert_tape("e4 so PxP and Q-h4+ , foo", ":-e4 ?so? ?PxP? ?and? ?Q-h4+ ,? ?foo?");
    assert_tape("1W. Eques gl-h3, Eques f1-g3", "#1W. ?Eques gl-h3,? Eques:f1-g3");
}

/* Reads `spelling` as a record and as a move alone, which must say the same; how others spell it is read in
 * records only. */
static void assert_same_as_alone(const char *spelling)
{
    struct sample sample;
    struct arena arena = { 0 };
    struct ludus_buffer in_record = { 0 }, alone = { 0 };
    struct move_text move;

    sample_open(&sample, spelling, strlen(spelling));
    const struct ludus_game *game = sample_next(&sample);
    bool is_move =
        game->item_count == 1 && game->items[0].kind == ITEM_MOVE && !(game->items[0].move.flags & MOVE_ODD);
    assert_int_equal(move_text_parse(spelling, strlen(spelling), &arena, &move), is_move);
    if (is_move) {
        const struct move_text *read = &game->items[0].move;
        add_move(&in_record, read);
        add_move(&alone, &move);
        assert_string_equal(buf_string(&in_record), buf_string(&alone));
        assert_int_equal(read->plain_length, move.plain_length);
        assert_int_equal(read->name_length, move.name_length);
        assert_int_equal(read->squares, move.squares);
        assert_int_equal(read->squares_length, move.squares_length);
        assert_int_equal(read->promotion, move.promotion);
    }
    sample_close(&sample);
    arena_free(&arena);
    buf_free(&in_record);
    buf_free(&alone);
}

static void the_scanner_s_own_rules_say_what_the_parser_says(void **state)
{
    (void)state;
    static const char *const names[] = { "", "N", "Rex ", "Regina ", "rex ", "Sic " };
    static const char *const starts[] = { "",    "x",   "b",  "bx",   "1",      "1x",
                                          "d1-", "d1x", "d1", "d10-", "d1-d2-", "@" };
    static const char *const ends[] = { "", "=Q", "=Rex", "Q", "q", "xd5", "=" };
    static const char *const signs[] = { "", "+", "#!", "++?!", "!!" };
    char spelling[64];

    for (size_t n = 0; n < 6 * 12 * 7 * 5; n++) {
        const char *name = names[n % 6], *start = starts[n / 6 % 12], *end = ends[n / 72 % 7],
                   *sign = signs[n / 504];
        (void)snprintf(spelling, sizeof spelling, "%s%se4%s%s", name, start, end, sign);
        if (strcmp(name, "Sic ") != 0)
            assert_same_as_alone(spelling);
    }
    assert_tape("Sic d1-e2 *", "?Sic? :d1-e2 *");
    assert_tape("Rex d1-e2 Sic d2-e2 *", "Rex:d1-e2.sic :d2-e2 *");
}

/* One allocation, no recursion: 100,000 variations deep. */
static void depth_costs_nothing(void **state)
{
    (void)state;
    enum { DEPTH = 100000 };
    struct sample sample;
    struct ludus_buffer text = { 0 };

    for (size_t i = 0; i < DEPTH; i++)
        buf_text(&text, "e4(");
    buf_text(&text, "e4");
    for (size_t i = 0; i < DEPTH; i++)
        buf_text(&text, ")");
    buf_text(&text, "*");
    sample_open(&sample, text.bytes, text.length);
    const struct ludus_game *game = sample_next(&sample);
    assert_int_equal(game->item_count, 3 * DEPTH + 2);
    assert_int_equal(game->items[1].partner, 3 * DEPTH);
    assert_null(game->diag.first);
    sample_close(&sample);

    text.length = 3L * DEPTH; /* and never closed */
    sample_open(&sample, text.bytes, text.length);
    game = sample_next(&sample);
    assert_int_equal(game->diag.count[LUDUS_ERROR], 1);
    assert_int_equal(game->items[1].partner, game->item_count);
    sample_close(&sample);
    buf_free(&text);
}

static void length_has_no_limit(void **state)
{
    (void)state;
    struct sample sample;
    struct ludus_buffer text = { 0 };

    buf_text(&text, "[Event \"");
    for (size_t i = 0; i < 1000000; i++)
        buf_text(&text, "abc");
    buf_text(&text, "\"]\n\n{");
    for (size_t i = 0; i < 1000000; i++)
        buf_text(&text, "def");
    buf_text(&text, "}");
    for (size_t i = 0; i < 100000; i++)
        buf_text(&text, " Nf3 {c} $1");
    buf_text(&text, " *");
    sample_open(&sample, text.bytes, text.length);
    const struct ludus_game *game = sample_next(&sample);
    assert_int_equal(game->tags[0].value.length, 3000000);
    assert_int_equal(game->items[0].length, 3000000);
    assert_int_equal(game->item_count, 300002);
    assert_null(game->diag.first);
    sample_close(&sample);
    buf_free(&text);
}

static void nul_bytes_are_survived(void **state)
{
    (void)state;
    struct sample sample;
    sample_open(&sample, "e4 \0 {a\0b} e5", 13);
    const struct ludus_game *game = sample_next(&sample);
    assert_int_equal(game->item_count, 4);
    assert_int_equal(game->items[2].length, 3);
    assert_int_equal(game->items[3].kind, ITEM_MOVE);
    sample_close(&sample);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_dice_and_moves_are_items),
        cmocka_unit_test(every_way_of_numbering_is_read),
        cmocka_unit_test(rolls_may_be_damaged),
        cmocka_unit_test(marks_and_words_join_the_move_before_them),
        cmocka_unit_test(comments_are_kept_as_they_stand),
        cmocka_unit_test(variations_nest),
        cmocka_unit_test(brackets_of_variations_know_each_other),
        cmocka_unit_test(results_in_every_spelling),
        cmocka_unit_test(bare_games_follow_each_other_after_results),
        cmocka_unit_test(tags_begin_a_game_where_no_blank_line_does),
        cmocka_unit_test(lines_and_offsets_go_on_through_bare_games),
        cmocka_unit_test(tags_have_names_and_values),
        cmocka_unit_test(faulty_tags_keep_what_can_be_read),
        cmocka_unit_test(a_tag_is_found_by_name),
        cmocka_unit_test(items_know_their_place),
        cmocka_unit_test(line_ends_of_every_kind_are_blanks),
        cmocka_unit_test(prose_is_one_item),
        cmocka_unit_test(the_scanner_s_own_rules_say_what_the_parser_says),
        cmocka_unit_test(depth_costs_nothing),
        cmocka_unit_test(length_has_no_limit),
        cmocka_unit_test(nul_bytes_are_survived),
    };
    return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
