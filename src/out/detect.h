/* detect.h - which format a file is in, from its first bytes. */
#ifndef OUT_DETECT_H
#define OUT_DETECT_H

#include "ludus.h"

#include <stddef.h>

/* Never LUDUS_FORMAT_ANY; records where nothing else is seen. */
enum ludus_format detect_format(const char *head, size_t length);

/* Is this line the heading of a transcript, "Name (White) v Name (Black)…"? */
bool detect_heading(const char *line, size_t length);

#endif
