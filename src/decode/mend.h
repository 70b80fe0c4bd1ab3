/* mend.h - inside the restorer: gaps, their readings, and the graph of ways through a damaged record. */
#ifndef DECODE_MEND_H
#define DECODE_MEND_H

#include "base/buf.h"
#include "notation/move_text.h"
#include "play/damage.h"

enum { NO_GAP = -1 };

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

/* A position that the search has come to behind a damaged turn. */
struct mend_node {
    uint64_t key;
    uint32_t twin; /* next of its bucket */
    size_t slot;
    uint32_t edges;       /* first, or NO_INDEX */
    uint32_t sibling;     /* next node of the same slot */
    double back, forward; /* logarithms of the weights of the ways on from here, and to here */
    bool alive, cut; /* the record can be played on to its end from here; or not all has been tried here */
    size_t fell;
    const char *reason;
};

struct mend_edge {
    uint32_t next, child;
    double weight;  /* its logarithm */
    uint32_t texts; /* index into mend->edge_texts */
    uint8_t text_count;
};

#define NO_INDEX UINT32_MAX
enum { MEND_TABLE = 1 << 16 };

/* A growing array; `data` is owned. */
struct mend_array {
    void *data;
    size_t count, capacity;
};

struct ludus_mend {
    struct slots slots;
    struct lookalikes lookalikes;
    struct arena arena; /* of the record's restoration */
    size_t limit, tried;
    bool explains, gave_up, failed;
    size_t stop;        /* this search ends when so much has been tried: */
    bool over;          /* it has */
    bool first;         /* one way through is enough */
    uint32_t wanted;    /* the reading that the way must have, or NO_INDEX */
    size_t wanted_slot; /* of its gap */
    bool sound;         /* some way goes through the whole record */
    size_t far;         /* the last slot reached */
    struct mend_array gaps, texts, nodes, edges, edge_texts, frames;
    uint32_t *buckets; /* of texts, owned */
    uint32_t *table;   /* MEND_TABLE nodes by key, of whichever search; owned */
    unsigned number;   /* of the first turn, and whose it is */
    uint8_t side;
    size_t unsearched, unsearched_at; /* damage elsewhere than in its turns, and where that begins */
    bool damaged;                     /* damage ends what can be repaired, and no fault */
    bool diceless;                    /* most turns lack their roll: none is expected */
    struct mend_array repairs;        /* found, best first */
    struct mend_array changes;        /* of one that makes many, so far */
    size_t legal;                     /* turns that are legal as the record stands */
    struct ludus_buffer text;         /* of the record with a change made, */
    struct ludus_game changed;        /* as it is read, */
    struct slots turns;               /* and its turns */
};

/* Adds so many elements of this size at the end. False without memory (mend->failed). */
bool mend_append(struct ludus_mend *mend, struct mend_array *array, const void *elements, size_t count,
                 size_t size);
void mend_forget(struct mend_array *array);

static inline struct gap *mend_gap(const struct ludus_mend *mend, size_t index)
{
    return (struct gap *)mend->gaps.data + index;
}

static inline struct gap_reading *mend_reading(const struct ludus_mend *mend, size_t index)
{
    return (struct gap_reading *)mend->texts.data + index;
}

static inline struct mend_edge *mend_edge_at(const struct ludus_mend *mend, size_t index)
{
    return (struct mend_edge *)mend->edges.data + index;
}

static inline struct mend_node *mend_node_at(const struct ludus_mend *mend, size_t index)
{
    return (struct mend_node *)mend->nodes.data + index;
}

/* Forgets the last record and reads the turns of another. False as slots_read. */
bool mend_begin(struct ludus_mend *mend, struct ludus_game *game, enum slots_way way);
/* Number of turn `slot`; sets `*side`. */
unsigned mend_turn(const struct ludus_mend *mend, size_t slot, enum ludus_side *side);

/* Number of the gap, or NO_GAP. */
int mend_gap_of(const struct ludus_mend *mend, size_t slot, unsigned part);

/* Why the turn that was played last is not legal, in the arena, if it was played for that; else NULL. */
const char *mend_reason(struct ludus_mend *mend);

/* All legal readings of a damaged turn in the position as it stands, appended to `out` (of struct
 * turn_reading). */
void mend_read_turn(struct ludus_mend *mend, size_t slot, struct mend_array *out);
/* Is anything of it damaged? */
static inline bool mend_is_damaged(const struct ludus_mend *mend, size_t slot)
{
    size_t first = mend->slots.slot[slot].mark;
    return first < mend->gaps.count && mend_gap(mend, first)->slot == slot;
}

/* Appends a roll, in <...> what is not as `was`, which may be NULL, has it. */
void mend_write_roll(const struct item *was, const uint8_t *dice, unsigned count, struct ludus_buffer *out);

/* Searches all ways through the record and weighs them; where none goes through to its end, those that get
 * furthest (mend->sound is false, mend->far the turn that stops them). */
void mend_search(struct ludus_mend *mend);

#endif
