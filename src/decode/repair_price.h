/* repair_price.h - which legal moves a written text can mean, and how surprising each would be. */
#ifndef DECODE_REPAIR_PRICE_H
#define DECODE_REPAIR_PRICE_H

#include "notation/move_text.h"
#include "rules/position.h"

enum { PRICED_TEXT = 48 };

/* Prices are negative natural logarithms: a sum of them is a probability. */
#define PRICE_EDITED 3.0 /* once for a text that is changed at all, case and blanks aside */
#define PRICE_CASE 1.5
#define PRICE_BLANK 1.5
#define PRICE_ALIKE 2.5
#define PRICE_LOST 3.5  /* a letter or digit, */
#define PRICE_SIGN 5.0  /* another sign */
#define PRICE_ADDED 4.5 /* a sign too many, a false check, two signs exchanged, one up or down the board */

struct pricer {
    const struct lookalikes *lookalikes;
    const struct ludus_ruleset *ruleset;
    bool checks;              /* the record writes them */
    struct ludus_move *moves; /* room for the legal moves */
};

/* A legal move that the text can mean. */
struct priced {
    struct ludus_move move;
    double price;
    bool several;           /* more than one sign was changed, */
    bool renamed;           /* or only the name of the piece, */
    bool respelt;           /* or only case or blanks */
    char text[PRICED_TEXT]; /* how it is to be spelt */
};

/* Finds those that cost `most` at most, in no order; the text is without marks (!?). Blanks in it cost
 * nothing here. */
size_t price_text(const struct pricer *pricer, const struct ludus_position *pos, const char *text,
                  size_t length, double most, struct priced *out, size_t capacity);

/* What it costs to read a text for another. */
double price_spelling(const struct pricer *pricer, const char *text, size_t length, const char *meant);
/* What it costs to read one sign for another. */
double price_sign(const struct pricer *pricer, char was, char meant);

#endif
