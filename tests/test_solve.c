/* test_solve.c - the solver of problems against a plain search, in positions before the end of random games
 * of every ruleset; and its limit. */
#include "ludus.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

enum { GAMES = 10, PLIES = 200, BACK = 3, TRIES = 2000, LIMIT = 100000 };

static uint64_t draw(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

/* The problem of the plain search. */
struct plain {
    enum ludus_side side;
    enum ludus_goal goal;
    unsigned tries; /* that are left */
};

static bool is_goal(const struct plain *plain, enum ludus_result result)
{
    bool wins = result == (plain->side == LUDUS_WHITE ? LUDUS_WHITE_WINS : LUDUS_BLACK_WINS);
    if (result == LUDUS_DRAW)
        return plain->goal == LUDUS_GOAL_DRAW;
    return wins == (plain->goal != LUDUS_GOAL_LOSS);
}

/* Lists the legal moves, nearly always in the first room; freed by the caller. */
static struct ludus_move *list_moves(const struct ludus_position *pos, size_t *count)
{
    struct ludus_move *moves = NULL;
    size_t room = 64;
    for (;; room = *count) {
        moves = realloc(moves, room * sizeof *moves);
        assert_non_null(moves);
        *count = ludus_position_moves(pos, moves, room);
        if (*count <= room)
            return moves;
    }
}

static bool is_forced(struct plain *plain, struct ludus_position *pos, unsigned turns)
{
    enum ludus_result result = ludus_position_result(pos, NULL);
    bool attacks = ludus_position_side(pos) == plain->side;
    if (result != LUDUS_OPEN)
        return is_goal(plain, result);
    if (turns == 0 && (attacks || plain->goal == LUDUS_GOAL_WIN))
        return false;
    size_t count;
    struct ludus_move *moves = list_moves(pos, &count);
    bool forced = !attacks;
    for (size_t i = 0; i < count && plain->tries && forced != attacks; i++) {
        plain->tries--;
        assert_true(ludus_position_make(pos, moves[i]));
        bool over = attacks && ludus_position_side(pos) != plain->side;
        forced = is_forced(plain, pos, turns - over);
        ludus_position_undo(pos);
    }
    free(moves);
    return forced;
}

/* How often the answer was yes, no or undecided. */
struct counts {
    unsigned answers[3];
};

/* Compares both in a position. */
static void compare(struct ludus_solver *solver, struct ludus_position *pos, struct counts *counts)
{
    for (unsigned goal = LUDUS_GOAL_WIN; goal <= LUDUS_GOAL_LOSS; goal++)
        for (unsigned turns = 0; turns <= 3; turns++) {
            struct plain plain = { ludus_position_side(pos), (enum ludus_goal)goal, TRIES };
            bool forced = is_forced(&plain, pos, turns);
            if (!plain.tries)
                break;
            ludus_solver_start(solver, plain.side, plain.goal);
            enum ludus_answer answer = ludus_solver_ask(solver, pos, turns);
            if (answer != LUDUS_UNDECIDED && answer != (forced ? LUDUS_YES : LUDUS_NO)) {
                char fen[1000];
                ludus_position_fen(pos, true, fen, sizeof fen);
                fail_msg("%s: goal %u, %u turns: %d, not %d: %s",
                         ludus_ruleset_id(ludus_position_ruleset(pos)), goal, turns, answer, forced, fen);
            }
            counts->answers[answer]++;
        }
}

/* Plays a random game, and compares in its last positions. */
static void compare_game(struct ludus_solver *solver, const struct ludus_ruleset *rules, uint64_t *state,
                         struct counts *counts)
{
    struct ludus_position *pos = ludus_position_new(rules);
    unsigned plies = 0;
    for (; plies < PLIES && ludus_position_result(pos, NULL) == LUDUS_OPEN; plies++) {
        size_t count;
        struct ludus_move *moves = list_moves(pos, &count);
        assert_true(count > 0 && ludus_position_make(pos, moves[draw(state) % count]));
        free(moves);
    }
    for (unsigned back = 0; back < BACK && back < plies; back++) {
        ludus_position_undo(pos);
        compare(solver, pos, counts);
    }
    ludus_position_free(pos);
}

static void a_plain_search_finds_the_same_in_every_ruleset(void **state)
{
    const char *id;
    uint64_t random = 1;
    struct ludus_solver *solver = ludus_solver_new(LIMIT);
    struct counts counts = { { 0 } };
    unsigned games = 0, each = getenv("LONG") ? GAMES : 1;
    (void)state;
    for (size_t i = 0; (id = ludus_ruleset_id_at(i)); i++) {
        const struct ludus_ruleset *rules = ludus_ruleset_find(id);
        for (unsigned game = 0; game < each && !ludus_ruleset_dice(rules); game++, games++)
            compare_game(solver, rules, &random, &counts);
    }
    assert_true(games > 50);
    assert_true(counts.answers[LUDUS_YES] > games);
    assert_true(counts.answers[LUDUS_UNDECIDED] * 200 < counts.answers[LUDUS_NO]);
    ludus_solver_free(solver);
}

/* ---- Any number of turns ---- */

enum { STATES = 20000, PLACES = 1 << 16, MOVES = 40 };

/* All positions that can be reached from one, and which of them the side can win from. */
struct states {
    struct ludus_position *pos[STATES];
    unsigned next[STATES][MOVES], moves[STATES], count;
    unsigned place[PLACES]; /* number of a position + 1, by key */
    bool won[STATES];
};

/* Returns the number of a position, which is added. */
static unsigned state_of(struct states *states, const struct ludus_position *pos)
{
    uint64_t key = ludus_position_key(pos);
    unsigned at = (unsigned)(key % PLACES);
    for (; states->place[at]; at = (at + 1) % PLACES)
        if (ludus_position_key(states->pos[states->place[at] - 1]) == key)
            return states->place[at] - 1;
    assert_true(states->count < STATES);
    assert_non_null(states->pos[states->count] = ludus_position_copy(pos));
    states->place[at] = ++states->count;
    return states->count - 1;
}

static void reach_all(struct states *states)
{
    for (unsigned i = 0; i < states->count; i++) {
        struct ludus_position *pos = states->pos[i];
        size_t count;
        if (ludus_position_result(pos, NULL) != LUDUS_OPEN)
            continue;
        struct ludus_move *moves = list_moves(pos, &count);
        assert_in_range(count, 1, MOVES);
        for (size_t m = 0; m < count; m++) {
            assert_true(ludus_position_make(pos, moves[m]));
            states->next[i][m] = state_of(states, pos);
            ludus_position_undo(pos);
        }
        states->moves[i] = (unsigned)count;
        free(moves);
    }
}

/* Marks positions as won until there are no more. */
static void win_all(struct states *states, enum ludus_side side)
{
    bool more = true;
    for (unsigned i = 0; i < states->count; i++)
        states->won[i] = ludus_position_result(states->pos[i], NULL) ==
                         (side == LUDUS_WHITE ? LUDUS_WHITE_WINS : LUDUS_BLACK_WINS);
    while (more) {
        more = false;
        for (unsigned i = 0; i < states->count; i++) {
            unsigned wins = 0, wanted = ludus_position_side(states->pos[i]) == side ? 1 : states->moves[i];
            for (unsigned m = 0; m < states->moves[i]; m++)
                wins += states->won[states->next[i][m]];
            if (!states->won[i] && states->moves[i] && wins >= wanted)
                more = states->won[i] = true;
        }
    }
}

static void compare_states(const char *id, const char *fen, unsigned each, unsigned answers[2][2])
{
    struct states *states = calloc(1, sizeof *states);
    struct ludus_position *pos = ludus_position_new(ludus_ruleset_find(id));
    struct ludus_solver *solver = ludus_solver_new(1000000);
    char reason[200];
    assert_true(states && solver && ludus_position_set_fen(pos, fen, reason, sizeof reason));
    state_of(states, pos);
    ludus_position_free(pos);
    reach_all(states);
    for (unsigned side = LUDUS_WHITE; side <= LUDUS_BLACK; side++) {
        win_all(states, (enum ludus_side)side);
        for (unsigned i = 0; i < states->count; i += each)
            for (unsigned holds = 0; holds < 2; holds++) { /* the other side must not win */
                ludus_solver_start(solver, (enum ludus_side)(side ^ holds),
                                   holds ? LUDUS_GOAL_DRAW : LUDUS_GOAL_WIN);
                bool yes = states->won[i] != (bool)holds;
                assert_int_equal(ludus_solver_ever(solver, states->pos[i]), yes ? LUDUS_YES : LUDUS_NO);
                answers[holds][yes]++;
            }
    }
    for (unsigned i = 0; i < states->count; i++)
        ludus_position_free(states->pos[i]);
    ludus_solver_free(solver);
    free(states);
}

static void all_positions_tell_what_is_won_in_any_number_of_turns(void **state)
{
    unsigned answers[2][2] = { { 0 } };
    (void)state;
    compare_states("alquerque-de-tres", "3/3/3 w - - 0 1", 7, answers);
    compare_states("xiangqi", "3k5/9/9/4P4/9/9/9/9/9/4K4 w - - 0 1", 7, answers);
    for (unsigned holds = 0; holds < 2; holds++)
        assert_true(answers[holds][0] > 100 && answers[holds][1] > 100);
}

static void the_limit_leaves_a_problem_undecided(void **state)
{
    struct ludus_position *pos = ludus_position_new(ludus_ruleset_find("chess"));
    struct ludus_solver *solver = ludus_solver_new(1000);
    unsigned turns;
    (void)state;
    ludus_solver_start(solver, LUDUS_WHITE, LUDUS_GOAL_WIN);
    assert_int_equal(ludus_solver_ask(solver, pos, 9), LUDUS_UNDECIDED);
    ludus_solver_start(solver, LUDUS_WHITE, LUDUS_GOAL_WIN);
    assert_int_equal(ludus_solver_ask(solver, pos, 1), LUDUS_NO);
    ludus_solver_start(solver, LUDUS_WHITE, LUDUS_GOAL_WIN);
    assert_int_equal(ludus_solver_shortest(solver, pos, 9, &turns), LUDUS_UNDECIDED);
    assert_in_range(turns, 2, 3);
    assert_int_equal(ludus_solver_ask(solver, pos, LUDUS_PROBLEM_TURNS + 1), LUDUS_UNDECIDED);
    ludus_solver_free(solver);
    ludus_position_free(pos);
}

static void a_stipulation_is_read_whole(void **state)
{
    static const char *const wrong[] = { "", "#", "#0", "#100", "#3 ", "h#2", "s3", "++", "#-1", "3#" };
    struct ludus_stipulation read = { .size = sizeof read };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(ludus_stipulation_read(wrong[i], &read));
    assert_true(ludus_stipulation_read("s#12", &read));
    assert_int_equal(read.goal, LUDUS_GOAL_LOSS);
    assert_int_equal(read.turns, 12);
    assert_true(ludus_stipulation_read("=", &read));
    assert_int_equal(read.goal, LUDUS_GOAL_DRAW);
    assert_int_equal(read.turns, 0);
    assert_true(ludus_stipulation_read("2", &read));
    assert_int_equal(read.goal, LUDUS_GOAL_WIN);
    assert_int_equal(read.turns, 2);
}

/* ---- Chances ---- */

static bool holds(const char *text, uint64_t ways, uint64_t of)
{
    struct ludus_stipulation stipulation = { .size = sizeof stipulation };
    assert_true(ludus_stipulation_read(text, &stipulation));
    return ludus_stipulation_holds(&stipulation, (struct ludus_chance){ ways, of });
}

static void chances_are_compared_exactly(void **state)
{
    (void)state;
    assert_true(holds("#2 > 1/2", 36028797018963969, 72057594037927936));
    assert_false(holds("#2 > 1/2", 36028797018963968, 72057594037927936));
    assert_true(holds("#2>=1/2", 1, 2));
    assert_false(holds("#2 >= 1/2", 5, 12));
    assert_true(holds("#2 = 6/9", 2, 3));
    assert_false(holds("#2 = 6/9", 2000000000000000001, 3000000000000000000));
    assert_false(holds("#2 > 1/3", 0, 1));
    assert_true(holds("2 > 1/3", 1, 1));
    assert_true(holds("s#2 = 1", 1, 1));
    assert_true(holds("#2", 1, 1));
    assert_false(holds("#2", 7775, 7776));
    struct ludus_stipulation stipulation = { .size = sizeof stipulation };
    const char *const wrong[] = { "#2 >",      "#2 > 0/2", "#2 > 1/0", "#2 < 1/2",
                                  "#2 > 1/2x", "+ > 1/2",  "#2 > 1/" };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(ludus_stipulation_read(wrong[i], &stipulation));
}

/* Both knights' moves need a 5 or a 6, so 4 of 36 throws win at once; with 5-6 all depends on the turn. */
static void a_chance_counts_throws(void **state)
{
    (void)state;
    const struct ludus_ruleset *rules = ludus_ruleset_find("ludus-equitum");
    struct ludus_position *pos = ludus_position_new(rules);
    struct ludus_solver *solver = ludus_solver_new(1000000);
    struct ludus_chance chance;
    char reason[200];
    assert_true(ludus_position_set_fen(pos, "8/3r1m2/8/3E4/8/1M6/8/3R4 w - - 0 1", reason, sizeof reason));
    ludus_solver_start(solver, LUDUS_WHITE, LUDUS_GOAL_WIN);
    assert_int_equal(ludus_solver_chance(solver, pos, 1, &chance), LUDUS_YES);
    assert_true(chance.ways == 1 && chance.of == 9);
    assert_int_equal(ludus_solver_chance(solver, pos, 0, &chance), LUDUS_YES);
    assert_true(chance.ways == 0);
    assert_int_equal(ludus_solver_chance(solver, pos, 7, &chance), LUDUS_UNDECIDED);
    assert_true(ludus_position_roll(pos, (uint8_t[]){ 6, 5 }, 2));
    assert_int_equal(ludus_solver_chance(solver, pos, 1, &chance), LUDUS_YES);
    assert_true(chance.ways == 1 && chance.of == 1);
    ludus_solver_start(solver, LUDUS_BLACK, LUDUS_GOAL_LOSS);
    assert_int_equal(ludus_solver_chance(solver, pos, 0, &chance), LUDUS_YES);
    assert_true(chance.ways == 0); /* White plays against it */
    ludus_solver_free(solver);
    ludus_position_free(pos);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plain_search_finds_the_same_in_every_ruleset),
        cmocka_unit_test(all_positions_tell_what_is_won_in_any_number_of_turns),
        cmocka_unit_test(the_limit_leaves_a_problem_undecided),
        cmocka_unit_test(a_stipulation_is_read_whole),
        cmocka_unit_test(chances_are_compared_exactly),
        cmocka_unit_test(a_chance_counts_throws),
    };
    return cmocka_run_group_tests_name("solve", tests, NULL, NULL);
}
