/* memory.c - malloc and its kin, which remember that memory ran out. */
#include "base/memory.h"

#include "ludus.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 32 }; /* elements of an array that grows */

/* The one thing that threads share. */
static atomic_bool failed;

void memory_ran_out(void)
{
    atomic_store(&failed, true);
}

bool ludus_memory_failed(void)
{
    return atomic_load(&failed);
}

static void *given(void *memory)
{
    if (!memory)
        memory_ran_out();
    return memory;
}

void *memory_new(size_t size)
{
    return given(malloc(size ? size : 1));
}

void *memory_zeroed(size_t count, size_t size)
{
    return given(calloc(count ? count : 1, size ? size : 1));
}

void *memory_grown(void *old, size_t size)
{
    return given(realloc(old, size ? size : 1));
}

void *memory_room(void *array, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return array;
    size_t larger = *capacity ? 2 * *capacity : FIRST_ROOM;
    if (larger < *capacity || larger > SIZE_MAX / size)
        return given(NULL);
    void *moved = memory_grown(array, larger * size);
    if (moved)
        *capacity = larger;
    return moved;
}

char *memory_copied(const char *text)
{
    char *copy = memory_new(strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}
