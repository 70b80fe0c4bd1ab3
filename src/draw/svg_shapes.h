/* svg_shapes.h - each kind of shape written as SVG elements, each look with its class and colours. */
#ifndef DRAW_SVG_SHAPES_H
#define DRAW_SVG_SHAPES_H

#include "draw/svg_pieces.h"

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
void svg_paint(const struct svg *svg, const struct shape *shape);           /* class, fill, stroke, opacity */
void svg_add_number(struct ludus_buffer *data, char command, double value); /* to path data */
void svg_move_to(struct ludus_buffer *data, char command, double x, double y); /* any command with a point */
void svg_path(const struct svg *svg, struct ludus_buffer *data); /* begins a path; `data` is used up */

/* Each for its kind of shape. */
void svg_write_board(struct svg *svg, const struct shape *shape);
void svg_write_text(struct svg *svg, const struct shape *shape);
void svg_write_die(struct svg *svg, const struct shape *shape);

#endif
