/* notation.re - the words of a notation file: a statement a line; `#` and a blank at its beginning make it a comment. */
#include "decode/dialect.h"

/*!include:re2c "scan_text.inc" */

enum dialect_token dialect_lex(struct dialect_lexer *lexer)
{
    const char *cursor = lexer->cursor, *marker, *start;

    for (;;) {
        start = cursor;
        /*!re2c
        blank = [ \t\r];
        word = [^ \t\r\n"\x00] [^ \t\r\n\x00]*;

        blank+ { continue; }
        "# " [^\n\x00]* {
            if (!lexer->amid)
                continue;
            cursor = start + 1;
            goto word;
        }
        "\n" { lexer->line++; lexer->amid = false; lexer->cursor = cursor; return DIALECT_NEWLINE; }
        word {
word:
            lexer->amid = true;
            lexer->cursor = cursor;
            lexer->word = (struct ludus_text){ start, (size_t)(cursor - start) };
            return DIALECT_WORD;
        }
        ["] [^"\n\x00]+ ["] {
            lexer->cursor = cursor;
            lexer->word = (struct ludus_text){ start + 1, (size_t)(cursor - start) - 2 };
            return DIALECT_WORD;
        }
        "\x00" { lexer->cursor = start; return DIALECT_END; }
        * { lexer->cursor = cursor; return DIALECT_BAD; }
        */
    }
}
