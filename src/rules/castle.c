/* castle.c - castling in a position. The path is worked out when the rules file is read. */
#include "rules/engine.h"

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

/* ---- Jumps over adjacent pieces. A chain is a search over landing squares: only where it ends matters ----
 */

/* Square of a single jump from -> way, with the jumper lifted off `origin`; NONE if there is no such jump. */
static unsigned landing_of(const struct ludus_position *pos, unsigned origin, unsigned from, unsigned way)
{
    const struct rules *rules = &pos->ruleset->rules;
    const struct tables *tables = pos->ruleset->tables;
    unsigned over = tables->near[from][way], landing = over == NONE ? NONE : tables->near[over][way], code;
    if (landing == NONE || over == origin || (pos->cell[landing] && landing != origin))
        return NONE;
    code = pos->cell[over];
    if (!code || in_set(rules->firm, CODE_KIND(code)))
        return NONE;
    if (CODE_SIDE(code) == pos->side ? rules->jump_over & OVER_OWN
                                     : rules->jump_over & OVER_ENEMY ||
                                           (rules->jump_over & OVER_BOUND && squares_has(&pos->bound, over)))
        return landing;
    return NONE;
}

struct squares jump_targets(const struct ludus_position *pos, unsigned from)
{
    const struct rules *rules = &pos->ruleset->rules;
    struct squares seen = { { 0 } };
    uint8_t queue[SQUARES_MAX];
    unsigned head = 0, tail = 0;
    queue[tail++] = (uint8_t)from;
    squares_add(&seen, from);
    while (head < tail) {
        unsigned at = queue[head++];
        if (at != from && !rules->jump_chain)
            break;
        for (unsigned way = NORTH; way <= (rules->jump_diagonal ? SOUTH_EAST : WEST); way++) {
            unsigned landing = landing_of(pos, from, at, way);
            if (landing == NONE || squares_has(&seen, landing))
                continue;
            squares_add(&seen, landing);
            queue[tail++] = (uint8_t)landing;
        }
    }
    squares_remove(&seen, from);
    return seen;
}

bool movegen_jump_path(const struct ludus_position *pos, const uint8_t *path, unsigned count)
{
    const struct rules *rules = &pos->ruleset->rules;
    struct squares seen = { { 0 } };
    if (count < 2 || (count > 2 && !rules->jump_chain) || path[0] == path[count - 1] || !pos->cell[path[0]] ||
        !in_set(rules->jumpers, CODE_KIND(pos->cell[path[0]])))
        return false;
    for (unsigned i = 0; i + 1 < count; i++) {
        bool leg = false;
        if (!rules->jump_revisit && squares_has(&seen, path[i]))
            return false;
        squares_add(&seen, path[i]);
        for (unsigned way = NORTH; way <= (rules->jump_diagonal ? SOUTH_EAST : WEST); way++)
            leg |= landing_of(pos, path[0], path[i], way) == path[i + 1];
        if (!leg)
            return false;
    }
    return rules->jump_revisit || !squares_has(&seen, path[count - 1]);
}
