/* roster.h - the order in which tags are written: PGN's roster of seven, then the others by name. */
#ifndef RECORD_ROSTER_H
#define RECORD_ROSTER_H

#include "record/record.h"

struct placed_tag {
    const struct tag *tag;
    unsigned place; /* in the roster; 7 for the others */
};

/* The record's tags in order, tag_count of them, or NULL without memory; the caller frees them. */
struct placed_tag *roster_order(const struct ludus_game *game);

#endif
