/* selection.h - a selection of turns of a game: "4W,12,start,3W-5B,captures,$220,all,end". */
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
    SELECT_NUMBER, /* both turns of a number; if one is wanted, the last of them */
    SELECT_RANGE   /* also of one turn */
};

struct selector {
    unsigned kind;         /* enum select_kind */
    unsigned number, side; /* NUMBER, RANGE: the first turn (NO_SIDE: both sides); NAG: its number */
    unsigned last_number, last_side; /* NUMBER, RANGE */
    bool met;                        /* a turn has matched it */
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

/* Reads one selector of a list, and moves `*text` to the comma or NUL after it; in grammar/turns.re. False if
 * it is none. */
bool selector_lex(const char **text, struct selector *out);
/* Is the turn selected that has just been replayed? */
enum select_answer selection_answer(struct ludus_selection *selection, const struct ludus_replay *replay,
                                    const struct ludus_turn *turn);
/* Returns the first number or range that no turn has matched, or NULL. */
const struct selector *selection_unmet(const struct ludus_selection *selection);

#endif
