/* notes.h - marks and arrows that a reader adds: options, and [%csl …] and [%cal …] in comments. */
#ifndef OUT_NOTES_H
#define OUT_NOTES_H

#include "scene.h"

/* "e4", "e4=circle", "e4=circle:red", "e4=cross", "e4=A:blue" (a text of up to three characters). False when
 * it is none for this board. */
bool notes_add_mark(struct scene *scene, const char *text);
/* "e2e4", "e2-e4", "e2e4:green". */
bool notes_add_arrow(struct scene *scene, const char *text);
/* All [%csl …] and [%cal …] of a comment. */
void notes_add_comment(struct scene *scene, const char *text, size_t length);

#endif
