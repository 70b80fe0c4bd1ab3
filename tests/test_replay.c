/* test_replay.c - replaying records: turns, variations, damaged places, sic, canonical text, and the sample
 * game with every die and every square changed. */
#include "record_text.h"
#include "rules/position.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { LIST_SIZE = 4096 };

/* Codes of all messages, warnings and notes marked ? and *, joined by blanks. */
static void add_code(void *context, const struct ludus_message *message)
{
    static const char *const marks[] = { "*", "?", "" };
    struct ludus_buffer *out = context;
    buf_format(out, "%s%s%s", out->length ? " " : "", message->code, marks[message->severity]);
}

/* Checks that the first record of `text` gives just these messages. */
static void assert_codes(const char *text, const char *expected)
{
    struct sample sample;
    struct ludus_buffer codes = { 0 };
    struct ludus_replay *replay = ludus_replay_new(NULL);
    sample_open(&sample, text, strlen(text));
    struct ludus_game *game = sample_next(&sample);
    assert_non_null(game);
    ludus_game_check(replay, game);
    ludus_game_messages(game, add_code, &codes);
    if (strcmp(buf_string(&codes), expected) != 0)
        fail_msg("%s\nexpected: %s\ngot:      %s", text, expected, buf_string(&codes));
    buf_free(&codes);
    sample_close(&sample);
    ludus_replay_free(replay);
}

/* All turns of the record as "depth:label state text", one a line. */
static void assert_turns(const char *text, const char *expected)
{
    static const char states[] = "=!?";
    struct sample sample;
    struct ludus_buffer turns = { 0 };
    struct ludus_turn turn = { .size = sizeof turn };
    struct ludus_replay *replay = ludus_replay_new(NULL);
    sample_open(&sample, text, strlen(text));
    struct ludus_game *game = sample_next(&sample);
    assert_non_null(game);
    assert_true(ludus_replay_start(replay, game));
    while (ludus_replay_next(replay, &turn))
        buf_format(&turns, "%u:%u%c%c%s\n", turn.depth, turn.number, turn.side ? 'B' : 'W',
                   states[turn.state], turn.text);
    assert_string_equal(buf_string(&turns), expected);
    buf_free(&turns);
    sample_close(&sample);
    ludus_replay_free(replay);
}

static void assert_formatted(const char *text, const char *expected)
{
    struct sample sample;
    struct ludus_buffer out = { 0 };
    struct ludus_replay *replay = ludus_replay_new(NULL);
    sample_open(&sample, text, strlen(text));
    ludus_game_format(replay, sample_next(&sample), &out);
    assert_string_equal(buf_string(&out), expected);
    buf_free(&out);
    sample_close(&sample);
    ludus_replay_free(replay);
}

/* ---- Turns ---- */

static void turns_are_numbered_and_written_canonically(void **state)
{
    (void)state;
    assert_turns("1. e2-e4 e7e5 2. Ng1f3 b8c6 *", "0:1W=e4\n0:1B=e5\n0:2W=Nf3\n0:2B=Nc6\n");
    assert_turns("[Variant \"ludus-equitum\"]\n\n1W. (2,3) Pb1-a1 1B. (1,1) -- 2W. (4,4) c3, Fighter d2-d3 *",
                 "0:1W=(2,3) Pelicanus b1-a1\n0:1B=(1,1) pass\n0:2W=(4,4) Miles c2-c3, Miles d2-d3\n");
}

static void variations_replace_the_turn_before_them(void **state)
{
    (void)state;
    assert_turns("1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) 1... e5 (1... c5) 2. Nf3 *",
                 "0:1W=e4\n1:1W=d4\n1:1B=d5\n2:1B=Nf6\n2:2W=c4\n1:2W=c4\n0:1B=e5\n1:1B=c5\n0:2W=Nf3\n");
}

