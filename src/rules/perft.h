/* perft.h - counting sequences of turns, the standard test of a move generator. */
#ifndef RULES_PERFT_H
#define RULES_PERFT_H

#include "rules/position.h"

/* Number of sequences of `depth` turns. In a dice game without a roll, summed over the distinct rolls, each
 * once. The last turn is counted without being made. False without memory. */
bool perft(struct ludus_position *pos, unsigned depth, uint64_t *nodes);

#endif
