/* record_write.h - writes a record as JSON, one object on one line; as XML, one <record>; or as a TEI
 * edition. */
#ifndef FORMATS_RECORD_WRITE_H
#define FORMATS_RECORD_WRITE_H

#include "base/text.h"
#include "formats/xml.h"
#include "notation/turns.h"

/* A writer of records. All zero except the replay is a valid start. The caller may set `positions` and
 * `moves`; then the effect of each turn by the rules is written after its last item. */
struct record_writer {
    struct ludus_replay *replay; /* owned by the caller, who frees it and fen */
    bool positions;              /* the position after each turn */
    bool moves;                  /* all details of each move */
    bool playing;
    struct ludus_turn turn;
    struct ludus_buffer fen;
    struct ludus_buffer *out;
    struct xml_writer *xml; /* NULL: JSON is written */
    struct visit visit;
};

/* Appends the record. `out` remembers errors. */
void write_record(struct record_writer *writer, struct ludus_game *game, bool xml, struct ludus_buffer *out);

/* How damage is written: in the XML of records, in TEI, or in a TEI correction, without angle brackets. */
enum damage { DAMAGE_OF_RECORD, DAMAGE_OF_EDITION, DAMAGE_CORRECTED };

/* Writes the text of a number, roll or damaged move: _ ~ and <…> become elements. */
void write_damaged(struct xml_writer *writer, const char *text, size_t length, enum damage form);

/* ---- TEI: readings of witnesses, lost, unclear, supplied and corrected signs, and a header with the
 * provenance. TEI is only written, not read ---- */

#define TEI_NAMESPACE "http://www.tei-c.org/ns/1.0"

enum { TEI_WITNESSES_MAX = 256, TEI_READINGS_MAX = 256, TEI_ID = 64 };

/* A reading, from the command [%rdg NAME "text"], also "add. text"; or [%tag NAME Tag "text"]. */
struct tei_reading {
    struct command_reading it;
    size_t witness; /* index of the witness */
    bool added;     /* only the witness has the turn */
};

struct tei_readings {
    struct tei_reading list[TEI_READINGS_MAX];
    size_t count;
    bool added;   /* one of them is a turn that the record lacks */
    bool crowded; /* there are too many of them or of their witnesses, or a wrong command: none is listed */
};

struct tei_witness {
    struct ludus_text name;
    char id[TEI_ID];
};

/* Selects the readings of one place: a tag, or a turn, which may be an addition. */
struct tei_place {
    const struct tei_readings *readings; /* NULL: none */
    struct ludus_text tag;
    bool added;
};

/* The state of writing a record. */
struct tei {
    struct xml_writer *xml;
    struct visit visit;
    size_t number;                                 /* unique in the document; 0: there are no records */
    struct tei_witness witness[TEI_WITNESSES_MAX]; /* the first is the one that the record follows */
    size_t witness_count;
    struct tei_readings tags;     /* of the whole record */
    struct tei_readings readings; /* of the current turn */
    struct tei_place place;       /* whose <app> is open; `readings` NULL: none is */
    size_t apps;
    bool has_result; /* at the end of the main line */
    bool moved;      /* the turn has a move before this item */
    bool corrected;  /* the text is a correction: its angle brackets are left out */
};

/* Appends a record. `number` is unique in the document, from 1; 0 is for a document without records: TEI does
 * not allow that, so an empty record is written. `out` remembers errors. */
void tei_write_record(const struct ludus_game *game, size_t number, struct ludus_buffer *out);

void tei_write_header(struct tei *tei);

/* Go before and after the text of the record there; write an <app> if a witness has a reading. */
void tei_begin_lemma(struct tei *tei, struct tei_place place);
void tei_end_lemma(struct tei *tei);

#endif
