/* test_grep.c - expressions that select records: how they are read, what they hold of, and what is wrong with
 * them. */
#include "tests/record_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

#define DICE "[Variant \"ludus-equitum\"]\n[White \"A\"]\n[Date \"1995.06.??\"]\n[Round \"10\"]\n\n"

static void keep_message(void *context, const struct ludus_message *message)
{
    snprintf(context, 200, "%zu-%zu %s", message->column, message->end_column, message->text);
}

/* Does the expression hold of the first record of `text`? */
static bool holds_of(const char *expression, const char *text, bool skim)
{
    struct ludus_query *query = ludus_query_new(false, NULL);
    struct ludus_replay *replay = ludus_replay_new(NULL);
    struct sample sample;
    char message[200] = "";
    sample_open(&sample, text, strlen(text));
    if (!ludus_query_add(query, expression, strlen(expression), "test", keep_message, message))
        fail_msg("%s: %s", expression, message);
    assert_true(input_next(sample.input, 1, &sample.chunk));
    assert_true((skim ? record_skim : record_read)(&sample.game, &sample.chunk));
    bool holds = ludus_query_matches(query, replay, &sample.game);
    assert_false(ludus_query_failed(query));
    sample_close(&sample);
    ludus_replay_free(replay);
    ludus_query_free(query);
    return holds;
}

static void assert_holds(const char *expression, const char *text)
{
    if (!holds_of(expression, text, false) || !holds_of(expression, text, true))
        fail_msg("does not hold: %s", expression);
}

static void assert_fails(const char *expression, const char *text)
{
    if (holds_of(expression, text, false) || holds_of(expression, text, true))
        fail_msg("holds: %s", expression);
}

static void assert_fault(const char *expression, const char *expected)
{
    struct ludus_query *query = ludus_query_new(false, NULL);
    char message[200] = "";
    assert_false(ludus_query_add(query, expression, strlen(expression), "test", keep_message, message));
    assert_string_equal(message, expected);
    ludus_query_free(query);
}

static void and_binds_closer_than_or(void **state)
{
    (void)state;
    assert_holds("White = A or White = B and White = C", DICE "*");
    assert_fails("(White = A or White = B) and White = C", DICE "*");
    assert_holds("not White = B and White = A", DICE "*");
    assert_fails("not (White = B or White = A)", DICE "*");
    assert_holds("!White=B&&White=A||White=C", DICE "*");
}

static void tags_compare_as_what_they_are(void **state)
{
    (void)state;
    assert_holds("Round > 9", DICE "*");
    assert_holds("Round = 10.0", DICE "*");
    assert_holds("Date = 1995 and Date > 1994.12 and Date < 1995.07", DICE "*");
    assert_fails("Date = 1995.06.01", DICE "*");
    assert_fails("Date > 1995.06.01 or Date <= 1995.06.01", DICE "*");
    assert_holds("White < B and white >= A", DICE "*");
    assert_fails("White < 9 or White > 9", DICE "*");
}

static void a_missing_tag_is_unlike_everything(void **state)
{
    (void)state;
    assert_fails("Black = x or Black ~ . or Black < x or Black", DICE "*");
    assert_holds("Black != x and Black !~ . and not Black", DICE "*");
}

static void the_result_is_the_tags_or_the_texts(void **state)
{
    (void)state;
    assert_holds("result = 1-0", "[Result \"1-0\"]\n\n0-1");
    assert_holds("result = black", "[Result \"*\"]\n\n1. e4 0-1");
    assert_holds("result = [0:1]", DICE "1W. (2,3) pass [0:1]");
    assert_holds("result = open and result != draw", DICE "1W. (2,3) pass");
}

static void rolls_hold_in_any_order(void **state)
{
    (void)state;
    const char *text = DICE "1W. (2,3) pass 1B. (6,6) pass *";
    assert_holds("roll 3,2 and roll 6,6 and roll 6 and roll (_,3)", text);
    assert_fails("roll 2,2 or roll 2,6 or roll 2,3,_", text);
    assert_fails("roll 2", DICE "1W. (3,4) pass (1W. (2,2) pass) *");
}

