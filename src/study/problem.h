/* problem.h - the state of a problem, of which a record is written or checked. See ludus_solver_record and
 * ludus_solver_check in ludus.h. */
#ifndef STUDY_PROBLEM_H
#define STUDY_PROBLEM_H

#include "base/memory.h"
#include "base/text.h"
#include "play/replay.h"

enum { LINES_MOST = 64 };

/* A turn that the record has: keys of the positions around it, with its place; or with 0 any turn. */
struct link {
    uint64_t before, after;
};

struct problem {
    struct ludus_solver *solver;
    struct ludus_stipulation asked;
    unsigned side;                /* to move at the start */
    bool dice;                    /* it is of a game with dice; */
    unsigned rolled;              /* so many of the first roll are known, none or all, */
    uint8_t roll[LUDUS_DICE_MAX]; /* and they are these */
    struct ludus_position *pos;   /* without a roll; owned */
    struct arena arena;           /* of the choices */
    struct ludus_buffer text;     /* the solution, */
    unsigned depth;               /* the number of variations around its end, */
    enum ludus_result result;     /* and the result of its main line */
    bool undecided, failed, ever; /* ever: in any number of turns */
    struct ludus_chance chance;   /* at the start */
    struct ludus_game *game;      /* the record that is checked, or NULL */
    bool solved;                  /* by a first turn that it has */
    long start;                   /* place of its first turn, as turn_place */
    struct link *links;           /* sorted; owned */
    size_t link_count, link_capacity;
    struct ludus_seen *judged; /* positions whose other turns have been reported; owned */
    long skip[LINES_MOST];     /* for each line around the turn, the place after which it is not judged */
};

struct choice {
    const char *text;               /* canonical, after its roll */
    const struct ludus_move *moves; /* `count` of them */
    unsigned count;
    uint64_t key; /* of the position after it */
    struct ludus_chance chance;
};

/* Those of the attacker solve the problem, or are the best one of each roll. Without dice, the defender has
 * all.
 */
struct choices {
    struct problem *problem;
    struct choice *items; /* owned */
    size_t count, capacity;
    unsigned turns;    /* that the attacker has left after them */
    bool attacks, all; /* all: all that solve the problem, in its first turn */
    unsigned roll;     /* number of the last roll, */
    size_t first;      /* and its first turn */
};

/* Begins the problem of a position, whose stipulation has been set. False without memory. */
bool problem_begin(struct problem *problem, const struct ludus_position *pos);
void problem_end(struct problem *problem);

/* Finds the chance in a position, if the attacker has so many turns left. Without dice it is all or nothing.
 */
enum ludus_answer problem_ask(struct problem *problem, const struct ludus_position *pos, unsigned turns,
                              struct ludus_chance *chance);
/* Finds whether the stipulation holds, and sets the number of turns if it leaves that open. */
enum ludus_answer problem_solve(struct problem *problem);
/* Lists turns of problem->pos, after which the attacker has `turns` left. The caller frees the list. */
struct choices problem_turns(struct problem *problem, unsigned turns, bool all);

#endif
