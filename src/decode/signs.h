/* signs.h - a text that may begin with a move, cut into the words and signs of a notation. */
#ifndef DECODE_SIGNS_H
#define DECODE_SIGNS_H

#include "base/chars.h"
#include "decode/reading.h"
#include "play/prices.h"

/* Beside the classes of words. */
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
    bool apart;           /* two blanks or more, or a line's end, stand before it */
    uint16_t begin, end;
};

struct parse {
    const struct dialects *dialects;
    const struct dialect *dialect;
    uint32_t bit;
    const char *text;
    size_t length;
    uint16_t cost;
    int shift; /* bytes that the text is longer than what stands on the page, behind `edited` */
    size_t edited;
    struct sign signs[SIGNS_MAX + 1];
    unsigned count;
    struct readings *out;
};

/* Adds what the signs of a parse, of which there is one, can say of a move. */
void reading_read_signs(struct parse *parse);

static inline bool is_sign(const struct parse *parse, unsigned at, unsigned class)
{
    return at < parse->count && parse->signs[at].class == class;
}

#endif
