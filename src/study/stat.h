/* stat.h - statistics of records: a table of counts that can be written, read back and added up.
 *
 * A row is a group ("Emanuel Lasker"), a measure ("die"), an item of it ("6") and a count. Values computed
 * from counts (means, tests) are written but never read. The manual is ludstat(1). */
#ifndef STUDY_STAT_H
#define STUDY_STAT_H

#include "base/memory.h"
#include "ludus.h"

enum { STAT_DIMENSIONS_MAX = 8 };

enum stat_measure {
    STAT_GAMES,
    STAT_RESULT,
    STAT_TURNS,
    STAT_CAPTURES,
    STAT_PASSES,
    STAT_DIE,
    STAT_ROLL,
    STAT_OPENING,
    STAT_MEASURES
};

struct stat_row {
    const char *group; /* values of the dimensions, with tabs between */
    const char *item;
    uint64_t count;
    uint8_t measure; /* enum stat_measure */
};

struct ludus_stats {
    struct arena arena;
    const char *dimensions[STAT_DIMENSIONS_MAX]; /* "ruleset", "player", "side", "year" or a tag */
    unsigned dimension_count;
    bool by_side;          /* the two players of a game are counted separately */
    unsigned openings;     /* turns of an opening, 0 for none */
    struct stat_row *rows; /* owned */
    size_t count, capacity;
    struct keyed keys;                   /* of the rows, by their groups, measures and items; owned */
    struct ludus_buffer groups[2], text; /* of the game being counted */
    bool failed;
};

/* Adds a count to a row, made if there is none; "shortest" keeps the least, "longest" the most. */
void stat_add(struct ludus_stats *stats, const char *group, enum stat_measure measure, const char *item,
              uint64_t count);

extern const char *const stat_measures[STAT_MEASURES]; /* their names */

/* Returns the rows in the order of the output, in the arena; NULL without memory. */
struct stat_row *stat_sorted(struct ludus_stats *stats);
/* Returns the end of the rows from `row` on with the same group; with `measure`, also the same measure. */
const struct stat_row *stat_run(const struct stat_row *row, const struct stat_row *end, bool measure);

#endif
