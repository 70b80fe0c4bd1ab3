/* faults.h - messages about the shape of a record. */
#ifndef NOTATION_FAULTS_H
#define NOTATION_FAULTS_H

#include "notation/build.h"

/* Adds a message about an item; what its text takes is the item's spelling. */
void faults_at(struct ludus_game *game, const struct item *item, enum message_id id);

/* Adds what can be said only at the end of a record: unreadable text, tags given twice, the outermost
 * variation left open
 * (`outermost`, or NO_ITEM), no result. */
void faults_finish(struct build *build, size_t outermost);

#endif
