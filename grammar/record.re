/* record.re - the scanner of records.
 *
 * Moves spelt as in chess have rules of their own, which know the position of every square; any other move is a word,
 * which token_word reads. The text is UTF-8 and ends with a NUL. */
#include "base/text.h"
#include "grammar/record.tab.h"
#include "notation/build.h"
#include "notation/turns.h"

#include <string.h>

/*!include:re2c "scan_utf8.inc" */
/*!re2c
    re2c:nested-ifs = 0;

    digit  = [0-9];
    dash   = [\-\u2010-\u2015\u2212];
    dot    = "." | "\u2026";
    damage = [_~<>\u0323];
    sign   = [0-9lIiVvOo|];
    judged = "=" | "+" "/"? "=" | "=" "/"? "+" | "+" "/"? dash | dash "/"? "+" | [\u00b1\u2213\u2a71\u2a72\u221e]; /* signs of print for $10 and so on */
    other  = [^] \ [\x00-\x20\x7f(){}[\],;.$!?+#*%"\u00b1\u2026\u2213\u221e\u2a71\u2a72] \ wide;
    drawn  = [\u2680-\u2685];
    die    = drawn | [\uff11-\uff19]; /* or a wide digit */
    like   = sign{1,4} | [ABEGSZbgsz] | die;
    face   = like | other | [$!?+#*];
    and    = space* [,;] space*;
    doubt  = [0-9?!.[\]/iIvVjJ_~<>\u0323\u2026] | dash | "(" [?!] ")" | 'or' | 'sic'; /* of a face as editors print it */
    face_or_so = space* doubt (doubt | space)*;
    between = [,;&] | 'and' | 'et' | 'und';
    sum    = space* (digit{1,2} | [iIvVjJ]{1,4}) space*;
    letter = [A-Za-z_~<>\u0080-\U0010ffff] \ [\u00b1\u00d7\u2010-\u2015\u2026\u2212\u2213\u221e\u2a71\u2a72] \ wide;
    file_below = [\u1e05\u1e0d\u1e25\u1e33\u1e37\u1e43\u1e47\u1ea1\u1eb9\u1ecb\u1ecd]; /* with the dot of unclear signs */
    squares = ([a-p1-9x@_<~\u00d7] | file_below | [A-P] digit{1,2} [xX\-\u2013]? [A-P] digit) other*; /* in capitals too */

    ranged  = (([a-p_<~] | file_below) [1-9_<>~] [0-9_<>~]* ([x\u00d7\u2013] | "-") | "@") other*; /* after a short name */

    plain  = [A-Za-z0-9@_~<>=\-\u2013\u00d7];
    inset  = "[" ([A-Za-z0-9@_~.\-\u2013\u2014\u2026])+ "]"; /* what an editor supplied within a word */

    file  = [a-p];
    rank  = [1-9];
    piece = [A-Z];
    end   = [\x00-\x20(){}[\],;.$!?+#*%"];
    stop  = end \ "["; /* after a move that is surely whole: e2[-e4] continues */
    apart = [ \n] ([\x21-\x7e] \ "."); /* after a number, without more dots */
    name  = [A-Z] [a-z]+;
    said  = 'sic' | 'squeeze' | 'pass' | 'null' | 'check' | 'checkmate' | 'chk' | 'mate' | 'dbl' | 'dblch' | 'ep' | 'ch';
    half  = "1/2" | "\u00bd";
    to    = dash | ":" | space+ (dash | ":") space+;
    colon = space* ":" space*;
    wins  = "1" to "0" | "[" space* "1" colon "0" space* "]";
    loses = "0" to "1" | "[" space* "0" colon "1" space* "]";
    draws = half (to half)? | "[" space* half colon half space* "]";
    tag   = [A-Za-z] [A-Za-z0-9_]*;
    value = [^"\\\r\n\x00];
*/

unsigned result_read(struct ludus_text text)
{
    const char *cursor = text.text, *end = cursor + text.length, *marker;
    unsigned result = NO_RESULT;
    /*!re2c
    "*"   { result = LUDUS_OPEN; goto end; }
    wins  { result = LUDUS_WHITE_WINS; goto end; }
    loses { result = LUDUS_BLACK_WINS; goto end; }
    draws { result = LUDUS_DRAW; goto end; }
    *     { goto end; }
    */
end:
    return cursor == end ? result : NO_RESULT;
}

bool date_sound(struct ludus_text text)
{
    const char *cursor = text.text, *end = cursor + text.length, *marker;
    /*!re2c
    year    = [0-9?]{4};
    to_29   = "??" | "0" [1-9] | [12] [0-9];
    to_30   = to_29 | "30";
    short   = "0" [469] | "11";
    long    = "0" [13578] | "1" [02] | "??";

    year "." ("02." to_29 | short "." to_30 | long "." (to_30 | "31")) { return cursor == end; }
    * { return false; }
    */
}

/*!re2c
    re2c:define:YYPEEK = "(unsigned char)*cursor"; /* from here on a NUL ends the text */
*/

/* File and rank, from 1, at byte `i` of the move. */
#define FILE_AT(i) ((uint8_t)(begin[i] - 'a' + 1))
#define RANK_AT(i) ((uint8_t)(begin[i] - '0'))
#define TARGET(i) .to_file = FILE_AT(i), .to_rank = RANK_AT((i) + 1), .squares = (i), .squares_length = 2
#define LONG(i) .from_file = FILE_AT(i), .from_rank = RANK_AT((i) + 1), .to_file = FILE_AT((i) + 3), \
    .to_rank = RANK_AT((i) + 4), .squares = (uint16_t)(i), .squares_length = 5
#define PROMOTES(i) .promotion = (i), .promotion_length = 1
/* Several statements, for use in braces; the last continues with the next token. */
#define MOVE(...) moved = true; cursor = fill_move(item, begin, cursor, (struct move_text){ __VA_ARGS__ }); goto next
/* Bytes of the name before a long move. */
#define NAME (cursor - begin - 6)

/* Fills a move, with the check sign and the mark glued to it. Returns its end. */
static inline const char *fill_move(struct item *item, const char *begin, const char *end, struct move_text text)
{
    item->kind = ITEM_MOVE;
    item->text = begin;
    item->move = text;
    item->move.plain = begin;
    item->move.plain_length = (uint16_t)(end - begin);
    end = move_text_signs(end, &item->move);
    item->length = (uint32_t)(end - begin);
    return end;
}

/* Is a name too long for its field, or so short that it is a word of a page? */
static inline bool is_no_name(const struct build *build, ptrdiff_t length)
{
    return length > UINT8_MAX - 7 || (length < 3 && build->game->page);
}

/* Fills a number, `12.` or `12W.` */
static inline void fill_number(struct item *item, const char *begin, const char *end, unsigned side)
{
    unsigned value = 0;
    for (const char *at = begin; *at >= '0' && *at <= '9'; at++) {
        value = 10 * value + (unsigned)(*at - '0');
    }
    item->kind = ITEM_NUMBER;
    item->side = (uint8_t)side;
    item->form = 1;
    item->number = value;
    item->text = begin;
    item->length = (uint32_t)(end - begin);
}

/* Fills a roll of two dice with one digit each: `(2,5)` */
static inline void fill_two_dice(struct item *item, const char *begin)
{
    item->kind = ITEM_DICE;
    item->dice.count = 2;
    item->dice.face[0] = (uint8_t)(begin[1] - '0');
    item->dice.face[1] = (uint8_t)(begin[3] - '0');
    item->dice.unclear = item->dice.supplied = 0;
    item->text = begin;
    item->length = 5;
}

/* Fills a comment from its opening brace on. Returns the position after it; NULL without a brace before `limit`. */
static inline const char *fill_comment(struct item *item, const char *begin, const char *limit)
{
    const char *end = memchr(begin, '}', (size_t)(limit - begin));
    if (!end)
        return NULL;
    item->kind = ITEM_COMMENT;
    item->form = '{';
    item->text = begin + 1;
    item->length = (uint32_t)(end - begin - 1);
    return end + 1;
}

int token_bad(struct build *build, struct item *item, const char *begin, const char *end, enum message_id id)
{
    item->kind = ITEM_BAD;
    item->form = BAD_SIGN;
    item->move = (struct move_text){ .plain = NULL }; /* it may take the place of a move, and must be empty */
    item->number = (uint32_t)id;
    return token_done(build, item, begin, end, TOKEN_BAD);
}

/* Reads the digits at `*at`; UNCOUNTED if the number is too large. */
static uint32_t read_count(const char **at)
{
    uint32_t value = number_take(at);
    return value > UNCOUNTED ? UNCOUNTED : value;
}

/* Fills the number of a turn: its side begins at `at`, its dots at `dot`; an ellipsis is three dots. */
static int token_number(struct build *build, struct item *item, const char *begin, const char *at, const char *dot,
                        const char *end)
{
    const char *digits_end = begin;
    uint32_t number = is_digit(*begin) ? read_count(&digits_end) : UNNUMBERED;
    unsigned dots = 0;
    number = digits_end == at ? number : UNNUMBERED; /* signs of damage */
    if (number == 1 && build->ended && build->open == NO_ITEM) {
        build->next = begin;
        return token_done(build, item, begin, begin, TOKEN_END);
    }
    char side = at < dot ? to_upper(*at) : '\0';
    item->kind = ITEM_NUMBER;
    item->side = side == 'W' ? LUDUS_WHITE : side == 'B' ? LUDUS_BLACK : NO_SIDE;
    for (; dot < end && dots < UINT8_MAX - 3; dot++)
        dots += *dot == '.' ? 1 : *dot == '\xa6' && dot[-1] == '\x80' ? 3 : 0;
    item->form = (uint8_t)dots;
    item->number = number;
    return token_done(build, item, begin, end, TOKEN_NUMBER);
}

static int token_nag(struct build *build, struct item *item, const char *begin, const char *end)
{
    const char *at = begin + 1;
    item->number = read_count(&at);
    if (end - begin < 2 || item->number > UINT8_MAX)
        return token_bad(build, item, begin, end, MSG_BAD_NAG);
    item->kind = ITEM_NAG;
    return token_done(build, item, begin, end, TOKEN_NAG);
}

static int token_mark(struct build *build, struct item *item, const char *begin, const char *end)
{
    unsigned mark = move_text_mark(begin, (size_t)(end - begin));
    if (mark == 0)
        return token_bad(build, item, begin, end, MSG_BAD_MARK);
    item->kind = ITEM_NAG;
    item->form = SUFFIX_MARK;
    item->number = mark;
    return token_done(build, item, begin, end, TOKEN_SUFFIX);
}

/* Fills a suffix that is apart from its move. */
static int token_suffix(struct build *build, struct item *item, const char *begin, const char *end, enum suffix suffix)
{
    (void)token_bad(build, item, begin, end, suffix == SUFFIX_PROMOTION ? MSG_BAD_PROMOTION : MSG_STRAY_SUFFIX);
    item->form = (uint8_t)suffix;
    return TOKEN_SUFFIX;
}

static int token_result(struct build *build, struct item *item, const char *begin, const char *end,
                 enum ludus_result result)
{
    item->kind = ITEM_RESULT;
    item->form = *begin == '[' ? ':' : '-';
    item->result = (uint8_t)result;
    return token_done(build, item, begin, end, TOKEN_RESULT);
}

/* Does the roll of the current turn have a die for one more move? */
static bool expects_move(const struct ludus_game *game)
{
    unsigned moves = 0;
    for (const struct item *item = game->items + game->item_count; item-- > game->items;)
        if (item->kind == ITEM_MOVE && moves < LUDUS_DICE_MAX)
            moves++;
        else if (item->kind == ITEM_DICE || !turns_beside(item))
            return item->kind == ITEM_DICE && moves < item->dice.count;
    return false;
}

/* Is a semicolon that is glued to a move meant as a comma: does a move follow for which the roll has a die? */
static bool is_for_comma(struct build *build, const char *begin)
{
    const struct ludus_game *game = build->game;
    const struct item *last = game->item_count > 0 ? &game->items[game->item_count - 1] : NULL;
    const char *cursor = begin + 1, *marker, *from, *to;
    struct move_text move;
    /*!stags:re2c:comma format = 'const char *@@;\n'; */
    if (!last || last->kind != ITEM_MOVE || last->text + last->length != begin || !expects_move(game))
        return false;
    /*!re2c:comma
    re2c:tags = 1;
    [ \t\n\v\f\r]* @from ([A-Za-z]{2,} [ \t]+)? other+ @to ([ \t]* [\x00\r\n,;{()$*!?+#] | [ \t]+ digit+ [WB]? ".") { goto found; }
    *     { return false; }
    */
found:
    return move_text_word(from, (size_t)(to - from), &build->game->arena, &move);
}

/* Fills a move with its check sign among the supplied signs: <Qh5+> is <Qh5>+. */
static int token_supplied(struct build *build, struct item *item, const char *begin, const char *sign, const char *end)
{
    size_t length = (size_t)(sign - begin);
    char *copy = arena_copy(&build->game->arena, begin, length + 1);
    if (copy)
        copy[length] = '>';
    if (!copy || !move_text_word(copy, length + 1, &build->game->arena, &item->move))
        return token_word(build, item, begin, sign);
    item->kind = ITEM_MOVE;
    (void)move_text_signs(sign, &item->move);
    return token_done(build, item, begin, *end == '!' || *end == '?' ? move_text_signs(end, &item->move) : end, TOKEN_MOVE);
}

/* Fills the rest of a line: a comment after ;, an escaped line after %. */
static int token_line(struct build *build, struct item *item, const char *begin)
{
    const char *end = begin;
    if (*begin == '%' && begin > build->text && !is_break(begin[-1]))
        return token_bad(build, item, begin, begin + 1, MSG_STRAY_PERCENT);
    if (*begin == ';' && is_for_comma(build, begin)) {
        struct diag *diag = &build->game->diag;
        size_t place = (size_t)(begin - build->text);
        diag_fix(diag, diag_add(diag, MSG_ODD_SPELLING, place, place + 1, 1, begin, "','",
                                "a comma joins the moves of a turn"), place, place + 1, ",");
        return token_done(build, item, begin, begin + 1, TOKEN_COMMA);
    }
    while (end < build->limit && !is_break(*end))
        end++;
    item->kind = *begin == '%' ? ITEM_ESCAPE : ITEM_COMMENT;
    item->form = ';';
    return token_done(build, item, begin + 1, end, *begin == '%' ? TOKEN_ESCAPE : TOKEN_COMMENT);
}

/* Fills a comment from its opening brace on. */
static int token_comment(struct build *build, struct item *item, const char *begin)
{
    const char *end = fill_comment(item, begin, build->limit);
    size_t place = (size_t)(begin - build->text);
    if (end) {
        build->cursor = end;
        return TOKEN_COMMENT;
    }
    (void)diag_add(&build->game->diag, MSG_OPEN_COMMENT, place, place + 1);
    build->game->cut = true;
    item->kind = ITEM_COMMENT;
    item->form = '{';
    return token_done(build, item, begin + 1, build->limit, TOKEN_COMMENT);
}

/* Scans any token; `cursor` is at its first byte. */
static int scan(struct build *build, struct item *item, const char *cursor)
{
    const char *marker, *begin, *blank, *inner;
    /*!stags:re2c format = 'const char *@@ = NULL;\n'; */

    item->kind = ITEM_BAD; /* until it is known */
again:
    begin = cursor;
    /*!re2c
    re2c:tags = 1;

    space+                       { goto again; }

    /* Numbers, rolls, results. */
    "0000" / ((end \ ".") | wide)  { return token_word(build, item, begin, cursor); } /* a null move of engines */
    "00" "0"? / ((end \ ".") | wide) { return token_word(build, item, begin, cursor); } /* castling */
    digit+ @inner [WBwb]? @blank (space* dot)* { return token_number(build, item, begin, inner, blank, cursor); }
    (digit | damage)+ @inner [WB]? @blank dot+ { return token_number(build, item, begin, inner, blank, cursor); }
    ".." "."* | "\u2026"         { return token_number(build, item, begin, begin, begin, cursor); }
    "(" (damage | "," | space)* (digit | "_") (digit | damage | "," | space)* ")" { return token_dice(build, item, begin, cursor); }
    "(" space* digit* space* [-,;:/.] space* digit* space* ")" { return token_dice(build, item, begin, cursor); } /* misspelt */
    "(" space* (like (and face)+ | (face and)+ like (and face)*) space* ")" { return token_misspelt_dice(build, item, begin, cursor); }
    "(" face_or_so (between face_or_so)+ ")"         { return token_doubtful_dice(build, item, begin, cursor); }
    "(" sum ("+" sum)+ ")"                           { return token_doubtful_dice(build, item, begin, cursor); }
    "(" digit{1,2} "," digit{1,2} / [ \t\n\r\x00]    { return token_misspelt_dice(build, item, begin, cursor); } /* not closed */
    digit{1,2} space* "," space* digit{1,2} space* ")" { return token_misspelt_dice(build, item, begin, cursor); } /* not opened */
    digit{1,2} "," digit{1,2} / [ \t\n\r\x00]        { return token_misspelt_dice(build, item, begin, cursor); } /* bare */
    digit "." digit / [ \t\n\r\x00]                  { return token_misspelt_dice(build, item, begin, cursor); }
    drawn (space* ","? space* drawn)+ | die "," die  { return token_misspelt_dice(build, item, begin, cursor); }
    "(" space* die (space* ","? space* die)+ space* ")" { return token_misspelt_dice(build, item, begin, cursor); }
    "[" digit space* "," space* digit space* "]"     { return token_misspelt_dice(build, item, begin, cursor); }
    "*"                          { return token_result(build, item, begin, cursor, LUDUS_OPEN); }
    wins                         { return token_result(build, item, begin, cursor, LUDUS_WHITE_WINS); }
    loses                        { return token_result(build, item, begin, cursor, LUDUS_BLACK_WINS); }
    draws                        { return token_result(build, item, begin, cursor, LUDUS_DRAW); }

    /* Moves and keywords. */
    judged                       { return token_bad(build, item, begin, cursor, MSG_BAD_MARK); }
    other+                       { return token_word(build, item, begin, cursor); }
    other* "e.p" "."?            { return token_word(build, item, begin, cursor); }
    other* "<" (other \ [<>])* @inner ("+" | "++" | "#") ">" { return token_supplied(build, item, begin, inner, cursor); }
    letter{3} letter* space+ squares             { return token_word(build, item, begin, cursor); }
    letter{2} space+ ranged                      { return token_word(build, item, begin, cursor); }
    letter{3} letter* space+ squares "e.p" "."?  { return token_word(build, item, begin, cursor); }
    [A-Za-z] plain* (inset plain*)+              { return token_bracketed(build, item, begin, cursor); }
    [A-Z] [a-z]{2} [a-z]* space+ [a-p]? [1-9]? "-"? (inset plain*)+ { return token_bracketed(build, item, begin, cursor); }
    [A-Za-z]+ ("[" [A-Za-z]+ "]" [a-z]*)+ space+ [a-p] (plain | inset)+ { return token_bracketed(build, item, begin, cursor); }

    /* Suffixes of moves, and signs around moves. */
    ","                          { return token_done(build, item, begin, cursor, TOKEN_COMMA); }
    "("                          { return token_done(build, item, begin, cursor, TOKEN_OPEN); }
    ")"                          { return token_done(build, item, begin, cursor, TOKEN_CLOSE); }
    "{"                          { return token_comment(build, item, begin); }
    ";" | "%"                    { return token_line(build, item, begin); }
    "$" digit*                   { return token_nag(build, item, begin, cursor); }
    [!?]+                        { return token_mark(build, item, begin, cursor); }
    "+"                          { return token_suffix(build, item, begin, cursor, SUFFIX_CHECK); }
    "++"                         { return token_suffix(build, item, begin, cursor, SUFFIX_DOUBLE); }
    "#"                          { return token_suffix(build, item, begin, cursor, SUFFIX_MATE); }
    "=" space+ piece / end       { return token_suffix(build, item, begin, cursor, SUFFIX_PROMOTION); }

    /* Tag pairs, and the rest. */
    "(" tag @blank [ \t]+ ["] @inner value* ["] [\])] { return token_round(build, item, begin, blank, inner, cursor); }
    "["                          { return token_bracket(build, item, begin); }
    "(" "="? piece ")"           { return token_suffix(build, item, begin, cursor, SUFFIX_PROMOTION); }
    "}"                          { return token_bad(build, item, begin, cursor, MSG_STRAY_BRACE); }
    [\x00-\x1f\x7f]              {
        if (begin == build->limit) { return token_done(build, item, begin, begin, TOKEN_END); }
        return token_bad(build, item, begin, cursor, MSG_BAD_CONTROL);
    }
    *                            { return token_bad(build, item, begin, cursor, MSG_BAD_TOKEN); }
    */
}

/* Finds the next sign of a result or a tag. They are few: no digits, and the first byte of wide blanks and dashes. */
static const char *next_stop(const char *at)
{
    static const bool stops[256] = { ['\0'] = true, ['['] = true,  ['('] = true,  ['*'] = true,  ['-'] = true, ['/'] = true,
                                     [':'] = true,  [0xc2] = true, [0xe2] = true, [0xe3] = true, [0xef] = true };
    while (!stops[(unsigned char)*at])
        at++;
    return at;
}

bool record_is_one(const char *text, const char *limit)
{
    const char *at = text, *cursor, *marker;
again:
    cursor = next_stop(at);
    at = cursor + 1;
    if (!strchr("[(*", *cursor) && *at != '\xbd') { /* back to the digit before it */
        while (cursor > text && is_filler(cursor[-1]))
            cursor--;
        cursor -= cursor > text;
    }
    /*!re2c
    "[" ([ \t\n\r] | wide)* [A-Za-z] { return false; } /* perhaps a tag, also a misspelt one */
    "(" tag [ \t]* ["]                 { return false; }
    [01] ":" [01] digit                { goto again; } /* a clock time */
    "*" | wins | loses | draws         { return cursor + strspn(cursor, " \t\n\r") == limit; }
    "\x00"                             { if (cursor > limit) { return true; } goto again; }
    *                                  { goto again; }
    */
}

/* Scans plain numbers, rolls and moves in a row, and the comments among them, which most files consist of, as one
 * token with all their items (build->run); anything that is not surely one of them is left to scan. */
int record_lex(struct item **value, struct build *build)
{
    static const int tokens[] = { [ITEM_NUMBER] = TOKEN_NUMBER, [ITEM_DICE] = TOKEN_DICE, [ITEM_MOVE] = TOKEN_MOVE };
    struct item *first = build->game->items + build->game->item_count, *item = first;
    const struct item *limit = build->game->items + build->game->item_capacity;
    const char *cursor = build->cursor, *marker, *context, *begin;
    bool moved = false;
    *value = first;
again:
    begin = cursor;
    /*!re2c
    re2c:tags = 0;

    [ \n\r]                           { goto again; }
    digit{1,3} "." / [ \n]? [A-Za-z(] { if (build->ended) { goto other; } fill_number(item, begin, cursor, NO_SIDE); goto next; }
    digit{1,3} "W." / apart           { if (build->ended) { goto other; } fill_number(item, begin, cursor, LUDUS_WHITE); goto next; }
    digit{1,3} "B." / apart           { if (build->ended) { goto other; } fill_number(item, begin, cursor, LUDUS_BLACK); goto next; }
    "(" rank "," rank ")"             { fill_two_dice(item, begin); goto next; }

    file rank / stop                  { MOVE(TARGET(0)); }
    piece file rank / stop            { MOVE(.name_length = 1, TARGET(1)); }
    piece "x" file rank / stop        { MOVE(.name_length = 1, TARGET(2), .flags = MOVE_CAPTURE); }
    file "x" file rank / stop         { MOVE(.from_file = FILE_AT(0), TARGET(2), .flags = MOVE_CAPTURE); }
    piece file file rank / stop       { MOVE(.name_length = 1, .from_file = FILE_AT(1), TARGET(2)); }
    piece rank file rank / stop       { MOVE(.name_length = 1, .from_rank = RANK_AT(1), TARGET(2)); }
    piece file "x" file rank / stop   { MOVE(.name_length = 1, .from_file = FILE_AT(1), TARGET(3), .flags = MOVE_CAPTURE); }
    piece rank "x" file rank / stop   { MOVE(.name_length = 1, .from_rank = RANK_AT(1), TARGET(3), .flags = MOVE_CAPTURE); }
    file rank "=" piece / stop        { MOVE(TARGET(0), PROMOTES(3), .flags = MOVE_PROMOTES); }
    "O-O" / stop                      { MOVE(.style = MOVE_CASTLE_SHORT); }
    "O-O-O" / stop                    { MOVE(.style = MOVE_CASTLE_LONG); }

    file rank "-" file rank / stop    { MOVE(LONG(0), .flags = MOVE_LONG); }
    file rank "x" file rank / stop    { MOVE(LONG(0), .flags = MOVE_LONG | MOVE_CAPTURE); }
    *                                 { goto rarer; }
    */
rarer: /* rules that would slow down those above */
    cursor = begin;
    /*!re2c
    digit{1,3} "..." / [ \n]? [A-Za-z(]      { if (build->ended) { goto other; } fill_number(item, begin, cursor, NO_SIDE); item->form = 3; goto next; }
    "{"                               { if (item == first) { goto other; } goto comment; }
    said " " file rank [-x] file rank / stop { goto other; }
    name " " file rank "-" file rank / stop { if (is_no_name(build, NAME)) { goto other; } MOVE(.name_length = (uint8_t)NAME, LONG(NAME + 1), .flags = MOVE_LONG); }
    name " " file rank "x" file rank / stop { if (is_no_name(build, NAME)) { goto other; } MOVE(.name_length = (uint8_t)NAME, LONG(NAME + 1), .flags = MOVE_LONG | MOVE_CAPTURE); }
    *                                 { goto other; }
    */
comment:
    cursor = fill_comment(item, begin, build->limit);
    if (!cursor) {
        goto other;
    }
next:
    cursor += *cursor == ' ';
    if (++item < limit) {
        goto again;
    }
    begin = cursor;
other:
    build->run = (size_t)(item - first);
    build->run_moved = moved;
    if (item == first) {
        build->run = 1;
        return scan(build, item, begin);
    }
    build->cursor = begin;
    return tokens[first->kind];
}
