/* chance.c - problems with dice: which chances their stipulations allow, the solution as a record, and what
 * is wrong with the solution of a record. */
#include "study/chance.h"

#include "base/memory.h"
#include "play/replay.h"
#include "play/resolve.h"
#include "rules/dice.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_MOST = 1 << 20, MOVE_TEXT = 256, FIRSTS_MOST = 64, NAMES_MOST = 6, CHANCE_TEXT = 48 };

/* Compares two fractions: by their whole parts, and if these are equal, by the inverses of the rests. */
static int compare_chances(struct ludus_chance a, struct ludus_chance b)
{
    int sign = 1;
    while (a.of && b.of) {
        uint64_t whole_a = a.ways / a.of, whole_b = b.ways / b.of;
        if (whole_a != whole_b)
            return whole_a < whole_b ? -sign : sign;
        a = (struct ludus_chance){ a.of, a.ways % a.of };
        b = (struct ludus_chance){ b.of, b.ways % b.of };
        sign = -sign;
    }
    return a.of ? -sign : b.of ? sign : 0; /* a rest of 0 has an endless inverse */
}

bool ludus_stipulation_holds(const struct ludus_stipulation *stipulation, struct ludus_chance chance)
{
    int order = compare_chances(chance, stipulation->chance);
    switch (stipulation->relation) {
    case LUDUS_CHANCE_ABOVE:
        return order > 0;
    case LUDUS_CHANCE_LEAST:
        return order >= 0;
    case LUDUS_CHANCE_EQUAL:
        return order == 0;
    case LUDUS_CHANCE_SURE:
        break;
    }
    return chance.ways == chance.of;
}

/* ---- The turns of a position ---- */

/* A turn, with the roll before it. */
struct answer {
    char *text; /* in `arena` */
    struct ludus_move moves[LUDUS_MOVES_MAX];
    unsigned count;
    uint64_t key; /* of the position after it */
    struct ludus_chance chance;
};

/* The solution of a problem. */
struct lines {
    struct ludus_solver *solver;
    const struct ludus_stipulation *asked;
    struct ludus_position *pos; /* owned, as what follows */
    struct answer *answers;     /* of the positions on the way to `pos`, back to back */
    size_t count, capacity;
    struct ludus_buffer turn; /* the text of the turn so far, */
    struct ludus_move moves[LUDUS_MOVES_MAX];
    unsigned move_count; /* and its moves */
    struct arena arena;
    struct ludus_buffer *text; /* the solution */
    unsigned depth;            /* the number of variations around its end, */
    enum ludus_result result;  /* and the result of its main line */
    unsigned side;             /* that solves the problem */
    bool first, undecided, failed;
};

/* Adds the turn that has led to the position, if it holds the stipulation as a first one, or is better than
 * the turn from `begin` on, and leaves a chance. `turns` are left to the side. */
static void add_answer(struct lines *lines, unsigned turns, size_t begin, bool attacks)
{
    struct answer answer = { .count = lines->move_count, .key = lines->pos->hash };
    if (ludus_solver_chance(lines->solver, lines->pos, turns, &answer.chance) != LUDUS_YES)
        lines->undecided = true;
    else if (attacks && !answer.chance.ways)
        return;
    else if (lines->first) {
        if (!ludus_stipulation_holds(lines->asked, answer.chance))
            return;
    } else if (lines->count > begin) {
        int order = compare_chances(answer.chance, lines->answers[begin].chance);
        if (attacks ? order <= 0 : order >= 0)
            return;
        lines->count = begin;
    }
    memcpy(answer.moves, lines->moves, lines->move_count * sizeof *lines->moves);
    answer.text = arena_copy(&lines->arena, buf_string(&lines->turn), lines->turn.length);
    struct answer *place = memory_push(&lines->answers, &lines->count, &lines->capacity, sizeof *place);
    lines->failed |= !place || !answer.text;
    if (place)
        *place = answer;
}

