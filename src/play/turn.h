/* turn.h - one turn: its label, its roll, its moves, its claims. */
#ifndef PLAY_TURN_H
#define PLAY_TURN_H

#include "play/replay.h"
#include "play/san.h"

/* Plays replay->turn, whose items have been gathered, onto replay->line. Faults become messages. */
void turn_play(struct ludus_replay *replay);

/* Makes a move of the turn without asking whether it is legal; `item` is the index of the item that says it.
 * False only without memory. */
bool turn_make(struct ludus_replay *replay, struct ludus_move move, unsigned item);

/* The legal moves that item number `item` can mean, as resolve_move; `*used` is the number of items that the
 * move takes (two for a pair of placings). */
size_t turn_resolve(const struct ludus_replay *replay, unsigned item, struct ludus_move out[RESOLVE_MAX],
                    unsigned *used);

/* Writes the text of a turn without moves. */
void turn_note_pass(struct ludus_replay *replay);

/* How many moves the turn has room for: the dice, or 1; more only where a piece must move on. */
bool turn_is_full(const struct ludus_replay *replay);

/* Ends the turn on the board. False when it cannot end here (and a message says why). */
bool turn_finish(struct ludus_replay *replay);

/* What stands between an item of the turn as it is written and what comes before it. */
const char *turn_before_item(const struct turn *turn, unsigned item);

/* Fills the public picture of the turn. */
void turn_describe(struct ludus_replay *replay, struct ludus_turn *out);

#endif
