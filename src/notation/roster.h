/* roster.h - tags as they are written: PGN's roster of seven, then the others by name. */
#ifndef NOTATION_ROSTER_H
#define NOTATION_ROSTER_H

#include "base/buf.h"
#include "notation/record.h"

enum { ROSTER = 7 };
extern const struct ludus_text roster_names[ROSTER];

/* Which of the roster it is, or ROSTER. */
unsigned roster_place(struct ludus_text name);

struct placed_tag {
    const struct tag *tag;
    unsigned place; /* in the roster; ROSTER for the others */
};

/* The record's tags in order, tag_count of them, or NULL without memory; the caller frees them. */
struct placed_tag *roster_order(const struct ludus_game *game);
/* Appends a tag pair as a line of its own. */
void roster_write(struct ludus_text name, struct ludus_text value, struct ludus_buffer *out);
/* The same of a tag of a record; a result in its canonical spelling. */
void roster_write_tag(const struct tag *tag, struct ludus_buffer *out);

#endif
