/* layout.h - sets words in lines of less than 80 characters. */
#ifndef NOTATION_LAYOUT_H
#define NOTATION_LAYOUT_H

#include "base/buf.h"

/* All zero except `out` is the beginning of a line. Nothing else may write to `out` before a layout_break.
 * `out` remembers a failure. */
struct layout {
    struct ludus_buffer *out;
    size_t word;   /* place in `out` of the unfinished word, after its blank */
    size_t width;  /* characters of that word */
    bool begun;    /* there is such a word */
    bool glue;     /* the next text belongs to the word, even after a layout_space; may be set */
    size_t column; /* characters of the line before that blank */
};

/* Adds text to the word. */
void layout_add(struct layout *layout, const char *text, size_t length);
static inline void layout_text(struct layout *layout, const char *text)
{
    layout_add(layout, text, strlen(text));
}
/* Ends the word: it is set after a blank, or in the next line if it does not fit. */
void layout_space(struct layout *layout);
/* Ends the word, and begins another with this text. */
void layout_word(struct layout *layout, const char *text, size_t length);
/* Ends the word and the line that it is in. */
void layout_break(struct layout *layout);
/* Ends the word and the line, and leaves a line empty. */
void layout_paragraph(struct layout *layout);
/* Writes a line of its own, from the first column: `first`, then the text. */
void layout_line(struct layout *layout, char first, const char *text, size_t length);

enum { LAYOUT_LINE = 79, LAYOUT_SHORT = 8 }; /* characters in a line; bytes of a short word */

/* layout_word for ASCII text in an array of LAYOUT_SHORT bytes or more. It is fast for short words that
 * follow another in a line with room, as most do. */
static inline void layout_short(struct layout *layout, const char *text, size_t length)
{
    struct ludus_buffer *out = layout->out;
    size_t column = layout->column + 1 + layout->width;
    if (length > LAYOUT_SHORT || !layout->begun || layout->glue || layout->column == 0 ||
        column > LAYOUT_LINE || !buf_reserve(out, 1 + LAYOUT_SHORT)) {
        layout_word(layout, text, length);
        return;
    }
    out->bytes[out->length] = ' ';
    memcpy(out->bytes + out->length + 1, text, LAYOUT_SHORT);
    layout->column = column;
    layout->word = out->length + 1;
    layout->width = length;
    out->length = layout->word + length;
}

#endif
