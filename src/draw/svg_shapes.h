/* svg_shapes.h - each kind of shape written as SVG elements, each look with its class and colours. */
#ifndef DRAW_SVG_SHAPES_H
#define DRAW_SVG_SHAPES_H

#include "draw/svg.h"

/* A document being written. */
struct svg {
    struct xml_writer *writer;
    const struct ludus_drawing_options *options;
    const char *prefix; /* of the ids of pieces */
    const char *labels; /* of the ids of title and description */
    struct piece_set set;
    bool in_side; /* inside a group of one side's pieces */
    bool in_halo; /* what is written is the white line around a shape */
    bool failed;  /* memory ran out */
};

/* Writes a shape of any kind. */
void svg_write_shape(struct svg *svg, const struct shape *shape);

/* What the writers of shapes share. */
void svg_move_to(struct ludus_buffer *data, char command, double x, double y); /* any command with a point */

#endif
