/* test_resolve.c - what a written move can mean; and every legal move of many positions, written and read
 * again. */
#include "play/resolve.h"
#include "record_text.h"
#include "rules/position.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { TEXT_SIZE = 200, EVERY = 5 };

/* A position to resolve moves in. */
struct board {
    struct arena arena;
    struct ludus_position *pos;
};

static void board_open(struct board *board, const char *ruleset, const char *fen)
{
    char reason[200];
    const struct ludus_ruleset *rules = ludus_ruleset_find(ruleset);
    assert_non_null(rules);
    memset(board, 0, sizeof *board);
    board->pos = ludus_position_new(rules);
    if (fen && !ludus_position_set_fen(board->pos, fen, reason, sizeof reason))
        fail_msg("%s: %s", fen, reason);
}

static void board_close(struct board *board)
{
    ludus_position_free(board->pos);
    arena_free(&board->arena);
}

/* The moves that a text can mean, in long notation, joined by " | ". */
static const char *meaning(struct board *board, const char *text)
{
    static char out[4096];
    struct move_text parsed;
    struct ludus_move moves[RESOLVE_MAX];
    size_t length = 0;
    out[0] = '\0';
    assert_true(move_text_parse(text, strlen(text), &board->arena, &parsed));
    size_t count = resolve_move(board->pos, &parsed, moves);
    for (size_t i = 0; i < count; i++) {
        length += (size_t)snprintf(out + length, sizeof out - length, "%s", i ? " | " : "");
        length += ludus_move_long(board->pos, moves[i], out + length, sizeof out - length);
    }
    return out;
}

static void assert_means(const char *ruleset, const char *fen, const char *text, const char *expected)
{
    struct board board;
    board_open(&board, ruleset, fen);
    const char *got = meaning(&board, text);
    if (strcmp(got, expected) != 0)
        fail_msg("%s: %s is %s, not %s", fen ? fen : ruleset, text, got, expected);
    board_close(&board);
}

