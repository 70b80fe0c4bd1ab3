/* svg.h - a drawing written as SVG. */
#ifndef DRAW_SVG_H
#define DRAW_SVG_H

#include "base/buf.h"
#include "draw/diagram.h"

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

#endif
