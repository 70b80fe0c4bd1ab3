/* pieces.h - the project's own set of piece drawings. */
#ifndef DRAW_PIECES_H
#define DRAW_PIECES_H

#include <stddef.h>

enum {
    PIECE_GRID = 45, /* side of the square that a piece is drawn in */
    PIECE_LAYERS = 3,
    PIECE_FOOT = 39 /* y of the line that every piece stands on */
};

/* One drawing, as SVG path data on the grid. The same drawing serves both sides: the layers are filled with
 * the side's colour and outlined in black, the rest is drawn in the colour that shows on it. */
struct piece_art {
    const char *name;
    const char *layers[PIECE_LAYERS]; /* back to front, each with its own outline; unused: NULL */
    const char *lines;                /* strokes on them, or "" */
    const char *dots;                 /* filled shapes on them, or "" */
};

/* The drawing called `name`, or NULL if the set has none. */
const struct piece_art *piece_art_find(const char *name, size_t length);

/* Drawing number `index` of the set, or NULL past the last. */
const struct piece_art *piece_art_at(size_t index);

#endif
