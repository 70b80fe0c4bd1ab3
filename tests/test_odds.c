/* test_odds.c - odds of the next turn: what the commentary of the sample game states, and all throws one by
 * one. */
#include "base/memory.h"
#include "rules/position.h"
#include "rules/ruleset.h"
#include "study/luck.h"
#include "study/note.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { POSITIONS = 200, FACES = 6 };

static struct ludus_position *position_of(const char *fen)
{
    char reason[200];
    struct ludus_position *pos = ludus_position_new(ludus_ruleset_find("ludus-equitum"));
    if (!ludus_position_set_fen(pos, fen, reason, sizeof reason))
        fail_msg("%s: %s", fen, reason);
    return pos;
}

/* "4/36 1-1 1-2 2-2" */
static void assert_rolls(const struct ludus_odds *odds, const struct ludus_rolls *rolls, const char *expected)
{
    struct ludus_buffer text = { 0 };
    buf_format(&text, "%u/%u", rolls->throws, odds->throws);
    for (unsigned i = 0; i < rolls->count; i++)
        buf_format(&text, " %u-%u", rolls->dice[i][0], rolls->dice[i][1]);
    assert_string_equal(buf_string(&text), expected);
    buf_free(&text);
}

/* ---- What the commentary says ---- */

static const char after_4b[] = "2er1l1p/1mm1mmm1/2qm4/4e3/4M3/2MME3/1M2QMM1/P1L1R1E1 w - - 8 5";

static void four_opening_throws_move_nothing(void **state)
{
    (void)state;
    struct ludus_position *pos = position_of("1eerqlp1/1mmmmmm1/8/8/8/8/1MMMMMM1/1PLQREE1 w - - 0 1");
    struct ludus_odds odds = { .size = sizeof odds };
    assert_true(ludus_position_odds(pos, LUDUS_WHITE, &odds));
    assert_rolls(&odds, &odds.none, "4/36 1-1 1-2 2-2");
    assert_rolls(&odds, &odds.win, "0/36");
    ludus_position_free(pos);
}

static void after_4b_the_eques_threatens_to_win_with_four_throws(void **state)
{
    (void)state;
    struct ludus_position *pos = position_of(after_4b);
    struct ludus_odds odds = { .size = sizeof odds };
    assert_true(ludus_position_odds(pos, LUDUS_BLACK, &odds));
    assert_rolls(&odds, &odds.win, "4/36 5-5 5-6 6-6");
    ludus_position_free(pos);
}

/* Positions after a turn of the sample game. */
static struct ludus_position *sample_after(unsigned number, unsigned side)
{
    struct ludus_reader *reader = ludus_reader_open("corpus/ludus-equitum/pentamere-1995.ludus");
    struct ludus_replay *replay = ludus_replay_new(NULL);
    struct ludus_position *pos = NULL;
    struct ludus_turn turn = { .size = sizeof turn };
    assert_non_null(reader);
    assert_true(ludus_replay_start(replay, ludus_reader_next(reader)));
    while (!pos && ludus_replay_next(replay, &turn))
        if (turn.number == number && turn.side == side)
            pos = ludus_position_copy(ludus_replay_after(replay));
    ludus_replay_free(replay);
    ludus_reader_close(reader);
    assert_non_null(pos);
    return pos;
}

static void after_10w_the_eques_threatens_to_win_with_twenty_throws(void **state)
{
    (void)state;
    struct ludus_position *pos = sample_after(10, LUDUS_WHITE);
    struct ludus_odds odds = { .size = sizeof odds };
    assert_true(ludus_position_odds(pos, LUDUS_WHITE, &odds));
    assert_int_equal(odds.win.throws, 20);
    assert_int_equal(odds.throws, 36);
    ludus_position_free(pos);
}

