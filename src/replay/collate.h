/* collate.h - inside the comparison of witnesses: their turns as moves, and the table in which they are
 * aligned. */
#ifndef REPLAY_COLLATE_H
#define REPLAY_COLLATE_H

#include "replay/slots.h"

enum { NO_TURN = -1, NO_SIDE = 2 };

/* A move as far as it is known: NONE, or 0 for files and ranks (which count from 1), is not written. */
struct known_move {
    uint8_t style; /* enum move_style */
    uint8_t kind, promotion;
    uint8_t from_file, from_rank, to_file, to_rank;
    struct ludus_text damaged; /* what is left of it, when style is MOVE_PATTERN or MOVE_LOST */
};

/* A turn of a witness. */
struct witness_turn {
    uint8_t legality;             /* enum ludus_legality */
    uint8_t side;                 /* as its label says, or NO_SIDE */
    uint8_t dice[LUDUS_DICE_MAX]; /* in ascending order */
    uint8_t dice_count, count;
    struct known_move moves[SLOT_ITEMS];
};

struct witness {
    struct slots slots;
    struct witness_turn *turns; /* owned, one for each slot */
};

/* One row of the table: a turn, and which turn of each witness it is. */
struct column {
    size_t first; /* turn of the first witness; with `added`, the one before which this stands */
    bool added, differs;
    size_t cells; /* index into collation->cells, one for each witness */
};

struct cell {
    int turn; /* or NO_TURN */
    uint8_t group;
    uint8_t consensus; /* enum ludus_legality */
};

struct ludus_collation {
    const struct ludus_ruleset *rules;
    struct witness *witness; /* owned */
    size_t count, made;      /* in use; got ready */
    struct slots consensus;  /* where the readings that most have, and that are legal, lead */
    bool ready;              /* consensus is */
    struct column *columns;  /* owned */
    struct cell *cells;      /* owned */
    size_t column_count;
    unsigned number; /* of the first turn, and whose it is */
    uint8_t side;
};

/* Plays a turn; what came of it. Where it is not legal, or damage leaves open what it is, nothing is changed.
 */
enum ludus_legality collate_play(struct slots *slots, const struct slot *slot);
/* Reads the turns of a witness whose slots have been read. False without memory. */
bool collate_turns(struct witness *witness);
/* Do two turns say the same? */
bool collate_same(const struct witness_turn *one, const struct witness_turn *other);
/* How unlike they are: 0 for the same turn, 2 when they have something in common, 3 else, 4 for different
 * sides. */
unsigned collate_distance(const struct witness_turn *one, const struct witness_turn *other);

/* Aligns witness `other` with the first: `match[i]` becomes its turn for each turn i of the first, or
 * NO_TURN. False without memory, or with too many turns. */
bool collate_align(const struct witness *first, const struct witness *other, int *match);

#endif
