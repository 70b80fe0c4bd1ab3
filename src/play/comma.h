/* comma.h - a turn that is perhaps no turn, but the rest of the one before it, whose comma is missing or
 * written as a semicolon. */
#ifndef PLAY_COMMA_H
#define PLAY_COMMA_H

#include "play/replay.h"

/* Keeps the roll of the turn that has been played for the turn right after it. */
void comma_remember_roll(struct ludus_replay *replay);

/* Has the turn that is being played neither number nor roll, and could the side of the turn before it, which
 * stands right before it, play its moves with the dice that are left? */
bool comma_is_missing(const struct ludus_replay *replay);

/* Warns of a comment after `;`, which is replay->game's, where a comma was meant: it follows a move at once,
 * and holds another move, in a game with several moves in a turn. */
void comma_check_semicolon(struct ludus_replay *replay, const struct item *comment);

/* Does the unreadable text just before replay->turns.at take the place of a turn? It does behind a number or
 * a roll. Elsewhere the next number of the record tells: where it is that of the turn that follows without
 * the text, the text is none. */
bool unread_is_turn(struct ludus_replay *replay, const struct item *item);
/* Is the item the name of a piece that stands apart from its squares, which follow? */
bool unread_is_name(const struct ludus_replay *replay, const struct item *item);

#endif
