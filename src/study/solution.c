/* solution.c - problems: checks the solutions in records. */
#include "rules/dice.h"
#include "study/problem.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_MOST = 6, CHANCE_TEXT = 48 };
enum task { COLLECT, JUDGE, OTHERS };

/* Has the turn ?, ?? or ?!? A first turn that has it is a try, which does not solve the problem. */
static bool is_try(const struct ludus_game *game, const struct ludus_turn *turn)
{
    bool tried = false;
    unsigned nag;
    for (size_t i = 0; ludus_turn_nag(game, turn, i, &nag); i++)
        tried |= nag == 2 || nag == 4 || nag == 6;
    return tried;
}

/* The key of a position at a place of the record. */
static uint64_t placed_key(uint64_t key, long place)
{
    return key_mix(key, (uint64_t)place);
}

static long place_of(const struct problem *problem, const struct ludus_turn *turn)
{
    return turn_place(&problem->pos->ruleset->rules, turn->number, turn->side) - problem->start;
}

static int compare_links(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct link));
}

static void add_links(struct problem *problem, long place, const struct ludus_position *before,
                      const struct ludus_position *after)
{
    uint64_t from = placed_key(before->hash, place), to[] = { placed_key(after->hash, place + 1), 0 };
    for (unsigned i = 0; i < 2; i++) {
        struct link link = { from, to[i] };
        problem->failed |=
            !memory_add(&problem->links, &problem->link_count, &problem->link_capacity, &link, sizeof link);
    }
}

/* Has the record a turn from this position to the other one, or with 0 to any? */
static bool is_written(const struct problem *problem, uint64_t before, uint64_t after)
{
    struct link link = { before, after };
    return problem->link_count &&
           bsearch(&link, problem->links, problem->link_count, sizeof link, compare_links);
}

/* Is it the first time that the position comes up? */
static bool is_new(struct problem *problem, uint64_t key)
{
    bool known = false;
    problem->failed |= !ludus_seen_add(problem->judged, (struct ludus_digest){ key, 0 }, &known);
    return !known;
}

/* Lists the turns of a position, which becomes problem->pos, without those that the record has there. */
static struct choices list_unwritten(struct problem *problem, const struct ludus_position *pos, long place,
                                     unsigned turns)
{
    uint64_t before = placed_key(pos->hash, place);
    ludus_position_free(problem->pos);
    problem->pos = ludus_position_copy(pos);
    problem->failed |= !problem->pos;
    struct choices choices = { 0 };
    if (problem->pos && problem->dice)
        ludus_position_roll(problem->pos, NULL, 0);
    if (!problem->failed)
        choices = problem_turns(problem, turns, true);
    size_t count = choices.count;
    choices.count = 0;
    for (size_t i = 0; i < count; i++)
        if (!is_written(problem, before, placed_key(choices.items[i].key, place + 1)))
            choices.items[choices.count++] = choices.items[i];
    return choices;
}

/* Adds a message about a turn that names the choices, if there are any; frees them. */
static void say_choices(struct problem *problem, const struct ludus_turn *turn, enum message_id id,
                        struct choices choices)
{
    struct ludus_buffer names = { 0 };
    for (size_t i = 0; i < choices.count && i < NAMES_MOST; i++)
        buf_format(&names, "%s%s", !i ? "" : problem->dice ? "; " : ", ", choices.items[i].text);
    if (choices.count > NAMES_MOST)
        buf_format(&names, " and %zu others", choices.count - NAMES_MOST);
    if (choices.count)
        diag_add(&problem->game->diag, id, turn->offset, turn->offset + turn->length, buf_string(&names));
    problem->failed |= names.failed;
    buf_free(&names);
    free(choices.items);
}

/* Is the turn in a line that is not judged? Lines that are deeper have ended. */
static bool is_skipped(struct problem *problem, const struct ludus_turn *turn)
{
    long place = place_of(problem, turn);
    bool skipped = turn->depth >= LINES_MOST;
    for (unsigned i = turn->depth; i < LINES_MOST; i++)
        if (i > turn->depth || place <= problem->skip[i])
            problem->skip[i] = LONG_MAX;
    for (unsigned i = 0; i <= turn->depth && i < LINES_MOST; i++)
        skipped |= place > problem->skip[i];
    return skipped;
}

/* Reports the later turns that are faster than this one, or as fast. */
static void check_others(struct problem *problem, const struct ludus_turn *turn,
                         const struct ludus_position *before, const struct ludus_position *after,
                         unsigned left)
{
    unsigned needs, fewer;
    enum message_id id = MSG_DUAL;
    if (ludus_solver_shortest(problem->solver, after, left, &needs) == LUDUS_YES)
        left = needs;
    if (left && ludus_solver_shortest(problem->solver, before, left, &fewer) == LUDUS_YES) {
        id = MSG_SHORTER;
        left = fewer - 1;
    }
    say_choices(problem, turn, id, list_unwritten(problem, before, place_of(problem, turn), left));
}

