/* diagram_text.c - boards that books draw with signs, read as positions. */
#include "decode/diagram_text.h"

#include "base/chars.h"
#include "decode/row.h"

#include <stdio.h>
#include <string.h>

enum { BOARD_TEXT = 400, REASON = 160 };

/* A board as it is read. */
struct drawing {
    const struct dialects *dialects;
    const struct dialect *dialect; /* whose letters are the pieces'; NULL: the ruleset's */
    const char *text;
    size_t end;
    char placement[BOARD_TEXT];
    size_t length;
    unsigned ranks;
};

/* ---- Squares ---- */

static unsigned kind_of(const struct drawing *drawing, const char *sign, size_t length)
{
    const struct ludus_ruleset *rules = drawing->dialects->ruleset;
    if (!drawing->dialect) {
        unsigned kind = ruleset_kind(rules, sign, length);
        bool knight = kind == NONE && length == 2 && *sign == 'K' && (sign[1] == 'n' || sign[1] == 't');
        return knight ? ruleset_kind(rules, "Knight", 6) : kind;
    }
    const struct dialect_word *word = dialect_match(drawing->dialect, sign, sign + length);
    return word && word->length == length && word->class == CLASS_PIECE ? drawing->dialect->kinds[word->piece]
                                                                        : NONE;
}

/* The sign of a piece, without that of its colour, as FEN has it, or 0. */
static char piece_of(const struct drawing *drawing, const char *sign, size_t length, bool black)
{
    unsigned kind = kind_of(drawing, sign, length);
    if (kind == NONE)
        return 0;
    char letter = drawing->dialects->ruleset->rules.kinds[kind].letter;
    return black ? to_lower(letter) : letter;
}

static char pawn_of(bool black)
{
    return black ? 'p' : 'P';
}

/* A square as it is drawn: "WKn", "#R", "^P", "R*", "k", a pawn as the sign of its side alone; ' ' where it
 * is empty, 0 where it cannot be read. */
static char read_square(const struct drawing *drawing, const char *text, size_t length)
{
    static const char figurines[] = "KQRBNPkqrbnp";
    while (length && is_blank(*text)) {
        text++;
        length--;
    }
    while (length && is_blank(text[length - 1]))
        length--;
    if (length == 0 || (length == 1 && strchr(".-:+", *text)))
        return ' ';
    if (length == 1 && strchr("#^*", *text))
        return pawn_of(*text != '^');
    if (length == 3 && memcmp(text, "\xe2\x99", 2) == 0 && (unsigned char)text[2] - 0x94u < 12)
        return figurines[(unsigned char)text[2] - 0x94u];
    if (*text == '#' || *text == '^')
        return piece_of(drawing, text + 1, length - 1, *text == '#');
    if (length > 1 && text[length - 1] == '*')
        return piece_of(drawing, text, length - 1, true);
    char lower = to_lower(*text);
    char piece = length > 1 && (lower == 'w' || lower == 'b')
                     ? piece_of(drawing, text + 1, length - 1, lower == 'b')
                     : 0;
    if (piece)
        return piece;
    char sign = to_upper(*text);
    return length == 1 ? piece_of(drawing, &sign, 1, !is_upper(*text))
                       : piece_of(drawing, text, length, false);
}

/* ---- Ranks ---- */

/* Where the next square of a rank ends that begins at `at`: before a bar, a blank, or behind its only sign.
 */
static size_t square_end(const struct drawing *drawing, size_t at, size_t stop, char apart)
{
    size_t begin = at;
    if (!apart)
        return at + 1;
    while (at < stop && drawing->text[at] != apart && !(apart == ' ' && drawing->text[at] == '\t'))
        at++;
    return apart == '|' && at == stop ? begin : at;
}

/* Reads the squares of a rank that stand between bars, between blanks, or close to each other (apart: 0). */
static bool read_squares(struct drawing *drawing, size_t at, size_t stop, char apart)
{
    const struct rules *rules = &drawing->dialects->ruleset->rules;
    unsigned files = 0, empty = 0;
    for (; files < rules->files; files++) {
        if (apart == ' ')
            at = print_skip_blanks(drawing->text, at, stop);
        size_t behind = at < stop ? square_end(drawing, at, stop, apart) : at;
        char sign = behind > at || (apart == '|' && at < stop && drawing->text[at] == '|')
                        ? read_square(drawing, drawing->text + at, behind - at)
                        : 0;
        if (!sign || drawing->length + 4 >= sizeof drawing->placement)
            return false;
        if (sign == ' ')
            empty++;
        if (empty && (sign != ' ' || files + 1u == rules->files)) {
            drawing->length += (size_t)snprintf(drawing->placement + drawing->length, 4, "%u", empty);
            empty = 0;
        }
        if (sign != ' ')
            drawing->placement[drawing->length++] = sign;
        at = behind + (apart == '|');
    }
    for (; at < stop; at++) /* its number, perhaps */
        if (!is_blank(drawing->text[at]) && !is_digit(drawing->text[at]) && drawing->text[at] != '|')
            return false;
    return true;
}

