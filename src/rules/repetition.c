/* repetition.c - earlier occurrences of a position. A capture makes all that came before it unreachable. */
#include "repetition.h"

#include "tables.h"

/* Occurrences of either key before the current position. */
static unsigned earlier(const struct ludus_position *pos, uint64_t key, uint64_t other)
{
    unsigned count = 0;
    uint64_t begun = pos->hash;

    for (const struct undo *undo = pos->past; undo; undo = undo->past) {
        if (undo->captures || undo->move.type == LUDUS_PLACE)
            return count;
        count += undo->hash == key || undo->hash == other;
        begun = undo->hash;
    }
    for (unsigned i = 0; i < pos->rep_count; i++) {
        unsigned listed = pos->rep[i].count;
        if (pos->rep[i].hash == begun && listed)
            listed--; /* the position that the chain begins with is counted along the chain */
        if (pos->rep[i].hash == key || pos->rep[i].hash == other)
            count += listed;
    }
    return count;
}

unsigned repetition_count(const struct ludus_position *pos)
{
    return 1 + earlier(pos, pos->hash, pos->hash);
}

bool repetition_banned(const struct ludus_position *pos)
{
    switch (pos->ruleset->rules.repetition) {
    case REPEAT_THIRD:
        return earlier(pos, pos->hash, pos->hash) >= 2;
    case REPEAT_NEVER:
        return earlier(pos, pos->hash, pos->hash ^ pos->ruleset->tables->key_side) >= 1;
    default:
        return false;
    }
}

bool repetition_possible(const struct ludus_position *pos)
{
    unsigned plies = 1, needed = pos->ruleset->rules.repetition == REPEAT_THIRD ? 8 : 4;

    if (pos->ruleset->rules.repetition == REPEAT_FREE)
        return false;
    if (pos->rep_count)
        return true;
    for (const struct undo *undo = pos->past; undo && !undo->captures && plies < needed; undo = undo->past)
        plies++;
    return plies >= needed;
}
