/* bitboard.h - bitboards, for reading records: finds the one step that short notation means, plays it, and
 * tells whether it gives check. No key, no undo, no move list; rare moves are left to the engine. Only for
 * plain rulesets (check, steps and displacement only) on at most 64 squares, where a set of squares is one
 * word. */
#ifndef RULES_BITBOARD_H
#define RULES_BITBOARD_H

#include "rules/position.h"

enum { BITBOARD_SQUARES = 64 };

/* Builds the pieces for bitboards if the ruleset fits them. False without memory. */
bool bitboard_build(struct ludus_ruleset *rs, struct tables *tables);

struct bitboard {
    struct ludus_position pos;   /* its key is not kept up to date, and it has no past */
    const struct tables *tables; /* of its ruleset; `pieces` is one of them */
    const struct bitboard_piece *pieces;
    uint64_t sliders[2]; /* sliding pieces of each side */
    uint8_t first;       /* the side that moves first in a numbered turn */
    bool checked;        /* the side to move is in check */
};

/* A played move in one word, 0 for none. (Bytes written to memory and read as a word soon after would stall.)
 */
struct bitboard_move {
    uint64_t bits; /* from, to, type and piece of struct ludus_move and the code of the moved piece, 8 bits
                      each; a bit for a capture; a bit that is always set */
};
enum {
    BITBOARD_TO = 8,
    BITBOARD_TYPE = 16,
    BITBOARD_PIECE = 24,
    BITBOARD_CODE = 32,
    BITBOARD_TAKES = 40,
    BITBOARD_IS = 41
};

static inline bool bitboard_is(struct bitboard_move played)
{
    return played.bits != 0;
}

static inline bool bitboard_takes(struct bitboard_move played)
{
    return played.bits >> BITBOARD_TAKES & 1;
}

static inline unsigned bitboard_kind(struct bitboard_move played)
{
    return CODE_KIND(played.bits >> BITBOARD_CODE & 0xff);
}

/* Returns the move in the lower 32 bits of struct bitboard_move. */
static inline struct ludus_move bitboard_unpack(uint32_t bits)
{
    return (struct ludus_move){ (uint8_t)bits, (uint8_t)(bits >> BITBOARD_TO),
                                (uint8_t)(bits >> BITBOARD_TYPE), (uint8_t)(bits >> BITBOARD_PIECE) };
}

/* Returns the squares of a file and rank, counted from 1; 0 is any. */
static inline uint64_t bitboard_squares(const struct ludus_ruleset *rs, unsigned file, unsigned rank)
{
    unsigned files = rs->rules.files;
    uint64_t squares = ~(uint64_t)0;

    if (rank)
        squares = rank * files <= BITBOARD_SQUARES
                      ? (((uint64_t)1 << (files - 1) << 1) - 1) << (rank - 1) * files
                      : 0;
    if (file)
        squares &= file <= files ? rs->tables->first_file << (file - 1) : 0;
    return squares;
}

/* Loads a position. False if it cannot be played on bitboards. */
bool bitboard_load(struct bitboard *board, const struct ludus_position *pos);

/* Plays the only legal step (not castling) to `to` by a piece of `kinds` on one of the squares `from`.
 * `becomes` is the written promotion, or NONE. Adds to `*others`, unless NULL, the squares of other pieces of
 * the kind that could have gone there. Returns 0 and changes nothing if there is no such step or more than
 * one. */
struct bitboard_move bitboard_play(struct bitboard *board, kind_set kinds, uint64_t from, unsigned to,
                                   unsigned becomes, uint64_t *others);
/* Plays a castling. Returns 0 and changes nothing if it is illegal. */
struct bitboard_move bitboard_castle(struct bitboard *board, const struct castle *castle);
/* Does the side to move have a legal move? */
bool bitboard_can_step(const struct bitboard *board);

#endif
