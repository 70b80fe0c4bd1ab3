/* slips.h - what was probably meant by text that is no part of the notation, where print or a hand writes it.
 */
#ifndef NOTATION_SLIPS_H
#define NOTATION_SLIPS_H

#include "notation/build.h"

/* Hangs a hint on the message about an item of the record, if it is written in a way that is known. False if
 * it is not. */
bool slips_hint(struct ludus_game *game, struct message *message, const struct item *item);

#endif
