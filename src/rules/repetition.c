/* repetition.c - earlier occurrences of a position. A capture makes all that came before it unreachable. */
#include "rules/repetition.h"

#include "rules/tables.h"

bool repetition_ends(const struct undo *undo)
{
    return undo->captures || undo->move.type == LUDUS_PLACE;
}

bool repetition_counts(const struct undo *undo)
{
    return !undo->past || undo->past->side != undo->side;
}

unsigned repetition_listed(const struct ludus_position *pos, uint64_t key, uint64_t begun)
{
    unsigned count = 0;

    for (unsigned i = 0; i < pos->rep_count; i++)
        if (pos->rep[i].hash == key && pos->rep[i].count)
            count += pos->rep[i].count - (key == begun); /* which is counted along the chain */
    return count;
}

/* Occurrences of either key before the current position. */
static unsigned earlier(const struct ludus_position *pos, uint64_t key, uint64_t other)
{
    unsigned count = 0;
    uint64_t begun = pos->hash;

    for (const struct undo *undo = pos->past; undo; undo = undo->past) {
        if (repetition_ends(undo))
            return count;
        count += (undo->hash == key || undo->hash == other) && repetition_counts(undo);
        begun = undo->hash;
    }
    count += repetition_listed(pos, key, begun);
    if (other != key)
        count += repetition_listed(pos, other, begun);
    return count;
}

unsigned repetition_count(const struct ludus_position *pos)
{
    return 1 + earlier(pos, pos->hash, pos->hash);
}

/* Does the ban forbid to come to this key? */
static bool is_banned(const struct ludus_position *pos, uint64_t key)
{
    switch (pos->ruleset->rules.repetition) {
    case REPEAT_THIRD:
        return earlier(pos, key, key) >= 2;
    case REPEAT_NEVER:
        return earlier(pos, key, key ^ pos->ruleset->tables->key_side) >= 1;
    default:
        return false;
    }
}

bool repetition_banned(const struct ludus_position *pos)
{
    return is_banned(pos, pos->hash);
}

bool repetition_possible(const struct ludus_position *pos)
{
    const struct rules *rules = &pos->ruleset->rules;
    bool passes = rules->pass || rules->blocked == BLOCKED_PASSES;
    unsigned plies = 1, needed = rules->dice ? 2 : passes ? 3 : rules->repetition == REPEAT_THIRD ? 8 : 4;

    if (rules->repetition == REPEAT_FREE)
        return false;
    if (pos->rep_count)
        return true;
    for (const struct undo *undo = pos->past; undo && !undo->captures && plies < needed; undo = undo->past)
        plies++;
    return plies >= needed;
}

/* The key that the move leads to, where it can be told without making it. */
static uint64_t key_after(const struct ludus_position *pos, struct ludus_move move)
{
    const struct tables *tables = pos->ruleset->tables;
    const uint64_t *keys = tables->key_piece[pos->cell[move.from]];

    return pos->hash ^ keys[move.from] ^ keys[move.to] ^ tables->key_side;
}

bool repetition_possible_by(const struct ludus_position *pos, struct ludus_move move)
{
    bool returns = pos->rep_count || move.type > LUDUS_JUMP;

    for (const struct undo *undo = pos->past; !returns && undo && !repetition_ends(undo); undo = undo->past)
        returns = undo->side == pos->side && (undo->move.from == move.to || undo->move.type == LUDUS_CASTLE);
    if (!returns || !pos->ruleset->keys_are_plain || move.type > LUDUS_JUMP || move.piece != NONE ||
        pos->pending != NONE)
        return returns;
    return is_banned(pos, key_after(pos, move));
}
