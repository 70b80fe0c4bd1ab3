/* light.c - moves on the light board: one word for a set of squares, and only what the next move asks for is
 * kept. */
#include "rules/light.h"

#include "rules/castle.h"

#include <string.h>

static inline uint64_t bit(unsigned square)
{
    return (uint64_t)1 << (square % LIGHT_SQUARES);
}

static inline uint64_t striking(const struct light *light, unsigned code, unsigned to)
{
    return light->codes[code].strike[to];
}

static inline uint64_t occupied(const struct light *light)
{
    return light->men[0] | light->men[1];
}

/* Is nothing of `men` on the ray between the squares? True for squares on no common ray. */
static inline bool is_clear(const struct light *light, unsigned a, unsigned b, uint64_t men)
{
    return !(light->between[a * LIGHT_SQUARES + b] & men);
}

/* Does `side` attack `square` where `men` stand, as far as they are not among the `gone`? */
static bool is_attacked(const struct light *light, unsigned square, unsigned side, uint64_t men,
                        uint64_t gone)
{
    const struct ludus_ruleset *rs = light->ruleset;

    for (unsigned code = CODE_OF(0, side); code < rs->codes; code += 2)
        for (uint64_t bits = light->of[code] & striking(light, code, square) & ~gone; bits; bits &= bits - 1)
            if (is_clear(light, square, (unsigned)__builtin_ctzll(bits), men))
                return true;
    return false;
}

/* Does the first piece on the line, the men on a ray from `square` through `from`, belong to `side` and
 * attack the square? The one on `but` (or NONE) does not. */
static bool is_hit(const struct light *light, unsigned square, unsigned side, unsigned from, uint64_t line,
                   unsigned but)
{
    unsigned at = (unsigned)(from > square ? __builtin_ctzll(line) : 63 - __builtin_clzll(line));
    unsigned code = light->cell[at];

    return at != but && CODE_SIDE(code) == side && striking(light, code, square) & bit(at);
}

/* The ray from `square` through `from`, if a piece of the side stands there that goes along rays, which is
 * seldom; else 0. */
static inline uint64_t line_open(const struct light *light, unsigned square, unsigned side, unsigned from)
{
    uint64_t line = light->beyond[square * LIGHT_SQUARES + from];

    return line & light->sliders[side] ? line : 0;
}

/* Is the own royal safe after a step? */
static inline bool is_safe(const struct light *light, unsigned from, unsigned to)
{
    unsigned king = light->royal[light->side], enemy = light->side ^ 1u;
    uint64_t men = (occupied(light) & ~bit(from)) | bit(to);

    if (king == NONE)
        return true;
    if (from != king && !light->checked) {
        uint64_t line = line_open(light, king, enemy, from);
        return !line || !is_hit(light, king, enemy, from, line & men, to);
    }
    return !is_attacked(light, from == king ? to : king, enemy, men, bit(to));
}

/* Square of the piece that is taken en passant on `to`, or NONE. */
static unsigned passed_by(const struct light *light, unsigned to)
{
    unsigned victim = light->tables->near[to][light->side == LUDUS_WHITE ? SOUTH : NORTH];
    bool is_there = victim != NONE && light->men[light->side ^ 1] & bit(victim) &&
                    light->codes[light->cell[victim]].passes;

    return is_there ? victim : NONE;
}

static unsigned way_en_passant(const struct light *light, unsigned from, unsigned to)
{
    unsigned king = light->royal[light->side], victim = passed_by(light, to);
    uint64_t gone = bit(victim), men = (occupied(light) & ~bit(from) & ~gone) | bit(to);

    if (victim == NONE)
        return NONE;
    if (king == from)
        king = to;
    return king == NONE || !is_attacked(light, king, light->side ^ 1u, men, gone) ? LUDUS_EN_PASSANT : NONE;
}

/* Pieces of the code that reach `to`, whatever stands between. */
static inline uint64_t candidates(const struct light *light, unsigned code, unsigned to)
{
    const struct light_code *piece = &light->codes[code];
    uint64_t bits = light->of[code] & piece->reach[to];

    if (piece->splits && to != light->en_passant)
        bits &= light->cell[to] ? piece->strike[to] : ~piece->strike[to];
    return bits;
}

