/* attack.c - attacks, seen from the square attacked: outwards along rays to the first piece, and the leaps.
 */
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

bool attack_uncovered(const struct ludus_position *pos, unsigned square, unsigned side, unsigned from,
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

/* The kind of the royal of a side that has but one. */
static unsigned royal_kind(const struct ludus_position *pos, unsigned side)
{
    for (unsigned k = 0; k < pos->ruleset->rules.kind_count; k++)
        if (in_set(pos->ruleset->rules.royal, k) && pos->count[CODE_OF(k, side)])
            return k;
    return NONE;
}

/* Attacks of every kind, by trying the moves of every enemy: for rules whose takes are lame or first moves,
 * and where some enemies take no royal. */
static bool tries_on(const struct ludus_position *pos, unsigned square, unsigned side, unsigned without)
{
    const struct tables *tables = pos->ruleset->tables;
    unsigned royal = royal_kind(pos, side ^ 1);
    FOR_SQUARES(from, &pos->men[side], pos->ruleset->words)
    {
        kind_set spares = pos->ruleset->rules.kinds[CODE_KIND(pos->cell[from])].spares;
        if (squares_has(&pos->bound, from) || (royal != NONE && in_set(spares, royal)))
            continue;
        const uint8_t *group = tables->stream + tables->moves[pos->cell[from]][from];
        bool fresh = squares_has(&pos->fresh, from);
        for (unsigned run = 0; run < 3; run++, group++)
            for (; group[0]; group += 2 + group[0]) {
                bool open =
                    (!(group[1] & MODE_FIRST) || fresh) && !(group[1] & MODE_UNTIL_CAPTURE && pos->captured);
                if (group[1] & MODE_TAKE && open && from != without &&
                    group_reaches(pos, group, run, square, without))
                    return true;
            }
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

bool position_attacked(const struct ludus_position *pos, unsigned square, unsigned side)
{
    return attack_on(pos, square, side, NONE);
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
