/* face.h - how wide texts are in the faces that drawings name.
 *
 * Lengths are in units of the drawing, those of a text at `size`. A character of ASCII is taken for as wide
 * as it is in the widest of the faces, so that no text is longer than it is taken for; others roughly. */
#ifndef DRAW_FACE_H
#define DRAW_FACE_H

#include "base/buf.h"

#define FACE_NAMES "Georgia,'DejaVu Serif','Times New Roman',serif"

/* Bytes of the character at the beginning of `text`, at least 1. */
unsigned face_step(const char *text);
/* Does the text begin with a piece in place of a character (SCENE_FIGURINE)? */
bool face_is_figurine(const char *text);
/* How far the character at the beginning of `text` leads. */
double face_advance(const char *text, double size);
/* The width of a whole text. */
double face_width(const char *text, double size);
/* Bytes of `text` that fit on a line: up to a blank if there is one, else behind a slash as between the ranks
 * of a FEN, else as many characters as go. */
size_t face_fit(const char *text, double size, double width);
/* Takes the next line of `*text` into `line`, which is cleared first, and the blanks behind it. Of the `last`
 * line so much is left out that a sign of the rest fits on it, if there is a rest. */
void face_take_line(struct ludus_buffer *line, const char **text, double size, double width, bool last);

#endif
