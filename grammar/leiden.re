/* leiden.re - reads signs of damage (Leiden conventions), the spellings of print, and signs that look like others. */
#include "base/text.h"
#include "notation/move_text.h"

#include <string.h>

/*!include:re2c "scan_utf8.inc" */
/*!re2c
    dotted = [\u1e04-\u1ef5]; /* some of them have a dot below */
*/

bool leiden_needed(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c >= 0x80 || c == '_' || c == '~' || c == '<' || c == '>')
            return true;
    }
    return false;
}

const char *leiden_blanks(const char *text, const char *end)
{
    const char *cursor = text, *marker;
    /*!re2c
    space+ { return cursor; }
    *     { return text; }
    */
}

unsigned leiden_unclear(const char *text, size_t length)
{
    const char *cursor = text, *end = text + length;
    /*!re2c
    "~" | "\u0323" { return (unsigned)(cursor - text); }
    *              { return 0; }
    */
}

/* Finds the ASCII sign that is paired with the character at `text`. NUL if there is none. */
static char sign_for(const char *pairs, const char *text, size_t length)
{
    for (unsigned size; *pairs; pairs += size + 1) {
        size = text_sequence(pairs, 4);
        if (size == length && memcmp(pairs, text, length) == 0)
            return pairs[size];
    }
    return '\0';
}

/* Letters with a dot below, each with its plain letter. */
static const char dotted_letters[] =
    "\u1ea0A\u1ea1a\u1e04B\u1e05b\u1e0cD\u1e0dd\u1eb8E\u1eb9e\u1e24H\u1e25h\u1ecaI\u1ecbi\u1e32K\u1e33k"
    "\u1e36L\u1e37l\u1e42M\u1e43m\u1e46N\u1e47n\u1eccO\u1ecdo\u1e5aR\u1e5br\u1e62S\u1e63s\u1e6cT\u1e6dt"
    "\u1ee4U\u1ee5u\u1e7eV\u1e7fv\u1e88W\u1e89w\u1ef4Y\u1ef5y\u1e92Z\u1e93z";

bool leiden_read(const char *text, size_t length, struct arena *arena, struct leiden *out)
{
    const char *cursor = text, *end = text + length, *marker, *begin;
    char *plain = arena_alloc(arena, length + 1), *at = plain, sign;
    bool open = false;
    *out = (struct leiden){ .text = plain };
    while (plain && cursor < end) {
        begin = cursor;
        /*!re2c
        "~"                       { out->unclear = true; if (at == plain || at[-1] == ' ') { return false; } continue; }
        "\u0323"                  { out->unclear = true; continue; }
        "<" | ">"                 { out->supplied = true; open = !open; if (open != (*begin == '<')) { return false; } continue; }
        "_"                       { out->lost = true; sign = '_'; goto add; }
        space                     { sign = ' '; goto add; }
        [\u2010-\u2015\u2212]     { sign = '-'; goto add; }
        "\u00d7"                  { sign = 'x'; goto add; }
        [\u2654\u265a]            { sign = 'K'; goto add; }
        [\u2655\u265b]            { sign = 'Q'; goto add; }
        [\u2656\u265c]            { sign = 'R'; goto add; }
        [\u2657\u265d]            { sign = 'B'; goto add; }
        [\u2658\u265e]            { sign = 'N'; goto add; }
        [\u2659\u265f\ufe0e]      { continue; } /* a pawn */
        dotted                    { sign = sign_for(dotted_letters, begin, 3); if (sign) { out->unclear = true; goto add; } goto other; }
        *                         { goto other; }
        */
other:
        cursor = begin + 1;
        *at++ = *begin;
        continue;
add:
        if (sign != ' ' || (at > plain && at[-1] != ' '))
            *at++ = sign;
    }
    if (!plain || open)
        return false;
    *at = '\0';
    out->length = (size_t)(at - plain);
    return true;
}

/* ---- Signs that look alike ---- */

/* In old manuscripts and poor prints: digits, files, piece letters. */
static const char usual[] =
    "17 14 47 38 35 56 68 69 49 25 27 "
    "bh ce ad ao cg ci ei eo fb fh fp dg gq gp hn il ij bd ac ae "
    "6b 1l 1I lI 0O 0o oO 4A 5S 8B 3B 6G 2Z 9g BR BP PR KR KN MN NA QO EF EL LI AR DO GC SB";

void lookalikes_read(struct lookalikes *lookalikes, const char *groups, size_t length)
{
    memset(lookalikes, 0, sizeof *lookalikes);
    if (!groups) {
        groups = usual;
        length = sizeof usual - 1;
    }
    for (size_t at = 0, begin; at < length;) {
        while (at < length && groups[at] == '#')
            for (; at < length && groups[at] != '\n'; at++)
                ;
        for (begin = at; at < length && groups[at] > ' ' && groups[at] != '#'; at++)
            ;
        for (size_t i = begin; i < at; i++)
            for (size_t j = begin; j < at; j++) {
                unsigned a = (unsigned char)groups[i], b = (unsigned char)groups[j];
                if (a < 128 && b < 128 && a != b)
                    lookalikes->like[a][b >> 6] |= (uint64_t)1 << (b & 63);
            }
        at += at < length && groups[at] <= ' ';
    }
}

char lookalikes_ascii(const char *at, unsigned length, unsigned *code)
{
    /* Cyrillic and Greek letters, invisible signs, a long s and an i without its dot, each with its ASCII sign. */
    static const char alike[] =
        "\u0430a\u0435e\u043eo\u0440p\u0441c\u0443y\u0445x\u0455s\u0456i\u0458j\u04bbh\u0501d\u0410A\u0412B"
        "\u0415E\u041aK\u041cM\u041dH\u041eO\u0420P\u0421C\u0422T\u0425X\u0391A\u0392B\u0395E\u0397H\u0399I"
        "\u039aK\u039cM\u039dN\u039fO\u03a1P\u03a4T\u03a7X\u03bfo\u03c1p\u00ad \u200c \u200d \u200e \u200f "
        "\u2060 \u017fs\u0131i";
    *code = text_code(at, length);
    if (*code >= 0xff01 && *code <= 0xff5e) /* wide signs */
        return (char)(*code - 0xff01 + '!');
    return sign_for(alike, at, length);
}

bool lookalikes_has(const struct lookalikes *lookalikes, char a, char b)
{
    unsigned from = (unsigned char)a, to = (unsigned char)b;
    return from < 128 && to < 128 && lookalikes->like[from][to >> 6] >> (to & 63) & 1;
}
