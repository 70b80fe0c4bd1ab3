/* play.c - the positions of ludus.h: on the heap, with their undos; perft. */
#include "base/memory.h"
#include "rules/position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Perft: the last turn is counted without making it, in dice games for all rolls at once ---- */

/* The ends of one turn: turns of several moves that end in the same position are one. */
struct ends {
    uint64_t *keys;
    size_t count, capacity;
};

/* Is it a new end? Adds it. */
static bool add_end(struct ends *ends, const struct ludus_position *pos)
{
    for (size_t i = 0; i < ends->count; i++)
        if (ends->keys[i] == pos->hash)
            return false;
    (void)memory_add(&ends->keys, &ends->count, &ends->capacity, &pos->hash, sizeof pos->hash);
    return true;
}

/* A move list for one depth, and a link to that of the next. */
struct list {
    struct list *next;
    struct ludus_move moves[];
};

/* Returns the list of the next depth, allocated at its first use. NULL without memory. */
static struct list *next_list(struct list *list, const struct ludus_position *pos)
{
    if (!list->next &&
        (list->next = memory_new(sizeof *list + pos->ruleset->max_moves * sizeof *list->moves)))
        list->next->next = NULL;
    return list->next;
}

/* Counts the turns of a dice game for all rolls, by their first move and the kind of a second one. False
 * without memory. */
static bool count_last_turn(struct ludus_position *pos, struct list *list, uint64_t *nodes)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    struct list *first = next_list(list, pos), *second = first ? next_list(first, pos) : NULL;
    if (!second)
        return false;
    *nodes += rs->tables->rolls;
    pos->dice_count = 0;
    size_t count = movegen_undiced(pos, first->moves);
    for (size_t i = 0; i < count; i++) {
        unsigned kind = CODE_KIND(pos->cell[first->moves[i].from]);
        struct undo undo;
        *nodes += rs->tables->rolls_one[kind];
        if (rs->rules.dice < 2)
            continue;
        position_make(pos, first->moves[i], &undo);
        for (size_t left = movegen_undiced(pos, second->moves); left > 0; left--)
            *nodes += rs->tables->rolls_two[kind][CODE_KIND(pos->cell[second->moves[left - 1].from])];
        position_unmake(pos, &undo);
    }
    return true;
}

/* Counts the turns with one die of a game in which who can move must, for all rolls. False without memory. */
static bool count_obliged(struct ludus_position *pos, struct list *list, uint64_t *nodes)
{
    const struct rules *rules = &pos->ruleset->rules;
    uint32_t faces = 0;
    pos->dice_count = 0;
    if (!(list = next_list(list, pos)))
        return false;
    for (size_t left = movegen_undiced(pos, list->moves); left > 0; left--) {
        unsigned kind = CODE_KIND(pos->cell[list->moves[left - 1].from]);
        *nodes += pos->ruleset->tables->rolls_one[kind];
        faces |= ludus_ruleset_kind_faces(pos->ruleset, kind);
    }
    *nodes += rules->faces - (unsigned)__builtin_popcount(faces); /* with the others nothing can move */
    return true;
}

static bool count_turns(struct ludus_position *pos, unsigned depth, struct list *list, uint64_t *nodes);

/* Counts all continuations of a turn: with the current dice, and its end here; without dice, while a piece
 * must move again (further-move). False without memory. */
static bool count_moves(struct ludus_position *pos, unsigned depth, struct list *list, struct ends *ends,
                        uint64_t *nodes)
{
    const struct rules *rules = &pos->ruleset->rules;
    struct undo undo;
    bool ok = true;
    bool removes = rules->place_dice || (rules->mill && rules->mill != MILL_WINS); /* or places rows */
    if (depth == 1 && !rules->dice && !rules->further_move && !removes) {
        *nodes += movegen_count(pos);
        return true;
    }
    bool may_end = ludus_position_may_end(pos);
    if (may_end && depth > 1) {
        position_end_turn(pos, &undo);
        ok = count_turns(pos, depth - 1, list, nodes);
        position_unmake(pos, &undo);
    }
    *nodes += may_end && depth == 1;
    if (!ok || !(list = next_list(list, pos)))
        return false;
    size_t count = movegen_all(pos, list->moves);
    for (size_t i = 0; ok && i < count; i++) {
        bool over = !rules->dice;
        if (over && depth == 1 && !removes && !capture_possible(pos, list->moves[i])) {
            ++*nodes;
            continue;
        }
        position_make(pos, list->moves[i], &undo);
        over &= pos->pending == NONE && !pos->removals && !pos->rows;
        if (over && rules->mill == MILL_TAKES_EACH && !add_end(ends, pos))
            ok = true; /* the same men were removed in another order */
        else if (over && depth == 1)
            ++*nodes;
        else
            ok = over && removes ? count_turns(pos, depth - 1, list, nodes)
                                 : count_moves(pos, depth - over, list, ends, nodes);
        position_unmake(pos, &undo);
    }
    return ok;
}

/* Counts the turns in which men are placed, for all rolls: those that place a row are alike, and so are all
 * others. False without memory. */
