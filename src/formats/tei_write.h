/* tei_write.h - a record as an edition in TEI: readings of witnesses, lost, unclear and supplied signs, and a
 * header with the provenance. It is written and not read. */
#ifndef FORMATS_TEI_WRITE_H
#define FORMATS_TEI_WRITE_H

#include "base/buf.h"
#include "formats/xml.h"
#include "notation/record.h"

#define TEI_NAMESPACE "http://www.tei-c.org/ns/1.0"

enum { TEI_WITNESSES_MAX = 256, TEI_READINGS_MAX = 256 };

/* A record, and the witnesses whose readings it gives besides the one that it follows itself. */
struct tei_record {
    const struct ludus_game *game;
    size_t number; /* which no other record of the document has; 0: there are none */
    struct ludus_text witness[TEI_WITNESSES_MAX];
    size_t witness_count;
};

/* A reading: the command [%rdg NAME "text"], or "add. text". */
struct tei_reading {
    struct ludus_text text;
    size_t witness; /* its number, from 1 */
    bool added;     /* the turn stands in the witness only */
};

struct tei_readings {
    struct tei_reading list[TEI_READINGS_MAX];
    size_t count;
    bool crowded; /* there are more of them or of their witnesses than that, or one is not such a command:
                     then none is listed */
};

/* Appends what comes before the first record, and after the last. */
void tei_begin(struct ludus_buffer *out);
void tei_end(struct ludus_buffer *out);

/* Appends a record, `number` being its own in the document, from 1; 0 stands for a document without records,
 * which TEI does not know, so that an empty one is put there. A failure is remembered by `out`. */
void tei_write_record(const struct ludus_game *game, size_t number, struct ludus_buffer *out);

/* For tei_write_record: the header. */
void tei_write_header(struct xml_writer *xml, const struct tei_record *record);

#endif
