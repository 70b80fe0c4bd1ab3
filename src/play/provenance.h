/* provenance.h - where a text comes from and how certain it is: tags of the source, [%cert], [%rdg], and what
 * diagrams show, [%position]. */
#ifndef PLAY_PROVENANCE_H
#define PLAY_PROVENANCE_H

#include "play/replay.h"

/* Checks them in the record that has been replayed. */
void provenance_check(struct ludus_replay *replay);
/* May a comment of the record say what a diagram shows? */
bool provenance_has_diagrams(const struct ludus_game *game);
/* Compares the diagrams of a comment with the position of the line. */
void provenance_check_diagrams(struct ludus_replay *replay, const struct item *comment);

#endif
