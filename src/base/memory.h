/* memory.h - malloc and its kin, which remember that memory ran out: see ludus_memory_failed. The library
 * allocates with nothing else. What they return is freed with free. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

void *memory_new(size_t size);
void *memory_zeroed(size_t count, size_t size);
void *memory_grown(void *old, size_t size); /* on failure `old` stays as it is */
/* `array`, whose elements have `size` bytes, with room for one more than its `count`: as it is, or moved to
 * where *capacity, the number of its elements, is greater. On failure NULL, and both stay as they are. */
void *memory_room(void *array, size_t count, size_t *capacity, size_t size);
/* Adds an element to an array, which `array` points to: returns its place, not cleared, NULL without memory.
 */
void *memory_push(void *array, size_t *count, size_t *capacity, size_t size);
char *memory_copied(const char *text); /* up to its NUL */
/* Remembers that memory ran out in another library. */
void memory_ran_out(void);

struct arena_block;

/* All zero is an empty arena. Not shared between threads. */
struct arena {
    struct arena_block *blocks; /* owned, newest first */
    char *next, *end;           /* free bytes of the newest block */
    bool failed;                /* memory ran out since the last reset */
};

/* `size` bytes aligned for any type, not cleared; NULL without memory (and `failed` is set). */
void *arena_alloc(struct arena *arena, size_t size);
/* The same, all zero. */
void *arena_zeroed(struct arena *arena, size_t size);
/* NUL-terminated copy of `length` bytes, or NULL. */
char *arena_copy(struct arena *arena, const char *text, size_t length);
/* Forgets everything given out; keeps one block, unless it has grown past 1 MiB, for the next game. */
void arena_reset(struct arena *arena);
void arena_free(struct arena *arena);

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
