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

/* Short words one behind the other: a layout as values, while nothing else writes to it. */
struct layout_run {
    char *word;           /* the last one, a blank before it */
    size_t width, column; /* as in the layout */
};

enum { LAYOUT_LINE = 79, LAYOUT_SHORT = 8 }; /* characters in a line; bytes of a short word */

/* Begins a run of `words` at the most. False when the word before it is not in the midst of a line, or
 * without memory. */
bool layout_run_begin(struct layout *layout, struct layout_run *run, size_t words);
void layout_run_end(struct layout *layout, const struct layout_run *run);

/* Where the next word goes: there is room for LAYOUT_SHORT bytes and as many more. */
static inline char *layout_run_next(const struct layout_run *run)
{
    return run->word + run->width + 1;
}

/* Takes the word of ASCII that stands there now, of `length` bytes. The word before it is set: if it does not
 * fit, the blank before it becomes a line break. */
static inline void layout_run_word(struct layout_run *run, size_t length)
{
    size_t column = run->column + 1 + run->width;
    bool fits = column <= LAYOUT_LINE;
    run->word[-1] = fits ? ' ' : '\n';
    run->column = fits ? column : run->width;
    run->word = layout_run_next(run);
    run->width = length;
}

#endif
