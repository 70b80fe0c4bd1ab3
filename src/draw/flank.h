/* flank.h - which men flanked or surrounded what a turn took. */
#ifndef DRAW_FLANK_H
#define DRAW_FLANK_H

#include "draw/scene.h"

/* Is handed two squares that a line shall join. */
typedef void flank_fn(void *context, unsigned from, unsigned to);

/* Did the step take an enemy on that square? */
bool flank_took(const struct scene *scene, const struct scene_step *step, unsigned square);
/* The lines between the flankers of the scene's turn; between men that were surrounded, and those around
 * them, where no two flankers have taken them. */
void flank_each(const struct scene *scene, flank_fn *join, void *context);

#endif
