/* transcript_side.h - turns of a printed page that begin with the name of their side: "White: e2-e4", "Black
 * threw two and three: Pelicanus g8-h8." */
#ifndef DECODE_TRANSCRIPT_SIDE_H
#define DECODE_TRANSCRIPT_SIDE_H

#include "ludus.h"

struct side_line {
    enum ludus_side side;
    uint8_t dice[LUDUS_DICE_MAX];
    unsigned dice_count; /* 0: the line tells none before its stop */
    size_t length;       /* of what stands before the turn, without blanks behind it */
    size_t rest;         /* where the turn goes on */
};

/* Does a line begin with a side, at most a verb and a roll in words or digits, and a stop or a roll in
 * parentheses, with something behind them? */
bool transcript_find_side(const char *line, size_t length, struct side_line *found);

/* Is the name of a side its first word? */
bool transcript_names_side(const char *line, size_t length);

#endif
