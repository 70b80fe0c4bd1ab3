/* layout.h - words set into lines of less than 80 characters. */
#ifndef RECORD_LAYOUT_H
#define RECORD_LAYOUT_H

#include "base/buf.h"

/* All zero but `out`: at the beginning of a line. Nothing else writes to `out` before a layout_break. A
 * failure is remembered by `out`. */
struct layout {
    struct ludus_buffer *out;
    size_t word;   /* where in `out` the word begins that is being put together, after its blank, */
    size_t width;  /* and its characters */
    bool begun;    /* there is one */
    bool glue;     /* the next layout_space is none */
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
/* What comes next belongs to the word, even after a layout_space. */
void layout_glue(struct layout *layout);
/* Ends the word and the line that it is in. */
void layout_break(struct layout *layout);
/* Ends the word and the line, and leaves a line empty. */
void layout_paragraph(struct layout *layout);
/* A line of its own, from the first column: `first`, then the text. */
void layout_line(struct layout *layout, char first, const char *text, size_t length);

#endif
