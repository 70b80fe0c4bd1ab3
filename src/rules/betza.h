/* betza.h - Betza's notation for the moves of pieces, as ludus-rules(5) describes it. */
#ifndef RULES_BETZA_H
#define RULES_BETZA_H

#include "base/memory.h"
#include "rules/ruleset.h"

/* Reads `text` ("fmWfcF") into the kind's atoms, which `arena` then owns. On failure returns false and sets
 * `*reason` to a constant; `*at` is the byte where it was found. */
bool betza_read(const char *text, struct arena *arena, struct kind *kind, const char **reason, size_t *at);

#endif
