/* command.h - commands in comments, [%name value], wherever lines break in them. */
#ifndef NOTATION_COMMAND_H
#define NOTATION_COMMAND_H

#include "ludus.h"

#include <stdbool.h>
#include <stddef.h>

struct command {
    const char *rest, *stop; /* what has not been looked at of the text; NULL: nothing */
    const char *begin, *end; /* of the command, with its brackets */
    struct ludus_text name;
    struct ludus_text value; /* without the blanks around it */
};

/* Before the first command of a text. */
static inline struct command command_begin(const char *text, size_t length)
{
    return (struct command){ .rest = text, .stop = text + length };
}

/* Goes on to the next command of the text; and to the next that has this name. */
bool command_next(struct command *command);
bool command_find(struct command *command, const char *name);

bool command_is(const struct command *command, const char *name);

/* What [%cert …] says: "high", "medium" or "low"; NULL for anything else. */
const char *command_certainty(const struct command *command);

/* What stands elsewhere: [%rdg NAME "text"], [%tag NAME Tag "text"], [%corr "text"]. */
struct reading {
    struct ludus_text witness, tag, text; /* the first two are empty where the command has none */
    const char *kind; /* "orthographic" or "ambiguous", as the word behind the text says; or NULL */
};

/* False when it is none of the three. */
bool command_reading(const struct command *command, struct reading *out);

#endif
