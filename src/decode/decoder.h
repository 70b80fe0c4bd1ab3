/* decoder.h - finds the legal game that explains a page at the lowest cost, by one search over all readings
 * of its passages. */
#ifndef DECODE_DECODER_H
#define DECODE_DECODER_H

#include "base/memory.h"
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
    bool open;               /* a third move costs as little as the other */
};

struct decoded {
    struct decoded_ply *plies; /* owned */
    size_t count;
    unsigned cost;
    bool black;            /* Black moves first, where the ruleset lets either side begin */
    unsigned ended;        /* class of the words after the last ply that end the game, or 0 */
    notation_set dialects; /* those that the game can be in */
};

/* Finds the game of the passages that continues `at`, in the notations `in_force`. `exact`: all moves are as
 * printed, as in a note. False without memory. */
bool decode_game(struct passages *passages, const struct dialects *dialects, const struct tracked *at,
                 notation_set in_force, bool exact, struct decoded *decoded);
/* Searches for the margin of each ply, which is slower than finding the game. False without memory. */
bool decode_alternatives(struct passages *passages, const struct dialects *dialects,
                         const struct ludus_position *start, struct decoded *decoded);

static inline void decoded_free(struct decoded *decoded)
{
    free(decoded->plies);
}

/* ---- Inside the search: its costs and states, in decoder.c and place.c ---- */

enum cost {
    COST_WRONG_LABEL = 500,
    COST_LABEL_SLIP = 300,  /* one digit is wrong or lost */
    COST_LABEL_GOES_ON = 5, /* behind one that is as low */
    COST_NO_LABEL = 40,
    COST_WRONG_SIDE = 400,
    COST_WRONG_NUMBER = 200,  /* beside the letter of a side, and a roll */
    COST_WRONG_LETTER = 1000, /* 1W on Black's turn */
    COST_LABEL_AHEAD = 600,
    COST_MARGIN = 300,
    COST_OVER = 600, /* after words that end the game */
    COST_DEPTH = 400,
    COST_PROSE = 100,
    COST_ENTER_PROSE = 1000,
    COST_ENTER_NUMBERED = 250, /* with the number of the turn */
    COST_NOTATION = 600,
    COST_SKIP_EXPECTED = 1200,
    COST_SKIP_ASIDE = 130,    /* expected, but beside words or numbered again */
    COST_SKIP_TOUCHING = 200, /* the same, right after the last move */
    COST_SKIP_SENTENCE = 300, /* expected, its number at the beginning of a sentence */
    COST_SKIP_AHEAD = 400,    /* several must cost more than a lost ply, or games would end there */
    COST_SKIP_BEHIND = 30,
    COST_SKIP_PROSE = 10,
    COST_SKIP_NUMBERED = 60,
    COST_SKIP_NEXT = 150, /* right after the last move */
    COST_BEHIND_WORDS = 200,
    COST_TORN = 500,     /* the move before it is skipped as a part of a note */
    COST_TORN_OFF = 100, /* that move is skipped */
    COST_WORDS = 60,     /* words after the move */
    COST_LOST = 1000,
    COST_GAP = 1300, /* a move that is not on the page */
    COST_TAIL = 60,
    COST_CUT = 250, /* text after the move looks like more of it */
    COST_NO_RECAPTURE = 30,
    COST_WRONG_DIE = 500, /* a move that the dice do not allow */
    COST_SQUARE = 100,    /* for each square on which a diagram differs */
    SQUARES_MOST = 12,    /* a diagram that differs on more shows something else */
    COST_MENDED = 300,    /* from here on, the text is reported as wrong */
    TRY_SLIPS = 390,      /* passages that cost more are also read with a sign wrong */
    SLIPS_WITHIN = 300,   /* states that are dearer than the cheapest by more are not tried with slips */
    SLIPS_MOST = 300,     /* passages of a game that are tried with slips, which takes some milliseconds */
    GAP_STATES = 4,       /* cheapest states at a passage that are tried with a missing ply */
    BEAM = 64,
    BEAM_ALTERNATIVES = 8,
    BEAM_TIES = 300,       /* with the states as cheap as the last, which lost plies cause */
    COMPARED_MOST = 100000 /* comparisons per passage; with more, there is no game and the beam is narrowed */
};

