/* mend.h - inside restoring and repair: the record, its gaps and their readings, the repairs. */
#ifndef DECODE_MEND_H
#define DECODE_MEND_H

#include "base/buf.h"
#include "notation/move_text.h"
#include "play/damage.h"

/* A damaged place. */
struct gap {
    size_t entry;
    unsigned part;                     /* number of the item in its turn, or GAP_ROLL */
    const struct item *item;           /* NULL: not written (a missing roll, or a turn of `__`) */
    struct ludus_gap told;             /* as it is reported; its length is 0 if nothing is written */
    uint32_t first;                    /* of its readings in mend->texts, a linked list */
    const struct gap_reading **sorted; /* possible ones, then impossible ones; in the arena */
    size_t sorted_count;
};

/* A reading of a gap. */
struct gap_reading {
    uint32_t gap, next, chain;    /* next reading of the gap; next of the hash chain */
    uint8_t dice[LUDUS_DICE_MAX]; /* of a roll */
    uint32_t faults; /* turns that cannot be played after it, without the gaps; UINT32_MAX: unknown */
    size_t fell;     /* the turn at which its longest path fails */
    struct ludus_reading told; /* allowed: it is on a successful path; its text is in the arena */
};

#define NO_INDEX UINT32_MAX
enum { MEND_TABLE = 1 << 16, GAP_BUCKETS = 1 << 14 };

struct ludus_mend {
    struct sheet sheet;
    struct lookalikes lookalikes;
    struct arena arena; /* for the current record */
    size_t limit, tried;
    bool explains, gave_up, failed;
    bool sound;                /* a path reaches the end of the record */
    size_t far;                /* the last turn reached */
    struct gap *gaps;          /* owned */
    struct gap_reading *texts; /* of all gaps; owned */
    size_t gap_count, gap_room, text_count, text_room;
    uint32_t *buckets; /* of texts, owned */
    uint32_t *table;   /* hash table of nodes; owned */
    unsigned number;   /* number and side of the first turn */
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

#endif
