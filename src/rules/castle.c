/* castle.c - castling in a position. The path is worked out when the rules file is read. */
#include "rules/castle.h"

#include "rules/attack.h"

const struct castle *castle_named(const struct rules *rules, unsigned side, bool is_short)
{
    for (unsigned i = 0; i < rules->castle_count; i++)
        if (rules->castles[i].side == side && castle_is_short(&rules->castles[i]) == is_short)
            return &rules->castles[i];
    return NULL;
}

const struct castle *castle_between(const struct rules *rules, unsigned king_from, unsigned king_to)
{
    for (unsigned i = 0; i < rules->castle_count; i++)
        if (rules->castles[i].king_from == king_from && rules->castles[i].king_to == king_to)
            return &rules->castles[i];
    return NULL;
}

static bool is_attacked(const void *board, unsigned square, unsigned without)
{
    const struct ludus_position *pos = board;

    return attack_on(pos, square, pos->side ^ 1u, without);
}

static bool is_blocked(const struct ludus_position *pos, const struct castle *castle)
{
    for (unsigned w = 0; w < pos->ruleset->words; w++)
        if ((pos->men[0].word[w] | pos->men[1].word[w]) & castle->path.word[w])
            return true;
    return false;
}

enum verdict castle_judge(const struct ludus_position *pos, const struct castle *castle)
{
    if (castle->side != pos->side || !(pos->castling >> (castle - pos->ruleset->rules.castles) & 1))
        return VERDICT_CASTLE_RIGHT;
    return castle_judge_board(castle, pos->cell, pos->royal[pos->side], is_blocked(pos, castle), is_attacked,
                              pos);
}
