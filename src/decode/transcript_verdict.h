/* transcript_verdict.h - results that a printed page tells in words. */
#ifndef DECODE_TRANSCRIPT_VERDICT_H
#define DECODE_TRANSCRIPT_VERDICT_H

#include <stddef.h>

/* The result (enum ludus_result) that a line is about and nothing else: "White wins.", "Remis"; else
 * NO_RESULT. */
unsigned transcript_verdict(const char *line, size_t length);

#endif
