/* json_write.h - a record as JSON: one object in one line. */
#ifndef FORMATS_JSON_WRITE_H
#define FORMATS_JSON_WRITE_H

#include "notation/record.h"
#include "play/played.h"

/* Appends the record; `played` says what is told beside it. A failure is remembered by `out`. */
void json_write_record(struct ludus_game *game, struct played *played, struct ludus_buffer *out);

#endif
