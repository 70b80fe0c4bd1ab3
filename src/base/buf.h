/* buf.h - a growing buffer for output. A failure is remembered, so that callers check once at the end. */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

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

#endif