static void before_10b_the_rex_takes_the_eques_with_four_throws(void **state)
{
    (void)state;
    struct ludus_position *pos = sample_after(10, LUDUS_WHITE);
    struct ludus_odds odds = { .size = sizeof odds };
    unsigned rex = 0, b6 = 5 * 8 + 1;
    assert_true(ludus_position_odds(pos, LUDUS_BLACK, &odds));
    assert_string_equal(ludus_ruleset_kind_name(pos->ruleset, rex), "Rex");
    assert_int_equal(odds.capture_by[b6][rex], 4);
    assert_int_equal(odds.capture[b6], 15); /* a miles with any 4, too */
    ludus_position_free(pos);
}

/* ---- All throws one by one ---- */

/* What one throw can do. */
struct throw
{
    bool any, win;
    bool capture[SQUARES_MAX], reach[SQUARES_MAX], by[SQUARES_MAX][KINDS_MAX];
    struct ludus_position start;
};

static void try_moves(struct ludus_position *pos, struct throw *found)
{
    struct ludus_move *moves = malloc(pos->ruleset->max_moves * sizeof *moves);
    size_t count = movegen_all(pos, moves);
    unsigned mover = found->start.side;
    for (size_t i = 0; i < count; i++) {
        struct undo undo;
        unsigned to = moves[i].to, target = pos->cell[to], kind = CODE_KIND(pos->cell[moves[i].from]);
        found->any = found->reach[to] = true;
        if (target && target == found->start.cell[to] && CODE_SIDE(target) != mover)
            found->capture[to] = found->by[to][kind] = true;
        position_make(pos, moves[i], &undo);
        if (outcome_of(pos, NULL) == (mover == LUDUS_WHITE ? LUDUS_WHITE_WINS : LUDUS_BLACK_WINS))
            found->win = true;
        try_moves(pos, found);
        position_unmake(pos, &undo);
    }
    free(moves);
}

static void compare(const struct ludus_position *position)
{
    struct ludus_odds odds = { .size = sizeof odds }, count = { .throws = 0 };
    assert_true(ludus_position_odds(position, ludus_position_side(position), &odds));
    for (unsigned a = 1; a <= FACES; a++)
        for (unsigned b = 1; b <= FACES; b++) {
            struct throw found = { .start = *position };
            struct ludus_position pos = *position;
            assert_true(ludus_position_roll(&pos, (uint8_t[]){ (uint8_t)a, (uint8_t)b }, 2));
            try_moves(&pos, &found);
            count.none.throws += !found.any;
            count.win.throws += found.win;
            for (unsigned s = 0; s < SQUARES_MAX; s++) {
                count.capture[s] += found.capture[s];
                count.reach[s] += found.reach[s];
                for (unsigned k = 0; k < KINDS_MAX; k++)
                    count.capture_by[s][k] = count.capture_by[s][k] + found.by[s][k];
            }
        }
    assert_int_equal(odds.none.throws, count.none.throws);
    assert_int_equal(odds.win.throws, count.win.throws);
    assert_memory_equal(odds.capture, count.capture, sizeof odds.capture);
    assert_memory_equal(odds.reach, count.reach, sizeof odds.reach);
    assert_memory_equal(odds.capture_by, count.capture_by, sizeof odds.capture_by);
}

/* Plays a random turn for good. */
static void play_any(struct ludus_position *pos, uint64_t *random)
{
    struct ludus_move moves[512];
    uint8_t dice[2];
    for (unsigned i = 0; i < 2; i++)
        dice[i] = (uint8_t)(1 + random_next(random) % FACES);
    assert_true(ludus_position_roll(pos, dice, 2));
    for (size_t count; (count = ludus_position_moves(pos, moves, 512)) > 0;)
        assert_true(ludus_position_make(pos, moves[random_next(random) % count]));
    assert_true(ludus_position_end_turn(pos));
}

