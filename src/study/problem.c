/* problem.c - problems: writes their solutions as records, and checks the solutions in records. */
#include "base/memory.h"
#include "base/text.h"
#include "play/replay.h"
#include "study/chance.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MOST = 1 << 20, MOVE_TEXT = 256, NAMES_MOST = 6, LINES_MOST = 64 };
enum task { COLLECT, JUDGE, OTHERS };

/* A turn of a position. */
struct choice {
    const char *text;               /* canonical */
    const struct ludus_move *moves; /* `count` of them */
    unsigned count;
    uint64_t key; /* of the position after it */
};

struct choices {
    struct choice *items; /* owned */
    size_t count, capacity;
    size_t most; /* no more are wanted */
};

/* A turn that the record has: keys of the positions around it, with its place; or with 0 any turn. */
struct link {
    uint64_t before, after;
};

struct problem {
    struct ludus_solver *solver;
    struct ludus_stipulation asked;
    unsigned side;              /* to move at the start */
    struct ludus_position *pos; /* owned */
    struct arena arena;         /* of the choices */
    struct ludus_move moves[LUDUS_MOVES_MAX];
    unsigned move_count;          /* of the turn so far, */
    struct ludus_buffer turn;     /* and its text */
    struct ludus_buffer text;     /* the solution, */
    unsigned depth;               /* the number of variations around its end, */
    enum ludus_result result;     /* and the result of its main line */
    bool undecided, failed, ever; /* ever: in any number of turns */
    struct ludus_game *game;      /* the record that is checked, or NULL */
    bool solved;                  /* by a first turn that it has */
    long start;                   /* place of its first turn, as turn_place */
    struct link *links;           /* sorted; owned */
    size_t link_count, link_capacity;
    struct ludus_seen *judged; /* positions whose other turns have been reported; owned */
    long skip[LINES_MOST];     /* for each line around the turn, the place after which it is not judged */
};

/* ---- The turns of a position ---- */

static enum ludus_answer ask(struct problem *problem, const struct ludus_position *pos, unsigned turns)
{
    enum ludus_answer answer = problem->ever ? ludus_solver_ever(problem->solver, pos)
                                             : ludus_solver_ask(problem->solver, pos, turns);
    problem->undecided |= answer == LUDUS_UNDECIDED;
    return answer;
}

static void add_choice(struct problem *problem, struct choices *choices)
{
    size_t size = problem->move_count * sizeof *problem->moves;
    struct choice *choice = memory_push(&choices->items, &choices->count, &choices->capacity, sizeof *choice);
    struct ludus_move *moves = arena_alloc(&problem->arena, size);
    problem->failed |= !choice || !moves;
    if (problem->failed)
        return;
    memcpy(moves, problem->moves, size);
    *choice = (struct choice){ arena_copy(&problem->arena, problem->turn.bytes, problem->turn.length), moves,
                               problem->move_count, problem->pos->hash };
    problem->failed |= !choice->text;
}

/* Adds the turns of problem->pos that begin with the moves made so far: all those of the defender, and those
 * of the attacker after which `turns` turns are enough. */
static void add_choices(struct problem *problem, unsigned turns, struct choices *choices)
{
    struct ludus_position *pos = problem->pos;
    enum ludus_side side = ludus_position_side(pos);
    size_t length = problem->turn.length, count = ludus_position_moves(pos, NULL, 0);
    struct ludus_move *moves = memory_new((count + 1) * sizeof *moves);
    char text[MOVE_TEXT];
    problem->failed |= !moves || problem->move_count == LUDUS_MOVES_MAX;
    if (!problem->failed)
        count = ludus_position_moves(pos, moves, count);
    for (size_t i = 0; i < count && choices->count < choices->most && !problem->failed; i++) {
        ludus_move_text(pos, moves[i], text, sizeof text);
        buf_format(&problem->turn, "%s%s", problem->move_count ? ", " : "", text);
        problem->moves[problem->move_count++] = moves[i];
        problem->failed |= !ludus_position_make(pos, moves[i]);
        if (ludus_position_side(pos) == side && ludus_position_result(pos, NULL) == LUDUS_OPEN)
            add_choices(problem, turns, choices);
        else if (side != problem->side || ask(problem, pos, turns) == LUDUS_YES)
            add_choice(problem, choices);
        ludus_position_undo(pos);
        problem->move_count--;
        problem->turn.length = length;
    }
    free(moves);
}

