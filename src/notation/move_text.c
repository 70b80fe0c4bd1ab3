/* move_text.c - what the spelling of a move says: what is damaged, and what is said of it. move.re scans the
 * rest. */
#include "notation/move_text.h"

#include "base/chars.h"
#include "base/text.h"

#include <string.h>

/* ---- Signs of damage: the Leiden conventions ---- */

/* Characters of more than one byte, and the sign that each stands for, or NUL. Those with a dot below are
 * unclear. */
static const struct {
    uint16_t code;
    char plain;
} spellings[] = { { 0x0323, '\0' }, { 0x2010, '-' },  { 0x2011, '-' }, { 0x2012, '-' }, { 0x2013, '-' },
                  { 0x2014, '-' },  { 0x2015, '-' },  { 0x2212, '-' }, { 0x00d7, 'x' }, { 0x2654, 'K' },
                  { 0x2655, 'Q' },  { 0x2656, 'R' },  { 0x2657, 'B' }, { 0x2658, 'N' }, { 0x2659, '\0' },
                  { 0x265a, 'K' },  { 0x265b, 'Q' },  { 0x265c, 'R' }, { 0x265d, 'B' }, { 0x265e, 'N' },
                  { 0x265f, '\0' }, { 0xfe0e, '\0' }, { 0x1ea0, 'A' }, { 0x1ea1, 'a' }, { 0x1e04, 'B' },
                  { 0x1e05, 'b' },  { 0x1e0c, 'D' },  { 0x1e0d, 'd' }, { 0x1eb8, 'E' }, { 0x1eb9, 'e' },
                  { 0x1e24, 'H' },  { 0x1e25, 'h' },  { 0x1eca, 'I' }, { 0x1ecb, 'i' }, { 0x1e32, 'K' },
                  { 0x1e33, 'k' },  { 0x1e36, 'L' },  { 0x1e37, 'l' }, { 0x1e42, 'M' }, { 0x1e43, 'm' },
                  { 0x1e46, 'N' },  { 0x1e47, 'n' },  { 0x1ecc, 'O' }, { 0x1ecd, 'o' }, { 0x1e5a, 'R' },
                  { 0x1e5b, 'r' },  { 0x1e62, 'S' },  { 0x1e63, 's' }, { 0x1e6c, 'T' }, { 0x1e6d, 't' },
                  { 0x1ee4, 'U' },  { 0x1ee5, 'u' },  { 0x1e7e, 'V' }, { 0x1e7f, 'v' }, { 0x1e88, 'W' },
                  { 0x1e89, 'w' },  { 0x1ef4, 'Y' },  { 0x1ef5, 'y' }, { 0x1e92, 'Z' }, { 0x1e93, 'z' } };

bool leiden_needed(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c >= 0x80 || c == '_' || c == '~' || c == '<' || c == '>')
            return true;
    }
    return false;
}

unsigned leiden_blank(const char *text, size_t length)
{
    const unsigned char *byte = (const unsigned char *)text;
    if (length >= 1 && is_filler(*text))
        return 1;
    if (length >= 2 && byte[0] == 0xc2 && byte[1] == 0xa0) /* U+00A0 */
        return 2;
    if (length < 3)
        return 0;
    switch (byte[0] << 8 | byte[1]) {
    case 0xe280: /* U+2000 to U+200B, U+202F */
        return byte[2] <= 0x8b || byte[2] == 0xaf ? 3 : 0;
    case 0xe281: /* U+205F */
        return byte[2] == 0x9f ? 3 : 0;
    case 0xe380: /* U+3000 */
        return byte[2] == 0x80 ? 3 : 0;
    case 0xefbb: /* U+FEFF */
        return byte[2] == 0xbf ? 3 : 0;
    default:
        return 0;
    }
}

unsigned leiden_unclear(const char *text, size_t length)
{
    if (length >= 1 && *text == '~')
        return 1;
    return length >= 2 && memcmp(text, "\u0323", 2) == 0 ? 2 : 0;
}

static void add_plain(struct leiden *out, char *plain, char c)
{
    if (c != ' ' || (out->length > 0 && plain[out->length - 1] != ' '))
        plain[out->length++] = c;
}

