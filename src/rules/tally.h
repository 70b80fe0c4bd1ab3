/* tally.h - how often each position of a line has occurred. */
#ifndef RULES_TALLY_H
#define RULES_TALLY_H

#include "rules/position.h"

/* The entry of the position before a move. */
struct tally_entry {
    const struct undo *undo; /* of that move; not owned */
    size_t begin;            /* first entry that this position can repeat: older ones are before a capture */
    unsigned times;          /* occurrences of its key from `begin` on, this one included */
};

/* All zero is an empty tally. */
struct tally {
    struct keyed keys;           /* of the positions along the line, oldest first; owned */
    struct tally_entry *entries; /* of the same; owned */
    size_t capacity;
    size_t begin; /* as of the entry to be added */
};

/* Adds the moves to `pos` since the last call, back to the last capture. Returns how often `pos` has
 * occurred, itself included. Sets `*before` to the length of the tally before the last `moves` of them. */
unsigned tally_count(struct tally *tally, const struct ludus_position *pos, size_t moves, size_t *before);
/* Appends rep= and all positions since the last capture, sorted by text. */
void repetition_write(const struct ludus_position *pos, struct ludus_buffer *out);
/* Finds the squares to which a step or jump can repeat a position: those that a man of its side has left
 * since the last capture. */
struct squares repetition_targets(const struct ludus_position *pos);
/* Can any move repeat a position? A quick test before testing each move. */
static inline bool repetition_possible(const struct ludus_position *pos)
{
    const struct rules *rules = &pos->ruleset->rules;
    bool passes = rules->pass == PASS_YES || rules->blocked == BLOCKED_PASSES;
    unsigned plies = 1, needed = rules->dice ? 2 : passes ? 3 : rules->repetition == REPEAT_THIRD ? 8 : 4;
    if (rules->repetition == REPEAT_FREE)
        return false;
    if (pos->rep_count)
        return true;
    for (const struct undo *undo = pos->past; undo && !undo->captures && plies < needed; undo = undo->past)
        plies++;
    return plies >= needed;
}

#endif
