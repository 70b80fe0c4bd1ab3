/* capture.c - captures besides displacement: what a piece flanks or surrounds after its move, which bound men
 * are held (see "Custodian capture" in ludus-rules(5)), and mills. */
#include "rules/position.h"

/* Is there a flanker of `side` on the square? A bound one counts if `bound_too`. */
static inline bool flanks(const struct ludus_position *pos, unsigned square, unsigned side, bool bound_too)
{
    unsigned code = pos->cell[square];
    return code && CODE_SIDE(code) == side && in_set(pos->ruleset->rules.flankers, CODE_KIND(code)) &&
           (bound_too || !squares_has(&pos->bound, square));
}

/* Is the square a flanker against the kind, by its region? */
static inline bool is_hostile(const struct ludus_position *pos, unsigned square, unsigned kind)
{
    struct squares(*hostile)[KINDS_MAX] = pos->ruleset->tables->hostile;
    return pos->ruleset->rules.hostile_count &&
           (squares_has(&hostile[1][kind], square) ||
            (!pos->cell[square] && squares_has(&hostile[0][kind], square)));
}

/* Is the piece on the square captured by surrounding alone, for where it stands? */
static inline bool is_strong(const struct ludus_position *pos, unsigned square)
{
    unsigned code = pos->cell[square];
    return region_has(&pos->ruleset->rules, pos->ruleset->rules.kinds[CODE_KIND(code)].surrounded_on,
                      CODE_SIDE(code), square);
}

static bool is_corner(const struct tables *tables, unsigned square)
{
    return (tables->near[square][NORTH] == NONE || tables->near[square][SOUTH] == NONE) &&
           (tables->near[square][EAST] == NONE || tables->near[square][WEST] == NONE);
}

/* Adds the enemies captured between `at` and the next own flanker in direction `way`. */
static void add_flanked(const struct ludus_position *pos, unsigned at, unsigned way, struct squares *victims)
{
    const struct rules *rules = &pos->ruleset->rules;
    const struct tables *tables = pos->ruleset->tables;
    struct squares line = { { 0 } };
    unsigned side = CODE_SIDE(pos->cell[at]), square = tables->near[at][way], length = 0, last = 0;
    for (; square != NONE; square = tables->near[square][way], length++) {
        unsigned code = pos->cell[square];
        if (length && (flanks(pos, square, side, rules->bound_flank == BOUND_FLANKS) ||
                       (rules->corner_partner && is_corner(tables, square)) || is_hostile(pos, square, last)))
            break;
        if (!code || CODE_SIDE(code) == side || (length && !rules->custodian_lines))
            return;
        last = CODE_KIND(code);
        if (in_set(rules->custodian, last) && !is_strong(pos, square))
            squares_add(&line, square);
        else if (rules->shielded_lines || !rules->custodian_lines)
            return;
    }
    if (square == NONE)
        return;
    for (unsigned w = 0; w < pos->ruleset->words; w++)
        victims->word[w] |= line.word[w];
}

/* Are all orthogonal neighbours flankers of `side`, or hostile? The edge counts as one if `walls`. */
static bool surrounded(const struct ludus_position *pos, unsigned square, unsigned side, bool walls,
                       bool bound_too)
{
    const struct tables *tables = pos->ruleset->tables;
    for (unsigned way = NORTH; way <= WEST; way++) {
        unsigned next = tables->near[square][way];
        if (next == NONE
                ? !walls
                : !flanks(pos, next, side, bound_too) && !is_hostile(pos, next, CODE_KIND(pos->cell[square])))
            return false;
    }
    return true;
}

/* Is the piece captured in a corner, by flankers of `side` on both its neighbours? */
static bool corner_falls(const struct ludus_position *pos, unsigned corner, unsigned side, bool bound_too)
{
    const struct rules *rules = &pos->ruleset->rules;
    return rules->corner_capture && is_corner(pos->ruleset->tables, corner) &&
           in_set(rules->custodian, CODE_KIND(pos->cell[corner])) &&
           surrounded(pos, corner, side, true, bound_too);
}

bool capture_possible(const struct ludus_position *pos, struct ludus_move move)
{
    const struct rules *rules = &pos->ruleset->rules;
    const struct tables *tables = pos->ruleset->tables;
    if (move.type > LUDUS_JUMP)
        return move.type != LUDUS_PASS && move.type != LUDUS_PLACE && move.type != LUDUS_CASTLE;
    if (pos->cell[move.to])
        return true;
    for (unsigned way = NORTH; way <= (rules->custodian_diagonal ? SOUTH_EAST : WEST); way++) {
        unsigned next = tables->near[move.to][way], far;
        if (next == NONE || !pos->cell[next] || CODE_SIDE(pos->cell[next]) == pos->side)
            continue;
        if (rules->custodian_lines || rules->surround || rules->corner_capture || rules->hostile_count ||
            is_strong(pos, next))
            return true;
        far = tables->near[next][way];
        if (far != NONE && ((pos->cell[far] && CODE_SIDE(pos->cell[far]) == pos->side && far != move.from) ||
                            (rules->corner_partner && is_corner(tables, far))))
            return true;
    }
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
            add_flanked(pos, at, way, &victims);
        if (way > WEST)
            continue;
        if (((in_set(rs->rules.surround, CODE_KIND(code)) || is_strong(pos, next)) &&
             surrounded(pos, next, side, rs->rules.surround_walls, bound_too)) ||
            corner_falls(pos, next, side, bound_too))
            squares_add(&victims, next);
    }
    return victims;
}

bool capture_between(const struct ludus_position *pos, unsigned square, unsigned side, bool bound_too)
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

bool capture_held(const struct ludus_position *pos, unsigned square, kind_set by_two, bool bound_too)
{
    unsigned by = CODE_SIDE(pos->cell[square]) ^ 1;
    return (in_set(by_two, CODE_KIND(pos->cell[square])) && capture_between(pos, square, by, bound_too)) ||
           corner_falls(pos, square, by, bound_too);
}

void capture_release(struct ludus_position *pos)
{
    const struct rules *rules = &pos->ruleset->rules;
    bool bound_too = rules->bound_flank != BOUND_IDLE;
    struct squares freed = { { 0 } };
    FOR_SQUARES(square, &pos->bound, pos->ruleset->words)
    {
        unsigned by = CODE_SIDE(pos->cell[square]) ^ 1;
        if (!capture_held(pos, square, rules->held_by_two, bound_too) &&
            !(rules->surround && surrounded(pos, square, by, rules->surround_walls, bound_too)))
            squares_add(&freed, square);
    }
    FOR_SQUARES(square, &freed, pos->ruleset->words)
    {
        position_bind(pos, square, false);
    }
}

/* ---- Mills ---- */

unsigned mills_on(const struct ludus_position *pos, unsigned square)
{
    const struct tables *tables = pos->ruleset->tables;
    const struct squares *men = &pos->men[CODE_SIDE(pos->cell[square])];
    unsigned mills = 0;
    for (uint64_t lines = tables->lines_on[square]; lines; lines &= lines - 1) {
        const struct squares *line = &tables->line[__builtin_ctzll(lines)];
        bool full = true;
        for (unsigned w = 0; w < pos->ruleset->words; w++)
            full &= !(line->word[w] & ~men->word[w]);
        mills += full;
    }
    return mills;
}
