/* fen.re - the signs of FEN and the names of squares in it. */
#include "rules/position.h"

/*!re2c
    re2c:api:style = free-form;
    re2c:define:YYCTYPE = char;
    re2c:define:YYCURSOR = cursor;
    re2c:yyfill:enable = 0;
    re2c:tags = 1;
*/

/* The value of digits; more than FEN_NUMBER_MAX if they are too many. */
static uint32_t value_of(const char *at, const char *end)
{
    uint32_t value = 0;

    for (; at < end && value <= FEN_NUMBER_MAX; at++) {
        value = 10 * value + (uint32_t)(*at - '0');
    }
    return value;
}

int fen_next(struct fen *fen)
{
    const char *cursor = fen->sign = fen->text;
    int sign;

    /*!re2c
    [0-9]+     { sign = FEN_NUMBER; fen->number = value_of(fen->sign, cursor); goto end; }
    [A-Za-z]   { sign = FEN_LETTER; goto end; }
    [ \t\x00]  { return FEN_END; }
    *          { sign = (unsigned char)*fen->sign; goto end; }
    */
end:
    fen->text = cursor;
    return sign;
}

bool fen_square(struct fen *fen, const struct ludus_ruleset *rs, unsigned *square)
{
    const char *cursor = fen->text, *rank;
    /*!stags:re2c format = 'const char *@@;'; */

    /*!re2c
    [a-p] @rank [1-9]     { goto found; }
    [a-p] @rank "1" [0-6] { cursor -= rs->rules.ranks < 10; goto found; }
    *                     { return false; }
    */
found:
    fen->sign = fen->text;
    fen->text = cursor;
    *square = (value_of(rank, cursor) - 1) * rs->rules.files + (unsigned)(*fen->sign - 'a');
    return (unsigned)(*fen->sign - 'a') < rs->rules.files && *square < rs->squares;
}
