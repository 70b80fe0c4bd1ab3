/* move.re - reads the spelling of a move: name, squares, promotion, e.p. and suffixes; signs of damage (Leiden
 * conventions), the spellings of print, and signs that look like others. It knows no rules, so any name is allowed,
 * and squares go to p16. */
#include "notation/record.h"

#include "base/text.h"

#include <string.h>

/*!include:re2c "scan.inc" */
/*!re2c
    re2c:tags = 1;

    blank  = [ \t\n\v\f\r\x1a];
    letter = [A-Za-z\x80-\xff];
    rank   = "1" [0-6] | [1-9];
    square = [a-p] rank;
    ep     = "ep" | "e.p" "."?;
    nul    = "\x00";
*/

static uint8_t file_of(const char *at)
{
    return (uint8_t)(*at - 'a' + 1);
}

/* Returns the rank at `at`, 1 to 16; `end` is the end of the move. */
static uint8_t rank_of(const char *at, const char *end)
{
    bool two = *at == '1' && at + 1 < end && at[1] >= '0' && at[1] <= '6';

    return (uint8_t)(two ? 10 + at[1] - '0' : *at - '0');
}

bool move_text_plain(const char *text, size_t length, struct move_text *move)
{
    const char *cursor = text, *end = text + length, *marker, *first, *to, *on, *removed, *behind, *named, *promoted, *passing;
    /*!stags:re2c:plain format = 'const char *@@ = NULL;\n'; */

    *move = (struct move_text){ .plain = text, .plain_length = (uint16_t)length };
    if (length == 0 || length > UINT16_MAX)
        return false;
    /*!re2c:plain
    /* A letter glued to what follows, or a name of two letters or more before a blank or @. */
    name   = [A-Z] | letter{2,} blank+;
    last   = blank* (@passing ep)? nul;
    rest   = @behind (@named ("=" letter{2,} | "="? [A-Z]) @promoted)? last;

    "O-O" nul                                      { move->style = MOVE_CASTLE_SHORT; goto whole; }
    "O-O-O" nul                                    { move->style = MOVE_CASTLE_LONG; goto whole; }
    "0-0" nul                                      { move->style = MOVE_CASTLE_SHORT; goto zeros; }
    "0-0-0" nul                                    { move->style = MOVE_CASTLE_LONG; goto zeros; }
    ('pass' | 'null' | 'z0' | "--" | "@@@@" | "0000") nul { move->style = MOVE_PASS; goto whole; }

    /* A target, alone or after a file or rank for disambiguation or a whole from-square; the squares of the path
     * follow, and removed stones are last. */
    name? @first @to square rest                   { goto found; }
    name? @first "x" @to square rest               { move->style = first > text ? MOVE_SQUARES : MOVE_REMOVE; goto found; }
    (name | letter{2,})? @first "@" @to square rest { move->style = MOVE_PLACE; goto found; }
    name? @first [a-p] "x"? @to square rest        { move->from_file = file_of(first); goto found; }
    name @first rank "x"? @to square rest          { move->from_rank = rank_of(first, end); goto found; }
    name? @first square [x\-]? @to square ("-"? @on square)* @removed ("x" square)* @behind (@named ("=" letter{2,} | "="? [A-Z] | [a-wyz]) @promoted)? last {
        move->flags = (uint16_t)(MOVE_LONG | (on ? MOVE_PATH : 0) | (removed < behind ? MOVE_REMOVED : 0));
        move->from_file = file_of(first);
        move->from_rank = rank_of(first + 1, end);
        goto found;
    }
    *                                              { return false; }
    */
zeros:
    move->flags = MOVE_ZEROS;
whole:
    return cursor > end;
found:
    move->flags |= (uint16_t)((to > first && to[-1] == 'x' && move->style == MOVE_SQUARES ? MOVE_CAPTURE : 0) |
                              (passing ? MOVE_EP : 0) | (named ? MOVE_PROMOTES : 0));
    if (move->flags & MOVE_PROMOTES) {
        named += *named == '=';
        move->promotion = (uint16_t)(named - text);
        move->promotion_length = (uint16_t)(promoted - named);
    }
    for (end = first; end > text && is_filler(end[-1]);)
        end--;
    move->name_length = (uint8_t)(end - text);
    move->squares = (uint16_t)((move->flags & MOVE_LONG ? first : to) - text);
    move->squares_length = (uint16_t)(behind - text - move->squares);
    to = move->flags & MOVE_PATH ? on : to;
    move->to_file = file_of(to);
    move->to_rank = rank_of(to + 1, behind);
    /* After a promotion without a blank, e.p. would be a part of its name; and after = it is no promotion. */
    bool glued = named && (passing == promoted || text_is(named, (size_t)(promoted - named), "ep"));
    return cursor > text + length && end - text <= UINT8_MAX && !glued;
}

