/* command.h - commands in comments, [%name value], which may contain line breaks. */
#ifndef NOTATION_COMMAND_H
#define NOTATION_COMMAND_H

#include "ludus.h"

#include <stdbool.h>
#include <stddef.h>

struct command {
    const char *rest, *stop; /* rest of the text, not yet searched; NULL: nothing */
    const char *begin, *end; /* the command with its brackets */
    struct ludus_text name;
    struct ludus_text value; /* without the blanks around it */
};

/* Returns the state before the first command of a text. */
static inline struct command command_begin(const char *text, size_t length)
{
    return (struct command){ .rest = text, .stop = text + length };
}

/* Finds the next command of the text, or the next one of this name. False if there is none. */
bool command_next(struct command *command);
bool command_find(struct command *command, const char *name);

bool command_is(const struct command *command, const char *name);

/* Returns the certainty of [%cert …]: "high", "medium" or "low"; NULL for anything else. */
const char *command_certainty(const struct command *command);

/* A reading of the apparatus: [%rdg NAME "text"], [%tag NAME Tag "text"], [%corr "text"]. */
struct reading {
    struct ludus_text witness, tag, text; /* witness and tag may be empty */
    const char *kind; /* "orthographic" or "ambiguous", the word after the text, or NULL */
};

/* Reads a command as a reading. False if it is none of the three. */
bool command_reading(const struct command *command, struct reading *out);

#endif