static void short_moves_are_found_from_their_target(void **state)
{
    (void)state;
    assert_means("chess", NULL, "e4", "Pawn e2-e4");
    assert_means("chess", NULL, "Nf3", "Knight g1-f3");
    assert_means("chess", NULL, "Ngf3", "Knight g1-f3");
    assert_means("chess", NULL, "N1f3", "Knight g1-f3");
    assert_means("chess", NULL, "Ng1f3", "Knight g1-f3");
    assert_means("chess", NULL, "Nbf3", "");
    assert_means("chess", NULL, "Qf3", "");
    assert_means("chess", NULL, "Pe4", "Pawn e2-e4");
    assert_means("chess", "4k3/8/8/8/8/2N1N3/8/4K3 w - - 0 1", "Nd5", "Knight c3-d5 | Knight e3-d5");
    assert_means("chess", "4r1k1/8/8/8/8/2N1N3/8/4K3 w - - 0 1", "Nd5", "Knight c3-d5");
    assert_means("chess", "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "cxd5", "Pawn c4xd5");
    assert_means("chess", "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "xd5", "");
}

static void names_are_read_in_any_case_with_their_synonyms(void **state)
{
    (void)state;
    assert_means("chess", NULL, "knight g1-f3", "Knight g1-f3");
    assert_means("acedrex", NULL, "ASB g1-f3", "Asb g1-f3");
    assert_means("acedrex", NULL, "Horse g1-f3", "Asb g1-f3");
    assert_means("acedrex", NULL, "Ng1-f3", "Asb g1-f3");
    assert_means("acedrex", NULL, "Rukh g1-f3", "");
    assert_means("acedrex", NULL, "Bishop g1-f3", "");
    assert_means("acedrex", NULL, "g1f3", "Asb g1-f3");
}

static void promotions_may_be_left_out_where_there_is_one(void **state)
{
    (void)state;
    assert_means("acedrex", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a8", "Sarbaz a7-a8=Fers");
    assert_means("acedrex", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a8=F", "Sarbaz a7-a8=Fers");
    assert_means("acedrex", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7-a8=fers", "Sarbaz a7-a8=Fers");
    assert_means("acedrex", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a8=R", "");
    assert_means("chess", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "Pawn a7-a8=Knight");
    assert_means("chess", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "e1e2q", "");
    assert_means("chess", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a8",
                 "Pawn a7-a8=Knight | Pawn a7-a8=Bishop | Pawn a7-a8=Rook | Pawn a7-a8=Queen");
}

static void castling_is_no_short_move_of_the_king(void **state)
{
    (void)state;
    static const char fen[] = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_means("chess", fen, "O-O", "O-O");
    assert_means("chess", fen, "0-0-0", "O-O-O");
    assert_means("chess", fen, "e1g1", "O-O");
    assert_means("chess", fen, "King e1-c1", "O-O-O");
    assert_means("chess", fen, "Kg1", "");
    assert_means("chess", "r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1", "O-O", "");
}

static void men_are_placed_and_removed(void **state)
{
    (void)state;
    struct board board;
    struct move_text first, second;
    struct ludus_move move;
    assert_means("latrunculi-delayed", NULL, "@d4", "Man @d4");
    assert_means("latrunculi-delayed", NULL, "M@d4", "Man @d4");
    assert_means("latrunculi-delayed", NULL, "Man @d4", "Man @d4");
    assert_means("latrunculi-bell", NULL, "@d4", "");
    board_open(&board, "latrunculi-bell", NULL);
    assert_true(move_text_parse("Man @d4", 7, &board.arena, &first));
    assert_true(move_text_parse("@c3", 3, &board.arena, &second));
    assert_true(resolve_pair(board.pos, &first, &second, &move));
    assert_true(resolve_pair(board.pos, &second, &first, &move));
    assert_false(resolve_pair(board.pos, &first, &first, &move));
    board_close(&board);
}

static void paths_and_removed_stones_are_taken_apart(void **state)
{
    (void)state;
    struct board board;
    struct move_text text;
    struct written_squares squares;
    board_open(&board, "ludus-latrunculorum", NULL);
    assert_true(move_text_parse("Man c3-e3-e5xd6xf6", 18, &board.arena, &text));
    resolve_squares(board.pos->ruleset, &text, &squares);
    assert_int_equal(squares.path_count, 3);
    assert_int_equal(squares.path[2], 4 * 8 + 4);
    assert_int_equal(squares.removed_count, 2);
    assert_int_equal(squares.removed[0], 5 * 8 + 3);
    assert_int_equal(text.plain[squares.removed_at[1]], 'x');
    assert_true(move_text_parse("d4xd5xc5", 8, &board.arena, &text));
    resolve_squares(board.pos->ruleset, &text, &squares);
    assert_int_equal(squares.path_count, 2);
    assert_int_equal(squares.removed_count, 1);
    assert_true(move_text_parse("d4-d9", 5, &board.arena, &text));
    resolve_squares(board.pos->ruleset, &text, &squares);
    assert_true(squares.off_board);
    board_close(&board);
}

/* ---- Every legal move, written and read again ---- */

static bool same(struct ludus_move a, struct ludus_move b)
{
    return a.from == b.from && a.to == b.to && a.type == b.type && a.piece == b.piece;
}

/* Does the text mean this move and no other? */
static bool reads_as(struct board *board, const char *text, struct ludus_move move)
{
    struct move_text first, second;
    struct ludus_move moves[RESOLVE_MAX];
    const char *comma = strstr(text, ", ");
    size_t length = comma ? (size_t)(comma - text) : strlen(text);
    if (!move_text_parse(text, length, &board->arena, &first))
        return false;
    if (comma)
        return move_text_parse(comma + 2, strlen(comma + 2), &board->arena, &second) &&
               resolve_pair(board->pos, &first, &second, moves) && moves[0].piece == move.piece;
    return resolve_move(board->pos, &first, moves) == 1 && same(moves[0], move);
}

static size_t read_all_again(struct board *board)
{
    char text[TEXT_SIZE];
    size_t count = ludus_position_moves(board->pos, NULL, 0);
    struct ludus_move *moves = calloc(count + 1, sizeof *moves);
    assert_non_null(moves);
    ludus_position_moves(board->pos, moves, count);
    for (size_t i = 0; i < count; i++) {
        ludus_move_text(board->pos, moves[i], text, sizeof text);
        if (!reads_as(board, text, moves[i]))
            fail_msg("%s is not read as it was written", text);
        ludus_move_long(board->pos, moves[i], text, sizeof text);
        if (!reads_as(board, text, moves[i]))
            fail_msg("%s is not read as it was written", text);
    }
    free(moves);
    arena_reset(&board->arena);
    return count;
}

static size_t read_position(const char *ruleset, const char *fen)
{
    struct board board;
    size_t count = 0;
    board_open(&board, ruleset, fen);
    const struct rules *rules = &board.pos->ruleset->rules;
    for (uint8_t face = 1; face <= rules->faces; face++) {
        uint8_t dice[LUDUS_DICE_MAX] = { face, face, face, face };
        ludus_position_roll(board.pos, dice, rules->dice);
        count += read_all_again(&board);
    }
    if (rules->dice == 0)
        count = read_all_again(&board);
    board_close(&board);
    return count;
}

/* The positions of a table of replays, every so many. */
static size_t read_table(const char *ruleset)
{
    char path[300], line[4096];
    size_t count = 0, number = 0;
    snprintf(path, sizeof path, "corpus/replay/%s.tsv", ruleset);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        char *fen = strrchr(line, '\t');
        if (!fen || number++ % EVERY != 1)
            continue;
        fen[strcspn(fen, "\n")] = '\0';
        count += read_position(ruleset, fen + 1);
    }
    fclose(file);
    return count;
}

static void what_is_written_is_read_as_the_same_move(void **state)
{
    (void)state;
    DIR *dir = opendir("corpus/replay");
    size_t tables = 0;
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        char *dot = strstr(entry->d_name, ".tsv");
        if (!dot)
            continue;
        *dot = '\0';
        assert_true(read_table(entry->d_name) > 500);
        tables++;
    }
    closedir(dir);
    assert_true(tables >= 14);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_moves_are_found_from_their_target),
        cmocka_unit_test(names_are_read_in_any_case_with_their_synonyms),
        cmocka_unit_test(promotions_may_be_left_out_where_there_is_one),
        cmocka_unit_test(castling_is_no_short_move_of_the_king),
        cmocka_unit_test(men_are_placed_and_removed),
        cmocka_unit_test(paths_and_removed_stones_are_taken_apart),
        cmocka_unit_test(what_is_written_is_read_as_the_same_move),
    };
    return cmocka_run_group_tests_name("resolve", tests, NULL, NULL);
}
