/* layout.c - sets words in lines of a limited length. */
#include "base/text.h"
#include "notation/format.h"

#include <string.h>

void layout_add(struct layout *layout, const char *text, size_t length)
{
    struct ludus_buffer *out = layout->out;
    if (length == 0)
        return;
    if (!layout->begun) {
        layout->begun = true;
        layout->width = 0;
        if (layout->column > 0)
            buf_char(out, ' ');
        layout->word = out->length;
    }
    if (!buf_reserve(out, length))
        return;
    memcpy(out->bytes + out->length, text, length);
    out->length += length;
    layout->width += text_characters(text, length);
}

/* Does a word in the first column need a blank before it? `%` would begin an escaped line, and a bracket that
 * is no result might begin a record. */
static bool needs_indent(const char *word, size_t length)
{
    return word[0] == '%' || (word[0] == '[' && !(length > 1 && (word[1] == '0' || word[1] == '1')));
}

/* Ends the word, already in the line; if it does not fit, the blank before it becomes a line break. */
static inline void set_word(struct layout *layout)
{
    struct ludus_buffer *out = layout->out;
    if (!layout->begun || out->failed)
        return;
    layout->begun = false;
    if (layout->column > 0) {
        layout->column += 1 + layout->width;
        if (!layout_over(layout, layout->column))
            return;
        out->bytes[layout->word - 1] = '\n';
    }
    layout->column = layout->width;
    if (needs_indent(out->bytes + layout->word, out->length - layout->word) && buf_reserve(out, 1)) {
        memmove(out->bytes + layout->word + 1, out->bytes + layout->word, out->length - layout->word);
        out->bytes[layout->word] = ' ';
        out->length++;
        layout->column++;
    }
}

void layout_space(struct layout *layout)
{
    if (layout->glue)
        layout->glue = false;
    else
        set_word(layout);
}

void layout_word(struct layout *layout, const char *text, size_t length)
{
    layout_space(layout);
    layout_add(layout, text, length);
}

void layout_break(struct layout *layout)
{
    layout->glue = false;
    set_word(layout);
    if (layout->column > 0)
        buf_char(layout->out, '\n');
    layout->column = 0;
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