/* Lists them from the beginning of the turn, at most `most`. The caller frees the list. */
static struct choices list_choices(struct problem *problem, unsigned turns, size_t most)
{
    struct choices choices = { .most = most };
    if (ludus_position_result(problem->pos, NULL) == LUDUS_OPEN)
        add_choices(problem, turns, &choices);
    return choices;
}

/* Begins the problem of a position, whose stipulation has been set. False without memory. */
static bool begin(struct problem *problem, const struct ludus_position *pos)
{
    problem->pos = ludus_position_copy(pos);
    problem->side = pos->side;
    ludus_solver_start(problem->solver, problem->side, problem->asked.goal);
    return problem->pos != NULL;
}

static void end(struct problem *problem)
{
    ludus_position_free(problem->pos);
    arena_free(&problem->arena);
    buf_free(&problem->turn);
    buf_free(&problem->text);
    free(problem->links);
    ludus_seen_free(problem->judged);
}

/* Finds whether the stipulation holds, and sets the number of turns if it leaves that open. */
static enum ludus_answer solve(struct problem *problem)
{
    unsigned *turns = &problem->asked.turns;
    if (problem->asked.relation) { /* without dice nothing has a chance */
        problem->undecided = true;
        return LUDUS_UNDECIDED;
    }
    if (*turns || problem->ever)
        return ask(problem, problem->pos, *turns);
    return ludus_solver_shortest(problem->solver, problem->pos, LUDUS_PROBLEM_TURNS, turns);
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

/* Puts the defence that lasts longest first, for the main line. */
static void put_longest_first(struct problem *problem, struct choices *choices, unsigned turns)
{
    unsigned longest = 0, needs;
    for (size_t i = 0; i < choices->count; i++) {
        struct choice choice = choices->items[i];
        play(problem, &choice);
        if (ludus_solver_shortest(problem->solver, problem->pos, turns, &needs) != LUDUS_YES)
            problem->undecided = true;
        take_back(problem, &choice);
        if (needs > longest) {
            longest = needs;
            choices->items[i] = choices->items[0];
            choices->items[0] = choice;
        }
    }
}

/* Lists the turns that the solution has in problem->pos: all first turns, all defences, one answer. */
static struct choices list_written(struct problem *problem, unsigned turns, bool first)
{
    bool attacks = ludus_position_side(problem->pos) == problem->side;
    if (attacks && !first && ludus_solver_shortest(problem->solver, problem->pos, turns, &turns) != LUDUS_YES)
        problem->undecided = true;
    struct choices choices = list_choices(problem, turns - attacks, attacks && !first ? 1 : SIZE_MAX);
    if (!attacks)
        put_longest_first(problem, &choices, turns);
    return choices;
}

/* Writes what follows in the position, in which the attacker has `turns` turns left. */
static void write_line(struct problem *problem, unsigned turns, bool first)
{
    struct ludus_position *pos = problem->pos;
    enum ludus_result result = ludus_position_result(pos, NULL);
    if (problem->depth == 0)
        problem->result = result;
    problem->undecided |= problem->text.length > TEXT_MOST;
    if (result != LUDUS_OPEN || problem->undecided || problem->failed)
        return;
    unsigned left = turns - (ludus_position_side(pos) == problem->side);
    struct choices choices = list_written(problem, turns, first);
    for (size_t i = 0; i <= choices.count && choices.count && !problem->failed; i++) {
        const struct choice *choice = &choices.items[i % choices.count];
        if (i < choices.count)
            buf_format(&problem->text, "%s%u%s %s ", i ? "(" : "", ludus_position_number(pos),
                       ludus_position_side(pos) == LUDUS_WHITE ? "W." : "B.", choice->text);
        if (i == 0)
            continue; /* what follows the first stands after the others */
        problem->depth += i < choices.count;
        play(problem, choice);
        write_line(problem, left, false);
        take_back(problem, choice);
        problem->depth -= i < choices.count;
        if (i < choices.count)
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
    if (ludus_stipulation_read(stipulation, &problem.asked) && begin(&problem, position)) {
        if (dice_thrown(&position->ruleset->rules))
            answer = chance_lines(solver, position, &problem.asked, &problem.text, &problem.result);
        else if ((answer = solve(&problem)) == LUDUS_YES)
            write_line(&problem, problem.asked.turns, true);
        if (problem.undecided || problem.failed)
            answer = LUDUS_UNDECIDED;
        else if (answer == LUDUS_YES)
            write_record(&problem, stipulation, out);
    }
    end(&problem);
    return problem.failed || out->failed ? LUDUS_UNDECIDED : answer;
}

/* ---- A record with a solution ---- */

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
        struct link *link =
            memory_push(&problem->links, &problem->link_count, &problem->link_capacity, sizeof *link);
        problem->failed |= !link;
        if (link)
            *link = (struct link){ from, to[i] };
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
    if (!problem->failed)
        choices = list_choices(problem, turns, SIZE_MAX);
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
        buf_format(&names, "%s%s", i ? ", " : "", choices.items[i].text);
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
    if (problem->ever || played <= problem->asked.turns)
        answer = ask(problem, after, left);
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
        check_attack(problem, turn, before, after);
    else if (ludus_position_result(after, NULL) == LUDUS_OPEN &&
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
    for (unsigned i = 0; i < LINES_MOST; i++)
        problem->skip[i] = LONG_MAX;
    if (!ludus_replay_start(replay, copy))
        return;
    while (!problem->failed && ludus_replay_next(replay, &turn)) {
        const struct ludus_position *before = ludus_replay_before(replay),
                                    *after = ludus_replay_after(replay);
        if (turn.state != LUDUS_TURN_PLAYED)
            continue;
        if (task == COLLECT)
            add_links(problem, place_of(problem, &turn), before, after);
        else if (task == JUDGE)
            check_turn(problem, &turn, before, after);
        else if (place_of(problem, &turn) == 0 && !is_try(problem->game, &turn) &&
                 is_new(problem, before->hash))
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
    unsigned fewer;
    enum message_id open = MSG_UNDECIDED;
    problem->ever = problem->asked.turns == 0;
    enum ludus_answer answer = solve(problem);
    if (answer == LUDUS_NO)
        diag_add(diag, MSG_UNSOLVABLE, tag->begin, tag->end, side_name(problem->side), (int)tag->value.length,
                 tag->value.text);
    if (answer == LUDUS_YES && !problem->ever &&
        ludus_solver_shortest(problem->solver, problem->pos, problem->asked.turns - 1, &fewer) == LUDUS_YES) {
        diag_add(diag, MSG_TURNS, tag->begin, tag->end, fewer);
        problem->asked.turns = fewer;
    }
    if (answer == LUDUS_YES) {
        walk(problem, replay, copy, COLLECT);
        if (problem->link_count)
            qsort(problem->links, problem->link_count, sizeof *problem->links, compare_links);
        walk(problem, replay, copy, JUDGE);
    }
    if (problem->solved && !problem->undecided) {
        open = problem->ever ? MSG_OPEN_TURNS : open;
        walk(problem, replay, copy, OTHERS);
    }
    if (problem->undecided)
        diag_add(diag, open, tag->begin, tag->end, (int)tag->value.length, tag->value.text);
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
        problem.failed |= !begin(&problem, start) || !problem.judged;
        if (!problem.failed && !dice_thrown(&start->ruleset->rules))
            check_solution(&problem, replay, copy, tag);
        else if (!problem.failed && !chance_check(solver, replay, game, copy, &problem.asked))
            diag_add(&game->diag, MSG_UNDECIDED, tag->begin, tag->end, (int)tag->value.length,
                     tag->value.text);
    }
    ludus_game_free(copy);
    end(&problem);
    return !problem.failed;
}