static void a_fault_ends_its_own_line_only(void **state)
{
    (void)state;
    assert_turns("1. e4 (1. e5 e6 2. d4) 1... e5 2. Ke3 (2. Ke2 Ke7) Nc6 *",
                 "0:1W=e4\n1:1W!e5\n1:1B?e6\n1:2W?d4\n0:1B=e5\n0:2W!Ke3\n1:2W=Ke2\n1:2B=Ke7\n0:2B?Nc6\n");
    assert_codes("1. e4 (1. e5 e6 2. d4) 1... e5 2. Ke3 (2. Ke2 Ke7) Nc6 *", "no-piece-can geometry");
}

static void deep_variations_need_no_stack(void **state)
{
    (void)state;
    enum { DEPTH = 100000 };
    struct ludus_buffer text = { 0 };
    struct sample sample;
    struct ludus_turn turn = { .size = sizeof turn };
    unsigned deepest = 0;
    buf_text(&text, "1. e4");
    for (int i = 0; i < DEPTH; i++)
        buf_text(&text, i % 2 ? " (1. e4" : " (1. d4");
    for (int i = 0; i < DEPTH; i++)
        buf_char(&text, ')');
    buf_text(&text, " e5 *");
    struct ludus_replay *replay = ludus_replay_new(NULL);
    sample_open(&sample, text.bytes, text.length);
    assert_true(ludus_replay_start(replay, sample_next(&sample)));
    while (ludus_replay_next(replay, &turn)) {
        assert_int_equal(turn.state, LUDUS_TURN_PLAYED);
        deepest = turn.depth > deepest ? turn.depth : deepest;
    }
    assert_int_equal(deepest, DEPTH);
    assert_string_equal(turn.text, "e5");
    ludus_replay_free(replay);
    sample_close(&sample);
    buf_free(&text);
}

static void positions_before_and_after_are_those_of_the_turn(void **state)
{
    (void)state;
    static const char text[] = "1. e4 (1. d4) e5 2. Ke3 *";
    static const char *const fens[][2] = {
        { "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
          "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1" },
        { "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
          "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1" },
        { "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
          "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2" },
        { "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
          "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2" },
    };
    struct sample sample;
    struct ludus_turn turn = { .size = sizeof turn };
    char fen[128];
    struct ludus_replay *replay = ludus_replay_new(NULL);
    sample_open(&sample, text, strlen(text));
    assert_true(ludus_replay_start(replay, sample_next(&sample)));
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        assert_true(ludus_replay_next(replay, &turn));
        ludus_position_fen(ludus_replay_before(replay), false, fen, sizeof fen);
        assert_string_equal(fen, fens[i][0]);
        ludus_position_fen(ludus_replay_after(replay), false, fen, sizeof fen);
        assert_string_equal(fen, fens[i][1]);
    }
    assert_false(ludus_replay_next(replay, &turn));
    ludus_replay_free(replay);
    sample_close(&sample);
}

static void dice_are_given_to_the_moves_that_they_allow(void **state)
{
    (void)state;
    static const char text[] =
        "[Variant \"ludus-equitum\"]\n\n1W. (5,4) Miles c2-c3, Eques g1-h3 1B. (4,4) b6 *";
    struct sample sample;
    struct ludus_turn turn = { .size = sizeof turn };
    struct ludus_replay *replay = ludus_replay_new(NULL);
    sample_open(&sample, text, strlen(text));
    assert_true(ludus_replay_start(replay, sample_next(&sample)));
    assert_true(ludus_replay_next(replay, &turn));
    assert_int_equal(turn.moves_count, 2);
    assert_int_equal(turn.dice_count, 2);
    assert_int_equal(turn.dice[0], 5);
    assert_int_equal(turn.die_of[0], 1);
    assert_int_equal(turn.die_of[1], 0);
    assert_true(ludus_replay_next(replay, &turn));
    assert_int_equal(turn.moves_count, 1);
    assert_int_equal(turn.die_of[0], 0);
    ludus_replay_free(replay);
    sample_close(&sample);
}

