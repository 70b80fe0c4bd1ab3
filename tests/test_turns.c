/* test_turns.c - a record as turns. */
#include "notation/turns.h"
#include "record_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* The events of a record, a letter each: T and the number of its moves, with + before it where it has a label
 * and a roll. */
static void events(const char *text, bool main, char *out)
{
    static const char letters[] = {
        [TURNS_TURN] = 'T', [TURNS_UNREAD] = '?', [TURNS_LONE_ROLL] = 'l', [TURNS_SECOND_ROLL] = 'o',
        [TURNS_OPEN] = '(', [TURNS_CLOSE] = ')',  [TURNS_RESULT] = '=',    [TURNS_COMMENT] = ';',
        [TURNS_NAG] = '$',  [TURNS_ESCAPE] = '%',
    };
    struct sample sample;
    enum turns_event event;
    sample_open(&sample, text, strlen(text));
    const struct ludus_game *game = sample_next(&sample);
    struct turns turns = { .game = game, .main = main };
    assert_non_null(game);
    while ((event = turns_next(&turns)) != TURNS_END) {
        struct turns_moves moves;
        unsigned count = 1;
        if (event == TURNS_TURN && turns.label && turns.dice)
            *out++ = '+';
        *out++ = letters[event];
        if (event != TURNS_TURN)
            continue;
        for (moves = turns_moves(game, turns.at - 1); turns_more(game, &moves);)
            count++;
        turns.at = moves.at;
        turns_taken(&turns);
        *out++ = (char)('0' + count);
    }
    *out = '\0';
    sample_close(&sample);
}

static void expect(const char *text, bool main, const char *wanted)
{
    char found[100];
    events(text, main, found);
    assert_string_equal(found, wanted);
}

static void gathers_turns(void **state)
{
    (void)state;
    expect("1W. (2,3) Rex a1-a2, {c} Rex a2-a3 $1 1B. (1,1) pass 1-0", false, "+T2$+T1=");
    expect("1. e4 {c} (1. d4 d5 (1... c5)) e5 *", false, "T1;(T1T1(T1))T1=");
    expect("1. e4 {c} (1. d4 d5 (1... c5)) e5 *", true, "T1;T1=");
    expect("1. e4 (1. d4 d5", true, "T1");
}

static void tells_rolls(void **state)
{
    (void)state;
    expect("(1,2) (3,4) a2-a3 (5,6) 2W. (1,1) (2,2)", false, "oT1lol");
    expect("(1,2) ((3,4) a2-a3) b2-b3", true, "lT1");
}

static void counts_turns(void **state)
{
    struct sample sample;
    static const char text[] = "1. e4 e5 (1... c5 2. Nf3) 2. a3 1-0";
    size_t at = 0;
    (void)state;
    sample_open(&sample, text, sizeof text - 1);
    const struct ludus_game *game = sample_next(&sample);
    assert_non_null(game);
    for (unsigned turn = 0; turn < 3; turn++)
        assert_true(turns_main_turn(game, &at));
    assert_false(turns_main_turn(game, &at));
    assert_int_equal(turns_result(game)->result, LUDUS_WHITE_WINS);
    sample_close(&sample);
}

/* The way through a record as a program sees it: what comes, with its depth, text and name. */
static void visits(const char *text, unsigned leave, char *out)
{
    static const char *const kinds[] = { "end", "tag", "[", "]", "number", "dice", "move",  "comment",
                                         "%",   "$",   "(", ")", "result", "esc",  "unread" };
    struct sample sample;
    struct ludus_visited visited = { .size = sizeof visited };
    sample_open(&sample, text, strlen(text));
    struct ludus_visit *visit = ludus_visit_new(sample_next(&sample));
    assert_non_null(visit);
    while (ludus_visit_next(visit, &visited)) {
        out += sprintf(out, "%s%u%.*s%.*s%s%s ", kinds[visited.event], visited.depth,
                       (int)visited.name.length, visited.name.length ? visited.name.text : "",
                       (int)visited.text.length, visited.text.length ? visited.text.text : "",
                       visited.joined ? "," : "", visited.unclosed ? "!" : "");
        if (visited.event == LUDUS_EVENT_VARIATION && visited.depth == leave)
            ludus_visit_leave(visit);
    }
    assert_int_equal(visited.event, LUDUS_EVENT_END);
    ludus_visit_free(visit);
    sample_close(&sample);
}

static void visits_all(void **state)
{
    char found[400];
    (void)state;
    visits("[A \"b\"]\n\n1. e4 {c [%d e]} $3 e5 *", 9, found);
    assert_string_equal(found,
                        "tag0Ab [0 number01. move0e4 comment0c [%d e] %0de $0$3 ]0 [0 move0e5 ]0 result0* ");
    visits("1W. (2,3) a1-a2, b1-b2 (1W. pass)", 9, found);
    assert_string_equal(found,
                        "[0 number01W. dice0(2,3) move0a1-a2 move0b1-b2, ]0 (0( [1 number11W. move1pass ]1 "
                        ")0) ");
    visits("1. e4 (1. d4 (1. c4", 9, found);
    assert_string_equal(found,
                        "[0 number01. move0e4 ]0 (0(! [1 number11. move1d4 ]1 (1(! [2 number21. move2c4 ]2 "
                        ")1! )0! ");
}

static void leaves_variations(void **state)
{
    char found[400];
    (void)state;
    visits("1. e4 (1. d4 (1. c4) d5) e5", 0, found);
    assert_string_equal(found, "[0 number01. move0e4 ]0 (0( )0) [0 move0e5 ]0 ");
    visits("1. e4 (1. d4 (1. c4) d5) e5", 1, found);
    assert_string_equal(found,
                        "[0 number01. move0e4 ]0 (0( [1 number11. move1d4 ]1 (1( )1) [1 move1d5 ]1 )0) [0 "
                        "move0e5 ]0 ");
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(gathers_turns), cmocka_unit_test(tells_rolls),
                                        cmocka_unit_test(counts_turns), cmocka_unit_test(visits_all),
                                        cmocka_unit_test(leaves_variations) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
