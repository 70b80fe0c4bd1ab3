/* test_luck.c - luck and errors of turns: they add up, errors never gain, values are means over all throws.
 */
#include "rules/position.h"
#include "rules/ruleset.h"
#include "study/luck.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { GAMES = 1000, VALUED = 20 };

static const struct ludus_ruleset *equitum(void)
{
    return ludus_ruleset_find("ludus-equitum");
}

/* Plays a random turn for good. */
static void play_any(struct ludus_position *pos, uint64_t *random, uint8_t dice[LUDUS_DICE_MAX])
{
    struct ludus_move *moves = malloc(pos->ruleset->max_moves * sizeof *moves);
    struct search_turn turn = { .move_count = 0 };
    struct ludus_position copy = *pos;
    search_throw(pos->ruleset, random, dice);
    if (pos->ruleset->rules.dice)
        assert_true(ludus_position_roll(&copy, dice, pos->ruleset->rules.dice));
    for (size_t count; copy.side == pos->side && (count = movegen_all(&copy, moves)) > 0;) {
        struct undo undo;
        turn.moves[turn.move_count++] = moves[random_next(random) % count];
        position_make(&copy, turn.moves[turn.move_count - 1], &undo);
        copy.past = NULL;
    }
    search_play(pos, &turn);
    free(moves);
}

/* ---- The sum ---- */

static double play_and_judge(struct ludus_judge *judge, uint64_t seed)
{
    struct ludus_position *pos = ludus_position_new(equitum());
    double sum = -1, sign;
    uint8_t dice[LUDUS_DICE_MAX];
    while (ludus_position_result(pos, NULL) == LUDUS_OPEN) {
        struct ludus_position before = *pos;
        struct ludus_judgement out = { .size = sizeof out };
        play_any(pos, &seed, dice);
        assert_true(luck_judge(judge, &before, pos, dice, &out));
        sign = before.side == LUDUS_WHITE ? 1 : -1;
        if (sum < 0)
            sum = out.before;
        sum += out.luck + out.error;
        assert_true(sign * out.error <= 0);
        assert_true((out.best_text[0] != '\0') == (out.error != 0) || fabs(out.error) < 1e-12);
    }
    sum -= evaluator_result(ludus_position_result(pos, NULL));
    ludus_position_free(pos);
    return fabs(sum);
}

static void luck_and_errors_of_a_game_add_up_to_its_result(void **state)
{
    (void)state;
    struct ludus_judge *judge = ludus_judge_new(
        &(struct ludus_judge_options){ .size = sizeof(struct ludus_judge_options), .depth = 1 });
    for (uint64_t seed = 1; seed <= (getenv("LONG") ? GAMES : GAMES / 25); seed++)
        assert_true(play_and_judge(judge, seed) < 1e-9);
    ludus_judge_free(judge);
}

static void the_same_holds_for_rollouts(void **state)
{
    (void)state;
    struct ludus_judge *judge = ludus_judge_new(&(struct ludus_judge_options){
        .size = sizeof(struct ludus_judge_options), .rollouts = 3, .seed = 5, .threads = 2 });
    assert_true(play_and_judge(judge, 11) < 1e-9);
    ludus_judge_free(judge);
}

/* ---- Values ---- */

/* The best value of a turn with the dice as they lie, found move by move. */
static double best_of(const struct evaluator *evaluator, struct ludus_position *pos, unsigned mover)
{
    struct ludus_move *moves = malloc(pos->ruleset->max_moves * sizeof *moves);
    size_t count = movegen_all(pos, moves);
    struct undo undo;
    double sign = mover == LUDUS_WHITE ? 1 : -1, best;
    position_end_turn(pos, &undo);
    best = evaluator_static(evaluator, pos);
    position_unmake(pos, &undo);
    for (size_t i = 0; i < count; i++) {
        position_make(pos, moves[i], &undo);
        double now = best_of(evaluator, pos, mover);
        best = sign * now > sign * best ? now : best;
        position_unmake(pos, &undo);
    }
    free(moves);
    return best;
}

static void a_value_is_the_mean_of_the_best_turns_of_all_throws(void **state)
{
    (void)state;
    struct evaluator *evaluator = evaluator_new(equitum());
    struct search search = { .evaluator = evaluator };
    struct ludus_position *pos = ludus_position_new(equitum());
    uint64_t random = 3;
    uint8_t dice[LUDUS_DICE_MAX];
    for (unsigned i = 0; i < VALUED && ludus_position_result(pos, NULL) == LUDUS_OPEN; i++) {
        double sum = 0;
        for (uint8_t a = 1; a <= 6; a++)
            for (uint8_t b = 1; b <= 6; b++) {
                struct ludus_position copy = *pos;
                assert_true(ludus_position_roll(&copy, (uint8_t[]){ a, b }, 2));
                sum += best_of(evaluator, &copy, pos->side);
            }
        assert_true(fabs(sum / 36 - search_value(&search, pos, 1)) < 1e-12);
        play_any(pos, &random, dice);
    }
    search_free(&search);
    evaluator_free(evaluator);
    ludus_position_free(pos);
}

