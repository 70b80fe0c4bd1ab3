/* source.h - reads the bytes of a file, pipe or piece of memory, and unpacks gzip and zstd. */
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

struct source;

/* Opens a file; "-" is standard input. NULL if it cannot be opened or is a directory: see errno. */
struct source *source_open(const char *path);
/* Reads from a descriptor, which is closed with the source only if `owned` (also when this fails). */
struct source *source_fd(int fd, bool owned);
/* Reads from memory, which the caller keeps until the source is closed. */
struct source *source_bytes(const char *bytes, size_t length);

/* Limits the window of packed data, in MiB: 64 by default, at least 8. Call it before the first read. */
void source_limit(struct source *source, unsigned mib);

/* Reads up to `capacity` unpacked bytes. Returns their number; 0 at the end or after a failure (see
 * source_error). Interrupted and would-block reads are tried again. */
size_t source_read(struct source *source, char *out, size_t capacity);

/* Looks at the next unpacked bytes without reading them: `*bytes` is valid until the next call. Returns their
 * number: at least `wanted`, or all up to the end. */
size_t source_peek(struct source *source, size_t wanted, const char **bytes);

/* Returns the errno of the failure, else 0. EBADMSG: the compressed data is damaged or truncated. ENOTSUP:
 * the compression is not supported. EFBIG: it needs a larger window. */
int source_error(const struct source *source);
void source_close(struct source *source);

#endif
