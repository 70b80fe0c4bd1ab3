/* odds.c - what rolls let a side do: walks all turns of a position for many rolls at once, and counts their
 * results; and evaluates positions by what the rolls could do on an empty board. */
#include "rules/position.h"
#include "study/luck.h"

#include <math.h>
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
    bool dice = pos->ruleset->rules.dice > 0;
    if (dice || pos->side != side)
        turns->visit(turns, turns->context, pos, rolls);
    if (dice ? turns->move_count < pos->ruleset->rules.dice && !outcome_ended(pos)
             : pos->side == side && turns->move_count < LUDUS_MOVES_MAX)
        walk_node(turns, pos, node, rolls);
    position_unmake(pos, &undo);
    turns->undos[at] = NULL;
    turns->move_count--;
}

static void walk_node(struct turn_tree *turns, struct ludus_position *pos, const struct node *node,
                      uint64_t rolls)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    struct node next[KINDS_MAX];
    uint64_t allowed[KINDS_MAX];
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
        if (allowed[kind])
            walk_move(turns, pos, &next[kind], allowed[kind], move, kind);
    }
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
    if (pos->ruleset->rules.dice)
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

/* ---- The evaluator ---- */

struct evaluator {
    const struct ludus_ruleset *ruleset;
    struct evaluation constants;
    double power[CODES_MAX];
    bool strikes;                                /* royals can be captured with dice: D and G count */
    unsigned throws, weight[ROLLS_AT_ONCE];      /* throws in all, and of each roll */
    uint64_t once[KINDS_MAX], twice[KINDS_MAX];  /* rolls that let a kind move, and the same piece twice */
    struct squares goes[CODES_MAX][SQUARES_MAX]; /* by code and square: targets on the empty board */
};

struct evaluator *evaluator_new(const struct ludus_ruleset *ruleset, const struct evaluation *constants)
{
    static const struct evaluation plain = { .power = 8 }; /* without fitted constants */
    const struct rules *rules = &ruleset->rules;
    struct evaluator *evaluator = memory_zeroed(1, sizeof *evaluator);
    struct turn_tree turns = { .visit = NULL };
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    double share[KINDS_MAX] = { 0 }; /* of all throws, the share that lets a kind move */
    unsigned blocks = 0;
    if (!evaluator)
        return NULL;
    evaluator->ruleset = ruleset;
    evaluator->constants = constants ? *constants : rules->evaluated ? rules->evaluation : plain;
    evaluator->throws = 1;
    for (unsigned i = 0; i < rules->dice; i++)
        evaluator->throws *= rules->faces;
    for (; turn_tree_next_rolls(&turns, ruleset, rules->dice, dice); blocks++)
        for (unsigned r = 0; r < turns.roll_count; r++) {
            const struct turn_tree_roll *roll = &turns.rolls[r];
            evaluator->weight[r] = roll->weight;
            for (unsigned k = 0; k < rules->kind_count; k++) {
                uint32_t faces = rules->kinds[k].faces;
                unsigned state = rules->dice ? dice_use(roll->dice, rules->dice, DICE_UNUSED, faces) : 1;
                evaluator->once[k] |= (uint64_t)(state != 0) << r;
                share[k] += state ? (double)roll->weight / evaluator->throws : 0;
                state = rules->dice ? dice_use(roll->dice, rules->dice, state, faces) : 0;
                evaluator->twice[k] |= (uint64_t)(state != 0) << r;
            }
        }
    evaluator->strikes = blocks == 1 && rules->dice && rules->displacement && rules->royal_capture;
    for (unsigned code = 2; code < ruleset->codes; code++) {
        unsigned targets = 0;
        for (unsigned square = 0; square < ruleset->squares; square++) {
            for (unsigned to = 0; to < ruleset->squares; to++)
                if (reach_to(ruleset, code, to)[square >> 6] >> (square & 63) & 1)
                    squares_add(&evaluator->goes[code][square], to);
            targets += squares_count(&evaluator->goes[code][square]);
        }
        evaluator->power[code] = share[CODE_KIND(code)] * targets / ruleset->squares;
    }
    return evaluator;
}

