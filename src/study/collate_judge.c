/* collate_judge.c - which readings of the witnesses are the same, and the consensus that is played through
 * them. */
#include "base/buf.h"
#include "study/collate.h"

#include <string.h>

static const struct slot *slot_of(const struct ludus_collation *collation, const struct cell *cells,
                                  size_t witness)
{
    return &collation->witness[witness].slots.slot[cells[witness].turn];
}

/* ---- Readings that are the same ---- */

static bool same_words(const struct slot *one, const struct slot *other)
{
    bool same = one->count == other->count;
    for (unsigned i = 0; same && i < one->count; i++) {
        const struct move_text *a = &one->items[i]->move, *b = &other->items[i]->move;
        same = a->plain_length == b->plain_length && memcmp(a->plain, b->plain, a->plain_length) == 0;
    }
    return same;
}

/* Has the witness nothing but lost turns (`__`) there? */
static bool is_lost(const struct ludus_collation *collation, const struct cell *cells, size_t witness)
{
    const struct slot *slot = cells[witness].turn != NO_TURN ? slot_of(collation, cells, witness) : NULL;
    return slot ? slot->count == 1 && slot->items[0]->move.style == MOVE_LOST && slot->items[0]->length > 1
                : cells[witness].hole != NO_TURN;
}

/* A reading that is no legal move says the same as one that is only in the same words. What follows a fault,
 * so that nobody can say whether it is legal, may say the same in others. */
static bool same_turn(const struct ludus_collation *collation, const struct cell *cells, size_t one,
                      size_t other)
{
    if (cells[one].hole != NO_TURN || cells[other].hole != NO_TURN)
        return is_lost(collation, cells, one) && is_lost(collation, cells, other);
    if (cells[one].turn == NO_TURN || cells[other].turn == NO_TURN)
        return cells[one].turn == cells[other].turn;
    if (!collate_same(&collation->said[one], &collation->said[other]))
        return false;
    if (cells[one].known == cells[other].known)
        return true;
    size_t unknown = cells[one].known ? other : one;
    return (cells[unknown].consensus != LUDUS_NOT_LEGAL &&
            collation->said[unknown].legality != LUDUS_NOT_LEGAL) ||
           same_words(slot_of(collation, cells, one), slot_of(collation, cells, other));
}

static bool same_frame(enum ludus_differing what, const struct witness *one, const struct witness *other)
{
    struct ludus_text start = ludus_buffer_text(&one->start), its = ludus_buffer_text(&other->start);
    switch (what) {
    case LUDUS_IN_RULESET:
        return one->slots.replay->ruleset == other->slots.replay->ruleset;
    case LUDUS_IN_START:
        return !(one->has_fen || other->has_fen) ||
               (start.length == its.length && memcmp(start.text, its.text, start.length) == 0);
    case LUDUS_IN_RESULT:
        return one->result == other->result;
    case LUDUS_IN_TURN:
        break;
    }
    return true;
}

static bool same_reading(const struct ludus_collation *collation, const struct column *column, size_t one,
                         size_t other)
{
    if (column->what != LUDUS_IN_TURN)
        return same_frame(column->what, &collation->witness[one], &collation->witness[other]);
    return same_turn(collation, collate_cells(collation, column), one, other);
}

static void group_readings(const struct ludus_collation *collation, struct column *column)
{
    struct cell *cells = collate_cells(collation, column);
    uint8_t groups = 0;
    for (size_t w = 0; w < collation->count; w++) {
        size_t like = 0;
        while (like < w && !same_reading(collation, column, like, w))
            like++;
        cells[w].group = like < w ? cells[like].group : groups++;
    }
    column->differs = groups > 1;
}

/* ---- The consensus ---- */

static size_t votes(const struct ludus_collation *collation, const struct cell *cells, unsigned group)
{
    size_t count = 0;
    for (size_t w = 0; w < collation->count; w++)
        count += cells[w].group == group;
    return count;
}

/* The witness whose reading the consensus takes: of those that can be played there, what most have, the first
 * before others; the count of witnesses when none can. */
static size_t elect(struct ludus_collation *collation, const struct cell *cells)
{
    size_t best = collation->count, most = 0;
    for (size_t w = 0; w < collation->count; w++) {
        size_t count = votes(collation, cells, cells[w].group);
        if (cells[w].playable && count > most) {
            best = w;
            most = count;
        }
    }
    return best;
}

/* Tries what witness `w` has in the consensus as it stands. What is not legal in the witness itself, or where
 * turns are lost before it, says what it says there. */
