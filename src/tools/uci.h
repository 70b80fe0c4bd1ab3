/* uci.h - the UCI protocol: an engine that analyses the turns of a game, and the other side of it, a tool
 * that plays as an engine. */
#ifndef TOOLS_UCI_H
#define TOOLS_UCI_H

#include "tool.h"

#include <stdatomic.h>

enum { UCI_LINE = 16384 };

/* What an engine answers about a position. */
struct uci_answer {
    int score; /* for the side to move: centipawns, or turns to mate */
    bool mate;
    unsigned depth;
    char line[UCI_LINE]; /* of moves, separated by blanks */
};

/* What the engines of all threads have in common. */
struct uci_options {
    unsigned depth, nodes, time, wait; /* plies, nodes, milliseconds; 0: no limit. Seconds to wait longest */
    unsigned confirm; /* to confirm an error: so many plies more, and so many times the nodes and the time */
    struct tool_list set;          /* NAME=VALUE: options of the engine */
    atomic_bool interrupted, over; /* the user, or the failure of an engine, wants nothing more to be asked */
};

/* An engine, for one thread at a time. The caller sets the first part and owns it; the rest is zero at first.
 */
struct uci {
    struct uci_options *options;
    struct tool_program program;
    struct tool *tool;            /* of the current record, for messages */
    struct ludus_buffer *name[2]; /* of the engine, with its options and limits; the second for `deeper` */
    struct ludus_buffer
        *variants;                /* " NAME " for each that it knows, with a NUL; empty if it has no choice */
    struct ludus_buffer *text;    /* position and moves up to the position analysed last, */
    struct ludus_buffer *earlier; /* and those before its last turn */
    /* If not NULL, these find and keep answers. Each position then stands alone, so that an answer depends on
     * nothing else; without them the engine remembers the positions before it in the game. */
    bool (*find)(struct uci *engine, const char *position, struct uci_answer *answer);
    void (*keep)(struct uci *engine, const char *position, const struct uci_answer *answer);
    void *cache; /* of these functions */

    const struct ludus_ruleset *ruleset; /* whose variant it plays now */
    const char *option;                  /* that is set for it, or NULL */
    struct ludus_analysis last;
    uint64_t key;      /* of the position analysed last, if `known` */
    bool ready, known; /* the protocol has begun */
    bool moves;        /* `text` has moves */
    bool deeper;       /* an error is to be confirmed */
    char unread[UCI_LINE];
    size_t begin, end; /* of what the engine has written and was not read */
};

/* A ludus_analyse_fn whose context is a struct uci. The first failure of an engine is reported; after it, and
 * when interrupted, there are no analyses. */
bool uci_analyse(void *engine, const struct ludus_replay *replay, const struct ludus_turn *turn, bool deeper,
                 struct ludus_analysis *before, struct ludus_analysis *after);

/* Reads commands from standard input and plays as an engine of the UCI protocol, with random legal moves by
 * the rules of any game, to the end of its input. `draw` prints the board. */
void uci_serve(struct tool *tool,
               void (*draw)(const struct tool *tool, const struct ludus_position *position));

#endif
