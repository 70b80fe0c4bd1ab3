/* test_engine.c - random games of every built-in ruleset: what is made is unmade to the bit, FEN goes there
 * and back, and the generator's three ways of answering agree. LONG=1: 10,000 games of each ruleset, not 100.
 */
#include "base/memory.h"
#include "rules/position.h"
#include "rules/ruleset.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { TURNS = 120 };

static uint64_t random_state;

static unsigned draw(unsigned bound)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return bound ? (unsigned)(random_state >> 33) % bound : 0;
}

static unsigned games_wanted(void)
{
    return getenv("LONG") ? 10000 : 100;
}

static struct ludus_position *new_position(const struct ludus_ruleset *rs)
{
    struct ludus_position *pos = ludus_position_new(rs);
    if (!pos)
        abort();
    return pos;
}

/* The chain of undos is the caller's, and the padding nobody's: all else must come back. */
static void assert_same(const struct ludus_position *a, const struct ludus_position *b)
{
    assert_memory_equal(a->cell, b->cell, sizeof a->cell);
    assert_memory_equal(a->men, b->men, sizeof a->men);
    assert_memory_equal(a->of, b->of, sizeof a->of);
    assert_memory_equal(a->count, b->count, sizeof a->count);
    assert_memory_equal(a->hand, b->hand, sizeof a->hand);
    assert_memory_equal(&a->bound, &b->bound, sizeof a->bound);
    assert_memory_equal(&a->fresh, &b->fresh, sizeof a->fresh);
    assert_memory_equal(a->royal, b->royal, sizeof a->royal);
    assert_memory_equal(a->taken, b->taken, sizeof a->taken);
    assert_true(a->hash == b->hash && a->side == b->side && a->en_passant == b->en_passant);
    assert_true(a->castling == b->castling && a->captured == b->captured && a->pending == b->pending);
    assert_true(a->restart == b->restart && a->quiet == b->quiet && a->number == b->number);
    assert_true(a->dice_count == b->dice_count && a->dice_used == b->dice_used && a->past == b->past);
    assert_memory_equal(a->dice, b->dice, sizeof a->dice);
}

static void assert_fen_comes_back(const struct ludus_position *pos, struct ludus_position *other)
{
    struct ludus_buffer one = { 0 }, two = { 0 };
    char reason[200] = "";
    bool history = pos->ruleset->rules.repetition != REPEAT_FREE;

    fen_write(pos, history, &one);
    if (!ludus_position_set_fen(other, buf_string(&one), reason, sizeof reason))
        fail_msg("%s: %s: %s", pos->ruleset->rules.id, buf_string(&one), reason);
    fen_write(other, history, &two);
    assert_string_equal(buf_string(&one), buf_string(&two));
    assert_memory_equal(pos->cell, other->cell, sizeof pos->cell);
    if (!pos->dice_count && pos->pending == NONE && !pos->removals)
        assert_true(pos->hash == other->hash);
    buf_free(&one);
    buf_free(&two);
}

/* Looking for moves by their target finds the same moves as listing them all. */
static void assert_targets_agree(const struct ludus_position *pos, const struct ludus_move *moves,
                                 size_t count)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    struct ludus_move *some = malloc(rs->max_moves * sizeof *some);
    size_t wanted = 0, found = 0;
    unsigned to = draw(rs->squares);

    assert_non_null(some);
    for (size_t i = 0; i < count; i++)
        wanted += moves[i].type != LUDUS_PASS &&
                  (moves[i].to == to || (moves[i].type == LUDUS_PLACE && moves[i].from == to));
    found = movegen_to(pos, ~0u, to, some, rs->max_moves);
    assert_int_equal(found, wanted);
    for (size_t i = 0; i < found; i++)
        assert_true(movegen_legal(pos, some[i]));
    free(some);
}

static void check_moves(struct ludus_position *pos, struct ludus_position *other,
                        const struct ludus_move *moves, size_t count)
{
    struct ludus_position *before = malloc(sizeof *before);

    assert_non_null(before);
    assert_int_equal(count, movegen_count(pos));
    assert_int_equal(count > 0, movegen_any(pos));
    *before = *pos;
    for (size_t i = 0; i < count; i += 1 + count / 40) {
        struct undo undo;
        if (moves[i].type <= LUDUS_EN_PASSANT)
            assert_int_equal(movegen_illegality(pos, moves[i]), LEGAL);
        position_make(pos, moves[i], &undo);
        position_unmake(pos, &undo);
        assert_same(before, pos);
    }
    free(before);
    assert_targets_agree(pos, moves, count);
    assert_fen_comes_back(pos, other);
}

