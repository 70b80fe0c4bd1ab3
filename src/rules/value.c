/* value.c - the values of statements: words, numbers, letters of pieces, and what is wrong with them. */
#include "rules/value.h"

#include <stdio.h>
#include <string.h>

size_t value_offset(const struct rules_reader *reader, const struct rules_word *word)
{
    return (size_t)(word->text - reader->diag.text);
}

bool value_complain(struct rules_reader *reader, const struct rules_word *word, const char *reason)
{
    size_t begin = value_offset(reader, word);

    diag_add(&reader->diag, MSG_RULES_VALUE, begin, begin + word->length, (int)word->length, word->text,
             reason);
    return false;
}

void value_hint(struct rules_reader *reader, struct message *message, const struct text_nearest *nearest)
{
    if (message && nearest->best)
        diag_hint(&reader->diag, message, "perhaps %.*s", (int)nearest->best_length, nearest->best);
}

bool value_expect(struct rules_reader *reader, const struct rules_word *word, const char *words)
{
    struct text_nearest nearest = text_nearest(word->text, word->length);
    size_t begin = value_offset(reader, word);
    char reason[160];

    snprintf(reason, sizeof reason, "expected one of: %s", words);
    for (const char *next = words; *next; next += strspn(next, " ")) {
        size_t length = strcspn(next, " ");
        text_try(&nearest, next, length);
        next += length;
    }
    value_hint(reader,
               diag_add(&reader->diag, MSG_RULES_VALUE, begin, begin + word->length, (int)word->length,
                        word->text, reason),
               &nearest);
    return false;
}

bool value_wrong_count(struct rules_reader *reader, const struct statement *statement, const char *takes)
{
    size_t begin = value_offset(reader, &statement->key);

    diag_add(&reader->diag, MSG_RULES_COUNT, begin, begin + statement->key.length, (int)statement->key.length,
             statement->key.text, takes);
    return false;
}

bool value_is(const struct rules_word *word, const char *text, size_t length)
{
    return word->length == length && memcmp(word->text, text, length) == 0;
}

/* Index of `word` among `words`, or -1. */
int value_find(const struct rules_word *word, const char *words)
{
    for (int index = 0; *words; index++) {
        size_t length = strcspn(words, " ");
        if (value_is(word, words, length))
            return index;
        words += length;
        words += strspn(words, " ");
    }
    return -1;
}

bool value_number(const struct rules_word *word, unsigned min, unsigned max, unsigned *number)
{
    unsigned n = 0;

    for (size_t i = 0; i < word->length; i++) {
        if (word->text[i] < '0' || word->text[i] > '9' || n > 100000)
            return false;
        n = n * 10 + (unsigned)(word->text[i] - '0');
    }
    *number = n;
    return word->length > 0 && n >= min && n <= max;
}

unsigned value_kind(const struct rules *rules, char letter)
{
    for (unsigned k = 0; k < rules->kind_count; k++)
        if (rules->kinds[k].letter == letter)
            return k;
    return NONE;
}

/* Adds the pieces whose letters `word` holds. */
bool value_pieces(struct rules_reader *reader, const struct rules_word *word, kind_set *set)
{
    for (size_t i = 0; i < word->length; i++) {
        unsigned kind = value_kind(reader->rules, word->text[i]);
        if (kind == NONE) {
            size_t begin = value_offset(reader, word) + i;
            diag_add(&reader->diag, MSG_RULES_PIECE, begin, begin + 1, 1, word->text + i);
            return false;
        }
        *set |= (kind_set)1 << kind;
    }
    return true;
}
