/* ruleset.re - scans rules files: the words of a line are a statement, a key and its values. `#` begins a comment; a
 * text in quotes stays on its line. The meaning of the keys is in rules/statement_table.c. */
#include "rules/statement.h"

/*!include:re2c "scan_text.inc" */

static void statement_complain(struct rules_reader *reader, const char *begin, const char *end, const char *reason)
{
    diag_add(&reader->diag, MSG_RULES_SYNTAX, (size_t)(begin - reader->diag.text),
             (size_t)(end - reader->diag.text), reason);
}

/* Adds a word to the statement of its line, or begins one if `s` is NULL. Returns it; NULL without memory. */
static struct statement *add_word(struct rules_reader *reader, struct statement *s, const char *begin, const char *end)
{
    struct ludus_text word = { begin, (size_t)(end - begin) };

    if (s) { /* its values are contiguous: no other statement has added any since it began */
        reader->values[reader->value_count++] = word;
        s->count++;
        return s;
    }
    if (!(s = arena_zeroed(reader->diag.arena, sizeof *s)))
        return NULL;
    s->key = word;
    s->values = reader->values + reader->value_count;
    for (size_t i = 0; i < statement_row_count && !s->row; i++)
        if (text_is(word.text, word.length, statement_rows[i].key))
            s->row = &statement_rows[i];
    *(reader->last ? &reader->last->next : &reader->first) = s;
    reader->last = s;
    return s;
}

void statements_gather(struct rules_reader *reader)
{
    const char *cursor = reader->diag.text, *start, *end;
    struct statement *line = NULL; /* the statement of this line, or NULL */
    bool skips = false;            /* skip the rest of the line */

    reader->values = arena_alloc(reader->diag.arena, (reader->diag.length + 1) * sizeof *reader->values);
    if (!reader->values)
        return;
    for (;;) {
        start = cursor;
        /*!re2c
        [ \t\r]+ | "#" [^\n\x00]* { continue; }
        "\n" { line = NULL; skips = false; continue; }
        [^ \t\r\n"#\x00]+ { line = line || !skips ? add_word(reader, line, start, cursor) : NULL; continue; }
        ["] [^"\n\x00]* ["] { end = cursor - 1; goto text; }
        ["] [^"\n\x00]* {
            statement_complain(reader, start, cursor, "the closing quote is missing");
            end = cursor;
            goto text;
        }
        "\x00" {
            if (start == reader->diag.text + reader->diag.length)
                return;
            statement_complain(reader, start, cursor, "a NUL byte");
            continue;
        }
        */
    text:
        if (line)
            add_word(reader, line, start + 1, end);
        else if (!skips)
            statement_complain(reader, start + 1, end,
                               "syntax error, unexpected a text in quotes, expecting the end of the file or a word or "
                               "the end of the line");
        skips = true;
    }
}