/* How one of the candidates can go to `to` as the board stands: LUDUS_STEP, LUDUS_EN_PASSANT or NONE. */
static inline unsigned way_to(const struct light *light, unsigned code, unsigned from, unsigned to)
{
    if (to == light->en_passant && light->codes[code].splits && striking(light, code, to) & bit(from))
        return way_en_passant(light, from, to);
    return is_clear(light, from, to, occupied(light)) && is_safe(light, from, to) ? LUDUS_STEP : NONE;
}

/* The square that a double step of a piece taking en passant has passed, or NONE: nobody takes where another
 * piece stands. */
static inline unsigned passed_square(const struct light *light, unsigned from, unsigned to)
{
    int forward = light->forward[light->side];
    unsigned middle = (unsigned)((int)from + forward);

    return (int)to == (int)from + 2 * forward && !light->cell[middle] ? middle : NONE;
}

static inline void lift(struct light *light, unsigned square)
{
    unsigned code = light->cell[square], side = CODE_SIDE(code);

    light->cell[square] = 0;
    light->men[side] &= ~bit(square);
    light->of[code] &= ~bit(square);
    light->sliders[side] &= ~bit(square);
    if (light->royal[side] == square)
        light->royal[side] = NONE;
}

static inline void drop(struct light *light, unsigned square, unsigned code)
{
    light->cell[square] = (uint8_t)code;
    light->men[CODE_SIDE(code)] |= bit(square);
    light->of[code] |= bit(square);
    light->sliders[CODE_SIDE(code)] |= bit(square) & light->codes[code].slides;
    if (in_set(light->ruleset->rules.royal, CODE_KIND(code)))
        light->royal[CODE_SIDE(code)] = (uint8_t)square;
}

/* Moves a piece of the code to an empty square. */
static inline void shift(struct light *light, unsigned code, unsigned from, unsigned to)
{
    unsigned side = CODE_SIDE(code);
    uint64_t both = bit(from) | bit(to);

    light->cell[from] = 0;
    light->cell[to] = (uint8_t)code;
    light->men[side] ^= both;
    light->of[code] ^= both;
    light->sliders[side] ^= both & light->codes[code].slides;
    if (light->royal[side] == from)
        light->royal[side] = (uint8_t)to;
}

static inline void end_turn(struct light *light, bool restart)
{
    light->quiet = restart ? 0 : light->quiet + 1;
    light->plies++;
    light->side ^= 1;
}

/* Is the side to move in check, whatever was played before? */
static bool is_checked(const struct light *light)
{
    unsigned king = light->royal[light->side];

    return king != NONE && is_attacked(light, king, light->side ^ 1u, occupied(light), 0);
}

/* What a piece of the code leaves behind by going, and the turn is over. */
static inline void finish(struct light *light, const struct light_code *piece, unsigned from, unsigned to,
                          bool restart)
{
    light->en_passant = (uint8_t)(piece->passes ? passed_square(light, from, to) : NONE);
    if (light->castling)
        light->castling &= light->tables->castle_keep[from] & light->tables->castle_keep[to];
    end_turn(light, restart);
}

static inline struct light_move played(unsigned code, unsigned from, unsigned to, unsigned type,
                                       unsigned becomes, bool takes)
{
    return (struct light_move){ from | to << LIGHT_TO | type << LIGHT_TYPE | becomes << LIGHT_PIECE |
                                (uint64_t)code << LIGHT_CODE | (uint64_t)takes << LIGHT_TAKES |
                                (uint64_t)1 << LIGHT_IS };
}

/* A piece has left a line on which the royal of the side to move may now be attacked. */
static __attribute__((noinline)) struct light_move reveal(struct light *light, uint64_t line, unsigned from,
                                                          struct light_move played)
{
    light->checked =
        is_hit(light, light->royal[light->side], light->side ^ 1u, from, line & occupied(light), NONE);
    return played;
}

/* The piece goes and stays what it is. Here and in light_play functions are called in the end only, so that
 * no register need be kept for what comes after. */
