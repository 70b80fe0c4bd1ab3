/* test_public.c - the library asked for what there is not: an index past the end, no options, a ruleset that
 * is missing, a move of another game. It answers with nothing, and goes on. */
#include "ludus.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static const char text[] = "[Event \"Test\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n";

struct opened {
    struct ludus_import *import;
    struct ludus_game *game;
    struct ludus_replay *replay;
};

static struct opened open_game(void)
{
    struct opened opened = { .import = ludus_import_bytes(text, sizeof text - 1, "test", NULL) };
    opened.game = opened.import ? ludus_import_next(opened.import) : NULL;
    opened.replay = ludus_replay_new(NULL);
    assert_true(opened.game && opened.replay);
    return opened;
}

static void close_game(const struct opened *opened)
{
    ludus_replay_free(opened->replay);
    ludus_import_close(opened->import);
}

static void there_is_nothing_past_the_end(void **state)
{
    struct opened opened = open_game();
    (void)state;
    assert_int_equal(ludus_game_tag_name(opened.game, 1).length, 0);
    assert_int_equal(ludus_game_tag_value(opened.game, 99).length, 0);
    assert_true(ludus_game_tag(opened.game, "Event", NULL));
    assert_false(ludus_game_tag(opened.game, "Site", NULL));
    close_game(&opened);
    const struct ludus_ruleset *rs = ludus_ruleset_find("ludus-equitum");
    const unsigned kinds[] = { ludus_ruleset_kinds(rs), 99, LUDUS_NO_KIND };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        assert_int_equal(ludus_ruleset_kind_letter(rs, kinds[i]), 0);
        assert_string_equal(ludus_ruleset_kind_name(rs, kinds[i]), "");
        assert_string_equal(ludus_ruleset_kind_image(rs, kinds[i]), "");
        assert_int_equal(ludus_ruleset_kind_faces(rs, kinds[i]), 0);
    }
}

static void there_are_two_sides(void **state)
{
    static struct ludus_odds odds = { .size = sizeof odds };
    struct ludus_position *pos = ludus_position_new(ludus_ruleset_find("latrunculi-bell"));
    (void)state;
    assert_int_equal(ludus_position_hand(pos, LUDUS_BLACK, 0), 16);
    assert_int_equal(ludus_position_hand(pos, (enum ludus_side)7, 0), 0);
    assert_int_equal(ludus_position_taken(pos, (enum ludus_side)7), 0);
    assert_true(ludus_position_odds(pos, (enum ludus_side)5, &odds));
    assert_int_equal(odds.reach[0], 0);
    ludus_position_free(pos);
}

/* The legal moves hang on the dice, which are the turn's and come back with it. */
static void what_is_taken_back_has_its_dice_again(void **state)
{
    struct ludus_position *pos = ludus_position_new(ludus_ruleset_find("ludus-equitum"));
    size_t moves;
    (void)state;
    assert_non_null(pos);
    assert_true(ludus_position_roll(pos, (const uint8_t[]){ 2, 3 }, 2));
    moves = ludus_position_moves(pos, NULL, 0);
    assert_true(ludus_position_end_turn(pos));
    assert_true(ludus_position_roll(pos, (const uint8_t[]){ 6, 6 }, 2));
    assert_int_not_equal(ludus_position_moves(pos, NULL, 0), moves);
    ludus_position_undo(pos);
    assert_int_equal(ludus_position_moves(pos, NULL, 0), moves);
    ludus_position_free(pos);
}

