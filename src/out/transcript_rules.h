/* transcript_rules.h - which game a transcript is of. */
#ifndef OUT_TRANSCRIPT_RULES_H
#define OUT_TRANSCRIPT_RULES_H

#include "out/import.h"

/* The ruleset of the game whose notation is given: the one that was asked for; else among those that play all
 * of it without a fault the one whose title the page names, or the only one. NULL when a record needs no
 * Variant to be played, and when it cannot be told, which is reported. */
const struct ludus_ruleset *transcript_find_rules(struct ludus_import *import,
                                                  const struct ludus_buffer *notation, const char *page,
                                                  size_t length);

#endif