static bool sets_meet(const uint64_t *a, const struct squares *b, const struct squares *without,
                      unsigned words)
{
    for (unsigned w = 0; w < words; w++)
        if (a[w] & b->word[w] & ~without->word[w])
            return true;
    return false;
}

/* D: the chance that `side` takes the other's royal if it rolls now. */
static double strike_chance(const struct evaluator *evaluator, const struct ludus_position *pos,
                            unsigned side)
{
    unsigned royal = pos->royal[side ^ 1], throws = 0, words = evaluator->ruleset->words;
    uint64_t rolls = 0;
    if (!evaluator->strikes || royal == NONE)
        return 0;
    for (unsigned code = 2 + side; code < evaluator->ruleset->codes; code += 2) {
        const uint64_t *takes = strike_to(evaluator->ruleset, code, royal);
        uint64_t once = evaluator->once[CODE_KIND(code)], twice = evaluator->twice[CODE_KIND(code)];
        FOR_SQUARES(square, &pos->of[code], words)
        {
            if (takes[square >> 6] >> (square & 63) & 1)
                rolls |= once;
            else if (twice & ~rolls &&
                     sets_meet(takes, &evaluator->goes[code][square], &pos->men[side], words))
                rolls |= twice;
        }
    }
    for (; rolls; rolls &= rolls - 1)
        throws += evaluator->weight[__builtin_ctzll(rolls)];
    return (double)throws / evaluator->throws;
}

/* G: the most that `side` can expect to capture with one move, in units of power. */
static double expected_gain(const struct evaluator *evaluator, const struct ludus_position *pos,
                            unsigned side)
{
    const struct ludus_ruleset *rs = evaluator->ruleset;
    double most = 0;
    if (!evaluator->strikes)
        return 0;
    FOR_SQUARES(square, &pos->men[side ^ 1], rs->words)
    {
        unsigned victim = pos->cell[square];
        uint64_t rolls = 0;
        double chance = 0;
        if (in_set(rs->rules.royal, CODE_KIND(victim)) || evaluator->power[victim] <= most)
            continue; /* a chance is at most 1 */
        for (unsigned k = 0; k < rs->rules.kind_count; k++) {
            unsigned code = CODE_OF(k, side);
            for (unsigned w = 0; w < rs->words; w++)
                if (strike_to(rs, code, square)[w] & pos->of[code].word[w])
                    rolls |= evaluator->once[k];
        }
        for (; rolls; rolls &= rolls - 1)
            chance += (double)evaluator->weight[__builtin_ctzll(rolls)] / evaluator->throws;
        most = fmax(most, chance * evaluator->power[victim]);
    }
    return most;
}

static void weigh_pieces(const struct evaluator *evaluator, const struct ludus_position *pos, unsigned side,
                         double *number, double *power)
{
    const struct rules *rules = &evaluator->ruleset->rules;
    *number = *power = 1;
    for (unsigned k = 0; k < rules->kind_count; k++) {
        unsigned code = CODE_OF(k, side), count = (unsigned)pos->count[code] + pos->hand[side][k];
        if (in_set(rules->royal, k))
            continue;
        *number += count;
        *power += count * evaluator->power[code];
    }
}

void evaluator_terms(const struct evaluator *evaluator, const struct ludus_position *pos,
                     struct evaluator_terms *terms)
{
    double number[2], power[2];
    unsigned side = pos->side;
    weigh_pieces(evaluator, pos, side, &number[0], &power[0]);
    weigh_pieces(evaluator, pos, side ^ 1, &number[1], &power[1]);
    terms->strike = strike_chance(evaluator, pos, side);
    terms->danger = strike_chance(evaluator, pos, side ^ 1);
    terms->number = log(number[0] / number[1]);
    terms->power = log(power[0] / power[1]);
    terms->loose = expected_gain(evaluator, pos, side) / power[1];
}

double evaluator_static(const struct evaluator *evaluator, const struct ludus_position *pos)
{
    struct evaluator_terms terms;
    enum ludus_result result = outcome_of(pos, NULL);
    if (result != LUDUS_OPEN)
        return white_part(result);
    evaluator_terms(evaluator, pos, &terms);
    double mover = evaluator_formula(&terms, &evaluator->constants);
    return pos->side == LUDUS_WHITE ? mover : 1 - mover;
}
