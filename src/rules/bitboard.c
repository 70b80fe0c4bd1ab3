/* bitboard.c - moves on bitboards: a set of squares is one word, and only what the next move needs is kept up
 * to date. */
#include "rules/bitboard.h"

bool bitboard_build(struct ludus_ruleset *rs, struct tables *tables)
{
    bool fits = rs->plain && rs->squares <= BITBOARD_SQUARES && !tables->over && !rs->tracks_fresh &&
                !rs->tracks_captured && !rs->rules.castle_any &&
                (rs->rules.pawns & (rs->rules.pawns - 1)) == 0; /* `others` are of one kind */
    for (unsigned k = 0; k < rs->rules.kind_count; k++)
        fits &= tables->manner[k] != MANNER_OTHER && !rs->rules.kinds[k].spares;
    if (!fits)
        return true;
    tables->pieces = arena_zeroed(&rs->arena, rs->codes * sizeof *tables->pieces);
    if (rs->arena.failed)
        return false;
    for (unsigned code = 0; code < rs->codes; code++) {
        struct bitboard_piece *piece = &tables->pieces[code];
        piece->reach = reach_to(rs, code, 0);
        piece->strike = strike_to(rs, code, 0);
        if (code < CODE_OF(0, 0)) /* no piece */
            continue;
        const struct kind *kind = &rs->rules.kinds[CODE_KIND(code)];
        piece->becomes = tables->becomes + code * rs->squares;
        piece->splits = tables->manner[CODE_KIND(code)] == MANNER_SPLIT;
        piece->restarts = in_set(rs->rules.pawns, CODE_KIND(code));
        piece->passes = in_set(rs->en_passant, CODE_KIND(code));
        for (unsigned i = 0; i < kind->atom_count; i++)
            piece->slides |= kind->atoms[i].length > 1 ? ~(uint64_t)0 : 0;
    }
    for (unsigned square = 0; square < rs->squares; square += rs->rules.files)
        tables->first_file |= (uint64_t)1 << square;
    return true;
}

static inline uint64_t bit(unsigned square)
{
    return (uint64_t)1 << (square % BITBOARD_SQUARES);
}

static inline uint64_t occupied(const struct bitboard *board)
{
    return board->pos.men[0].word[0] | board->pos.men[1].word[0];
}

/* Is the ray between the squares free of `men`? True for squares on no common ray. */
static inline bool is_clear(const struct bitboard *board, unsigned a, unsigned b, uint64_t men)
{
    return !(board->tables->between[a][b] & men);
}

/* Does the first piece of `line`, the men on the ray from `square` through `from`, belong to `side` and
 * attack the square? A piece on `but` (or NONE) does not count. */
static bool is_hit(const struct bitboard *board, unsigned square, unsigned side, unsigned from, uint64_t line,
                   unsigned but)
{
    unsigned at = (unsigned)(from > square ? __builtin_ctzll(line) : 63 - __builtin_clzll(line));
    unsigned code = board->pos.cell[at];
    return at != but && CODE_SIDE(code) == side && board->pieces[code].strike[square] & bit(at);
}

/* Returns the ray from `square` through `from` if it has a sliding piece of the side, which is rare; else 0.
 */
static inline uint64_t line_open(const struct bitboard *board, unsigned square, unsigned side, unsigned from)
{
    uint64_t line = board->tables->beyond[square][from];
    return line & board->sliders[side] ? line : 0;
}

/* Is the own royal safe after a step? */
static inline bool is_safe(const struct bitboard *board, unsigned from, unsigned to)
{
    unsigned king = board->pos.royal[board->pos.side], enemy = board->pos.side ^ 1u;
    uint64_t men = (occupied(board) & ~bit(from)) | bit(to);
    if (king == NONE)
        return true;
    if (from != king && !board->checked) {
        uint64_t line = line_open(board, king, enemy, from);
        return !line || !is_hit(board, king, enemy, from, line & men, to);
    }
    king = from == king ? to : king;
    for (unsigned code = CODE_OF(0, enemy); code < board->pos.ruleset->codes; code += 2) {
        uint64_t bits = board->pos.of[code].word[0] & board->pieces[code].strike[king] & ~bit(to);
        for (; bits; bits &= bits - 1)
            if (is_clear(board, king, (unsigned)__builtin_ctzll(bits), men))
                return false;
    }
    return true;
}

/* Finds the pieces of the code that reach `to`, whatever stands between. */
static inline uint64_t candidates(const struct bitboard *board, unsigned code, unsigned to)
{
    const struct bitboard_piece *piece = &board->pieces[code];
    uint64_t bits = board->pos.of[code].word[0] & piece->reach[to];
    if (piece->splits && to != board->pos.en_passant)
        bits &= board->pos.cell[to] ? piece->strike[to] : ~piece->strike[to];
    return bits;
}

