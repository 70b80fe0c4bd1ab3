/* input.h - bytes of a file or pipe, cut into records.
 *
 * A line that begins with `[Name "` and follows a blank line begins a record, wherever it stands: recovery,
 * threads and splitting rely on that one rule. Memory holds one record, within a limit, and a block of the
 * file. */
#ifndef BASE_INPUT_H
#define BASE_INPUT_H

#include <stdbool.h>
#include <stddef.h>

struct input;

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
    char *text; /* owned, to be freed */
    size_t capacity;
    struct input_chunk chunk;
};

struct input *input_open(const char *path);                   /* "-": standard input; NULL: see errno */
struct input *input_fd(int fd, const char *name, bool owned); /* the same; closes `fd` only if `owned` */
/* Reads from memory, which the caller keeps until the input is closed. NULL without memory. */
struct input *input_bytes(const char *bytes, size_t length, const char *name);
/* Takes a source over, which is closed even when this fails. NULL without memory. */
struct source;
struct input *input_source(struct source *source, const char *name);
/* What is read is part of a file: its name, line and offset. Before anything is read. False without memory.
 */
struct ludus_origin;
bool input_origin(struct input *input, const struct ludus_origin *origin);
/* A record may have so many MiB, 64 unless this says otherwise, and packed data a window of as much. */
void input_limit(struct input *input, unsigned mib);
/* The next record; false at the end or on error. Valid until the next call. */
bool input_next(struct input *input, struct input_chunk *chunk);
/* The next records, as many as make `least` bytes, copied. */
bool input_take(struct input *input, size_t least, struct input_piece *piece);
/* An input of nothing, which reads pieces that are lent to it, one after the other; `name` is what they come
 * from. NULL without memory. */
struct input *input_pieces(const char *name);
/* Reads `piece`, which is the input's to the next call, from its beginning. */
void input_lend(struct input *input, struct input_piece *piece);
/* errno of a failed read, as of source_error, else 0. */
int input_error(const struct input *input);
const char *input_name(const struct input *input);
void input_close(struct input *input);

#endif