static bool count_placings(struct ludus_position *pos, unsigned depth, struct list *list, uint64_t *nodes)
{
    const struct rules *rules = &pos->ruleset->rules;
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    uint64_t found[2] = { 0, 0 };
    unsigned rolls[2] = { 0, 0 };
    bool ok = true;
    while (ok && dice_next(dice, rules->place_dice, rules->faces)) {
        bool row = dice_place_row(rules, dice);
        ludus_position_roll(pos, dice, rules->place_dice);
        ok = rolls[row]++ > 0 || count_turns(pos, depth, list, &found[row]);
    }
    *nodes += rolls[0] * found[0] + rolls[1] * found[1];
    pos->dice_count = 0;
    return ok;
}

static bool count_turns(struct ludus_position *pos, unsigned depth, struct list *list, uint64_t *nodes)
{
    const struct rules *rules = &pos->ruleset->rules;
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    bool ok = true;
    if (rules->dice && outcome_ended(pos))
        return true;
    if (rules->place_dice && !pos->dice_count && position_dice(pos))
        return count_placings(pos, depth, list, nodes);
    if (!rules->dice || pos->dice_count) {
        struct ends ends = { 0 };
        ok = count_moves(pos, depth, list, &ends, nodes);
        free(ends.keys);
        return ok;
    }
    if (depth == 1 && rules->dice == 1 && rules->pass == PASS_NO && rules->bound_capture != BOUND_REMOVED)
        return count_obliged(pos, list, nodes);
    if (depth == 1 && rules->dice <= 2 && rules->pass != PASS_NO && rules->bound_capture != BOUND_REMOVED)
        return count_last_turn(pos, list, nodes);
    while (ok && dice_next(dice, rules->dice, rules->faces)) {
        (void)ludus_position_roll(pos, dice, rules->dice);
        ok = count_moves(pos, depth, list, NULL, nodes);
    }
    pos->dice_count = 0;
    return ok;
}

/* ---- Positions on the heap ---- */

/* The undo of a move. Blocks are a linked list, newest first, so that undos keep their addresses. */
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

struct ludus_position *ludus_position_copy(const struct ludus_position *position)
{
    struct ludus_position *copy = copy_bytes(position, sizeof *position);
    if (!copy)
        return NULL;
    struct undo_block **block = &copy->undos;
    struct undo **link = &copy->past;
    copy->past = NULL;
    copy->undos = NULL;
    copy->rep = copy_bytes(position->rep, position->rep_count * sizeof *position->rep);
    copy->rep_text = (struct ludus_buffer){ 0 };
    buf_add(&copy->rep_text, position->rep_text.bytes, position->rep_text.length);
    /* Copies the chain of undos too, for repetition in the copy. */
    for (const struct undo *undo = position->past; undo; undo = undo->past) {
        if (!(*block = memory_new(sizeof **block))) {
            ludus_position_free(copy);
            return NULL;
        }
        **block = (struct undo_block){ NULL, *undo };
        *link = &(*block)->undo;
        link = &(*block)->undo.past;
        *link = NULL;
        block = &(*block)->older;
    }
    if (copy->rep && !copy->rep_text.failed)
        return copy;
    ludus_position_free(copy);
    return NULL;
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
    buf_free(&position->rep_text);
    free(position);
}

const struct ludus_ruleset *ludus_position_ruleset(const struct ludus_position *position)
{
    return position->ruleset;
}

bool ludus_position_set_fen(struct ludus_position *position, const char *fen, char *reason, size_t size)
{
    if (!fen_read(position, fen, false, reason, size))
        return false;
    forget_undos(position);
    return true;
}

size_t ludus_position_fen(const struct ludus_position *position, bool history, char *out, size_t size)
{
    struct ludus_buffer text = { 0 };
    fen_write(position, history, &text);
    size_t length = text.length;
    if (size)
        (void)snprintf(out, size, "%s", buf_string(&text));
    buf_free(&text);
    return length;
}

void ludus_position_add_fen(const struct ludus_position *position, bool history, struct ludus_buffer *out)
{
    fen_write(position, history, out);
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

unsigned ludus_position_dice(const struct ludus_position *position)
{
    return position->dice_count ? 0 : position_dice(position);
}

bool ludus_position_roll(struct ludus_position *position, const uint8_t *dice, unsigned count)
{
    const struct rules *rules = &position->ruleset->rules;
    if (count && count != position_dice(position))
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

bool ludus_position_make(struct ludus_position *position, struct ludus_move move)
{
    struct undo_block *block = memory_new(sizeof *block);
    if (!block)
        return false;
    block->older = position->undos;
    position->undos = block;
    position_make(position, move, &block->undo);
    return true;
}

bool ludus_position_may_end(const struct ludus_position *position)
{
    const struct rules *rules = &position->ruleset->rules;
    return rules->dice && !(rules->pass == PASS_NO && movegen_any(position));
}

bool ludus_position_end_turn(struct ludus_position *position)
{
    return ludus_position_make(position, END_OF_TURN);
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

/* In a dice game without a roll, sums over the distinct rolls, each once. */
uint64_t ludus_position_perft(const struct ludus_position *position, unsigned depth)
{
    struct ludus_position *copy = ludus_position_copy(position);
    struct list first = { NULL };
    uint64_t nodes = copy && depth == 0;
    if (copy && depth)
        (void)count_turns(copy, depth, &first, &nodes);
    for (struct list *list = first.next, *next; list; list = next) {
        next = list->next;
        free(list);
    }
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
