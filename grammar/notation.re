/* notation.re - the words of a notation file: a statement a line; `#` and a blank at its beginning make it a comment. */
#include "decode/dialect.h"

enum dialect_token dialect_lex(struct dialect_lexer *lexer)
{
    const unsigned char *cursor = (const unsigned char *)lexer->cursor, *marker, *start;

    for (;;) {
        start = cursor;
        /*!re2c
        re2c:api:style = free-form;
        re2c:define:YYCTYPE = "unsigned char";
        re2c:define:YYCURSOR = cursor;
        re2c:define:YYMARKER = marker;
        re2c:yyfill:enable = 0;

        blank = [ \t\r];
        word = [^ \t\r\n"\x00] [^ \t\r\n\x00]*;

        blank+ { continue; }
        "# " [^\n\x00]* {
            if (!lexer->amid)
                continue;
            cursor = start + 1;
            goto word;
        }
        "\n" { lexer->line++; lexer->amid = false; lexer->cursor = (const char *)cursor; return DIALECT_NEWLINE; }
        word {
word:
            lexer->amid = true;
            lexer->cursor = (const char *)cursor;
            lexer->word = (struct ludus_text){ (const char *)start, (size_t)(cursor - start) };
            return DIALECT_WORD;
        }
        ["] [^"\n\x00]+ ["] {
            lexer->cursor = (const char *)cursor;
            lexer->word = (struct ludus_text){ (const char *)start + 1, (size_t)(cursor - start) - 2 };
            return DIALECT_WORD;
        }
        "\x00" { lexer->cursor = (const char *)start; return DIALECT_END; }
        * { lexer->cursor = (const char *)cursor; return DIALECT_BAD; }
        */
    }
}