static void either_side_may_begin_and_number(void **state)
{
    (void)state;
    assert_turns(
        "[Variant \"ludus-equitum\"]\n\n1B. (1,1) pass 1W. (1,1) pass 2B. (1,1) pass 2W. (1,1) pass *",
        "0:1B=(1,1) pass\n0:2W=(1,1) pass\n0:2B=(1,1) pass\n0:3W=(1,1) pass\n");
    assert_codes(
        "[Variant \"ludus-equitum\"]\n\n1B. (1,1) pass 1W. (1,1) pass 2B. (1,1) pass 2W. (1,1) pass *", "");
    assert_codes(
        "[Variant \"ludus-equitum\"]\n\n1B. (1,1) pass 2W. (1,1) pass 2B. (1,1) pass 3W. (1,1) pass *", "");
    assert_codes("[Variant \"ludus-equitum\"]\n[FirstRoll \"9-6\"]\n\n1B. (1,1) pass *", "first-roll");
    assert_turns("[Variant \"ludus-equitum\"]\n[FirstRoll \"6-9\"]\n\n(1,1) pass *", "0:1B=(1,1) pass\n");
}

/* ---- What a move can mean ---- */

static void pinned_pieces_do_not_make_a_move_ambiguous(void **state)
{
    (void)state;
    /* The knight on e3 shields its king; the one on c3 is free. */
    assert_codes("[FEN \"4r1k1/8/8/8/8/2N1N3/8/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Nd5 *", "");
    assert_codes("[FEN \"6k1/8/8/8/8/2N1N3/8/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Nd5 *", "ambiguous");
    assert_codes("[FEN \"6k1/8/8/8/8/2N1N3/8/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Ncd5 *", "");
    assert_codes("[FEN \"4r1k1/8/8/8/8/2N1N3/8/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Nc3d5 *", "");
    assert_codes("[FEN \"4r1k1/8/8/8/8/2N1N3/8/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Ne3d5 *", "pinned");
}

static void canonical_moves_say_no_more_than_they_must(void **state)
{
    (void)state;
    assert_turns("[FEN \"4r1k1/8/8/8/8/2N1N3/8/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Nc3d5 *", "0:1W=Nd5\n");
    assert_turns("[FEN \"6k1/8/8/8/8/2N1N3/8/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Nc3d5 *", "0:1W=Ncd5\n");
    assert_turns("[FEN \"7k/8/8/2Q1Q3/8/2Q5/8/K7 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Qc5-e3 *",
                 "0:1W=Qc5e3+\n");
    assert_turns("[FEN \"7k/8/8/R7/8/8/8/R3K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. a1-a3 *", "0:1W=R1a3\n");
    assert_turns("[FEN \"8/1P6/8/8/8/8/k6K/8 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. b7b8q *", "0:1W=b8=Q\n");
    assert_turns("1. f3 e5 2. g4 Qh4 *", "0:1W=f3\n0:1B=e5\n0:2W=g4\n0:2B=Qh4#\n");
    assert_turns("[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n[SetUp \"1\"]\n\n1. 0-0-0 e8g8 *",
                 "0:1W=O-O-O\n0:1B=O-O\n");
    assert_turns("1. e4 a6 2. e5 d5 3. e5-d6 e.p. *", "0:1W=e4\n0:1B=a6\n0:2W=e5\n0:2B=d5\n0:3W=exd6\n");
}

static void the_variant_tag_has_synonyms(void **state)
{
    (void)state;
    assert_codes("[Variant \"Standard\"]\n\n1. e4 *", "");
    assert_codes("[Variant \"Ludus Equitum\"]\n\n1W. (1,1) pass *", "");
    assert_codes("[Variant \"petteia\"]\n\n1. e4 *", "unknown-ruleset");
}

static void a_wrong_number_is_one_fault(void **state)
{
    (void)state;
    assert_codes("1. e4 e5 3. Nf3 Nc6 4. Bb5 a6 *", "wrong-number");
    assert_codes("1. e4 e5 3. Nf3 Nc6 3. Bb5 a6 *", "wrong-number");
    assert_codes("1. e4 e5 2... Nf3 Nc6 *", "wrong-side");
}

/* ---- Damage, sic ---- */

