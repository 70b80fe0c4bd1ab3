/* perft.c - counting sequences of turns. The last turn is counted, not made: in dice games for all rolls at
 * once. */
#include "rules/perft.h"

#include "base/memory.h"
#include "rules/capture.h"
#include "rules/dice.h"
#include "rules/movegen.h"
#include "rules/outcome.h"
#include "rules/tables.h"

#include <stdlib.h>
#include <string.h>

/* Lists of moves, one for each move that can be under way. */
struct lists {
    struct ludus_move *moves;
    size_t room; /* of one list */
    unsigned depth, used;
};

static struct ludus_move *take_list(struct lists *lists)
{
    if (lists->used == lists->depth) {
        unsigned depth = lists->depth + 8;
        struct ludus_move *moves = memory_grown(lists->moves, depth * lists->room * sizeof *moves);
        if (!moves)
            return NULL;
        lists->moves = moves;
        lists->depth = depth;
    }
    return lists->moves + lists->room * lists->used++;
}

static bool count_turns(struct ludus_position *pos, unsigned depth, struct lists *lists, uint64_t *nodes);

/* Games without dice. A turn goes on while a piece must move on (further-move). */
static bool count_moves(struct ludus_position *pos, unsigned depth, struct lists *lists, uint64_t *nodes)
{
    size_t count;
    bool ok = true;

    if (depth == 1 && !pos->ruleset->rules.further_move) {
        *nodes += movegen_count(pos);
        return true;
    }
    if (!take_list(lists))
        return false;
    count = movegen_all(pos, lists->moves + lists->room * (lists->used - 1));
    for (size_t i = 0; ok && i < count; i++) {
        struct ludus_move move = lists->moves[lists->room * (lists->used - 1) + i];
        struct undo undo;
        unsigned left;
        if (depth == 1 && !capture_possible(pos, move)) { /* so the turn is over */
            ++*nodes;
            continue;
        }
        position_make(pos, move, &undo);
        left = pos->pending == NONE ? depth - 1 : depth;
        if (left == 0)
            ++*nodes;
        else
            ok = count_moves(pos, left, lists, nodes);
        position_unmake(pos, &undo);
    }
    lists->used--;
    return ok;
}

/* Turns of a dice game by their first move and by the kind of a second one, for all rolls together. */
static bool count_last_turn(struct ludus_position *pos, struct lists *lists, uint64_t *nodes)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    struct ludus_move *first, *second;
    size_t count;

    if (!take_list(lists) || !(second = take_list(lists)))
        return false;
    first = second - lists->room;
    *nodes += rs->tables->rolls;
    pos->dice_count = 0;
    count = movegen_undiced(pos, first);
    for (size_t i = 0; i < count; i++) {
        unsigned kind = CODE_KIND(pos->cell[first[i].from]), by_kind[KINDS_MAX] = { 0 };
        struct undo undo;
        *nodes += rs->tables->rolls_one[kind];
        if (rs->rules.dice < 2)
            continue;
        position_make(pos, first[i], &undo);
        movegen_count_kinds(pos, by_kind);
        for (unsigned k = 0; k < rs->rules.kind_count; k++)
            *nodes += (uint64_t)by_kind[k] * rs->tables->rolls_two[kind][k];
        position_unmake(pos, &undo);
    }
    lists->used -= 2;
    return true;
}

/* All ways to go on with the turn as the dice lie, ending it here included. */
static bool count_rolled(struct ludus_position *pos, unsigned depth, struct lists *lists, uint64_t *nodes)
{
    struct undo undo;
    size_t count;
    bool ok = true;

    if (depth == 1) {
        ++*nodes;
    } else {
        position_end_turn(pos, &undo);
        ok = count_turns(pos, depth - 1, lists, nodes);
        position_unmake(pos, &undo);
    }
    if (!ok || !take_list(lists))
        return false;
    count = movegen_all(pos, lists->moves + lists->room * (lists->used - 1));
    for (size_t i = 0; ok && i < count; i++) {
        position_make(pos, lists->moves[lists->room * (lists->used - 1) + i], &undo);
        ok = count_rolled(pos, depth, lists, nodes);
        position_unmake(pos, &undo);
    }
    lists->used--;
    return ok;
}

static bool count_turns(struct ludus_position *pos, unsigned depth, struct lists *lists, uint64_t *nodes)
{
    const struct rules *rules = &pos->ruleset->rules;
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    bool ok = true;

    if (!rules->dice)
        return count_moves(pos, depth, lists, nodes);
    if (outcome_ended(pos))
        return true;
    if (pos->dice_count)
        return count_rolled(pos, depth, lists, nodes);
    if (depth == 1 && rules->dice <= 2)
        return count_last_turn(pos, lists, nodes);
    while (ok && dice_next(dice, rules->dice, rules->faces)) {
        memcpy(pos->dice, dice, sizeof dice);
        pos->dice_count = (uint8_t)rules->dice;
        pos->dice_used = DICE_UNUSED;
        ok = count_rolled(pos, depth, lists, nodes);
    }
    pos->dice_count = 0;
    return ok;
}

bool perft(struct ludus_position *pos, unsigned depth, uint64_t *nodes)
{
    struct lists lists = { .room = pos->ruleset->max_moves };
    bool ok = true;

    *nodes = 0;
    if (depth == 0)
        *nodes = 1;
    else
        ok = count_turns(pos, depth, &lists, nodes);
    free(lists.moves);
    return ok;
}
