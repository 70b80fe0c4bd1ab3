/* meant.h - what the text of a move can mean: the legal moves of a position, each with the price of the
 * errors in the text (play/prices.h). */
#ifndef PLAY_MEANT_H
#define PLAY_MEANT_H

#include "notation/record.h"
#include "play/prices.h"
#include "play/replay.h"

enum {
    MEANT_TEXT = 124,
    MEANT_NEAR = 1000, /* the price of one error; more for several */
    MEANT_FAR = 1400
};

/* A legal move that a text can mean. Of two placings that are one move it is one, and `from` is NONE. */
struct meant {
    struct ludus_move move;
    unsigned price;        /* 0: the text is right */
    char text[MEANT_TEXT]; /* the right text, in the same style, with the sign of check */
};

/* A text that is one move, perhaps with errors, without marks such as !?. */
struct meant_question {
    const struct ludus_position *pos; /* with its dice */
    const struct lookalikes *alike;
    struct ludus_text text;
    unsigned limit; /* moves of this price or more are left out */
    bool print; /* it was not typed: signs of one kind that look alike, 3 and 8, are mistaken, too, and one
                   sign can be what is left of a move */
    bool checkless;  /* the record has no signs of check */
    bool exact;      /* only illegible signs, `_`, can be others; two placings are one move */
    kind_set halves; /* if not 0: single placings of these kinds, of which two are one move */
};

/* Writes at most `room` moves to `out`, the cheapest first. Returns their number. */
size_t meant_moves(const struct meant_question *question, struct meant *out, size_t room);

/* The price of the sign `is` in place of `sign`. */
unsigned meant_sign(const struct lookalikes *alike, bool print, char is, char sign);

/* The text of an item without marks. */
struct ludus_text meant_written(const struct item *item);

/* ---- Moves with illegible signs ---- */

/* The question for moves that match a text with illegible signs. */
static inline struct meant_question meant_pattern(const struct ludus_replay *replay,
                                                  const struct move_text *pattern)
{
    return (struct meant_question){ .pos = &replay->line.pos,
                                    .text = { pattern->plain, pattern->plain_length },
                                    .limit = 1,
                                    .checkless = true,
                                    .exact = true };
}

#endif
