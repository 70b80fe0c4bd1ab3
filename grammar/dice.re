/* dice.re - reads rolls: faces between commas in parentheses, lost `_`, unclear `2~`, supplied `<2>`; also as
 * manuscripts, prints and editors write them. */
#include "base/text.h"
#include "grammar/record.tab.h"
#include "notation/build.h"

#include <stdio.h>
#include <string.h>

/*!include:re2c "scan_utf8.inc" */
/*!re2c
    re2c:tags = 1;

    unclear = "~" | "\u0323";
    numeral = 'i'{1,3} | 'iv' | 'v' 'i'{0,3};
*/

/* Returns the digit that a sign was perhaps meant for. Nearly all dice have six faces, so a B is a 3. */
static int die_digit(char sign)
{
    static const char pairs[] = "l1I1|1!1o0O0Z2z2B3E3A4S5s5G6b6";

    for (const char *pair = pairs; *pair; pair += 2)
        if (*pair == sign)
            return pair[1] - '0';
    return sign - '0';
}

/* Returns the value of a Roman numeral up to viii. */
static int roman_value(const char *begin, const char *end)
{
    int length = (int)(end - begin);

    return to_lower(*begin) == 'v' ? 4 + length : to_lower(end[-1]) == 'v' ? 4 : length;
}

enum { ROLL_TEXT = 8 * LUDUS_DICE_MAX + 8 };

/* Reads the next face, <5~> or nothing, with the parenthesis or comma before it, and adds it to the item. Returns an
 * error text, or NULL; `*supplied` tells that a < is open. */
static const char *add_die(struct item *item, const char **at, const char *end, bool *supplied)
{
    const char *cursor = *at, *marker, *opens = NULL, *begin = NULL, *behind = NULL, *doubt = NULL, *closes = NULL;
    /*!stags:re2c format = 'const char *@@ = NULL;\n'; */

    /*!re2c
    [(,] space* ("<" @opens space*)? (@begin [0-9_]+ @behind (unclear @doubt)? space*)? (">" @closes space*)? { goto found; }
    * { goto found; }
    */
found:
    *at = cursor;
    unsigned index = item->dice.count, value = 0;
    bool lost = false, paired = !(opens && *supplied);
    if (index == LUDUS_DICE_MAX)
        return "there are too many dice";
    for (const char *digit = begin; digit && digit < behind; digit++) {
        lost |= *digit == '_';
        value = value > UINT8_MAX || *digit == '_' ? value : value * 10 + (unsigned)(*digit - '0');
    }
    *supplied |= opens != NULL;
    item->dice.face[index] = (uint8_t)(lost ? 0 : value);
    item->dice.unclear |= (uint8_t)((doubt != NULL) << index);
    item->dice.supplied |= (uint8_t)(*supplied << index);
    item->dice.count++;
    paired &= !(closes && !*supplied);
    *supplied &= !closes;
    return !paired                                  ? "< and > do not pair"
           : !begin                                 ? "a face is missing"
           : lost && behind - begin > 1             ? "a lost face is one _"
           : !lost && (!value || value > UINT8_MAX) ? "no die has such a face"
                                                    : NULL;
}

/* Reports a faulty roll, with a hint at what was perhaps meant (or NULL), and makes an unreadable item of it. */
static int bad_roll(struct build *build, struct item *item, const char *begin, const char *end,
                    const char *fault, const char *meant)
{
    int token = token_bad(build, item, begin, end, MSG_COUNT);
    struct message *message =
        record_say(build->game, item, MSG_BAD_DICE, quoted_length(begin, item->length), begin, fault);
    if (meant)
        diag_hint(&build->game->diag, message, "perhaps %s", meant);
    return token;
}

