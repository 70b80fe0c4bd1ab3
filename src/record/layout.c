/* layout.c - words set into lines of less than 80 characters. */
#include "record/layout.h"

#include <string.h>

#include "base/text.h"

enum { LINE_MAX_CHARACTERS = 79 };

void layout_add(struct layout *layout, const char *text, size_t length)
{
    if (!layout->begun && length > 0) {
        layout->begun = true;
        if (layout->column > 0) {
            buf_char(layout->out, ' ');
        }
        layout->word = layout->out->length;
    }
    buf_add(layout->out, text, length);
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
static void set_word(struct layout *layout)
{
    struct ludus_buffer *out = layout->out;

    if (!layout->begun || out->failed) {
        return;
    }
    const char *word = out->bytes + layout->word;
    size_t length = out->length - layout->word, width = text_characters(word, length);
    layout->begun = false;
    if (layout->column > 0 && layout->column + 1 + width > LINE_MAX_CHARACTERS) {
        out->bytes[layout->word - 1] = '\n';
        layout->column = 0;
    }
    if (layout->column > 0) {
        layout->column++;
    } else if (needs_indent(word, length)) {
        indent(layout);
        layout->column++;
    }
    layout->column += width;
}

void layout_space(struct layout *layout)
{
    if (layout->glue) {
        layout->glue = false;
    } else {
        set_word(layout);
    }
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
