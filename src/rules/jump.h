/* jump.h - jumps over adjacent pieces, one leap or a chain. */
#ifndef RULES_JUMP_H
#define RULES_JUMP_H

#include "rules/position.h"

/* The squares where the jumper on `from` can land. */
struct squares jump_targets(const struct ludus_position *pos, unsigned from);

#endif