static void lost_signs_are_restored_where_one_reading_fits(void **state)
{
    (void)state;
    static const char head[] = "[Variant \"ludus-equitum\"]\n\n";
    char text[512];
    snprintf(text, sizeof text, "%s1W. (_,3) Pelicanus b1-a1 *", head);
    assert_codes(text, "readings*");
    snprintf(text, sizeof text, "%s1W. (_,3) Miles c2-c3, Pelicanus b1-a1 *", head);
    assert_codes(text, "restored*");
    snprintf(text, sizeof text, "%s1W. (4,3) Miles c2-c3, P_______s b1-a1 *", head);
    assert_codes(text, "restored*");
    snprintf(text, sizeof text, "%s1W. (4,3) Miles c2-_3, Pelicanus b1-a1 *", head);
    assert_codes(text, "restored*");
    snprintf(text, sizeof text, "%s1W. (4,4) Miles _2-_3 1B. (1,1) pass *", head);
    assert_codes(text, "readings*");
    snprintf(text, sizeof text, "%s1W. (4,3) Miles _1-a1 *", head);
    assert_codes(text, "no-reading");
    snprintf(text, sizeof text, "%s1W. (4,3) _ 1B. (1,1) Rex a1-a8 *", head);
    assert_codes(text, "lost-move*");
    snprintf(text, sizeof text, "%s1W. (4~,<3>) Miles c2-<c>3, Pelicanus b1-a~1 *", head);
    assert_codes(text, "");
    assert_turns("1. _4 e5 *", "0:1W?_4\n0:1B?e5\n");
    assert_turns("1. e_ e5 *", "0:1W?e_\n0:1B?e5\n");
    assert_turns("1. _c3 Nc6 2. _xd5 *", "0:1W=_c3\n0:1B=Nc6\n0:2W!_xd5\n");
    assert_turns("1. N_3 *", "0:1W?N_3\n");
    assert_turns("1. _c3 e5 *", "0:1W=_c3\n0:1B=e5\n");
}

static void sic_lets_the_game_go_on(void **state)
{
    (void)state;
    assert_codes("1. e4 e5 2. Ke1-e3 sic Nc6 3. Kd3 *", "geometry*");
    assert_turns("1. e4 e5 2. Ke1-e3 sic (2. Ke2) Nc6 3. Kd3 *",
                 "0:1W=e4\n0:1B=e5\n0:2W=Ke1-e3 sic\n1:2W=Ke2\n0:2B=Nc6\n0:3W=Kd3\n");
    assert_codes("1. e4 sic *", "needless-sic?");
    assert_codes("[Variant \"ludus-equitum\"]\n\n1W. (2,3) Rex e1-e4 sic, Pelicanus b1-a1 1B. (1,1) pass "
                 "2W. (1,1) Rex e4-e5 *",
                 "geometry*");
}

/* ---- Results ---- */

/* Reading finds one fault, the play another; each is counted once, however often the record is gone through.
 */
static void a_pass_over_the_play_repeats_no_message(void **state)
{
    static const char text[] = "[Event \"a\"]\n[Event \"b\"]\n\n1. e4 e4 1-0\n";
    struct ludus_import_options options = { .size = sizeof options, .format = LUDUS_FORMAT_LUDUS };
    struct ludus_import *import = ludus_import_bytes(text, strlen(text), "-", &options);
    struct ludus_game *game = import ? ludus_import_next(import) : NULL;
    struct ludus_replay *replay = ludus_replay_new(NULL),
                        *other = ludus_replay_new(ludus_ruleset_find("acedrex"));
    struct ludus_buffer out = { 0 };
    struct ludus_fit fit = { .size = sizeof fit };
    (void)state;
    assert_true(game && replay && other);
    size_t read = ludus_game_count(game, LUDUS_ERROR) + ludus_game_count(game, LUDUS_WARNING);
    assert_true(read > 0);
    ludus_game_check(replay, game);
    size_t errors = ludus_game_count(game, LUDUS_ERROR), warnings = ludus_game_count(game, LUDUS_WARNING);
    assert_true(errors + warnings > read);
    ludus_game_check(replay, game);
    assert_int_equal(ludus_game_count(game, LUDUS_ERROR), errors);
    assert_int_equal(ludus_game_count(game, LUDUS_WARNING), warnings);
    ludus_game_fit(other, game, &fit);
    assert_int_equal(ludus_game_count(game, LUDUS_ERROR), errors);
    ludus_game_format(replay, game, &out);
    ludus_game_check(replay, game);
    assert_int_equal(ludus_game_count(game, LUDUS_ERROR), errors);
    assert_int_equal(ludus_game_count(game, LUDUS_WARNING), warnings);
    buf_free(&out);
    ludus_replay_free(replay);
    ludus_replay_free(other);
    ludus_import_close(import);
}