/* Judges a turn of the side that solves the problem. */
static void check_attack(struct problem *problem, const struct ludus_turn *turn,
                         const struct ludus_position *before, const struct ludus_position *after)
{
    long place = place_of(problem, turn);
    uint64_t from = placed_key(before->hash, place), to = placed_key(after->hash, place + 1);
    unsigned played = (unsigned)place / 2 + 1, left = problem->asked.turns - played;
    enum ludus_answer answer = LUDUS_NO;
    struct ludus_chance chance;
    if (problem->ever || played <= problem->asked.turns)
        answer = problem_ask(problem, after, left, &chance);
    if (answer == LUDUS_NO)
        diag_add(&problem->game->diag, MSG_NOT_FORCED, turn->offset, turn->offset + turn->length, turn->text);
    problem->solved |= answer == LUDUS_YES && place == 0;
    if (answer != LUDUS_YES) {
        problem->skip[turn->depth] = place;
        return;
    }
    if (!problem->ever && place > 0 && is_new(problem, from))
        check_others(problem, turn, before, after, left);
    if (!problem->ever && is_written(problem, to, 0))
        say_choices(problem, turn, MSG_MISSING_DEFENCE, list_unwritten(problem, after, place + 1, 0));
}

/* Returns how many dice of a turn are known: none or all. */
static unsigned count_known(const struct ludus_turn *turn)
{
    unsigned known = turn->dice_count;
    for (unsigned i = 0; i < turn->dice_count; i++)
        known = turn->dice[i] ? known : 0;
    return known;
}

/* Writes a chance as a text, of CHANCE_TEXT bytes. */
static const char *chance_text(char *text, struct ludus_chance chance)
{
    snprintf(text, CHANCE_TEXT, "%" PRIu64 "/%" PRIu64, chance.ways, chance.of);
    return text;
}

/* Judges such a turn by its chance, and that of the best turn with the same roll. */
static void check_chance(struct problem *problem, const struct ludus_turn *turn,
                         const struct ludus_position *before, const struct ludus_position *after)
{
    const long place = place_of(problem, turn);
    const unsigned turns = problem->asked.turns - (unsigned)place / 2, rolled = count_known(turn);
    const size_t end = turn->offset + turn->length;
    struct ludus_stipulation more = { .relation = LUDUS_CHANCE_ABOVE, .chance = { 0, 1 } };
    struct ludus_chance best;
    char text[CHANCE_TEXT], better[CHANCE_TEXT];
    if (place >= 2 * (long)problem->asked.turns)
        return;
    struct ludus_position *pos = ludus_position_copy(before);
    problem->solved |= place == 0;
    problem->failed |= !pos;
    if (pos && ludus_position_roll(pos, turn->dice, rolled) &&
        problem_ask(problem, pos, turns, &best) == LUDUS_YES &&
        problem_ask(problem, after, turns - 1, &more.chance) == LUDUS_YES) {
        if (place == 0 && ludus_stipulation_holds(&problem->asked, best) &&
            !ludus_stipulation_holds(&problem->asked, more.chance))
            diag_add(&problem->game->diag, MSG_NOT_FORCED, turn->offset, end, turn->text);
        else if (place > 0 && ludus_position_dice(pos) == 0 && ludus_stipulation_holds(&more, best))
            diag_add(&problem->game->diag, MSG_LOWER_CHANCE, turn->offset, end, turn->text,
                     chance_text(text, more.chance), chance_text(better, best));
    }
    ludus_position_free(pos);
}

/* Judges a turn of the record. */
static void check_turn(struct problem *problem, const struct ludus_turn *turn,
                       const struct ludus_position *before, const struct ludus_position *after)
{
    long place = place_of(problem, turn);
    if (is_skipped(problem, turn))
        return;
    if (place == 0 && is_try(problem->game, turn))
        problem->skip[turn->depth] = place;
    else if (turn->side == problem->side)
        (problem->dice ? check_chance : check_attack)(problem, turn, before, after);
    else if (!problem->dice && ludus_position_result(after, NULL) == LUDUS_OPEN &&
             !is_written(problem, placed_key(after->hash, place + 1), 0))
        diag_add(&problem->game->diag, MSG_MISSING_DEFENCE, turn->offset, turn->offset + turn->length,
                 turn->text);
}

/* Goes through a copy of the record, as the messages of its replay are not wanted: collects its turns, judges
 * them, or looks for other first turns. */
