/* test_bitboard.c - the bitboards against the engine: in random games it plays what is legal, refuses what is
 * not, and comes to the same positions. */
#include "play/resolve.h"
#include "rules/bitboard.h"
#include "rules/position.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { GAMES = 30, TURNS = 160 };

static uint64_t random_state;

static unsigned draw(unsigned bound)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return bound ? (unsigned)(random_state >> 33) % bound : 0;
}

static const struct castle *castle_of(const struct ludus_position *pos, struct ludus_move move)
{
    const struct rules *rules = &pos->ruleset->rules;
    for (unsigned i = 0; i < rules->castle_count; i++)
        if (rules->castles[i].side == pos->side && rules->castles[i].king_to == move.to)
            return &rules->castles[i];
    return NULL;
}

static struct bitboard_move play(struct bitboard *board, const struct ludus_position *pos,
                                 struct ludus_move move)
{
    const struct bitboard_move none = { 0 };
    unsigned kind = CODE_KIND(pos->cell[move.from]);
    if (move.type == LUDUS_CASTLE)
        return castle_of(pos, move) ? bitboard_castle(board, castle_of(pos, move)) : none;
    return bitboard_play(board, 1u << kind, (uint64_t)1 << move.from, move.to, move.piece, NULL);
}

/* A move played on both boards gives the same position. */
static void assert_played_alike(struct ludus_position *pos, struct ludus_move move)
{
    struct bitboard board;
    struct undo undo;
    const struct ludus_position *seen = &board.pos;
    assert_true(bitboard_load(&board, pos));
    struct bitboard_move found = play(&board, pos, move);
    struct ludus_move played = bitboard_unpack((uint32_t)found.bits);
    assert_true(bitboard_is(found));
    assert_memory_equal(&played, &move, sizeof move);
    assert_int_equal(bitboard_kind(found), CODE_KIND(pos->cell[move.from]));
    assert_int_equal(bitboard_takes(found), san_takes(pos, move));
    position_make(pos, move, &undo);
    assert_memory_equal(seen->cell, pos->cell, sizeof pos->cell);
    assert_memory_equal(seen->of, pos->of, sizeof pos->of);
    assert_memory_equal(seen->men, pos->men, sizeof pos->men);
    assert_memory_equal(seen->count, pos->count, sizeof pos->count);
    assert_memory_equal(seen->royal, pos->royal, sizeof pos->royal);
    assert_memory_equal(seen->taken, pos->taken, sizeof pos->taken);
    assert_true(seen->side == pos->side && seen->en_passant == pos->en_passant &&
                seen->castling == pos->castling);
    assert_true(seen->quiet == pos->quiet && seen->number == pos->number);
    assert_int_equal(board.checked, position_checked(pos));
    assert_int_equal(bitboard_can_step(&board), movegen_any(pos));
    position_unmake(pos, &undo);
}

/* Steps of any piece to any square are refused if they are not legal. */
static void assert_refused_alike(const struct ludus_position *pos)
{
    static struct bitboard board, before; /* compared as bytes, the unused ones too */
    assert_true(bitboard_load(&board, pos));
    before = board;
    for (unsigned from = 0; from < pos->ruleset->squares; from++)
        for (unsigned to = 0; to < pos->ruleset->squares; to++) {
            struct ludus_move step = { (uint8_t)from, (uint8_t)to, LUDUS_STEP, NONE }, passing = step;
            passing.type = LUDUS_EN_PASSANT;
            if (!pos->cell[from] || CODE_SIDE(pos->cell[from]) != pos->side || movegen_legal(pos, step) ||
                movegen_legal(pos, passing))
                continue;
            struct bitboard_move found = play(&board, pos, step);
            if (bitboard_is(found)) { /* several kinds to become, of which one is left open: none here */
                struct ludus_move becoming = bitboard_unpack((uint32_t)found.bits);
                assert_true(becoming.piece != NONE && movegen_legal(pos, becoming));
                board = before;
            }
            assert_memory_equal(&board, &before, sizeof board);
        }
}

