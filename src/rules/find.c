/* find.c - what attacks a square, and what keeps a royal safe. */
#include "rules/engine.h"

/* Does a group of the stream of moves (see ruleset.h) lead to the target? */
static bool group_reaches(const struct ludus_position *pos, const uint8_t *group, unsigned target,
                          unsigned without)
{
    for (unsigned i = 0; i < group[0]; i++) {
        unsigned to = group[2 + i];
        if (to == target && (!(group[1] & MODE_LAME) || i + 1u == group[0]))
            return true;
        if (!(group[1] & MODE_LEAPS) && pos->cell[to] && to != without)
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
        if (squares_has(&pos->bound, from) || spares & royals || from == without)
            continue;
        const uint8_t *group = tables->stream + tables->moves[pos->cell[from]][from];
        for (; group[0]; group += 2 + group[0])
            if (group[1] & MODE_TAKE && gen_is_open(pos, group[1], from) &&
                group_reaches(pos, group, square, without))
                return true;
    }
    return false;
}

bool attack_on(const struct ludus_position *pos, unsigned square, unsigned side, unsigned without)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    if (rs->tables->odd_attacks)
        return tries_on(pos, square, side, without);
    for (unsigned code = CODE_OF(0, side); code < rs->codes; code += 2) {
        const uint64_t *strike = strike_to(rs, code, square);
        for (unsigned w = 0; w < rs->words; w++)
            for (uint64_t bits = pos->of[code].word[w] & strike[w]; bits; bits &= bits - 1) {
                unsigned from = w * 64 + (unsigned)__builtin_ctzll(bits);
                if (from != without &&
                    (attack_clear(pos, square, from, without) || leaps_over(rs, code, from, square)))
                    return true;
            }
    }
    return false;
}

bool position_checked(const struct ludus_position *pos)
{
    unsigned king = pos->royal[pos->side];
    return pos->ruleset->rules.check && king != NONE && attack_on(pos, king, pos->side ^ 1, NONE);
}

/* What an enemy on `from`, who would take the royal on an empty board, means for it. */
static void guard_against(const struct ludus_position *pos, struct guard *guard, unsigned from)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    const uint8_t *ray = ray_between(rs, guard->king, from);
    unsigned shield = NONE, n = 1;
    if (leaps_over(rs, pos->cell[from], from, guard->king))
        ray = NULL;
    for (; ray && ray[n] != from; n++) {
        unsigned code = pos->cell[ray[n]];
        if (code && (shield != NONE || CODE_SIDE(code) != pos->side))
            return;
        shield = code ? ray[n] : shield;
    }
    if (shield != NONE) {
        squares_add(&guard->pinned, shield);
        return;
    }
    guard->checkers++;
    squares_add(&guard->block, from);
    while (ray && --n)
        squares_add(&guard->block, ray[n]);
}

void attack_guard(const struct ludus_position *pos, struct guard *guard)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    guard->king = pos->royal[pos->side];
    guard->checkers = 0;
    guard->block = guard->pinned = (struct squares){ { 0 } };
    if (guard->king == NONE || rs->tables->odd_attacks)
        return;
    for (unsigned code = CODE_OF(0, pos->side ^ 1); code < rs->codes; code += 2) {
        const uint64_t *strike = strike_to(rs, code, guard->king);
        for (unsigned w = 0; w < rs->words; w++)
            for (uint64_t bits = pos->of[code].word[w] & strike[w]; bits; bits &= bits - 1)
                guard_against(pos, guard, w * 64 + (unsigned)__builtin_ctzll(bits));
    }
}

struct squares attack_pin(const struct ludus_position *pos, const struct guard *guard, unsigned shield)
{
    struct squares line = { { 0 } };
    const uint8_t *ray = ray_between(pos->ruleset, guard->king, shield);
    for (unsigned n = 1; ray && n <= ray[0]; n++) {
        squares_add(&line, ray[n]);
        if (pos->cell[ray[n]] && ray[n] != shield)
            break;
    }
    return line;
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
