/* ruleset.re - the words of a rules file. `#` begins a comment; a text in quotes stays on its line. */
#include "rules/statement.h"

#include "grammar/ruleset.tab.h"

typedef const unsigned char *bytes;

/* The token from `begin` to `end`; the next one is read from `cursor`. */
static int finish(struct rules_word *word, struct rules_reader *reader, bytes begin, bytes end, bytes cursor, int token)
{
    reader->cursor = (const char *)cursor;
    word->text = (const char *)begin;
    word->length = (size_t)(end - begin);
    word->quoted = token == STRING;
    reader->token_begin = word->text;
    reader->token_end = word->text + word->length;
    return token;
}

int rules_lex(struct rules_word *word, struct rules_reader *reader)
{
    bytes cursor = (bytes)reader->cursor, start;

    for (;;) {
        start = cursor;
        /*!re2c
        re2c:api:style = free-form;
        re2c:define:YYCTYPE = "unsigned char";
        re2c:define:YYCURSOR = cursor;
        re2c:yyfill:enable = 0;

        blank = [ \t\r];
        word = [^ \t\r\n"#\x00]+;

        blank+ { continue; }
        "#" [^\n\x00]* { continue; }
        "\n" { return finish(word, reader, start, cursor, cursor, NEWLINE); }
        word { return finish(word, reader, start, cursor, cursor, WORD); }
        ["] [^"\n\x00]* ["] { return finish(word, reader, start + 1, cursor - 1, cursor, STRING); }
        ["] [^"\n\x00]* {
            statement_complain(reader, (const char *)start, (const char *)cursor, "the closing quote is missing");
            return finish(word, reader, start + 1, cursor, cursor, STRING);
        }
        "\x00" {
            if ((const char *)start < reader->diag.text + reader->diag.length) {
                statement_complain(reader, (const char *)start, (const char *)cursor, "a NUL byte");
                continue;
            }
            if (reader->ended)
                return finish(word, reader, start, start, start, END);
            reader->ended = true;
            return finish(word, reader, start, start, start, NEWLINE);
        }
        */
    }
}