static void results_contradict_once(void **state)
{
    (void)state;
    assert_codes("[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 0-1", "result");
    assert_codes("[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 1-0", "result");
    assert_codes("[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0", "result");
    assert_codes("[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1", "");
    assert_codes("[Result \"1-0\"]\n\n1. f3 e5 2. g4 0-1", "results-differ");
    assert_codes("[Result \"*\"]\n\n1. f3 e5 2. g4 Qh4# *", "open-result?");
    assert_codes("[Result \"1-0\"]\n\n1. f3 e5 2. g4 e9 0-1", "no-such-square results-differ");
}

/* ---- Canonical form ---- */

static void records_are_written_canonically(void **state)
{
    (void)state;
    assert_formatted("[Result \"*\"]\n[Variant \"ludus-equitum\"]\n\n(2,3) Pa1 1B.(1,1) -- "
                     "2W. (4,4) c3!, Fighter d2-d3 {good} *\n",
                     "[Result \"*\"]\n[Variant \"ludus-equitum\"]\n\n1W. (2,3) Pelicanus b1-a1 1B. (1,1) "
                     "pass 2W. (4,4) Miles c2-c3!, Miles d2-d3\n{good} *\n\n");
    assert_formatted("1. e2-e4 e7e5 2. Ng1-f3?! Nb8c6+ (2... d7-d6) *\n",
                     "1. e4 e5 2. Nf3?! Nb8c6+ (2... d6) *\n\n");
    assert_formatted("1. e4 e5 2. Ke1-e3 d7d6 *\n", "1. e4 e5 2. Ke1-e3 d7d6 *\n\n");
}

/* ---- The sample game with one thing changed ---- */

static char *read_sample(size_t *length)
{
    FILE *file = fopen("corpus/ludus-equitum/pentamere-1995.ludus", "rb");
    char *text = calloc(1, 65536);
    assert_non_null(file);
    assert_non_null(text);
    *length = fread(text, 1, 65535, file);
    fclose(file);
    return text;
}

/* Where the first error is, and how many there are. */
struct errors {
    size_t count, offset;
    char code[32];
};

static void count_error(void *context, const struct ludus_message *message)
{
    struct errors *errors = context;
    if (message->severity == LUDUS_ERROR && errors->count++ == 0) {
        errors->offset = message->offset;
        snprintf(errors->code, sizeof errors->code, "%s", message->code);
    }
}

static struct errors check_text(struct ludus_replay *replay, const char *text, size_t length)
{
    struct errors errors = { 0 };
    struct sample sample;
    sample_open(&sample, text, length);
    struct ludus_game *game = sample_next(&sample);
    assert_int_equal(ludus_game_check(replay, game), 36);
    ludus_game_messages(game, count_error, &errors);
    sample_close(&sample);
    return errors;
}

/* Writes every other value at `at`; each leaves the game legal or is one error, there or later. `turn` is
 * where the roll of the turn begins. */
static void sweep_sign(struct ludus_replay *replay, char *text, size_t length, size_t at, size_t turn,
                       char first, char last, size_t found[2])
{
    char was = text[at];
    for (char sign = first; sign <= last; sign++) {
        if (sign == was)
            continue;
        text[at] = sign;
        struct errors errors = check_text(replay, text, length);
        if (errors.count > 1)
            fail_msg("%zu errors after %.40s", errors.count, text + turn);
        if (errors.count == 1 && errors.offset < turn)
            fail_msg("an error before the change: %.40s", text + turn);
        found[errors.count]++;
    }
    text[at] = was;
}

