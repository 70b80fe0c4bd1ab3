/* signs.h - the words and signs of a notation, into which the text of a move is cut. */
#ifndef DECODE_SIGNS_H
#define DECODE_SIGNS_H

#include "base/chars.h"
#include "decode/reading.h"
#include "play/prices.h"

/* Classes of signs, besides those of words. */
enum {
    SIGN_FILE = CLASS_PIECE + 1,
    SIGN_NUMBER,
    SIGN_OPEN,
    SIGN_CLOSE,
    SIGN_MARK,
    SIGN_STOP,
    SIGN_END,
    SIGNS_MAX = 28
};

struct sign {
    uint8_t class, value; /* piece: kind; file and number: from 1; stop: the sign */
    bool apart;           /* two blanks or more, or two line breaks or more, precede it */
    uint16_t begin, end;
};

struct parse {
    const struct dialects *dialects;
    const struct dialect *dialect;
    uint32_t bit;
    const char *text;
    size_t length;
    uint16_t cost;
    int shift; /* bytes that the text is longer than on the page, after `edited` */
    size_t edited;
    struct sign signs[SIGNS_MAX + 1];
    unsigned count;
    struct readings *out;
};

/* Adds the readings of the signs of a parse, which has at least one. */
void reading_read_signs(struct parse *parse);

static inline bool is_sign(const struct parse *parse, unsigned at, unsigned class)
{
    return at < parse->count && parse->signs[at].class == class;
}

#endif
