/* layout.c - words set into lines of less than 80 characters. */
#include "record/layout.h"

#include <stdint.h>
#include <string.h>

#include "base/text.h"

enum { LINE_MAX_CHARACTERS = 79, SHORT_TEXT = 8 };

static inline void begin_word(struct layout *layout)
{
    layout->begun = true;
    layout->width = 0;
    if (layout->column > 0) {
        buf_char(layout->out, ' ');
    }
    layout->word = layout->out->length;
}

static inline void add(struct layout *layout, const char *text, size_t length)
{
    struct ludus_buffer *out = layout->out;

    if (length == 0) {
        return;
    }
    if (!layout->begun) {
        begin_word(layout);
    }
    if (!buf_reserve(out, length)) {
        return;
    }
    memcpy(out->bytes + out->length, text, length);
    out->length += length;
    layout->width += text_characters(text, length);
}

void layout_add(struct layout *layout, const char *text, size_t length)
{
    add(layout, text, length);
}

/* In the first column `%` would begin an escaped line, and a bracket that is no result might begin a record.
 */
static bool needs_indent(const char *word, size_t length)
{
    return word[0] == '%' || (word[0] == '[' && !(length > 1 && (word[1] == '0' || word[1] == '1')));
}

static void end_line(struct layout *layout)
{
    if (layout->column > 0) {
        buf_char(layout->out, '\n');
        layout->column = 0;
    }
}

static void indent(struct layout *layout)
{
    struct ludus_buffer *out = layout->out;

    if (buf_reserve(out, 1)) {
        memmove(out->bytes + layout->word + 1, out->bytes + layout->word, out->length - layout->word);
        out->bytes[layout->word] = ' ';
        out->length++;
    }
}

/* The word stands in the line already; if it does not fit, the blank before it becomes a line break. */
static inline void set_word(struct layout *layout)
{
    struct ludus_buffer *out = layout->out;

    if (!layout->begun || out->failed) {
        return;
    }
    layout->begun = false;
    if (layout->column > 0) {
        layout->column += 1 + layout->width;
        if (layout->column <= LINE_MAX_CHARACTERS) {
            return;
        }
        out->bytes[layout->word - 1] = '\n';
    }
    layout->column = layout->width;
    if (needs_indent(out->bytes + layout->word, out->length - layout->word)) {
        indent(layout);
        layout->column++;
    }
}

void layout_space(struct layout *layout)
{
    if (layout->glue) {
        layout->glue = false;
    } else {
        set_word(layout);
    }
}

/* Apart, so that layout_word saves no registers for it. */
static __attribute__((noinline)) void set_and_add(struct layout *layout, const char *text, size_t length)
{
    layout_space(layout);
    add(layout, text, length);
}

/* Copies 1 to 8 bytes, and returns a word of all their bits. */
static inline uint32_t copy_short(char *to, const char *from, size_t length)
{
    uint32_t head = 0, tail = 0;

    if (length >= sizeof head) { /* the two halves, which may overlap */
        memcpy(&head, from, sizeof head);
        memcpy(&tail, from + length - sizeof tail, sizeof tail);
        memcpy(to, &head, sizeof head);
        memcpy(to + length - sizeof tail, &tail, sizeof tail);
        return head | tail;
    }
    char first = from[0], middle = from[length / 2], last = from[length - 1];
    to[0] = first;
    to[length / 2] = middle;
    to[length - 1] = last;
    return (uint32_t)(unsigned char)(first | middle | last);
}

/* Labels and moves, which most of a record is, come here and are nearly always short, ASCII, and not the
 * first of their line. */
void layout_word(struct layout *layout, const char *text, size_t length)
{
    struct ludus_buffer *out = layout->out;
    size_t column = layout->column + 1 + layout->width;
    bool usual = layout->begun && !layout->glue && layout->column > 0 && column <= LINE_MAX_CHARACTERS &&
                 length - 1 < SHORT_TEXT && !out->failed && length + 1 < out->capacity - out->length;

    if (!usual || copy_short(out->bytes + out->length + 1, text, length) & 0x80808080u) {
        set_and_add(layout, text, length);
        return;
    }
    out->bytes[out->length] = ' ';
    layout->column = column;
    layout->word = out->length + 1;
    layout->width = length;
    out->length += length + 1;
}

void layout_glue(struct layout *layout)
{
    layout->glue = true;
}

void layout_break(struct layout *layout)
{
    layout->glue = false;
    set_word(layout);
    end_line(layout);
}

void layout_paragraph(struct layout *layout)
{
    layout_break(layout);
    buf_char(layout->out, '\n');
}

void layout_line(struct layout *layout, char first, const char *text, size_t length)
{
    layout_break(layout);
    buf_char(layout->out, first);
    buf_add(layout->out, text, length);
    buf_char(layout->out, '\n');
}
