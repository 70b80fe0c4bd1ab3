/* bitboard_load.c - what bitboards need of a ruleset, and how a position is brought onto them and off them.
 */
#include "rules/bitboard.h"

#include <string.h>

static bool is_fit(const struct ludus_ruleset *rs)
{
    bool fits = rs->plain && rs->squares <= BITBOARD_SQUARES && rs->tables->strikes_direct &&
                !rs->tracks_fresh && !rs->tracks_captured &&
                (rs->rules.pawns & (rs->rules.pawns - 1)) == 0; /* others are sought of one kind */
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
        const struct bitboard_piece *known = &rs->tables->pieces[code];
        if (memcmp(known->reach, table, size) == 0)
            return known->reach;
        if (memcmp(known->strike, table, size) == 0)
            return known->strike;
    }
    return table;
}

/* Codes 0 and 1 are no pieces. */
static struct bitboard_piece piece_of(const struct ludus_ruleset *rs, unsigned code)
{
    const struct tables *tables = rs->tables;
    const uint64_t *reach = tables->reach + (size_t)code * rs->squares;
    const uint64_t *strike = tables->strike + (size_t)code * rs->squares;
    const struct kind *kind;
    struct bitboard_piece piece = { .reach = first_alike(rs, code, reach),
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

bool bitboard_build(struct ludus_ruleset *rs)
{
    struct tables *tables = rs->tables;
    size_t size = (size_t)BITBOARD_SQUARES * BITBOARD_SQUARES * sizeof *tables->beyond;
    if (!is_fit(rs))
        return true;
    tables->beyond = arena_zeroed(&rs->arena, size);
    tables->between = arena_zeroed(&rs->arena, size);
    tables->pieces = arena_alloc(&rs->arena, rs->codes * sizeof *tables->pieces);
    if (!tables->beyond || !tables->between || !tables->pieces)
        return false;
    for (unsigned code = 0; code < rs->codes; code++)
        tables->pieces[code] = piece_of(rs, code);
    for (unsigned square = 0; square < rs->squares; square += rs->rules.files)
        tables->first_file |= (uint64_t)1 << square;
    for (unsigned from = 0; from < rs->squares; from++)
        for (unsigned to = 0; to < rs->squares; to++) {
            const uint8_t *ray = ray_between(rs, from, to);
            for (unsigned n = 1; ray && n <= ray[1]; n++)
                tables->beyond[from * BITBOARD_SQUARES + to] |= (uint64_t)1 << ray[1 + n];
        }
    for (unsigned a = 0; a < rs->squares; a++)
        for (unsigned b = 0; b < rs->squares; b++)
            tables->between[a * BITBOARD_SQUARES + b] =
                tables->beyond[a * BITBOARD_SQUARES + b] & tables->beyond[b * BITBOARD_SQUARES + a];
    return true;
}

bool bitboard_load(struct bitboard *board, const struct ludus_position *pos)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    if (!rs->tables->beyond || pos->irregular || pos->pending != NONE)
        return false;
    board->ruleset = rs;
    board->tables = rs->tables;
    board->pieces = rs->tables->pieces;
    board->beyond = rs->tables->beyond;
    board->between = rs->tables->between;
    board->sliders[0] = board->sliders[1] = 0;
    for (unsigned code = 0; code < rs->codes; code++) {
        board->of[code] = pos->of[code].word[0];
        if (code > 1)
            board->sliders[CODE_SIDE(code)] |= board->of[code] & board->pieces[code].slides;
    }
    memcpy(board->cell, pos->cell, sizeof board->cell);
    for (unsigned side = 0; side < 2; side++) {
        board->men[side] = pos->men[side].word[0];
        board->royal[side] = pos->royal[side];
        board->taken[side] = pos->taken[side];
    }
    board->side = pos->side;
    board->forward[LUDUS_WHITE] = (int)rs->rules.files;
    board->forward[LUDUS_BLACK] = -(int)rs->rules.files;
    board->last = rs->rules.first == FIRST_BLACK ? LUDUS_WHITE : LUDUS_BLACK;
    board->en_passant = pos->en_passant;
    board->castling = pos->castling;
    board->quiet = pos->quiet;
    board->plies = 2 * (uint64_t)pos->number + (pos->side == board->last);
    board->checked = position_checked(pos);
    return true;
}

void bitboard_store(const struct bitboard *board, struct ludus_position *pos)
{
    const struct ludus_ruleset *rs = board->ruleset;
    for (unsigned code = 0; code < rs->codes; code++)
        if (pos->of[code].word[0] != board->of[code]) {
            pos->of[code].word[0] = board->of[code];
            pos->count[code] = (uint16_t)__builtin_popcountll(board->of[code]);
        }
    memcpy(pos->cell, board->cell, sizeof board->cell);
    for (unsigned side = 0; side < 2; side++) {
        pos->men[side].word[0] = board->men[side];
        pos->royal[side] = board->royal[side];
        pos->taken[side] = board->taken[side];
    }
    pos->side = board->side;
    pos->en_passant = board->en_passant;
    pos->castling = board->castling;
    pos->quiet = board->quiet;
    pos->number = bitboard_number(board);
    pos->past = NULL;
}
