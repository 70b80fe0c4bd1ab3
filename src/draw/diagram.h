/* diagram.h - a scene laid out as a drawing. */
#ifndef DRAW_DIAGRAM_H
#define DRAW_DIAGRAM_H

#include "draw/svg.h"

/* Draws one scene with its upper left corner at x, y, and returns its size; the drawing becomes as large. */
struct point diagram_lay_out(struct drawing *drawing, const struct scene *scene, double x, double y);

/* The size of a text that is usually so large: that of all texts where it is given, but at most `most`. */
static inline double diagram_text_size(const struct drawing *drawing, double usual, double most)
{
    return !(drawing->text > 0) ? usual : drawing->text < most ? drawing->text : most;
}

/* Where the middle of a square lies in the board, whose corner is 0, 0. */
struct point diagram_centre(const struct scene *scene, bool flip, unsigned square);

/* Draws what stands on the board. */
typedef void diagram_pieces(struct drawing *drawing, const void *context);

/* Draws an animation: the board of the first scene with its pieces, then what stands beside and below it in
 * each, a group of class "PREFIXturn0", "PREFIXturn1" … of which one is seen at a time. */
void diagram_lay_out_frames(struct drawing *drawing, const struct scene *const *scenes, size_t count,
                            diagram_pieces *pieces, const void *context);

/* Draws the board of drawing->scene: with its pieces and what happened in the turn, or what `pieces` draws.
 */
void board_draw(struct drawing *drawing, diagram_pieces *pieces, const void *context);

#endif
