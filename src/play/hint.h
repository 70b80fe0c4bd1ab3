/* hint.h - what was perhaps meant by a move that is not legal: one small change that makes it so. */
#ifndef PLAY_HINT_H
#define PLAY_HINT_H

#include "play/replay.h"

/* What the writer can have had in mind, as far as it is known. */
struct intent {
    kind_set kinds;    /* pieces that it can be; 0: any */
    unsigned from, to; /* NONE where not written */
};

/* Hangs the best hint there is on `message`: a legal move near `intent`, else the squares that the piece can
 * reach, else that the other side could play so. */
void hint_move(struct ludus_replay *replay, struct message *message, const struct move_text *text,
               struct intent intent);

/* The built-in ruleset whose id is spelt most like `name`, or NULL when none is like it. */
const char *hint_ruleset(const char *name, size_t length);

/* The name of a piece that is spelt most like `name`, or NULL when none is like it. */
const char *hint_name(const struct ludus_ruleset *ruleset, const char *name, size_t length);

/* Steps of a king between two squares. */
unsigned hint_distance(const struct ludus_ruleset *ruleset, unsigned a, unsigned b);

#endif
