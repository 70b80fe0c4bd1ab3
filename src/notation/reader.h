/* reader.h - records of a file, one after the other: the public functions. */
#ifndef NOTATION_READER_H
#define NOTATION_READER_H

#include "base/input.h"
#include "notation/record.h"

/* Reads the tags of `chunk` into `game`, whose tags are empty and have room for one more. True when all of
 * them are sound and the chunk surely holds no second game; false says nothing, the record must then be read
 * whole. */
bool skim_tags(struct ludus_game *game, const struct input_chunk *chunk);

#endif
