/* odds.c - what rolls let a side do: walks all turns of a position for many rolls at once, and counts their
 * results. */
#include "rules/position.h"
#include "study/luck.h"

#include <stdlib.h>
#include <string.h>

/* The state of each roll at a node: the sets of dice that it can have used (see dice_use), 0 if it cannot
 * lead here. */
struct node {
    uint16_t state[ROLLS_AT_ONCE];
};

bool turn_tree_next_rolls(struct turn_tree *turns, const struct ludus_ruleset *rs, unsigned count,
                          uint8_t dice[LUDUS_DICE_MAX])
{
    turns->roll_count = 0;
    if (count == 0 && !dice[0]++)
        turns->rolls[turns->roll_count++] = (struct turn_tree_roll){ .weight = 1 };
    while (turns->roll_count < ROLLS_AT_ONCE && dice_next(dice, count, rs->rules.faces)) {
        struct turn_tree_roll *roll = &turns->rolls[turns->roll_count++];
        *roll = (struct turn_tree_roll){ .weight = dice_weight(dice, count) };
        memcpy(roll->dice, dice, count);
    }
    return turns->roll_count > 0;
}

static void walk_node(struct turn_tree *turns, struct ludus_position *pos, const struct node *node,
                      uint64_t rolls);

static void walk_move(struct turn_tree *turns, struct ludus_position *pos, const struct node *node,
                      uint64_t rolls, struct ludus_move move, unsigned kind)
{
    unsigned at = turns->move_count++;
    unsigned side = pos->side;
    struct undo undo;
    turns->moves[at] = move;
    turns->kinds[at] = (uint8_t)kind;
    turns->undos[at] = &undo;
    position_make(pos, move, &undo);
    const struct rules *rules = &pos->ruleset->rules;
    bool goes_on = rules->dice ? turns->move_count < rules->dice && !outcome_ended(pos)
                               : pos->side == side && turns->move_count < LUDUS_MOVES_MAX;
    if (rules->dice ? !(goes_on && rules->pass == PASS_NO) : pos->side != side)
        turns->visit(turns, turns->context, pos, rolls);
    if (goes_on)
        walk_node(turns, pos, node, rolls);
    position_unmake(pos, &undo);
    turns->undos[at] = NULL;
    turns->move_count--;
}

/* Walks on. Where a side that can move must, the turn ends here with the rolls that let no piece move. */
static void walk_node(struct turn_tree *turns, struct ludus_position *pos, const struct node *node,
                      uint64_t rolls)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    struct node next[KINDS_MAX];
    uint64_t allowed[KINDS_MAX], stuck = rolls;
    kind_set known = 0;
    size_t begin = turns->used;
    if (!turns->lists || begin + rs->max_moves > turns->capacity) {
        size_t capacity = 2 * (begin + rs->max_moves);
        struct ludus_move *lists = memory_grown(turns->lists, capacity * sizeof *lists);
        turns->failed |= !lists;
        if (!lists)
            return;
        turns->lists = lists;
        turns->capacity = capacity;
    }
    size_t count =
        rs->rules.dice ? movegen_undiced(pos, turns->lists + begin) : movegen_all(pos, turns->lists + begin);
    turns->used += count;
    for (size_t i = begin; i < begin + count && !turns->failed; i++) {
        struct ludus_move move = turns->lists[i];
        unsigned kind = move.from != NONE && pos->cell[move.from] ? CODE_KIND(pos->cell[move.from]) : NONE;
        if (!rs->rules.dice || kind == NONE) {
            walk_move(turns, pos, node, rolls, move, kind);
            continue;
        }
        if (!in_set(known, kind)) { /* the rolls that let such a piece move next, and their state then */
            known |= (kind_set)1 << kind;
            allowed[kind] = 0;
            for (unsigned r = 0; r < turns->roll_count; r++) {
                unsigned state = dice_use(turns->rolls[r].dice, rs->rules.dice, node->state[r],
                                          rs->rules.kinds[kind].faces);
                next[kind].state[r] = (uint16_t)state;
                allowed[kind] |= (uint64_t)(state != 0) << r;
            }
        }
        stuck &= ~allowed[kind];
        if (allowed[kind])
            walk_move(turns, pos, &next[kind], allowed[kind], move, kind);
    }
    if (rs->rules.dice && rs->rules.pass == PASS_NO && stuck)
        turns->visit(turns, turns->context, pos, stuck);
    turns->used = begin;
}

/* Walks the turns in which men are placed: once for the rolls that fill a line, and once for all others. */
static void walk_placings(struct turn_tree *turns, struct ludus_position *pos, const struct node *node)
{
    for (unsigned row = 0; row < 2; row++) {
        uint64_t rolls = 0;
        for (unsigned r = 0; r < turns->roll_count; r++)
            if (dice_place_row(&pos->ruleset->rules, turns->rolls[r].dice) == row) {
                rolls |= (uint64_t)1 << r;
                memcpy(pos->dice, turns->rolls[r].dice, sizeof pos->dice);
            }
        pos->dice_count = (uint8_t)position_dice(pos);
        if (rolls)
            walk_node(turns, pos, node, rolls);
        pos->dice_count = 0;
    }
}

