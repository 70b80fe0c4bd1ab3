/* xml.re - reads the encoding that a document declares, and the suffixes of moves, which are elements. */
#include "base/text.h"
#include "formats/xml.h"

/*!include:re2c "scan.inc" */

/* Those are supported whose markup is in ASCII bytes, or UTF-16. In any other, the bytes could hide from us what the
 * parser sees. */
const char *xml_declared(const char *head, size_t length)
{
    const char *cursor = head, *end = head + length, *marker;
    /*!re2c
    declared = "\xef\xbb\xbf"? "<?xml" [^>\x00]* "encoding";
    named    = declared [ \t\r\n=]* ["'];

    "\xff\xfe" | "\xfe\xff" | "<\x00"                     { return cursor > end ? "UTF-8" : NULL; }
    "\x00"                                               { return length > 1 && head[1] == '<' ? NULL : "UTF-8"; }
    named ('utf-8' | 'utf8' | 'us-ascii' | 'ascii') ["'] { return "UTF-8"; }
    named ('iso-8859-1' | 'iso_8859-1' | 'latin1') ["']  { return "ISO-8859-1"; }
    named ('windows-1252' | 'cp1252') ["']               { return "WINDOWS-1252"; }
    declared                                             { return ""; }
    *                                                    { return "UTF-8"; }
    */
}

const char *xml_suffix(const char **text, const char *end)
{
    const char *cursor = *text, *name;
    /*!re2c
    [+#]+          { name = "check"; goto found; }
    [!?]+          { name = "mark"; goto found; }
    [squezSQUEZ]+  { name = "squeeze"; goto found; }
    [sicSIC]+      { name = "sic"; goto found; }
    [ep.EP]+       { name = "ep"; goto found; }
    *              { name = NULL; cursor += text_step(*text, (size_t)(end - *text)) - 1; goto found; }
    */
found:
    *text = cursor;
    return name;
}
