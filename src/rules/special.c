/* special.c - what games have besides steps: custodian capture, castling, jumps, dice. */
#include "rules/engine.h"

/* ---- Custodian capture: what the piece that has just arrived flanks or surrounds, and which bound men are
 * held. See "Custodian capture" in ludus-rules(5) ---- */

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
        if (rules->custodian_lines || rules->surround || rules->corner_capture)
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

bool capture_removable(const struct ludus_position *pos, unsigned square)
{
    unsigned by = CODE_SIDE(pos->cell[square]) ^ 1;
    return capture_between(pos, square, by, false) || corner_falls(pos, square, by, false);
}

struct squares capture_freed(const struct ludus_position *pos)
{
    const struct rules *rules = &pos->ruleset->rules;
    bool bound_too = rules->bound_flank != BOUND_IDLE;
    struct squares freed = { { 0 } };
    FOR_SQUARES(square, &pos->bound, pos->ruleset->words)
    {
        unsigned by = CODE_SIDE(pos->cell[square]) ^ 1, kind = CODE_KIND(pos->cell[square]);
        if (!(in_set(rules->held_by_two, kind) && capture_between(pos, square, by, bound_too)) &&
            !corner_falls(pos, square, by, bound_too) &&
            !(rules->surround && surrounded(pos, square, by, rules->surround_walls, bound_too)))
            squares_add(&freed, square);
    }
    return freed;
}

/* ---- Castling. The path is worked out when the rules file is read ---- */

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

enum verdict castle_judge(const struct ludus_position *pos, const struct castle *castle)
{
    if (castle->side != pos->side || !(pos->castling >> (castle - pos->ruleset->rules.castles) & 1))
        return VERDICT_CASTLE_RIGHT;
    bool blocked = false;
    for (unsigned w = 0; w < pos->ruleset->words; w++)
        blocked |= ((pos->men[0].word[w] | pos->men[1].word[w]) & castle->path.word[w]) != 0;
    return castle_judge_board(castle, pos->cell, pos->royal[pos->side], blocked, is_attacked, pos);
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

/* ---- Which moves the dice of a turn allow, and the rolls there are ---- */

unsigned dice_use(const uint8_t *dice, unsigned count, unsigned state, uint32_t faces)
{
    unsigned next = 0;
    for (unsigned die = 0; die < count; die++) {
        if (!(faces >> (dice[die] - 1) & 1))
            continue;
        for (unsigned used = 0; used < 1u << count; used++)
            if (state >> used & 1 && !(used >> die & 1))
                next |= 1u << (used | 1u << die);
    }
    return next;
}

bool dice_next(uint8_t *dice, unsigned count, unsigned faces)
{
    unsigned die = count;
    if (dice[0] == 0) {
        for (unsigned i = 0; i < count; i++)
            dice[i] = 1;
        return true;
    }
    while (die > 0 && dice[die - 1] == faces)
        die--;
    if (die == 0)
        return false;
    dice[die - 1]++;
    for (unsigned i = die; i < count; i++)
        dice[i] = dice[die - 1];
    return true;
}

unsigned dice_weight(const uint8_t *dice, unsigned count)
{
    unsigned weight = 1, same = 0;
    for (unsigned i = 0; i < count; i++) {
        same = i > 0 && dice[i] == dice[i - 1] ? same + 1 : 1;
        weight = weight * (i + 1) / same;
    }
    return weight;
}
