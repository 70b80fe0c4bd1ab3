/* detect.re - detects the format of a file from its first bytes, and the heading of a transcript. */
#include "base/text.h"
#include "notation/import.h"

#include <string.h>

/*!include:re2c "scan.inc" */
/*!re2c
    nul   = "\x00"; /* the end, or a byte that no text has */
    space = [ \t\n\v\f\r];
    named = [A-Z[\\\]^_a-z{|}~\x7f]; /* a letter, or a sign next to the letters in ASCII */
    key   = ["] ([^"\\\n\x00] | "\\" [^\x00])* ["];
    lead  = "\xef\xbb\xbf"? space*;

    /* "\xdf" is Latin-1: files are detected before they are converted from it */
    white = "(White)" | "(Wei" ("\xdf" | "\xc3\x9f" | "ss") ")" | "(" ([Bb] ("lancas" | "lancs" | "ianco") | [Aa] "lbi") ")";
    black = "(Black)" | "(Schwarz)" | "(" [Nn] ("egras" | "oirs" | "ero" | "igri") ")";
*/

bool detect_colours(const char *line, size_t length, struct detect_colours *colours)
{
    const char *cursor = line, *end = line + length, *begin, *marker;

    *colours = (struct detect_colours){ .white = { NULL, 0 } };
again:
    begin = cursor;
    /*!re2c
    white       { if (!colours->white.text) { colours->white = (struct ludus_text){ begin, (size_t)(cursor - begin) }; } goto again; }
    black       { if (!colours->black.text) { colours->black = (struct ludus_text){ begin, (size_t)(cursor - begin) }; } goto again; }
    nul         { if (cursor > end) { return colours->white.text && colours->black.text; } goto again; }
    [^(\x00]+   { goto again; }
    *           { goto again; }
    */
}

bool detect_heading(const char *line, size_t length)
{
    struct detect_colours colours;
    return detect_colours(line, length, &colours) && colours.white.text > line && colours.black.text > line;
}

enum ludus_format detect_format(const char *head, size_t length)
{
    const char *cursor = head, *end = head + length, *line, *marker;
    bool tagged = false;
    enum { LONGEST = 16 }; /* bytes of a number and a move of PDN */

    if (length >= 4 && (memcmp(head, "\xff\xfe<\0", 4) == 0 || memcmp(head, "\xfe\xff\0<", 4) == 0))
        return LUDUS_FORMAT_XML; /* in UTF-16 */
    /* A brace opens an object if a quoted key and a colon, or its end, follow; a bracket opens an array if an object
     * follows. Else they begin a comment of a record, which is no heading, and a tag pair or a result. */
    /*!re2c
    lead ("<" ('html' | 'table' | 'p') [ \t\r\n>] | '<!doctype' space+ 'html') { return LUDUS_FORMAT_TRANSCRIPT; }
    lead ("%" [^\n\x00]* "\n" space*)* "\\" [a-z]+ ([[{] | space* "\\" [a-z]) { return LUDUS_FORMAT_TRANSCRIPT; } // LaTeX
    lead "<" ([?!] | named)                            { return LUDUS_FORMAT_XML; }
    lead ("[" space*)? "{" space* key space* ":"       { return LUDUS_FORMAT_JSON; }
    lead ("[" space*)? "{" space* "}" space* nul       { return cursor > end ? LUDUS_FORMAT_JSON : LUDUS_FORMAT_ANY; }
    lead "{"                                           { return LUDUS_FORMAT_ANY; }
    lead [^]                                           { goto lines; }
    *                                                  { goto lines; }
    */
lines: /* a transcript has a heading, and no tag pair before it; PDN has a type, or numbers of squares in its first move */
    for (line = cursor - 1; line < end; line = cursor + 1) {
        cursor = line;
        /*!re2c
        field = "0"? [1-9] | [1-4] [0-9] | "50";
        move  = field [:x\-] field [ \t\r\n!?*(x:\-];

        "[GameType" [ \t]* ["] [2-4] [0-9] [,"]    { return LUDUS_FORMAT_PDN; }
        "[FEN" [ \t]* ["] [WB] ":"                  { return LUDUS_FORMAT_PDN; }
        "[" (named | [0-9])* [ \t\v\f]* ["]        { tagged = true; goto rest; }
        "1." space* move                           { return LUDUS_FORMAT_PDN; }
        move                                       { if (tagged && memcmp(line, "1-1", 3) != 0) { return LUDUS_FORMAT_PDN; } goto other; }
        *                                          { goto other; }
        */
other:
        cursor = line;
        if (tagged && !is_space(*line))
            return end - line < LONGEST && !memchr(line, '\n', (size_t)(end - line)) ? LUDUS_FORMAT_ANY : LUDUS_FORMAT_LUDUS;
rest:
        while (cursor < end && !is_break(*cursor))
            cursor++;
        if (cursor < end && !tagged && detect_heading(line, (size_t)(cursor - line)))
            return LUDUS_FORMAT_TRANSCRIPT;
    }
    return LUDUS_FORMAT_ANY;
}
