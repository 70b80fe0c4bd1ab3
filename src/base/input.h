/* input.h - bytes of a file or pipe, cut into records.
 *
 * A line that begins with `[Name "` and follows a blank line begins a record, wherever it stands: recovery,
 * threads and splitting rely on that one rule. Memory holds one record, within a limit, and a block of the
 * file. */
#ifndef BASE_INPUT_H
#define BASE_INPUT_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>

struct input;

enum { INPUT_MIB = 64 }; /* that a record may have, unless something else is said */

#define INPUT_NO_STRAY ((size_t)-1)

/* One record as it stands in the file, converted to UTF-8, with a NUL after its last byte. */
struct input_chunk {
    const char *text;
    size_t length;
    size_t line;    /* number of its first line, from 1 */
    size_t column;  /* characters of that line before it */
    size_t offset;  /* of its first byte in the text as read (unpacked, converted) */
    size_t stray;   /* place of the first byte of the file that is no UTF-8 although others were, if it is in
                       this  record, else INPUT_NO_STRAY; it and all such bytes are read as Windows-1252 */
    bool altered;   /* other bytes than these stand there in the file: it was converted, or something that
                       belongs to no record (blank lines, a byte order mark) came before it */
    unsigned large; /* MiB that the record exceeds: it is left out, and the text is empty; else 0 */
    unsigned most;  /* MiB that a record in it may take; 0: any number */
};

/* Some records in a row, with a copy of their text, so that another thread can read them. All zero at first.
 */
struct input_piece {
    struct ludus_buffer text; /* owned */
    struct input_chunk chunk; /* its text is that of the buffer */
};

struct source;
/* Takes a source over, which is closed even when this fails. A record may have so many MiB; what is read
 * begins at this line and offset of its file, 1 and 0 if it is the whole. NULL without memory, or where the
 * source is NULL. */
struct input *input_new(struct source *source, unsigned most, size_t line, size_t offset);
/* A record may have so many MiB from here on, and packed data a window of as much. */
void input_limit(struct input *input, unsigned mib);
/* The next records, as many as make `least` bytes: one for 1. False at the end or on error. Valid until the
 * next call. */
bool input_next(struct input *input, size_t least, struct input_chunk *chunk);
/* Reads `piece` in the place of the source, from its beginning; it is the input's to the next call. */
void input_lend(struct input *input, struct input_piece *piece);
/* errno of a failed read, as of source_error, else 0. */
int input_error(const struct input *input);
void input_close(struct input *input);

#endif
