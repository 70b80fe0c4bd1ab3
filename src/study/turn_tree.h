/* turn_tree.h - all turns of a position, each with the rolls that allow it.
 *
 * The rolls are walked together, up to 64 at a time: a sequence of moves is made once, however many rolls
 * allow it. A game without dice has one roll, which allows everything. */
#ifndef STUDY_TURN_TREE_H
#define STUDY_TURN_TREE_H

#include "rules/position.h"

enum { ROLLS_AT_ONCE = 64 };

/* One distinct roll, in ascending order of its dice. */
struct turn_tree_roll {
    uint8_t dice[LUDUS_DICE_MAX];
    unsigned weight; /* in how many of the equally likely throws it occurs */
};

struct turn_tree;

/* Called for each turn of walk->rolls: `pos` is the position with its moves made, before a dice game's turn
 * is ended. `rolls` says which of walk->rolls allow it, a bit each. The position may be changed if it is
 * restored. */
typedef void turn_tree_visit(const struct turn_tree *turns, void *context, struct ludus_position *pos,
                             uint64_t rolls);

/* A walk under way. All zero but `visit` and `context` is ready for use; one walker serves any number of
 * walks. */
struct turn_tree {
    turn_tree_visit *visit;
    void *context;
    struct turn_tree_roll rolls[ROLLS_AT_ONCE];
    unsigned roll_count;
    struct ludus_move moves[LUDUS_MOVES_MAX]; /* of the turn so far, */
    uint8_t kinds[LUDUS_MOVES_MAX];           /* what each of them moved, or NONE, */
    struct undo *undos[LUDUS_MOVES_MAX];      /* and what it changed */
    unsigned move_count;
    struct ludus_move *lists; /* owned: the moves of all nodes on the way down */
    size_t used, capacity;
    bool failed; /* memory ran out */
};

/* Takes the next rolls of the game, at most ROLLS_AT_ONCE; the first with `*dice` all zero, which it keeps
 * for the next call. False after the last. */
bool turn_tree_next_rolls(struct turn_tree *turns, const struct ludus_ruleset *rs,
                          uint8_t dice[LUDUS_DICE_MAX]);
/* Takes one roll. */
void turn_tree_set_roll(struct turn_tree *turns, const struct ludus_ruleset *rs, const uint8_t *dice);

/* Visits every turn of the side to move, passing in a dice game included; none when the game is over. False
 * without memory. The position is left as it was. */
bool turn_tree_walk(struct turn_tree *turns, struct ludus_position *pos);
void turn_tree_free(struct turn_tree *turns);

/* Number of equally likely throws: 36 for two dice, 1 without dice. */
unsigned turn_tree_throws(const struct ludus_ruleset *rs);

#endif
