/* sheet.h - the scoresheet: the main line of a record as a list of turns, which can be played one by one,
 * changed and taken back. Restoring, repair and comparison use it. */
#ifndef PLAY_SHEET_H
#define PLAY_SHEET_H

#include "play/replay.h"

enum { TURN_ITEMS = 8 }; /* items of a turn at most */

/* How much of a record is read. */
enum sheet_extent {
    SHEET_LEGAL, /* up to the first turn with sic or with too many moves */
    SHEET_WIDE,  /* the same, and a lost turn `__` becomes as many turns as the labels around it say */
    SHEET_WHOLE  /* everything, with text that could not be read */
};

/* A turn as written. */
struct sheet_entry {
    const struct ludus_game *game;   /* the record of its items */
    const struct item *label, *dice; /* or NULL */
    uint8_t side;                    /* as the label says, or NO_SIDE */
    long place;                      /* number of turns from number 0 to it, as the label says, or -1 */
    const struct item *items[TURN_ITEMS];
    const struct item *unread; /* unreadable text in place of the turn or within it, or NULL */
    const struct item *apart;  /* the name of a piece with a blank between it and its squares, or NULL */
    unsigned count;            /* 0: unreadable, or lost (between `__` and the next label) */
    bool sic;                  /* it breaks the rules, and was played */
    bool crowded;              /* it has more items than `items` holds */
    size_t begin, end;         /* in the record, from the label or the roll to the last move */
    size_t mark;               /* for the caller */
};

/* The turns, and the replayer that plays them. Messages about them are not kept. */
struct sheet {
    struct ludus_replay *replay;    /* owned */
    struct ludus_game shadow;       /* a copy of `shown` with an arena and messages of its own */
    const struct ludus_game *game;  /* the record that has been read */
    const struct ludus_game *shown; /* the record of the entry played last */
    enum sheet_extent extent;
    struct sheet_entry *entries; /* owned */
    size_t count, capacity;
    const struct item *result; /* written after the main line, or NULL */
    bool explains;             /* a failure leaves a message in shadow.diag */
    long first;                /* place of the first turn, by the start of the record */
    long last;                 /* place of the last turn, by labels, or -1 */
    bool from_black;           /* numbers count 1B 1W 2B */
    bool cut;                  /* it ends before the record does (SHEET_WHOLE: without memory) */
};

/* The state of a line, to return to. */
struct sheet_state {
    size_t undos;
    uint8_t dice[LUDUS_DICE_MAX], dice_count;
    uint16_t dice_used;
    unsigned moves; /* of the current turn */
};

/* Prepares for records of `rules`, or of any ruleset (NULL). False without memory. */
bool sheet_init(struct sheet *sheet, const struct ludus_ruleset *rules);
void sheet_free(struct sheet *sheet);

/* Borrows a replayer that is in the middle of a game, to try turns there. The caller sets replay->game back.
 */
void sheet_borrow(struct sheet *sheet, struct ludus_replay *replay);

/* Reads the start and the turns of the main line. False without memory, or if the rules or the start are
 * wrong (the record's messages say why). */
bool sheet_read(struct sheet *sheet, struct ludus_game *game, enum sheet_extent extent);

/* Plays a turn, also one of another record. False, and nothing is changed, if it is illegal or makes a false
 * claim, unless it has sic. */
bool sheet_play(struct sheet *sheet, const struct sheet_entry *entry);

/* Counts those of the first turns that have no roll, without lost ones (`__`). */
size_t sheet_count_bare(const struct sheet *sheet, size_t turns);

/* Ends the current turn. */
void sheet_end_turn(struct sheet *sheet);

/* Begins a turn, whose moves are then played one by one. */
void sheet_begin_turn(struct sheet *sheet, const struct sheet_entry *entry, const uint8_t *dice);
/* Forgets the messages of the last turn. */
void sheet_forget(struct sheet *sheet);
/* Is there a message that the last turn is wrong? */
bool sheet_blamed(const struct sheet *sheet);

struct sheet_state sheet_state(const struct sheet *sheet);
/* Returns to the state before the last turn, or to an earlier one if no turn since has sic. */
void sheet_return(struct sheet *sheet, struct sheet_state state);

static inline struct ludus_position *sheet_position(struct sheet *sheet)
{
    return &sheet->replay->line.pos;
}

#endif
