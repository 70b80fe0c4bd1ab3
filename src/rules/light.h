/* light.h - a light board, for reading records: what it takes to find the one step that short notation means,
 * to play it and to know whether it gives check. No key, no undo, no list of moves. Only for plain rulesets
 * (royals, steps and nothing else) on at most 64 squares, whose sets of squares are single words. */
#ifndef RULES_LIGHT_H
#define RULES_LIGHT_H

#include "position.h"
#include "tables.h"

enum { LIGHT_SQUARES = 64 };

struct light {
    const struct ludus_ruleset *ruleset;
    const struct tables *tables; /* its tables, and those of them that every move asks: */
    const struct light_code *codes;
    const uint64_t *beyond;
    uint64_t men[2], of[CODES_MAX]; /* as in a position, first words alone */
    uint64_t sliders[2];            /* those of a side's pieces that go along rays */
    uint8_t cell[LIGHT_SQUARES];
    uint8_t royal[2];
    uint8_t side, en_passant, castling;
    uint8_t last; /* the side whose turns end a numbered one */
    bool checked; /* the side to move is in check */
    uint16_t taken[2];
    uint32_t quiet, number;
};

/* Steps that are asked for. */
struct light_step {
    kind_set kinds; /* of these kinds, */
    uint64_t from;  /* from one of these squares */
    unsigned to;
    unsigned becomes; /* the kind that the piece is said to become, or NONE where nothing is said */
    bool rivals;      /* whether others can go there is asked too */
};

/* A move that has been played: struct ludus_move in words. (Written as bytes and read as a whole soon after,
 * it would be waited for.) */
struct light_move {
    unsigned from, to, type, piece;
    unsigned kind;
    bool takes;
    uint64_t rivals; /* where other pieces of the kind stand that could have gone to the same square, if that
                        was asked */
};

/* The squares of a file and rank, counted from 1; 0 stands for all of them. */
static inline uint64_t light_squares(const struct ludus_ruleset *rs, unsigned file, unsigned rank)
{
    unsigned files = rs->rules.files;
    uint64_t squares = ~(uint64_t)0;

    if (rank)
        squares =
            rank * files <= LIGHT_SQUARES ? (((uint64_t)1 << (files - 1) << 1) - 1) << (rank - 1) * files : 0;
    if (file)
        squares &= file <= files ? rs->tables->first_file << (file - 1) : 0;
    return squares;
}

/* Works out what the light board needs, where the ruleset can be played on it. False without memory. */
bool light_build(struct ludus_ruleset *rs);

/* Brings a position onto the light board. False when it cannot be played on there. */
bool light_load(struct light *light, const struct ludus_position *pos);
/* Brings what is on the light board into a copy of the position that was loaded. Its key and its chain of
 * undos are not kept right: it is good for looking at, not for going on. */
void light_store(const struct light *light, struct ludus_position *pos);

/* Plays the one legal step that is asked for, castling apart. False, with nothing changed, when there is none
 * or more than one. */
bool light_play(struct light *light, const struct light_step *step, struct light_move *played);
/* Plays the castling. False, with nothing changed, when it is not legal. */
bool light_castle(struct light *light, const struct castle *castle, struct light_move *played);
/* Has the side to move any legal step, castling apart? */
bool light_can_step(const struct light *light);

#endif
