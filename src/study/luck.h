/* luck.h - luck and skill of each turn. See ludus_judge in ludus.h.
 *
 * The value of a position is looked at `depth` plies ahead (or played out), and is by that the mean over all
 * rolls. With the roll that was thrown, the best turn is looked for one ply less deep; it and the turn that
 * was played are then compared by the values of the positions they lead to. So each turn takes the value from
 * that before it to that after it in two steps, luck and error, and the steps of a game add up to its result.
 */
#ifndef STUDY_LUCK_H
#define STUDY_LUCK_H

#include "study/search.h"

struct ludus_judge;

/* Judges the turn that led from `before` to `after` with these dice, all of which are known (NULL without
 * dice, or where they are not: then all that happened is luck). False without memory. */
bool luck_judge(struct ludus_judge *judge, const struct ludus_position *before,
                const struct ludus_position *after, const uint8_t *dice, struct ludus_judgement *out);

#endif
