/* notation.re - scans the lines of a notation file: each a statement, or a comment that begins with `#` and a blank. */
#include "decode/dialect.h"

/*!include:re2c "scan_text.inc" */

bool dialect_next(struct dialect_line *line)
{
    const char *cursor = line->next, *marker, *start;

    line->count = 0;
    line->number++;
    for (;;) {
        start = cursor;
        size_t quote = 0;
        /*!re2c
        blank = [ \t\r];
        word = [^ \t\r\n"\x00] [^ \t\r\n\x00]*;

        blank+ { continue; }
        "# " [^\n\x00]* {
            if (line->count == 0)
                continue;
            cursor = start + 1;
            goto word;
        }
        word { goto word; }
        ["] [^"\n\x00]+ ["] { quote = 1; goto word; }
        ["] / [\r\n\x00] { goto word; } // alone at the end of a line
        "\x00" { line->next = start; return line->count > 0; }
        "\n" {
            line->next = cursor;
            if (line->count > 0)
                return true;
            line->number++;
            continue;
        }
        * { line->faulty = true; goto word; }
        */
    word:
        if (line->count < DIALECT_WORDS + 3)
            line->words[line->count++] =
                (struct ludus_text){ start + quote, (size_t)(cursor - start) - 2 * quote };
        if (line->faulty)
            return true;
    }
}
