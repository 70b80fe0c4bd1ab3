/* memory.h - malloc and its variants, which remember that memory ran out: see ludus_memory_failed. The
 * library allocates only with them. Their results are freed with free. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

void *memory_new(size_t size);
void *memory_zeroed(size_t count, size_t size);
void *memory_grown(void *old, size_t size); /* on failure `old` is unchanged */
/* Makes room for one more element in an array of `count` elements of `size` bytes. Returns the array, moved
 * if *capacity (in elements) was too small. On failure returns NULL, and both are unchanged. */
void *memory_room(void *array, size_t count, size_t *capacity, size_t size);
/* Adds an element to the array that `array` points to. Returns it, not cleared; NULL without memory. */
void *memory_push(void *array, size_t *count, size_t *capacity, size_t size);
char *memory_copied(const char *text); /* copies up to the NUL */
/* Remembers that memory ran out in another library. */
void memory_ran_out(void);

struct arena_block;

/* All zero is an empty arena. Not shared between threads. */
struct arena {
    struct arena_block *blocks; /* owned, newest first */
    char *next, *end;           /* free bytes of the newest block */
    bool failed;                /* memory ran out since the last reset */
};

/* Allocates `size` bytes aligned for any type, not cleared. NULL without memory (and `failed` is set). */
void *arena_alloc(struct arena *arena, size_t size);
/* The same, all zero. */
void *arena_zeroed(struct arena *arena, size_t size);
/* Returns a NUL-terminated copy of `length` bytes. NULL without memory. */
char *arena_copy(struct arena *arena, const char *text, size_t length);
/* Frees everything; keeps one block, unless it has grown past 1 MiB, for the next game. */
void arena_reset(struct arena *arena);
void arena_free(struct arena *arena);

/* Copies `whole`, a struct of `size` bytes, to `out`, up to the size in the first member of `out`. */
static inline void sized_give(void *out, void *whole, size_t size)
{
    size_t known;
    memcpy(&known, out, sizeof known);
    memcpy(whole, &known, sizeof known);
    memcpy(out, whole, known < size ? known : size);
}

/* Copies options (NULL: none) over the defaults in `whole`, up to their size. False with EINVAL if their size
 * is not set. */
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