static void roll(struct ludus_position *pos)
{
    const struct rules *rules = &pos->ruleset->rules;
    uint8_t dice[LUDUS_DICE_MAX];

    for (unsigned i = 0; i < rules->dice; i++)
        dice[i] = (uint8_t)(1 + draw(rules->faces));
    assert_true(ludus_position_roll(pos, dice, rules->dice));
}

static void play_game(const struct ludus_ruleset *rs, unsigned check_every)
{
    struct ludus_position *pos = new_position(rs), *other = new_position(rs);
    struct ludus_move *moves = malloc(rs->max_moves * sizeof *moves);

    assert_non_null(moves);
    for (unsigned ply = 0; ply < TURNS && outcome_of(pos, NULL) == LUDUS_OPEN; ply++) {
        size_t count;
        if (rs->rules.dice && !pos->dice_count)
            roll(pos);
        count = movegen_all(pos, moves);
        assert_true(count <= rs->max_moves);
        if (draw(check_every) == 0)
            check_moves(pos, other, moves, count);
        if (rs->rules.dice && (count == 0 || draw(4) == 0)) {
            assert_true(ludus_position_end_turn(pos));
            continue;
        }
        assert_true(count > 0);
        assert_true(ludus_position_make(pos, moves[draw((unsigned)count)]));
    }
    while (pos->undos)
        ludus_position_undo(pos);
    ludus_position_free(other);
    other = new_position(rs);
    assert_memory_equal(pos->cell, other->cell, sizeof pos->cell);
    assert_true(pos->hash == other->hash && pos->number == other->number && pos->quiet == other->quiet);
    free(moves);
    ludus_position_free(pos);
    ludus_position_free(other);
}

static void random_games_are_taken_back_to_the_bit(void **state)
{
    (void)state;
    for (size_t i = 0; ludus_ruleset_id_at(i); i++) {
        const struct ludus_ruleset *rs = ludus_ruleset_find(ludus_ruleset_id_at(i));
        assert_non_null(rs);
        random_state = i;
        for (unsigned game = 0; game < games_wanted(); game++)
            play_game(rs, 8);
    }
}

static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct ludus_move));
}

static void assert_all_are_listed(struct ludus_position *pos)
{
    size_t room = pos->ruleset->max_moves, count;
    struct ludus_move *moves = malloc((room + 1) * sizeof *moves);

    assert_non_null(moves);
    memset(moves + room, 0xee, sizeof *moves);
    count = movegen_all(pos, moves);
    assert_int_equal(count, movegen_count(pos));
    assert_true(count <= room);
    assert_int_equal(moves[room].type, 0xee);
    qsort(moves, count, sizeof *moves, by_bytes);
    for (size_t i = 1; i < count; i++)
        assert_true(by_bytes(&moves[i - 1], &moves[i]) != 0);
    free(moves);
}

static void all_placings_are_listed_once(void **state)
{
    static const char *const rules[] = {
        "hand M8\nplace-count 1\nplace-first 2\nblocked loses\n",
        "hand M17 D17\nplace-count 2\nblocked passes\n",
        "hand M1 D3\nplace-count 2\npass yes\n",
        "hand M2 D3\nplace-count 2\nplace-last D\n",
        "hand M1\nplace-count 1\nplace-first 2\n",
        "hand D9\nplace-count 2\nplace-first 1\n",
    };
    static const char head[] = "ruleset placing\nboard 8x8\npiece M Man\nmoves W\n"
                               "piece D Dux\nmoves R\nstart \"8/8/8/8/8/8/8/8 w - - 0 1\"\n";

    (void)state;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        char text[400];
        int length = snprintf(text, sizeof text, "%s%s", head, rules[i]);
        struct ludus_ruleset *rs = ludus_ruleset_parse(text, (size_t)length, "placing", NULL, NULL);
        if (!rs) {
            fail_msg("%s", text);
            return;
        }
        struct ludus_position *pos = new_position(rs);
        for (unsigned ply = 0; ply < 12 && movegen_any(pos); ply++) {
            struct ludus_move *moves = malloc(rs->max_moves * sizeof *moves);
            size_t count = movegen_all(pos, moves);
            assert_all_are_listed(pos);
            assert_true(ludus_position_make(pos, moves[draw((unsigned)count)]));
            free(moves);
        }
        assert_true(ludus_position_set_fen(pos, "8/8/8/8/8/8/8/8 w - - 0 1 hand=M9D9", text, sizeof text));
        assert_all_are_listed(pos);
        ludus_position_free(pos);
        ludus_ruleset_free(rs);
    }
}

