/* uci.re - reads the lines that an engine writes in the UCI protocol. */
#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>

/*!include:re2c "scan_text.inc" */
/*!re2c
    re2c:tags = 1;

    blank  = [ \t\r]+;
    nul    = "\x00";
    word   = [^ \t\r\n\x00]+;
    rest   = [^\r\n\x00]*;
    number = "-"? [0-9]{1,9};
*/

/* Reads what follows "info". */
static void read_info(const char *cursor, struct ludus_uci_line *out)
{
    const char *marker, *value;
    /*!stags:re2c:info format = 'const char *@@;\n'; */
    for (;;) {
        /*!re2c:info
        "depth" blank @value number / (blank | nul)    { out->depth = (unsigned)abs(atoi(value)); continue; }
        "multipv" blank @value number / (blank | nul)  { out->second = atoi(value) > 1; continue; }
        "score" blank "cp" blank @value number / (blank | nul)   { goto score; }
        "score" blank "mate" blank @value number / (blank | nul) { out->mate = true; goto score; }
        ("lower" | "upper") "bound" / (blank | nul)    { out->bound = true; continue; }
        "pv" blank @value rest  { out->text = (struct ludus_text){ value, (size_t)(cursor - value) }; return; }
        "string" / (blank | nul) { return; }
        blank | word            { continue; }
        *                       { return; }
        */
    score:
        out->score = atoi(value);
        out->kind = LUDUS_UCI_INFO;
    }
}

void ludus_uci_read(const char *line, struct ludus_uci_line *out)
{
    const char *cursor = line, *marker, *value = "";
    struct ludus_uci_line found = { .kind = LUDUS_UCI_OTHER, .text = { "", 0 } };
    /*!stags:re2c:line format = 'const char *@@ = NULL;\n'; */
    /*!re2c:line
    blank? "uciok" blank? nul                  { found.kind = LUDUS_UCI_OK; goto done; }
    blank? "readyok" blank? nul                { found.kind = LUDUS_UCI_READY; goto done; }
    blank? "id" blank "name" blank @value rest { found.kind = LUDUS_UCI_NAME; goto text; }
    blank? "option" blank "name" blank "UCI_Variant" blank @value rest { found.kind = LUDUS_UCI_VARIANTS; goto text; }
    blank? "bestmove" blank @value word        { found.kind = LUDUS_UCI_BEST; goto text; }
    blank? "info" / blank                      { read_info(cursor, &found); goto done; }
    *                                          { goto done; }
    */
text:
    found.text = (struct ludus_text){ value, (size_t)(cursor - value) };
done:
    sized_give(out, &found, sizeof found);
}