/* A square is a file's letter and a rank's number, within a move. */
static bool is_square(const char *at)
{
    return at[0] >= 'a' && at[0] <= 'h' && at[1] >= '1' && at[1] <= '8' &&
           (at[-1] == ' ' || at[-1] == '-' || at[-1] == 'x');
}

static void one_change_of_the_sample_game_is_at_most_one_error(void **state)
{
    (void)state;
    size_t length, turn = 0, dice[2] = { 0 }, squares[2] = { 0 };
    char *text = read_sample(&length);
    struct ludus_replay *replay = ludus_replay_new(NULL);
    assert_int_equal(check_text(replay, text, length).count, 0);
    bool comment = false;
    for (size_t at = (size_t)(strstr(text, "\n\n") - text); at < length; at++) {
        comment = text[at] == '{' || (comment && text[at] != '}');
        if (comment)
            continue;
        if (text[at] == '(') {
            turn = at;
            sweep_sign(replay, text, length, at + 1, turn, '1', '6', dice);
            sweep_sign(replay, text, length, at + 3, turn, '1', '6', dice);
        } else if (is_square(text + at)) {
            sweep_sign(replay, text, length, at, turn, 'a', 'h', squares);
            sweep_sign(replay, text, length, at + 1, turn, '1', '8', squares);
        }
    }
    assert_int_equal(dice[0] + dice[1], 36 * 2 * 5);
    assert_true(squares[0] + squares[1] > 1500);
    assert_true(dice[1] > 0 && squares[1] > 0 && dice[0] > 0 && squares[0] > 0);
    ludus_replay_free(replay);
    free(text);
}

static void an_idle_die_is_reported_at_the_roll(void **state)
{
    (void)state;
    static const char text[] = "[Variant \"ludus-equitum\"]\n\n1W. (4,5) Miles c2-c3, Miles d2-d3 *";
    struct sample sample;
    struct errors errors = { 0 };
    struct ludus_replay *replay = ludus_replay_new(NULL);
    sample_open(&sample, text, strlen(text));
    struct ludus_game *game = sample_next(&sample);
    ludus_game_check(replay, game);
    ludus_game_messages(game, count_error, &errors);
    assert_int_equal(errors.count, 1);
    assert_string_equal(errors.code, "die");
    assert_int_equal(errors.offset, (size_t)(strchr(text, '(') - text));
    sample_close(&sample);
    ludus_replay_free(replay);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_are_numbered_and_written_canonically),
        cmocka_unit_test(variations_replace_the_turn_before_them),
        cmocka_unit_test(a_fault_ends_its_own_line_only),
        cmocka_unit_test(deep_variations_need_no_stack),
        cmocka_unit_test(positions_before_and_after_are_those_of_the_turn),
        cmocka_unit_test(dice_are_given_to_the_moves_that_they_allow),
        cmocka_unit_test(either_side_may_begin_and_number),
        cmocka_unit_test(pinned_pieces_do_not_make_a_move_ambiguous),
        cmocka_unit_test(canonical_moves_say_no_more_than_they_must),
        cmocka_unit_test(the_variant_tag_has_synonyms),
        cmocka_unit_test(a_wrong_number_is_one_fault),
        cmocka_unit_test(lost_signs_are_restored_where_one_reading_fits),
        cmocka_unit_test(sic_lets_the_game_go_on),
        cmocka_unit_test(a_pass_over_the_play_repeats_no_message),
        cmocka_unit_test(results_contradict_once),
        cmocka_unit_test(records_are_written_canonically),
        cmocka_unit_test(one_change_of_the_sample_game_is_at_most_one_error),
        cmocka_unit_test(an_idle_die_is_reported_at_the_roll),
    };
    return cmocka_run_group_tests_name("replay", tests, NULL, NULL);
}