/* Adds the turns that begin with the moves so far; `empty` is the length of the text before the first. */
static void add_answers(struct lines *lines, unsigned turns, size_t begin, size_t empty)
{
    struct ludus_position *pos = lines->pos;
    enum ludus_side side = ludus_position_side(pos);
    bool attacks = (unsigned)side == lines->side, ends = ludus_position_may_end(pos);
    size_t length = lines->turn.length, count = ludus_position_moves(pos, NULL, 0);
    if (ends && ludus_position_end_turn(pos)) {
        buf_text(&lines->turn, length > empty ? "" : "pass");
        add_answer(lines, turns - attacks, begin, attacks);
        ludus_position_undo(pos);
        lines->turn.length = length;
    } else
        lines->failed |= ends;
    struct ludus_move *moves = memory_new((count + 1) * sizeof *moves);
    lines->failed |= !moves || lines->move_count == LUDUS_MOVES_MAX;
    if (!lines->failed && ludus_position_result(pos, NULL) == LUDUS_OPEN)
        count = ludus_position_moves(pos, moves, count);
    else
        count = 0;
    for (size_t i = 0; i < count && !lines->undecided && !lines->failed; i++) {
        char text[MOVE_TEXT];
        ludus_move_text(pos, moves[i], text, sizeof text);
        buf_format(&lines->turn, "%s%s", length > empty ? ", " : "", text);
        lines->moves[lines->move_count++] = moves[i];
        lines->failed |= !ludus_position_make(pos, moves[i]);
        if (ludus_position_side(pos) == side)
            add_answers(lines, turns, begin, empty);
        else
            add_answer(lines, turns - attacks, begin, attacks);
        ludus_position_undo(pos);
        lines->move_count--;
        lines->turn.length = length;
    }
    free(moves);
}

/* Adds the turns with a roll, or with none. */
static void add_roll(struct lines *lines, unsigned turns, const uint8_t *dice, unsigned count)
{
    char roll[SAN_ROLL];
    lines->turn.length = 0;
    if (count)
        buf_format(&lines->turn, "%s ", san_roll_text(roll, dice, count));
    ludus_position_roll(lines->pos, dice, count);
    add_answers(lines, turns, lines->count, lines->turn.length);
    ludus_position_roll(lines->pos, NULL, 0);
}

/* Begins with a position. False without memory. */
static bool begin_lines(struct lines *lines, const struct ludus_position *position)
{
    lines->pos = ludus_position_copy(position);
    lines->side = position->side;
    lines->first = true;
    return lines->pos != NULL;
}

static void end_lines(struct lines *lines)
{
    ludus_position_free(lines->pos);
    free(lines->answers);
    buf_free(&lines->turn);
    arena_free(&lines->arena);
}

/* ---- A solution as a record ---- */

static void play(struct lines *lines, const struct answer *answer)
{
    unsigned side = lines->pos->side;
    for (unsigned i = 0; i < answer->count; i++)
        lines->failed |= !ludus_position_make(lines->pos, answer->moves[i]);
    if (lines->pos->side == side)
        lines->failed |= !ludus_position_end_turn(lines->pos);
}

static void write_lines(struct lines *lines, unsigned turns, const uint8_t *dice, unsigned count);

/* Writes what follows a turn, if there is still a chance. */
static void write_after(struct lines *lines, size_t which, unsigned turns)
{
    struct ludus_position *before = lines->pos;
    struct answer answer = lines->answers[which];
    lines->pos = ludus_position_copy(before);
    lines->failed |= !lines->pos;
    if (lines->pos) {
        play(lines, &answer);
        if (lines->depth == 0)
            lines->result = ludus_position_result(lines->pos, NULL);
        if (answer.chance.ways)
            write_lines(lines, turns, NULL, 0);
    }
    ludus_position_free(lines->pos);
    lines->pos = before;
}

