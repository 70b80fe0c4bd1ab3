/* find.c - looking backwards from a square: what attacks it, outwards along rays to the first piece and by
 * the leaps, and what moves there, which is what short notation asks, so reading records lives on it. */
#include "rules/engine.h"

static bool leaps_on(const struct ludus_position *pos, unsigned square, unsigned side)
{
    const struct tables *tables = pos->ruleset->tables;
    for (const struct leap_from *leap = tables->leap_list + tables->leaps[side][square]; leap->kinds;
         leap++) {
        unsigned code = pos->cell[leap->square];
        if (code && CODE_SIDE(code) == side && in_set(leap->kinds, CODE_KIND(code)))
            return true;
    }
    return false;
}

static bool slides_on(const struct ludus_position *pos, unsigned square, unsigned side, unsigned without)
{
    const struct tables *tables = pos->ruleset->tables;
    for (const uint8_t *ray = tables->ray_stream + tables->rays[square]; ray[0] != NONE; ray += 2 + ray[1]) {
        for (unsigned n = 1; n <= ray[1]; n++) {
            unsigned code = pos->cell[ray[1 + n]];
            if (!code || ray[1 + n] == without)
                continue;
            if (CODE_SIDE(code) == side && in_set(tables->slides[side][ray[0]][n], CODE_KIND(code)))
                return true;
            break;
        }
    }
    return false;
}

/* Does a piece of `side` attack `square` along the ray through `from`, which is empty or about to be, when a
 * piece stands on `to` (or NONE)? */
static bool uncovered(const struct ludus_position *pos, unsigned square, unsigned side, unsigned from,
                      unsigned to)
{
    const uint8_t *ray = ray_between(pos->ruleset, square, from);
    for (unsigned n = 1; ray && n <= ray[1]; n++) {
        unsigned at = ray[1 + n], code = pos->cell[at];
        if (at == to)
            return false;
        if (code && at != from)
            return CODE_SIDE(code) == side &&
                   in_set(pos->ruleset->tables->slides[side][ray[0]][n], CODE_KIND(code));
    }
    return false;
}

/* The groups of a run of the stream of moves; see ruleset.h. */
static bool group_reaches(const struct ludus_position *pos, const uint8_t *group, unsigned run,
                          unsigned target, unsigned without)
{
    for (unsigned i = 0; i < group[0]; i++) {
        unsigned to = group[2 + i];
        if (to == target && (run != 1 || i + 1u == group[0]))
            return true;
        if (run && pos->cell[to] && to != without)
            return false;
    }
    return false;
}

/* Attacks of every kind, by trying the moves of every enemy: for rules whose takes are lame or first moves,
 * and where some enemies take no royal. */
static bool tries_on(const struct ludus_position *pos, unsigned square, unsigned side, unsigned without)
{
    const struct tables *tables = pos->ruleset->tables;
    kind_set royals = pos->ruleset->rules.royal;
    while (royals && !pos->count[CODE_OF((unsigned)__builtin_ctz(royals), side ^ 1)])
        royals &= royals - 1;
    royals &= -royals; /* the side has but one */
    FOR_SQUARES(from, &pos->men[side], pos->ruleset->words)
    {
        kind_set spares = pos->ruleset->rules.kinds[CODE_KIND(pos->cell[from])].spares;
        if (squares_has(&pos->bound, from) || spares & royals)
            continue;
        const uint8_t *group = tables->stream + tables->moves[pos->cell[from]][from];
        for (unsigned run = 0; run < 3; run++, group++)
            for (; group[0]; group += 2 + group[0])
                if (group[1] & MODE_TAKE && gen_is_open(pos, group[1], from) && from != without &&
                    group_reaches(pos, group, run, square, without))
                    return true;
    }
    return false;
}

/* Asks each kind of piece for those that attack the square on an empty board. */
static bool strikes_on(const struct ludus_position *pos, unsigned square, unsigned side, unsigned without)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    for (unsigned code = CODE_OF(0, side); code < rs->codes; code += 2) {
        const uint64_t *strike = strike_to(rs, code, square);
        for (unsigned w = 0; w < rs->words; w++)
            for (uint64_t bits = pos->of[code].word[w] & strike[w]; bits; bits &= bits - 1) {
                unsigned from = w * 64 + (unsigned)__builtin_ctzll(bits);
                if (from != without && attack_clear(pos, square, from, without))
                    return true;
            }
    }
    return false;
}

bool attack_on(const struct ludus_position *pos, unsigned square, unsigned side, unsigned without)
{
    if (pos->ruleset->tables->odd_attacks)
        return tries_on(pos, square, side, without);
    if (pos->ruleset->tables->strikes_direct)
        return strikes_on(pos, square, side, without);
    return leaps_on(pos, square, side) || slides_on(pos, square, side, without);
}