/* One rank of the board on a line; false when it is none. */
static bool read_rank(struct drawing *drawing, size_t at, size_t stop)
{
    const char *text = drawing->text;
    static const char apart[] = { '|', ' ', '\0' };
    size_t length = drawing->length;
    while (at < stop && is_blank(text[at]))
        at++;
    size_t number = at;
    while (at < stop && is_digit(text[at]))
        at++;
    if (at > number)
        while (at < stop && is_blank(text[at]))
            at++;
    bool barred = at < stop && text[at] == '|';
    for (unsigned i = barred ? 0 : 1; i < (barred ? 1 : sizeof apart); i++) {
        if (read_squares(drawing, at + barred, stop, apart[i]))
            return true;
        drawing->length = length;
    }
    return false;
}

/* Is it a line between ranks, or one with the letters of the files? */
static bool is_rule(const char *text, size_t at, size_t stop)
{
    unsigned dashes = 0, letters = 0;
    for (; at < stop; at++) {
        if (to_lower(text[at]) == (char)('a' + letters))
            letters++;
        else if (!strchr("+-|=_ \t", text[at]))
            return false;
        dashes += text[at] == '-' || text[at] == '_' || text[at] == '=';
    }
    return dashes > 2 || letters > 5;
}

/* ---- Boards ---- */

/* Reads the placement and returns the byte behind the board, or `at`. */
static size_t read_board(struct drawing *drawing, size_t at)
{
    const unsigned ranks = drawing->dialects->ruleset->rules.ranks;
    size_t begin = at;
    for (drawing->ranks = 0, drawing->length = 0; at < drawing->end && drawing->ranks < ranks;) {
        size_t stop = print_line_end(drawing->text, at, drawing->end);
        if (!is_rule(drawing->text, at, stop)) {
            if (drawing->ranks++)
                drawing->placement[drawing->length++] = '/';
            if (!read_rank(drawing, at, stop))
                return begin;
        }
        at = print_next_line(drawing->text, at, drawing->end);
    }
    while (at < drawing->end && is_rule(drawing->text, at, print_line_end(drawing->text, at, drawing->end)))
        at = print_next_line(drawing->text, at, drawing->end);
    drawing->placement[drawing->length] = '\0';
    return drawing->ranks == ranks ? at : begin;
}

/* Reads a placement that a line consists of, perhaps with more fields of a FEN. */
static size_t read_forsyth(struct drawing *drawing, size_t at)
{
    unsigned slashes = 0;
    size_t begin = at, stop = print_line_end(drawing->text, at, drawing->end), word;
    while (begin < stop && is_blank(drawing->text[begin]))
        begin++;
    for (word = begin; word < stop && !is_blank(drawing->text[word]); word++)
        slashes += drawing->text[word] == '/';
    if (slashes + 1 != drawing->dialects->ruleset->rules.ranks || word - begin >= sizeof drawing->placement ||
        stop - word > 30)
        return at;
    memcpy(drawing->placement, drawing->text + begin, word - begin);
    drawing->placement[word - begin] = '\0';
    return print_next_line(drawing->text, at, drawing->end);
}

static bool set_board(const struct drawing *drawing, struct ludus_position *board)
{
    char fen[BOARD_TEXT + 16], reason[REASON];
    snprintf(fen, sizeof fen, "%s w - - 0 1", drawing->placement);
    return ludus_position_set_fen(board, fen, reason, sizeof reason);
}

size_t diagram_text_read(const struct dialects *dialects, const char *text, size_t at, size_t end,
                         struct ludus_position *board)
{
    struct drawing drawing = { .dialects = dialects, .text = text, .end = end };
    size_t behind = read_forsyth(&drawing, at);
    if (behind > at && set_board(&drawing, board))
        return behind;
    const bool barred = memchr(text + at, '|', print_line_end(text, at, end) - at) ||
                        is_rule(text, at, print_line_end(text, at, end));
    for (unsigned i = 0; i <= (barred ? dialects->count : 0); i++) {
        drawing.dialect = i ? &dialects->each[i - 1] : NULL;
        behind = read_board(&drawing, at);
        if (behind > at && set_board(&drawing, board))
            return behind;
    }
    return at;
}

void diagram_text_write(const struct ludus_position *board, char *out, size_t size)
{
    (void)ludus_position_fen(board, false, out, size);
    out[strcspn(out, " ")] = '\0';
}

unsigned diagram_text_differs(const struct ludus_position *a, const struct ludus_position *b)
{
    unsigned count = 0;
    for (unsigned square = 0; square < a->ruleset->squares; square++)
        count += a->cell[square] != b->cell[square];
    return count;
}
