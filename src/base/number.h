/* number.h - numbers with decimals, written and read with a full stop whatever the locale. */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include <stddef.h>

/* Writes `number` as printf's %.*g (style 'g') or %.*f (style 'f') does in the C locale, cut to `size` bytes
 * with the NUL. */
void number_write(char *out, size_t size, char style, int precision, double number);

/* Puts a full stop in the place of what a locale has written between digits. */
void number_point(char *text);

/* Reads a sign, digits, and decimals after a full stop, as far as `text` has them. */
double number_read(const char *text);

#endif
