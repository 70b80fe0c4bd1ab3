/* slips.h - what was probably meant by text that is no part of the notation, where print or a hand writes it.
 */
#ifndef RECORD_SLIPS_H
#define RECORD_SLIPS_H

#include "record/build.h"

/* Hangs a hint on the message about an item of the record, if it is written in a way that is known. False if
 * it is not. */
bool slips_hint(struct ludus_game *game, struct message *message, const struct item *item);

#endif