static void positions_hold_at_any_turn(void **state)
{
    (void)state;
    const char *text = "1. e4 d5 2. exd5 Qxd5 *";
    assert_holds("material(P) = 8 and material(p) = 7 and material(P) < 8", text);
    assert_holds("material(all) = 30 and material(white) > material(black)", text);
    assert_fails("material(pP) < 14", text);
    assert_holds("position 'rnbqkbnr/*/8/3p*/4P3/8/*/*' and position '*/*/*/???q4/*/*/*/* w'", text);
    assert_fails("position '*/*/*/3q*/*/*/*/* b'", text);
    assert_holds("position '--------/!-------/8/8/8/8/++++++++/++++++++' or position '*/*/*/*/*/*/*/*'",
                 text);
    assert_fails("position '*/*/*/*/*/*/*' or position '12/*/*/*/*/*/*/*/*/*/*/*'", text);
}

static void a_turn_is_one_turn_and_the_end_the_last(void **state)
{
    (void)state;
    const char *text = "1. e4 d5 2. exd5 Qxd5 *";
    assert_holds("move exd5 and material(P) = 7", text);
    assert_fails("turn(move exd5 and material(P) = 7)", text);
    assert_holds("turn(move Qxd5 and material(P) = 7)", text);
    assert_holds("end(material(P) = 7) and not end(material(P) = 8)", text);
    assert_fails("end(material(P) = 8)", "1. e4 Ke5 *");
}

static void moves_are_compared_in_canonical_notation(void **state)
{
    (void)state;
    const char *text = "1. e2-e4 d7d5 2. Bf1-b5 *";
    assert_holds("move Bb5+ and move Bb5 and move B* and move ?5 and move ~ ^B.*[+]", text);
    assert_fails("move Bf1-b5 or move Bb5# or move b5", text);
    assert_fails("move c4", "1. e4 (1. c4) e5 *");
}

static void lines_follow_each_other_and_variations(void **state)
{
    (void)state;
    const char *text = "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. Bf4) c5 (1... e5 2. Nf3 Nc6) 2. Nf3 d6 *";
    assert_holds("line e4 and line '1. e4 c5 2. N?3' and line 'e4 {king} * d6' and line '* c5 Nf3 *'", text);
    assert_fails("line c5 or line 'e4 e5' or line '* d6 *Nf3' or line '* Nc6' or line '* c4'", text);
    assert_holds("variations(line 'd4 Nf6 c4' and line 'e4 e5 * Nc6' and line 'd4 d5 Bf4')", text);
    assert_fails("variations(line 'd4 d5 c4' or line 'e4 Nf6' or line 'd4 Nf6 Bf4')", text);
    assert_holds("variations(turn(move c4 and line '* Nf6 c4')) and not move c4", text);
    assert_holds("end(line 'e4 c5 Nf3 d6') and not end(line 'e4 c5 Nf3')", text);
    assert_holds("line '1. e4 * exd5'", "1. e4 d5 2. Nc3 d4 3. Nd5 e6 4. a3 exd5 *");
    assert_holds("variations(line e4)", "1. e4 (((1. d4))) (1. Ke2 c5 (1... e5)) *");
    assert_fails("variations(line '* e5')", "1. e4 (((1. d4))) (1. Ke2 c5 (1... e5)) *");
    assert_fault("line '*'", "6-9 a line has 1 to 63 moves, such as \"e4 c5 * Nf3\"");
    assert_holds("line '1.e4 1...c5 2W.Nf3' and not line 'e4, c5'", text);
    assert_fault("line 'e4, * c5'", "6-16 a line has moves, numbers, {comments} and *");
    assert_fault("line 'e4 {'", "6-12 a line has moves, numbers, {comments} and *");
    assert_fault("variations(ending = stalemate)", "1-12 ending cannot stand within variations()");
}

