/* decoder.h - of all legal games, the one that is the least surprising explanation of a page: one search over
 * all readings of its passages, by the rules. */
#ifndef DECODE_DECODER_H
#define DECODE_DECODER_H

#include "decode/passage.h"

#include <stdlib.h>

enum ply_manner {
    PLY_READ,   /* as printed */
    PLY_MENDED, /* a sign of it, or what it says, is wrong */
    PLY_LOST    /* nothing of it could be read */
};

/* A ply of the game that was found. */
struct decoded_ply {
    uint32_t passage;    /* its index */
    uint32_t begin, end; /* bytes of the page */
    struct ludus_move move;
    uint32_t number;         /* of its turn */
    uint8_t manner;          /* enum ply_manner */
    unsigned cost, total;    /* of it, and of the game as far as this */
    unsigned margin;         /* what the next best game that has another move here costs more */
    struct ludus_move other; /* that move */
};

struct decoded {
    struct decoded_ply *plies; /* owned */
    size_t count;
    unsigned cost;
    bool black;        /* Black has begun, where the start of the ruleset leaves it open */
    unsigned ended;    /* class of the words that end the game behind the last ply, or 0 */
    uint32_t dialects; /* the notations that it can be in */
};

/* Finds the game of the passages from a place on, in the notations in force; `exact`: its moves are as
 * printed, as those of a note. False without memory. */
bool decode_game(struct passages *passages, const struct dialects *dialects, const struct tracked *at,
                 uint32_t in_force, bool exact, struct decoded *decoded);
/* Finds the margin of each ply, which is slower than to find the game. False without memory. */
bool decode_alternatives(struct passages *passages, const struct dialects *dialects,
                         const struct ludus_position *start, struct decoded *decoded);

static inline void decoded_free(struct decoded *decoded)
{
    free(decoded->plies);
}

#endif