static void try_reading(struct ludus_collation *collation, struct cell *cells, size_t w, bool broken)
{
    struct cell *cell = &cells[w];
    struct slots *consensus = &collation->consensus;
    struct witness_turn *said = &collation->said[w];
    cell->consensus = LUDUS_NOT_PLAYED;
    cell->playable = cell->known = false;
    if (cell->turn == NO_TURN)
        return;
    *said = collation->witness[w].turns[cell->turn];
    cell->known = said->legality == LUDUS_LEGAL;
    if (broken)
        return;
    struct spot spot = slots_spot(consensus);
    cell->playable = collate_play(consensus, slot_of(collation, cells, w), &cell->consensus);
    if ((!cell->known || said->unsure) && cell->consensus == LUDUS_LEGAL) {
        collate_played(consensus, collation->witness[w].common, said);
        cell->known = true;
    }
    if (cell->playable)
        slots_return(consensus, spot);
}

static bool is_legal(struct ludus_collation *collation, const struct slot *slot)
{
    struct spot spot = slots_spot(&collation->consensus);
    uint8_t legality;
    if (collate_play(&collation->consensus, slot, &legality))
        slots_return(&collation->consensus, spot);
    return legality == LUDUS_LEGAL;
}

/* Is a turn that the first witness has not to be played? If more than half have it, or half and its numbers
 * say that it lacks it, or what follows is legal only so. */
static bool is_wanted(struct ludus_collation *collation, const struct column *column, size_t elected)
{
    const struct cell *cells = collate_cells(collation, column);
    size_t absent = 0, next = column->first;
    for (size_t w = 0; w < collation->count; w++)
        absent += cells[w].turn == NO_TURN && cells[w].hole == NO_TURN;
    if (2 * absent != collation->count || next >= collation->witness[0].slots.count)
        return 2 * absent < collation->count;
    const struct witness_turn *turns = collation->witness[0].turns;
    if (turns[next].lost > (next ? turns[next - 1].lost : 0))
        return true;
    const struct slot *after = &collation->witness[0].slots.slot[next];
    struct spot spot = slots_spot(&collation->consensus);
    struct line *line = &collation->consensus.replay->line;
    struct ludus_position before = line->pos; /* undoing may not bring it back */
    bool without = is_legal(collation, after);
    bool with =
        slots_play(&collation->consensus, slot_of(collation, cells, elected)) && is_legal(collation, after);
    line->before_forced = NULL;
    line->pos = before;
    line->undos = spot.undos;
    slots_return(&collation->consensus, spot);
    return with && !without;
}

/* Does nothing stand in the row but what could not be read? */
static bool is_unread(const struct ludus_collation *collation, const struct cell *cells)
{
    for (size_t w = 0; w < collation->count; w++)
        if (cells[w].turn != NO_TURN && !slot_of(collation, cells, w)->unread)
            return false;
    return true;
}

/* Behind such rows: whose turn the row is, as its labels say. */
static void take_side(struct ludus_collation *collation, const struct cell *cells)
{
    size_t w = 0;
    while (w < collation->count &&
           (cells[w].turn == NO_TURN || collation->witness[w].turns[cells[w].turn].side == NO_SIDE))
        w++;
    if (collation->gap && w < collation->count &&
        collation->witness[w].turns[cells[w].turn].side != slots_position(&collation->consensus)->side)
        slots_end_turn(&collation->consensus);
}

/* Goes on behind a row in which nothing can be played, by what can be read there. False when that cannot be.
 */
static bool pass_over(struct ludus_collation *collation, const struct column *column)
{
    const struct cell *cells = collate_cells(collation, column);
    if (column->added || !is_unread(collation, cells))
        return column->added;
    size_t w = 0;
    while (cells[w].turn == NO_TURN)
        w++;
    collate_pass_over(&collation->consensus, slot_of(collation, cells, w));
    collation->gap = true;
    return true;
}

/* Judges a row of turns and plays what the consensus has there. False when that cannot go on. */
static bool judge_turn(struct ludus_collation *collation, struct column *column, bool broken)
{
    struct cell *cells = collate_cells(collation, column);
    if (!broken)
        take_side(collation, cells);
    for (size_t w = 0; w < collation->count; w++)
        try_reading(collation, cells, w, broken);
    group_readings(collation, column);
    size_t elected = elect(collation, cells);
    if (broken)
        return false;
    if (elected == collation->count)
        return pass_over(collation, column);
    return (column->added && !is_wanted(collation, column, elected)) ||
           slots_play(&collation->consensus, slot_of(collation, cells, elected));
}

size_t collate_judge(struct ludus_collation *collation)
{
    size_t differences = 0;
    bool broken = false;
    collation->gap = false;
    for (size_t c = 0; c < collation->column_count; c++) {
        struct column *column = &collation->columns[c];
        if (column->what == LUDUS_IN_TURN)
            broken = !judge_turn(collation, column, broken);
        else
            group_readings(collation, column);
        differences += column->differs;
    }
    return differences;
}
