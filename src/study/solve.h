/* solve.h - the state of a solver of problems: what it knows of positions, and how far it is. */
#ifndef STUDY_SOLVE_H
#define STUDY_SOLVE_H

#include "rules/position.h"
#include "study/luck.h"

enum { WAYS = 4, CHANCE_ROLLS = 62, RANKS = 256 };

/* How far a position is from its answer: at least how many positions that are still open must be decided to
 * prove that the result is forced (open[YES]), and to refute it (open[NO]). 0 and ENDLESS: it is decided. */
#define ENDLESS UINT32_MAX
enum { YES, NO };
struct proof {
    uint32_t open[2];
};

/* A position of the table. */
struct entry {
    uint64_t key; /* of the position and the turns left */
    union {
        struct proof proof;
        uint64_t throws; /* with dice: in how many sequences of throws the result comes */
    };
    uint64_t work; /* number of moves made for it; 0: no entry */
};

/* A move of a position that is being searched. */
struct branch {
    uint64_t key; /* of the position after it */
    struct ludus_move move;
    struct proof proof;
};

/* A position of the graph of a problem of any number of turns. */
struct node {
    uint32_t edge, count; /* the edges that begin here, if it is LISTED */
    uint32_t ends;        /* an edge that ends here, or NOWHERE */
    uint32_t way, walk;   /* the edge by which the last walk has come here, and the number of that walk */
    uint32_t later;       /* the node that waits behind it, or NOWHERE */
    uint16_t mobility;    /* number of moves */
    uint16_t depth;       /* number of moves from the root to it in the last walk */
    bool attacks;         /* the side to move is the attacker */
    bool waits;           /* in the last walk */
    enum { NEW, LISTED, WON } state;
};

/* A move of the graph. Of the attacker it has all moves that do not end the game, of the defender one. */
struct edge {
    uint32_t from, to;
    uint32_t next; /* another edge with the same end, or NOWHERE */
    struct ludus_move move;
};

struct graph {
    struct ludus_position *pos; /* owned, as what follows; NULL between the questions */
    uint32_t *path;             /* the edges from the root to `pos` */
    struct node *nodes;
    struct edge *edges;
    struct keyed keys; /* of the nodes */
    size_t path_count, node_count, node_room, edge_count, edge_room;
    uint32_t waiting[RANKS]; /* lists of the nodes that wait for the walk, by rank */
    uint32_t rank;           /* none waits before it */
    uint32_t root, walk;     /* the node of the question; the number of walks */
};

struct ludus_solver {
    struct ludus_position pos;
    struct entry *table;     /* owned */
    size_t size;             /* a power of 2 */
    struct branch *branches; /* of the positions on the way to `pos`, back to back; owned */
    size_t count, capacity;
    struct ludus_move *moves; /* buffer for the moves of a position; owned */
    size_t move_capacity;
    uint64_t limit, made; /* moves that may be made, and those that were */
    unsigned side;        /* that is to force the result */
    unsigned results;     /* that are wanted, a bit each */
    bool own;             /* the result must come by a turn of this side */
    unsigned depth;
    bool failed; /* memory ran out */
    struct graph graph;
    /* With dice: */
    struct turn_tree *trees; /* for each number of rolls that are left; owned */
    size_t tree_count;
    uint64_t units[CHANCE_ROLLS + 1]; /* sequences of throws of so many rolls */
};

/* Returns the entry of a key, or the one to replace by it. */
static inline struct entry *table_at(struct ludus_solver *solver, uint64_t key)
{
    struct entry *bucket = &solver->table[key & (solver->size - WAYS)], *least = bucket;
    for (unsigned i = 0; i < WAYS; i++)
        if (bucket[i].work && bucket[i].key == key)
            return &bucket[i];
        else if (bucket[i].work < least->work)
            least = &bucket[i];
    return least;
}

/* Returns the key of a position with these turns left to the side. What else can change the answer is part of
 * it: the path, if the rules forbid repetition, and the quiet turns, when they are about to end the game. */
static inline uint64_t key_of(const struct ludus_solver *solver, const struct ludus_position *pos,
                              uint64_t before, unsigned turns)
{
    const struct rules *rules = &pos->ruleset->rules;
    uint64_t key = key_mix(pos->hash, 2 * turns + solver->side);
    if (rules->repetition != REPEAT_FREE)
        key = key_mix(key, before);
    if (rules->quiet_limit && pos->quiet + 4 * turns + 4 >= rules->quiet_limit)
        key = key_mix(key, pos->quiet);
    return key;
}

/* Returns a key of the moves that have led to a position. */
uint64_t past_key(const struct ludus_position *position);

/* Makes room for the moves of a position of the ruleset. False without memory. */
bool solver_room(struct ludus_solver *solver, const struct ludus_ruleset *rs);

#endif
