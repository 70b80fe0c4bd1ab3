/* input.h - splits the bytes of a file or pipe into records.
 *
 * A line that begins with `[Name "` and follows a blank line begins a record, wherever it is: recovery,
 * threads and splitting rely on this rule alone. Memory holds one record, within a limit, and a block of the
 * file. */
#ifndef BASE_INPUT_H
#define BASE_INPUT_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>

struct input;

enum { INPUT_MIB = 64 }; /* default limit for a record */

#define INPUT_NO_STRAY ((size_t)-1)

/* One record of the file, converted to UTF-8, with a NUL after its last byte. */
struct input_chunk {
    const char *text;
    size_t length;
    size_t line;    /* number of its first line, from 1 */
    size_t column;  /* characters of that line before it */
    size_t offset;  /* of its first byte in the text as read (unpacked, converted) */
    size_t stray;   /* place of the file's first byte that is no UTF-8 although others were, if it is in this
                       record, else INPUT_NO_STRAY; all such bytes are read as Windows-1252 */
    bool altered;   /* the file has other bytes here: they were converted, or something outside the records
                       (blank lines, a byte order mark) was skipped before them */
    unsigned large; /* limit in MiB that the record exceeds: it is left out, and the text is empty; else 0 */
    unsigned most;  /* limit in MiB for a record in it; 0: none */
};

/* Consecutive records with a copy of their text, so that another thread can read them. All zero at first. */
struct input_piece {
    struct ludus_buffer text; /* owned */
    struct input_chunk chunk; /* its text is in the buffer */
};

struct source;
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
void input_lend(struct input *input, struct input_piece *piece);
/* Returns the errno of a failed read, as source_error does, else 0. */
int input_error(const struct input *input);
void input_close(struct input *input);

#endif