/* The same for a roll with one sign for each face, which tells what was perhaps meant. */
static int bad_dice(struct build *build, struct item *item, const char *begin, const char *end,
                    const char *fault)
{
    const char *cursor = begin, *marker, *at;
    char meant[ROLL_TEXT] = "";
    unsigned faces = 0;
    int face;

again:
    at = cursor;
    /*!re2c
    apart = [ \t\n\v\f\r\x1a,;:./\-()[\]];
    stop  = apart | "\x00";
    sign  = [0-9lI|!oOZzBEASsGb];

    apart+            { goto again; }
    "\x00"            { return bad_roll(build, item, begin, end, fault, faces > 1 ? strcat(meant, ")") : NULL); }
    [\u2680-\u2685]   { face = cursor[-1] - '\x80' + 1; goto found; } /* a drawing of a die */
    [\uff11-\uff19]   { face = cursor[-1] - '\x90'; goto found; }     /* a wide digit */
    numeral / stop    { face = roman_value(at, cursor); goto known; }
    sign / stop       { face = die_digit(*at); goto known; }
    sign sign / stop  { face = 10 * die_digit(*at) + die_digit(at[1]); goto known; }
    "?" / stop        { face = 0; goto found; } /* a lost one */
    *                 { goto unknown; }
    */
known:
    if (face == 0)
        goto unknown;
found:
    if (faces == LUDUS_DICE_MAX)
        goto unknown;
    size_t used = strlen(meant);
    (void)snprintf(meant + used, sizeof meant - used, "%c%d", faces++ ? ',' : '(', face);
    if (face == 0)
        meant[used + 1] = '_';
    goto again;
unknown:
    return bad_roll(build, item, begin, end, fault, NULL);
}

int token_dice(struct build *build, struct item *item, const char *begin, const char *end)
{
    const char *at = begin, *inner = end - 1, *fault;
    bool supplied = false;
    item->kind = ITEM_DICE;
    item->dice.count = item->dice.unclear = item->dice.supplied = 0;
    do
        fault = add_die(item, &at, inner, &supplied);
    while (!fault && at < inner && *at == ',');
    if (!fault && at < inner)
        fault = "faces are separated by commas";
    if (!fault && supplied)
        fault = "< and > do not pair";
    return fault ? bad_dice(build, item, begin, end, fault) : token_done(build, item, begin, end, TOKEN_DICE);
}

int token_misspelt_dice(struct build *build, struct item *item, const char *begin, const char *end)
{
    bool opened = *begin == '(', closed = end[-1] == ')';
    return bad_dice(build, item, begin, end,
                    opened && closed ? "faces are written in digits"
                    : opened         ? "it is not closed with ')'"
                    : closed         ? "it is not opened with '('"
                                     : "a roll stands in parentheses");
}

/* ---- Rolls with an editor's signs of doubt ---- */

int token_doubtful_dice(struct build *build, struct item *item, const char *begin, const char *behind)
{
    const char *cursor = begin + 1, *end = behind - 1, *marker, *at, *fault = NULL;
    char meant[ROLL_TEXT] = "(";
    const char *doubt; /* error text on how its sign is written here, or NULL */
    bool unclear, supplied, lost, last = false;
    unsigned faces = 0;
    int face, read; /* 0: unreadable */

next:
    doubt = NULL;
    unclear = supplied = lost = false;
    face = 0;
again:
    at = cursor;
    /*!re2c
    "\x00"          { last = true; goto found; }
    [,;&+] | 'and' | 'et' | 'und' { goto found; }
    [0-9]           { read = *at - '0'; goto read; }
    [0-9]{2}        { read = 10 * (*at - '0') + at[1] - '0'; goto read; }
    [0-9]{3,}       { read = 0; goto read; }
    'i'{0,2} 'j' | 'v' 'i'{0,2} 'j' | numeral { read = roman_value(at, cursor); goto read; }
    [iIvVjJ]+       { read = 0; goto read; }
    "[sic]" | "sic" | "!" { doubt = "what is said of a face stands in a comment"; goto again; }
    unclear         { unclear = true; goto again; }
    "?"             { unclear = true; doubt = "an uncertain face is written 5~"; goto again; }
    "["             { supplied = true; doubt = "a supplied face is written <5>"; goto again; }
    "<"             { supplied = true; goto again; }
    "_"             { lost = true; goto again; }
    *               { goto again; }
    */
read:
    if (face) { /* a second one: it is uncertain which */
        unclear = true;
        doubt = "an uncertain face is written 5~";
    } else {
        doubt = doubt || is_digit(*at) ? doubt : "faces are written in digits";
        face = read;
    }
    goto again;
found:
    fault = fault ? fault : !face && !lost ? "a lost face is written _" : doubt;
    size_t used = strlen(meant);
    if (face)
        (void)snprintf(meant + used, sizeof meant - used, supplied ? "<%d%s>" : "%d%s", face,
                       unclear ? "~" : "");
    else
        strcat(meant, "_");
    strcat(meant, last ? ")" : ",");
    if (!last && ++faces < LUDUS_DICE_MAX)
        goto next;
    return bad_roll(build, item, begin, behind, fault ? fault : "faces are separated by commas",
                    last ? meant : NULL);
}
