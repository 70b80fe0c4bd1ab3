/* leiden.h - signs about the state of a text, after the Leiden conventions: _ lost, ~ or a dot below unclear,
 * <…> supplied by the editor; and spellings that stand for plain ones (figurines, dashes, the cross of
 * captures). */
#ifndef NOTATION_LEIDEN_H
#define NOTATION_LEIDEN_H

#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct leiden {
    const char *text; /* without ~ and <>, in plain spelling, blanks made one space; `_` stays */
    size_t length;
    bool lost, unclear, supplied;
};

/* Does [text, text + length) hold anything that leiden_read would change or notice? */
bool leiden_needed(const char *text, size_t length);

/* Reads the signs. False when <…> is not paired, ~ follows nothing, or without memory (arena->failed). */
bool leiden_read(const char *text, size_t length, struct arena *arena, struct leiden *out);

/* Length in bytes of a blank at `text`, those of typeset text among them (U+00A0, U+2009 and the like), else
 * 0. */
unsigned leiden_blank(const char *text, size_t length);

/* Length in bytes of a sign of uncertainty (~ or U+0323) at `text`, else 0. */
unsigned leiden_unclear(const char *text, size_t length);

#endif
