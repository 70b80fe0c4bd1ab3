/* selection.h - which turns of a game are asked for: "4W,12,start,3W-5B,captures,$220,all,end". */
#ifndef PLAY_SELECTION_H
#define PLAY_SELECTION_H

#include "play/replay.h"

enum { SELECT_MAX = 64 };

enum select_kind {
    SELECT_START,
    SELECT_END,
    SELECT_ALL,
    SELECT_CAPTURES,
    SELECT_NAG,
    SELECT_NUMBER, /* both turns of a number, or where one is wanted the last of them */
    SELECT_RANGE   /* also of one turn */
};

struct selector {
    unsigned kind;                   /* enum select_kind */
    unsigned number, side;           /* NUMBER, RANGE: the first turn (NO_SIDE: of both); NAG */
    unsigned last_number, last_side; /* NUMBER, RANGE */
    bool met;                        /* something has answered to it */
};

struct ludus_selection {
    struct selector items[SELECT_MAX];
    unsigned count;
};

enum select_answer {
    SELECT_NO,
    SELECT_YES,
    SELECT_UNLESS_LATER /* unless a later turn has the same number */
};

/* One selector of a list, up to the comma or NUL that ends it, to which `*text` goes; in grammar/turns.re.
 * False when it is none. */
bool selector_lex(const char **text, struct selector *out);
/* Is a turn asked for that has just been replayed? */
enum select_answer selection_answer(struct ludus_selection *selection, const struct ludus_replay *replay,
                                    const struct ludus_turn *turn);
/* The first label or range that nothing has answered to, or NULL. */
const struct selector *selection_unmet(const struct ludus_selection *selection);

#endif
