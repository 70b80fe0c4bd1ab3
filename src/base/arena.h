/* arena.h - memory that is given out piece by piece and taken back all at once, one arena a game. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct arena_block;

/* All zero is an empty arena. Not shared between threads. */
struct arena {
    struct arena_block *blocks; /* owned, newest first */
    char *next, *end;           /* free bytes of the newest block */
    bool failed;                /* memory ran out since the last reset */
};

/* `size` bytes aligned for any type, not cleared; NULL without memory (and `failed` is set). */
void *arena_alloc(struct arena *arena, size_t size);
/* Grows the newest allocation in place where it can, else copies. Same failure as arena_alloc. */
void *arena_grow(struct arena *arena, void *old, size_t old_size, size_t new_size);
/* NUL-terminated copy of `length` bytes, or NULL. */
char *arena_copy(struct arena *arena, const char *text, size_t length);
/* Forgets everything given out; keeps one block, unless it has grown past 1 MiB, for the next game. */
void arena_reset(struct arena *arena);
void arena_free(struct arena *arena);

#endif
