/* layout.c - words set into lines of less than 80 characters. */
#include "record/layout.h"

#include <string.h>

#include "base/text.h"

enum { LINE_MAX_CHARACTERS = 79 };

void layout_add(struct layout *layout, const char *text, size_t length)
{
    buf_add(&layout->word, text, length);
}

void layout_text(struct layout *layout, const char *text)
{
    buf_text(&layout->word, text);
}

/* In the first column `%` would begin an escaped line, and a bracket that is no result might begin a record.
 */
static bool needs_indent(const struct ludus_buffer *word)
{
    const char *text = word->bytes;

    return text[0] == '%' || (text[0] == '[' && !(word->length > 1 && (text[1] == '0' || text[1] == '1')));
}

static void end_line(struct layout *layout)
{
    if (layout->column > 0) {
        buf_char(layout->out, '\n');
        layout->column = 0;
    }
}

static void set_word(struct layout *layout)
{
    struct ludus_buffer *word = &layout->word;
    size_t width = text_characters(word->bytes, word->length);

    if (word->length == 0) {
        return;
    }
    if (layout->column > 0 && layout->column + 1 + width > LINE_MAX_CHARACTERS) {
        end_line(layout);
    }
    if (layout->column > 0 || needs_indent(word)) {
        buf_char(layout->out, ' ');
        layout->column++;
    }
    buf_add(layout->out, word->bytes, word->length);
    layout->column += width;
    layout->out->failed |= word->failed;
    buf_clear(word);
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

void layout_free(struct layout *layout)
{
    layout->out->failed |= layout->word.failed;
    buf_free(&layout->word);
}