static void a_move_of_another_game_is_written_as_far_as_it_goes(void **state)
{
    struct ludus_position *pos = ludus_position_new(ludus_ruleset_find("chess"));
    char out[40];
    (void)state;
    for (unsigned type = 0; type <= 9; type++)
        for (unsigned square = 0; square < 256; square++) {
            struct ludus_move move = { (uint8_t)square, (uint8_t)(255 - square), (uint8_t)type,
                                       (uint8_t)square };
            ludus_move_text(pos, move, out, sizeof out);
            ludus_move_long(pos, move, out, sizeof out);
            move.piece = LUDUS_NO_KIND;
            move.to = (uint8_t)((square + 8) % 64);
            ludus_move_text(pos, move, out, sizeof out);
        }
    assert_int_equal(ludus_move_text(pos, (struct ludus_move){ 200, 1, LUDUS_STEP, LUDUS_NO_KIND }, out, 40),
                     0);
    assert_string_equal(out, "");
    ludus_move_text(pos, (struct ludus_move){ 12, 28, LUDUS_STEP, LUDUS_NO_KIND }, out, sizeof out);
    assert_string_equal(out, "e4");
    ludus_move_text(pos, (struct ludus_move){ 12, 36, LUDUS_STEP, LUDUS_NO_KIND }, out, sizeof out);
    assert_string_equal(out, "Pawn e2-e5");
    ludus_position_free(pos);
}

static void a_replayer_without_record_has_no_position(void **state)
{
    struct opened opened = open_game();
    struct ludus_fit fit = { .size = sizeof fit };
    (void)state;
    assert_null(ludus_replay_before(opened.replay));
    assert_null(ludus_replay_after(opened.replay));
    ludus_game_fit(opened.replay, opened.game, &fit);
    assert_false(fit.board);
    assert_true(*fit.reason);
    assert_true(ludus_replay_start(opened.replay, opened.game));
    assert_non_null(ludus_replay_after(opened.replay));
    close_game(&opened);
}

static void what_has_not_been_made_is_not_found(void **state)
{
    struct opened opened = open_game();
    struct ludus_difference difference = { .size = sizeof difference };
    struct ludus_buffer *out = ludus_buffer_new();
    struct ludus_mend *mend = ludus_mend_new(NULL, NULL);
    struct ludus_collation *collation = ludus_collation_new(NULL);
    struct ludus_judge *judge = ludus_judge_new(NULL);
    struct ludus_noter *noter = ludus_noter_new(NULL, NULL);
    (void)state;
    assert_true(judge && noter);
    ludus_judge_free(judge);
    ludus_noter_free(noter);
    assert_false(ludus_collation_difference(collation, 0, &difference));
    ludus_collation_apparatus(collation, NULL, out);
    assert_int_equal(ludus_buffer_text(out).length, 0);
    ludus_collation_free(collation);
    ludus_mend_apply(mend, 0, out);
    assert_int_equal(ludus_buffer_text(out).length, 0);
    ludus_mend_repair(mend, opened.game);
    ludus_mend_apply(mend, 7, out);
    assert_int_equal(ludus_buffer_text(out).length, ludus_game_source(opened.game).length);
    ludus_mend_free(mend);
    ludus_buffer_free(out);
    close_game(&opened);
}

static void a_collation_forgets_its_witnesses(void **state)
{
    struct opened opened = open_game();
    struct ludus_collation *collation = ludus_collation_new(NULL);
    struct ludus_difference difference = { .size = sizeof difference };
    struct ludus_variant variant = { .size = sizeof variant };
    (void)state;
    assert_int_equal(ludus_collation_compare(collation), 0);
    assert_true(ludus_collation_add(collation, opened.game));
    ludus_collation_clear(collation);
    assert_int_equal(ludus_collation_compare(collation), 0);
    assert_false(ludus_collation_difference(collation, 0, &difference));
    assert_true(ludus_collation_add(collation, opened.game));
    assert_int_equal(ludus_collation_compare(collation), 0);
    assert_true(ludus_collation_variant(collation, 0, 0, &variant));
    for (size_t i = 1; i < 4; i++) { /* what has been compared does not know of these */
        assert_true(ludus_collation_add(collation, opened.game));
        assert_false(ludus_collation_variant(collation, 0, i, &variant));
    }
    ludus_collation_free(collation);
    close_game(&opened);
}

typedef bool draw_fn(struct ludus_replay *replay, struct ludus_game *game,
                     const struct ludus_drawing_options *options, struct ludus_buffer *out, char *reason,
                     size_t size);

