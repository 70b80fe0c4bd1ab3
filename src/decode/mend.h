/* mend.h - inside restoring and repair: the record, its gaps and their readings, its faults and their
 * repairs. */
#ifndef DECODE_MEND_H
#define DECODE_MEND_H

#include "base/memory.h"
#include "notation/record.h"
#include "play/damage.h"

/* ---- Restoring: the gaps of a record ---- */

/* A damaged place. */
struct gap {
    size_t entry;
    unsigned part;                    /* number of the item in its turn, or GAP_ROLL */
    const struct item *item;          /* NULL: not written (a missing roll, or a turn of `__`) */
    struct ludus_gap told;            /* as it is reported; its length is 0 if nothing is written */
    const struct gap_reading *sorted; /* its readings: possible ones, then impossible ones */
    size_t count;
};

/* A reading of a gap. */
struct gap_reading {
    uint32_t gap;                 /* its number */
    uint8_t dice[LUDUS_DICE_MAX]; /* of a roll */
    size_t fell;                  /* the turn at which its longest path fails */
    struct ludus_reading told;    /* allowed: it is on a successful path; its text is in the arena */
};

/* ---- Repairs: changes of a record after which it is legal ---- */

/* The turn of an edit, until it is looked for. */
#define TURN_UNKNOWN SIZE_MAX

/* What scribes and printers do wrong, and how reports call it. */
#define FAULTS(FAULT)                                                                                        \
    FAULT(SIGN, "sign")                                                                                      \
    FAULT(NAME, "name")                                                                                      \
    FAULT(DICE_EXCHANGED, "dice exchanged")                                                                  \
    FAULT(MOVES_EXCHANGED, "moves exchanged")                                                                \
    FAULT(SIGNS, "two signs")                                                                                \
    FAULT(TURNS_EXCHANGED, "turns exchanged")                                                                \
    FAULT(DOUBLED, "turn doubled")                                                                           \
    FAULT(TOO_MANY, "turn too many")                                                                         \
    FAULT(LEFT_OUT, "turn left out")                                                                         \
    FAULT(NUMBER, "number")                                                                                  \
    FAULT(NUMBERS, "numbers")                                                                                \
    FAULT(TURNS_LOST, "turns left out")                                                                      \
    FAULT(NO_MOVES, "moves left out")                                                                        \
    FAULT(STRAY, "text too many")                                                                            \
    FAULT(WRITING, "writing")                                                                                \
    FAULT(WRITING_SPREAD, "writing throughout")                                                              \
    FAULT(PLAYERS_SPREAD, "comma between the players throughout")                                            \
    FAULT(NAME_SPREAD, "name throughout")                                                                    \
    FAULT(LETTERS_SPREAD, "letters throughout")                                                              \
    FAULT(SIDES_SPREAD, "sides throughout")                                                                  \
    FAULT(RESULT, "result")

#define FAULT_KIND(kind, text) FAULT_##kind,
enum fault_kind { FAULTS(FAULT_KIND) FAULT_KINDS };

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
    const char *before, *after;    /* the same as texts; NULL: set when the repair is kept */
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

/* Repairs that cost more than the best one by no more than this, in nats, are found too. */
#define REPAIR_WINDOW 5.0

/* ---- Both ---- */

struct ludus_mend {
    struct sheet sheet;
    struct lookalikes lookalikes;
    struct arena arena; /* for the current record */
    size_t limit, tried;
    bool explains, gave_up, failed;
    bool sound;                /* a path reaches the end of the record */
    size_t far;                /* the last turn reached */
    struct gap *gaps;          /* owned */
    struct gap_reading *texts; /* of all gaps; after the search in their order; owned */
    size_t gap_count, gap_room, text_count, text_room;
    struct keyed text_keys;
    unsigned number; /* number and side of the first turn */
    uint8_t side;
    size_t unsearched, unsearched_at; /* damage outside the gaps, and where it begins */
    bool damaged;                     /* repair ends at damage, not at a fault */
    bool diceless;                    /* most turns have no roll, so none is expected */
    struct repair *repairs;           /* found, best first; owned */
    struct repair_edit *changes;      /* of the current repair throughout the record; owned */
    size_t repair_count, repair_room, change_count, change_room;
    size_t legal;              /* legal turns of the record without repairs */
    struct ludus_buffer text;  /* of the changed record */
    struct ludus_game changed; /* the same as it is read */
    struct sheet turns;        /* its turns */
};

/* Begins with another record, and reads its turns. Fails as sheet_read. */
bool mend_begin(struct ludus_mend *mend, struct ludus_game *game, enum sheet_extent way);
/* Number of turn `entry`; sets `*side`. */
unsigned mend_turn(const struct ludus_mend *mend, size_t entry, enum ludus_side *side);

/* The gap that is this part of a turn, or NULL. */
struct gap *mend_gap_of(const struct ludus_mend *mend, size_t entry, unsigned part);

/* Is anything of it damaged? */
static inline bool mend_is_damaged(const struct ludus_mend *mend, size_t entry)
{
    size_t first = mend->sheet.entries[entry].mark;
    return first < mend->gap_count && mend->gaps[first].entry == entry;
}

/* Appends a roll, with <...> around dice that `was` (may be NULL) does not have. */
void mend_write_roll(const struct item *was, const uint8_t *dice, unsigned count, struct ludus_buffer *out);

/* Searches all games that the record can be, and computes the shares of the readings. If no game reaches the
 * end, those that get furthest count: mend->sound is false, and mend->far is the turn where they fail. */
void mend_search(struct ludus_mend *mend);

/* Reads and checks the record with these changes, and sets the results. True if more turns are legal than
 * without them. */
bool repair_judge(struct ludus_mend *mend, struct repair *repair);
/* Keeps a copy of the repair if more turns are legal with it and no kept repair does the same with fewer
 * changes. Finds turns that are TURN_UNKNOWN. */
void repair_try(struct ludus_mend *mend, const struct repair *repair);

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
