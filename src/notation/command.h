/* command.h - commands in comments, [%name value], wherever lines break in them. */
#ifndef NOTATION_COMMAND_H
#define NOTATION_COMMAND_H

#include "ludus.h"

#include <stdbool.h>

struct command {
    const char *begin, *end; /* with its brackets */
    struct ludus_text name;
    struct ludus_text value; /* without the blanks around it */
};

/* The next command in [*at, end); sets `*at` behind it. */
bool command_next(const char **at, const char *end, struct command *out);

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