bool move_text_next(const char **at, const char *end, char *mark, unsigned *file, unsigned *rank)
{
    const char *cursor = *at, *begin = cursor, *marker;

    /*!re2c
    square       { *mark = '\0'; goto found; }
    [x\-] square { *mark = *begin++; goto found; }
    *            { return false; }
    */
found:
    *file = file_of(begin);
    *rank = rank_of(begin + 1, end);
    *at = cursor;
    return true;
}

/* ---- Moves in any spelling, with their suffixes ---- */

/* Reads a move with lost signs. It is matched against spellings later; here it must only look like a pattern. */
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
    return (unsigned)(text_among(text, length, "! ? !! ?? !? ?!") + 1);
}

const char *move_text_read_signs(const char *at, struct move_text *move)
{
    if (*at == '#') {
        move->check = CHECK_MATE;
        at++;
    } else if (*at == '+' && !strchr("-=/", at[1] ? at[1] : ' ') && !is_long_dash(at + 1)) { /* not +- */
        move->check = at[1] == '+' ? CHECK_DOUBLE : CHECK_PLUS;
        at += move->check == CHECK_DOUBLE ? 2 : 1;
    }
    const char *end = at;
    while ((*end == '!' || *end == '?') && end - at < 3)
        end++;
    move->mark = end > at ? (uint8_t)move_text_mark(at, (size_t)(end - at)) : 0;
    return move->mark ? end : at;
}

bool move_text_parse(const char *text, size_t length, struct arena *arena, struct move_text *move)
{
    const char *copy = arena_copy(arena, text, length), *cursor = copy, *end, *said, *marker;
    if (!copy || strlen(copy) != length)
        return false;
    end = copy + length;
core: /* up to the suffixes */
    said = cursor;
    /*!re2c
    [+#!?] | " squeeze" | " sic" | "\x00" { goto found; }
    *                                     { goto core; }
    */
found:
    if (!move_text_word(copy, (size_t)(said - copy), arena, move))
        return false;
    cursor = said;
again: /* suffixes, in any order */
    /*!re2c
    blank     { goto again; }
    [+#!?]    { goto sign; }
    "squeeze" { move->flags |= MOVE_SQUEEZE; goto again; }
    "sic"     { move->flags |= MOVE_SIC; goto again; }
    "\x00"    { return true; }
    *         { return false; }
    */
sign:
    marker = cursor - 1;
    cursor = move_text_signs(marker, move);
    if (cursor == marker)
        return false;
    goto again;
}

/* ---- Signs of damage, and the spellings of print ---- */

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
    "6b 1l 1I lI 0O 0o oO 4A 5S 5s 8B 3B 6G 2Z 2z 9g BR BP PR KR KN MN NA QO EF EL LI AR DO GC SB";

void lookalikes_read(struct lookalikes *lookalikes, const char *groups, size_t length)
{
    memset(lookalikes, 0, sizeof *lookalikes);
    if (!groups) {
        groups = usual;
        length = sizeof usual - 1;
    }
    const char *cursor = groups, *end = groups + length, *begin;
    while (cursor < end) {
        begin = cursor;
        /*!re2c
        re2c:encoding:utf8 = 0;

        ([!-\x7f] \ "#")+ {
            for (const char *one = begin; one < cursor; one++)
                for (const char *other = begin; other < cursor; other++)
                    if (*one != *other)
                        lookalikes->like[(size_t)*one][*other >> 6] |= (uint64_t)1 << (*other & 63);
            continue;
        }
        "#" [^\n\x00]* | [^] { continue; }
        */
    }
}

char lookalikes_ascii(const char *at, unsigned length, unsigned *code)
{
    /* Cyrillic and Greek letters, invisible signs, a long s and an i without its dot, each with its ASCII sign; some
     * letters look like a digit. */
    static const char alike[] =
        "\u0430a\u0435e\u043eo\u0440p\u0441c\u0443y\u0445x\u0455s\u0456i\u0458j\u04bbh\u0501d\u0410A\u0412B"
        "\u0415E\u041aK\u041cM\u041dH\u041eO\u0420P\u0421C\u0422T\u0425X\u0391A\u0392B\u0395E\u0397H\u0399I"
        "\u039aK\u039cM\u039dN\u039fO\u03a1P\u03a4T\u03a7X\u03bfo\u03c1p\u00ad \u200c \u200d \u200e \u200f "
        "\u2060 \u017fs\u0131i\u0405S\u0406I\u0408J\u0396Z\u03b1a\u03c7x\u04173\u04373\u04316";
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
