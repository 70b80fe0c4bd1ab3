/* repair_search.h - the least surprising legal games that a faulty record can be meant to be. */
#ifndef DECODE_REPAIR_SEARCH_H
#define DECODE_REPAIR_SEARCH_H

#include "decode/repair.h"

/* Rivals of the best repair are those that cost no more than this beyond it, in nats. */
#define REPAIR_RIVALS 5.0

/* Searches all readings of the main line, the cheapest first. Returns how many repairs were written to `out`,
 * best first, nothing of them but edits and cost; where none makes the record legal to its end, those that
 * come farthest. */
size_t repair_search(struct ludus_mend *mend, struct repair *out, size_t capacity);

#endif
