/* reading_price.h - what texts cost that say less than usual, or are not as they were meant. */
#ifndef DECODE_READING_PRICE_H
#define DECODE_READING_PRICE_H

#include "base/chars.h"
#include "base/text.h"
#include "decode/reading.h"
#include "decode/signs.h"
#include "notation/move_text.h"
#include "rules/ruleset.h"

/* Prices of texts that say less than usual, or are not as they were meant. */
enum price {
    PRICE_NO_RANK = 400,
    PRICE_NO_CONNECTOR = 200,
    PRICE_SLIP = 300, /* and for the sign that is wrong: */
    PRICE_LOOKALIKE = 150,
    PRICE_LOST_SIGN = 250,
    PRICE_OTHER_SIGN = 350
};

/* Bytes of a text that are read, and of a text with a sign wrong. */
enum { READ_MOST = 60, SLIP_BYTES = 24 };

/* ---- In reading.c ---- */

void reading_read_by(struct parse *parse);

#endif