static __attribute__((noinline)) struct light_move make_step(struct light *light, unsigned code,
                                                             unsigned from, unsigned to)
{
    const struct light_code *piece = &light->codes[code];
    bool takes = light->cell[to];
    uint64_t line;
    unsigned king;

    if (takes) {
        lift(light, to);
        light->taken[light->side]++;
    }
    shift(light, code, from, to);
    finish(light, piece, from, to, piece->restarts || takes);
    king = light->royal[light->side];
    light->checked =
        king != NONE && piece->strike[king] & bit(to) && is_clear(light, king, to, occupied(light));
    if (king != NONE && !light->checked && (line = line_open(light, king, light->side ^ 1u, from)))
        return reveal(light, line, from, played(code, from, to, LUDUS_STEP, NONE, takes));
    return played(code, from, to, LUDUS_STEP, NONE, takes);
}

/* The piece takes en passant, or becomes another kind (unless that is NONE). */
static struct light_move make_rare(struct light *light, unsigned code, unsigned from, unsigned to,
                                   unsigned type, unsigned becomes)
{
    unsigned victim = type == LUDUS_EN_PASSANT ? passed_by(light, to) : to;
    bool takes = light->cell[victim];

    if (takes) {
        lift(light, victim);
        light->taken[light->side]++;
    }
    lift(light, from);
    drop(light, to, becomes == NONE ? code : CODE_OF(becomes, light->side));
    finish(light, &light->codes[code], from, to, true);
    light->checked = is_checked(light);
    return played(code, from, to, type, becomes, takes);
}

/* What the piece becomes by the step, a kind or NONE: `*piece`, which is what has been said of it, or what it
 * must be where nothing has. False when it cannot be so, or is left open. */
static inline bool find_promotion(const struct light *light, unsigned code, unsigned to, unsigned type,
                                  unsigned *piece)
{
    kind_set becomes = light->codes[code].becomes;

    if (!becomes || !(light->tables->far[light->side].word[0] & bit(to)) || type == LUDUS_EN_PASSANT)
        return *piece == NONE;
    if (*piece == NONE && !(becomes & (becomes - 1)))
        *piece = (unsigned)__builtin_ctz(becomes);
    return *piece != NONE && in_set(becomes, *piece);
}

/* The pieces of the code outside `from` that can go to `to`. */
static uint64_t find_rivals(const struct light *light, unsigned code, uint64_t from, unsigned to)
{
    uint64_t rivals = 0;

    for (uint64_t bits = candidates(light, code, to) & ~from; bits; bits &= bits - 1)
        if (way_to(light, code, (unsigned)__builtin_ctzll(bits), to) != NONE)
            rivals |= bits & -bits;
    return rivals;
}

/* A piece that goes to a square: `type` is LUDUS_STEP, LUDUS_EN_PASSANT or NONE, where none does. */
struct way {
    unsigned code, from, type;
};

/* The one piece of these kinds that can go from one of these squares to `to`. */
static struct way find_way(const struct light *light, kind_set kinds, uint64_t from, unsigned to)
{
    struct way found = { 0, NONE, NONE };

    for (; kinds; kinds &= kinds - 1) {
        unsigned code = CODE_OF((unsigned)__builtin_ctz(kinds), light->side);
        for (uint64_t bits = candidates(light, code, to) & from; bits; bits &= bits - 1) {
            unsigned at = (unsigned)__builtin_ctzll(bits), type = way_to(light, code, at, to);
            if (type == NONE)
                continue;
            if (found.type != NONE)
                return (struct way){ 0, NONE, NONE };
            found = (struct way){ code, at, type };
        }
    }
    return found;
}

/* Any move: a royal's, a promotion, a capture en passant, one of several pieces that stand ready, or none. */
static __attribute__((noinline)) struct light_move
play_any(struct light *light, kind_set kinds, uint64_t from, unsigned to, unsigned becomes, uint64_t *rivals)
{
    struct way way = { 0, NONE, NONE };

    if (!(light->men[light->side] & bit(to)))
        way = find_way(light, kinds, from, to);
    if (way.type == NONE || !find_promotion(light, way.code, to, way.type, &becomes))
        return (struct light_move){ 0 };
    if (rivals)
        *rivals = find_rivals(light, way.code, from, to);
    return becomes == NONE && way.type == LUDUS_STEP
               ? make_step(light, way.code, way.from, to)
               : make_rare(light, way.code, way.from, to, way.type, becomes);
}

