/* test_move_text.c - what the spelling of a move says. */
#include "record_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

/* What `text` says as a move, in the words of record_text.h, or "none". */
static void assert_move(const char *text, const char *expected)
{
    struct arena arena = { 0 };
    struct ludus_buffer out = { 0 };
    struct move_text move;

    if (move_text_parse(text, strlen(text), &arena, &move))
        add_move(&out, &move);
    else
        buf_text(&out, "none");
    assert_string_equal(buf_string(&out), expected);
    buf_free(&out);
    arena_free(&arena);
}

struct spelling {
    const char *text, *expected;
};

static void assert_moves(const struct spelling *spellings, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_move(spellings[i].text, spellings[i].expected);
}

#define ASSERT_MOVES(...)                                                                                    \
    do {                                                                                                     \
        static const struct spelling list[] = { __VA_ARGS__ };                                               \
        assert_moves(list, sizeof list / sizeof *list);                                                      \
    } while (0)

static void short_moves_say_their_target(void **state)
{
    (void)state;
    ASSERT_MOVES({ "e4", ":-e4" }, { "Nf3", "N:-f3" }, { "Nxf3", "N:xf3" }, { "exd5", ":exd5" },
                 { "Nbd2", "N:b-d2" }, { "N1d2", "N:1-d2" }, { "Nbxd2", "N:bxd2" }, { "R1xd4", "R:1xd4" },
                 { "R12d4", "R:12-d4" }, { "ed5", ":e-d5" }, { "a10", ":-a10" }, { "Np16", "N:-p16" },
                 { "Eques f3", "Eques:-f3" }, { "Eques xf3", "Eques:xf3" }, { "Eques exf3", "Eques:exf3" },
                 { "eques 2f3", "eques:2-f3" });
}

static void long_moves_say_both_squares(void **state)
{
    (void)state;
    ASSERT_MOVES({ "d1-e2", ":d1-e2" }, { "d1e2", ":d1-e2" }, { "d1xe2", ":d1xe2" }, { "Qd1-e2", "Q:d1-e2" },
                 { "Regina d1-e2", "Regina:d1-e2" }, { "Re d1-e2", "Re:d1-e2" },
                 { "REGINA  d1-e2", "REGINA:d1-e2" }, { "Man\n a10xb11", "Man:a10xb11" },
                 { "l12-k11", ":l12-k11" }, { "d11e2", ":d11-e2" }, { "Qf1xd4", "Q:f1xd4" });
}

static void paths_and_removed_stones_follow(void **state)
{
    (void)state;
    ASSERT_MOVES({ "d3-d5-f5", ":d3-f5[path d3-d5-f5]" }, { "d3d5f5", ":d3-f5[path d3d5f5]" },
                 { "d2-d5xc5xd6", ":d2-d5[removed d2-d5xc5xd6]" }, { "d2xd5xc5", ":d2xd5[removed d2xd5xc5]" },
                 { "d3-d5-f5xe5", ":d3-f5[path removed d3-d5-f5xe5]" },
                 { "Md2-d5xc5", "M:d2-d5[removed d2-d5xc5]" },
                 { "Man d2-d5xc5=D", "Man:d2-d5[removed d2-d5xc5]=D" }, { "d5xc5", ":d5xc5" },
                 { "d5xc5-c6", ":d5xc6[path d5xc5-c6]" }, { "d3-d5xc5-f5", "none" }, { "d3-", "none" },
                 { "d3-d5-", "none" }, { "d3-d5x", "none" }, { "d3xx5", "none" });
}

static void men_are_placed_and_removed(void **state)
{
    (void)state;
    ASSERT_MOVES({ "@d4", "@d4" }, { "M@d4", "M@d4" }, { "Man @d4", "Man@d4" }, { "Man@d4", "Man@d4" },
                 { "man @l12", "man@l12" }, { "xd4", "remove:d4" }, { "xl12", "remove:l12" }, { "@", "none" },
                 { "@dd", "none" }, { "x", "none" }, { "m@d4", "none" });
}

static void promotion_names_a_piece(void **state)
{
    (void)state;
    ASSERT_MOVES({ "b7-b8=Armiger", ":b7-b8=Armiger" }, { "b8=Ar", ":-b8=Ar" }, { "b8=A", ":-b8=A" },
                 { "exd8=Q", ":exd8=Q" }, { "b8=armiger", ":-b8=armiger" }, { "b7b8q", ":b7-b8=q" },
                 { "b7-b8q", ":b7-b8=q" }, { "b7xa8n", ":b7xa8=n" }, { "e8Q", ":-e8=Q" },
                 { "Pb7-b8=Q", "P:b7-b8=Q" }, { "b8q", "none" }, { "b8=q", "none" }, { "b7b8=q", "none" },
                 { "b8=", "none" }, { "b8=ep", "none" }, { "b7b8qq", "none" });
}

