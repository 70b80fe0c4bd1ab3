/* input.h - reads the bytes of a file, pipe or piece of memory, and splits them into records.
 *
 * A line that begins with `[Name "` and follows a blank line begins a record, wherever it is: recovery,
 * threads and splitting rely on this rule alone. Memory holds one record, within a limit, and a block of the
 * file. */
#ifndef BASE_INPUT_H
#define BASE_INPUT_H

#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>

/* ---- Bytes, unpacked from gzip and zstd ---- */

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

/* ---- Records ---- */

struct input;

enum { INPUT_MIB = 64 }; /* default limit for a record */

/* One record of the file, converted to UTF-8, with a NUL after its last byte. */
struct input_chunk {
    const char *text;
    size_t length;
    size_t line;    /* number of its first line, from 1 */
    size_t column;  /* characters of that line before it */
    size_t offset;  /* of its first byte in the text as read (unpacked, converted) */
    size_t stray;   /* place, from 1, of the file's first byte that is no UTF-8 although others were, if it is
                       in this record, else 0; all such bytes are read as Windows-1252 */
    bool altered;   /* the file has other bytes here: they were converted, or something outside the records
                       (blank lines, a byte order mark) was skipped before them */
    unsigned large; /* limit in MiB that the record exceeds: it is left out, and the text is empty; else 0 */
    unsigned most;  /* limit in MiB for a record in it; 0: none */
};

/* Consecutive records with a copy of their text, so that another thread can read them. All zero at first. */
struct ludus_piece {
    struct ludus_buffer text; /* owned */
    struct input_chunk chunk; /* its text is in the buffer */
    bool follows;             /* for struct ludus_game */
};

/* Takes ownership of a source, also when this fails. `most` is the limit in MiB for a record; the source
 * begins at `line` and `offset` of its file, 1 and 0 for a whole file. NULL without memory, or if the source
 * is NULL. */
struct input *input_new(struct source *source, unsigned most, size_t line, size_t offset);
/* Sets the limit in MiB for a record, and for the window of packed data. */
void input_limit(struct input *input, unsigned mib);
/* Reads the next records, until they have `least` bytes: one record for 1. False at the end or on error.
 * `*chunk` is valid until the next call. */
bool input_next(struct input *input, size_t least, struct input_chunk *chunk);
/* Makes the input read `piece` instead of its source, from its beginning, and use it until the next call. */
void input_lend(struct input *input, struct ludus_piece *piece);
/* Returns the errno of a failed read, as source_error does, else 0. */
int input_error(const struct input *input);
void input_close(struct input *input);

#endif
