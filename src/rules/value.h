/* value.h - reading the values of statements. */
#ifndef RULES_VALUE_H
#define RULES_VALUE_H

#include "base/text.h"
#include "rules/statement.h"

/* Where the word stands in the rules file. */
size_t value_offset(const struct rules_reader *reader, const struct rules_word *word);
/* Reports that the word cannot stand there, with the reason. Returns false. */
bool value_complain(struct rules_reader *reader, const struct rules_word *word, const char *reason);
/* Reports that one of `words`, which blanks separate, should stand there, and which is like it. Returns
 * false. */
bool value_expect(struct rules_reader *reader, const struct rules_word *word, const char *words);
/* Hangs the word that was perhaps meant on the message, if there is one. */
void value_hint(struct rules_reader *reader, struct message *message, const struct text_nearest *nearest);
/* Reports a wrong number of values, with what the statement takes. Returns false. */
bool value_wrong_count(struct rules_reader *reader, const struct statement *statement, const char *takes);
bool value_is(const struct rules_word *word, const char *text, size_t length);
/* Index of the word among `words`, which blanks separate, or -1. */
int value_find(const struct rules_word *word, const char *words);
/* Reads a number from `min` to `max`; false if it is none. */
bool value_number(const struct rules_word *word, unsigned min, unsigned max, unsigned *number);
/* The kind with that letter, or NONE. */
unsigned value_kind(const struct rules *rules, char letter);
/* Adds the kinds whose letters the word holds; false (and reported) if one is unknown. */
bool value_pieces(struct rules_reader *reader, const struct rules_word *word, kind_set *set);

#endif
