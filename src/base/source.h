/* source.h - the bytes of a file, pipe or piece of memory; gzip and zstd are unpacked on the way. */
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

struct source;

/* "-" is standard input. NULL when it cannot be opened or is a directory: see errno. */
struct source *source_open(const char *path);
/* Reads from a descriptor, which is closed with the source only if `owned` (also when this fails). */
struct source *source_fd(int fd, bool owned);
/* Reads from memory, which the caller keeps until the source is closed. */
struct source *source_bytes(const char *bytes, size_t length);

/* What a packed file makes the reader hold stays within so many MiB, 64 unless this says otherwise, and never
 * fewer than 8. Before anything is read. */
void source_limit(struct source *source, unsigned mib);

/* Up to `capacity` unpacked bytes. Returns how many; 0 at the end or after a failure (see source_error).
 * Interrupted and would-block reads are tried again. */
size_t source_read(struct source *source, char *out, size_t capacity);

/* Unpacked bytes that come next, without taking them: `*bytes` points to them until the next call. Returns
 * how many there are: `wanted` if there are as many, or more where they are at hand. */
size_t source_peek(struct source *source, size_t wanted, const char **bytes);

/* errno of the failure, else 0. EBADMSG: the compressed data is damaged or cut short.
 * ENOTSUP: the data is compressed in a way that is not unpacked. EFBIG: it needs a larger window. */
int source_error(const struct source *source);
void source_close(struct source *source);

#endif
