/* engine.h - internals of the rules engine: state, attacks, captures, dice, castling, jumps. */
#ifndef RULES_ENGINE_H
#define RULES_ENGINE_H

#include "rules/position.h"
#include "rules/ruleset.h"

/* ---- Changes of a position's state that keep its key right ---- */

/* Adds or removes a square of `set`, a member of `pos` with these keys. */
static inline void position_mark(struct ludus_position *pos, struct squares *set, const uint64_t *keys,
                                 unsigned square, bool on)
{
    if (squares_has(set, square) == on)
        return;
    set->word[square >> 6] ^= (uint64_t)1 << (square & 63);
    pos->hash ^= keys[square];
}

static inline void position_bind(struct ludus_position *pos, unsigned square, bool bound)
{
    position_mark(pos, &pos->bound, pos->ruleset->tables->key_bound, square, bound);
}

static inline void position_freshen(struct ludus_position *pos, unsigned square, bool fresh)
{
    position_mark(pos, &pos->fresh, pos->ruleset->tables->key_fresh, square, fresh);
}

static inline void position_set_castling(struct ludus_position *pos, unsigned rights)
{
    const uint64_t *keys = pos->ruleset->tables->key_castling;

    pos->hash ^= keys[pos->castling] ^ keys[rights];
    pos->castling = (uint8_t)rights;
}

static inline void position_set_captured(struct ludus_position *pos, bool captured)
{
    if (pos->captured != captured)
        pos->hash ^= pos->ruleset->tables->key_captured;
    pos->captured = captured;
}

/* ---- Attacks, checks and pins ---- */

/* Is `square` attacked by `side` when the piece on `without` (or NONE) is removed? */
bool attack_on(const struct ludus_position *pos, unsigned square, unsigned side, unsigned without);

/* Returns the occupied squares. */
static inline struct squares position_occupied(const struct ludus_position *pos)
{
    struct squares men = pos->men[0];
    for (unsigned w = 0; w < 4; w++)
        men.word[w] |= pos->men[1].word[w];
    return men;
}

/* Finds the side's pieces that reach `square` on an empty board, by the table `reach` or `strike`. Returns
 * word number `word` of their squares. */
static inline uint64_t position_sources(const struct ludus_position *pos, const uint64_t *table,
                                        unsigned square, unsigned side, unsigned word)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    size_t step = (size_t)rs->squares * rs->words; /* from one code to the next */
    uint64_t men = 0;
    table += CODE_OF(0, side) * step + square * rs->words + word;
    for (unsigned code = CODE_OF(0, side); code < rs->codes; code += 2, table += 2 * step)
        men |= pos->of[code].word[word] & *table;
    return men;
}

/* Is the ray between the two squares free of `men`? True for squares on no common ray. */
static inline bool attack_clear(const struct ludus_ruleset *rs, unsigned square, unsigned from,
                                const struct squares *men)
{
    const uint64_t *between = ray_between(rs, square, from);
    for (unsigned w = 0; w < rs->words; w++)
        if (between[w] & men->word[w])
            return false;
    return true;
}

/* Checks and pins of the side to move. */
struct guard {
    unsigned king;         /* square of the royal */
    unsigned checkers;     /* number of pieces that attack it */
    struct squares block;  /* with one checker: targets of other pieces that end the check */
    struct squares pinned; /* own pieces that may only move along their ray from the king, */
    struct squares pins;   /* to those of its squares that are in this set */
};

/* Finds checks and pins. Finds none if tables->odd_attacks is set: then every move must be tried. */
void attack_guard(const struct ludus_position *pos, struct guard *guard);

/* Is the own royal safe after a step from -> to that captures on `victim` (NONE: on `to`)? */
bool attack_safe_after(const struct ludus_position *pos, unsigned from, unsigned to, unsigned victim);

/* May the piece capture en passant by a step from -> to? */
bool attack_in_passing(const struct ludus_position *pos, unsigned from, unsigned to);

