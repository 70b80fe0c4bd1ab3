/* svg.h - a drawing written as SVG. */
#ifndef DRAW_SVG_H
#define DRAW_SVG_H

#include "draw/diagram.h"
#include "formats/xml.h"

#include <stddef.h>

/* ---- A reader's own piece drawings, read from SVG and freed of what could run or fetch ---- */

enum { PIECE_ID_SIZE = 96 };

/* An own piece set, or none. */
struct piece_set {
    xmlDocPtr document;    /* owned; NULL for the built-in set alone */
    xmlHashTablePtr by_id; /* owned; elements of it */
};

/* Reads options->pieces. False, with a reason, when it is no SVG. */
bool piece_set_open(struct piece_set *set, const struct ludus_drawing_options *options, char *reason,
                    size_t size);
void piece_set_close(struct piece_set *set);

/* Is it of use? Not when no element has the name of a piece, of the built-in set or of `kinds`, as its id, or
 * when such an element refers to another that is not there; `reason` says so. */
bool piece_set_check(const struct piece_set *set, const struct scene_piece kinds[SCENE_KINDS], char *reason,
                     size_t size);

/* Namespace of the record in the metadata. */
#define SVG_RECORD "urn:ludus:drawing:1"

/* How wide a drawing shall be that is `width` board units wide; in options->unit if that is given, else in
 * px.
 */
double svg_width(const struct ludus_drawing_options *options, double width);

/* What an SVG document holds besides the shapes. */
struct svg_document {
    const struct drawing *drawing;
    const struct ludus_drawing_options *options;
    const char *title, *description; /* for those who cannot see it */
    const char *style;               /* CSS, or NULL */
    const struct scene_piece *kinds; /* of the game, SCENE_KINDS of them, or NULL */
    struct ludus_text record;        /* rides along in the metadata; `text` NULL: none */
    /* Begins the ids of title and description in a drawing that is part of a page: without XML declaration
     * and size, and without definitions, which svg_write_definitions gives once for all. NULL for a document.
     */
    const char *fragment;
};

/* Appends the document. False without memory, or when the own piece set cannot be read; `reason` says which.
 */
bool svg_write(const struct svg_document *document, struct ludus_buffer *out, char *reason, size_t size);

/* Appends an invisible <svg> that defines every piece among the shapes; fails as svg_write does. */
bool svg_write_definitions(const struct drawing *pieces, const struct ludus_drawing_options *options,
                           struct ludus_buffer *out, char *reason, size_t size);

enum { SVG_ID_SIZE = 192 };

/* The id that a drawing with these options defines for a piece. */
void svg_piece_id(const struct ludus_drawing_options *options, const struct ludus_ruleset *ruleset,
                  unsigned kind, unsigned side, char out[SVG_ID_SIZE]);

/* Writes the id, without prefix, of a piece's drawing: its image, "white-image" for an own drawing of one
 * side, or "letter-X". */
void piece_id(const struct piece_set *set, const struct scene_piece *piece, char out[PIECE_ID_SIZE]);

enum {
    PIECE_GRID = 45, /* side of the square that a piece is drawn in */
    PIECE_LAYERS = 3
};

/* One drawing, as SVG path data on the grid. The same drawing serves both sides: the layers are filled with
 * the side's colour and outlined in black, the rest is drawn in the colour that shows on it. */
struct piece_art {
    const char *name;
    const char *layers[PIECE_LAYERS]; /* back to front, each with its own outline; unused: NULL */
    const char *lines;                /* strokes on them, or "" */
    const char *dots;                 /* filled shapes on them, or "" */
};

/* The project's own set, from pieces.svg; ends with a NULL name. */
extern const struct piece_art piece_art[];

/* The drawing of it that is called `name`, or NULL. */
const struct piece_art *piece_art_find(const char *name);

/* ---- Inside ---- */

/* A document being written. */
struct svg {
    struct xml_writer *writer;
    const struct ludus_drawing_options *options;
    const char *prefix; /* of the ids of pieces */
    const char *labels; /* of the ids of title and description */
    struct piece_set set;
    struct ludus_buffer data; /* owned: a path, or another attribute that is made of numbers */
    bool in_side;             /* inside a group of one side's pieces */
    bool in_halo;             /* what is written is the white line around a shape */
    bool failed;              /* memory ran out */
};

/* Defines every piece among the shapes, which are a use of it each. */
void piece_set_define(struct svg *svg, const struct drawing *drawing);

#endif
