/* capture.c - custodian capture: what the piece that has just arrived flanks or surrounds, and which bound
 * men are held. See "Custodian capture" in ludus-rules(5). */
#include "rules/engine.h"

/* Does the piece on `square` flank for `side` while captures are judged? */
static inline bool flanks(const struct ludus_position *pos, unsigned square, unsigned side)
{
    const struct rules *rules = &pos->ruleset->rules;
    unsigned code = pos->cell[square];
    return code && CODE_SIDE(code) == side && in_set(rules->flankers, CODE_KIND(code)) &&
           (rules->bound_flank == BOUND_FLANKS || !squares_has(&pos->bound, square));
}

/* Does it keep a bound man bound? */
static inline bool holds(const struct ludus_position *pos, unsigned square, unsigned side)
{
    const struct rules *rules = &pos->ruleset->rules;
    unsigned code = pos->cell[square];
    return code && CODE_SIDE(code) == side && in_set(rules->flankers, CODE_KIND(code)) &&
           (rules->bound_flank != BOUND_IDLE || !squares_has(&pos->bound, square));
}

static bool is_corner(const struct tables *tables, unsigned square)
{
    return (tables->near[square][NORTH] == NONE || tables->near[square][SOUTH] == NONE) &&
           (tables->near[square][EAST] == NONE || tables->near[square][WEST] == NONE);
}

/* Is `square` the far end of a line closed by `side`? */
static inline bool closes(const struct ludus_position *pos, unsigned square, unsigned side)
{
    return flanks(pos, square, side) ||
           (pos->ruleset->rules.corner_partner && is_corner(pos->ruleset->tables, square));
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
        if (length && closes(pos, square, side))
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

/* Is the piece on `square` surrounded orthogonally by pieces of `side` that `counts`? */
static bool surrounded(const struct ludus_position *pos, unsigned square, unsigned side,
                       bool counts(const struct ludus_position *, unsigned, unsigned))
{
    const struct tables *tables = pos->ruleset->tables;
    for (unsigned way = NORTH; way <= WEST; way++) {
        unsigned next = tables->near[square][way];
        if (next == NONE ? !pos->ruleset->rules.surround_walls : !counts(pos, next, side))
            return false;
    }
    return true;
}

static bool flanks_call(const struct ludus_position *pos, unsigned square, unsigned side)
{
    return flanks(pos, square, side);
}

static bool holds_call(const struct ludus_position *pos, unsigned square, unsigned side)
{
    return holds(pos, square, side);
}

/* Does the enemy on `corner` fall to own pieces on both its neighbours? */
static bool corner_falls(const struct ludus_position *pos, unsigned corner, unsigned side,
                         bool counts(const struct ludus_position *, unsigned, unsigned))
{
    const struct tables *tables = pos->ruleset->tables;
    if (!is_corner(tables, corner) || !in_set(pos->ruleset->rules.custodian, CODE_KIND(pos->cell[corner])))
        return false;
    for (unsigned way = NORTH; way <= WEST; way++) {
        unsigned next = tables->near[corner][way];
        if (next != NONE && !counts(pos, next, side))
            return false;
    }
    return true;
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
        if (in_set(rs->rules.surround, CODE_KIND(code)) && surrounded(pos, next, side, flanks_call))
            squares_add(&victims, next);
        if (rs->rules.corner_capture && corner_falls(pos, next, side, flanks_call))
            squares_add(&victims, next);
    }
    return victims;
}

static bool two_opposite(const struct ludus_position *pos, unsigned square, unsigned side, unsigned ways,
                         bool counts(const struct ludus_position *, unsigned, unsigned))
{
    const struct tables *tables = pos->ruleset->tables;
    for (unsigned way = 0; way < ways; way += 2) {
        unsigned one = tables->near[square][way], other = tables->near[square][way + 1];
        if (one != NONE && other != NONE && counts(pos, one, side) && counts(pos, other, side))
            return true;
    }
    return false;
}

static unsigned ways_of(const struct rules *rules)
{
    return rules->custodian_diagonal ? 8 : 4;
}

/* Is it of a kind that flanks for `side`, bound or not? */
static bool is_flanker(const struct ludus_position *pos, unsigned square, unsigned side)
{
    unsigned code = pos->cell[square];
    return code && CODE_SIDE(code) == side && in_set(pos->ruleset->rules.flankers, CODE_KIND(code));
}

bool capture_between_for(const struct ludus_position *pos, unsigned square, unsigned side)
{
    return two_opposite(pos, square, side ^ 1, ways_of(&pos->ruleset->rules), is_flanker);
}

bool capture_between(const struct ludus_position *pos, unsigned square)
{
    return capture_between_for(pos, square, CODE_SIDE(pos->cell[square]));
}

static bool is_free(const struct ludus_position *pos, unsigned square, unsigned side)
{
    return is_flanker(pos, square, side) && !squares_has(&pos->bound, square);
}

bool capture_removable(const struct ludus_position *pos, unsigned square)
{
    const struct rules *rules = &pos->ruleset->rules;
    unsigned by = CODE_SIDE(pos->cell[square]) ^ 1;
    if (two_opposite(pos, square, by, ways_of(rules), is_free))
        return true;
    return rules->corner_capture && is_corner(pos->ruleset->tables, square) &&
           corner_falls(pos, square, by, is_free);
}

static bool is_held(const struct ludus_position *pos, unsigned square)
{
    const struct rules *rules = &pos->ruleset->rules;
    unsigned by = CODE_SIDE(pos->cell[square]) ^ 1, kind = CODE_KIND(pos->cell[square]);
    if (in_set(rules->held_by_two, kind) && two_opposite(pos, square, by, ways_of(rules), holds_call))
        return true;
    if (rules->corner_capture && corner_falls(pos, square, by, holds_call))
        return true;
    return rules->surround && surrounded(pos, square, by, holds_call);
}

struct squares capture_freed(const struct ludus_position *pos)
{
    struct squares freed = { { 0 } };
    FOR_SQUARES(square, &pos->bound, pos->ruleset->words)
    {
        if (!is_held(pos, square))
            squares_add(&freed, square);
    }
    return freed;
}
