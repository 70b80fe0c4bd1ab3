/* slips.h - what was probably meant by text that is no part of the notation, where print or a hand writes it.
 */
#ifndef NOTATION_SLIPS_H
#define NOTATION_SLIPS_H

#include "notation/build.h"

/* Hangs a hint on the message about an item of the record, if it is written in a way that is known. False if
 * it is not. */
bool slips_hint(struct ludus_game *game, struct message *message, const struct item *item);

/* Reads a move that is spelt as elsewhere, in one of the ways that have one meaning only. */
bool slips_read(const char *begin, const char *end, struct arena *arena, struct move_text *move);
/* Gives a move the promotion that stands apart behind it, as in e8 (Q). False if it cannot have one. */
bool slips_promote(struct move_text *move, char letter, struct arena *arena);

#endif