static void numbers_can_be_added_and_compared(void **state)
{
    (void)state;
    const char *text = "[WhiteElo \"2500\"]\n[BlackElo \"2250\"]\n[PlyCount \"4\"]\n[Date \"1995.01.02\"]\n\n"
                       "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *";
    assert_holds("WhiteElo - BlackElo > 249 and WhiteElo-BlackElo = 250 and not WhiteElo - BlackElo > 250",
                 text);
    assert_holds("WhiteElo + BlackElo >= 4750 and 5 < WhiteElo and WhiteElo = BlackElo + 300 - 50", text);
    assert_fails("WhiteElo - None < 9999 or WhiteElo - Date < 1 or WhiteElo - BlackElo = 1", text);
    assert_holds("WhiteElo - None != 1 and turns = PlyCount + 5 and turns - quiet = 1", text);
    assert_holds("turn(repeated = 3 and number = 4 and quiet = 8) and quiet = 0", text);
    assert_fails("repeated > 3 or quiet > 8 or number = 0 or number = 6", text);
    assert_holds("turn(number = 5 and quiet = 0 and repeated = 1) and material(P) - material(p) = 0", text);
    assert_fault("1 + x", "6-6 expected an operator");
    assert_fault("x - \"y\" = 1", "5-8 a number is expected, not '\"y\"'");
    assert_fault("x + 1 ~ 1", "7-8 a number takes = != < > <= >=");
    assert_fault("x - result = 1", "5-11 a number is expected, not 'result'");
}

#define BISHOPS "[FEN \"4k1b1/8/8/8/8/8/3p4/2B1K3 w - - 95 60\"]\n\n"

static void squares_have_colours_and_positions_can_be_dead(void **state)
{
    (void)state;
    const char *opposite = "turn(material(B) = 1 and material(b) = 1 and material(light Bb) = 1)";
    assert_holds(opposite, BISHOPS "1. Kxd2 *");
    assert_fails(opposite, "[FEN \"4kb2/8/8/8/8/8/3p4/2B1K3 w - - 0 1\"]\n\n1. Kxd2 *");
    assert_holds("material(dark B) = 1 and material(light white) = 0 and material(dark all) = 3",
                 BISHOPS "*");
    assert_holds("end(dead)", "[FEN \"4k3/8/8/8/8/8/3p4/2B1K3 w - - 0 1\"]\n\n1. Kxd2 *");
    assert_fails("dead", BISHOPS "1. Kxd2 *");
    assert_holds("variations(turn(repeated = 3 and number = 64)) and not repeated = 2",
                 BISHOPS "60. Kxd2 Kd7 (60... Bh7 61. Kd1 Bg8 62. Kd2 Bh7 63. Kd1 Bg8 64. Kd2) 61. Ke1 *");
    assert_fault("dead = 1", "6-7 dead takes no operator");
}

#define LOST                                                                                                 \
    "[White \"A\"]\n[Black \"B\"]\n[WhiteElo \"1900\"]\n[BlackElo \"2200\"]\n\n1. f3 e5 2. g4 Qh4# 0-1"

static void either_exchanges_colours(void **state)
{
    (void)state;
    assert_holds("either(position '*/*/*/8/8/?????PP?/*/* b') and not position '*/*/*/8/8/?????PP?/*/* b'",
                 "1. a3 f6 2. b3 g6 *");
    assert_holds("either(position 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b')", "1. e4 *");
    assert_holds("either(position '*/*/*/8/??+5/8/*/* b')", "1. Nf3 c5 *");
    assert_fails("either(position '*/*/*/8/??+5/8/*/* w')", "1. Nf3 c5 *");
    assert_holds("either(White = B and Black = A and result = 1-0 and WhiteElo - BlackElo = 300)", LOST);
    assert_fails("either(White = B and result = 0-1) or either(White = B and Black = B)", LOST);
    assert_holds("either(winner = B and WhiteElo > BlackElo and blackelo = 1900)", LOST);
    assert_holds("either(turn(material(P) = 7 and material(p) = 8))", "1. e4 d5 2. Nc3 dxe4 *");
    assert_holds("turn(move dxe4 and either(material(white) < material(black)))", "1. e4 d5 2. Nc3 dxe4 *");
    assert_holds("either(material(light P) = 5 and material(light p) = 4)", "1. e4 d6 *");
    assert_fails("either(material(light P) = 5 and material(light p) = 4)", "1. e4 *");
    assert_fault("either(move e4)", "1-8 move cannot stand within either()");
    assert_fault("either(either(x))", "1-8 either() cannot stand within either()");
}

