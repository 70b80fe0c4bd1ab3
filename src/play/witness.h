/* witness.h - the rest of a record as the witness of what a move was meant to be. */
#ifndef PLAY_WITNESS_H
#define PLAY_WITNESS_H

#include "base/chars.h"
#include "base/memory.h"
#include "base/text.h"
#include "play/hint.h"
#include "play/meant.h"
#include "play/replay.h"

enum { SHOWN_MOVES = 3, SHOWN_SQUARES = 8, HINT_TEXT = 320 };
enum {
    FEW = 16,           /* moves that are compared */
    WITNESS_TURNS = 60, /* that are asked of each */
    PRICE_BROKEN = 700, /* of a move after which less can be played than after another */
    MARGIN = 120,       /* what is dearer than another by this is not thought of beside it */
    CLEAR = 200,        /* what is cheaper by this than all else is certain enough to go on with it */
    BACK_MAX = 12,      /* turns before the one at fault that are suspected, */
    BACK_MOVES = 128,   /* and their moves */
    GUESSES_MAX = 64,
    GOES_ON = 10, /* turns that must be legal behind a move for the line to go on with it */
    CUT_MAX = 16, /* bytes of a text that is taken for the beginning of a move */
    BORNE_OUT = 6 /* turns after which a text with several things wrong is believed */
};

/* A text that was perhaps meant to be another move. */
struct guess {
    struct meant meant;
    struct ludus_text written;
    unsigned back;  /* turns before that which cannot be played */
    unsigned turns; /* of the record that can be played then, from that one on */
    unsigned price; /* of the move, and of the rest where that cannot be played */
};

struct guesses {
    struct guess list[GUESSES_MAX];
    size_t count;
    unsigned margin; /* by which the first is likelier than the second */
    struct lookalikes alike;
};

/* ---- In witness.c ---- */

/* Adds what the items from `first` to `last` of the turn can stand for. `text` is theirs, and perhaps more
 * that replay->turns has gone past. */
void witness_add_guess(struct ludus_replay *replay, unsigned first, unsigned last, struct ludus_text text,
                       unsigned back, struct guesses *guesses);
/* Sorts the likeliest first, and leaves out those that are much less likely. */
void witness_weigh(struct guesses *guesses);
/* The fault can lie some turns before the first that is not legal. Asked for the first of a record. */
void witness_look_back(struct ludus_replay *replay, struct guesses *guesses);

#endif
