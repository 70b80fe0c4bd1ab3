/* bounds.h - how many moves a position of a ruleset can have at most. */
#ifndef RULES_BOUNDS_H
#define RULES_BOUNDS_H

#include "rules/ruleset.h"

/* A bound on the number of moves: every square with the piece that has most, or every way of placing. */
size_t bounds_moves(const struct ludus_ruleset *rs);

#endif