/* Returns the next square forward for `side`; NONE at the edge. */
static inline unsigned square_ahead(const struct ludus_ruleset *rs, unsigned square, unsigned side)
{
    return rs->tables->near[square][side == LUDUS_WHITE ? NORTH : SOUTH];
}

/* Returns the square that a double step of the side to move passes. NONE if it is not empty, or for another
 * step. */
static inline unsigned step_passes(const struct ludus_position *pos, unsigned from, unsigned to)
{
    unsigned next = square_ahead(pos->ruleset, from, pos->side);
    return next != NONE && !pos->cell[next] && square_ahead(pos->ruleset, next, pos->side) == to ? next
                                                                                                 : NONE;
}

/* ---- Custodian capture: what a move captures, binds and frees besides its target ---- */

/* Can the move capture or bind anything? A quick test: false is certain, true is not. */
bool capture_possible(const struct ludus_position *pos, struct ludus_move move);
/* Is the square between two flankers of `side` on opposite sides? Bound ones count if `bound_too`. */
bool capture_between(const struct ludus_position *pos, unsigned square, unsigned side, bool bound_too);
/* Do enemy flankers hold the man on `square`: two of them, for the kinds `by_two`, or in a corner? */
bool capture_held(const struct ludus_position *pos, unsigned square, kind_set by_two, bool bound_too);

/* Is the move illegal by its result: repetition, suicide, or an attacked royal? */
bool outcome_banned(const struct ludus_position *pos, struct ludus_move move);

/* ---- Dice. A state holds all sets of dice that the moves of a turn can have used, a bit each ---- */

/* Sorts dice in ascending order. */
static inline void dice_sort(uint8_t *dice, unsigned count)
{
    for (unsigned i = 1; i < count; i++)
        for (unsigned at = i; at > 0 && dice[at - 1] > dice[at]; at--) {
            uint8_t face = dice[at];
            dice[at] = dice[at - 1];
            dice[at - 1] = face;
        }
}

/* State before the first move of a turn: no die used. */
#define DICE_UNUSED 1u

/* Returns the state after a move of a piece that the faces `faces` move; 0 if no unused die allows it. */
unsigned dice_use(const uint8_t *dice, unsigned count, unsigned state, uint32_t faces);

/* Finds the next distinct roll in ascending order ({1,1} {1,2} …), the first one if dice[0] is 0. False after
 * the last. */
bool dice_next(uint8_t *dice, unsigned count, unsigned faces);
/* Returns how many of the faces^count throws give the (sorted) roll. */
unsigned dice_weight(const uint8_t *dice, unsigned count);

/* ---- Castling ---- */

/* Finds a castling by side and length (short: O-O), or by the king's squares. NULL if the rules have none. */
const struct castle *castle_named(const struct rules *rules, unsigned side, bool is_short);
const struct castle *castle_between(const struct rules *rules, unsigned king_from, unsigned king_to);

/* Is it written O-O? */
static inline bool castle_is_short(const struct castle *castle)
{
    return castle->letter == 'K' || castle->letter == 'k';
}

/* Checks the right, the path and attacks. Returns LEGAL, ILLEGAL_CASTLE_RIGHT, ILLEGAL_CASTLE_PATH or
 * ILLEGAL_CASTLE_CHECK. */
enum illegality castle_judge(const struct ludus_position *pos, const struct castle *castle);

/* Returns all squares that the jumper on `from` can reach by jumps. */
struct squares jump_targets(const struct ludus_position *pos, unsigned from);

/* Does the kind of the piece have such a move with this mode on an empty board? Lost first moves count too.
 */
bool kind_leads(const struct ludus_position *pos, struct ludus_move move, unsigned mode);

/* May the piece use its moves with this mode? Not if they are first moves that it has lost. */
static inline bool gen_is_open(const struct ludus_position *pos, unsigned mode, unsigned from)
{
    return (!(mode & MODE_FIRST) || squares_has(&pos->fresh, from)) &&
           !(mode & MODE_UNTIL_CAPTURE && pos->captured);
}

#endif
