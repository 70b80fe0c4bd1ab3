/* labels.h - turn numbers and sides as written, against the turn that it is. */
#ifndef PLAY_LABELS_H
#define PLAY_LABELS_H

#include "play/replay.h"

/* Checks the label of replay->turn. A wrong one is a message, and turn->misled is set. */
void labels_check(struct ludus_replay *replay);
/* How many turns lie between the line's next turn and the one that the label names; less than 0 where that
 * comes before. False where it does not tell. */
bool labels_distance(const struct ludus_replay *replay, const struct item *label, long *turns);
/* Can the line's next turn be labelled so? */
bool labels_fits(const struct ludus_replay *replay, const struct item *label);
/* Does the label of the turn just played name its side, if it names any? */
bool labels_name_its_side(const struct ludus_replay *replay);
/* In a broken line: takes number and side from the label, where there is one. */
void labels_follow(struct ludus_replay *replay);
/* Counts on in a broken line. */
void labels_advance(struct ludus_replay *replay);

/* Is the label just what it should be for the line's next turn? */
static inline bool labels_is_right(const struct item *label, uint32_t number, unsigned side)
{
    return label->number == number &&
           (label->side == side || (label->side == NO_SIDE && (label->form < 2 || side == LUDUS_BLACK)));
}

#endif
