/* ruleset.re - rules files: their words, of which a key and its values make the statement of a line, and the reading
 * of values. `#` begins a comment; a text in quotes stays on its line. What the keys mean is in rules/statement.c. */
#include "base/chars.h"
#include "rules/statement.h"

#include <stdio.h>
#include <string.h>

typedef const unsigned char *bytes;

static void statement_complain(struct rules_reader *reader, bytes begin, bytes end, const char *reason)
{
    diag_add(&reader->diag, MSG_RULES_SYNTAX, (size_t)((const char *)begin - reader->diag.text),
             (size_t)((const char *)end - reader->diag.text), reason);
}

/* Adds a word to the statement of its line, or begins one with it; NULL without memory. */
static struct statement *add_word(struct rules_reader *reader, struct statement *s, bytes begin, bytes end)
{
    struct rules_word word = { (const char *)begin, (size_t)(end - begin) };
    struct arena *arena = reader->diag.arena;
    if (!s) {
        if (!(s = arena_zeroed(arena, sizeof *s)))
            return NULL;
        s->key = word;
        for (size_t i = 0; i < statement_row_count && !s->row; i++)
            if (text_is(word.text, word.length, statement_rows[i].key))
                s->row = &statement_rows[i];
        *(reader->last ? &reader->last->next : &reader->first) = s;
        reader->last = s;
        return s;
    }
    if (s->count == 0 || (s->count >= 4 && (s->count & (s->count - 1)) == 0)) { /* it is full */
        struct rules_word *values = arena_alloc(arena, (s->count ? 2 * s->count : 4) * sizeof *values);
        if (!values)
            return s;
        if (s->count > 0)
            memcpy(values, s->values, s->count * sizeof *values);
        s->values = values;
    }
    s->values[s->count++] = word;
    return s;
}

void statements_gather(struct rules_reader *reader)
{
    bytes cursor = (bytes)reader->diag.text, start, end;
    struct statement *line = NULL; /* that of this line, once it has begun */
    bool skips = false;            /* the rest of the line */

    for (;;) {
        start = cursor;
        /*!re2c
        re2c:api:style = free-form;
        re2c:define:YYCTYPE = "unsigned char";
        re2c:define:YYCURSOR = cursor;
        re2c:yyfill:enable = 0;

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
            if ((const char *)start == reader->diag.text + reader->diag.length)
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

bool value_wrong_count(struct rules_reader *reader, const struct statement *statement)
{
    const struct statement_row *row = statement->row;
    const char *some = row->shape < SHAPE_PIECES ? "one value" : "one value or more";
    value_say(reader, &statement->key, MSG_RULES_COUNT, row->takes ? row->takes : some);
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