/* Signs of one byte. False for one that stands wrong. */
static bool read_ascii(char c, struct leiden *out, char *plain, bool *open)
{
    switch (c) {
    case '~':
        out->unclear = true;
        return out->length > 0 && plain[out->length - 1] != ' ';
    case '<':
    case '>':
        out->supplied = true;
        *open = !*open;
        return *open == (c == '<');
    default:
        out->lost |= c == '_';
        add_plain(out, plain, is_filler(c) ? ' ' : c);
        return true;
    }
}

static void read_wide(const char *text, unsigned length, struct leiden *out, char *plain)
{
    unsigned code = text_code(text, length);
    if (leiden_blank(text, length)) {
        add_plain(out, plain, ' ');
        return;
    }
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (spellings[i].code == code) {
            out->unclear |= code == 0x0323 || code >> 8 == 0x1e;
            if (spellings[i].plain)
                add_plain(out, plain, spellings[i].plain);
            return;
        }
    memcpy(plain + out->length, text, length);
    out->length += length;
}

bool leiden_read(const char *text, size_t length, struct arena *arena, struct leiden *out)
{
    char *plain = arena_alloc(arena, length + 1);
    bool open = false;
    *out = (struct leiden){ .text = plain };
    for (size_t at = 0; plain && at < length;) {
        if (!(text[at] & 0x80)) {
            if (!read_ascii(text[at], out, plain, &open))
                return false;
            at++;
            continue;
        }
        unsigned step = text_sequence(text + at, length - at);
        step = step ? step : 1;
        read_wide(text + at, step, out, plain);
        at += step;
    }
    if (!plain || open)
        return false;
    plain[out->length] = '\0';
    return true;
}

/* A pattern is matched against spellings later; here it must only look like one. */
static bool read_pattern(const struct leiden *leiden, struct move_text *move)
{
    static const char signs[] = "_@=-x. 0123456789";
    if (leiden->length > UINT16_MAX)
        return false;
    *move = (struct move_text){ .plain = leiden->text,
                                .plain_length = (uint16_t)leiden->length,
                                .style = MOVE_PATTERN };
    size_t lost = strspn(leiden->text, "_");
    if (lost == leiden->length && lost <= 2) {
        move->style = MOVE_LOST;
        return true;
    }
    for (size_t i = 0; i < leiden->length; i++)
        if (!is_letter(leiden->text[i]) && !(leiden->text[i] & 0x80) && !strchr(signs, leiden->text[i]))
            return false;
    return true;
}

bool move_text_word(const char *text, size_t length, struct arena *arena, struct move_text *move)
{
    struct leiden leiden;
    if (!leiden_needed(text, length))
        return move_text_plain(text, length, move);
    if (!leiden_read(text, length, arena, &leiden))
        return false;
    bool found =
        leiden.lost ? read_pattern(&leiden, move) : move_text_plain(leiden.text, leiden.length, move);
    move->flags |= (uint16_t)((leiden.unclear ? MOVE_UNCLEAR : 0) | (leiden.supplied ? MOVE_SUPPLIED : 0));
    return found;
}

unsigned move_text_mark(const char *text, size_t length)
{
    bool first = text[0] == '?', second = length == 2 && text[1] == '?';
    if (length == 1)
        return first ? 2 : 1;
    if (length != 2)
        return 0;
    return first == second ? (first ? 4 : 3) : (first ? 6 : 5);
}

const char *move_text_read_signs(const char *at, struct move_text *move)
{
    if (*at == '#') {
        move->check = CHECK_MATE;
        at++;
    } else if (*at == '+' && !strchr("-=/", at[1] ? at[1] : ' ') && !is_long_dash(at + 1)) { /* no +- */
        move->check = at[1] == '+' ? CHECK_DOUBLE : CHECK_PLUS;
        at += move->check == CHECK_DOUBLE ? 2 : 1;
    }
    const char *end = at;
    while ((*end == '!' || *end == '?') && end - at < 3)
        end++;
    move->mark = end > at ? (uint8_t)move_text_mark(at, (size_t)(end - at)) : 0;
    return move->mark ? end : at;
}

/* Where what is said of the move begins: a sign, or one of the words. */
static size_t core_length(const char *text)
{
    static const char *const words[] = { " squeeze", " sic" };
    size_t length = strcspn(text, "+#!?");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *at = strstr(text, words[i]);
        if (at && (size_t)(at - text) < length)
            length = (size_t)(at - text);
    }
    return length;
}

