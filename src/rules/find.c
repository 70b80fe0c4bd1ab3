/* find.c - looking for moves backwards from their target: what short notation asks, so reading records lives
 * on it. */
#include "rules/engine.h"

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
    return attack_uncovered(pos, king, enemy, last->move.from, NONE);
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
    return *checked ? attack_safe_after(pos, from, to, NONE)
                    : !attack_uncovered(pos, king, pos->side ^ 1, from, to);
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

/* ---- Moves on a board that is nearly full, seen from its empty squares ---- */

bool crowd_find_empty(const struct ludus_position *pos, struct squares *empty)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    if (!rs->steps_to_empty || pos->pending != NONE)
        return false;
    for (unsigned w = 0; w < 4; w++)
        empty->word[w] = rs->board.word[w] & ~(pos->men[0].word[w] | pos->men[1].word[w]);
    return 2 * squares_count(empty) < squares_count(&pos->men[pos->side]);
}

struct squares crowd_movers(const struct ludus_position *pos, const struct squares *empty)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    struct squares movers = { { 0 } };
    for (unsigned code = CODE_OF(0, pos->side); code < rs->codes; code += 2)
        FOR_SQUARES(to, empty, rs->words)
        {
            const uint64_t *reach = reach_to(rs, code, to);
            for (unsigned w = 0; w < rs->words; w++)
                movers.word[w] |= reach[w] & pos->of[code].word[w];
        }
    return movers;
}

bool crowd_counts(const struct ludus_ruleset *rs)
{
    bool direct = rs->steps_to_empty;
    for (unsigned k = 0; k < rs->rules.kind_count; k++)
        direct &= rs->tables->manner[k] == MANNER_DIRECT && !rs->rules.kinds[k].becomes;
    return direct;
}

/* Moves of the men of a code to `to`. */
static size_t count_to(const struct ludus_position *pos, unsigned code, unsigned to, bool filter)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    const uint64_t *reach = reach_to(rs, code, to);
    size_t count = 0;
    for (unsigned w = 0; w < rs->words; w++)
        for (uint64_t bits = reach[w] & pos->of[code].word[w] & ~pos->bound.word[w]; bits; bits &= bits - 1) {
            unsigned from = w * 64 + (unsigned)__builtin_ctzll(bits);
            struct ludus_move move = { (uint8_t)from, (uint8_t)to, LUDUS_STEP, NONE };
            count += attack_clear(pos, to, from, NONE) && !(filter && gen_is_banned(pos, move));
        }
    return count;
}

size_t crowd_count(const struct ludus_position *pos, const struct squares *empty, bool filter)
{
    size_t count = 0;
    for (unsigned code = CODE_OF(0, pos->side); code < pos->ruleset->codes; code += 2)
        FOR_SQUARES(to, empty, pos->ruleset->words)
        {
            count += count_to(pos, code, to, filter);
        }
    return count;
}
