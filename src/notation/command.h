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

/* The parts of [%rdg NAME "text"]. False when it is none. */
bool command_reading(const struct command *command, struct ludus_text *name, struct ludus_text *text);

#endif
