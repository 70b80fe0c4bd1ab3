/* json_write.h - a record as JSON: one object in one line. */
#ifndef OUT_JSON_WRITE_H
#define OUT_JSON_WRITE_H

#include "out/played.h"
#include "record/record.h"

/* Appends the record; `played` says what is told beside it. A failure is remembered by `out`. */
void json_write_record(struct ludus_game *game, struct played *played, struct ludus_buffer *out);

#endif