/* Is the step plainly legal: no royal's, not out of check, on no line with the royal, no promotion, not to
 * where a piece may be taken en passant? */
static inline bool is_plain(const struct light *light, unsigned code, unsigned from, unsigned to)
{
    unsigned side = light->side, king = light->royal[side];

    return !(light->men[side] & bit(to)) && to != light->en_passant && !light->checked && from != king &&
           is_clear(light, from, to, occupied(light)) &&
           !(light->codes[code].becomes && light->tables->far[side].word[0] & bit(to)) &&
           (king == NONE || !line_open(light, king, side ^ 1u, from));
}

/* What most moves are is played here: a plain step of one kind, by the one piece that can be meant. */
struct light_move light_play(struct light *light, kind_set kinds, uint64_t from, unsigned to,
                             unsigned becomes, uint64_t *rivals)
{
    if (kinds && !(kinds & (kinds - 1)) && becomes == NONE && !rivals) {
        unsigned code = CODE_OF((unsigned)__builtin_ctz(kinds), light->side);
        uint64_t bits = candidates(light, code, to) & from;
        if (bits && !(bits & (bits - 1)) && is_plain(light, code, (unsigned)__builtin_ctzll(bits), to))
            return make_step(light, code, (unsigned)__builtin_ctzll(bits), to);
    }
    return play_any(light, kinds, from, to, becomes, rivals);
}

static bool is_attacked_now(const void *board, unsigned square, unsigned without)
{
    const struct light *light = board;
    uint64_t gone = without == NONE ? 0 : bit(without);

    if (square == light->royal[light->side] && !gone)
        return light->checked;
    return is_attacked(light, square, light->side ^ 1u, occupied(light) & ~gone, 0);
}

struct light_move light_castle(struct light *light, const struct castle *castle)
{
    const struct light_move none = { 0 };
    unsigned king = light->cell[castle->king_from], rook = light->cell[castle->rook_from];

    if (!(light->castling >> (castle - light->ruleset->rules.castles) & 1) ||
        castle_judge_board(castle, light->cell, light->royal[light->side],
                           (occupied(light) & castle->path.word[0]) != 0, is_attacked_now,
                           light) != VERDICT_LEGAL)
        return none;
    lift(light, castle->king_from);
    lift(light, castle->rook_from);
    drop(light, castle->king_to, king);
    drop(light, castle->rook_to, rook);
    light->en_passant = NONE;
    light->castling &= light->tables->castle_keep[castle->king_from];
    end_turn(light, false);
    light->checked = is_checked(light);
    return played(king, castle->king_from, castle->king_to, LUDUS_CASTLE, NONE, false);
}

/* Has the royal a leap? It is what most checks leave. */
static bool royal_can_leap(const struct light *light)
{
    unsigned king = light->royal[light->side], code = king == NONE ? 0 : light->cell[king];
    const uint8_t *group = light->tables->stream + light->tables->moves[code][king];

    for (; code && group[0]; group += 2 + group[0])
        for (unsigned i = 0; i < group[0]; i++) {
            unsigned to = group[2 + i];
            if (!(light->men[light->side] & bit(to)) && candidates(light, code, to) & bit(king) &&
                way_to(light, code, king, to) != NONE)
                return true;
        }
    return false;
}

bool light_can_step(const struct light *light)
{
    const struct ludus_ruleset *rs = light->ruleset;
    uint64_t own = light->men[light->side];

    if (royal_can_leap(light))
        return true;
    for (unsigned to = 0; to < rs->squares; to++)
        for (unsigned code = CODE_OF(0, light->side); code < rs->codes && !(own & bit(to)); code += 2)
            for (uint64_t bits = candidates(light, code, to); bits; bits &= bits - 1)
                if (way_to(light, code, (unsigned)__builtin_ctzll(bits), to) != NONE)
                    return true;
    return false;
}