static void what_was_valued_is_forgotten_with_other_constants(void **state)
{
    (void)state;
    struct evaluator *evaluator = evaluator_new(equitum());
    struct search search = { .evaluator = evaluator }, fresh = { .evaluator = evaluator };
    struct ludus_position *pos = ludus_position_new(equitum());
    struct evaluation other = { .turn = 1 };
    double before = search_value(&search, pos, 1);
    evaluator_use(evaluator, &other);
    search_use(&search, evaluator);
    double after = search_value(&search, pos, 1);
    assert_true(after != before);
    assert_true(after == search_value(&fresh, pos, 1));
    search_free(&search);
    search_free(&fresh);
    evaluator_free(evaluator);
    ludus_position_free(pos);
}

static void values_are_the_same_seen_from_either_side(void **state)
{
    (void)state;
    static const char *const fens[] = { "1eerqlp1/1mmmmmm1/8/8/4E3/8/1MMMMMM1/1PLQR3 w - - 0 1",
                                        "1plqr3/1mmmmmm1/8/4e3/8/8/1MMMMMM1/1EERQLP1 b - - 0 1" };
    struct evaluator *evaluator = evaluator_new(equitum());
    struct search search = { .evaluator = evaluator };
    double seen[2];
    for (unsigned i = 0; i < 2; i++) {
        char reason[100];
        struct ludus_position *pos = ludus_position_new(equitum());
        assert_true(ludus_position_set_fen(pos, fens[i], reason, sizeof reason));
        seen[i] = search_value(&search, pos, 1);
        ludus_position_free(pos);
    }
    assert_true(fabs(seen[0] + seen[1] - 1) < 1e-12);
    search_free(&search);
    evaluator_free(evaluator);
}

static void rollouts_are_the_same_for_the_same_seed_and_any_number_of_threads(void **state)
{
    (void)state;
    struct evaluator *evaluator = evaluator_new(equitum());
    struct search search = { .evaluator = evaluator }, other = { .evaluator = evaluator };
    struct ludus_position *pos = ludus_position_new(equitum());
    double first = search_rollout(&search, pos, 20, 1, 1);
    assert_true(first == search_rollout(&other, pos, 20, 1, 3));
    assert_true(first != search_rollout(&other, pos, 20, 2, 1) ||
                first != search_rollout(&other, pos, 20, 3, 1));
    search_free(&search);
    search_free(&other);
    evaluator_free(evaluator);
    ludus_position_free(pos);
}

/* ---- Games without dice ---- */

static void a_missed_mate_is_an_error_and_no_bad_luck(void **state)
{
    (void)state;
    char reason[100];
    struct ludus_position *pos = ludus_position_new(ludus_ruleset_find("chess"));
    struct ludus_judge *judge = ludus_judge_new(
        &(struct ludus_judge_options){ .size = sizeof(struct ludus_judge_options), .depth = 0 });
    struct search_turn turn = { .moves = { { 3, 4, LUDUS_STEP, NONE } }, .move_count = 1 };
    struct ludus_judgement out = { .size = sizeof out };
    assert_true(ludus_position_set_fen(pos, "6k1/5ppp/8/8/8/8/r7/3R2K1 w - - 0 1", reason, sizeof reason));
    struct ludus_position before = *pos;
    search_play(pos, &turn);
    assert_true(luck_judge(judge, &before, pos, NULL, &out));
    assert_string_equal(out.best_text, "Rd8#");
    assert_true(out.luck == 0);
    assert_true(out.best == 1 && out.error < -0.2);
    ludus_judge_free(judge);
    ludus_position_free(pos);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(luck_and_errors_of_a_game_add_up_to_its_result),
        cmocka_unit_test(the_same_holds_for_rollouts),
        cmocka_unit_test(a_value_is_the_mean_of_the_best_turns_of_all_throws),
        cmocka_unit_test(what_was_valued_is_forgotten_with_other_constants),
        cmocka_unit_test(values_are_the_same_seen_from_either_side),
        cmocka_unit_test(rollouts_are_the_same_for_the_same_seed_and_any_number_of_threads),
        cmocka_unit_test(a_missed_mate_is_an_error_and_no_bad_luck),
    };
    return cmocka_run_group_tests_name("luck", tests, NULL, NULL);
}
