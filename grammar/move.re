/* move.re - a move in plain spelling: its name, squares, promotion and e.p. It knows no rules, so any name will do and
 * squares go to p16. */
#include "notation/move_text.h"

#include "base/chars.h"

/*!include:re2c "scan.inc" */
/*!re2c
    re2c:tags = 1;

    blank  = [ \t\n\v\f\r\x1a];
    letter = [A-Za-z\x80-\xff];
    rank   = "1" [0-6] | [1-9];
    square = [a-p] rank;
    ep     = "ep" | "e.p" "."?;
*/

static uint8_t file_of(const char *at)
{
    return (uint8_t)(*at - 'a' + 1);
}

/* 1 to 16; `end` is behind the move. */
static uint8_t rank_of(const char *at, const char *end)
{
    bool two = *at == '1' && at + 1 < end && at[1] >= '0' && at[1] <= '6';

    return (uint8_t)(two ? 10 + at[1] - '0' : *at - '0');
}

/* Castling and passing. */
static bool read_whole(const char *cursor, const char *end, struct move_text *move)
{
    const char *marker;

    /*!re2c
    "O-O"    { move->style = MOVE_CASTLE_SHORT; goto found; }
    "O-O-O"  { move->style = MOVE_CASTLE_LONG; goto found; }
    "0-0"    { move->style = MOVE_CASTLE_SHORT; move->flags = MOVE_ZEROS; goto found; }
    "0-0-0"  { move->style = MOVE_CASTLE_LONG; move->flags = MOVE_ZEROS; goto found; }
    'pass' | 'null' | 'z0' | "--" | "@@@@" | "0000" { move->style = MOVE_PASS; goto found; }
    *        { return false; }
    */
found:
    return cursor == end;
}

/* A letter glued to what follows, or a name of two letters or more, apart or before @. Returns what follows. */
static const char *read_name(const char *cursor, const char *end, struct move_text *move)
{
    const char *begin = cursor, *marker;

    /*!re2c
    letter{2,} / (blank | "@") { goto name; }
    [A-Z]                      { move->name_length = 1; return cursor; }
    *                          { return begin; }
    */
name:
    if (cursor - begin > UINT8_MAX)
        return begin;
    move->name_length = (uint8_t)(cursor - begin);
    while (cursor < end && is_filler(*cursor))
        cursor++;
    return cursor;
}

/* Squares: a target alone, after a file or rank that tells pieces apart, or after a whole from-square, the squares on
 * the way behind it, and removed stones last. Returns what follows, NULL if there are none. */
static const char *read_squares(const char *cursor, const char *end, struct move_text *move)
{
    const char *begin = cursor, *marker, *to = cursor, *on = NULL, *removed;
    /*!stags:re2c format = 'const char *@@ = NULL;\n'; */

    /*!re2c
    square                 { goto found; }
    "@" @to square         { move->style = MOVE_PLACE; goto found; }
    "x" @to square         { move->style = move->name_length ? MOVE_SQUARES : MOVE_REMOVE; goto found; }
    [a-p] "x"? @to square  { move->from_file = file_of(begin); goto found; }
    rank "x"? @to square   { move->from_rank = rank_of(begin, end); goto ranked; }
    square [x\-]? @to square ("-"? @on square)* @removed ("x" square)* {
        move->flags = (uint16_t)(MOVE_LONG | (on ? MOVE_PATH : 0) | (removed < cursor ? MOVE_REMOVED : 0));
        move->from_file = file_of(begin);
        move->from_rank = rank_of(begin + 1, end);
        goto found;
    }
    *                      { return NULL; }
    */
ranked:
    if (!move->name_length)
        return NULL;
found:
    if (to > begin && to[-1] == 'x' && move->style == MOVE_SQUARES)
        move->flags |= MOVE_CAPTURE;
    if (!(move->flags & MOVE_LONG))
        begin = to;
    move->squares = (uint16_t)(begin - move->plain);
    move->squares_length = (uint16_t)(cursor - begin);
    to = on ? on : to;
    move->to_file = file_of(to);
    move->to_rank = rank_of(to + 1, end);
    return cursor;
}

/* `=Armiger`, `=A`, `A` alone, or after a whole from-square `a`. Returns what follows. */
static const char *read_promotion(const char *cursor, const char *end, struct move_text *move)
{
    const char *begin = cursor, *marker;

    /*!re2c
    "ep"                   { return begin; }
    "=ep"                  { return begin; }
    "=" [A-Z]              { begin++; goto found; }
    "=" letter{2,}         { begin++; goto found; }
    [A-Z]                  { goto found; }
    [a-wyz] / [^.]         { if (move->flags & MOVE_LONG) { goto found; } return begin; }
    *                      { return begin; }
    */
found:
    move->flags |= MOVE_PROMOTES;
    move->promotion = (uint16_t)(begin - move->plain);
    move->promotion_length = (uint16_t)(cursor - begin);
    return cursor;
}

/* Is the rest e.p. or nothing? Glued to a promotion it would be a part of its name. */
static bool read_passing(const char *cursor, const char *end, struct move_text *move)
{
    const char *begin = cursor, *marker;

    /*!re2c
    blank* ep   { move->flags |= MOVE_EP; goto found; }
    blank+      { return cursor == end; }
    *           { return begin == end; }
    */
found:
    return cursor == end && !(move->flags & MOVE_PROMOTES && *begin == 'e');
}

bool move_text_plain(const char *text, size_t length, struct move_text *move)
{
    const char *end = text + length, *at;

    *move = (struct move_text){ .plain = text, .plain_length = (uint16_t)length };
    if (length == 0 || length > UINT16_MAX)
        return false;
    if (read_whole(text, end, move))
        return true;
    move->flags = 0;
    move->style = MOVE_SQUARES;
    at = read_squares(read_name(text, end, move), end, move);
    return at && read_passing(read_promotion(at, end, move), end, move);
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
