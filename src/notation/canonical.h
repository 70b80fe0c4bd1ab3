/* canonical.h - a record as its canonical form has it: for writers that print notation. */
#ifndef NOTATION_CANONICAL_H
#define NOTATION_CANONICAL_H

#include "base/buf.h"
#include "notation/record.h"

#include <string.h>

/* All zero at first. */
struct canonical {
    struct ludus_buffer text;          /* owned */
    struct ludus_game game;            /* read from it */
    const struct ludus_ruleset *rules; /* of the game, or NULL when they are not known */
};

/* The value of a tag, or `otherwise`. */
static inline struct ludus_text canonical_tag(const struct canonical *canonical, const char *name,
                                              const char *otherwise)
{
    const struct tag *tag = record_tag(&canonical->game, name);
    return tag ? tag->value : (struct ludus_text){ otherwise, strlen(otherwise) };
}

#endif
