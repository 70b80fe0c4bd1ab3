/* claimed.h - the result that a record gives itself. */
#ifndef REPLAY_CLAIMED_H
#define REPLAY_CLAIMED_H

#include "record/record.h"

/* The result that `text` spells ("0-1", "[0:1]", "black", "draw"), as enum ludus_result, or -1. */
int claimed_read(const char *text);
/* That of the Result tag; LUDUS_OPEN where it does not say who won. */
enum ludus_result claimed_by_tag(const struct ludus_game *game);
/* The same, but where the tag does not say, the result at the end of the moves. */
enum ludus_result claimed_result(const struct ludus_game *game);
/* The next item of the main line from `at` on, or NULL. */
const struct item *claimed_next_item(const struct ludus_game *game, size_t *at);

#endif
