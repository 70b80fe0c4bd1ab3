/* result.h - how the result of a game is spelled, in its tag and at the end of its moves. */
#ifndef NOTATION_RESULT_H
#define NOTATION_RESULT_H

#include "ludus.h"

enum { NO_RESULT = LUDUS_DRAW + 1 };

/* The result, as enum ludus_result, that all of `text` spells (1-0, 0:1, [1/2:1/2], *); NO_RESULT when it is
 * none. */
unsigned result_read(struct ludus_text text);
/* Its canonical spelling, in brackets or not. */
const char *result_text(unsigned result);
const char *result_in_brackets(unsigned result);

#endif
