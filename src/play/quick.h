/* quick.h - turns that are one plain step, played on bitboards while a record is only checked, which is
 * what most of most records is. The line's position lags behind by the moves in `ahead` until something asks
 * for it. */
#ifndef PLAY_QUICK_H
#define PLAY_QUICK_H

#include "ludus.h"
#include "notation/format.h"
#include "rules/bitboard.h"

#include <stddef.h>

enum { QUICK_TEXT = 16, QUICK_TURNS = 64 };

struct item;
struct ludus_replay;

/* What else is known of a turn that has been played here. */
struct quick_turn {
    const struct item *label; /* or NULL; it is right */
    uint8_t side;
    char text[QUICK_TEXT]; /* as it is to be written */
};

struct quick {
    bool wanted; /* for this record */
    bool texts;  /* and the canonical text of each turn */
    bool loaded; /* the bitboards holds the line's last position */
    bool shown;  /* replay->before is the line's position but for what the bitboards has */
    struct bitboard board;
    uint32_t *ahead; /* moves that the line's position lacks, see bitboard_unpack; owned */
    size_t count, capacity;
    size_t turn_count; /* how many turns were played here last, 0 if it was one that is not plain; where texts
                          are wanted, */
    struct move_form forms[QUICK_TURNS]; /* how they are written, by the number that is counted */
    struct quick_turn turns[QUICK_TURNS];
};

/* Lets the turns of the record that has been begun be played here, where its rules and what is asked allow
 * it. */
void quick_allow(struct ludus_replay *replay);
/* Plays the turn that `item` alone is, a move just before replay->turns.at, and those that follow it, `limit`
 * in all at the most, and QUICK_TURNS where texts are wanted. Returns how many; replay->turn is the last. The
 * first that takes more than a plain step ends it: a fault, a claim that is not plainly true, damage, an
 * announcement. 0, with everything as it was, when that is `item`; the line's position has then caught up. */
size_t quick_turns(struct ludus_replay *replay, const struct item *item, size_t limit);
/* Sets the number of a turn: "4W." in games that say the side; else "4." for the side that plays first and
 * "4..." for the other. */
void quick_label(const struct rules *rules, unsigned side, unsigned number, struct move_form *form);
/* Brings the line's position up to date. */
void quick_settle(struct ludus_replay *replay);
/* The line is left, and with it what its position lacks. */
void quick_drop(struct ludus_replay *replay);
/* Is it plain that the game can go on from the line's last position? */
bool quick_goes_on(const struct ludus_replay *replay);
/* The line's last position, to be looked at only: good until the next call for this replayer. */
const struct ludus_position *quick_final(struct ludus_replay *replay);
/* Can neither side win any more in that position? Most are told by what stands on the board still. */
bool quick_is_dead(struct ludus_replay *replay);

#endif
