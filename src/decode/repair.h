/* repair.h - changes after which a record that breaks the rules is legal. */
#ifndef DECODE_REPAIR_H
#define DECODE_REPAIR_H

#include "decode/mend.h"

/* Of an edit that has not been placed. */
#define TURN_UNKNOWN SIZE_MAX

/* The ways in which scribes and printers go wrong; the order is that of the table of their names. */
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

/* One place of the record that is to be written otherwise. Texts are in the arena. */
struct repair_edit {
    uint8_t kind; /* enum fault_kind */
    bool hidden;  /* it goes with another that is told */
    bool spread;  /* it is one of many that are one change and are not marked */
    size_t begin, end;
    const char *text;              /* as supplied: in <...> where it differs */
    size_t turn;                   /* turns of the record that are played before it */
    size_t said_begin, said_end;   /* what its note quotes, behind which that stands */
    size_t shown_begin, shown_end; /* what is shown of the record as it stands, around it */
    const char *before, *after;    /* what is shown instead, or NULL */
    double share, margin;          /* of all that the record can mean; to the next that is without it */
};

/* A repair: all changes that make the record legal. */
struct repair {
    struct repair_edit *edits; /* in the order of the record; of one that is kept, in the arena */
    size_t count;
    double cost;   /* negative natural logarithm of how often so much is at fault */
    bool part;     /* the search did not come to the end with it */
    bool local;    /* no fault may stand before its end */
    bool frees;    /* variations come out of a comment */
    size_t closes; /* variations that were open, */
    size_t opened; /* where that begins */
    /* What comes of it: */
    bool whole;    /* the record is legal with it to its end, missing rolls aside */
    size_t turns;  /* legal from the start, missing rolls aside, */
    size_t bare;   /* of which so many lack their roll */
    size_t place;  /* of the first fault behind the tags, SIZE_MAX if there is none; 0: it is no record */
    size_t faults; /* all that are left */
};

/* Reads the record with these changes and checks it anew: what comes of them. Are more turns legal then than
 * now? */
bool repair_judge(struct ludus_mend *mend, struct repair *repair);
/* Keeps a copy of the repair if more turns are legal with it, and none that is kept does with less. The turn
 * of its first edit is found if it is TURN_UNKNOWN. */
void repair_try(struct ludus_mend *mend, const struct repair *repair);

/* The roll that a part of the record is meant for, in the arena. NULL if it is none. */
const char *repair_read_roll(struct ludus_mend *mend, size_t begin, size_t end);
/* Rivals of the best repair are those that cost no more than this beyond it, in nats. */
#define REPAIR_WINDOW 5.0

/* Searches all readings of the main line, and tries the repairs that it finds, the cheapest first; where none
 * makes the record legal to its end, those that come farthest. */
void repair_search(struct ludus_mend *mend);

/* Tries one change throughout the record. */
void repair_throughout(struct ludus_mend *mend);
/* Tries the end of a comment that nothing closes, or in which another begins, and of a variation. */
void repair_unclosed(struct ludus_mend *mend);
/* Where all turns are legal: tries another result. */
void repair_result(struct ludus_mend *mend);

/* True once too much has been tried (mend->gave_up). */
bool repair_spent(struct ludus_mend *mend);

#endif
