/* ending.h - the result: in the tag, in the text, and as the final position has it. */
#ifndef PLAY_ENDING_H
#define PLAY_ENDING_H

#include "play/replay.h"

/* Checks what stands at the end of a record that has been replayed, and the tags that say when it was played
 * and how it ended. */
void ending_check(struct ludus_replay *replay);

#endif
