/* css.re - scans the CSS of piece sets, and the names that a drawing gives to its parts. */
#include "draw/svg.h"

/*!include:re2c "scan_text.inc" */
/*!re2c
    re2c:tags = 1;

    nul      = "\x00";
    space    = [ \t\n\v\f\r];
    word     = [A-Za-z0-9_\-];
    solid    = [^; \t\r\n\x00];
    function = "rgb" "a"? | "hsl" "a"? | "matrix" | ("translate" | "scale") [XY]? | "skew" [XY] | "rotate" | "calc";
*/

bool css_is_name(const char *text)
{
    const char *cursor = text, *marker;
    /*!re2c:name
    ([A-Za-z_] word*)? nul { return true; }
    *                      { return false; }
    */
}

bool css_is_harmless(const char *value)
{
    const char *cursor = value, *marker;
    for (;;) {
        /*!re2c:harmless
        function space* "(" | "url(" ["']? "#" { continue; }
        word+ | [^(\\\x00]                     { continue; }
        nul                                    { return true; }
        *                                      { return false; }
        */
    }
}

bool css_declaration(char **style, char **name, char **value)
{
    char *cursor = *style, *named, *given, *name_end, *end;
    /*!stags:re2c:declaration format = 'char *@@;\n'; */
    for (;;) {
        /*!re2c:declaration
        blank = [ \t\r\n]*;

        blank @named [a-z] [a-z\-]* @name_end blank ":" blank @given solid ([^;\x00]* solid)? @end blank ";"? {
            *name_end = *end = '\0';
            *style = cursor, *name = named, *value = given;
            return true;
        }
        [^;\x00]+ | ";" { continue; }
        nul             { return false; }
        */
    }
}
