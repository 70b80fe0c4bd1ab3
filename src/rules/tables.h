/* tables.h - a ruleset's rules worked out for every square, so that move generation only reads and never
 * reckons. */
#ifndef RULES_TABLES_H
#define RULES_TABLES_H

#include "rules/ruleset.h"

enum {
    NORTH,
    SOUTH,
    EAST,
    WEST,
    NORTH_EAST,
    SOUTH_WEST,
    NORTH_WEST,
    SOUTH_EAST,             /* opposite = way ^ 1 */
    RAYS_MAX = 48,          /* directions of all the capitals of Betza's that something can slide in */
    MODE_UNTIL_CAPTURE = 32 /* beside the modes of atoms: only before the first capture of the game */
};

/* What decides whether a piece can go where it would go on an empty board. */
enum manner {
    MANNER_OTHER,  /* its groups in the stream must be asked */
    MANNER_DIRECT, /* it moves and takes alike: what stands on the ray between, if there is one */
    MANNER_SPLIT   /* it takes where it does not move: the same, and whether something stands on the target */
};

/* Squares from which a piece of one of `kinds` takes by a leap. */
struct leap_from {
    uint8_t square;
    kind_set kinds;
};

/* A piece on bitboards (bitboard.h). */
struct bitboard_piece {
    const uint64_t *reach, *strike; /* [target]: its parts of the tables below */
    uint64_t slides;                /* all bits if it goes along rays, else 0 */
    kind_set becomes;               /* on the last rank of its side */
    bool splits;                    /* MANNER_SPLIT */
    bool restarts;                  /* its moves begin the count of quiet turns anew */
    bool passes;                    /* it takes, and is taken, en passant */
};

struct tables {
    uint8_t near[SQUARES_MAX][8];     /* neighbours by way, NONE off the board */
    struct squares far[2];            /* last rank of each side */
    uint8_t castle_keep[SQUARES_MAX]; /* castling rights that survive a move from or to the square */

    /* Where a piece (by code) goes from a square: an offset into `stream`, which holds three runs of groups
     * {n, mode, n squares}, each run ended by n = 0: leaps (n independent targets), lame leaps (the last
     * square is the target, the others must be empty), rays (up to the first piece). */
    uint32_t moves[CODES_MAX][SQUARES_MAX];
    const uint8_t *stream;

    /* Backwards: squares from which a piece could go to a square if nothing stood between, `words` words for
     * each [code * squares + target]. */
    uint64_t *reach;
    uint8_t manner[KINDS_MAX]; /* enum manner */

    /* Attacks, seen from the square attacked. */
    uint32_t leaps[2][SQUARES_MAX]; /* by attacking side: offset into leap_list, ended by kinds = 0 */
    const struct leap_from *leap_list;
    uint32_t rays[SQUARES_MAX]; /* offset into ray_stream: {ray, n, n squares}…, ended by ray = NONE */
    const uint8_t *ray_stream;
    uint16_t
        *ray_through; /* [square * squares + other]: 1 + offset of the ray from square through other, or 0 */
    kind_set slides[2][RAYS_MAX]
                   [SIDE_MAX]; /* kinds of a side that take along the ray, inwards, from a distance */
    uint64_t *strike;          /* like reach, of attacks only */
    bool strikes_direct;       /* none of them passes over squares of a ray */
    uint64_t *beyond; /* [a * 64 + b]: the whole ray from a through b; NULL where the ruleset does not fit the
                         bitboards (bitboard.h) */
    uint64_t *between;             /* and what of it stands between the two */
    uint64_t first_file;           /* and its squares of that file */
    struct bitboard_piece *pieces; /* and its pieces, by code */
    bool odd_attacks; /* some piece takes in a way that these tables do not hold (lame, first move, parallel
                         or too many rays), or does not take a royal, as they have it */

    uint64_t key_piece[CODES_MAX][SQUARES_MAX];
    uint64_t key_bound[SQUARES_MAX], key_fresh[SQUARES_MAX], key_en_passant[SQUARES_MAX],
        key_pending[SQUARES_MAX];
    uint64_t key_castling[1 << CASTLES_MAX];
    uint64_t key_side, key_captured, key_hand; /* hand: a multiplier */

    /* Dice: how many of the rolls (each distinct one once) let a first move of a kind, and a second after it.
     */
    unsigned rolls, rolls_one[KINDS_MAX], rolls_two[KINDS_MAX][KINDS_MAX];
};

/* Works out all tables but the moves. False without memory. */
bool tables_build(struct ludus_ruleset *rs);
/* Works out the moves, which depend on where pieces start: `start` holds a piece code for each square. */
bool tables_build_moves(struct ludus_ruleset *rs, const uint8_t *start);

static inline bool squares_has(const struct squares *set, unsigned square)
{
    return set->word[square >> 6] >> (square & 63) & 1;
}

static inline void squares_add(struct squares *set, unsigned square)
{
    set->word[square >> 6] |= (uint64_t)1 << (square & 63);
}

static inline void squares_remove(struct squares *set, unsigned square)
{
    set->word[square >> 6] &= ~((uint64_t)1 << (square & 63));
}

static inline bool squares_any(const struct squares *set)
{
    return (set->word[0] | set->word[1] | set->word[2] | set->word[3]) != 0;
}

static inline unsigned squares_count(const struct squares *set)
{
    return (unsigned)(__builtin_popcountll(set->word[0]) + __builtin_popcountll(set->word[1]) +
                      __builtin_popcountll(set->word[2]) + __builtin_popcountll(set->word[3]));
}

/* for (unsigned square : set) */
#define FOR_SQUARES(square, set, words)                                                                      \
    for (unsigned square##_w = 0, square; square##_w < (words); square##_w++)                                \
        for (uint64_t square##_b = (set)->word[square##_w];                                                  \
             square##_b && (square = square##_w * 64 + (unsigned)__builtin_ctzll(square##_b), true);         \
             square##_b &= square##_b - 1)

/* Squares from which a piece of the code reaches `target` on an empty board: rs->words words. */
static inline const uint64_t *reach_to(const struct ludus_ruleset *rs, unsigned code, unsigned target)
{
    return rs->tables->reach + (code * rs->squares + target) * rs->words;
}

/* Squares from which a piece of the code attacks `target` on an empty board. */
static inline const uint64_t *strike_to(const struct ludus_ruleset *rs, unsigned code, unsigned target)
{
    return rs->tables->strike + (code * rs->squares + target) * rs->words;
}

/* The ray from `square` through `other`, or NULL. */
static inline const uint8_t *ray_between(const struct ludus_ruleset *rs, unsigned square, unsigned other)
{
    unsigned offset = rs->tables->ray_through[square * rs->squares + other];

    return offset ? rs->tables->ray_stream + offset - 1 : NULL;
}

static inline bool in_set(kind_set set, unsigned kind)
{
    return set >> kind & 1;
}

#endif