/* Returns how a candidate can legally go to `to`: LUDUS_STEP, LUDUS_EN_PASSANT or NONE. */
static inline unsigned step_type(const struct bitboard *board, unsigned code, unsigned from, unsigned to)
{
    if (to == board->pos.en_passant && board->pieces[code].splits &&
        board->pieces[code].strike[to] & bit(from))
        return attack_in_passing(&board->pos, from, to) ? LUDUS_EN_PASSANT : NONE;
    return is_clear(board, from, to, occupied(board)) && is_safe(board, from, to) ? LUDUS_STEP : NONE;
}

static inline struct bitboard_move pack_move(unsigned code, unsigned from, unsigned to, unsigned type,
                                             unsigned becomes, bool takes)
{
    return (struct bitboard_move){ from | to << BITBOARD_TO | type << BITBOARD_TYPE |
                                   becomes << BITBOARD_PIECE | (uint64_t)code << BITBOARD_CODE |
                                   (uint64_t)takes << BITBOARD_TAKES | (uint64_t)1 << BITBOARD_IS };
}

/* Sets board->checked by a discovered check on `line`, which a piece has left. Returns `played`. */
static __attribute__((noinline)) struct bitboard_move
find_discovered_check(struct bitboard *board, uint64_t line, unsigned from, struct bitboard_move played)
{
    board->checked = is_hit(board, board->pos.royal[board->pos.side], board->pos.side ^ 1u, from,
                            line & occupied(board), NONE);
    return played;
}

/* Makes a step without promotion. Here and in bitboard_play other functions are called only at the end, so
 * that no registers need to be saved. */
static __attribute__((noinline)) struct bitboard_move make_step(struct bitboard *board, unsigned code,
                                                                unsigned from, unsigned to)
{
    const struct bitboard_piece *piece = &board->pieces[code];
    bool takes = board->pos.cell[to];
    uint64_t line;
    unsigned king;
    if (takes) {
        unsigned victim = board->pos.cell[to], enemy = CODE_SIDE(victim);
        board->pos.men[enemy].word[0] &= ~bit(to);
        board->pos.of[victim].word[0] &= ~bit(to);
        board->pos.count[victim]--;
        board->sliders[enemy] &= ~bit(to);
        if (board->pos.royal[enemy] == to)
            board->pos.royal[enemy] = NONE;
        board->pos.taken[board->pos.side]++;
    }
    /* Moves a piece of the code to an empty square. */
    unsigned side = CODE_SIDE(code);
    uint64_t both = bit(from) | bit(to);
    board->pos.cell[from] = 0;
    board->pos.cell[to] = (uint8_t)code;
    board->pos.men[side].word[0] ^= both;
    board->pos.of[code].word[0] ^= both;
    board->sliders[side] ^= both & board->pieces[code].slides;
    if (board->pos.royal[side] == from)
        board->pos.royal[side] = (uint8_t)to;
    board->pos.en_passant = (uint8_t)(piece->passes ? step_passes(&board->pos, from, to) : NONE);
    if (board->pos.castling)
        board->pos.castling &= board->tables->castle_keep[from] & board->tables->castle_keep[to];
    board->pos.quiet = piece->restarts || takes ? 0 : board->pos.quiet + 1;
    board->pos.number += side != board->first;
    board->pos.side ^= 1;
    king = board->pos.royal[board->pos.side];
    board->checked =
        king != NONE && piece->strike[king] & bit(to) && is_clear(board, king, to, occupied(board));
    if (king != NONE && !board->checked && (line = line_open(board, king, board->pos.side ^ 1u, from)))
        return find_discovered_check(board, line, from, pack_move(code, from, to, LUDUS_STEP, NONE, takes));
    return pack_move(code, from, to, LUDUS_STEP, NONE, takes);
}

/* Finds the sliding pieces, and whether there is check. */
static void derive_state(struct bitboard *board)
{
    board->sliders[0] = board->sliders[1] = 0;
    for (unsigned code = CODE_OF(0, 0); code < board->pos.ruleset->codes; code++)
        board->sliders[CODE_SIDE(code)] |= board->pos.of[code].word[0] & board->pieces[code].slides;
    board->checked = position_checked(&board->pos);
}

/* Makes a rare move with the engine: castling, en passant, promotion. */
static struct bitboard_move make_rare(struct bitboard *board, struct ludus_move move)
{
    unsigned code = board->pos.cell[move.from];
    struct undo undo;
    position_make(&board->pos, move, &undo);
    board->pos.past = NULL;
    derive_state(board);
    return pack_move(code, move.from, move.to, move.type, move.piece, undo.captures);
}

/* Checks the written promotion `*piece` (or NONE), and sets it if only one kind is possible. False if it is
 * illegal or ambiguous. */
