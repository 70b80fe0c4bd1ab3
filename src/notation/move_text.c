/* move_text.c - what the spelling of a move says.
 *
 * A move in plain spelling is read from left to right: name, squares, promotion, e.p. The reader knows no
 * rules, so any name will do and squares go to p16. */
#include "notation/move_text.h"

#include "base/chars.h"
#include "notation/leiden.h"

#include <string.h>

struct scan {
    const char *at, *end;
};

struct square_text {
    uint8_t file, rank;
};

static bool is_name_letter(char c)
{
    return is_upper(c) || (c >= 'a' && c <= 'z') || (c & 0x80);
}

static bool is_file(char c)
{
    return c >= 'a' && c <= 'p';
}

static char peek(const struct scan *scan)
{
    return scan->at < scan->end ? *scan->at : '\0';
}

static bool take(struct scan *scan, char c)
{
    if (peek(scan) != c || scan->at == scan->end)
        return false;
    scan->at++;
    return true;
}

static bool take_text(struct scan *scan, const char *text)
{
    size_t length = strlen(text);

    if ((size_t)(scan->end - scan->at) < length || memcmp(scan->at, text, length) != 0)
        return false;
    scan->at += length;
    return true;
}

/* 1 to 16; 0 if no rank stands there. */
static uint8_t take_rank(struct scan *scan)
{
    char first = peek(scan);

    if (first < '1' || first > '9')
        return 0;
    scan->at++;
    char second = peek(scan);
    if (first == '1' && second >= '0' && second <= '6') {
        scan->at++;
        return (uint8_t)(10 + second - '0');
    }
    return (uint8_t)(first - '0');
}

static bool take_square(struct scan *scan, struct square_text *square)
{
    const char *begin = scan->at;

    if (is_file(peek(scan))) {
        square->file = (uint8_t)(*scan->at++ - 'a' + 1);
        square->rank = take_rank(scan);
        if (square->rank)
            return true;
    }
    scan->at = begin;
    return false;
}

static void skip_spaces(struct scan *scan)
{
    while (scan->at < scan->end && is_filler(*scan->at))
        scan->at++;
}

/* A letter glued to what follows, or a name of two letters or more, apart or before @. */
static void take_name(struct scan *scan, struct move_text *move)
{
    const char *begin = scan->at, *at = begin;

    while (at < scan->end && is_name_letter(*at))
        at++;
    if (at - begin >= 2 && at - begin <= UINT8_MAX && at < scan->end && (is_filler(*at) || *at == '@')) {
        move->name_length = (uint8_t)(at - begin);
        scan->at = at;
        skip_spaces(scan);
    } else if (is_upper(peek(scan))) {
        move->name_length = 1;
        scan->at++;
    }
}

static void set_target(struct move_text *move, struct square_text square)
{
    move->to_file = square.file;
    move->to_rank = square.rank;
}

static bool take_target(struct scan *scan, struct move_text *move)
{
    struct square_text square;

    move->squares = (uint16_t)(scan->at - move->plain);
    if (!take_square(scan, &square))
        return false;
    set_target(move, square);
    return true;
}

/* After the from-square: the squares on the way, the target, and the removed stones. False if there is none.
 */
static void take_path(struct scan *scan, struct move_text *move, struct square_text from)
{
    struct square_text square;
    unsigned count = 0;

    for (;;) {
        const char *before = scan->at;
        bool cross = take(scan, 'x');
        if (!cross && take(scan, '-') && (move->flags & MOVE_REMOVED)) {
            scan->at = before;
            return;
        }
        if (!take_square(scan, &square) || (!cross && (move->flags & MOVE_REMOVED))) {
            scan->at = before;
            return;
        }
        if (count == 0) {
            move->flags |= (uint16_t)(MOVE_LONG | (cross ? MOVE_CAPTURE : 0));
            move->from_file = from.file;
            move->from_rank = from.rank;
        } else {
            move->flags |= cross ? MOVE_REMOVED : MOVE_PATH;
        }
        if (!(move->flags & MOVE_REMOVED))
            set_target(move, square);
        count++;
    }
}

/* Squares: a target alone, after a file or rank that tells pieces apart, or after a whole from-square. */
static bool take_squares(struct scan *scan, struct move_text *move)
{
    struct square_text square;

    move->squares = (uint16_t)(scan->at - move->plain);
    if (take_square(scan, &square)) {
        set_target(move, square);
        take_path(scan, move, square);
        return true;
    }
    if (is_file(peek(scan)))
        move->from_file = (uint8_t)(*scan->at++ - 'a' + 1);
    else if (move->name_length)
        move->from_rank = take_rank(scan);
    if (take(scan, 'x'))
        move->flags |= MOVE_CAPTURE;
    if (!(move->flags & MOVE_CAPTURE) && !move->from_file && !move->from_rank)
        return false;
    return take_target(scan, move);
}