static void every_built_in_ruleset_is_free_of_contradictions(void **state)
{
    (void)state;
    for (size_t i = 0; ludus_ruleset_id_at(i); i++) {
        const struct ludus_ruleset *rs = ludus_ruleset_find(ludus_ruleset_id_at(i));
        assert_non_null(rs);
        assert_string_equal(ludus_ruleset_id(rs), ludus_ruleset_id_at(i));
        assert_int_equal(outcome_of(rs->start, NULL), LUDUS_OPEN);
        struct ludus_position *pos = new_position(rs);
        if (!rs->rules.dice)
            assert_all_are_listed(pos);
        ludus_position_free(pos);
    }
}

static void an_illegal_move_has_its_reason(void **state)
{
    static const struct {
        const char *ruleset, *fen;
        struct ludus_move move;
        enum illegality why;
    } cases[] = {
        { "chess", NULL, { 0, 16, LUDUS_STEP, NONE }, ILLEGAL_BLOCKED },
        { "chess", NULL, { 0, 8, LUDUS_STEP, NONE }, ILLEGAL_OWN_TARGET },
        { "chess", NULL, { 12, 36, LUDUS_STEP, NONE }, ILLEGAL_GEOMETRY },
        { "chess", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", { 12, 18, LUDUS_STEP, NONE }, ILLEGAL_PINNED },
        { "chess", "4k3/8/8/8/8/8/4q3/R3K3 w - - 0 1", { 0, 56, LUDUS_STEP, NONE }, ILLEGAL_CHECK },
        { "chess", "4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1", { 20, 28, LUDUS_STEP, NONE }, ILLEGAL_TARGET_TAKEN },
        { "chess", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", { 20, 36, LUDUS_STEP, NONE }, ILLEGAL_FIRST_ONLY },
        { "chess", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", { 20, 29, LUDUS_STEP, NONE }, ILLEGAL_NO_ENEMY },
        { "chess", "8/4P3/8/8/8/8/k6K/8 w - - 0 1", { 52, 60, LUDUS_STEP, NONE }, ILLEGAL_PROMOTION },
        { "chess",
          "r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1",
          { 4, 6, LUDUS_CASTLE, NONE },
          ILLEGAL_CASTLE_CHECK },
        { "chess", "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", { 4, 2, LUDUS_CASTLE, NONE }, ILLEGAL_CASTLE_PATH },
        { "chess", "4k3/8/8/8/8/8/8/R3K2R w K - 0 1", { 4, 2, LUDUS_CASTLE, NONE }, ILLEGAL_CASTLE_RIGHT },
        { "acedrex", "4k3/8/8/8/8/2a5/8/A3K3 w - - 0 1", { 0, 18, LUDUS_STEP, NONE }, ILLEGAL_IMMUNE },
        { "ludus-latrunculorum", NULL, { 16, 25, LUDUS_STEP, NONE }, ILLEGAL_NO_JUMP },
        { "latrunculi-delayed",
          "8/5mm1/8/2Mm'M3/3M4/8/7M/8 b - - 0 1",
          { 35, 19, LUDUS_JUMP, NONE },
          ILLEGAL_BOUND },
    };
    char reason[200];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ludus_position *pos = ludus_position_new(ludus_ruleset_find(cases[i].ruleset));
        assert_non_null(pos);
        if (cases[i].fen)
            assert_true(ludus_position_set_fen(pos, cases[i].fen, reason, sizeof reason));
        struct ludus_move move = cases[i].move;
        const struct castle *castle = castle_between(&pos->ruleset->rules, move.from, move.to);
        enum illegality found =
            move.type == LUDUS_CASTLE ? castle_judge(pos, castle) : movegen_illegality(pos, move);
        if (found != cases[i].why)
            fail_msg("case %zu: %d, not %d", i, (int)found, (int)cases[i].why);
        ludus_position_free(pos);
    }
}

static void a_faulty_fen_is_refused_and_changes_nothing(void **state)
{
    static const char *const fens[] = {
        "",
        "8/8/8/8/8/8/8 w - - 0 1",
        "9/8/8/8/8/8/8/8 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQxq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - x 1",
        "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 hand=P1",
        "8'/8/8/8/8/8/8/8 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 rep=x",
    };
    struct ludus_position *pos = ludus_position_new(ludus_ruleset_find("chess"));
    uint64_t hash;

    (void)state;
    assert_non_null(pos);
    hash = pos->hash;
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        char reason[200] = "";
        if (ludus_position_set_fen(pos, fens[i], reason, sizeof reason))
            fail_msg("accepted: %s", fens[i]);
        assert_true(strlen(reason) > 10);
        assert_true(pos->hash == hash);
    }
    ludus_position_free(pos);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_built_in_ruleset_is_free_of_contradictions),
        cmocka_unit_test(an_illegal_move_has_its_reason),
        cmocka_unit_test(all_placings_are_listed_once),
        cmocka_unit_test(a_faulty_fen_is_refused_and_changes_nothing),
        cmocka_unit_test(random_games_are_taken_back_to_the_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
