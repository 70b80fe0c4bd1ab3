/* quick.h - turns that are one plain step, played on a light board while a record is only checked, which is
 * what most of most records is. The line's position lags behind by the moves in `ahead` until something asks
 * for it. */
#ifndef REPLAY_QUICK_H
#define REPLAY_QUICK_H

#include "ludus.h"
#include "rules/light.h"

enum { QUICK_TEXT = 16 };

struct item;
struct ludus_replay;

struct quick {
    bool wanted;            /* for this record */
    bool texts;             /* and the canonical text of each turn */
    bool loaded;            /* the light board holds the line's last position */
    bool shown;             /* replay->before is the line's position but for what the light board has */
    struct ludus_text text; /* of the last turn, if it was played here: as the record has it, or in `spelt` */
    char spelt[QUICK_TEXT];
    struct light light;
    struct ludus_move *ahead; /* moves that the line's position lacks; owned */
    size_t count, capacity;
};

/* Lets the turns of the record that has been begun be played here, where its rules and what is asked allow
 * it. */
void quick_allow(struct ludus_replay *replay);
/* Plays the turn that `item` alone is. False, with everything as it was, when it takes more than that: a
 * fault, a claim that is not plainly true, damage, an announcement. The line's position has then caught up.
 */
bool quick_turn(struct ludus_replay *replay, const struct item *item);
/* Brings the line's position up to date. */
void quick_settle(struct ludus_replay *replay);
/* The line is left, and with it what its position lacks. */
void quick_drop(struct ludus_replay *replay);
/* Is it plain that the game can go on from the line's last position? */
bool quick_goes_on(const struct ludus_replay *replay);
/* The line's last position, to be looked at only: good until the next call for this replayer. */
const struct ludus_position *quick_final(struct ludus_replay *replay);

#endif
