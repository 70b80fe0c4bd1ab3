/* sized.h - structs of callers, whose first member is their size as the caller knows them: programs built
 * with an older ludus.h, whose structs lack members, go on to work. */
#ifndef BASE_SIZED_H
#define BASE_SIZED_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Hands over `whole`, a struct of `size` bytes, as far as `out` has room. */
static inline void sized_give(void *out, void *whole, size_t size)
{
    size_t known;
    memcpy(&known, out, sizeof known);
    memcpy(whole, &known, sizeof known);
    memcpy(out, whole, known < size ? known : size);
}

/* Takes options (NULL: none) into `whole`, which holds the usual ones, as far as they are given. False with
 * EINVAL when their size is not set. */
static inline bool sized_take(void *whole, size_t size, const void *given)
{
    size_t known = size;
    if (given)
        memcpy(&known, given, sizeof known);
    if (known <= sizeof known) {
        errno = EINVAL;
        return false;
    }
    if (given)
        memcpy(whole, given, known < size ? known : size);
    memcpy(whole, &size, sizeof size);
    return true;
}

#endif
