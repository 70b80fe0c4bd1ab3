/* svg_pieces.h - the piece drawings that an SVG document defines once and uses many times. */
#ifndef OUT_SVG_PIECES_H
#define OUT_SVG_PIECES_H

#include "diagram.h"
#include "xml.h"

enum { PIECE_ID_SIZE = 96 };

/* An own piece set read from SVG, or none. */
struct piece_set {
    xmlDocPtr document;    /* owned; NULL for the built-in set alone */
    xmlHashTablePtr by_id; /* owned; elements of it */
};

/* Reads options->pieces. False, with a reason, when it is no SVG. */
bool piece_set_open(struct piece_set *set, const struct ludus_drawing_options *options, char *reason,
                    size_t size);
void piece_set_close(struct piece_set *set);

/* Writes the id, without prefix, of a piece's drawing: its image, "white-image" for an own drawing of one
 * side, or "letter-X". */
void piece_id(const struct piece_set *set, const struct scene_piece *piece, char out[PIECE_ID_SIZE]);

/* Writes <g> elements for every drawing that the shapes use, each once, with `prefix` before its id. */
void piece_defs(xmlTextWriterPtr writer, const struct piece_set *set, const struct drawing *drawing,
                const char *prefix);

#endif
