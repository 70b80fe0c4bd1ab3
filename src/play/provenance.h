/* provenance.h - where a text comes from and how certain it is: tags of the source, [%cert], [%rdg]. */
#ifndef PLAY_PROVENANCE_H
#define PLAY_PROVENANCE_H

#include "play/replay.h"

/* Checks them in the record that has been replayed. */
void provenance_check(struct ludus_replay *replay);

#endif
