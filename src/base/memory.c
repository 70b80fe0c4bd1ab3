/* memory.c - malloc and its variants, which remember that memory ran out. */
#include "base/memory.h"

#include "ludus.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 32 }; /* first capacity of an array */

/* Shared by all threads. */
static atomic_bool failed;

void memory_ran_out(void)
{
    atomic_store(&failed, true);
}

bool ludus_memory_failed(void)
{
    return atomic_load(&failed);
}

static void *check_memory(void *memory)
{
    if (!memory)
        memory_ran_out();
    return memory;
}

void *memory_new(size_t size)
{
    return check_memory(malloc(size ? size : 1));
}

void *memory_zeroed(size_t count, size_t size)
{
    return check_memory(calloc(count ? count : 1, size ? size : 1));
}

void *memory_grown(void *old, size_t size)
{
    return check_memory(realloc(old, size ? size : 1));
}

void *memory_room(void *array, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return array;
    size_t larger = *capacity ? 2 * *capacity : FIRST_ROOM;
    if (larger < *capacity || larger > SIZE_MAX / size)
        return check_memory(NULL);
    void *moved = memory_grown(array, larger * size);
    if (moved)
        *capacity = larger;
    return moved;
}

void *memory_push(void *array, size_t *count, size_t *capacity, size_t size)
{
    char *elements;
    memcpy(&elements, array, sizeof elements);
    elements = memory_room(elements, *count, capacity, size);
    if (!elements)
        return NULL;
    memcpy(array, &elements, sizeof elements);
    return elements + size * (*count)++;
}

char *memory_copied(const char *text)
{
    char *copy = memory_new(strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}

/* ---- Arenas: memory that is allocated in pieces and freed at once ---- */

enum { ALIGNMENT = 16, FIRST_BLOCK = 16 * 1024, KEEP_AT_MOST = 1024 * 1024 };

struct arena_block {
    struct arena_block *older;
    size_t size; /* size of `bytes` */
    _Alignas(ALIGNMENT) char bytes[];
};

/* Adds a block. Blocks double in size, so that a big record needs few of them. */
static bool add_block(struct arena *arena, size_t need)
{
    size_t size = arena->blocks ? arena->blocks->size * 2 : FIRST_BLOCK;
    while (size < need && size <= SIZE_MAX / 4)
        size *= 2;
    struct arena_block *block = size < need ? NULL : memory_new(sizeof *block + size);
    if (!block) {
        arena->failed = true;
        return false;
    }
    block->older = arena->blocks;
    block->size = size;
    arena->blocks = block;
    arena->next = block->bytes;
    arena->end = block->bytes + size;
    return true;
}

void *arena_alloc(struct arena *arena, size_t size)
{
    if (size > SIZE_MAX / 4) {
        arena->failed = true;
        return NULL;
    }
    size_t need = ((size ? size : 1) + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    if ((size_t)(arena->end - arena->next) < need && !add_block(arena, need))
        return NULL;
    void *given = arena->next;
    arena->next += need;
    return given;
}

void *arena_zeroed(struct arena *arena, size_t size)
{
    void *zeroed = arena_alloc(arena, size);
    return zeroed ? memset(zeroed, 0, size) : NULL;
}

char *arena_copy(struct arena *arena, const char *text, size_t length)
{
    char *copy = length == SIZE_MAX ? NULL : arena_alloc(arena, length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

/* Frees `block` and all older ones. */
static void free_blocks(struct arena_block *block)
{
    while (block) {
        struct arena_block *older = block->older;
        free(block);
        block = older;
    }
}

void arena_reset(struct arena *arena)
{
    struct arena_block *kept = arena->blocks;
    arena->failed = false;
    if (!kept)
        return;
    if (kept->size > KEEP_AT_MOST) {
        arena_free(arena);
        return;
    }
    free_blocks(kept->older);
    kept->older = NULL;
    arena->next = kept->bytes;
}

void arena_free(struct arena *arena)
{
    free_blocks(arena->blocks);
    *arena = (struct arena){ 0 };
}
