/* dice.re - the faces of a roll: as the notation has them, as hands and prints write them, and as editors do. */
#include "base/chars.h"
#include "notation/token.h"

/*!re2c
    re2c:api = custom;
    re2c:api:style = free-form;
    re2c:define:YYCTYPE = "unsigned char";
    re2c:define:YYPEEK = "(unsigned char)(cursor < end ? *cursor : 0)";
    re2c:define:YYSKIP = "++cursor;";
    re2c:define:YYBACKUP = "marker = cursor;";
    re2c:define:YYRESTORE = "cursor = marker;";
    re2c:define:YYSHIFT = "cursor += @@;";
    re2c:define:YYSTAGP = "@@{tag} = cursor;";
    re2c:define:YYSTAGN = "@@{tag} = NULL;";
    re2c:define:YYSHIFTSTAG = "@@{tag} += @@{shift};";
    re2c:define:YYRESTORETAG = "cursor = @@;";
    re2c:yyfill:enable = 0;
    re2c:encoding:utf8 = 1;
    re2c:encoding-policy = ignore;
    re2c:tags = 1;

    blank   = [ \t\n\v\f\r\x1a\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff];
    unclear = "~" | "\u0323";
    numeral = 'i'{1,3} | 'iv' | 'v' 'i'{0,3};
*/

const char *dice_face(const char *cursor, const char *end, struct dice_face *face)
{
    const char *marker, *open = NULL, *begin = NULL, *behind = NULL, *doubt = NULL, *close = NULL;
    /*!stags:re2c format = 'const char *@@ = NULL;\n'; */

    /*!re2c
    [(,] blank* ("<" @open blank*)? (@begin [0-9_]+ @behind (unclear @doubt)? blank*)? (">" @close blank*)? { goto found; }
    * { goto found; }
    */
found:
    *face = (struct dice_face){ begin ? begin : cursor, begin ? (size_t)(behind - begin) : 0, open, doubt, close };
    return cursor;
}

/* The digit that a sign was perhaps meant for. Dice have six faces nearly everywhere, so that a B is a 3. */
static int die_digit(char sign)
{
    static const char pairs[] = "l1I1|1!1o0O0Z2z2B3E3A4S5s5G6b6";

    for (const char *pair = pairs; *pair; pair += 2)
        if (*pair == sign)
            return pair[1] - '0';
    return sign - '0';
}

/* The face of a Roman numeral up to viii. */
static int roman(const char *begin, const char *end)
{
    int length = (int)(end - begin);

    return to_lower(*begin) == 'v' ? 4 + length : to_lower(end[-1]) == 'v' ? 4 : length;
}

int dice_meant(const char **at, const char *end)
{
    const char *cursor = *at, *marker, *begin;
    int face;

again:
    begin = cursor;
    /*!re2c
    apart = [ \t\n\v\f\r\x1a,;:./\-()[\]];
    stop  = apart | "\x00";
    sign  = [0-9lI|!oOZzBEASsGb];

    apart+            { goto again; }
    "\x00"            { return DICE_END; }
    [\u2680-\u2685]   { face = cursor[-1] - '\x80' + 1; goto found; } /* a die that is drawn */
    [\uff11-\uff19]   { face = cursor[-1] - '\x90'; goto found; }     /* a wide digit */
    numeral / stop    { face = roman(begin, cursor); goto known; }
    sign / stop       { face = die_digit(*begin); goto known; }
    sign sign / stop  { face = 10 * die_digit(*begin) + die_digit(begin[1]); goto known; }
    "?" / stop        { face = 0; goto found; }
    *                 { return DICE_NONE; }
    */
known:
    if (face == 0)
        return DICE_NONE;
found:
    *at = cursor;
    return face;
}

/* Takes a reading of the face; a second one makes it uncertain. */
static void read_again(struct dice_doubt *doubt, int face, const char *fault)
{
    if (doubt->face) {
        doubt->unclear = true;
        doubt->fault = "an uncertain face is written 5~";
    } else {
        doubt->fault = doubt->fault ? doubt->fault : fault;
        doubt->face = (unsigned)face;
    }
}

bool dice_doubtful(const char **at, const char *end, struct dice_doubt *doubt)
{
    const char *cursor = *at, *marker, *begin;
    bool lost = false, last = false;

again:
    begin = cursor;
    /*!re2c
    "\x00"          { last = true; goto found; }
    [,;&+] | 'and' | 'et' | 'und' { goto found; }
    [0-9]           { read_again(doubt, *begin - '0', NULL); goto again; }
    [0-9]{2}        { read_again(doubt, 10 * (*begin - '0') + begin[1] - '0', NULL); goto again; }
    [0-9]{3,}       { read_again(doubt, 0, NULL); goto again; }
    'i'{0,2} 'j' | 'v' 'i'{0,2} 'j' | numeral { read_again(doubt, roman(begin, cursor), "faces are written in digits"); goto again; }
    [iIvVjJ]+       { read_again(doubt, 0, "faces are written in digits"); goto again; }
    "[sic]" | "sic" | "!" { doubt->fault = "what is said of a face stands in a comment"; goto again; }
    unclear         { doubt->unclear = true; goto again; }
    "?"             { doubt->unclear = true; doubt->fault = "an uncertain face is written 5~"; goto again; }
    "["             { doubt->supplied = true; doubt->fault = "a supplied face is written <5>"; goto again; }
    "<"             { doubt->supplied = true; goto again; }
    "_"             { lost = true; goto again; }
    *               { goto again; }
    */
found:
    if (!doubt->face && !lost)
        doubt->fault = "a lost face is written _";
    *at = cursor;
    return last;
}
