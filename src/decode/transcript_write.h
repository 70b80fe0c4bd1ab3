/* transcript_write.h - writes a record as a printed page. */
#ifndef DECODE_TRANSCRIPT_WRITE_H
#define DECODE_TRANSCRIPT_WRITE_H

#include "notation/format.h"
#include "play/dialect.h"

/* Writes a record. `words`, empty before the first, are opened then; the caller closes them. */
void transcript_write_record(const struct canonical *canonical, struct dialects *words,
                             struct ludus_buffer *out);

/* Appends "A game of Ludus Equitum. White rolled 9 to a 6 for Black, and played first.", as far as known. */
void transcript_write_opening(const char *title, struct ludus_text first_roll, struct ludus_buffer *out);

#endif
