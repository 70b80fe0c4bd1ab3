/* piece_set.h - a reader's own piece drawings, read from SVG and freed of what could run or fetch. */
#ifndef DRAW_PIECE_SET_H
#define DRAW_PIECE_SET_H

#include "draw/scene.h"
#include "formats/xml.h"

enum { PIECE_ID_SIZE = 96 };

/* An own piece set, or none. */
struct piece_set {
    xmlDocPtr document;    /* owned; NULL for the built-in set alone */
    xmlHashTablePtr by_id; /* owned; elements of it */
};

/* Elements of a set that others refer to: gradients, clip paths, parts. All zero is an empty list. */
struct piece_parts {
    xmlNodePtr *nodes; /* owned; of the set */
    size_t count, capacity;
    bool failed; /* memory ran out */
};

/* Reads options->pieces. False, with a reason, when it is no SVG. */
bool piece_set_open(struct piece_set *set, const struct ludus_drawing_options *options, char *reason,
                    size_t size);
void piece_set_close(struct piece_set *set);

/* Is it of use? Not when no element has the name of a piece, of the built-in set or of `kinds`, as its id, or
 * when such an element refers to another that is not there; `reason` says so. */
bool piece_set_check(const struct piece_set *set, const struct scene_piece kinds[SCENE_KINDS], char *reason,
                     size_t size);

/* The element with this id, or NULL. */
xmlNodePtr piece_set_find(const struct piece_set *set, const char *id);

/* Writes an element as the drawing of a piece: without ids, and what it refers to has `prefix` before its id
 * and is added to `parts`. */
void piece_set_write(struct xml_writer *writer, const struct piece_set *set, xmlNodePtr node,
                     const char *prefix, struct piece_parts *parts);
/* Writes the parts, and those that they refer to in turn, and frees the list. False when memory has run out,
 * here or before. */
bool piece_set_write_parts(struct xml_writer *writer, const struct piece_set *set, const char *prefix,
                           struct piece_parts *parts);

#endif
