/* select.h - which positions of a game are drawn: "4W,12,start,3W-5B,captures,$220,all,end". */
#ifndef DRAW_SELECT_H
#define DRAW_SELECT_H

#include <stdbool.h>
#include <stddef.h>

enum { SELECT_MAX = 64 };

enum select_kind {
    SELECT_START,
    SELECT_END,
    SELECT_ALL,
    SELECT_CAPTURES,
    SELECT_NAG,
    SELECT_TURN,
    SELECT_NUMBER,
    SELECT_RANGE
};

struct selector {
    unsigned kind;                   /* enum select_kind */
    unsigned number, side;           /* TURN, NUMBER (NO_SIDE), RANGE: its first turn; NAG */
    unsigned last_number, last_side; /* RANGE */
    bool open;                       /* RANGE: its first turn has come and its last not yet */
    bool met;                        /* something has answered to it */
};

struct selection {
    struct selector items[SELECT_MAX];
    unsigned count;
};

/* What is asked of a turn of the main line. */
struct select_turn {
    unsigned number, side;
    bool captures;
    const unsigned *nags;
    size_t nag_count;
};

enum select_answer {
    SELECT_NO,
    SELECT_YES,
    SELECT_UNLESS_LATER /* unless a later turn has the same number */
};

/* False, with a reason, when `text` is no such list. NULL is "end". */
bool selection_parse(struct selection *selection, const char *text, char *reason, size_t size);
bool selection_has(const struct selection *selection, enum select_kind kind);
enum select_answer selection_answer(struct selection *selection, const struct select_turn *turn);
/* The first selector that nothing has answered to, or NULL: "start" and "end" always have. */
const struct selector *selection_unmet(const struct selection *selection);

#endif