static void odds_agree_with_all_throws_on_random_positions(void **state)
{
    (void)state;
    uint64_t random = 6;
    struct ludus_position *pos = NULL;
    for (unsigned i = 0; i < POSITIONS;) {
        if (!pos || ludus_position_result(pos, NULL) != LUDUS_OPEN) {
            ludus_position_free(pos);
            pos = ludus_position_new(ludus_ruleset_find("ludus-equitum"));
        }
        play_any(pos, &random);
        if (random_next(&random) % 2 && ludus_position_result(pos, NULL) == LUDUS_OPEN) {
            compare(pos);
            i++;
        }
    }
    ludus_position_free(pos);
}

static void a_game_that_is_over_has_no_odds(void **state)
{
    (void)state;
    struct ludus_position *pos = position_of("8/8/8/8/8/8/8/RM5e b - - 0 1");
    struct ludus_odds odds = { .size = sizeof odds };
    assert_true(ludus_position_odds(pos, LUDUS_BLACK, &odds));
    assert_int_equal(odds.none.throws + odds.win.throws + odds.reach[20], 0);
    assert_int_equal(odds.throws, 36);
    ludus_position_free(pos);
}

static void chess_has_one_throw_that_says_what_can_be(void **state)
{
    (void)state;
    char reason[100];
    struct ludus_position *pos = ludus_position_new(ludus_ruleset_find("chess"));
    struct ludus_odds odds = { .size = sizeof odds };
    assert_true(ludus_position_set_fen(pos, "6k1/5ppp/8/8/8/8/r7/3R2K1 w - - 0 1", reason, sizeof reason));
    assert_true(ludus_position_odds(pos, LUDUS_WHITE, &odds));
    assert_int_equal(odds.throws, 1);
    assert_int_equal(odds.win.throws, 1);
    assert_int_equal(odds.capture[8], 0);
    assert_int_equal(odds.reach[59], 1);
    assert_true(ludus_position_odds(pos, LUDUS_BLACK, &odds));
    assert_int_equal(odds.win.throws, 0);
    ludus_position_free(pos);
}

static void out_of_check_it_cannot_be_the_other_sides_turn(void **state)
{
    (void)state;
    char reason[100];
    struct ludus_position *pos = ludus_position_new(ludus_ruleset_find("chess"));
    struct ludus_odds odds = { .size = sizeof odds };
    assert_true(ludus_position_set_fen(pos, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", reason, sizeof reason));
    assert_true(ludus_position_odds(pos, LUDUS_BLACK, &odds));
    for (unsigned square = 0; square < 64; square++)
        assert_int_equal(odds.reach[square] + odds.capture[square], 0);
    assert_true(ludus_position_odds(pos, LUDUS_WHITE, &odds));
    assert_int_equal(odds.capture[12], 1);
    ludus_position_free(pos);
}

static void equal_dice_are_weighed_by_their_orders(void **state)
{
    (void)state;
    assert_int_equal(dice_weight((const uint8_t[]){ 2, 2, 2 }, 3), 1);
    assert_int_equal(dice_weight((const uint8_t[]){ 1, 2, 2 }, 3), 3);
    assert_int_equal(dice_weight((const uint8_t[]){ 1, 2, 3 }, 3), 6);
    assert_int_equal(dice_weight((const uint8_t[]){ 1, 1, 2, 2 }, 4), 6);
    assert_int_equal(dice_weight((const uint8_t[]){ 5, 5, 5, 5 }, 4), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_opening_throws_move_nothing),
        cmocka_unit_test(after_4b_the_eques_threatens_to_win_with_four_throws),
        cmocka_unit_test(after_10w_the_eques_threatens_to_win_with_twenty_throws),
        cmocka_unit_test(before_10b_the_rex_takes_the_eques_with_four_throws),
        cmocka_unit_test(odds_agree_with_all_throws_on_random_positions),
        cmocka_unit_test(a_game_that_is_over_has_no_odds),
        cmocka_unit_test(out_of_check_it_cannot_be_the_other_sides_turn),
        cmocka_unit_test(equal_dice_are_weighed_by_their_orders),
        cmocka_unit_test(chess_has_one_throw_that_says_what_can_be),
    };
    return cmocka_run_group_tests_name("odds", tests, NULL, NULL);
}
