/* xml_write.h - a record as XML: one <record> of the namespace urn:ludus:record:1. */
#ifndef FORMATS_XML_WRITE_H
#define FORMATS_XML_WRITE_H

#include "formats/xml.h"
#include "notation/record.h"
#include "play/played.h"

/* Appends the record; `played` says what is told beside it. A failure is remembered by `out`. */
void xml_write_record(struct ludus_game *game, struct played *played, struct ludus_buffer *out);

#endif
