/* buf.h - growing bytes for output. A failure is remembered, so that callers check once at the end. */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* All zero is an empty buffer. This is what ludus.h calls struct ludus_buffer. */
struct ludus_buffer {
    char *bytes; /* owned */
    size_t length, capacity;
    bool failed; /* memory ran out; `bytes` holds what came before */
};

/* Makes room for `more` bytes and a NUL; false (and buf->failed) when there is none. */
bool buf_grow(struct ludus_buffer *buf, size_t more);

static inline bool buf_reserve(struct ludus_buffer *buf, size_t more)
{
    return more < buf->capacity - buf->length || buf_grow(buf, more);
}

static inline void buf_add(struct ludus_buffer *buf, const char *bytes, size_t length)
{
    if (length && buf_reserve(buf, length)) {
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

void buf_number(struct ludus_buffer *buf, size_t number); /* in decimal */
void buf_format(struct ludus_buffer *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The text as a string of JSON, quotes included; bytes that are no UTF-8 become U+FFFD. Of the signs in
 * `coded`, which are ASCII, the codes are written, as of control characters; else a line break is \n, a tab
 * \t. */
void buf_json(struct ludus_buffer *buf, const char *text, size_t length, const char *coded);
/* Writes a reason why something cannot be done, and returns false. */
bool refuse(char *reason, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* NUL-terminates without counting the NUL, and returns the text ("" after a failure on an empty buffer). */
const char *buf_string(struct ludus_buffer *buf);
void buf_clear(struct ludus_buffer *buf);
void buf_free(struct ludus_buffer *buf);

#endif
