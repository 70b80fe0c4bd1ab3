/* meant.h - what the text of a move can mean: the legal moves of a position, each with the price of the
 * errors in the text (play/prices.h). */
#ifndef PLAY_MEANT_H
#define PLAY_MEANT_H

#include "play/reading.h"
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

/* A text that is one move, perhaps with errors, as it is read. */
struct meant_text {
    const struct dialects *dialects;
    char text[64];       /* in ASCII, without marks, signs of check, and `e.p.` at its end */
    size_t length, name; /* name: of the name of two letters or more that it begins with, with its blank */
    const char *check;   /* sign of check, or "" */
    struct readings readings;
};

/* Reads a text, without marks such as !?, in the notation of `dialects`. */
void meant_read(const struct dialects *dialects, struct ludus_text text, struct meant_text *out);

/* Write at most `room` moves to `out`. Return their number.
 *
 * meant_moves: those that cost less than `limit`, the cheapest first; `checkless`: the record has no signs of
 * check. meant_pattern: all that match a text in which only illegible signs, `_`, can be others; of `halves`,
 * if that is not 0, single placings of these kinds, of which two are one move. */
size_t meant_moves(const struct meant_text *text, const struct ludus_position *pos, unsigned limit,
                   bool checkless, struct meant *out, size_t room);
size_t meant_pattern(const struct ludus_position *pos, const struct move_text *pattern, kind_set halves,
                     struct meant *out, size_t room);

/* The text of an item without marks. */
struct ludus_text meant_written(const struct item *item);

#endif
