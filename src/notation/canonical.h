/* canonical.h - a record as its canonical form has it: for writers that print notation. */
#ifndef NOTATION_CANONICAL_H
#define NOTATION_CANONICAL_H

#include "base/buf.h"
#include "notation/record.h"

/* All zero at first. */
struct canonical {
    struct ludus_buffer text;          /* owned */
    struct ludus_game game;            /* read from it */
    const struct ludus_ruleset *rules; /* of the game, or NULL when they are not known */
};

/* Fills it with `game`, whose messages are gathered on the way. False only without memory. */
bool canonical_read(struct canonical *canonical, struct ludus_replay *replay, struct ludus_game *game);
void canonical_free(struct canonical *canonical);

/* The value of a tag, or `otherwise`. */
struct ludus_text canonical_tag(const struct canonical *canonical, const char *name, const char *otherwise);

#endif