static void what_is_not_wanted_need_not_be_given(void **state)
{
    struct opened opened = open_game();
    struct ludus_mend *mend = ludus_mend_new(NULL, NULL);
    struct ludus_page *page = ludus_page_new(NULL);
    struct ludus_query *query = ludus_query_new(false, NULL);
    struct ludus_buffer *out = ludus_buffer_new(), *page_text = ludus_buffer_new();
    draw_fn *const draw[] = { ludus_game_draw, ludus_game_draw_strip, ludus_game_draw_animation };
    const char *const mark = "e4";
    struct ludus_drawing_options marked;
    char reason[200] = "untouched";
    (void)state;
    ludus_drawing_options_init(&marked, sizeof marked);
    marked.marks = &mark;
    marked.mark_count = 1;
    for (size_t i = 0; i < sizeof draw / sizeof *draw; i++) {
        assert_true(draw[i](opened.replay, opened.game, NULL, out, NULL, 0));
        assert_true(draw[i](opened.replay, opened.game, &marked, out, reason, sizeof reason));
    }
    assert_true(page && ludus_page_add(page, opened.replay, opened.game, reason, sizeof reason));
    assert_true(ludus_page_write(page, out));
    struct ludus_text drawn = ludus_buffer_text(out);
    assert_true(ludus_drawing_extract(drawn.text, drawn.length, page_text, reason, sizeof reason));
    assert_string_equal(reason, "untouched");
    assert_false(ludus_query_add(query, "White ~", 7, "x", NULL, NULL));
    ludus_game_messages(opened.game, NULL, NULL);
    assert_null(ludus_ruleset_parse("piece", 5, "x", NULL, NULL));
    assert_null(ludus_ruleset_parse(NULL, 0, "x", NULL, NULL));
    assert_true(ludus_mend_restore(mend, opened.game));
    assert_false(ludus_mend_gave_up(mend, NULL, NULL));
    assert_int_equal(ludus_mend_unsearched(mend, NULL, NULL), 0);
    assert_int_equal(ludus_mend_turns(mend, NULL), 4);
    ludus_mend_free(mend);
    ludus_page_free(page);
    ludus_query_free(query);
    ludus_buffer_free(out);
    ludus_buffer_free(page_text);
    close_game(&opened);
}

/* What a move comes to, or why it is none. */
static const char *parsed(const char *ruleset, const char *fen, const char *written)
{
    static char said[200];
    struct ludus_position *pos = ludus_position_new(ludus_ruleset_find(ruleset));
    struct ludus_move move;
    assert_non_null(pos);
    assert_true(!fen || ludus_position_set_fen(pos, fen, said, sizeof said));
    if (ludus_ruleset_dice(ludus_position_ruleset(pos)))
        assert_true(ludus_position_roll(pos, (const uint8_t[]){ 1, 4 }, 2));
    if (ludus_move_parse(pos, written, &move, said, sizeof said))
        ludus_move_text(pos, move, said, sizeof said);
    ludus_position_free(pos);
    return said;
}

