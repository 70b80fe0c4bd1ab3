/* words.h - positions and turns in words, for those who cannot see the drawing. */
#ifndef DRAW_WORDS_H
#define DRAW_WORDS_H

#include "base/buf.h"
#include "draw/scene.h"
#include "ludus.h"

/* "White: Rex e1, Miles b2, c2. Black: … White to move." */
void words_position(struct ludus_buffer *out, const struct ludus_position *position);
/* "White to move.", or how the game has ended. */
void words_standing(struct ludus_buffer *out, const struct ludus_position *position);
/* "White rolled 2 and 5; Regina d1 to e2, Eques f1 to e3", "White plays: Man d2 to d4, taking Dux on d5",
 * from the position before the turn. */
void words_turn(struct ludus_buffer *out, const struct ludus_position *before, const struct ludus_turn *turn);
/* " Marked: e4 red circle. Arrows: e2 to e4 green. Chance of a hit next turn: b6 56%.", as far as there are
 * such. */
void words_notes(struct ludus_buffer *out, const struct scene *scene);

#endif
