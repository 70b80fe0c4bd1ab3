/* repair.h - repairs: changes of a record after which it is legal. */
#ifndef DECODE_REPAIR_H
#define DECODE_REPAIR_H

#include "decode/mend.h"

/* The turn of an edit, until it is looked for. */
#define TURN_UNKNOWN SIZE_MAX

/* What scribes and printers do wrong; the table of names has the same order. */
enum fault_kind {
    FAULT_SIGN,
    FAULT_NAME,
    FAULT_DICE_EXCHANGED,
    FAULT_MOVES_EXCHANGED,
    FAULT_SIGNS,
    FAULT_TURNS_EXCHANGED,
    FAULT_DOUBLED,
    FAULT_TOO_MANY,
    FAULT_LEFT_OUT,
    FAULT_NUMBER,
    FAULT_NUMBERS,
    FAULT_TURNS_LOST,
    FAULT_NO_MOVES,
    FAULT_STRAY,
    FAULT_WRITING,
    FAULT_WRITING_SPREAD,
    FAULT_PLAYERS_SPREAD,
    FAULT_NAME_SPREAD,
    FAULT_LETTERS_SPREAD,
    FAULT_SIDES_SPREAD,
    FAULT_RESULT,
    FAULT_KINDS
};

/* A change of one place in the record. Texts are in the arena. */
struct repair_edit {
    uint8_t kind; /* enum fault_kind */
    bool hidden;  /* not reported: it belongs to the one before */
    bool spread;  /* one of many places that are one change, and are not marked */
    size_t begin, end;
    const char *text;              /* the new text, with <...> around what differs */
    size_t turn;                   /* number of turns before it */
    size_t said_begin, said_end;   /* what its note quotes; the note stands behind it */
    size_t shown_begin, shown_end; /* what a report shows of the record */
    const char *before, *after;    /* if not NULL, a report shows these */
    double share, margin;          /* of all possible games; to the best game without it */
};

/* A repair: a set of changes that makes the record legal. */
struct repair {
    struct repair_edit *edits; /* in the order of the record; if kept, in the arena */
    size_t count;
    double cost;   /* negative natural logarithm of its probability */
    bool part;     /* the search did not reach the end of the record */
    bool closes;   /* it closes an open comment or variation, or removes its bracket: no fault may stand */
    size_t opened; /* between the beginning of that and the end of the change */
    /* Set by repair_judge: */
    bool whole;    /* the whole record is legal, except for missing rolls */
    size_t turns;  /* number of legal turns from the start, */
    size_t bare;   /* and how many of them have no roll */
    size_t place;  /* of the first fault after the tags; SIZE_MAX: none; 0: it is no record */
    size_t faults; /* number of all faults */
};

/* Reads and checks the record with these changes, and sets the results. True if more turns are legal than
 * without them. */
bool repair_judge(struct ludus_mend *mend, struct repair *repair);
/* Keeps a copy of the repair if more turns are legal with it and no kept repair does the same with fewer
 * changes. Finds turns that are TURN_UNKNOWN. */
void repair_try(struct ludus_mend *mend, const struct repair *repair);

/* The text of the record from `begin` to `end` as a roll, in the arena; NULL if it is none. */
const char *repair_read_roll(struct ludus_mend *mend, size_t begin, size_t end);
/* Repairs that cost more than the best one by no more than this, in nats, are found too. */
#define REPAIR_WINDOW 5.0

/* Searches for repairs of the main line, and tries them, the cheapest first; if none makes the whole record
 * legal, those that get farthest. */
void repair_search(struct ludus_mend *mend);

/* Tries changes of what is written so throughout the record. */
void repair_throughout(struct ludus_mend *mend);
/* Tries to close comments and a variation that are never closed. */
void repair_unclosed(struct ludus_mend *mend);
/* Tries other results, if all turns are legal. */
void repair_result(struct ludus_mend *mend);

/* True if the limit of trials is reached (mend->gave_up) or there is no memory. */
bool repair_spent(struct ludus_mend *mend);

#endif
