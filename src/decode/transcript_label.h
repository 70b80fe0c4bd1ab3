/* transcript_label.h - numbers of turns at the beginning of lines, and what poor print makes of them. */
#ifndef DECODE_TRANSCRIPT_LABEL_H
#define DECODE_TRANSCRIPT_LABEL_H

#include "decode/transcript_mixed.h"

enum { LABEL_TEXT = 16 };

/* Is the line surely meant as a turn, even when it cannot be read: "4W. …", "4. (…"? */
bool transcript_is_labelled(const char *line, size_t length);

/* What stands in the place of a label. */
struct label_slip {
    char label[LABEL_TEXT]; /* the label that it is */
    size_t length;          /* of what stands there, without blanks behind it */
    size_t rest;            /* where the turn goes on */
    bool roll;              /* a roll follows */
    bool plain;             /* nothing but the dot is missing */
};

/* Is what the line begins with no label, but plainly meant as one: "4B:", "lB.", "IVB.", "4 B." with a roll
 * or a move behind it? A roll makes it one wherever it says a number; else it must be that of a turn which
 * may come next. */
bool transcript_find_slip(const char *line, size_t length, const struct turn_count *count,
                          struct label_slip *slip);

/* Can a text that is set as prose be taken for a turn with such a label, if a line begins here? */
bool transcript_may_be_slip(const char *text, size_t length);

/* The label of the turn that comes next; "" when there is none yet. */
void transcript_next_label(const struct turn_count *count, char label[LABEL_TEXT]);

#endif