static void a_move_is_read_in_any_notation(void **state)
{
    static const char promoting[] = "8/4P1k1/8/8/8/8/8/4K2R w K - 0 1";
    static const struct {
        const char *ruleset, *fen, *written, *wanted;
    } moves[] = {
        { "chess", NULL, "e4", "e4" },
        { "chess", NULL, " e2e4\n", "e4" },
        { "chess", NULL, "e2-e4!?", "e4" },
        { "chess", NULL, "Pawn e4", "e4" },
        { "chess", NULL,
          "\xe2\x99\x98"
          "f3",
          "Nf3" },
        { "chess", NULL, "P-K4", "e4" },
        { "chess", NULL, "Kt-KB3", "Nf3" },
        { "chess", NULL, "Sc3", "Nc3" },
        { "chess", NULL, "Cf3", "Nf3" },
        { "chess", NULL, "Sb3",
          "'S' is not a piece of Chess; its pieces are Pawn, Knight, Bishop, Rook, Queen or King; ludmend "
          "--repair "
          "replaces letters of another language" },
        { "chess", NULL, "Re2", "no Rook can reach e2" },
        { "chess", promoting, "e7e8q", "e8=Q" },
        { "chess", promoting, "e1g1", "O-O" },
        { "chess", promoting, "0-0", "O-O" },
        { "ludus-equitum", NULL, "Miles e3", "Miles e2-e3" },
        { "latrunculi-bell", NULL, "@d4, @e5", "Man @d4, Man @e5" },
        { "chess", NULL, "", "'' is not one move" },
        { "chess", NULL, "e4 e5", "'e4 e5' is not one move" },
        { "chess", NULL, "{e4}", "'{e4}' is not one move" },
        { "chess", NULL, "Bf1-c4", "Bishop cannot go from f1 to c4: Pawn on e2 is in the way" },
        { "chess", NULL, "xyzzy", "'xyzzy' is not part of the notation" },
        { "chess", NULL, "P-K5", "'P-K5' is not part of the notation" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        assert_string_equal(parsed(moves[i].ruleset, moves[i].fen, moves[i].written), moves[i].wanted);
}

/* Programs that know fewer members than the library are given no more than they have room for. */
static void structs_are_as_large_as_their_callers_know_them(void **state)
{
    struct opened opened = open_game();
    struct ludus_turn turn;
    struct ludus_drawing_options options;
    const size_t known = offsetof(struct ludus_turn, text);
    (void)state;
    memset(&turn, 0x55, sizeof turn);
    turn.size = known;
    assert_true(ludus_replay_start(opened.replay, opened.game));
    assert_true(ludus_replay_next(opened.replay, &turn));
    assert_int_equal(turn.size, known);
    assert_int_equal(turn.moves_count, 1);
    for (size_t i = known; i < sizeof turn; i++)
        assert_int_equal(((const unsigned char *)&turn)[i], 0x55);
    turn.size = sizeof turn;
    assert_true(ludus_replay_next(opened.replay, &turn));
    assert_string_equal(turn.text, "e5");
    struct ludus_text source = ludus_game_source(opened.game);
    assert_memory_equal(source.text + turn.offset, "e5", turn.length);
    memset(&options, 0x55, sizeof options);
    ludus_drawing_options_init(&options, offsetof(struct ludus_drawing_options, columns));
    assert_int_equal(options.columns, 0x55555555);
    assert_true(options.moves);
    options.size = 0; /* as a program leaves it that does not set it */
    assert_null(ludus_page_new(&options));
    assert_null(ludus_export_new(&(struct ludus_export_options){ .format = LUDUS_FORMAT_JSON }));
    close_game(&opened);
}

static const char annotated[] = "[Event \"Test\"]\n[Result \"*\"]\n\n{before} 1. e4! $14 {one} {[%clk "
                                "1:02:03.5] [%eval -0.25,18]} (1. d4 {in it}) "
                                "{behind it} 1... e5 {[%emt 7] [%eval #-3]} 2. Nf3 {[%clk 1:2:x]} Nc6 *\n\n";

static void what_stands_beside_a_turn_is_found(void **state)
{
    struct ludus_import *import = ludus_import_bytes(annotated, sizeof annotated - 1, "test", NULL);
    struct ludus_game *game = ludus_import_next(import);
    struct ludus_replay *replay = ludus_replay_new(NULL);
    struct ludus_turn turn = { .size = sizeof turn };
    struct ludus_evaluation eval = { .size = sizeof eval };
    struct ludus_text comment = { NULL, 0 };
    unsigned nag = 0;
    double seconds = 0;
    (void)state;
    assert_true(ludus_replay_start(replay, game));
    assert_true(ludus_turn_comment(game, NULL, 0, &comment));
    assert_memory_equal(comment.text, "before", comment.length);
    assert_false(ludus_turn_comment(game, NULL, 1, &comment));
    assert_true(ludus_replay_next(replay, &turn));
    assert_true(ludus_turn_nag(game, &turn, 0, &nag) && nag == 1);
    assert_true(ludus_turn_nag(game, &turn, 1, &nag) && nag == 14);
    assert_false(ludus_turn_nag(game, &turn, 2, &nag));
    assert_true(ludus_turn_comment(game, &turn, 2, &comment));
    assert_memory_equal(comment.text, "behind it", comment.length);
    assert_false(ludus_turn_comment(game, &turn, 3, &comment));
    assert_true(ludus_turn_clock(game, &turn, "clk", &seconds) && seconds == 3723.5);
    assert_true(ludus_turn_evaluation(game, &turn, &eval));
    assert_true(eval.pawns == -0.25 && eval.depth == 18 && eval.mate == 0);
    assert_true(ludus_replay_next(replay, &turn) && turn.depth == 1);
    assert_true(ludus_turn_comment(game, &turn, 0, &comment) &&
                !ludus_turn_comment(game, &turn, 1, &comment));
    assert_true(ludus_replay_next(replay, &turn));
    assert_true(ludus_turn_clock(game, &turn, "emt", &seconds) && seconds == 7);
    assert_true(ludus_turn_evaluation(game, &turn, &eval) && eval.mate == -3);
    assert_true(ludus_replay_next(replay, &turn));
    assert_false(ludus_turn_clock(game, &turn, "clk", &seconds));
    assert_false(ludus_turn_evaluation(game, &turn, &eval));
    ludus_replay_free(replay);
    ludus_import_close(import);
}

/* Makes the record, and says how it is written. */
static void assert_made(struct ludus_editor *editor, const char *wanted)
{
    struct ludus_replay *replay = ludus_replay_new(NULL);
    struct ludus_buffer *out = ludus_buffer_new();
    struct ludus_game *made = ludus_editor_finish(editor);
    assert_non_null(made);
    ludus_game_format(replay, made, out);
    ludus_buffer_add(out, "", 1);
    assert_int_equal(ludus_game_count(made, LUDUS_ERROR), 0);
    assert_string_equal(ludus_buffer_text(out).text, wanted);
    ludus_game_free(made);
    ludus_buffer_free(out);
    ludus_replay_free(replay);
    ludus_editor_free(editor);
}

static void a_record_is_edited_turn_by_turn(void **state)
{
    struct ludus_import *import = ludus_import_bytes(annotated, sizeof annotated - 1, "test", NULL);
    struct ludus_game *game = ludus_import_next(import);
    struct ludus_replay *replay = ludus_replay_new(NULL);
    struct ludus_turn turn = { .size = sizeof turn }, first;
    struct ludus_editor *editor = ludus_editor_new(game), *same = ludus_editor_new(game);
    (void)state;
    assert_made(same, "[Event \"Test\"]\n[Result \"*\"]\n\n{before} 1. e4! $14 {one} {[%clk 1:02:03.5] "
                      "[%eval -0.25,18]} (1. d4 {in it})\n{behind it} 1... e5 {[%emt 7] [%eval #-3]} 2. Nf3 "
                      "{[%clk 1:2:x]} 2... Nc6 *\n\n");
    assert_true(ludus_replay_start(replay, game));
    assert_true(ludus_replay_next(replay, &turn));
    first = turn;
    assert_true(ludus_editor_after(editor, &turn));
    assert_true(ludus_editor_strip(editor, LUDUS_REMARK_COMMENTS | LUDUS_REMARK_GLYPHS));
    assert_true(ludus_editor_comment(editor, "new"));
    assert_true(ludus_replay_next(replay, &turn) && ludus_replay_next(replay, &turn));
    assert_true(ludus_editor_after(editor, &turn));
    assert_false(ludus_editor_after(editor, &first));
    assert_true(ludus_editor_nag(editor, 6));
    assert_false(ludus_editor_nag(editor, 256));
    assert_true(ludus_editor_comment(editor, "a } brace"));
    assert_false(ludus_editor_comment(editor, "a }\nbrace"));
    assert_true(ludus_editor_open(editor));
    assert_true(ludus_editor_turn(editor, "c7-c5"));
    assert_true(ludus_editor_close(editor));
    assert_false(ludus_editor_close(editor));
    assert_true(ludus_editor_cut(editor));
    assert_false(ludus_editor_turn(editor, "Nf3 Nc6"));
    assert_false(ludus_editor_turn(editor, ""));
    assert_true(ludus_editor_turn(editor, "f4"));
    assert_false(ludus_editor_tag(editor, "no name", "x"));
    assert_true(ludus_editor_tag(editor, "Site", "\"Rome\""));
    assert_true(ludus_editor_tag(editor, "Event", NULL));
    assert_true(ludus_editor_result(editor, LUDUS_DRAW));
    assert_made(
        editor,
        "[Site \"\\\"Rome\\\"\"]\n[Result \"1/2-1/2\"]\n\n{before} 1. e4 (1. d4 {in it}) {new} 1... e5 $6 "
        "{[%emt 7] [%eval #-3]}\n;a } brace\n(1... c5) 2. f4 1/2-1/2\n\n");
    ludus_replay_free(replay);
    ludus_import_close(import);
}

static void versions_and_keys_tell_what_is_the_same(void **state)
{
    struct ludus_position *pos = ludus_position_new(ludus_ruleset_find("chess"));
    const char *const there_and_back[] = { "Nf3", "Nf6", "Ng1", "Ng8" };
    uint64_t start = ludus_position_key(pos);
    struct ludus_move move;
    (void)state;
    assert_string_equal(ludus_version(), LUDUS_VERSION);
    assert_int_equal(ludus_version_number(), LUDUS_VERSION_NUMBER);
    for (size_t i = 0; i < 4; i++) {
        assert_true(ludus_move_parse(pos, there_and_back[i], &move, NULL, 0));
        assert_true(ludus_position_make(pos, move));
        assert_int_equal(ludus_position_key(pos) == start, i == 3);
    }
    ludus_position_free(pos);
}

static void assert_drawing(struct ludus_drawing_options options, const char *reason)
{
    struct opened opened = open_game();
    struct ludus_buffer *out = ludus_buffer_new();
    struct ludus_page *page = ludus_page_new(&options);
    char said[200] = "";
    assert_int_equal(ludus_game_draw(opened.replay, opened.game, &options, out, said, sizeof said), !reason);
    if (reason)
        assert_non_null(strstr(said, reason));
    assert_int_equal(ludus_game_draw_strip(opened.replay, opened.game, &options, out, said, sizeof said),
                     !reason);
    assert_int_equal(ludus_game_draw_animation(opened.replay, opened.game, &options, out, said, sizeof said),
                     !reason);
    assert_int_equal(ludus_page_add(page, opened.replay, opened.game, said, sizeof said), !reason);
    assert_int_equal(ludus_page_write(page, out), !reason);
    ludus_page_free(page);
    ludus_buffer_free(out);
    close_game(&opened);
}

static void a_drawing_is_refused_that_cannot_be_meant(void **state)
{
    struct ludus_drawing_options usual, options;
    char longest[70];
    (void)state;
    ludus_drawing_options_init(&usual, sizeof usual);
    assert_drawing(usual, NULL);
    options = usual, options.width = NAN;
    assert_drawing(options, "width");
    options = usual, options.width = -5;
    assert_drawing(options, "width");
    options = usual, options.width = 0.001;
    assert_drawing(options, "width");
    options = usual, options.square = 0.001;
    assert_drawing(options, "width");
    options = usual, options.width = 60, options.unit = "miles";
    assert_drawing(options, "unit");
    options = usual, options.width = 60, options.unit = NULL;
    assert_drawing(options, "unit");
    options = usual, options.width = 60, options.unit = "mm";
    assert_drawing(options, NULL);
    options = usual, options.theme = (enum ludus_theme)77;
    assert_drawing(options, "theme");
    options = usual, options.id_prefix = "a b\"><x";
    assert_drawing(options, "prefix");
    options = usual, options.id_prefix = NULL;
    assert_drawing(options, "prefix");
    options = usual, options.turns = NULL;
    assert_drawing(options, NULL);
    memset(longest, 'a', sizeof longest);
    longest[64] = '\0';
    options = usual, options.id_prefix = longest;
    assert_drawing(options, "63");
    options.id_prefix = longest + 1;
    assert_drawing(options, NULL);
}

static void tags_names_and_openings_are_given_or_refused(void **state)
{
    struct opened opened = open_game();
    struct ludus_buffer *out = ludus_buffer_new();
    struct ludus_spelling *spelling = ludus_spelling_new();
    struct ludus_openings *openings = ludus_openings_new();
    struct ludus_text event = { "Event", 5 }, test = { "Test", 4 }, tags[LUDUS_OPENING_TAGS];
    const struct ludus_tag changed[] = { { event, test, 0 }, { event, { "\"", 1 }, 7 } };
    char reason[80];
    size_t line;
    (void)state;
    assert_true(out && spelling && openings);
    assert_true(ludus_tag_valid(event, (struct ludus_text){ "\xc3\xa9", 2 }));
    assert_false(ludus_tag_valid(event, (struct ludus_text){ "\xc3", 1 }));
    assert_false(ludus_tag_valid(event, (struct ludus_text){ "\n", 1 }));
    assert_false(ludus_tag_valid((struct ludus_text){ "1st", 3 }, test));
    assert_true(ludus_game_retag(opened.game, changed, 1, true, out));
    assert_memory_equal(ludus_buffer_text(out).text, text, sizeof text - 1);
    ludus_buffer_clear(out);
    assert_true(ludus_game_retag(opened.game, changed, 2, false, out));
    assert_memory_equal(ludus_buffer_text(out).text, "[Event \"Test\"]\n[Event \"\\\"\"]\n\n1.", 31);
    ludus_buffer_clear(out);
    assert_true(ludus_game_retag(opened.game, NULL, 0, false, out));
    assert_memory_equal(ludus_buffer_text(out).text, "1. e4", 5);
    assert_false(ludus_spelling_correct(spelling, event, test, out));
    assert_false(ludus_spelling_add(spelling, "@EVENT\n= a\n", 11, &line, reason, sizeof reason));
    assert_int_equal(line, 2);
    assert_true(ludus_spelling_add(spelling, "", 0, &line, reason, sizeof reason));
    assert_false(ludus_spelling_correct(spelling, event, test, out));
    assert_true(ludus_spelling_add(spelling, "@EVENT \"t\"\nTes\n", 15, &line, reason, sizeof reason));
    assert_true(ludus_spelling_correct(spelling, event, test, out));
    assert_false(ludus_spelling_correct(spelling, (struct ludus_text){ "Eve", 3 }, test, out));
    assert_null(ludus_opening_tag(LUDUS_OPENING_TAGS));
    assert_false(ludus_openings_find(openings, opened.replay, opened.game, tags));
    assert_true(ludus_openings_add(openings, opened.replay, opened.game));
    assert_true(ludus_openings_find(openings, opened.replay, opened.game, tags));
    assert_null(tags[0].text);
    ludus_openings_free(openings);
    ludus_openings_free(NULL);
    ludus_spelling_free(spelling);
    ludus_spelling_free(NULL);
    ludus_buffer_free(out);
    close_game(&opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_is_nothing_past_the_end),
        cmocka_unit_test(there_are_two_sides),
        cmocka_unit_test(what_is_taken_back_has_its_dice_again),
        cmocka_unit_test(a_move_of_another_game_is_written_as_far_as_it_goes),
        cmocka_unit_test(a_replayer_without_record_has_no_position),
        cmocka_unit_test(what_has_not_been_made_is_not_found),
        cmocka_unit_test(a_collation_forgets_its_witnesses),
        cmocka_unit_test(what_is_not_wanted_need_not_be_given),
        cmocka_unit_test(a_move_is_read_in_any_notation),
        cmocka_unit_test(structs_are_as_large_as_their_callers_know_them),
        cmocka_unit_test(what_stands_beside_a_turn_is_found),
        cmocka_unit_test(a_record_is_edited_turn_by_turn),
        cmocka_unit_test(versions_and_keys_tell_what_is_the_same),
        cmocka_unit_test(tags_names_and_openings_are_given_or_refused),
        cmocka_unit_test(a_drawing_is_refused_that_cannot_be_meant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
