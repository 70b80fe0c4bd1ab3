/* parts.h - for fuzzing: an input of several texts, each a line `----` from the next. */
#ifndef FUZZ_PARTS_H
#define FUZZ_PARTS_H

#include <stddef.h>
#include <string.h>

#define PART_LINE "\n----\n"

/* Where the text that begins at `at` ends. */
static inline const char *part_end(const char *at, const char *end)
{
    size_t length = sizeof PART_LINE - 1;
    for (; at < end; at++)
        if ((size_t)(end - at) >= length && memcmp(at, PART_LINE, length) == 0)
            return at;
    return end;
}

/* Where the next begins; `end` behind the last. */
static inline const char *part_next(const char *stop, const char *end)
{
    return stop < end ? stop + sizeof PART_LINE - 1 : end;
}

#endif
