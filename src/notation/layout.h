/* layout.h - words set into lines of less than 80 characters. */
#ifndef NOTATION_LAYOUT_H
#define NOTATION_LAYOUT_H

#include "base/buf.h"

/* All zero but `out`: at the beginning of a line. Nothing else writes to `out` before a layout_break. A
 * failure is remembered by `out`. */
struct layout {
    struct ludus_buffer *out;
    size_t word;   /* where in `out` the word begins that is being put together, after its blank, */
    size_t width;  /* and its characters */
    bool begun;    /* there is one */
    bool glue;     /* what comes next belongs to the word, even after a layout_space; may be set */
    size_t column; /* characters in the line before that blank */
};

/* Adds to the word. */
void layout_add(struct layout *layout, const char *text, size_t length);
static inline void layout_text(struct layout *layout, const char *text)
{
    layout_add(layout, text, strlen(text));
}
/* Ends the word: it is set after a blank, or in the next line if it does not fit. */
void layout_space(struct layout *layout);
/* The two: ends the word, and begins another. */
void layout_word(struct layout *layout, const char *text, size_t length);
/* Ends the word and the line that it is in. */
void layout_break(struct layout *layout);
/* Ends the word and the line, and leaves a line empty. */
void layout_paragraph(struct layout *layout);
/* A line of its own, from the first column: `first`, then the text. */
void layout_line(struct layout *layout, char first, const char *text, size_t length);

enum { LAYOUT_LINE = 79, LAYOUT_SHORT = 8 }; /* characters in a line; bytes of a short word */

/* layout_word for ASCII that stands in an array of LAYOUT_SHORT bytes or more. Most words are no longer, and
 * follow another that has room in its line. */
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
