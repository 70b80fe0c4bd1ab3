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

/* A random game, of which every turn is judged. */
struct judged {
    struct ludus_judge *judge; /* owned, as what follows */
    struct ludus_replay *replay;
    struct ludus_import *import;
    struct ludus_turn turn;
    struct ludus_judgement out;
};

/* Begins with a record. */
static void judge_record(struct judged *judged, const struct ludus_ruleset *rules, struct ludus_text text)
{
    struct ludus_import_options how = { .size = sizeof how, .format = LUDUS_FORMAT_LUDUS };
    ludus_replay_free(judged->replay);
    ludus_import_close(judged->import);
    judged->replay = ludus_replay_new(rules);
    judged->import = ludus_import_bytes(text.text, text.length, "-", &how);
    judged->turn.size = sizeof judged->turn;
    judged->out.size = sizeof judged->out;
    assert_true(ludus_replay_start(judged->replay, ludus_import_next(judged->import)));
}

static bool judge_next(struct judged *judged)
{
    if (!ludus_replay_next(judged->replay, &judged->turn))
        return false;
    assert_true(ludus_judge_turn(judged->judge, judged->replay, &judged->turn, &judged->out));
    return true;
}

/* The value before the first turn of a record. */
static double judge_first(struct judged *judged, const struct ludus_ruleset *rules, const char *text)
{
    judge_record(judged, rules, (struct ludus_text){ text, strlen(text) });
    assert_true(judge_next(judged));
    return judged->out.before;
}

static struct judged new_judge(struct ludus_judge_options options)
{
    options.size = sizeof options;
    return (struct judged){ .judge = ludus_judge_new(&options) };
}

static void end_judge(struct judged *judged)
{
    ludus_judge_free(judged->judge);
    ludus_replay_free(judged->replay);
    ludus_import_close(judged->import);
}

/* ---- The sum ---- */

static double play_and_judge(struct judged *judged, uint64_t seed)
{
    struct ludus_buffer *buffer = ludus_buffer_new();
    double sum = -1;
    assert_true(ludus_game_generate(equitum(), seed, 10000, 1, buffer));
    judge_record(judged, equitum(), ludus_buffer_text(buffer));
    while (judge_next(judged)) {
        const struct ludus_judgement *out = &judged->out;
        double sign = judged->turn.side == LUDUS_WHITE ? 1 : -1;
        if (sum < 0)
            sum = out->before;
        sum += out->luck + out->error;
        assert_true(sign * out->error <= 0);
        assert_true((out->best_text[0] != '\0') == (out->error != 0) || fabs(out->error) < 1e-12);
    }
    enum ludus_result result = ludus_position_result(ludus_replay_after(judged->replay), NULL);
    assert_true(result != LUDUS_OPEN);
    sum -= result == LUDUS_WHITE_WINS ? 1 : result == LUDUS_BLACK_WINS ? 0 : 0.5;
    ludus_buffer_free(buffer);
    return fabs(sum);
}

static void luck_and_errors_of_a_game_add_up_to_its_result(void **state)
{
    (void)state;
    struct judged judged = new_judge((struct ludus_judge_options){ .depth = 1 });
    for (uint64_t seed = 1; seed <= (getenv("LONG") ? GAMES : GAMES / 25); seed++)
        assert_true(play_and_judge(&judged, seed) < 1e-9);
    end_judge(&judged);
}

