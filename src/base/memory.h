/* memory.h - malloc and its kin, which remember that memory ran out: see ludus_memory_failed. The library
 * allocates with nothing else. What they return is freed with free. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

void *memory_new(size_t size);
void *memory_zeroed(size_t count, size_t size);
void *memory_grown(void *old, size_t size); /* on failure `old` stays as it is */
/* `array`, whose elements have `size` bytes, with room for one more than its `count`: as it is, or moved to
 * where *capacity, the number of its elements, is greater. On failure NULL, and both stay as they are. */
void *memory_room(void *array, size_t count, size_t *capacity, size_t size);
char *memory_copied(const char *text); /* up to its NUL */
/* Remembers that memory ran out in another library. */
void memory_ran_out(void);

#endif
