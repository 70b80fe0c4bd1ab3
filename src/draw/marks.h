/* marks.h - marks and arrows that a reader adds: options, and [%csl …] and [%cal …] in comments. */
#ifndef DRAW_MARKS_H
#define DRAW_MARKS_H

#include "draw/scene.h"
#include "draw/turn_text.h"

/* "e4", "e4=circle", "e4=circle:red", "e4=cross", "e4=A:blue" (a text of up to three characters). False when
 * it is none for this board; `reason` says why. */
bool marks_add(struct scene *scene, const char *text, char *reason, size_t size);
/* "e2e4", "e2-e4", "e2e4:green". */
bool marks_add_arrow(struct scene *scene, const char *text, char *reason, size_t size);
/* All [%csl …] and [%cal …] of a turn's comments. */
void marks_add_comments(struct scene *scene, struct turn_comments comments);

#endif
