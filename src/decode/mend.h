/* mend.h - inside the restorer: gaps, their readings, and the graph of ways through a damaged record. */
#ifndef DECODE_MEND_H
#define DECODE_MEND_H

#include "base/buf.h"
#include "notation/move_text.h"
#include "play/damage.h"

/* A damaged place. */
struct gap {
    size_t slot;
    unsigned part;           /* number of the item in its turn, or GAP_ROLL */
    const struct item *item; /* NULL: nothing is written (a missing roll, a turn of a run of lost ones) */
    struct ludus_gap told;   /* its length is 0 where nothing is written */
    uint32_t first;          /* its readings in mend->texts, linked, best first at the end */
    const struct gap_reading **sorted; /* those allowed, then those that fall; in the arena */
    size_t sorted_count;
};

/* A reading of a gap. */
struct gap_reading {
    uint32_t gap, next, chain;    /* next of the gap, next of the hash chain */
    uint8_t dice[LUDUS_DICE_MAX]; /* of a roll */
    uint32_t faults; /* turns that cannot be played after it, all gaps left out; UINT32_MAX: unknown */
    size_t fell;     /* slot at which the longest way through it ends */
    struct ludus_reading told; /* allowed: some way goes through it; its text is in the arena */
};

#define NO_INDEX UINT32_MAX
enum { MEND_TABLE = 1 << 16, GAP_BUCKETS = 1 << 14 };

struct ludus_mend {
    struct slots slots;
    struct lookalikes lookalikes;
    struct arena arena; /* of the record's restoration */
    size_t limit, tried;
    bool explains, gave_up, failed;
    bool sound;                /* some way goes through the whole record */
    size_t far;                /* the last slot reached */
    struct gap *gaps;          /* owned */
    struct gap_reading *texts; /* of all gaps; owned */
    size_t gap_count, gap_room, text_count, text_room;
    uint32_t *buckets; /* of texts, owned */
    uint32_t *table;   /* MEND_TABLE nodes by key, of whichever search; owned */
    unsigned number;   /* of the first turn, and whose it is */
    uint8_t side;
    size_t unsearched, unsearched_at; /* damage elsewhere than in its turns, and where that begins */
    bool damaged;                     /* damage ends what can be repaired, and no fault */
    bool diceless;                    /* most turns lack their roll: none is expected */
    struct repair *repairs;           /* found, best first; owned */
    struct repair_edit *changes;      /* of one that makes many, so far; owned */
    size_t repair_count, repair_room, change_count, change_room;
    size_t legal;              /* turns that are legal as the record stands */
    struct ludus_buffer text;  /* of the record with a change made, */
    struct ludus_game changed; /* as it is read, */
    struct slots turns;        /* and its turns */
};

/* Forgets the last record and reads the turns of another. False as slots_read. */
bool mend_begin(struct ludus_mend *mend, struct ludus_game *game, enum slots_way way);
/* Number of turn `slot`; sets `*side`. */
unsigned mend_turn(const struct ludus_mend *mend, size_t slot, enum ludus_side *side);

/* The gap that is this part of a turn, or NULL. */
struct gap *mend_gap_of(const struct ludus_mend *mend, size_t slot, unsigned part);

/* Is anything of it damaged? */
static inline bool mend_is_damaged(const struct ludus_mend *mend, size_t slot)
{
    size_t first = mend->slots.slot[slot].mark;
    return first < mend->gap_count && mend->gaps[first].slot == slot;
}

/* Appends a roll, in <...> what is not as `was`, which may be NULL, has it. */
void mend_write_roll(const struct item *was, const uint8_t *dice, unsigned count, struct ludus_buffer *out);

/* Searches all ways through the record and weighs them; where none goes through to its end, those that get
 * furthest (mend->sound is false, mend->far the turn that stops them). */
void mend_search(struct ludus_mend *mend);

#endif
