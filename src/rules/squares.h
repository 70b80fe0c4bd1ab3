/* squares.h - sets of squares. */
#ifndef RULES_SQUARES_H
#define RULES_SQUARES_H

#include <stdbool.h>
#include <stdint.h>

struct squares {
    uint64_t word[4]; /* bit square % 64 of word square / 64 */
};

static inline bool squares_has(const struct squares *set, unsigned square)
{
    return set->word[square >> 6] >> (square & 63) & 1;
}

static inline void squares_add(struct squares *set, unsigned square)
{
    set->word[square >> 6] |= (uint64_t)1 << (square & 63);
}

static inline void squares_remove(struct squares *set, unsigned square)
{
    set->word[square >> 6] &= ~((uint64_t)1 << (square & 63));
}

static inline bool squares_any(const struct squares *set)
{
    return (set->word[0] | set->word[1] | set->word[2] | set->word[3]) != 0;
}

static inline unsigned squares_count(const struct squares *set)
{
    unsigned count = 0;

    for (unsigned w = 0; w < 4; w++)
        if (set->word[w]) /* most boards have one word, and popcount is a function call */
            count += (unsigned)__builtin_popcountll(set->word[w]);
    return count;
}

/* Returns word `w` of a set of `count` words whose squares are moved by a number of squares, less than 64. */
static inline uint64_t squares_shifted(const struct squares *set, int by, unsigned w, unsigned count)
{
    unsigned bits = (unsigned)(by > 0 ? by : -by);

    if (by > 0)
        return set->word[w] << bits | (w > 0 ? set->word[w - 1] >> (64 - bits) : 0);
    return set->word[w] >> bits | (w + 1 < count ? set->word[w + 1] << (64 - bits) : 0);
}

/* for (unsigned square : set) */
#define FOR_SQUARES(square, set, words)                                                                      \
    for (unsigned square##_w = 0, square; square##_w < (words); square##_w++)                                \
        for (uint64_t square##_b = (set)->word[square##_w];                                                  \
             square##_b && (square = square##_w * 64 + (unsigned)__builtin_ctzll(square##_b), true);         \
             square##_b &= square##_b - 1)

#endif
