/* lookalikes.h - signs that are easily taken for one another. */
#ifndef NOTATION_LOOKALIKES_H
#define NOTATION_LOOKALIKES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* For each ASCII sign, the signs that it can be read for. */
struct lookalikes {
    uint64_t like[128][2]; /* a bit for each ASCII sign */
};

/* Reads groups of signs that look alike, separated by blanks ("17 38 ce"); `#` begins a comment that ends
 * with its line. NULL: the usual groups. */
void lookalikes_read(struct lookalikes *lookalikes, const char *groups, size_t length);

bool lookalikes_has(const struct lookalikes *lookalikes, char a, char b);

/* The ASCII sign that the letter of another script, of `length` bytes of UTF-8, looks like; ' ' for one that
 * is not seen at all, '\0' if it looks like none. `*code` is its number. */
char lookalikes_ascii(const char *at, unsigned length, unsigned *code);

#endif
