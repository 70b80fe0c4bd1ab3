/* uci.re - reads the lines that engines and user interfaces write in the UCI protocol. */
#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/*!include:re2c "scan_text.inc" */
/*!re2c
    re2c:tags = 1;

    blank  = [ \t\r]+;
    nul    = "\x00";
    word   = [^ \t\r\n\x00]+;
    rest   = [^\r\n\x00]*;
    number = "-"? [0-9]{1,9};
    end    = blank | nul;
    move   = [A-Za-z] [^0-9 \t\r\n\x00]* [0-9] [^ \t\r\n\x00]* | "0000";
*/

/* Reads what follows "info". */
static void read_info(const char *cursor, struct ludus_uci_line *out)
{
    const char *marker, *value;
    /*!stags:re2c:info format = 'const char *@@;\n'; */
    for (;;) {
        /*!re2c:info
        "depth" blank @value number / end    { out->depth = (unsigned)abs(atoi(value)); continue; }
        "multipv" blank @value number / end  { out->second = atoi(value) > 1; continue; }
        "score" blank "cp" blank @value number / end   { goto score; }
        "score" blank "mate" blank @value number / end { out->mate = true; goto score; }
        ("lower" | "upper") "bound" / end    { out->bound = true; continue; }
        "pv" blank @value rest  { out->text = (struct ludus_text){ value, (size_t)(cursor - value) }; return; }
        "string" / end { return; }
        blank | word            { continue; }
        *                       { return; }
        */
    score:
        out->score = atoi(value);
        out->kind = LUDUS_UCI_INFO;
    }
}

/* Reads what follows "go". */
static void read_go(const char *cursor, struct ludus_uci_line *out)
{
    const char *marker, *value;
    /*!stags:re2c:go format = 'const char *@@;\n'; */
    out->kind = LUDUS_UCI_GO;
    for (;;) {
        /*!re2c:go
        "perft" blank @value [0-9]{1,3} / end { out->kind = LUDUS_UCI_PERFT; out->depth = (unsigned)atoi(value); continue; }
        ("infinite" | "ponder") / end         { out->waits = true; continue; }
        "searchmoves" @value (blank move)+    { out->text = (struct ludus_text){ value, (size_t)(cursor - value) }; continue; }
        blank | word                          { continue; }
        *                                     { return; }
        */
    }
}

/* Reads a position or the name of an option, and after the word that ends it, moves or a value. */
static void read_two(const char *cursor, struct ludus_uci_line *out)
{
    const char *marker;
    /*!stags:re2c:two format = 'const char *@@;\n'; */
    out->text.text = cursor;
    for (;;) {
        out->text.length = (size_t)(cursor - out->text.text);
        /*!re2c:two
        blank? ("moves" | "value") / end { out->more = (struct ludus_text){ cursor, strlen(cursor) }; return; }
        blank? word                      { continue; }
        *                                { return; }
        */
    }
}

void ludus_uci_read(const char *line, struct ludus_uci_line *out)
{
    const char *cursor = line, *marker, *value = "";
    struct ludus_uci_line found = { .kind = LUDUS_UCI_OTHER, .text = { "", 0 }, .more = { "", 0 } };
    /*!stags:re2c:line format = 'const char *@@ = NULL;\n'; */
again: /* what is before a word of the protocol is skipped, as the protocol says */
    /*!re2c:line
    blank? "uciok" blank? nul                  { found.kind = LUDUS_UCI_OK; goto done; }
    blank? "readyok" blank? nul                { found.kind = LUDUS_UCI_READY; goto done; }
    blank? "id" blank "name" blank @value rest { found.kind = LUDUS_UCI_NAME; goto text; }
    blank? "option" blank "name" blank "UCI_Variant" blank @value rest { found.kind = LUDUS_UCI_VARIANTS; goto text; }
    blank? "bestmove" blank @value word        { found.kind = LUDUS_UCI_BEST; goto text; }
    blank? "info" / blank                      { read_info(cursor, &found); goto done; }
    blank? ("id" | "option") / blank           { goto done; }
    blank? "uci" / end                         { found.kind = LUDUS_UCI_BEGIN; goto done; }
    blank? "isready" / end                     { found.kind = LUDUS_UCI_IS_READY; goto done; }
    blank? "ucinewgame" / end                  { found.kind = LUDUS_UCI_NEW_GAME; goto done; }
    blank? "setoption" blank "name" blank / word { found.kind = LUDUS_UCI_SET; read_two(cursor, &found); goto done; }
    blank? "position" blank "startpos" / end   { found.kind = LUDUS_UCI_POSITION; read_two(cursor, &found); goto done; }
    blank? "position" blank "fen" blank / word { found.kind = LUDUS_UCI_POSITION; read_two(cursor, &found); goto done; }
    blank? "go" / end                          { read_go(cursor, &found); goto done; }
    blank? ("stop" | "ponderhit") / end        { found.kind = LUDUS_UCI_STOP; goto done; }
    blank? "d" / end                           { found.kind = LUDUS_UCI_SHOW; goto done; }
    blank? "quit" / end                        { found.kind = LUDUS_UCI_QUIT; goto done; }
    blank? word                                { goto again; }
    *                                          { goto done; }
    */
text:
    found.text = (struct ludus_text){ value, (size_t)(cursor - value) };
done:
    sized_give(out, &found, sizeof found);
}
