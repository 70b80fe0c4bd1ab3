/* play.c - positions as ludus.h gives them to programs: on the heap, with their undos kept for them. */
#include "base/memory.h"
#include "rules/engine.h"

#include <stdlib.h>
#include <string.h>

/* ---- Counting sequences of turns: the last turn is counted and not made, in dice games for all rolls at
 * once ---- */

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
        unsigned kind = CODE_KIND(pos->cell[first[i].from]);
        struct undo undo;
        *nodes += rs->tables->rolls_one[kind];
        if (rs->rules.dice < 2)
            continue;
        position_make(pos, first[i], &undo);
        for (size_t left = movegen_undiced(pos, second); left > 0; left--)
            *nodes += rs->tables->rolls_two[kind][CODE_KIND(pos->cell[second[left - 1].from])];
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
    if (depth == 1 && rules->dice <= 2 && rules->bound_capture != BOUND_REMOVED)
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

/* ---- Positions on the heap ---- */

/* One remembered move. Blocks are a list, newest first, so that undos stay where they are. */
struct undo_block {
    struct undo_block *older;
    struct undo undo;
};

struct ludus_position *ludus_position_new(const struct ludus_ruleset *ruleset)
{
    return ludus_position_copy(ruleset->start);
}

static void *copy_bytes(const void *bytes, size_t size)
{
    void *copy = memory_new(size ? size : 1);
    if (copy && size)
        memcpy(copy, bytes, size);
    return copy;
}

/* Copies the chain of undos, so that repetition is known in the copy too. */
static bool copy_past(struct ludus_position *copy, const struct ludus_position *position)
{
    struct undo **link = &copy->past;
    struct undo_block **block = &copy->undos;
    *link = NULL;
    *block = NULL;
    for (const struct undo *undo = position->past; undo; undo = undo->past) {
        struct undo_block *one = memory_new(sizeof *one);
        if (!one)
            return false;
        one->undo = *undo;
        one->undo.past = NULL;
        one->older = NULL;
        *link = &one->undo;
        link = &one->undo.past;
        *block = one;
        block = &one->older;
    }
    return true;
}

struct ludus_position *ludus_position_copy(const struct ludus_position *position)
{
    struct ludus_position *copy = copy_bytes(position, sizeof *position);
    if (!copy)
        return NULL;
    copy->rep = copy_bytes(position->rep, position->rep_count * sizeof *position->rep);
    copy->rep_text = copy_bytes(position->rep_text, position->rep_length);
    if (!copy_past(copy, position) || !copy->rep || !copy->rep_text) {
        ludus_position_free(copy);
        return NULL;
    }
    return copy;
}

struct ludus_position *position_without_past(const struct ludus_position *position)
{
    struct ludus_position *copy = memory_zeroed(1, sizeof *copy);
    if (copy)
        position_become(copy, position);
    return copy;
}

void position_become(struct ludus_position *position, const struct ludus_position *other)
{
    struct undo_block *undos = position->undos;
    struct past_position *rep = position->rep;
    char *rep_text = position->rep_text;
    *position = *other;
    position->undos = undos;
    position->rep = rep;
    position->rep_text = rep_text;
    position->rep_count = 0;
    position->rep_length = 0;
    position->past = NULL;
}

static void forget_undos(struct ludus_position *position)
{
    while (position->undos) {
        struct undo_block *older = position->undos->older;
        free(position->undos);
        position->undos = older;
    }
    position->past = NULL;
}

void ludus_position_free(struct ludus_position *position)
{
    if (!position)
        return;
    forget_undos(position);
    free(position->rep);
    free(position->rep_text);
    free(position);
}

const struct ludus_ruleset *ludus_position_ruleset(const struct ludus_position *position)
{
    return position->ruleset;
}

bool ludus_position_set_fen(struct ludus_position *position, const char *fen, char *reason, size_t size)
{
    if (!fen_read(position, fen, reason, size))
        return false;
    forget_undos(position);
    return true;
}

size_t ludus_position_fen(const struct ludus_position *position, bool history, char *out, size_t size)
{
    struct ludus_buffer text = { 0 };
    size_t length;
    fen_write(position, history, &text);
    length = text.length;
    if (size) {
        size_t shown = length < size ? length : size - 1;
        memcpy(out, buf_string(&text), shown);
        out[shown] = '\0';
    }
    buf_free(&text);
    return length;
}

