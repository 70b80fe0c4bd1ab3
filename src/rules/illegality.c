/* illegality.c - finds why a move is illegal, in the order of a player's questions. */
#include "rules/engine.h"

bool kind_leads(const struct ludus_position *pos, struct ludus_move move, unsigned mode)
{
    const struct kind *kind = &pos->ruleset->rules.kinds[CODE_KIND(pos->cell[move.from])];
    int turn = pos->side == LUDUS_WHITE ? 1 : -1;
    int file = turn * ((int)square_file(pos->ruleset, move.to) - (int)square_file(pos->ruleset, move.from));
    int rank = turn * ((int)square_rank(pos->ruleset, move.to) - (int)square_rank(pos->ruleset, move.from));
    for (unsigned i = 0; i < kind->atom_count; i++)
        for (int n = kind->atoms[i].mode & mode ? kind->atoms[i].length : 0; n > 0; n--)
            if (n * kind->atoms[i].file == file && n * kind->atoms[i].rank == rank)
                return true;
    return false;
}

/* Checks the geometry, the squares between and the target. */
static enum illegality judge_path(const struct ludus_position *pos, struct ludus_move move)
{
    const struct rules *rules = &pos->ruleset->rules;
    unsigned stands = pos->cell[move.to], kind = CODE_KIND(pos->cell[move.from]);
    const struct tables *tables = pos->ruleset->tables;
    const uint8_t *group = tables->stream + tables->moves[pos->cell[move.from]][move.from];
    unsigned open = 0; /* modes of the groups that lead there, without lost first moves */
    bool leads = false, clear = false, spent = false;
    for (; group[0]; group += 2 + group[0]) {
        unsigned mode = group[1], i = mode & MODE_LAME ? group[0] - 1u : 0;
        while (i < group[0] && group[2 + i] != move.to)
            i++;
        if (i == group[0])
            continue;
        bool is_open = gen_is_open(pos, mode, move.from), is_clear = is_open;
        for (unsigned n = 0; n < i && !(mode & MODE_LEAPS); n++)
            is_clear &= !pos->cell[group[2 + n]];
        leads = true;
        spent |= !is_open;
        clear |= is_clear;
        open |= is_open ? mode : 0;
    }
    bool jumps = in_set(rules->jumpers, kind),
         late = leads ? spent && !(open & (MODE_MOVE | MODE_TAKE)) : kind_leads(pos, move, MODE_FIRST);
    struct squares landings = { { 0 } };
    if (jumps)
        landings = jump_targets(pos, move.from);
    if (squares_has(&landings, move.to))
        return LEGAL;
    if (stands && CODE_SIDE(stands) == pos->side)
        return late ? ILLEGAL_FIRST_ONLY : ILLEGAL_OWN_TARGET;
    if (!leads && stands && !rules->displacement)
        return ILLEGAL_TARGET_TAKEN;
    if (late)
        return ILLEGAL_FIRST_ONLY;
    if (!leads)
        return jumps ? ILLEGAL_NO_JUMP : ILLEGAL_GEOMETRY;
    if (!clear)
        return ILLEGAL_BLOCKED;
    if (!stands)
        return open & MODE_MOVE || (open & MODE_PASSING && move.to == pos->en_passant) ? LEGAL
                                                                                       : ILLEGAL_NO_ENEMY;
    if (in_set(rules->kinds[kind].spares, CODE_KIND(stands)))
        return ILLEGAL_IMMUNE;
    if (open & MODE_TAKE && rules->displacement)
        return LEGAL;
    if (open & MODE_TAKE && rules->bound_capture == BOUND_DISPLACED && in_set(rules->displacers, kind))
        return squares_has(&pos->bound, move.to) ? LEGAL : ILLEGAL_NOT_BOUND;
    return ILLEGAL_TARGET_TAKEN;
}

enum illegality movegen_illegality(const struct ludus_position *pos, struct ludus_move move)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    unsigned kind = CODE_KIND(pos->cell[move.from]);
    kind_set kinds, becomes = rs->rules.kinds[kind].becomes;
    for (move.type = LUDUS_STEP; move.type <= LUDUS_EN_PASSANT; move.type++)
        if (movegen_legal(pos, move))
            return LEGAL;
    if (rs->places && movegen_placing(pos, &kinds))
        return ILLEGAL_PLACING;
    if (pos->pending != NONE && pos->pending != move.from)
        return ILLEGAL_MUST_GO_ON;
    if (squares_has(&pos->bound, move.from))
        return ILLEGAL_BOUND;
    if (!position_die_allows(pos, kind))
        return ILLEGAL_DIE;
    enum illegality why = judge_path(pos, move);
    if (why != LEGAL)
        return why;
    bool promotes = becomes && squares_has(&rs->tables->far[pos->side], move.to);
    if (promotes ? move.piece >= KINDS_MAX || !in_set(becomes, move.piece) : move.piece != NONE)
        return ILLEGAL_PROMOTION;
    if (rs->rules.check) { /* it leaves a royal attacked */
        struct guard guard;
        attack_guard(pos, &guard);
        return !guard.checkers && squares_has(&guard.pinned, move.from) ? ILLEGAL_PINNED : ILLEGAL_CHECK;
    }
    return !rs->rules.suicide && rs->rules.repetition == REPEAT_FREE ? ILLEGAL_SUICIDE : ILLEGAL_REPETITION;
}
