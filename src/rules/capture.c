/* capture.c - custodian capture: what the piece that has just arrived flanks or surrounds, and which bound
 * men are held. See "Custodian capture" in ludus-rules(5). */
#include "rules/engine.h"

/* Does a piece of `side` that flanks stand there, free or (if `bound_too`) bound? */
static inline bool flanks(const struct ludus_position *pos, unsigned square, unsigned side, bool bound_too)
{
    unsigned code = pos->cell[square];
    return code && CODE_SIDE(code) == side && in_set(pos->ruleset->rules.flankers, CODE_KIND(code)) &&
           (bound_too || !squares_has(&pos->bound, square));
}

static bool is_corner(const struct tables *tables, unsigned square)
{
    return (tables->near[square][NORTH] == NONE || tables->near[square][SOUTH] == NONE) &&
           (tables->near[square][EAST] == NONE || tables->near[square][WEST] == NONE);
}

/* Adds what is taken between `at` and the next own piece that way. */
static void judge_line(const struct ludus_position *pos, unsigned at, unsigned way, struct squares *victims)
{
    const struct rules *rules = &pos->ruleset->rules;
    const struct tables *tables = pos->ruleset->tables;
    struct squares line = { { 0 } };
    unsigned side = CODE_SIDE(pos->cell[at]), square = tables->near[at][way], length = 0;
    for (; square != NONE; square = tables->near[square][way], length++) {
        unsigned code = pos->cell[square];
        if (length && (flanks(pos, square, side, rules->bound_flank == BOUND_FLANKS) ||
                       (rules->corner_partner && is_corner(tables, square))))
            break;
        if (!code || CODE_SIDE(code) == side || (length && !rules->custodian_lines))
            return;
        if (in_set(rules->custodian, CODE_KIND(code)))
            squares_add(&line, square);
        else if (rules->shielded_lines || !rules->custodian_lines)
            return;
    }
    if (square == NONE)
        return;
    for (unsigned w = 0; w < pos->ruleset->words; w++)
        victims->word[w] |= line.word[w];
}

/* Do flankers of `side` stand on every square beside it, the edge (if `walls`) apart? */
static bool surrounded(const struct ludus_position *pos, unsigned square, unsigned side, bool walls,
                       bool bound_too)
{
    const struct tables *tables = pos->ruleset->tables;
    for (unsigned way = NORTH; way <= WEST; way++) {
        unsigned next = tables->near[square][way];
        if (next == NONE ? !walls : !flanks(pos, next, side, bound_too))
            return false;
    }
    return true;
}

/* Does the piece, in a corner, fall to flankers of `side` on both its neighbours? */
static bool corner_falls(const struct ludus_position *pos, unsigned corner, unsigned side, bool bound_too)
{
    const struct rules *rules = &pos->ruleset->rules;
    return rules->corner_capture && is_corner(pos->ruleset->tables, corner) &&
           in_set(rules->custodian, CODE_KIND(pos->cell[corner])) &&
           surrounded(pos, corner, side, true, bound_too);
}

/* Might the enemy beside the target, that way, fall to the move? */
static bool may_fall(const struct ludus_position *pos, struct ludus_move move, unsigned way)
{
    const struct rules *rules = &pos->ruleset->rules;
    const struct tables *tables = pos->ruleset->tables;
    unsigned next = tables->near[move.to][way], far;
    if (next == NONE || !pos->cell[next] || CODE_SIDE(pos->cell[next]) == pos->side)
        return false;
    if (rules->custodian_lines || rules->surround || rules->corner_capture)
        return true;
    far = tables->near[next][way];
    return far != NONE && ((pos->cell[far] && CODE_SIDE(pos->cell[far]) == pos->side && far != move.from) ||
                           (rules->corner_partner && is_corner(tables, far)));
}

bool capture_possible(const struct ludus_position *pos, struct ludus_move move)
{
    unsigned last = pos->ruleset->rules.custodian_diagonal ? SOUTH_EAST : WEST;
    if (move.type > LUDUS_JUMP)
        return move.type != LUDUS_PASS && move.type != LUDUS_PLACE && move.type != LUDUS_CASTLE;
    if (pos->cell[move.to])
        return true;
    for (unsigned way = NORTH; way <= last; way++)
        if (may_fall(pos, move, way))
            return true;
    return false;
}

struct squares capture_victims(const struct ludus_position *pos, unsigned at)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    struct squares victims = { { 0 } };
    unsigned side = CODE_SIDE(pos->cell[at]);
    bool bound_too = rs->rules.bound_flank == BOUND_FLANKS;
    if (!in_set(rs->rules.flankers, CODE_KIND(pos->cell[at])))
        return victims;
    for (unsigned way = NORTH; way <= (rs->rules.custodian_diagonal ? SOUTH_EAST : WEST); way++) {
        unsigned next = rs->tables->near[at][way], code = next == NONE ? 0 : pos->cell[next];
        if (!code || CODE_SIDE(code) == side)
            continue;
        if (rs->rules.custodian)
            judge_line(pos, at, way, &victims);
        if (way > WEST)
            continue;
        if ((in_set(rs->rules.surround, CODE_KIND(code)) &&
             surrounded(pos, next, side, rs->rules.surround_walls, bound_too)) ||
            corner_falls(pos, next, side, bound_too))
            squares_add(&victims, next);
    }
    return victims;
}

/* Do flankers of `side` stand on two opposite sides of the square? */
static bool two_opposite(const struct ludus_position *pos, unsigned square, unsigned side, bool bound_too)
{
    const struct tables *tables = pos->ruleset->tables;
    for (unsigned way = 0; way < (pos->ruleset->rules.custodian_diagonal ? 8 : 4); way += 2) {
        unsigned one = tables->near[square][way], other = tables->near[square][way + 1];
        if (one != NONE && other != NONE && flanks(pos, one, side, bound_too) &&
            flanks(pos, other, side, bound_too))
            return true;
    }
    return false;
}

bool capture_between(const struct ludus_position *pos, unsigned square, unsigned side)
{
    return two_opposite(pos, square, side ^ 1, true);
}

bool capture_removable(const struct ludus_position *pos, unsigned square)
{
    unsigned by = CODE_SIDE(pos->cell[square]) ^ 1;
    return two_opposite(pos, square, by, false) || corner_falls(pos, square, by, false);
}

struct squares capture_freed(const struct ludus_position *pos)
{
    const struct rules *rules = &pos->ruleset->rules;
    bool bound_too = rules->bound_flank != BOUND_IDLE;
    struct squares freed = { { 0 } };
    FOR_SQUARES(square, &pos->bound, pos->ruleset->words)
    {
        unsigned by = CODE_SIDE(pos->cell[square]) ^ 1, kind = CODE_KIND(pos->cell[square]);
        if (!(in_set(rules->held_by_two, kind) && two_opposite(pos, square, by, bound_too)) &&
            !corner_falls(pos, square, by, bound_too) &&
            !(rules->surround && surrounded(pos, square, by, rules->surround_walls, bound_too)))
            squares_add(&freed, square);
    }
    return freed;
}
