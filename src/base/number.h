/* number.h - numbers with decimals, written and read with a full stop whatever the locale. */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include "base/chars.h"

#include <stdint.h>

/* Writes `number` as printf's %.*g (style 'g') or %.*f (style 'f') does in the C locale, cut to `size` bytes
 * with the NUL. */
void number_write(char *out, size_t size, char style, int precision, double number);

/* Puts a full stop in the place of what a locale has written between digits. */
void number_point(char *text);

/* Reads a sign, digits, and decimals after a full stop, as far as `text` has them. */
double number_read(const char *text);

/* Takes the digits at `*text`, of which there may be none, and returns what they spell: UINT32_MAX when that
 * is more. */
static inline uint32_t number_take(const char **text)
{
    uint64_t number = 0;
    for (; is_digit(**text); ++*text)
        number = number > UINT32_MAX ? number : number * 10 + (uint64_t)(**text - '0');
    return number > UINT32_MAX ? UINT32_MAX : (uint32_t)number;
}

#endif
