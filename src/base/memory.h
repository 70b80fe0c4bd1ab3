/* memory.h - malloc and its variants, which remember that memory ran out: see ludus_memory_failed. The
 * library allocates only with them. Their results are freed with free. Arenas and growing buffers remember a
 * failure themselves, so that callers check once at the end. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

void *memory_new(size_t size);
void *memory_zeroed(size_t count, size_t size);
void *memory_grown(void *old, size_t size); /* on failure `old` is unchanged */
/* Makes room for one more element in an array of `count` elements of `size` bytes. Returns the array, moved
 * if *capacity (in elements) was too small. On failure returns NULL, and both are unchanged. */
void *memory_room(void *array, size_t count, size_t *capacity, size_t size);
/* Adds an element to the array that `array` points to. Returns it, not cleared; NULL without memory. */
void *memory_push(void *array, size_t *count, size_t *capacity, size_t size);
/* Adds a copy of an element. False without memory. */
bool memory_add(void *array, size_t *count, size_t *capacity, const void *element, size_t size);
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

/* ---- The numbers of things, found by their keys ---- */

#define KEYED_NONE UINT32_MAX

/* A hash table of the things of an array, in the order in which they were added. All zero is empty. */
struct keyed {
    struct keyed_thing {
        uint64_t key;
        uint32_t next; /* of its list */
    } * things;        /* owned, as the next */
    uint32_t *lists;
    size_t count, room, list_count;
};

/* Returns the thing with this key that was added last, and the one with the same key that was added before
 * thing `number`; KEYED_NONE: there is none. */
uint32_t keyed_find(const struct keyed *keyed, uint64_t key);
uint32_t keyed_before(const struct keyed *keyed, uint32_t number);
/* Adds a thing. Returns its number, the count of those before; KEYED_NONE without memory. */
uint32_t keyed_add(struct keyed *keyed, uint64_t key);
/* Removes all but the first `count` things. */
static inline void keyed_cut(struct keyed *keyed, size_t count)
{
    while (keyed->count > count) { /* the last of all is the first of its list */
        const struct keyed_thing *last = &keyed->things[--keyed->count];
        keyed->lists[last->key & (keyed->list_count - 1)] = last->next;
    }
}
void keyed_free(struct keyed *keyed); /* it is empty then */

/* ---- Growing buffers for output ---- */

/* All zero is an empty buffer. In ludus.h this type is opaque. */
struct ludus_buffer {
    char *bytes; /* owned */
    size_t length, capacity;
    bool failed; /* memory ran out; `bytes` has what was added before */
};

/* Makes room for `more` bytes and a NUL. False, with buf->failed set, without memory. */
bool buf_grow(struct ludus_buffer *buf, size_t more);

static inline bool buf_reserve(struct ludus_buffer *buf, size_t more)
{
    return more < buf->capacity - buf->length || buf_grow(buf, more);
}

static inline void buf_add(struct ludus_buffer *buf, const char *bytes, size_t length)
{
    if (length && buf_reserve(buf, length)) {
        if (length == 1) /* as often; memcpy is a call */
            buf->bytes[buf->length] = *bytes;
        else
            memcpy(buf->bytes + buf->length, bytes, length);
        buf->length += length;
    }
}

static inline void buf_text(struct ludus_buffer *buf, const char *text)
{
    buf_add(buf, text, strlen(text));
}

static inline void buf_char(struct ludus_buffer *buf, char c)
{
    if (buf_reserve(buf, 1))
        buf->bytes[buf->length++] = c;
}

void buf_number(struct ludus_buffer *buf, size_t number); /* appends it in decimal */
void buf_format(struct ludus_buffer *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Appends the text as a JSON string with quotes; invalid UTF-8 becomes U+FFFD. Control characters and the
 * ASCII characters in `coded` are written as \u with their code; a line break or tab that is not in `coded`
 * as \n or \t. */
void buf_json(struct ludus_buffer *buf, const char *text, size_t length, const char *coded);
/* Writes the reason of a failure, and returns false. */
bool refuse(char *reason, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Adds a NUL that is not counted, and returns the text ("" after a failure on an empty buffer). */
const char *buf_string(struct ludus_buffer *buf);
void buf_clear(struct ludus_buffer *buf);
void buf_free(struct ludus_buffer *buf);

/* ---- Structs of programs that may be older or newer, whose first member is their size ---- */

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
