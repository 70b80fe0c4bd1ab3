/* engine.h - inside the engine: what the moves of a position are found by. */
#ifndef RULES_ENGINE_H
#define RULES_ENGINE_H

#include "rules/position.h"
#include "rules/ruleset.h"

/* ---- What is changed of a position while it is read or a move is made: the key stays right ---- */

/* Marks a square in `set`, of a position's own, that has these keys, or takes the mark off. */
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

/* ---- Which squares are attacked, and what keeps a royal safe: checks and pins ---- */

/* Is `square` attacked by `side`, with the piece on `without` (or NONE) taken off the board? */
bool attack_on(const struct ludus_position *pos, unsigned square, unsigned side, unsigned without);

/* The squares where something stands. */
static inline struct squares position_occupied(const struct ludus_position *pos)
{
    struct squares men = pos->men[0];
    for (unsigned w = 0; w < 4; w++)
        men.word[w] |= pos->men[1].word[w];
    return men;
}

/* Squares, in that word of a set, of the side's pieces that would go to the square on an empty board, by the
 * table `reach` or `strike`. */
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

/* Are none of the men on the ray between the two squares? True for squares on no common ray. */
static inline bool attack_clear(const struct ludus_ruleset *rs, unsigned square, unsigned from,
                                const struct squares *men)
{
    const uint64_t *between = ray_between(rs, square, from);
    for (unsigned w = 0; w < rs->words; w++)
        if (between[w] & men->word[w])
            return false;
    return true;
}

/* What restricts the side to move when its royal must stay safe. */
struct guard {
    unsigned king;         /* square of the royal */
    unsigned checkers;     /* pieces that attack it */
    struct squares block;  /* with one checker: squares where another piece ends the check */
    struct squares pinned; /* own pieces that may only move along their ray from the king, */
    struct squares pins;   /* as far as it is among these squares */
};

/* Nothing is said where the tables do not hold all attacks: then every move must be tried. */
void attack_guard(const struct ludus_position *pos, struct guard *guard);

/* Would the own royal be safe after a step from -> to that also takes `victim` (or NONE) off the board? */
bool attack_safe_after(const struct ludus_position *pos, unsigned from, unsigned to, unsigned victim);

/* May the piece take en passant by a step from -> to? */
bool attack_in_passing(const struct ludus_position *pos, unsigned from, unsigned to);

/* The square in front of `square` as the side sees it, or behind it as the other does; or NONE. */
static inline unsigned square_ahead(const struct ludus_ruleset *rs, unsigned square, unsigned side)
{
    return rs->tables->near[square][side == LUDUS_WHITE ? NORTH : SOUTH];
}

/* The square that a double step of the side to move passes, or NONE: nobody takes where another piece stands.
 */
static inline unsigned step_passes(const struct ludus_position *pos, unsigned from, unsigned to)
{
    unsigned next = square_ahead(pos->ruleset, from, pos->side);
    return next != NONE && !pos->cell[next] && square_ahead(pos->ruleset, next, pos->side) == to ? next
                                                                                                 : NONE;
}

/* ---- What a move takes, binds and frees besides the piece on its target: custodian capture ---- */

/* Can the move capture or bind anything? False when it plainly cannot, which is quicker told than making it.
 */
bool capture_possible(const struct ludus_position *pos, struct ludus_move move);
/* Do men of `side` that flank, free or (if `bound_too`) bound, stand on two opposite sides of the square? */
bool capture_between(const struct ludus_position *pos, unsigned square, unsigned side, bool bound_too);
/* Do the other side's hold the man on `square` so, if he is of the kinds `by_two`, or in a corner? */
bool capture_held(const struct ludus_position *pos, unsigned square, kind_set by_two, bool bound_too);

/* Does the move break a rule that only its outcome shows: repetition, suicide, a royal's safety? */
bool outcome_banned(const struct ludus_position *pos, struct ludus_move move);

/* ---- Dice. The moves of a turn can have used several sets of them: all are kept, a bit each ---- */

/* Puts dice in ascending order. */
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

/* The state after a move of a piece that the faces `faces` move; 0 if no unused die does. */
unsigned dice_use(const uint8_t *dice, unsigned count, unsigned state, uint32_t faces);

/* Steps through the distinct rolls in ascending order ({1,1} {1,2} …): first with dice[0] = 0; false after
 * the last. */
bool dice_next(uint8_t *dice, unsigned count, unsigned faces);
/* In how many of the faces^count throws the (sorted) roll occurs. */
unsigned dice_weight(const uint8_t *dice, unsigned count);

/* ---- Castling: which one is meant, whether it may be played as the board stands, and why not ---- */

/* The castling of a side that O-O (short) or O-O-O names, or that goes from one square of the king to
 * another; NULL if the rules have none. */
const struct castle *castle_named(const struct rules *rules, unsigned side, bool is_short);
const struct castle *castle_between(const struct rules *rules, unsigned king_from, unsigned king_to);

/* Is it written O-O? */
static inline bool castle_is_short(const struct castle *castle)
{
    return castle->letter == 'K' || castle->letter == 'k';
}

/* May the side to move castle so, as far as right, path and attacks go? VERDICT_LEGAL, VERDICT_CASTLE_RIGHT,
 * VERDICT_CASTLE_PATH or VERDICT_CASTLE_CHECK. */
enum verdict castle_judge(const struct ludus_position *pos, const struct castle *castle);

/* The squares where the jumper on `from` can land. */
struct squares jump_targets(const struct ludus_position *pos, unsigned from);

/* Has the kind of the piece a way of moving with this mode that leads so far on an empty board, whether it is
 * open to the piece or not? */
bool kind_leads(const struct ludus_position *pos, struct ludus_move move, unsigned mode);

/* Is a way of moving with this mode open to the piece, as far as first moves go? */
static inline bool gen_is_open(const struct ludus_position *pos, unsigned mode, unsigned from)
{
    return (!(mode & MODE_FIRST) || squares_has(&pos->fresh, from)) &&
           !(mode & MODE_UNTIL_CAPTURE && pos->captured);
}

#endif
