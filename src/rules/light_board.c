/* light_board.c - what the light board needs of a ruleset, and how a position comes onto it and off it. */
#include "rules/light.h"

#include <string.h>

static bool is_fit(const struct ludus_ruleset *rs)
{
    bool fits = rs->plain && rs->squares <= LIGHT_SQUARES && rs->tables->strikes_direct &&
                !rs->tracks_fresh && !rs->tracks_captured &&
                (rs->rules.pawns & (rs->rules.pawns - 1)) == 0; /* rivals are sought of one kind */

    for (unsigned k = 0; k < rs->rules.kind_count; k++)
        fits &= rs->tables->manner[k] != MANNER_OTHER && !rs->rules.kinds[k].spares;
    return fits;
}

/* Of tables that are alike only the first is used: the fewer there are, the more of them stay in the cache.
 */
static const uint64_t *first_alike(const struct ludus_ruleset *rs, unsigned codes, const uint64_t *table)
{
    size_t size = rs->squares * sizeof *table;

    for (unsigned code = 0; code < codes; code++) {
        const struct light_code *known = &rs->tables->light[code];
        if (memcmp(known->reach, table, size) == 0)
            return known->reach;
        if (memcmp(known->strike, table, size) == 0)
            return known->strike;
    }
    return table;
}

/* Codes 0 and 1 are no pieces. */
static struct light_code light_code(const struct ludus_ruleset *rs, unsigned code)
{
    const struct tables *tables = rs->tables;
    const uint64_t *reach = tables->reach + (size_t)code * rs->squares;
    const uint64_t *strike = tables->strike + (size_t)code * rs->squares;
    const struct kind *kind;
    struct light_code piece = { .reach = first_alike(rs, code, reach),
                                .strike = first_alike(rs, code, strike) };

    if (memcmp(piece.reach, piece.strike, rs->squares * sizeof *reach) == 0)
        piece.strike = piece.reach;
    if (code < CODE_OF(0, 0))
        return piece;
    kind = &rs->rules.kinds[CODE_KIND(code)];
    piece.becomes = kind->becomes;
    piece.splits = tables->manner[CODE_KIND(code)] == MANNER_SPLIT;
    piece.restarts = in_set(rs->rules.pawns, CODE_KIND(code));
    piece.passes = in_set(rs->en_passant, CODE_KIND(code));
    for (unsigned i = 0; i < kind->atom_count; i++)
        piece.slides |= kind->atoms[i].length > 1 ? ~(uint64_t)0 : 0;
    return piece;
}

bool light_build(struct ludus_ruleset *rs)
{
    struct tables *tables = rs->tables;
    size_t size = (size_t)LIGHT_SQUARES * LIGHT_SQUARES * sizeof *tables->beyond;

    if (!is_fit(rs))
        return true;
    tables->beyond = arena_alloc(&rs->arena, size);
    tables->between = arena_alloc(&rs->arena, size);
    tables->light = arena_alloc(&rs->arena, rs->codes * sizeof *tables->light);
    if (!tables->beyond || !tables->between || !tables->light)
        return false;
    memset(tables->beyond, 0, size);
    memset(tables->between, 0, size);
    for (unsigned code = 0; code < rs->codes; code++)
        tables->light[code] = light_code(rs, code);
    for (unsigned square = 0; square < rs->squares; square += rs->rules.files)
        tables->first_file |= (uint64_t)1 << square;
    for (unsigned from = 0; from < rs->squares; from++)
        for (unsigned to = 0; to < rs->squares; to++) {
            const uint8_t *ray = ray_between(rs, from, to);
            for (unsigned n = 1; ray && n <= ray[1]; n++)
                tables->beyond[from * LIGHT_SQUARES + to] |= (uint64_t)1 << ray[1 + n];
        }
    for (unsigned a = 0; a < rs->squares; a++)
        for (unsigned b = 0; b < rs->squares; b++)
            tables->between[a * LIGHT_SQUARES + b] =
                tables->beyond[a * LIGHT_SQUARES + b] & tables->beyond[b * LIGHT_SQUARES + a];
    return true;
}

bool light_load(struct light *light, const struct ludus_position *pos)
{
    const struct ludus_ruleset *rs = pos->ruleset;

    if (!rs->tables->beyond || pos->irregular || pos->pending != NONE)
        return false;
    light->ruleset = rs;
    light->tables = rs->tables;
    light->codes = rs->tables->light;
    light->beyond = rs->tables->beyond;
    light->between = rs->tables->between;
    light->sliders[0] = light->sliders[1] = 0;
    for (unsigned code = 0; code < rs->codes; code++) {
        light->of[code] = pos->of[code].word[0];
        if (code > 1)
            light->sliders[CODE_SIDE(code)] |= light->of[code] & light->codes[code].slides;
    }
    memcpy(light->cell, pos->cell, sizeof light->cell);
    for (unsigned side = 0; side < 2; side++) {
        light->men[side] = pos->men[side].word[0];
        light->royal[side] = pos->royal[side];
        light->taken[side] = pos->taken[side];
    }
    light->side = pos->side;
    light->forward[LUDUS_WHITE] = (int)rs->rules.files;
    light->forward[LUDUS_BLACK] = -(int)rs->rules.files;
    light->last = rs->rules.first == FIRST_BLACK ? LUDUS_WHITE : LUDUS_BLACK;
    light->en_passant = pos->en_passant;
    light->castling = pos->castling;
    light->quiet = pos->quiet;
    light->plies = 2 * (uint64_t)pos->number + (pos->side == light->last);
    light->checked = position_checked(pos);
    return true;
}

void light_store(const struct light *light, struct ludus_position *pos)
{
    const struct ludus_ruleset *rs = light->ruleset;

    for (unsigned code = 0; code < rs->codes; code++)
        if (pos->of[code].word[0] != light->of[code]) {
            pos->of[code].word[0] = light->of[code];
            pos->count[code] = (uint16_t)__builtin_popcountll(light->of[code]);
        }
    memcpy(pos->cell, light->cell, sizeof light->cell);
    for (unsigned side = 0; side < 2; side++) {
        pos->men[side].word[0] = light->men[side];
        pos->royal[side] = light->royal[side];
        pos->taken[side] = light->taken[side];
    }
    pos->side = light->side;
    pos->en_passant = light->en_passant;
    pos->castling = light->castling;
    pos->quiet = light->quiet;
    pos->number = light_number(light);
    pos->past = NULL;
}