bool position_checked(const struct ludus_position *pos)
{
    unsigned king = pos->royal[pos->side];
    return pos->ruleset->rules.check && king != NONE && attack_on(pos, king, pos->side ^ 1, NONE);
}

/* Adds the squares of a ray up to number `n` to `set`. */
static void add_ray(struct squares *set, const uint8_t *ray, unsigned n)
{
    for (unsigned i = 1; i <= n; i++)
        squares_add(set, ray[1 + i]);
}

static void guard_ray(const struct ludus_position *pos, struct guard *guard, const uint8_t *ray)
{
    const struct tables *tables = pos->ruleset->tables;
    unsigned enemy = pos->side ^ 1, shield = NONE;
    for (unsigned n = 1; n <= ray[1]; n++) {
        unsigned square = ray[1 + n], code = pos->cell[square];
        if (!code)
            continue;
        if (CODE_SIDE(code) == pos->side) {
            if (shield != NONE)
                return;
            shield = square;
            continue;
        }
        if (!in_set(tables->slides[enemy][ray[0]][n], CODE_KIND(code)))
            return;
        if (squares_has(&guard->block, square)) /* it leaps along the ray too: no shield holds that up */
            return;
        if (shield == NONE) {
            guard->checkers++;
            add_ray(&guard->block, ray, n);
        } else if (guard->pins < PINS_MAX) {
            squares_add(&guard->pinned, shield);
            guard->pin_square[guard->pins] = (uint8_t)shield;
            guard->pin_ray[guard->pins] = (struct squares){ { 0 } };
            add_ray(&guard->pin_ray[guard->pins++], ray, n);
        }
        return;
    }
}

void attack_guard(const struct ludus_position *pos, struct guard *guard)
{
    const struct tables *tables = pos->ruleset->tables;
    unsigned enemy = pos->side ^ 1;
    guard->king = pos->royal[pos->side];
    guard->checkers = guard->pins = 0;
    guard->unsure = tables->odd_attacks;
    guard->block = guard->pinned = (struct squares){ { 0 } };
    if (guard->king == NONE || guard->unsure)
        return;
    for (const struct leap_from *leap = tables->leap_list + tables->leaps[enemy][guard->king]; leap->kinds;
         leap++) {
        unsigned code = pos->cell[leap->square];
        if (code && CODE_SIDE(code) == enemy && in_set(leap->kinds, CODE_KIND(code))) {
            guard->checkers++;
            squares_add(&guard->block, leap->square);
        }
    }
    for (const uint8_t *ray = tables->ray_stream + tables->rays[guard->king]; ray[0] != NONE;
         ray += 2 + ray[1])
        guard_ray(pos, guard, ray);
}

bool attack_safe_after(const struct ludus_position *pos, unsigned from, unsigned to, unsigned victim)
{
    struct ludus_position *board = position_trial(pos);
    unsigned enemy = pos->side ^ 1, king = pos->royal[pos->side] == from ? to : pos->royal[pos->side];
    unsigned taken = victim == NONE ? to : victim;
    uint8_t moved = pos->cell[from], fallen = pos->cell[taken], captured = pos->captured;
    bool safe;
    if (fallen) {
        board->captured = 1; /* may close ways of taking */
        board->cell[taken] = 0;
        squares_remove(&board->men[enemy], taken);
        squares_remove(&board->of[fallen], taken);
    }
    board->cell[from] = 0;
    board->cell[to] = moved;
    safe = king == NONE || !attack_on(pos, king, enemy, NONE);
    board->captured = captured;
    board->cell[to] = 0;
    board->cell[from] = moved;
    if (fallen) {
        board->cell[taken] = fallen;
        squares_add(&board->men[enemy], taken);
        squares_add(&board->of[fallen], taken);
    }
    return safe;
}

/* ---- Moves to a square ---- */

static unsigned way_along(const struct ludus_position *pos, const uint8_t *group, unsigned run, unsigned from,
                          unsigned to)
{
    unsigned wanted = pos->cell[to] ? MODE_TAKE : MODE_MOVE, mode = group[1],
             i = run == 1 ? group[0] - 1u : 0, passed = 0;
    if (!(mode & (wanted | MODE_PASSING)) || !gen_is_open(pos, mode, from))
        return NONE;
    while (i < group[0] && group[2 + i] != to)
        i++;
    while (run && passed < i && passed < group[0] && !pos->cell[group[2 + passed]])
        passed++;
    if (i == group[0] || (run && passed < i))
        return NONE;
    return mode & wanted ? LUDUS_STEP : to == pos->en_passant ? LUDUS_EN_PASSANT : NONE;
}

