/* svg_pieces.h - the piece drawings that an SVG document defines once and uses many times. */
#ifndef DRAW_SVG_PIECES_H
#define DRAW_SVG_PIECES_H

#include "draw/diagram.h"
#include "draw/piece_set.h"

/* Writes the id, without prefix, of a piece's drawing: its image, "white-image" for an own drawing of one
 * side, or "letter-X". */
void piece_id(const struct piece_set *set, const struct scene_piece *piece, char out[PIECE_ID_SIZE]);

/* Writes <g> elements for every drawing that the shapes use, each once, with `prefix` before its id. False
 * without memory. */
bool piece_defs(struct xml_writer *writer, const struct piece_set *set, const struct drawing *drawing,
                const char *prefix);

#endif
