/* ending.h - the result: in the tag, in the text, and as the final position has it. */
#ifndef PLAY_ENDING_H
#define PLAY_ENDING_H

#include "play/replay.h"

/* The result that `text` spells ("0-1", "[0:1]", "black", "draw"), as enum ludus_result, or -1. */
int stated_result_read(const char *text);
/* That of the Result tag; LUDUS_OPEN where it does not say who won. */
enum ludus_result stated_result_of_tag(const struct ludus_game *game);
/* The same, but where the tag does not say, the result at the end of the moves. */
enum ludus_result stated_result(const struct ludus_game *game);
/* Does the result behind the moves, or NULL, go with the position that they lead to? NULL: that is not known.
 */
bool ending_agrees(const struct item *written, const struct ludus_position *last);
/* Checks what stands at the end of a record that has been replayed, and the tags that say when it was played
 * and how it ended. */
void ending_check(struct ludus_replay *replay);

#endif