/* Writes the turns of the position with these dice, or with all. The first is one with the best chance. */
static void write_lines(struct lines *lines, unsigned turns, const uint8_t *dice, unsigned count)
{
    struct ludus_position *pos = lines->pos;
    const struct rules *rules = &pos->ruleset->rules;
    size_t begin = lines->count;
    uint8_t roll[LUDUS_DICE_MAX] = { 0 };
    unsigned thrown = position_dice(pos), left = turns - (pos->side == lines->side);
    lines->undecided |= lines->text->length > TEXT_MOST;
    if (lines->undecided || lines->failed || ludus_position_result(pos, NULL) != LUDUS_OPEN ||
        (turns == 0 && pos->side == lines->side))
        return;
    if (count || !thrown)
        add_roll(lines, turns, dice, count);
    else
        while (dice_next(roll, thrown, rules->faces))
            add_roll(lines, turns, roll, thrown);
    lines->first = false;
    for (size_t i = begin; i < lines->count; i++)
        if (compare_chances(lines->answers[i].chance, lines->answers[begin].chance) > 0) {
            struct answer better = lines->answers[i];
            lines->answers[i] = lines->answers[begin];
            lines->answers[begin] = better;
        }
    size_t end = lines->count;
    for (size_t i = begin; i <= end && end > begin && !lines->failed; i++) {
        bool varies = i > begin && i < end;
        if (i < end)
            buf_format(lines->text, "%s%u%s %s ", varies ? "(" : "", ludus_position_number(pos),
                       pos->side == LUDUS_WHITE ? "W." : "B.", lines->answers[i].text);
        if (i == begin)
            continue; /* what follows the first stands after the others */
        lines->depth += varies;
        write_after(lines, varies ? i : begin, left);
        lines->depth -= varies;
        if (varies)
            buf_text(lines->text, ") ");
    }
    lines->count = begin;
}

enum ludus_answer chance_lines(struct ludus_solver *solver, const struct ludus_position *position,
                               const struct ludus_stipulation *asked, struct ludus_buffer *text,
                               enum ludus_result *result)
{
    struct lines lines = { .solver = solver, .asked = asked, .text = text };
    uint8_t dice[LUDUS_DICE_MAX];
    memcpy(dice, position->dice, sizeof dice);
    if (begin_lines(&lines, position)) {
        ludus_position_roll(lines.pos, NULL, 0);
        write_lines(&lines, asked->turns, dice, position->dice_count);
    }
    *result = lines.result;
    bool sound = lines.pos && !lines.undecided && !lines.failed && !lines.turn.failed && !text->failed;
    end_lines(&lines);
    return !sound ? LUDUS_UNDECIDED : text->length ? LUDUS_YES : LUDUS_NO;
}

/* ---- A record with a solution ---- */

/* The positions after the first turns of a record, which are not tries. */
struct firsts {
    uint64_t keys[FIRSTS_MOST];
    unsigned count;
    size_t begin, end; /* place of the first of all turns */
};

/* Returns the position before a turn with its roll, or NULL without memory. */
static struct ludus_position *rolled(const struct ludus_position *before, const struct ludus_turn *turn)
{
    struct ludus_position *pos = ludus_position_copy(before);
    bool known = turn->dice_count > 0;
    for (unsigned i = 0; i < turn->dice_count; i++)
        known = known && turn->dice[i];
    if (pos)
        ludus_position_roll(pos, turn->dice, known ? turn->dice_count : 0);
    return pos;
}

/* Writes a chance as a text, of CHANCE_TEXT bytes. */
static const char *chance_text(char *text, struct ludus_chance chance)
{
    snprintf(text, CHANCE_TEXT, "%llu/%llu", (unsigned long long)chance.ways, (unsigned long long)chance.of);
    return text;
}

/* Checks the stipulation in the position at the start, which has its roll if that is known. True if it holds.
 */
static bool check_stipulation(struct lines *lines, struct ludus_game *game)
{
    const struct tag *tag = record_tag(game, "Stipulation");
    struct ludus_chance chance;
    char text[CHANCE_TEXT];
    if (ludus_solver_chance(lines->solver, lines->pos, lines->asked->turns, &chance) != LUDUS_YES)
        lines->undecided = true;
    else if (!ludus_stipulation_holds(lines->asked, chance))
        diag_add(&game->diag, MSG_CHANCE, tag->begin, tag->end, chance_text(text, chance),
                 (int)tag->value.length, tag->value.text);
    else
        return true;
    return false;
}

