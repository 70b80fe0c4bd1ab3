/* notation.re - scans the lines of a notation file: each a statement, or a comment that begins with `#` and a blank;
 * and castling in noughts. */
#include "play/reading.h"

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

/*!include:re2c "scan.inc" */

size_t castling_at(const char *text, size_t length, bool *is_long)
{
    const char *cursor = text, *end = text + length, *marker;
    /*!re2c
    zero = [0Oo] | "\xd0" [\x9e\xbe] | "\xce" [\x9f\xbf]; /* also in Cyrillic and in Greek */
    dash = [ \t]? ("-" | "\xe2\x80" [\x90-\x95] | "\xe2\x88\x92") [ \t]?;

    zero dash zero dash zero / [^0-9A-Za-z] { *is_long = true; return (size_t)(cursor - text); }
    zero dash zero / [^0-9A-Za-z]           { *is_long = false; return (size_t)(cursor - text); }
    * { return 0; }
    */
}
