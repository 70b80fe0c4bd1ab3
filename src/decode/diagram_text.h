/* diagram_text.h - boards that books draw with signs: "| #R |", "|BKn|", "R*". */
#ifndef DECODE_DIAGRAM_TEXT_H
#define DECODE_DIAGRAM_TEXT_H

#include "decode/transcript_page.h"

struct diagram_text {
    char placement[200]; /* the first field of a FEN */
    size_t lines;        /* of the page */
};

/* Reads the board that is drawn from the first of `count` lines on. False when none is. */
bool diagram_text_read(const struct line *lines, size_t count, const struct ludus_ruleset *rules,
                       struct diagram_text *diagram);

#endif
