/* damage.h - all that a damaged turn can have been: its illegible signs, its lost moves and dice. */
#ifndef PLAY_DAMAGE_H
#define PLAY_DAMAGE_H

#include "play/sheet.h"

/* Parts of a turn that can be damaged are numbered as its items; its roll is the last. */
enum { GAP_ROLL = TURN_ITEMS, TURN_GAPS = TURN_ITEMS + 1, GAP_TEXT = 160 };

/* A whole reading of a turn. */
struct turn_reading {
    uint8_t dice[LUDUS_DICE_MAX];
    uint8_t count;
    struct ludus_move moves[TURN_ITEMS];
    uint8_t items[TURN_ITEMS]; /* that say them */
    uint32_t texts[TURN_GAPS]; /* what `note` has returned for its parts, */
    uint8_t text_count;
    double weight;
    uint64_t rank; /* of who tries it */
};

/* Who asks, and what becomes of the answers. */
struct damage_reader {
    struct sheet *sheet;
    const struct sheet_entry *entry; /* the turn that the line stands at */
    const struct lookalikes *alike;  /* what unclear signs can be; NULL: as they stand */
    void *asker;
    bool (*note)(struct damage_reader *reader, unsigned part, const char *text, const uint8_t *dice,
                 uint32_t *index); /* a part is tried so; true to keep the index with the reading. Or NULL */
    void (*found)(struct damage_reader *reader);
    struct turn_reading reading; /* under way, or found */
    bool lenient;                /* what the record claims of its moves need not be so */
    bool over;                   /* set to end the search; also without memory */
    bool failed;                 /* memory ran out */
    bool gave_up;                /* some move had too many readings */
};

/* The face that die number `die` is said to show; 0 where it is lost or impossible. `dice` may be NULL. */
unsigned damage_face(const struct rules *rules, const struct item *dice, unsigned die);

/* Is something of the move lost or unclear? */
static inline bool damage_in(const struct item *move)
{
    return move->move.style >= MOVE_PATTERN || move->move.flags & MOVE_UNCLEAR;
}

/* Hands all legal readings of the turn to reader->found. */
void damage_read(struct damage_reader *reader);

#endif
