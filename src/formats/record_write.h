/* record_write.h - a record as JSON, one object in one line; as XML, one <record>; and as an edition in TEI.
 */
#ifndef FORMATS_RECORD_WRITE_H
#define FORMATS_RECORD_WRITE_H

#include "base/text.h"
#include "formats/xml.h"
#include "notation/command.h"
#include "notation/turns.h"

/* A record that is written. All zero but for the replay is ready for use; with what else the caller sets, it
 * is written behind the last item of each turn what the rules make of it. */
struct record_writer {
    struct ludus_replay *replay; /* owned, to be freed, and so is fen */
    bool positions;              /* the position after each turn */
    bool moves;                  /* each move in full */
    bool playing;
    struct ludus_turn turn;
    struct ludus_buffer fen;
    struct ludus_buffer *out;
    struct xml_writer *xml; /* NULL: JSON is written */
    struct visit visit;
};

/* Appends the record. A failure is remembered by `out`. */
void write_record(struct record_writer *writer, struct ludus_game *game, bool xml, struct ludus_buffer *out);

/* How damage is written: as in the XML of records, as in TEI, or as within a correction in TEI, where angle
 * brackets add nothing. */
enum damage { DAMAGE_OF_RECORD, DAMAGE_OF_EDITION, DAMAGE_CORRECTED };

/* The text of a number, roll or damaged move: _ ~ and <…> become elements. */
void write_damaged(struct xml_writer *writer, const char *text, size_t length, enum damage form);

/* ---- TEI: readings of witnesses, lost, unclear, supplied and corrected signs, and a header with the
 * provenance. It is written and not read ---- */

#define TEI_NAMESPACE "http://www.tei-c.org/ns/1.0"

enum { TEI_WITNESSES_MAX = 256, TEI_READINGS_MAX = 256, TEI_ID = 64 };

/* What a witness has: the command [%rdg NAME "text"], or "add. text"; or [%tag NAME Tag "text"]. */
struct tei_reading {
    struct reading it;
    size_t witness; /* its number */
    bool added;     /* the turn stands in the witness only */
};

struct tei_readings {
    struct tei_reading *list; /* owned */
    size_t count, capacity;
    bool added;   /* one of them is of a turn that the record has not */
    bool crowded; /* there are more of them or of their witnesses than that, or one is not such a command:
                     then none is listed */
};

struct tei_witness {
    struct ludus_text name;
    char id[TEI_ID];
};

/* A record that is being written. */
struct tei {
    struct xml_writer *xml;
    struct visit visit;
    size_t number;               /* which no other record of the document has; 0: there are none */
    struct tei_witness *witness; /* owned; first that which the record follows itself */
    size_t witness_count, witness_capacity;
    struct tei_readings tags;     /* of the whole record */
    struct tei_readings readings; /* of the turn under way */
    size_t apps;
    bool has_result; /* at the end of the main line */
    bool moved;      /* a move stands before, in the same turn */
    bool corrected;  /* the text is a correction: its angle brackets say no more */
};

/* Appends a record, `number` being its own in the document, from 1; 0 stands for a document without records,
 * which TEI does not know, so that an empty one is put there. A failure is remembered by `out`. */
void tei_write_record(const struct ludus_game *game, size_t number, struct ludus_buffer *out);

/* Finds the witnesses of the record, and what they have in the place of its tags. */
void tei_find_witnesses(struct tei *tei);
/* Takes the readings in a comment, of turns or of tags. */
void tei_gather(struct tei *tei, const struct item *item, bool tags, struct tei_readings *out);

/* Which of several readings stand in one place: of a tag, or of a turn, which may be added. */
struct tei_place {
    const struct tei_readings *readings;
    struct ludus_text tag;
    bool added;
};

/* Around the text that the record itself has there: an app, if any witness has another. */
void tei_begin_lemma(struct tei *tei, struct tei_place place);
void tei_end_lemma(struct tei *tei, struct tei_place place);

static inline void tei_forget(struct tei_readings *readings)
{
    readings->count = 0;
    readings->added = readings->crowded = false;
}

#endif
