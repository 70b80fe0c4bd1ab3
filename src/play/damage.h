/* damage.h - all legal readings of a turn with illegible signs, lost moves or lost dice. */
#ifndef PLAY_DAMAGE_H
#define PLAY_DAMAGE_H

#include "play/sheet.h"

/* The parts of a turn: its items by number, and its roll. */
enum { GAP_ROLL = TURN_ITEMS, TURN_GAPS = TURN_ITEMS + 1, GAP_TEXT = 160 };

/* A reading of a turn. */
struct turn_reading {
    uint8_t dice[LUDUS_DICE_MAX];
    uint8_t count;
    struct ludus_move moves[TURN_ITEMS];
    uint8_t items[TURN_ITEMS]; /* the item of each move */
    uint32_t texts[TURN_GAPS]; /* results of `note` for its parts */
    uint8_t text_count;
    double weight;
};

struct turn_readings {
    struct turn_reading *each; /* owned */
    size_t count, room;
};

/* The caller, and what it wants to know. */
struct damage_reader {
    struct sheet *sheet;
    const struct sheet_entry *entry; /* the next turn of the line */
    const struct lookalikes *alike;  /* for unclear signs; NULL: they are read as they stand */
    void *asker;
    size_t most; /* readings, after which the search ends; 0: no limit */
    bool (*note)(struct damage_reader *reader, unsigned part, const char *text, const uint8_t *dice,
                 uint32_t *index); /* may be NULL; called for each part that is tried; true to keep `*index`
                                      in the reading */
    struct turn_readings readings; /* all legal ones */
    struct turn_reading reading;   /* the current one */
    bool lenient;                  /* claims of the record need not be true */
    bool over;                     /* as many as wanted have been found */
    bool gave_up;                  /* a move had too many readings */
};

/* The written face of a die; 0 if it is lost or impossible. `dice` may be NULL. */
unsigned damage_face(const struct rules *rules, const struct item *dice, unsigned die);

/* Is anything of the move lost or unclear? */
static inline bool damage_in(const struct item *move)
{
    return move->move.style >= MOVE_PATTERN || move->move.flags & MOVE_UNCLEAR;
}

/* Finds all legal readings of the turn. Without memory sets replay->failed. */
void damage_read(struct damage_reader *reader);

#endif