enum ludus_side ludus_position_side(const struct ludus_position *position)
{
    return position->side == LUDUS_WHITE ? LUDUS_WHITE : LUDUS_BLACK;
}

unsigned ludus_position_number(const struct ludus_position *position)
{
    return position->number;
}

struct ludus_square ludus_position_at(const struct ludus_position *position, unsigned square)
{
    unsigned code = square < position->ruleset->squares ? position->cell[square] : 0;
    if (!code)
        return (struct ludus_square){ NONE, 0, false };
    return (struct ludus_square){ (uint8_t)CODE_KIND(code), (uint8_t)CODE_SIDE(code),
                                  squares_has(&position->bound, square) };
}

unsigned ludus_position_hand(const struct ludus_position *position, enum ludus_side side, unsigned kind)
{
    return kind < KINDS_MAX && (unsigned)side < 2 ? position->hand[side][kind] : 0;
}

unsigned ludus_position_taken(const struct ludus_position *position, enum ludus_side by)
{
    return (unsigned)by < 2 ? position->taken[by] : 0;
}

uint64_t ludus_position_key(const struct ludus_position *position)
{
    return position->hash;
}

bool ludus_position_in_check(const struct ludus_position *position)
{
    return position_checked(position);
}

bool ludus_position_roll(struct ludus_position *position, const uint8_t *dice, unsigned count)
{
    const struct rules *rules = &position->ruleset->rules;
    if (count && count != rules->dice)
        return false;
    for (unsigned i = 0; i < count; i++)
        if (dice[i] < 1 || dice[i] > rules->faces)
            return false;
    if (count)
        memcpy(position->dice, dice, count);
    position->dice_count = (uint8_t)count;
    position->dice_used = DICE_UNUSED;
    return true;
}

size_t ludus_position_moves(const struct ludus_position *position, struct ludus_move *out, size_t capacity)
{
    struct ludus_move *all;
    size_t count;
    if (capacity >= position->ruleset->max_moves)
        return movegen_all(position, out);
    all = memory_new(position->ruleset->max_moves * sizeof *all);
    if (!all)
        return 0;
    count = movegen_all(position, all);
    if (capacity)
        memcpy(out, all, (count < capacity ? count : capacity) * sizeof *all);
    free(all);
    return count;
}

static struct undo *new_undo(struct ludus_position *position)
{
    struct undo_block *block = memory_new(sizeof *block);
    if (!block)
        return NULL;
    block->older = position->undos;
    position->undos = block;
    return &block->undo;
}

bool ludus_position_make(struct ludus_position *position, struct ludus_move move)
{
    struct undo *undo = new_undo(position);
    if (undo)
        position_make(position, move, undo);
    return undo != NULL;
}

bool ludus_position_end_turn(struct ludus_position *position)
{
    struct undo *undo = new_undo(position);
    if (undo)
        position_end_turn(position, undo);
    return undo != NULL;
}

void ludus_position_undo(struct ludus_position *position)
{
    struct undo_block *newest = position->undos;
    if (!newest)
        return;
    position_unmake(position, &newest->undo);
    position->undos = newest->older;
    free(newest);
}

enum ludus_result ludus_position_result(const struct ludus_position *position, const char **reason)
{
    if (position->partial) {
        if (reason)
            *reason = NULL;
        return LUDUS_OPEN;
    }
    return outcome_of(position, reason);
}

/* In a dice game without a roll, summed over the distinct rolls, each once. */
uint64_t ludus_position_perft(const struct ludus_position *position, unsigned depth)
{
    struct ludus_position *copy = ludus_position_copy(position);
    struct lists lists = { .room = position->ruleset->max_moves };
    uint64_t nodes = copy && depth == 0;
    if (copy && depth)
        (void)count_turns(copy, depth, &lists, &nodes);
    free(lists.moves);
    ludus_position_free(copy);
    return nodes;
}

const char *ludus_version(void)
{
    return LUDUS_VERSION;
}

unsigned ludus_version_number(void)
{
    return LUDUS_VERSION_NUMBER;
}
