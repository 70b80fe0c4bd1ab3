/* problem.c - problems, with dice and without: finds the turns of their solutions, and writes these as
 * records. */
#include "study/problem.h"

#include "play/resolve.h"
#include "rules/dice.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_MOST = 1 << 20 };

/* ---- Chances ---- */

static bool is_more(struct ludus_chance a, struct ludus_chance b)
{
    const struct ludus_stipulation more = { .relation = LUDUS_CHANCE_ABOVE, .chance = b };
    return ludus_stipulation_holds(&more, a);
}

enum ludus_answer problem_ask(struct problem *problem, const struct ludus_position *pos, unsigned turns,
                              struct ludus_chance *chance)
{
    enum ludus_answer answer;
    if (problem->dice) {
        answer = ludus_solver_chance(problem->solver, pos, turns, chance);
    } else {
        answer = problem->ever ? ludus_solver_ever(problem->solver, pos)
                               : ludus_solver_ask(problem->solver, pos, turns);
        *chance = (struct ludus_chance){ answer == LUDUS_YES, 1 };
    }
    problem->undecided |= answer == LUDUS_UNDECIDED;
    return answer;
}

/* ---- The turns of a position ---- */

/* Gives the position the first roll, if it is known, or takes it away. */
static void set_roll(struct problem *problem, bool given)
{
    if (problem->rolled)
        ludus_position_roll(problem->pos, problem->roll, given ? problem->rolled : 0);
}

static bool add_choice(void *context, const struct ludus_choice *turn)
{
    struct choices *choices = context;
    struct problem *problem = choices->problem;
    struct choice choice = { .count = turn->count, .key = problem->pos->hash, .chance = { 1, 1 } };
    const bool attacks = choices->attacks, judged = attacks || problem->dice;
    if (choices->roll != turn->roll)
        choices->first = choices->count;
    choices->roll = turn->roll;
    if (judged && problem_ask(problem, problem->pos, choices->turns, &choice.chance) == LUDUS_UNDECIDED)
        return true;
    if (attacks &&
        (!choice.chance.ways || (choices->all && !ludus_stipulation_holds(&problem->asked, choice.chance))))
        return true;
    if (judged && !choices->all && choices->count > choices->first) {
        struct ludus_chance best = choices->items[choices->first].chance;
        if (!(attacks ? is_more(choice.chance, best) : is_more(best, choice.chance)))
            return true;
        choices->count = choices->first;
    }
    char roll[SAN_ROLL] = "";
    if (choices->all && problem->rolled)
        san_roll_text(roll, problem->roll, problem->rolled);
    const size_t size = turn->count * sizeof *turn->moves, length = strlen(roll), rest = strlen(turn->text);
    char *text = arena_alloc(&problem->arena, length + rest + 2);
    struct ludus_move *moves = arena_alloc(&problem->arena, size);
    struct choice *place =
        memory_push(&choices->items, &choices->count, &choices->capacity, sizeof *choices->items);
    problem->failed |= !text || !moves || !place;
    if (problem->failed)
        return false;
    snprintf(text, length + rest + 2, "%s%s%s", roll, length ? " " : "", turn->text);
    choice.text = text;
    choice.moves = memcpy(moves, turn->moves, size);
    *place = choice;
    return !attacks || choices->all || problem->dice;
}

struct choices problem_turns(struct problem *problem, unsigned turns, bool all)
{
    struct choices choices = { .problem = problem, .turns = turns, .all = all };
    choices.attacks = ludus_position_side(problem->pos) == problem->side;
    set_roll(problem, all);
    problem->failed |= !ludus_position_turns(problem->pos, false, add_choice, &choices);
    set_roll(problem, false);
    return choices;
}

bool problem_begin(struct problem *problem, const struct ludus_position *pos)
{
    problem->pos = ludus_position_copy(pos);
    problem->side = pos->side;
    problem->dice = dice_thrown(&pos->ruleset->rules) > 0;
    problem->rolled = pos->dice_count;
    memcpy(problem->roll, pos->dice, sizeof problem->roll);
    if (problem->pos && problem->rolled)
        ludus_position_roll(problem->pos, NULL, 0);
    ludus_solver_start(problem->solver, problem->side, problem->asked.goal);
    return problem->pos != NULL;
}

void problem_end(struct problem *problem)
{
    ludus_position_free(problem->pos);
    arena_free(&problem->arena);
    buf_free(&problem->text);
    free(problem->links);
    ludus_seen_free(problem->judged);
}

enum ludus_answer problem_solve(struct problem *problem)
{
    unsigned *turns = &problem->asked.turns;
    enum ludus_answer answer = LUDUS_UNDECIDED;
    if (problem->dice ? *turns > 0 : !problem->asked.relation && (*turns || problem->ever)) {
        set_roll(problem, true);
        answer = problem_ask(problem, problem->pos, *turns, &problem->chance);
        set_roll(problem, false);
    } else if (!problem->dice && !problem->asked.relation) {
        answer = ludus_solver_shortest(problem->solver, problem->pos, LUDUS_PROBLEM_TURNS, turns);
        if (answer == LUDUS_NO && ludus_solver_ever(problem->solver, problem->pos) != LUDUS_NO)
            answer = LUDUS_UNDECIDED; /* there is no end to it */
    }
    problem->undecided |= answer == LUDUS_UNDECIDED;
    if (answer == LUDUS_YES && problem->dice && !ludus_stipulation_holds(&problem->asked, problem->chance))
        return LUDUS_NO;
    return answer;
}

