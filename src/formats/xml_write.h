/* xml_write.h - a record as XML: one <record> of the namespace urn:ludus:record:1. */
#ifndef FORMATS_XML_WRITE_H
#define FORMATS_XML_WRITE_H

#include "formats/xml.h"
#include "notation/record.h"
#include "play/played.h"

/* Appends the record; `played` says what is told beside it. A failure is remembered by `out`. */
void xml_write_record(struct ludus_game *game, struct played *played, struct ludus_buffer *out);

/* Text of any kind; characters that XML cannot hold become <char>. */
void xml_write_text(struct xml_writer *writer, const char *text, size_t length);
/* The text of a roll, a number or a damaged move: _ ~ and <…> become elements. */
void xml_write_damaged(struct xml_writer *writer, const char *text, size_t length);
/* The text of a move, its parts told apart. */
void xml_write_move(struct xml_writer *writer, const struct item *item);

#endif
