/* theme.h - CSS classes and colours of the looks. */
#ifndef DRAW_THEME_H
#define DRAW_THEME_H

#include "base/buf.h"
#include "draw/diagram.h"

/* Presentation attributes; NULL leaves one out. */
struct paint {
    const char *fill, *stroke, *width, *opacity;
};

/* Class of its elements, as "ludus-light"; a constant, or NULL where it has none. */
const char *theme_class(enum look look);
/* How it is painted where no style says otherwise; a constant. */
const struct paint *theme_paint(enum ludus_theme theme, enum look look);

/* A colour that a reader named ("green", "G", "#0a0"), or NULL if it is none; `*dash` is how its strokes are
 * broken in a drawing without colours, or NULL. */
const char *theme_colour(const char *name, const char **dash);
/* Is a colour that theme_colour returned hard to see on white? */
bool theme_is_light(const char *colour);
/* Appends what a reader may name: "green, red, …, #rrggbb". */
void theme_colour_names(struct ludus_buffer *out);

#define FACE_NAMES "Georgia,'DejaVu Serif','Times New Roman',serif"

/* Bytes of the character at the beginning of `text`, at least 1. */
unsigned face_step(const char *text);
/* Does the text begin with a piece in place of a character (SCENE_FIGURINE)? */
bool face_is_figurine(const char *text);
/* How far the character at the beginning of `text` leads. */
double face_advance(const char *text, double size);
/* The width of a whole text. */
double face_width(const char *text, double size);
/* Bytes of `text` that fit on a line: up to a blank if there is one, else behind a slash as between the ranks
 * of a FEN, else as many characters as go. */
size_t face_fit(const char *text, double size, double width);
/* Takes the next line of `*text` into `line`, which is cleared first, and the blanks behind it. Of the `last`
 * line so much is left out that a sign of the rest fits on it, if there is a rest. */
void face_take_line(struct ludus_buffer *line, const char **text, double size, double width, bool last);

#endif
