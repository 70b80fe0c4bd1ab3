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

#endif
