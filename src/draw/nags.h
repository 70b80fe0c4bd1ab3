/* nags.h - numeric annotation glyphs as the signs that printed chess uses. */
#ifndef DRAW_NAGS_H
#define DRAW_NAGS_H

#include "base/buf.h"

enum { NAG_MARK_LAST = 6 }; /* $1 to $6 are the marks that are glued to a move */

/* Appends the sign of $nag, or "$nag" where there is none; $1 to $6 as they are glued to a move, others after
 * a blank. Of those that ask for a diagram, $220 and $221, nothing is to be seen. */
void nag_write(struct ludus_buffer *out, unsigned nag);

#endif
