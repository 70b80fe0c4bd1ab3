/* odds.c - odds of a position: every roll, every turn. */
#include "study/odds.h"

#include "base/memory.h"
#include "base/sized.h"
#include "rules/outcome.h"
#include "study/turn_tree.h"

#include <stdlib.h>
#include <string.h>

/* What the rolls under way have been found to do, a bit for each roll. */
struct count {
    struct ludus_odds *odds;
    const struct ludus_position *before;
    uint64_t moves, wins;
    uint64_t capture[SQUARES_MAX], reach[SQUARES_MAX], by[SQUARES_MAX][KINDS_MAX];
};

/* Has the mover won, now or when the turn ends here? */
static bool wins(struct ludus_position *pos, unsigned mover)
{
    enum ludus_result won = mover == LUDUS_WHITE ? LUDUS_WHITE_WINS : LUDUS_BLACK_WINS;
    enum ludus_result result = outcome_of(pos, NULL);
    if (result == LUDUS_OPEN && pos->side == mover) {
        struct undo undo;
        position_end_turn(pos, &undo);
        result = outcome_of(pos, NULL);
        position_unmake(pos, &undo);
    }
    return result == won;
}

/* Notes what a move of the turn took, and where it arrived. Enemies stand where they stood when the turn
 * began. */
static void note_move(const struct turn_tree *turns, unsigned index, struct count *count, uint64_t rolls)
{
    unsigned mover = count->before->side;
    const struct undo *undo = turns->undos[index];
    struct ludus_move move = turns->moves[index];
    if (move.type != LUDUS_REMOVE && move.to != NONE)
        count->reach[move.to] |= rolls;
    if (move.type == LUDUS_PLACE && move.from != NONE)
        count->reach[move.from] |= rolls;
    for (unsigned i = 0; undo->captures && i < undo->changes; i++) {
        unsigned square = undo->change[i].square, was = undo->change[i].was;
        if (!was || CODE_SIDE(was) == mover)
            continue;
        count->capture[square] |= rolls;
        if (turns->kinds[index] != NONE)
            count->by[square][turns->kinds[index]] |= rolls;
    }
}

static void visit(const struct turn_tree *turns, void *context, struct ludus_position *pos, uint64_t rolls)
{
    struct count *count = context;
    bool stops = pos->ruleset->rules.dice; /* then the moves before the last have been visited as a turn */
    for (unsigned i = stops && turns->move_count ? turns->move_count - 1 : 0; i < turns->move_count; i++) {
        if (turns->moves[i].type != LUDUS_PASS)
            count->moves |= rolls;
        note_move(turns, i, count, rolls);
    }
    if (wins(pos, count->before->side))
        count->wins |= rolls;
}

static unsigned weigh(const struct turn_tree *turns, uint64_t rolls)
{
    unsigned weight = 0;
    for (; rolls; rolls &= rolls - 1)
        weight += turns->rolls[__builtin_ctzll(rolls)].weight;
    return weight;
}

/* Adds rolls to a list, as far as it has room. */
static void list(const struct turn_tree *turns, uint64_t rolls, struct ludus_rolls *out)
{
    out->throws += weigh(turns, rolls);
    for (; rolls && out->count < LUDUS_ROLLS_MAX; rolls &= rolls - 1)
        memcpy(out->dice[out->count++], turns->rolls[__builtin_ctzll(rolls)].dice, LUDUS_DICE_MAX);
}

static void add(const struct turn_tree *turns, struct count *count)
{
    struct ludus_odds *odds = count->odds;
    uint64_t all = turns->roll_count == 64 ? ~(uint64_t)0 : ((uint64_t)1 << turns->roll_count) - 1;
    list(turns, all & ~count->moves, &odds->none);
    list(turns, count->wins, &odds->win);
    for (unsigned square = 0; square < count->before->ruleset->squares; square++) {
        odds->capture[square] += weigh(turns, count->capture[square]);
        odds->reach[square] += weigh(turns, count->reach[square]);
        for (unsigned kind = 0; kind < KINDS_MAX; kind++)
            odds->capture_by[square][kind] += weigh(turns, count->by[square][kind]);
    }
}

/* The position as if it were the turn of `side`; false when the game is over, or when it cannot be that turn.
 */
static bool give_turn(struct ludus_position *pos, unsigned side)
{
    if (outcome_of(pos, NULL) != LUDUS_OPEN)
        return false;
    pos->dice_count = 0;
    if (pos->side == side)
        return true;
    if (position_checked(pos))
        return false;
    position_set_en_passant(pos, NONE, NONE);
    position_set_side(pos, side);
    return true;
}

bool odds_count(const struct ludus_position *position, unsigned side, struct ludus_odds *odds)
{
    struct ludus_position before = *position, pos; /* on the same past */
    struct count *count = memory_new(sizeof *count);
    struct turn_tree turns = { .visit = visit, .context = count };
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    bool sound = count != NULL;

    memset(odds, 0, sizeof *odds);
    odds->throws = turn_tree_throws(position->ruleset);
    bool open = side < 2 && give_turn(&before, side);
    pos = before;
    while (open && sound && turn_tree_next_rolls(&turns, pos.ruleset, dice)) {
        memset(count, 0, sizeof *count);
        count->odds = odds;
        count->before = &before;
        sound = turn_tree_walk(&turns, &pos);
        add(&turns, count);
    }
    turn_tree_free(&turns);
    free(count);
    return sound;
}

bool ludus_position_odds(const struct ludus_position *position, enum ludus_side side, struct ludus_odds *odds)
{
    struct ludus_odds found;
    bool sound = odds_count(position, side, &found);
    sized_give(odds, &found, sizeof found);
    return sound;
}
