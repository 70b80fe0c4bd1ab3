/* unread.h - text that could not be read, in the place of a turn or of a part of one. */
#ifndef PLAY_UNREAD_H
#define PLAY_UNREAD_H

#include "play/replay.h"

/* Does the unreadable text just before replay->turns.at take the place of a turn? It does behind a number or
 * a roll. Elsewhere the next number of the record tells: where it is that of the turn that follows without
 * the text, the text is none. */
bool unread_is_turn(const struct ludus_replay *replay, const struct item *item);
/* Is the item the name of a piece that stands apart from its squares, which follow? */
bool unread_is_name(const struct ludus_replay *replay, const struct item *item);

#endif