static bool take_body(struct scan *scan, struct move_text *move)
{
    if (take(scan, '@')) {
        move->style = MOVE_PLACE;
        return take_target(scan, move);
    }
    if (!move->name_length && peek(scan) == 'x') {
        scan->at++;
        move->style = MOVE_REMOVE;
        return take_target(scan, move);
    }
    return take_squares(scan, move);
}

/* `=Armiger`, `=A`, `A` alone, or after a whole from-square `a`. True also where there is none. */
static bool take_promotion(struct scan *scan, struct move_text *move)
{
    const char *begin;
    bool equals = take(scan, '=');

    for (begin = scan->at; scan->at < scan->end && is_name_letter(*scan->at); scan->at++) {
    }
    size_t length = (size_t)(scan->at - begin);
    if (length >= 2 && memcmp(scan->at - 2, "ep", 2) == 0 && (length == 2 || !equals)) {
        scan->at = begin;
        length = 0;
    }
    if (length == 0)
        return !equals;
    bool letter =
        length == 1 && (is_upper(*begin) || (!equals && *begin != 'x' && (move->flags & MOVE_LONG)));
    if (!letter && !(equals && length >= 2)) {
        scan->at = begin;
        return !equals;
    }
    move->flags |= MOVE_PROMOTES;
    move->promotion = (uint16_t)(begin - move->plain);
    move->promotion_length = (uint16_t)length;
    return true;
}

static bool read_castling(const char *text, size_t length, struct move_text *move)
{
    static const struct {
        const char *text;
        uint8_t style;
        uint16_t flags;
    } table[] = { { "O-O", MOVE_CASTLE_SHORT, 0 },
                  { "O-O-O", MOVE_CASTLE_LONG, 0 },
                  { "0-0", MOVE_CASTLE_SHORT, MOVE_ZEROS },
                  { "0-0-0", MOVE_CASTLE_LONG, MOVE_ZEROS } };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (length == strlen(table[i].text) && memcmp(text, table[i].text, length) == 0) {
            move->style = table[i].style;
            move->flags = table[i].flags;
            return true;
        }
    }
    return false;
}

static bool read_pass(const char *text, size_t length)
{
    static const char *const spellings[] = { "pass", "--", "z0", "@@@@", "0000", "null" };

    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        size_t same = 0;
        while (same < length && spellings[i][same] &&
               ((text[same] | 0x20) == spellings[i][same] || text[same] == spellings[i][same]))
            same++;
        if (same == length && spellings[i][same] == '\0')
            return true;
    }
    return false;
}

bool move_text_plain(const char *text, size_t length, struct move_text *move)
{
    struct scan scan = { text, text + length };

    *move = (struct move_text){ .plain = text, .plain_length = (uint16_t)length };
    if (length == 0 || length > UINT16_MAX)
        return false;
    if (read_castling(text, length, move))
        return true;
    if (read_pass(text, length)) {
        move->style = MOVE_PASS;
        return true;
    }
    take_name(&scan, move);
    if (!take_body(&scan, move))
        return false;
    move->squares_length = (uint16_t)(scan.at - text - move->squares);
    if (!take_promotion(&scan, move))
        return false;
    skip_spaces(&scan);
    if (take_text(&scan, "e.p.") || take_text(&scan, "e.p") || take_text(&scan, "ep"))
        move->flags |= MOVE_EP;
    return scan.at == scan.end;
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
        if (!is_name_letter(leiden->text[i]) && !strchr(signs, leiden->text[i]))
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

static bool is_mark(char c)
{
    return c == '!' || c == '?';
}

/* Are these the bytes of one of the dashes other than `-`, U+2010 to U+2015 and U+2212? */
static bool is_long_dash(const char *at)
{
    return at[0] == '\xe2' && (at[1] == '\x80' ? (unsigned char)at[2] >= 0x90 && (unsigned char)at[2] <= 0x95
                                               : at[1] == '\x88' && at[2] == '\x92');
}

/* `+` of an evaluation such as +- or += is no check. */
static bool is_check(const char *at)
{
    return *at == '+' && at[1] != '-' && at[1] != '=' && at[1] != '/' && !is_long_dash(at + 1);
}

const char *move_text_read_signs(const char *at, struct move_text *move)
{
    if (*at == '#') {
        move->check = CHECK_MATE;
        at++;
    } else if (is_check(at)) {
        move->check = at[1] == '+' ? CHECK_DOUBLE : CHECK_PLUS;
        at += move->check == CHECK_DOUBLE ? 2 : 1;
    }
    const char *end = at;
    while (is_mark(*end) && end - at < 3)
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
    struct scan scan = { at, at + strlen(at) };

    for (;;) {
        skip_spaces(&scan);
        const char *after = move_text_signs(scan.at, move);
        if (after > scan.at)
            scan.at = after;
        else if (take_text(&scan, "squeeze"))
            move->flags |= MOVE_SQUEEZE;
        else if (take_text(&scan, "sic"))
            move->flags |= MOVE_SIC;
        else
            return scan.at == scan.end;
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