/* Reads what is said of the move, in any order. */
static bool read_suffixes(const char *at, struct move_text *move)
{
    for (;;) {
        const char *after = move_text_signs(at, move);
        if (after > at) {
            at = after;
        } else if (is_filler(*at)) {
            at++;
        } else if (strncmp(at, "squeeze", 7) == 0) {
            move->flags |= MOVE_SQUEEZE;
            at += 7;
        } else if (strncmp(at, "sic", 3) == 0) {
            move->flags |= MOVE_SIC;
            at += 3;
        } else {
            return *at == '\0';
        }
    }
}

bool move_text_parse(const char *text, size_t length, struct arena *arena, struct move_text *move)
{
    const char *copy = arena_copy(arena, text, length);
    if (!copy || strlen(copy) != length)
        return false;
    size_t core = core_length(copy);
    return move_text_word(copy, core, arena, move) && read_suffixes(copy + core, move);
}

/* ---- Signs that are easily taken for one another ---- */

/* In old hands and poor prints: digits, files, letters of pieces. */
static const char usual[] =
    "17 14 47 38 35 56 68 69 49 25 27 "
    "bh ce ad ao cg ci ei eo fb fh fp dg gq gp hn il ij bd ac ae "
    "6b 1l 1I lI 0O 0o oO 4A 5S 8B 3B 6G 2Z 9g BR BP PR KR KN MN NA QO EF EL LI AR DO GC SB";

static void add_group(struct lookalikes *lookalikes, const char *group, size_t length)
{
    for (size_t i = 0; i < length; i++)
        for (size_t j = 0; j < length; j++) {
            unsigned a = (unsigned char)group[i], b = (unsigned char)group[j];
            if (a < 128 && b < 128 && a != b)
                lookalikes->like[a][b >> 6] |= (uint64_t)1 << (b & 63);
        }
}

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
        add_group(lookalikes, groups + begin, at - begin);
        at += at < length && groups[at] <= ' ';
    }
}

char lookalikes_ascii(const char *at, unsigned length, unsigned *code)
{
    static const struct {
        uint16_t code;
        char like;
    } alike[] = { { 0x0430, 'a' }, { 0x0435, 'e' }, { 0x043e, 'o' }, { 0x0440, 'p' }, { 0x0441, 'c' },
                  { 0x0443, 'y' }, { 0x0445, 'x' }, { 0x0455, 's' }, { 0x0456, 'i' }, { 0x0458, 'j' },
                  { 0x04bb, 'h' }, { 0x0501, 'd' }, { 0x0410, 'A' }, { 0x0412, 'B' }, { 0x0415, 'E' },
                  { 0x041a, 'K' }, { 0x041c, 'M' }, { 0x041d, 'H' }, { 0x041e, 'O' }, { 0x0420, 'P' },
                  { 0x0421, 'C' }, { 0x0422, 'T' }, { 0x0425, 'X' }, { 0x0391, 'A' }, { 0x0392, 'B' },
                  { 0x0395, 'E' }, { 0x0397, 'H' }, { 0x0399, 'I' }, { 0x039a, 'K' }, { 0x039c, 'M' },
                  { 0x039d, 'N' }, { 0x039f, 'O' }, { 0x03a1, 'P' }, { 0x03a4, 'T' }, { 0x03a7, 'X' },
                  { 0x03bf, 'o' }, { 0x03c1, 'p' }, { 0x00ad, ' ' }, { 0x200c, ' ' }, { 0x200d, ' ' },
                  { 0x200e, ' ' }, { 0x200f, ' ' }, { 0x2060, ' ' }, { 0x017f, 's' }, { 0x0131, 'i' } };
    *code = text_code(at, length);
    if (*code >= 0xff01 && *code <= 0xff5e) /* wide signs */
        return (char)(*code - 0xff01 + '!');
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        if (alike[i].code == *code)
            return alike[i].like;
    return '\0';
}

bool lookalikes_has(const struct lookalikes *lookalikes, char a, char b)
{
    unsigned from = (unsigned char)a, to = (unsigned char)b;
    return from < 128 && to < 128 && lookalikes->like[from][to >> 6] >> (to & 63) & 1;
}
