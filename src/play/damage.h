/* damage.h - turns with illegible signs: which legal turns they can have been. */
#ifndef PLAY_DAMAGE_H
#define PLAY_DAMAGE_H

#include "play/replay.h"
#include "play/roll.h"

/* Is anything of replay->turn, its roll included, illegible? */
bool damage_found(const struct ludus_replay *replay, const struct roll *roll);

/* Plays a damaged turn where all readings that fit come to the same moves, and notes what was restored; else
 * notes how many readings fit. */
enum ludus_turn_state damage_play(struct ludus_replay *replay, const struct roll *roll);

/* Appends a roll to replay->text: as it stands where it is damaged or marked, else in canonical form. */
void damage_write_dice(struct ludus_replay *replay, const struct item *item);

#endif