static void walk(struct problem *problem, struct ludus_replay *replay, struct ludus_game *copy,
                 enum task task)
{
    struct ludus_turn turn = { .size = sizeof turn };
    bool first = true;
    for (unsigned i = 0; i < LINES_MOST; i++)
        problem->skip[i] = LONG_MAX;
    if (!ludus_replay_start(replay, copy))
        return;
    while (!problem->failed && ludus_replay_next(replay, &turn)) {
        const struct ludus_position *before = ludus_replay_before(replay),
                                    *after = ludus_replay_after(replay);
        if (turn.state != LUDUS_TURN_PLAYED)
            continue;
        if (task == COLLECT && first) { /* its roll is that of the problem */
            problem->rolled = count_known(&turn);
            memcpy(problem->roll, turn.dice, sizeof problem->roll);
        }
        first = false;
        const bool key = place_of(problem, &turn) == 0 && !is_try(problem->game, &turn);
        if (task == COLLECT && (key || place_of(problem, &turn) > 0))
            add_links(problem, place_of(problem, &turn), before, after);
        else if (task == JUDGE)
            check_turn(problem, &turn, before, after);
        else if (task == OTHERS && key && is_new(problem, before->hash))
            say_choices(problem, &turn, MSG_COOK,
                        list_unwritten(problem, before, 0, problem->asked.turns - 1));
        arena_reset(&problem->arena);
    }
}

/* Checks the solution of a record whose start has been replayed. */
static void check_solution(struct problem *problem, struct ludus_replay *replay, struct ludus_game *copy,
                           const struct tag *tag)
{
    struct diag *diag = &problem->game->diag;
    const int length = (int)tag->value.length;
    unsigned fewer;
    char text[CHANCE_TEXT];
    enum message_id open = MSG_UNDECIDED;
    problem->ever = problem->asked.turns == 0 && !problem->dice;
    walk(problem, replay, copy, COLLECT);
    if (problem->link_count)
        qsort(problem->links, problem->link_count, sizeof *problem->links, compare_links);
    enum ludus_answer answer = problem_solve(problem);
    if (answer == LUDUS_NO && problem->dice)
        diag_add(diag, MSG_CHANCE, tag->begin, tag->end, chance_text(text, problem->chance), length,
                 tag->value.text);
    else if (answer == LUDUS_NO)
        diag_add(diag, MSG_UNSOLVABLE, tag->begin, tag->end, side_name(problem->side), length,
                 tag->value.text);
    if (answer == LUDUS_YES && !problem->ever && !problem->dice &&
        ludus_solver_shortest(problem->solver, problem->pos, problem->asked.turns - 1, &fewer) == LUDUS_YES) {
        diag_add(diag, MSG_TURNS, tag->begin, tag->end, fewer);
        problem->asked.turns = fewer;
    }
    if (answer == LUDUS_YES || (answer == LUDUS_NO && problem->dice))
        walk(problem, replay, copy, JUDGE);
    if (answer == LUDUS_YES && problem->solved && !problem->undecided &&
        (!problem->dice || problem->rolled || !ludus_position_dice(problem->pos))) {
        open = problem->ever ? MSG_OPEN_TURNS : open;
        walk(problem, replay, copy, OTHERS);
    }
    if (problem->undecided)
        diag_add(diag, open, tag->begin, tag->end, length, tag->value.text);
}

bool ludus_solver_check(struct ludus_solver *solver, struct ludus_replay *replay, struct ludus_game *game)
{
    struct problem problem = { .solver = solver, .game = game, .asked.size = sizeof problem.asked };
    const struct tag *tag = record_tag(game, "Stipulation");
    char text[64]; /* more than any stipulation */
    if (!tag || ludus_game_count(game, LUDUS_ERROR))
        return true;
    snprintf(text, sizeof text, "%.*s", (int)tag->value.length, tag->value.text);
    struct ludus_game *copy = ludus_game_copy(game);
    problem.failed = !copy;
    if (!ludus_stipulation_read(text, &problem.asked))
        diag_add(&game->diag, MSG_STIPULATION, tag->value_begin, tag->value_end, (int)tag->value.length,
                 tag->value.text);
    else if (copy && ludus_replay_start(replay, copy)) {
        const struct ludus_position *start = ludus_replay_after(replay);
        problem.start = turn_place(&start->ruleset->rules, start->number, start->side);
        problem.judged = ludus_seen_new();
        problem.failed |= !problem_begin(&problem, start) || !problem.judged;
        if (!problem.failed)
            check_solution(&problem, replay, copy, tag);
    }
    ludus_game_free(copy);
    problem_end(&problem);
    return !problem.failed;
}
