/* ruleset.y - rules files: one statement a line, a key and its values; below, how statements are gathered, and
 * their values read. What the keys mean is in rules/statement.c. */
%define api.pure full
%define api.prefix {rules_}
%define api.value.type {struct rules_word}
%define parse.error verbose
%expect 0
%param {struct rules_reader *reader}

%code requires {
#include "rules/statement.h"
}

%code {
#include "base/chars.h"

#include <string.h>

static void begin_statement(struct rules_reader *reader, const struct rules_word *key);
static void add_value(struct rules_reader *reader, const struct rules_word *value);
static void rules_error(struct rules_reader *reader, const char *text);
}

%token WORD "a word" STRING "a text in quotes" NEWLINE "the end of the line"
%token END 0 "the end of the file"

%%

file: %empty
    | file NEWLINE
    | file WORD { begin_statement(reader, &$2); } values NEWLINE
    | file error NEWLINE { yyerrok; }
    ;

values: %empty
    | values WORD { add_value(reader, &$2); }
    | values STRING { add_value(reader, &$2); }
    ;

%%

static void rules_error(struct rules_reader *reader, const char *text)
{
    statement_complain(reader, reader->token_begin, reader->token_end, text);
}

static void begin_statement(struct rules_reader *reader, const struct rules_word *key)
{
    struct statement *statement = arena_alloc(reader->diag.arena, sizeof *statement);
    if (!statement)
        return;
    *statement = (struct statement){ .key = *key };
    if (reader->last)
        reader->last->next = statement;
    else
        reader->first = statement;
    reader->last = statement;
}

static void add_value(struct rules_reader *reader, const struct rules_word *value)
{
    struct statement *s = reader->last;
    if (!s)
        return;
    if (s->count == s->capacity) {
        size_t capacity = s->capacity ? 2 * s->capacity : 4;
        struct rules_word *values = arena_grow(reader->diag.arena, s->values, s->capacity * sizeof *values,
                                               capacity * sizeof *values);
        if (!values)
            return;
        s->values = values;
        s->capacity = capacity;
    }
    s->values[s->count++] = *value;
}

void statement_complain(struct rules_reader *reader, const char *begin, const char *end, const char *reason)
{
    diag_add(&reader->diag, MSG_RULES_SYNTAX, (size_t)(begin - reader->diag.text),
             (size_t)(end - reader->diag.text), reason);
}

/* ---- The values of statements: words, numbers, letters of pieces, and what is wrong with them ---- */

struct message *value_say(struct rules_reader *reader, const struct rules_word *word, enum message_id id,
                          const char *what)
{
    size_t begin = (size_t)(word->text - reader->diag.text);
    return diag_add(&reader->diag, id, begin, begin + word->length, (int)word->length, word->text, what);
}

bool value_complain(struct rules_reader *reader, const struct rules_word *word, const char *reason)
{
    value_say(reader, word, MSG_RULES_VALUE, reason);
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
    char reason[160];
    snprintf(reason, sizeof reason, "expected one of: %s", words);
    for (const char *next = words; *next; next += strspn(next, " ")) {
        size_t length = strcspn(next, " ");
        text_try(&nearest, next, length);
        next += length;
    }
    value_hint(reader, value_say(reader, word, MSG_RULES_VALUE, reason), &nearest);
    return false;
}

bool value_wrong_count(struct rules_reader *reader, const struct statement *statement, const char *takes)
{
    value_say(reader, &statement->key, MSG_RULES_COUNT, takes);
    return false;
}

int value_find(const struct rules_word *word, const char *words)
{
    return text_among(word->text, word->length, words);
}

bool value_number(const struct rules_word *word, unsigned min, unsigned max, unsigned *number)
{
    const char *end = word->text;
    *number = number_take(&end);
    return word->length > 0 && end == word->text + word->length && *number >= min && *number <= max;
}

unsigned value_kind(const struct rules *rules, char letter)
{
    for (unsigned k = 0; k < rules->kind_count; k++)
        if (rules->kinds[k].letter == letter)
            return k;
    return NONE;
}

bool value_pieces(struct rules_reader *reader, const struct rules_word *word, kind_set *set)
{
    for (size_t i = 0; i < word->length; i++) {
        unsigned kind = value_kind(reader->rules, word->text[i]);
        if (kind == NONE) {
            value_say(reader, &(struct rules_word){ .text = word->text + i, .length = 1 }, MSG_RULES_PIECE,
                      NULL);
            return false;
        }
        *set |= (kind_set)1 << kind;
    }
    return true;
}
