/* test_luck.c - luck and errors of turns: they add up, errors never gain, values are means over all throws;
 * and evaluations that are learned from games. */
#include "rules/position.h"
#include "rules/ruleset.h"
#include "study/luck.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
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

static double play_and_judge(struct judged *judged, const struct ludus_ruleset *rules, uint64_t seed)
{
    struct ludus_buffer *buffer = ludus_buffer_new();
    double sum = -1;
    assert_true(ludus_game_generate(rules, seed, 10000, 1, buffer));
    judge_record(judged, rules, ludus_buffer_text(buffer));
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
        assert_true(play_and_judge(&judged, equitum(), seed) < 1e-9);
    end_judge(&judged);
}

static void the_same_holds_for_rollouts(void **state)
{
    (void)state;
    struct judged judged = new_judge((struct ludus_judge_options){ .rollouts = 3, .seed = 5, .threads = 2 });
    assert_true(play_and_judge(&judged, equitum(), 11) < 1e-9);
    end_judge(&judged);
}

/* ---- What is learned from games ---- */

/* Adds the records of a text. */
static void learn(struct ludus_learner *learner, const struct ludus_ruleset *rules, struct ludus_text text)
{
    struct ludus_import_options how = { .size = sizeof how, .format = LUDUS_FORMAT_LUDUS };
    struct ludus_replay *replay = ludus_replay_new(rules);
    struct ludus_import *import = ludus_import_bytes(text.text, text.length, "-", &how);
    for (struct ludus_game *game; (game = ludus_import_next(import));) {
        assert_true(ludus_learner_add(learner, replay, game));
        assert_int_equal(ludus_game_count(game, LUDUS_ERROR), 0);
    }
    ludus_import_close(import);
    ludus_replay_free(replay);
}

/* Returns the rules with the evaluation that has been learned. */
static struct ludus_ruleset *learned(struct ludus_learner *learner)
{
    struct ludus_buffer *buffer = ludus_buffer_new();
    char reason[200];
    assert_true(ludus_learner_write(learner, NULL, buffer, reason, sizeof reason));
    struct ludus_text text = ludus_buffer_text(buffer);
    struct ludus_ruleset *rules = ludus_ruleset_parse(text.text, text.length, "-", NULL, NULL);
    assert_non_null(rules);
    ludus_buffer_free(buffer);
    ludus_learner_free(learner);
    return rules;
}

static void luck_and_errors_add_up_in_every_game_with_dice(void **state)
{
    (void)state;
    unsigned games = 0;
    const char *id;
    for (size_t i = 0; (id = ludus_ruleset_id_at(i)); i++) {
        const struct ludus_ruleset *rules = ludus_ruleset_find(id);
        struct ludus_learner *learner = ludus_learner_new();
        struct ludus_buffer *buffer = ludus_buffer_new();
        for (uint64_t seed = 1; ludus_ruleset_dice(rules) && seed <= 40; seed++)
            assert_true(ludus_game_generate(rules, seed, 2000, 1, buffer));
        if (ludus_ruleset_dice(rules)) {
            learn(learner, rules, ludus_buffer_text(buffer));
            struct ludus_ruleset *estimate = learned(learner);
            struct judged judged = new_judge((struct ludus_judge_options){ .estimate = estimate });
            for (uint64_t seed = 1; seed <= (getenv("LONG") ? 20 : 2); seed++)
                assert_true(play_and_judge(&judged, rules, seed) < 1e-9);
            games++;
            end_judge(&judged);
            ludus_ruleset_free(estimate);
        } else
            ludus_learner_free(learner);
        ludus_buffer_free(buffer);
    }
    assert_true(games >= 4);
}

/* Appends the rank of a FEN with these pieces, a blank for each empty square. */
static void add_rank(char *fen, const char rank[8])
{
    unsigned empty = 0;
    for (unsigned file = 0; file <= 8; file++) {
        bool piece = file < 8 && rank[file];
        if (empty && (piece || file == 8))
            sprintf(fen + strlen(fen), "%u", empty);
        empty = piece ? 0 : empty + 1;
        if (piece)
            strncat(fen, rank + file, 1);
    }
    strcat(fen, "/");
}

/* Games of one move, from positions with kings and pawns on four files, in which White wins with a known
 * chance: a pawn is worth 1 for each rank that it is advanced, of 7, and White's turn 0.3. */
