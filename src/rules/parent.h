/* parent.h - the rules that others are said to differ from. */
#ifndef RULES_PARENT_H
#define RULES_PARENT_H

#include "rules/statement.h"

/* Reads the rules that the statement `parent` names into the reader's, before any statement of its own; what
 * is wrong is reported. */
void parent_apply(struct rules_reader *reader, const struct statement *statement);

#endif
