/* fen_sign.h - the signs of a FEN, which fen.re scans. */
#ifndef RULES_FEN_SIGN_H
#define RULES_FEN_SIGN_H

#include "rules/position.h"

/* A FEN being read: what is left of it, and where the reason for a failure goes. */
struct fen {
    const char *text;
    char *reason;
    size_t size;
    bool part;        /* royals need not be as the rules have them */
    const char *sign; /* the sign read last */
    uint32_t number;  /* what it says, if it is a number */
};

enum { FEN_NUMBER_MAX = 1000000 };

/* Any other byte is a sign of its own: '/', '-', and so on. */
enum fen_sign {
    FEN_END, /* a blank or the end, which is not taken */
    FEN_NUMBER = 256,
    FEN_LETTER
};

/* Takes the next sign. */
int fen_next(struct fen *fen);
/* Takes the name of a square of the board. False, and nothing of use taken, if there is none. */
bool fen_square(struct fen *fen, const struct ludus_ruleset *rs, unsigned *square);

#endif
