/* decoder.h - finds the legal game that explains a page at the lowest cost, by one search over all readings
 * of its passages. */
#ifndef DECODE_DECODER_H
#define DECODE_DECODER_H

#include "decode/passage.h"

#include <stdlib.h>

enum ply_manner {
    PLY_READ,   /* as printed */
    PLY_MENDED, /* a sign, or a fact that the text states, is wrong */
    PLY_LOST    /* it is unreadable, or not on the page */
};

/* A ply of the game that was found. */
struct decoded_ply {
    uint32_t passage;    /* index of its passage */
    uint32_t begin, end; /* bytes of the page */
    struct ludus_move move;
    uint32_t number;         /* of its turn */
    uint8_t manner;          /* enum ply_manner */
    unsigned cost, total;    /* of the ply, and of the game up to it */
    unsigned margin;         /* what the cheapest game with another move here costs more */
    struct ludus_move other; /* the move of that game */
};

struct decoded {
    struct decoded_ply *plies; /* owned */
    size_t count;
    unsigned cost;
    bool black;        /* Black moves first, where the ruleset lets either side begin */
    unsigned ended;    /* class of the words after the last ply that end the game, or 0 */
    uint32_t dialects; /* notations that the game can be in */
};

/* Finds the game of the passages that continues `at`, in the notations `in_force`. `exact`: all moves are as
 * printed, as in a note. False without memory. */
bool decode_game(struct passages *passages, const struct dialects *dialects, const struct tracked *at,
                 uint32_t in_force, bool exact, struct decoded *decoded);
/* Searches for the margin of each ply, which is slower than finding the game. False without memory. */
bool decode_alternatives(struct passages *passages, const struct dialects *dialects,
                         const struct ludus_position *start, struct decoded *decoded);

static inline void decoded_free(struct decoded *decoded)
{
    free(decoded->plies);
}

#endif