struct node {
    uint32_t parent;
    bool takes;
    struct decoded_ply ply;
};

struct state {
    struct tracked at;
    uint32_t node; /* last ply; 0: none */
    uint32_t cost;
    notation_set dialects;
    uint32_t number; /* of the next turn */
    unsigned margin;
    bool reading; /* the last passage was read */
    bool aside;   /* it was skipped as a part of a note */
    uint8_t over; /* class of the words that have ended the game, or 0 */
    uint8_t made; /* moves made in the current turn with dice */
    bool black;   /* Black moves first, where either side may */
    bool set_up;  /* the game begins at another position than the start of the ruleset */
};

/* The cheapest states at one passage, sorted by cost, then by `tie`. */
struct beam {
    struct waiting {
        uint64_t key, tie;    /* of the state; and without its notations, which decides between equal costs */
        uint32_t cost, order; /* order: in which it was added */
        struct state *state;  /* owned */
    } * each;                 /* owned; room for BEAM_TIES */
    size_t count;
};

struct search {
    struct passages *passages;
    const struct dialects *dialects;
    struct beam *beams; /* owned; one for each passage, and one for the end */
    struct node *nodes; /* owned */
    size_t node_count, node_capacity;
    struct ludus_move *moves, *lost; /* owned */
    size_t beam;                     /* states that are read at a passage, without ties */
    unsigned cheapest;               /* cost of the cheapest state at the passage */
    bool
        joined; /* the current passage continues the one before it, and its turn stands once more behind it */
    uint64_t compared; /* number of comparisons of readings with moves */
    uint64_t closed;   /* hash of the position in which `closed_move` is excluded, or 0 */
    struct ludus_move closed_move;
    bool exact; /* moves are read only as printed */
    bool failed;
};

/* Can the passage continue a turn with dice? */
static inline bool decoder_goes_on(const struct state *state, const struct passage *passage)
{
    return state->made > 0 && state->made < state->at.pos.dice_count && passage->roll.count == 0;
}

/* The place of the side to move in the numbers of turns: 0 if it is first in each. */
static inline int decoder_side(const struct state *state)
{
    return place_of_side(state->at.pos.ruleset, state->at.pos.side);
}

/* Is a label the number of the next turn? If Black may begin, White's move may have Black's number. */
static inline bool decoder_is_number(const struct state *state, uint32_t label)
{
    const struct ludus_position *pos = &state->at.pos;
    return label == state->number || (label + 1 == state->number && pos->side == LUDUS_WHITE &&
                                      pos->ruleset->rules.first == FIRST_EITHER);
}

static inline bool decoder_is_expected(const struct state *state, const struct passage *passage)
{
    if (state->at.pos.ruleset->rules.dice && !passage->roll.count && !decoder_goes_on(state, passage))
        return false;
    if (!passage->label) /* "White: P-K4" */
        return passage->side >= 0 && passage->side == decoder_side(state);
    return decoder_is_number(state, passage->label) &&
           (passage->side < 0 || passage->side == decoder_side(state));
}

/* In place.c: the costs of skipping a passage in a state, and of reading there. */
/* Does the turn of the passage stand again not far behind it, as that of a move of a variation does: in rows
 * with its number, or in running text? */
bool decoder_stands_again(const struct search *search, const struct passage *passage);
unsigned decoder_cost_of_skipping(const struct search *search, const struct state *state,
                                  const struct passage *passage);
unsigned decoder_cost_of_place(const struct search *search, const struct state *state,
                               const struct passage *passage);

#endif
