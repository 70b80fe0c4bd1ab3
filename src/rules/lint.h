/* lint.h - rulesets that contradict themselves. */
#ifndef RULES_LINT_H
#define RULES_LINT_H

#include "base/diag.h"
#include "rules/ruleset.h"

/* Warns of what a loaded ruleset cannot have meant: pieces without moves, a royal that nothing captures, a
 * game that is over before it begins. `text` is the rules file, for the places of the messages. */
void lint_ruleset(const struct ludus_ruleset *rs, const char *text, size_t length, const char *name,
                  ludus_message_fn *report, void *context);

/* Place of the statement `key` (with `value` behind it, unless that is NULL) in the rules file diag->text.
 * False, and its first byte, if it is not there: it may be the parent's. */
bool lint_find_statement(const struct diag *diag, const char *key, const char *value, size_t *begin,
                         size_t *end);

#endif