/* Judges a turn of the side that solves the problem, with `turns` left before it. */
static void check_turn(struct lines *lines, struct ludus_game *game, const struct ludus_turn *turn,
                       const struct ludus_position *before, const struct ludus_position *after,
                       unsigned turns)
{
    struct ludus_chance best = { 0, 1 }, chance = { 0, 1 };
    struct ludus_position *pos = rolled(before, turn);
    char text[CHANCE_TEXT], more[CHANCE_TEXT];
    size_t end = turn->offset + turn->length;
    bool first = turns == lines->asked->turns;
    lines->failed |= !pos;
    if (!pos || ludus_solver_chance(lines->solver, pos, turns, &best) != LUDUS_YES ||
        ludus_solver_chance(lines->solver, after, turns - 1, &chance) != LUDUS_YES)
        lines->undecided = true;
    else if (first && ludus_stipulation_holds(lines->asked, best) &&
             !ludus_stipulation_holds(lines->asked, chance))
        diag_add(&game->diag, MSG_NOT_FORCED, turn->offset, end, turn->text);
    else if (!first && ludus_position_dice(pos) == 0 && compare_chances(chance, best) < 0)
        diag_add(&game->diag, MSG_LOWER_CHANCE, turn->offset, end, turn->text, chance_text(text, chance),
                 chance_text(more, best));
    ludus_position_free(pos);
}

/* Reports first turns that hold the stipulation too. `lines->pos` has the roll of the first turn. */
static void check_others(struct lines *lines, struct ludus_game *game, const struct firsts *firsts)
{
    struct ludus_buffer names = { 0 };
    unsigned others = 0;
    uint8_t dice[LUDUS_DICE_MAX];
    memcpy(dice, lines->pos->dice, sizeof dice);
    add_roll(lines, lines->asked->turns, dice, lines->pos->dice_count);
    for (size_t i = 0; i < lines->count; i++) {
        bool written = false;
        for (unsigned k = 0; k < firsts->count; k++)
            written |= firsts->keys[k] == lines->answers[i].key;
        if (!written && ++others <= NAMES_MOST)
            buf_format(&names, "%s%s", others > 1 ? "; " : "", lines->answers[i].text);
    }
    if (others > NAMES_MOST)
        buf_format(&names, " and %u others", others - NAMES_MOST);
    if (others && !lines->undecided)
        diag_add(&game->diag, MSG_COOK, firsts->begin, firsts->end, buf_string(&names));
    lines->failed |= names.failed;
    buf_free(&names);
}

bool chance_check(struct ludus_solver *solver, struct ludus_replay *replay, struct ludus_game *game,
                  struct ludus_game *copy, const struct ludus_stipulation *asked)
{
    struct lines lines = { .solver = solver, .asked = asked };
    struct ludus_turn turn = { .size = sizeof turn };
    struct firsts firsts = { .count = 0 };
    if (!asked->turns || !ludus_replay_start(replay, copy) ||
        !begin_lines(&lines, ludus_replay_after(replay)))
        return false;
    const struct rules *rules = &lines.pos->ruleset->rules;
    long start = turn_place(rules, lines.pos->number, lines.pos->side);
    for (bool begun = false; ludus_replay_next(replay, &turn) && !lines.failed; begun = true) {
        const struct ludus_position *before = ludus_replay_before(replay);
        long place = turn_place(rules, turn.number, turn.side) - start;
        if (!begun) { /* its roll is that of the problem */
            ludus_position_free(lines.pos);
            lines.pos = rolled(before, &turn);
            lines.failed |= !lines.pos;
            firsts.begin = turn.offset;
            firsts.end = turn.offset + turn.length;
        }
        if (turn.state != LUDUS_TURN_PLAYED || turn.side != (enum ludus_side)lines.side || place < 0 ||
            place >= 2 * (long)asked->turns || (place == 0 && is_try(game, &turn)))
            continue;
        if (place == 0 && firsts.count < FIRSTS_MOST)
            firsts.keys[firsts.count++] = ludus_replay_after(replay)->hash;
        check_turn(&lines, game, &turn, before, ludus_replay_after(replay),
                   asked->turns - (unsigned)(place / 2));
    }
    if (lines.pos && check_stipulation(&lines, game) && firsts.count)
        check_others(&lines, game, &firsts);
    bool decided = !lines.undecided && !lines.failed;
    end_lines(&lines);
    return decided;
}