static void weights_by_which_results_fall_are_found(void **state)
{
    (void)state;
    const struct ludus_ruleset *chess = ludus_ruleset_find("chess");
    struct ludus_learner *learner = ludus_learner_new();
    uint64_t random = 1;
    for (unsigned game = 0; game < 8000; game++) {
        char ranks[8][8] = { { 'K' }, [7] = { [7] = 'k' } }, fen[100] = "", text[200];
        double sum = 0.3;
        for (unsigned file = 2; file < 6; file++) {
            unsigned rank = (unsigned)(1 + random_next(&random) % 6), white = random_next(&random) & 1;
            ranks[rank][file] = white ? 'P' : 'p';
            sum += white ? rank / 7.0 : -(double)(7 - rank) / 7.0;
        }
        for (unsigned rank = 8; rank-- > 0;)
            add_rank(fen, ranks[rank]);
        bool won = (double)(random_next(&random) >> 11) < 0x1p53 / (1 + exp(-sum));
        int length = snprintf(text, sizeof text, "[FEN \"%.*s w - - 0 1\"]\n\n1. Ka2 %s\n",
                              (int)strlen(fen) - 1, fen, won ? "1-0" : "0-1");
        learn(learner, chess, (struct ludus_text){ text, (size_t)length });
    }
    struct ludus_ruleset *rules = learned(learner);
    const double *weights = rules->rules.evaluation;
    const double *pawn = weights + TERM_WORTH + 2 * WORTHS * rules_letter(&rules->rules, 'P');
    assert_true(rules->rules.evaluated);
    assert_true(fabs(pawn[1] - 1) < 0.15);
    assert_true(fabs(weights[TERM_TURN] - 0.3) < 0.15);
    assert_true(fabs(pawn[0]) < 0.15 && fabs(pawn[2]) < 0.15 && fabs(weights[TERM_MOBILITY]) < 0.15);
    assert_true(pawn[4] == pawn[1] && weights[TERM_WHITE] == 0 && weights[TERM_DANGER] == 0);
    ludus_ruleset_free(rules);
}

static void nothing_is_learned_from_few_games_or_from_equal_results(void **state)
{
    (void)state;
    struct ludus_learner *learner = ludus_learner_new();
    struct ludus_buffer *buffer = ludus_buffer_new();
    const char game[] = "1. e4 1-0\n\n";
    char reason[200];
    for (unsigned i = 0; i < 9; i++)
        learn(learner, NULL, (struct ludus_text){ game, sizeof game - 1 });
    assert_false(ludus_learner_write(learner, NULL, buffer, reason, sizeof reason));
    assert_non_null(strstr(reason, "10 games"));
    learn(learner, NULL, (struct ludus_text){ game, sizeof game - 1 });
    assert_false(ludus_learner_write(learner, NULL, buffer, reason, sizeof reason));
    assert_non_null(strstr(reason, "same result"));
    assert_int_equal(ludus_buffer_text(buffer).length, 0);
    ludus_buffer_free(buffer);
    ludus_learner_free(learner);
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
    struct evaluator *evaluator = evaluator_new(equitum(), equitum()->rules.evaluation);
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

static struct ludus_ruleset *parse(const char *text)
{
    struct ludus_ruleset *rules = ludus_ruleset_parse(text, strlen(text), "-", NULL, NULL);
    assert_non_null(rules);
    return rules;
}

static void what_was_valued_is_forgotten_with_other_rules(void **state)
{
    (void)state;
    struct ludus_ruleset *other =
        parse("ruleset other\nparent ludus-equitum\nevaluation 1 0.5 0 0 0 0 0 0\n");
    struct judged judged = new_judge((struct ludus_judge_options){ .depth = 1 });
    double first = judge_first(&judged, equitum(), start);
    assert_true(judge_first(&judged, other, start) != first);
    assert_true(judge_first(&judged, equitum(), start) == first);
    end_judge(&judged);
    ludus_ruleset_free(other);
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
    struct ludus_ruleset *estimate = parse("ruleset chess\nparent chess\nevaluation 0 0 0 8 0 0 0 0\n");
    struct judged judged = new_judge((struct ludus_judge_options){ .estimate = estimate });
    (void)judge_first(&judged, ludus_ruleset_find("chess"), mate);
    assert_string_equal(judged.out.best_text, "Rd8#");
    assert_true(judged.out.luck == 0);
    assert_true(judged.out.best == 1 && judged.out.error < -0.2);
    end_judge(&judged);
    ludus_ruleset_free(estimate);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(luck_and_errors_of_a_game_add_up_to_its_result),
        cmocka_unit_test(the_same_holds_for_rollouts),
        cmocka_unit_test(luck_and_errors_add_up_in_every_game_with_dice),
        cmocka_unit_test(weights_by_which_results_fall_are_found),
        cmocka_unit_test(nothing_is_learned_from_few_games_or_from_equal_results),
        cmocka_unit_test(a_value_is_the_mean_of_the_best_turns_of_all_throws),
        cmocka_unit_test(what_was_valued_is_forgotten_with_other_rules),
        cmocka_unit_test(values_are_the_same_seen_from_either_side),
        cmocka_unit_test(rollouts_are_the_same_for_the_same_seed_and_any_number_of_threads),
        cmocka_unit_test(a_missed_mate_is_an_error_and_no_bad_luck),
    };
    return cmocka_run_group_tests_name("luck", tests, NULL, NULL);
}