static unsigned way_by_groups(const struct ludus_position *pos, unsigned code, unsigned from, unsigned to)
{
    const struct tables *tables = pos->ruleset->tables;
    const uint8_t *group = tables->stream + tables->moves[code][from];
    for (unsigned run = 0; run < 3; run++, group++)
        for (; group[0]; group += 2 + group[0]) {
            unsigned way = way_along(pos, group, run, from, to);
            if (way != NONE)
                return way;
        }
    return NONE;
}

/* Can the piece, which reaches `to` on an empty board, go there as the board stands, royals apart?
 * LUDUS_STEP, LUDUS_EN_PASSANT or NONE. */
static inline unsigned way_to(const struct ludus_position *pos, unsigned code, unsigned from, unsigned to)
{
    unsigned manner = pos->ruleset->tables->manner[CODE_KIND(code)];
    if (manner == MANNER_OTHER)
        return way_by_groups(pos, code, from, to);
    if (manner == MANNER_SPLIT) {
        bool takes = strike_to(pos->ruleset, code, to)[from >> 6] >> (from & 63) & 1;
        if (takes && to == pos->en_passant)
            return LUDUS_EN_PASSANT;
        if (takes != (pos->cell[to] != 0))
            return NONE;
    }
    return attack_clear(pos, from, to, NONE) ? LUDUS_STEP : NONE;
}

/* Is the side to move in check? Only what the last move has attacked or uncovered can give it. */
static bool is_checked(const struct ludus_position *pos, unsigned king)
{
    const struct undo *last = pos->past;
    unsigned enemy = pos->side ^ 1, code;
    if (!last || pos->irregular || last->move.type != LUDUS_STEP)
        return attack_on(pos, king, enemy, NONE);
    code = pos->cell[last->move.to];
    if (reach_to(pos->ruleset, code, king)[last->move.to >> 6] >> (last->move.to & 63) & 1 &&
        way_to(pos, code, last->move.to, king) == LUDUS_STEP)
        return true;
    return uncovered(pos, king, enemy, last->move.from, NONE);
}

/* Is the own royal safe after the move? `*checked` is worked out when it is first needed: 2 is not known yet.
 */
static bool is_safe(const struct ludus_position *pos, unsigned from, unsigned to, unsigned king,
                    unsigned *checked)
{
    if (king == NONE)
        return true;
    if (from == king)
        return attack_safe_after(pos, from, to, NONE);
    if (*checked == 2)
        *checked = is_checked(pos, king);
    return *checked ? attack_safe_after(pos, from, to, NONE) : !uncovered(pos, king, pos->side ^ 1, from, to);
}

/* The moves to `to` of all kinds but castling, royals kept safe. */
static void find_steps(struct gen *gen, kind_set kinds, unsigned to)
{
    const struct ludus_position *pos = gen->pos;
    const struct ludus_ruleset *rs = pos->ruleset;
    unsigned checked = 2, king = pos->royal[pos->side];
    for (kind_set left = kinds & (((kind_set)1 << rs->rules.kind_count) - 1); left; left &= left - 1) {
        unsigned code = CODE_OF((unsigned)__builtin_ctz(left), pos->side);
        const uint64_t *reach = reach_to(rs, code, to);
        if (pos->cell[to] && !gen_may_take(pos, code, to))
            continue;
        for (unsigned w = 0; w < rs->words; w++)
            for (uint64_t bits = pos->of[code].word[w] & reach[w]; bits; bits &= bits - 1) {
                unsigned from = w * 64 + (unsigned)__builtin_ctzll(bits), way = way_to(pos, code, from, to);
                if (way == LUDUS_EN_PASSANT)
                    gen_pass_by(gen, false, code, from, to);
                else if (way == LUDUS_STEP && is_safe(pos, from, to, king, &checked))
                    gen_give_step(gen, false, code, from, to, LUDUS_STEP);
            }
    }
}

static size_t find_to(const struct ludus_position *pos, kind_set kinds, unsigned to, struct ludus_move *out,
                      size_t capacity)
{
    unsigned king = pos->royal[pos->side];
    struct gen gen;
    gen.pos = pos;
    gen.out = out;
    gen.count = 0;
    gen.capacity = capacity;
    gen.target = to;
    gen.filter = false;
    gen.by_kind = NULL;
    find_steps(&gen, kinds, to);
    if (pos->castling && king != NONE && in_set(kinds, CODE_KIND(pos->cell[king])))
        gen_castles(&gen, false);
    return gen.count;
}

size_t movegen_to(const struct ludus_position *pos, kind_set kinds, unsigned to, struct ludus_move *out,
                  size_t capacity)
{
    if (to >= pos->ruleset->squares)
        return 0;
    return (pos->ruleset->plain ? find_to : gen_list_to)(pos, kinds, to, out, capacity);
}