static void castling_and_passing_are_words(void **state)
{
    (void)state;
    ASSERT_MOVES({ "O-O", "O-O" }, { "O-O-O", "O-O-O" }, { "0-0", "0-0" }, { "0-0-0", "0-0-0" },
                 { "O\u2013O", "O-O" }, { "O-0", "none" }, { "o-o", "none" }, { "O-O-O-O", "none" },
                 { "pass", "pass" }, { "PASS", "pass" }, { "--", "pass" }, { "Z0", "pass" },
                 { "@@@@", "pass" }, { "null", "pass" }, { "passe", "none" }, { "-", "none" });
}

static void signs_words_and_marks_are_said_of_it(void **state)
{
    (void)state;
    ASSERT_MOVES({ "Qxf7#", "Q:xf7#" }, { "Qxf7+", "Q:xf7+" }, { "Qxf7++", "Q:xf7++" }, { "e4!", ":-e4!" },
                 { "e4 ?", ":-e4?" }, { "e4!!", ":-e4!!" }, { "e4??", ":-e4??" }, { "e4!?", ":-e4!?" },
                 { "e4?!", ":-e4?!" }, { "O-O+!", "O-O+!" }, { "exd6e.p.", ":exd6ep" },
                 { "exd6ep", ":exd6ep" }, { "exd6 e.p.+", ":exd6ep+" }, { "e5xd6e.p.", ":e5xd6ep" },
                 { "b7-b8=Q+ squeeze sic!?", ":b7-b8=Q+.squeeze.sic!?" },
                 { "i8-i2 squeeze", ":i8-i2.squeeze" }, { "Rex d1-d4 sic", "Rex:d1-d4.sic" },
                 { "pass?", "pass?" }, { "e4!!!", "none" }, { "e4 foo", "none" });
}

static void damaged_moves_are_patterns(void **state)
{
    (void)state;
    ASSERT_MOVES({ "_", "lost:_" }, { "__", "lost:__" }, { "___", "pattern:___" },
                 { "Regina d1-_2", "pattern:Regina d1-_2" }, { "R___na  d1-e2", "pattern:R___na d1-e2" },
                 { "_d1-e2", "pattern:_d1-e2" }, { "N_3+", "pattern:N_3+" }, { "b7-b8=_", "pattern:b7-b8=_" },
                 { "_:_", "none" });
}

static void unclear_and_supplied_signs_are_read_and_noted(void **state)
{
    (void)state;
    ASSERT_MOVES({ "Regina d1-e2~", "Regina:d1-e2~" }, { "Re\u0323x d1-d2", "Rex:d1-d2~" },
                 { "\u1e0cux d1-d2", "Dux:d1-d2~" }, { "Regina d1-<e>2", "Regina:d1-e2<>" },
                 { "<Regina> d1-e2", "Regina:d1-e2<>" }, { "<Regina d1-e2>", "Regina:d1-e2<>" },
                 { "<pass>", "pass<>" }, { "N<_>3~", "pattern:N_3~<>" }, { "d1-<e2", "none" },
                 { "d1-e>2", "none" }, { "<<d1>>-e2", "none" }, { "~d1-e2", "none" });
}

static void other_spellings_stand_for_plain_ones(void **state)
{
    (void)state;
    ASSERT_MOVES({ "\u2658f3", "N:-f3" }, { "\u265ef3", "N:-f3" }, { "\u265f\ufe0ee5", ":-e5" },
                 { "\u2659e4", ":-e4" }, { "\u2655\u00d7f7#", "Q:xf7#" }, { "e2\u2013e4", ":e2-e4" },
                 { "e2\u2014e4", ":e2-e4" }, { "e2\u2212e4", ":e2-e4" });
}

static void what_is_no_move_is_none(void **state)
{
    (void)state;
    ASSERT_MOVES({ "", "none" }, { "e", "none" }, { "4", "none" }, { "e0", "none" }, { "e17", "none" },
                 { "q4", "none" }, { "E4", "none" }, { "E2-E4", "none" }, { "R d1-d2", "none" },
                 { "Regina", "none" }, { "Reginad1-e2", "none" }, { "12.e4", "none" }, { "1-0", "none" },
                 { "(2,5)", "none" }, { "e4 e5", "none" }, { "e4,e5", "none" }, { "Nf3 Nf6", "none" },
                 { "\xff", "none" }, { "e4\xff", "none" });
}

static void a_nul_is_no_part_of_a_move(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    struct move_text move;

    assert_false(move_text_parse("e4\0", 3, &arena, &move));
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_moves_say_their_target),
        cmocka_unit_test(long_moves_say_both_squares),
        cmocka_unit_test(paths_and_removed_stones_follow),
        cmocka_unit_test(men_are_placed_and_removed),
        cmocka_unit_test(promotion_names_a_piece),
        cmocka_unit_test(castling_and_passing_are_words),
        cmocka_unit_test(signs_words_and_marks_are_said_of_it),
        cmocka_unit_test(damaged_moves_are_patterns),
        cmocka_unit_test(unclear_and_supplied_signs_are_read_and_noted),
        cmocka_unit_test(other_spellings_stand_for_plain_ones),
        cmocka_unit_test(what_is_no_move_is_none),
        cmocka_unit_test(a_nul_is_no_part_of_a_move),
    };
    return cmocka_run_group_tests_name("move_text", tests, NULL, NULL);
}
