/* notation.re - scans the lines of a notation file: each a statement, or a comment that begins with `#` and a blank;
 * castling in noughts, and rolls as people write them. */
#include "play/prices.h"
#include "play/reading.h"
#include "play/replay.h"

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
    ("OOO" | "ooo" | [0O] "/" [0O] "/" [0O]) / [^0-9A-Za-z/] { *is_long = true; return (size_t)(cursor - text); }
    zero " " zero / ([ .,;\n] [ \t\n]) { *is_long = false; return (size_t)(cursor - text); } // in pencil
    (zero dash zero | "OO" | "oo" | [0O] "/" [0O]) / [^0-9A-Za-z/] { *is_long = false; return (size_t)(cursor - text); }
    * { return 0; }
    */
}

/* The face of a die that a letter or digit means or looks like; 0: none. */
static unsigned face_of(unsigned faces, const struct lookalikes *alike, char sign, int *price)
{
    if (sign > '0' && sign <= '9' && (unsigned)(sign - '0') <= faces)
        return (unsigned)(sign - '0');
    for (unsigned face = 1; alike && face <= faces && face < 10; face++)
        if (lookalikes_has(alike, sign, (char)('0' + face))) {
            *price += PRICE_LOOKALIKE + (*price ? 0 : PRICE_EDITED);
            return face;
        }
    return 0;
}

bool roll_read(const struct rules *rules, const struct lookalikes *alike, struct ludus_text text, struct loose_roll *out)
{
    const char *cursor = text.text, *end = cursor + text.length, *marker, *at;
    unsigned count = 0, thrown = dice_thrown(rules), face;
    int before = out->price = 0;
again:
    at = cursor;
    /*!re2c
    "\x00"                  { out->price = out->price > 0 ? out->price : PRICE_CASE; return cursor > end && count == thrown; }
    [()[\]{},./ \n\t|:;\-]  { goto again; }
    "?"                     { face = 0; goto found; }
    "I"{1,3} / [^IV]        { face = (unsigned)(cursor - at); goto found; }
    "IV" / [^IV]            { face = 4; goto found; }
    "V" "I"? / [^IV]        { face = 4 + (unsigned)(cursor - at); goto found; }
    [0-9A-Za-z]             { face = face_of(rules->faces, alike, *at, &out->price); if (face) goto found; return false; }
    *                       { return false; }
    */
found:
    if (count == thrown)
        return false;
    out->sure[count] = (uint8_t)(out->price == before ? face : 0);
    out->dice[count++] = (uint8_t)face;
    before = out->price;
    goto again;
}
