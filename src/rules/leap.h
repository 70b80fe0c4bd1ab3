/* leap.h - captures by leaping: a move is a whole chain of leaps. */
#ifndef RULES_LEAP_H
#define RULES_LEAP_H

#include "rules/position.h"

enum { LEAPS_MAX = 255, LEAP_LONGEST = 63 };

/* How many men a chain takes, and what else the rules of the largest capture ask for, as one number. */
#define LEAP_ONE ((uint64_t)1 << 48)
#define LEAP_WITH ((uint64_t)1 << 47)
#define LEAP_FIRST ((uint64_t)1 << 40)

struct leap {
    struct squares taken;
    uint64_t value;
    uint8_t to, code; /* code: the piece afterwards */
    uint8_t count;    /* men taken */
    uint8_t length;   /* squares of the path, from and to included */
    uint8_t path[LEAP_LONGEST + 1];
};

/* Lists the chains of the piece on `from`, at most LEAPS_MAX. Returns their number. */
size_t leap_list(const struct ludus_position *pos, unsigned from, struct leap *out);
/* Finds the pieces of the side to move that can leap. */
struct squares leap_starters(const struct ludus_position *pos);
/* Finds the chain of a move. False if it is none. */
bool leap_find(const struct ludus_position *pos, struct ludus_move move, struct leap *leap);
/* Has the piece on `from` a chain that ends on `to`, whatever it is worth? */
bool leap_leads(const struct ludus_position *pos, unsigned from, unsigned to);
/* Can the move go over the written squares, all of them or only the first and the last? */
bool leap_fits(const struct ludus_position *pos, struct ludus_move move, const uint8_t *path, unsigned count);

#endif