static void marks_and_comments_count_in_variations_too(void **state)
{
    (void)state;
    const char *text = "1. e4! {good\nmove} e5 (1... c5 $14 {more}) *";
    assert_holds("nag = ! and nag = 14 and nag > 13 and nag != 2", text);
    assert_fails("nag = $2 or nag > 14", text);
    assert_holds("comment ~ 'good move' and comment = more and comment !~ bad", text);
    assert_holds("turns = 2", text);
}

static void faults_have_their_place(void **state)
{
    (void)state;
    assert_fault("White =", "8-8 expected a value");
    assert_fault("White = a)", "10-11 expected the end of the expression, 'and' or 'or', not ')'");
    assert_fault("a and or b", "7-9 expected a condition, not 'or'");
    assert_fault("White ~ '[x'", "9-13 this is no regular expression: Unmatched [, [^, [:, [., or [=");
    assert_fault("position '8/x7/8,'",
                 "17-18 this sign cannot stand in a position: letters, numbers and ? * ! + - can");
    assert_fault("position '8/x'", "13-14 no board has such ranks and pieces");
    assert_fault("position '*/*'", "14-14 no board has such ranks and pieces");
    assert_fault("position '8/8/8/9/8/8/8/8'", "17-18 no board has such ranks and pieces");
    assert_fault("roll 0,1", "6-9 a roll is written as 6,6 or 6 or 6,_");
    assert_fault("turn(nag = 3)", "1-6 nag cannot stand within turn()");
    assert_fault("turns ~ 3", "7-8 turns takes = != < > <= >=");
}

/* Depth costs the parser's memory only, and long rows none. */
static void long_and_deep_expressions_end_well(void **state)
{
    enum { DEPTH = 100000 };
    struct ludus_buffer text = { 0 };
    struct ludus_query *query = ludus_query_new(false, NULL);
    char message[200] = "";
    (void)state;
    for (int i = 0; i < DEPTH; i++)
        buf_text(&text, "White = B or ");
    buf_text(&text, "White = A");
    assert_holds(buf_string(&text), DICE "*");
    buf_clear(&text);
    for (int i = 0; i < DEPTH; i++)
        buf_char(&text, '(');
    assert_false(ludus_query_add(query, text.bytes, text.length, "test", keep_message, message));
    assert_non_null(strstr(message, "memory exhausted"));
    ludus_query_free(query);
    buf_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(and_binds_closer_than_or),
        cmocka_unit_test(tags_compare_as_what_they_are),
        cmocka_unit_test(a_missing_tag_is_unlike_everything),
        cmocka_unit_test(the_result_is_the_tags_or_the_texts),
        cmocka_unit_test(rolls_hold_in_any_order),
        cmocka_unit_test(positions_hold_at_any_turn),
        cmocka_unit_test(a_turn_is_one_turn_and_the_end_the_last),
        cmocka_unit_test(moves_are_compared_in_canonical_notation),
        cmocka_unit_test(lines_follow_each_other_and_variations),
        cmocka_unit_test(numbers_can_be_added_and_compared),
        cmocka_unit_test(squares_have_colours_and_positions_can_be_dead),
        cmocka_unit_test(either_exchanges_colours),
        cmocka_unit_test(marks_and_comments_count_in_variations_too),
        cmocka_unit_test(faults_have_their_place),
        cmocka_unit_test(long_and_deep_expressions_end_well),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
