/* meant.h - what was meant by the text of one move: the legal moves of a position, each at the price of what
 * is written otherwise than it would be (play/prices.h). */
#ifndef PLAY_MEANT_H
#define PLAY_MEANT_H

#include "notation/move_text.h"
#include "play/prices.h"
#include "play/replay.h"

enum {
    MEANT_TEXT = 124,
    MEANT_NEAR = 1000, /* a text with one thing wrong; what costs more has several */
    MEANT_FAR = 1400
};

/* A legal move that a text can stand for. Of two placings that are one move, it is one, and its from NONE. */
struct meant {
    struct ludus_move move;
    unsigned price;        /* 0: it is written so */
    char text[MEANT_TEXT]; /* to be put in the place of the text, in its manner, with the sign of check */
};

/* What is asked: a text that is to be one move, in any state, without marks such as !?. */
struct meant_question {
    const struct lexicon *lexicon;
    const struct ludus_position *pos; /* with its dice */
    const struct lookalikes *alike;
    struct ludus_text text;
    unsigned limit; /* what costs as much is not meant */
    bool print; /* it was not typed: signs of one kind that look alike, 3 and 8, are mistaken, too, and one
                   sign can be what is left of a move */
    bool checkless; /* the record has no signs of check */
    bool exact;     /* only illegible signs, `_`, can be others; two placings are asked for as one move */
};

/* Writes the moves to `out`, the cheapest first, at most `room`. Returns how many. */
size_t meant_moves(const struct meant_question *question, struct meant *out, size_t room);

/* What it costs to read one sign for another. */
unsigned meant_sign(const struct lookalikes *alike, bool print, char is, char sign);

/* The text of an item as it is asked for: as the notation reads it, without marks. */
struct ludus_text meant_written(const struct item *item);

/* ---- Moves with illegible signs ---- */

/* Asks for the moves of which a spelling fits such a text. */
static inline struct meant_question meant_pattern(const struct ludus_replay *replay,
                                                  const struct move_text *pattern)
{
    return (struct meant_question){ .lexicon = &replay->lexicon,
                                    .pos = &replay->line.pos,
                                    .text = { pattern->plain, pattern->plain_length },
                                    .limit = 1,
                                    .checkless = true,
                                    .exact = true };
}

/* Where two pieces are placed in a turn: can `half`, damaged, lost or sound, spell the placing of one on
 * `square`? Writes how. */
bool meant_half(const struct ludus_replay *replay, const struct move_text *half, unsigned kind,
                unsigned square, char out[MEANT_TEXT]);

#endif
