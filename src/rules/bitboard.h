/* bitboard.h - bitboards, for reading records: what it takes to find the one step that short notation means,
 * to play it and to know whether it gives check. No key, no undo, no list of moves; what is seldom is left to
 * the engine. Only for plain rulesets
 * (royals, steps and nothing else) on at most 64 squares, whose sets of squares are single words. */
#ifndef RULES_BITBOARD_H
#define RULES_BITBOARD_H

#include "rules/position.h"

enum { BITBOARD_SQUARES = 64 };

struct bitboard {
    struct ludus_position pos;   /* good for looking at: its key is not kept right, and it has no past */
    const struct tables *tables; /* of its ruleset, and those of them that every move asks: */
    const struct bitboard_piece *pieces;
    uint64_t sliders[2]; /* those of a side's pieces that go along rays */
    uint8_t last;        /* the side whose turns end a numbered one */
    bool checked;        /* the side to move is in check */
};

/* A move that has been played, in one word, 0 for none. (Written to memory as bytes and read as a whole soon
 * after, it would be waited for.) */
struct bitboard_move {
    uint64_t bits; /* from, to, type and piece of struct ludus_move, then the code of what moves, 8 bits each,
                      then whether it takes and, always, whether it is one */
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

/* The move of which these are the lower 32 bits. */
static inline struct ludus_move bitboard_unpack(uint32_t bits)
{
    return (struct ludus_move){ (uint8_t)bits, (uint8_t)(bits >> BITBOARD_TO),
                                (uint8_t)(bits >> BITBOARD_TYPE), (uint8_t)(bits >> BITBOARD_PIECE) };
}

/* The squares of a file and rank, counted from 1; 0 stands for all of them. */
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

/* Brings a position onto the bitboards. False when it cannot be played on there. */
bool bitboard_load(struct bitboard *board, const struct ludus_position *pos);

/* Plays the one legal step, castling apart, of a piece of these kinds from one of these squares to `to`.
 * `becomes` is the kind that it is said to become there, or NONE where nothing is said. `others`, unless
 * NULL, gains the squares where other pieces of the kind stand that could have gone there. Nothing is changed
 * when there is no such step or more than one. */
struct bitboard_move bitboard_play(struct bitboard *board, kind_set kinds, uint64_t from, unsigned to,
                                   unsigned becomes, uint64_t *others);
/* Plays the castling. Nothing is changed when it is not legal. */
struct bitboard_move bitboard_castle(struct bitboard *board, const struct castle *castle);
/* Has the side to move any legal step, castling apart? */
bool bitboard_can_step(const struct bitboard *board);

#endif