/* The only piece of its kind that can go to a square is found without its square. */
static void assert_found_by_target(const struct ludus_position *pos, struct ludus_move move)
{
    struct ludus_move same[128];
    struct bitboard board;
    uint64_t elsewhere = 0, found = 0;
    kind_set kinds = 1u << CODE_KIND(pos->cell[move.from]);
    size_t count = movegen_to(pos, kinds, move.to, same, 128), others = 0;
    for (size_t i = 0; i < count; i++)
        if (same[i].type != LUDUS_CASTLE && same[i].from != move.from) {
            others++;
            elsewhere |= (uint64_t)1 << same[i].from;
        }
    if (move.type == LUDUS_CASTLE)
        return;
    assert_true(bitboard_load(&board, pos));
    assert_int_equal(bitboard_is(bitboard_play(&board, kinds, ~(uint64_t)0, move.to, move.piece, NULL)),
                     others == 0);
    assert_true(bitboard_load(&board, pos));
    assert_true(
        bitboard_is(bitboard_play(&board, kinds, (uint64_t)1 << move.from, move.to, move.piece, &found)));
    assert_true(found == elsewhere);
}

static void play_game(const struct ludus_ruleset *rs, struct ludus_move *moves)
{
    struct ludus_position *pos = ludus_position_new(rs);
    if (!pos)
        abort();
    for (unsigned ply = 0; ply < TURNS && outcome_of(pos, NULL) == LUDUS_OPEN; ply++) {
        size_t count = movegen_all(pos, moves);
        for (size_t i = 0; i < count; i += 1 + count / 40) {
            assert_played_alike(pos, moves[i]);
            assert_found_by_target(pos, moves[i]);
        }
        if (ply % 16 == 0)
            assert_refused_alike(pos);
        assert_true(ludus_position_make(pos, moves[draw((unsigned)count)]));
    }
    ludus_position_free(pos);
}

static void random_games_agree_with_the_engine(void **state)
{
    (void)state;
    unsigned rulesets = 0;
    for (size_t i = 0; ludus_ruleset_id_at(i); i++) {
        const struct ludus_ruleset *rs = ludus_ruleset_find(ludus_ruleset_id_at(i));
        struct bitboard board;
        if (!rs || !bitboard_load(&board, rs->start))
            continue;
        struct ludus_move *moves = malloc(rs->max_moves * sizeof *moves);
        assert_non_null(moves);
        random_state = i;
        rulesets++;
        for (unsigned game = 0; game < GAMES; game++)
            play_game(rs, moves);
        free(moves);
    }
    assert_true(rulesets >= 2);
}

static void positions_from_elsewhere_agree_too(void **state)
{
    static const char *const fens[] = {
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", /* castling both ways */
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",                            /* en passant opens a rank */
        "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",                                    /* en passant is pinned */
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",     /* promotions, in check */
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", /* castling out of check */
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",     /* stalemate */
    };
    (void)state;
    const struct ludus_ruleset *rs = ludus_ruleset_find("chess");
    struct ludus_position *pos = ludus_position_new(rs);
    struct ludus_move moves[256];
    char reason[200];
    assert_non_null(pos);
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        assert_true(ludus_position_set_fen(pos, fens[i], reason, sizeof reason));
        size_t count = movegen_all(pos, moves);
        for (size_t m = 0; m < count; m++) {
            assert_played_alike(pos, moves[m]);
            assert_found_by_target(pos, moves[m]);
        }
        assert_refused_alike(pos);
        struct bitboard board;
        assert_true(bitboard_load(&board, pos));
        assert_int_equal(bitboard_can_step(&board), count > 0);
    }
    ludus_position_free(pos);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_agree_with_the_engine),
        cmocka_unit_test(positions_from_elsewhere_agree_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
