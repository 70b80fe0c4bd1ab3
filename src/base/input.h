/* input.h - bytes of a file or pipe, cut into records.
 *
 * A line that begins with `[Name "` and follows a blank line begins a record, wherever it stands: recovery,
 * threads and splitting rely on that one rule. Memory holds one record and a block of the file. */
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
    size_t line;   /* number of its first line, from 1 */
    size_t offset; /* of its first byte in the text as read (unpacked, converted) */
    size_t stray;  /* place of the first byte of the file that is no UTF-8 although others were, if it is in
                      this  record, else INPUT_NO_STRAY; it and all such bytes are read as Windows-1252 */
    bool latin1;   /* was converted from Latin-1 / Windows-1252 */
};

struct input *input_open(const char *path);                   /* "-": standard input; NULL: see errno */
struct input *input_fd(int fd, const char *name, bool owned); /* the same; closes `fd` only if `owned` */
/* Reads from memory, which the caller keeps until the input is closed. NULL without memory. */
struct input *input_bytes(const char *bytes, size_t length, const char *name);
/* Takes a source over, which is closed even when this fails. NULL without memory. */
struct source;
struct input *input_source(struct source *source, const char *name);
/* The next record; false at the end or on error. Valid until the next call. */
bool input_next(struct input *input, struct input_chunk *chunk);
/* errno of a failed read (EBADMSG: compressed data is damaged or cut short), else 0. */
int input_error(const struct input *input);
const char *input_name(const struct input *input);
void input_close(struct input *input);

#endif