static inline bool find_promotion(const struct bitboard *board, unsigned code, unsigned to, unsigned type,
                                  unsigned *piece)
{
    kind_set becomes = board->pieces[code].becomes[to];
    if (!becomes || type == LUDUS_EN_PASSANT)
        return *piece == NONE;
    if (*piece == NONE && !(becomes & (becomes - 1)))
        *piece = (unsigned)__builtin_ctz(becomes);
    return *piece != NONE && in_set(becomes, *piece);
}

/* Plays any step: of a royal, a promotion, en passant, or by one of several candidates, if exactly one is
 * legal. */
static __attribute__((noinline)) struct bitboard_move play_any(struct bitboard *board, kind_set kinds,
                                                               uint64_t from, unsigned to, unsigned becomes,
                                                               uint64_t *others)
{
    unsigned code = 0, origin = NONE, type = NONE; /* of the only piece that can go */
    for (; kinds && !(board->pos.men[board->pos.side].word[0] & bit(to)); kinds &= kinds - 1) {
        unsigned tried = CODE_OF((unsigned)__builtin_ctz(kinds), board->pos.side);
        for (uint64_t bits = candidates(board, tried, to) & from; bits; bits &= bits - 1) {
            unsigned at = (unsigned)__builtin_ctzll(bits), way = step_type(board, tried, at, to);
            if (way == NONE)
                continue;
            if (type != NONE)
                return (struct bitboard_move){ 0 };
            code = tried, origin = at, type = way;
        }
    }
    if (type == NONE || !find_promotion(board, code, to, type, &becomes))
        return (struct bitboard_move){ 0 };
    if (others)
        for (uint64_t bits = candidates(board, code, to) & ~from; bits; bits &= bits - 1)
            if (step_type(board, code, (unsigned)__builtin_ctzll(bits), to) != NONE)
                *others |= bits & -bits;
    return becomes == NONE && type == LUDUS_STEP
               ? make_step(board, code, origin, to)
               : make_rare(board, (struct ludus_move){ (uint8_t)origin, (uint8_t)to, (uint8_t)type,
                                                       (uint8_t)becomes });
}

/* Is the step legal without further tests: not of a royal, not in check, not on a line with the royal, no
 * promotion, not to the en passant square? */
static inline bool is_plain(const struct bitboard *board, unsigned code, unsigned from, unsigned to)
{
    unsigned side = board->pos.side, king = board->pos.royal[side];
    return !(board->pos.men[side].word[0] & bit(to)) && to != board->pos.en_passant && !board->checked &&
           from != king && is_clear(board, from, to, occupied(board)) && !board->pieces[code].becomes[to] &&
           (king == NONE || !line_open(board, king, side ^ 1u, from));
}

/* The fast path for most moves: a plain step of one kind by its only candidate. */
struct bitboard_move bitboard_play(struct bitboard *board, kind_set kinds, uint64_t from, unsigned to,
                                   unsigned becomes, uint64_t *others)
{
    if (kinds && !(kinds & (kinds - 1)) && becomes == NONE && !others) {
        unsigned code = CODE_OF((unsigned)__builtin_ctz(kinds), board->pos.side);
        uint64_t bits = candidates(board, code, to) & from;
        if (bits && !(bits & (bits - 1)) && is_plain(board, code, (unsigned)__builtin_ctzll(bits), to))
            return make_step(board, code, (unsigned)__builtin_ctzll(bits), to);
    }
    return play_any(board, kinds, from, to, becomes, others);
}

struct bitboard_move bitboard_castle(struct bitboard *board, const struct castle *castle)
{
    if (castle_judge(&board->pos, castle) != LEGAL)
        return (struct bitboard_move){ 0 };
    return make_rare(board, (struct ludus_move){ castle->king_from, castle->king_to, LUDUS_CASTLE, NONE });
}

bool bitboard_can_step(const struct bitboard *board)
{
    unsigned king = board->pos.royal[board->pos.side], royal = king == NONE ? 0 : board->pos.cell[king];
    uint64_t own = board->pos.men[board->pos.side].word[0];
    /* Tries leaps of the royal first: most checks allow one, and it needs no search for pins. */
    const uint8_t *group = board->tables->stream + board->tables->moves[royal][king];
    for (; royal && group[0] && group[1] & MODE_LEAPS; group += 2 + group[0])
        for (unsigned i = 0; i < group[0]; i++) {
            unsigned to = group[2 + i];
            if (!(own & bit(to)) && candidates(board, royal, to) & bit(king) &&
                step_type(board, royal, king, to) != NONE)
                return true;
        }
    return movegen_any(&board->pos);
}

bool bitboard_load(struct bitboard *board, const struct ludus_position *pos)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    if (!rs->tables->pieces || pos->irregular || pos->pending != NONE)
        return false;
    board->pos = *pos;
    board->pos.past = NULL;
    board->tables = rs->tables;
    board->pieces = rs->tables->pieces;
    board->first = (uint8_t)turn_first(&rs->rules);
    derive_state(board);
    return true;
}
