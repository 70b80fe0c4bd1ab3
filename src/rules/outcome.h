/* outcome.h - how a game stands: won, drawn, over or open. */
#ifndef RULES_OUTCOME_H
#define RULES_OUTCOME_H

#include "rules/position.h"

/* Over by what stands on the board (royal captured, bare, immobilised …), without looking for moves. */
bool outcome_ended(const struct ludus_position *pos);
/* Can neither side win any more, by the rules' list of what is too little? */
bool outcome_dead(const struct ludus_position *pos);
/* All reasons for which a game can be over, ended by NULL. */
extern const char *const outcome_reasons[];
/* The result that the position forces, mate and stalemate included; `*reason` is one of them or NULL. */
enum ludus_result outcome_of(const struct ludus_position *pos, const char **reason);

/* A position before a move that counts. */
struct tally_entry {
    const struct undo *undo; /* that move's; not owned */
    uint64_t hash;
    size_t previous; /* entry with the same hash, SIZE_MAX for none */
    size_t begin;    /* first entry that this position can repeat: what is older lies behind a capture */
    unsigned times;  /* entries with the same hash from `begin` on, this one included */
    bool whole;      /* nothing lies behind: `begin` is where the line began */
};

/* All zero: an empty one. */
struct tally {
    struct tally_entry *entries; /* owned; along the line, oldest first */
    size_t length, capacity;
    struct tally_slot *slots; /* owned; by hash */
    size_t slot_count, slots_used;
};

/* Takes in the moves that have led to `pos` since the last call, as repetition_count has them, and returns
 * how often it has occurred, itself included. `*before` is the length of the tally before the last `moves` of
 * them. */
unsigned tally_count(struct tally *tally, const struct ludus_position *pos, size_t moves, size_t *before);
/* Forgets all but the first `length` entries. To be called before the undos of the rest are used again. */
void tally_cut(struct tally *tally, size_t length);
/* Frees what it owns. */
void tally_free(struct tally *tally);

/* Does the position before this move count? Only where a turn begins: not while the same side plays on. */
bool repetition_counts(const struct undo *undo);
/* Does the ruleset's ban on repetition forbid the move that has just led here? */
bool repetition_banned(const struct ludus_position *pos);
/* Can any move repeat a position at all? False saves the work of asking for each. */
bool repetition_possible(const struct ludus_position *pos);
/* Can this step or jump, if it captures nothing? Only where it takes a man to a square that one of its side
 * has left since. */
bool repetition_possible_by(const struct ludus_position *pos, struct ludus_move move);

#endif
