/* slots.h - the main line of a record as a row of turns that can be played one by one, with other items put
 * in the place of theirs, and taken back. What restoring, repairing and comparing share. */
#ifndef PLAY_SLOTS_H
#define PLAY_SLOTS_H

#include "play/replay.h"

enum { SLOT_ITEMS = 8 }; /* items of a turn at most */

/* How a row is read. */
enum slots_way {
    SLOTS_LEGAL, /* up to a turn that is not to be changed or searched: one with sic, or an overlong one */
    SLOTS_WIDE,  /* the same, but a lost turn `__` becomes as many as the labels around it say */
    SLOTS_WHOLE  /* everything, text that could not be read too */
};

/* A turn of the main line as written. */
struct slot {
    const struct ludus_game *game;   /* that its items are of */
    const struct item *label, *dice; /* or NULL */
    uint8_t side;                    /* as the label says, or NO_SIDE */
    long place; /* turns before it since the beginning of number 0, as the label says, or -1 */
    const struct item *items[SLOT_ITEMS];
    const struct item *unread; /* text that could not be read, in the place of a turn or within it, or NULL */
    const struct item *apart;  /* the name of a piece that a blank parts from its squares, or NULL */
    unsigned count;    /* 0: unread, or nothing of the turn is left (between a `__` and the label after it) */
    bool sic;          /* it breaks the rules and was played all the same */
    bool crowded;      /* it has more items than that */
    size_t begin, end; /* place in the record, from the label or the roll to the last move */
    size_t mark;       /* of who plays the row */
};

/* A row of turns and the replayer that plays them. The messages of playing them are lost. */
struct slots {
    struct ludus_replay *replay;    /* owned */
    struct ludus_game shadow;       /* a game with an arena and messages of its own */
    const struct ludus_game *game;  /* the record that has been read */
    const struct ludus_game *shown; /* that which `shadow` shows: of the slot played last */
    struct slot *slot;              /* owned */
    size_t count, capacity;
    const struct item *result; /* written after the main line, or NULL */
    bool explains;             /* failures leave a message in shadow.diag */
    long first;                /* turns before the first, as the start of the record has it */
    long last;                 /* turns before the last, as labels tell; -1: they do not */
    bool from_black;           /* numbers count 1B 1W 2B */
    bool cut;                  /* the row ends before the record (SLOTS_WHOLE: for want of memory) */
};

/* Where a line stands, to come back to. */
struct spot {
    size_t undos;
    unsigned number;
    uint8_t side;
    uint8_t dice[LUDUS_DICE_MAX], dice_count;
    uint16_t dice_used;
    unsigned moves; /* of the turn under way */
};

/* Gets ready for records of any ruleset, or of `rules` (may be NULL). False without memory. */
bool slots_init(struct slots *slots, const struct ludus_ruleset *rules);
void slots_free(struct slots *slots);

/* The same on a replayer that is another's, at a turn of its game, for as long as it takes to try some there;
 * it then gets its game back. */
void slots_borrow(struct slots *slots, struct ludus_replay *replay);

/* Takes the turns of the record's main line and its start. False when rules or start cannot be had (the
 * record's messages say why) or without memory. */
bool slots_read(struct slots *slots, struct ludus_game *game, enum slots_way way);

/* Plays a turn, which may be of another record. False, and nothing changed, when it is not legal, or claims
 * what is not so, unless it says that it was played all the same. */
bool slots_play(struct slots *slots, const struct slot *slot);

/* How many of the first turns lack their roll, those of lost moves (`__`) aside? */
size_t slots_count_bare(const struct slots *slots, size_t turns);

/* Ends a turn of which no more is known. */
void slots_end_turn(struct slots *slots);

/* Gets replay->turn ready for moves to be made one by one. */
void slots_begin_turn(struct slots *slots, const struct slot *slot, const uint8_t *dice);
/* Forgets the messages of the last turn. */
void slots_forget(struct slots *slots);
/* Does a message of the last turn speak against it? */
bool slots_blamed(const struct slots *slots);

struct spot slots_spot(const struct slots *slots);
/* Back to before the last turn; to a spot farther back only when no turn since was one with sic. */
void slots_return(struct slots *slots, struct spot spot);

static inline struct ludus_position *slots_position(struct slots *slots)
{
    return &slots->replay->line.pos;
}

#endif
