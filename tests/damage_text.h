/* damage_text.h - for tests and benchmarks: a record whose text is damaged on purpose. */
#ifndef TESTS_DAMAGE_TEXT_H
#define TESTS_DAMAGE_TEXT_H

#include "record_text.h"

#include <time.h>

/* A part of a text, to be replaced. */
struct edit {
    size_t begin, end;
    const char *text;
    size_t length;
};

enum { EDITS_MAX = 16 };

static inline int by_place(const void *a, const void *b)
{
    const struct edit *one = a, *other = b;
    return (one->begin > other->begin) - (one->begin < other->begin);
}

/* Appends `text` with the edits made, which do not overlap; they come out in order of place. */
static inline void make_edits(struct ludus_text text, struct edit *edits, size_t count,
                              struct ludus_buffer *out)
{
    size_t at = 0;
    qsort(edits, count, sizeof *edits, by_place);
    for (size_t i = 0; i < count; i++) {
        buf_add(out, text.text + at, edits[i].begin - at);
        buf_add(out, edits[i].text, edits[i].length);
        at = edits[i].end;
    }
    buf_add(out, text.text + at, text.length - at);
}

/* A number below `limit`: the same stream for the same seed on every machine (splitmix64). */
static inline size_t draw_below(uint64_t *state, size_t limit)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (size_t)((z ^ z >> 31) % limit);
}

/* CPU seconds of this process. */
static inline double cpu_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

#endif