/* ---- A solution as a record ---- */

static void play(struct problem *problem, const struct choice *choice)
{
    for (unsigned i = 0; i < choice->count; i++)
        problem->failed |= !ludus_position_make(problem->pos, choice->moves[i]);
}

static void take_back(struct problem *problem, const struct choice *choice)
{
    for (unsigned i = 0; i < choice->count; i++)
        ludus_position_undo(problem->pos);
}

/* Finds the number of turns that are needed, which are at most `most`. */
static unsigned fewest(struct problem *problem, unsigned most)
{
    unsigned turns;
    if (ludus_solver_shortest(problem->solver, problem->pos, most, &turns) != LUDUS_YES)
        problem->undecided = true;
    return turns;
}

/* Puts the turn with the best chance first, for the main line; without dice, the defence that lasts longest.
 */
static void put_main_first(struct problem *problem, struct choices *choices, unsigned turns)
{
    unsigned longest = 0, needs = 0;
    for (size_t i = 0; i < choices->count && !(choices->attacks && !problem->dice); i++) {
        struct choice choice = choices->items[i];
        bool better = problem->dice && is_more(choice.chance, choices->items[0].chance);
        if (!problem->dice) {
            play(problem, &choice);
            needs = fewest(problem, turns);
            take_back(problem, &choice);
            better = needs > longest;
        }
        if (better) {
            longest = needs;
            choices->items[i] = choices->items[0];
            choices->items[0] = choice;
        }
    }
}

/* Writes what follows in the position after a turn, or at the start: all first turns, all defences, one
 * answer; with dice, the best turn for each roll, as long as there is a chance. The attacker has `turns`
 * turns left. */
static void write_line(struct problem *problem, unsigned turns, const struct choice *last)
{
    struct ludus_position *pos = problem->pos;
    enum ludus_result result = ludus_position_result(pos, NULL);
    bool attacks = ludus_position_side(pos) == problem->side;
    if (problem->depth == 0)
        problem->result = result;
    problem->undecided |= problem->text.length > TEXT_MOST;
    if (result != LUDUS_OPEN || (last && !last->chance.ways) || (attacks && turns == 0) ||
        problem->undecided || problem->failed)
        return;
    unsigned most = attacks && last && !problem->dice ? fewest(problem, turns) : turns;
    struct choices choices = problem_turns(problem, most - attacks, !last);
    put_main_first(problem, &choices, turns);
    for (size_t i = 0; i <= choices.count && choices.count && !problem->failed; i++) {
        const struct choice *choice = &choices.items[i % choices.count];
        bool varies = i > 0 && i < choices.count;
        if (i < choices.count)
            buf_format(&problem->text, "%s%u%s %s ", i ? "(" : "", ludus_position_number(pos),
                       ludus_position_side(pos) == LUDUS_WHITE ? "W." : "B.", choice->text);
        if (i == 0)
            continue; /* what follows the first stands after the others */
        problem->depth += varies;
        play(problem, choice);
        write_line(problem, turns - attacks, choice);
        take_back(problem, choice);
        problem->depth -= varies;
        if (varies)
            buf_text(&problem->text, ") ");
    }
    free(choices.items);
}

/* Appends the record of problem->text in canonical form. */
static void write_record(struct problem *problem, const char *stipulation, struct ludus_buffer *out)
{
    struct ludus_buffer record = { 0 };
    const struct ludus_ruleset *rs = ludus_position_ruleset(problem->pos);
    const char *result = result_text(problem->result);
    buf_format(&record, "[Variant \"%s\"]\n[FEN \"", ludus_ruleset_id(rs));
    ludus_position_add_fen(problem->pos, rs->rules.repetition != REPEAT_FREE, &record);
    buf_format(&record, "\"]\n[Stipulation \"%s%s\"]\n[Result \"%s\"]\n\n%s%s\n",
               is_digit(*stipulation) ? "#" : "", stipulation, result, buf_string(&problem->text), result);
    buf_string(&record);
    struct ludus_game *game = record_from(ludus_buffer_text(&record), "-");
    struct ludus_replay *replay = ludus_replay_new(rs);
    problem->failed |= record.failed || problem->text.failed || !game || !replay;
    if (!problem->failed)
        ludus_game_format(replay, game, out);
    ludus_replay_free(replay);
    ludus_game_free(game);
    buf_free(&record);
}

enum ludus_answer ludus_solver_record(struct ludus_solver *solver, const struct ludus_position *position,
                                      const char *stipulation, struct ludus_buffer *out)
{
    struct problem problem = { .solver = solver, .asked.size = sizeof problem.asked };
    enum ludus_answer answer = LUDUS_UNDECIDED;
    if (ludus_stipulation_read(stipulation, &problem.asked) && problem_begin(&problem, position)) {
        answer = problem.dice ? LUDUS_YES : problem_solve(&problem); /* with dice, its turns tell */
        if (answer == LUDUS_YES)
            write_line(&problem, problem.asked.turns, NULL);
        if (problem.undecided || problem.failed)
            answer = LUDUS_UNDECIDED;
        else if (answer == LUDUS_YES && problem.dice && !problem.text.length)
            answer = LUDUS_NO;
        else if (answer == LUDUS_YES)
            write_record(&problem, stipulation, out);
    }
    problem_end(&problem);
    return problem.failed || out->failed ? LUDUS_UNDECIDED : answer;
}
