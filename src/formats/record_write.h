/* record_write.h - a record as JSON, one object in one line, and as XML, one <record>. */
#ifndef FORMATS_RECORD_WRITE_H
#define FORMATS_RECORD_WRITE_H

#include "notation/record.h"
#include "play/played.h"

/* Append the record; `played` says what is told beside it. A failure is remembered by `out`. */
void json_write_record(struct ludus_game *game, struct played *played, struct ludus_buffer *out);
void xml_write_record(struct ludus_game *game, struct played *played, struct ludus_buffer *out);

#endif
