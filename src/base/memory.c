/* memory.c - malloc and its kin, which remember that memory ran out. */
#include "base/memory.h"

#include "ludus.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

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

char *memory_copied(const char *text)
{
    char *copy = memory_new(strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}
