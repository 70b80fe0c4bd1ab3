/* statement.c - the statements of a rules file, gathered as the grammar finds them. */
#include "rules/statement.h"

#include "grammar/ruleset.tab.h"

void statement_begin(struct rules_reader *reader, const struct rules_word *key)
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

void statement_value(struct rules_reader *reader, const struct rules_word *value)
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

void statement_syntax_error(struct rules_reader *reader, const char *text)
{
    diag_add(&reader->diag, MSG_RULES_SYNTAX, reader->token_begin, reader->token_end, text);
}

void statement_open_quote(struct rules_reader *reader, const char *begin, const char *end)
{
    diag_add(&reader->diag, MSG_RULES_SYNTAX, (size_t)(begin - reader->diag.text),
             (size_t)(end - reader->diag.text), "the closing quote is missing");
}

void statement_nul(struct rules_reader *reader, const char *at)
{
    size_t begin = (size_t)(at - reader->diag.text);

    diag_add(&reader->diag, MSG_RULES_SYNTAX, begin, begin + 1, "a NUL byte");
}

bool statements_read(struct rules_reader *reader)
{
    struct arena scratch = { 0 };
    bool ok;

    reader->diag.arena = &scratch;
    reader->diag.line = 1;
    reader->cursor = reader->diag.text;
    reader->kind = NONE;
    ok = rules_parse(reader) == 0;
    statement_apply_all(reader);
    ok = ok && !reader->failed && reader->diag.count[LUDUS_ERROR] == 0 && !scratch.failed &&
         !reader->arena->failed;
    if (reader->report)
        diag_report(&reader->diag, reader->report, reader->context);
    arena_free(&scratch);
    return ok;
}
