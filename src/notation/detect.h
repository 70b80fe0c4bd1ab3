/* detect.h - which format a file is in, from its first bytes. */
#ifndef NOTATION_DETECT_H
#define NOTATION_DETECT_H

#include "ludus.h"

#include <stddef.h>

/* LUDUS_FORMAT_ANY: these bytes do not tell; when no more tell it either, they are records. */
enum ludus_format detect_format(const char *head, size_t length);

/* Where a line tells the colours of two players, in brackets: "(White)" and "(Black)", in some languages. */
struct detect_colours {
    const char *white, *black;
    size_t white_length, black_length;
};
bool detect_colours(const char *line, size_t length, struct detect_colours *colours);

/* Is this line the heading of a transcript, "Name (White) v Name (Black)…"? */
bool detect_heading(const char *line, size_t length);

#endif