static void the_same_holds_for_rollouts(void **state)
{
    (void)state;
    struct judged judged = new_judge((struct ludus_judge_options){ .rollouts = 3, .seed = 5, .threads = 2 });
    assert_true(play_and_judge(&judged, 11) < 1e-9);
    end_judge(&judged);
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
    struct evaluator *evaluator = evaluator_new(equitum(), NULL);
    struct judged judged = new_judge((struct ludus_judge_options){ .depth = 1 });
    struct ludus_buffer *buffer = ludus_buffer_new();
    assert_true(ludus_game_generate(equitum(), 3, VALUED, 1, buffer));
    judge_record(&judged, equitum(), ludus_buffer_text(buffer));
    while (judge_next(&judged)) {
        const struct ludus_position *pos = ludus_replay_before(judged.replay);
        double sum = 0;
        for (uint8_t a = 1; a <= 6; a++)
            for (uint8_t b = 1; b <= 6; b++) {
                struct ludus_position copy = *pos;
                copy.dice_count = 0;
                assert_true(ludus_position_roll(&copy, (uint8_t[]){ a, b }, 2));
                sum += best_of(evaluator, &copy, pos->side);
            }
        assert_true(fabs(sum / 36 - judged.out.before) < 1e-12);
    }
    free(evaluator);
    ludus_buffer_free(buffer);
    end_judge(&judged);
}

static const char start[] = "1W. (6,6) pass *\n";
static const char mate[] = "[FEN \"6k1/5ppp/8/8/8/8/r7/3R2K1 w - - 0 1\"]\n\n1. Re1 *\n";

static void what_was_valued_is_forgotten_with_other_rules(void **state)
{
    (void)state;
    struct judged judged = new_judge((struct ludus_judge_options){ .depth = 1 });
    double first = judge_first(&judged, equitum(), start);
    assert_true(judge_first(&judged, ludus_ruleset_find("chess"), mate) != first);
    assert_true(judge_first(&judged, equitum(), start) == first);
    end_judge(&judged);
}

static void values_are_the_same_seen_from_either_side(void **state)
{
    (void)state;
    struct judged judged = new_judge((struct ludus_judge_options){ .depth = 1 });
    double white = judge_first(&judged, equitum(),
                               "[FEN \"1eerqlp1/1mmmmmm1/8/8/4E3/8/1MMMMMM1/1PLQR3 w - - 0 1\"]\n\n"
                               "1W. (6,6) pass *\n");
    double black = judge_first(&judged, equitum(),
                               "[FEN \"1plqr3/1mmmmmm1/8/4e3/8/8/1MMMMMM1/1EERQLP1 b - - 0 1\"]\n\n"
                               "1B. (6,6) pass *\n");
    assert_true(fabs(white + black - 1) < 1e-12);
    end_judge(&judged);
}

static void rollouts_are_the_same_for_the_same_seed_and_any_number_of_threads(void **state)
{
    (void)state;
    double value[4];
    for (unsigned i = 0; i < 4; i++) {
        struct judged judged = new_judge(
            (struct ludus_judge_options){ .rollouts = 20, .seed = i < 2 ? 1 : i, .threads = i == 1 ? 3 : 1 });
        value[i] = judge_first(&judged, equitum(), start);
        end_judge(&judged);
    }
    assert_true(value[0] == value[1]);
    assert_true(value[0] != value[2] || value[0] != value[3]);
}

/* ---- Games without dice ---- */

static void a_missed_mate_is_an_error_and_no_bad_luck(void **state)
{
    (void)state;
    struct judged judged = new_judge((struct ludus_judge_options){ .depth = 0 });
    (void)judge_first(&judged, ludus_ruleset_find("chess"), mate);
    assert_string_equal(judged.out.best_text, "Rd8#");
    assert_true(judged.out.luck == 0);
    assert_true(judged.out.best == 1 && judged.out.error < -0.2);
    end_judge(&judged);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(luck_and_errors_of_a_game_add_up_to_its_result),
        cmocka_unit_test(the_same_holds_for_rollouts),
        cmocka_unit_test(a_value_is_the_mean_of_the_best_turns_of_all_throws),
        cmocka_unit_test(what_was_valued_is_forgotten_with_other_rules),
        cmocka_unit_test(values_are_the_same_seen_from_either_side),
        cmocka_unit_test(rollouts_are_the_same_for_the_same_seed_and_any_number_of_threads),
        cmocka_unit_test(a_missed_mate_is_an_error_and_no_bad_luck),
    };
    return cmocka_run_group_tests_name("luck", tests, NULL, NULL);
}
