/* draw.h - from a laid out drawing of a game to its SVG document. */
#ifndef DRAW_DRAW_H
#define DRAW_DRAW_H

#include "draw/svg.h"

/* The options, or if there are none the usual ones. */
struct ludus_drawing_options draw_options(const struct ludus_drawing_options *options);

/* Can a drawing be made as the options say? If not, writes the reason. */
bool draw_check_options(const struct ludus_drawing_options *options, char *reason, size_t size);

/* Appends the SVG of scenes of a game, with its title and record besides what `document` says; fails as
 * svg_write does. */
bool draw_document(struct svg_document document, struct ludus_game *game, const struct scene *first,
                   const struct scene *last, struct ludus_buffer *out, char *reason, size_t size);

#endif