bool turn_tree_walk(struct turn_tree *turns, struct ludus_position *pos)
{
    struct node node = { { 0 } };
    uint64_t rolls = UINT64_MAX >> (ROLLS_AT_ONCE - turns->roll_count);
    for (unsigned i = 0; i < turns->roll_count; i++)
        node.state[i] = DICE_UNUSED;
    turns->failed = false;
    if (outcome_ended(pos))
        return true;
    if (pos->ruleset->rules.dice && pos->ruleset->rules.pass != PASS_NO)
        turns->visit(turns, turns->context, pos, rolls);
    if (pos->ruleset->rules.dice || !position_dice(pos))
        walk_node(turns, pos, &node, rolls);
    else
        walk_placings(turns, pos, &node);
    return !turns->failed;
}

/* ---- Odds of a position: every roll, every turn ---- */

/* What the current rolls can do, a bit for each roll. */
struct count {
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

static void count_turn(const struct turn_tree *turns, void *context, struct ludus_position *pos,
                       uint64_t rolls)
{
    struct count *count = context;
    bool stops = pos->ruleset->rules.dice; /* then the moves before the last have been visited as a turn */
    for (unsigned i = stops && turns->move_count ? turns->move_count - 1 : 0; i < turns->move_count; i++) {
        if (turns->moves[i].type != LUDUS_PASS)
            count->moves |= rolls;
        /* Notes what a move took, and its target. Enemies are where they were when the turn began. */
        struct ludus_move move = turns->moves[i];
        if (move.type != LUDUS_REMOVE && move.to != NONE)
            count->reach[move.to] |= rolls;
        if (move.type == LUDUS_PLACE && move.from != NONE)
            count->reach[move.from] |= rolls;
        struct squares taken = undo_taken(turns->undos[i]);
        FOR_SQUARES(square, &taken, pos->ruleset->words)
        {
            count->capture[square] |= rolls;
            if (turns->kinds[i] != NONE)
                count->by[square][turns->kinds[i]] |= rolls;
        }
    }
    if (wins(pos, count->before->side))
        count->wins |= rolls;
}

static unsigned weigh_rolls(const struct turn_tree *turns, uint64_t rolls)
{
    unsigned weight = 0;
    for (; rolls; rolls &= rolls - 1)
        weight += turns->rolls[__builtin_ctzll(rolls)].weight;
    return weight;
}

/* Adds rolls to a list, as far as it has room. */
static void list_rolls(const struct turn_tree *turns, uint64_t rolls, struct ludus_rolls *out)
{
    out->throws += weigh_rolls(turns, rolls);
    for (; rolls && out->count < LUDUS_ROLLS_MAX; rolls &= rolls - 1)
        memcpy(out->dice[out->count++], turns->rolls[__builtin_ctzll(rolls)].dice, LUDUS_DICE_MAX);
}

bool ludus_position_odds(const struct ludus_position *position, enum ludus_side side, struct ludus_odds *odds)
{
    struct ludus_odds found = { .throws = 0 };
    struct ludus_position before = *position, pos; /* with the same past */
    struct count *count = memory_new(sizeof *count);
    struct turn_tree turns = { .visit = count_turn, .context = count };
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    bool sound = count != NULL;
    /* Gives the turn to `side`, if the game is open and it can be its turn. */
    bool open = (unsigned)side < 2 && outcome_of(&before, NULL) == LUDUS_OPEN &&
                (before.side == side || !position_checked(&before));
    before.dice_count = 0;
    if (open && before.side != side) {
        position_set_en_passant(&before, NONE, NONE);
        position_set_side(&before, side);
    }
    pos = before;
    while (sound && turn_tree_next_rolls(&turns, pos.ruleset, position_dice(&pos), dice)) {
        const uint64_t all = UINT64_MAX >> (ROLLS_AT_ONCE - turns.roll_count);
        found.throws += weigh_rolls(&turns, all);
        if (!open)
            continue;
        memset(count, 0, sizeof *count);
        count->before = &before;
        sound = turn_tree_walk(&turns, &pos);
        list_rolls(&turns, all & ~count->moves, &found.none);
        list_rolls(&turns, count->wins, &found.win);
        for (unsigned square = 0; square < pos.ruleset->squares; square++) {
            found.capture[square] += weigh_rolls(&turns, count->capture[square]);
            found.reach[square] += weigh_rolls(&turns, count->reach[square]);
            for (unsigned kind = 0; kind < KINDS_MAX; kind++)
                found.capture_by[square][kind] += weigh_rolls(&turns, count->by[square][kind]);
        }
    }
    free(turns.lists);
    free(count);
    sized_give(odds, &found, sizeof found);
    return sound;
}
