/* repair_spread.h - one change in many places of a record. */
#ifndef DECODE_REPAIR_SPREAD_H
#define DECODE_REPAIR_SPREAD_H

#include "base/buf.h"
#include "decode/repair.h"

/* The text of the record from the first change on. */
struct spread {
    struct ludus_mend *mend;
    struct ludus_text source;
    struct ludus_buffer out;
    size_t shown_begin, shown_end; /* the first change, with the words that it is in */
    struct ludus_buffer shown_text;
    size_t begin, at;    /* of the text in `out`, and how far it goes */
    size_t count, least; /* changes, and how many there must be (0: two) */
    const char *before,
        *after;      /* what is exchanged for what, or NULL: the words of the first change say it */
    unsigned unlike; /* letters of pieces that are taken for others */
};

struct spread spread_of(struct ludus_mend *mend);

/* Puts `text` in the place of [begin, end), which is behind the last change. */
void spread_change(struct spread *spread, size_t begin, size_t end, const char *text);

/* The whole change. False if it is not in so many places as it must be. Its texts live until spread_forget.
 */
bool spread_finish(struct spread *spread, struct patch *patch);
/* Forgets the changes. */
void spread_forget(struct spread *spread);

/* Keeps the whole change if more of the record is legal with it, and forgets it. */
void spread_try(struct spread *spread, enum fault_kind kind);

#endif
