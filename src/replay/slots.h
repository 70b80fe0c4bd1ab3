/* slots.h - the main line of a record as a row of turns that can be played one by one, with other items put
 * in the place of theirs, and taken back. What restoring, repairing and comparing share. */
#ifndef REPLAY_SLOTS_H
#define REPLAY_SLOTS_H

#include "replay/replay.h"

enum { SLOT_ITEMS = 8 }; /* items of a turn at most; a longer one ends the row */

/* A turn of the main line as written. */
struct slot {
    const struct item *label, *dice; /* or NULL */
    const struct item *items[SLOT_ITEMS];
    unsigned count;    /* 0: nothing of the turn is left (it stands between a `__` and the label after it) */
    bool sic;          /* it breaks the rules and was played all the same */
    size_t begin, end; /* place in the record, from the label or the roll to the last move */
};

/* A row of turns and the replayer that plays them. The messages of playing them are lost. */
struct slots {
    struct ludus_replay *replay; /* owned */
    struct ludus_game shadow;    /* the game with an arena and messages of its own */
    const struct ludus_game *game;
    struct slot *slot; /* owned */
    size_t count, capacity;
    const struct item *result; /* written after the main line, or NULL */
    bool explains;             /* failures leave a message in shadow.diag */
    bool cut; /* the row ends before the record: a turn said to be against the rules, or overlong */
};

/* Where a line stands, to come back to. */
struct spot {
    size_t undos;
    unsigned number;
    uint8_t side;
    uint8_t dice[LUDUS_DICE_MAX], dice_count;
    uint16_t dice_used;
};

/* Gets ready for records of any ruleset, or of `rules` (may be NULL). False without memory. */
bool slots_init(struct slots *slots, const struct ludus_ruleset *rules);
void slots_free(struct slots *slots);

/* Takes the turns of the record's main line and its start. With `widen`, a lost turn `__` becomes as many as
 * the labels around it say. False when rules or start cannot be had (the record's messages say why) or
 * without memory. */
bool slots_read(struct slots *slots, struct ludus_game *game, bool widen);

/* Plays a turn. False, and nothing changed, when it is not legal, or claims what is not so. */
bool slots_play(struct slots *slots, const struct slot *slot);

/* Gets replay->turn ready for moves to be made one by one. */
void slots_begin_turn(struct slots *slots, const struct slot *slot, const uint8_t *dice);
/* Forgets the messages of the last turn. */
void slots_forget(struct slots *slots);
/* Does a message of the last turn speak against it? */
bool slots_blamed(const struct slots *slots);

struct spot slots_spot(const struct slots *slots);
void slots_return(struct slots *slots, struct spot spot);

static inline struct ludus_position *slots_position(struct slots *slots)
{
    return &slots->replay->line.pos;
}

#endif
