/* stated_result.h - the result that a record gives itself. */
#ifndef PLAY_STATED_RESULT_H
#define PLAY_STATED_RESULT_H

#include "notation/turns.h"

/* The result that `text` spells ("0-1", "[0:1]", "black", "draw"), as enum ludus_result, or -1. */
int stated_result_read(const char *text);
/* That of the Result tag; LUDUS_OPEN where it does not say who won. */
enum ludus_result stated_result_of_tag(const struct ludus_game *game);
/* The same, but where the tag does not say, the result at the end of the moves. */
enum ludus_result stated_result(const struct ludus_game *game);

#endif
