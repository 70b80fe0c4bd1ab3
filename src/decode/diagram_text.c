/* diagram_text.c - reads the diagrams of books, and positions in words. */

#include "decode/passage.h"

#include <stdio.h>

enum { BOARD_TEXT = 400, REASON = 160 };

/* A diagram that is read. */
struct drawing {
    const struct dialects *dialects;
    const struct dialect *dialect; /* whose letters name the pieces; NULL: the ruleset's */
    const char *text;
    size_t end;
    struct ludus_position *board;
};

enum { NO_SQUARE = -1 };

/* ---- Squares ---- */

/* Returns the only kind of piece with a name that begins with a letter, G of Gyalog; NONE if there is none,
 * or another. */
static unsigned kind_of_initial(const struct dialect *dialect, char letter)
{
    unsigned kind = NONE;
    for (unsigned i = 0; i < dialect->word_count; i++) {
        const struct dialect_word *word = &dialect->words[i];
        if (word->class != CLASS_PIECE || *word->text != letter || word->value == kind)
            continue;
        if (kind != NONE)
            return NONE;
        kind = word->value;
    }
    return kind;
}

/* Returns the piece code of a sign without its mark of colour, or NO_SQUARE. */
static int piece_of(const struct drawing *drawing, const char *sign, size_t length, unsigned side)
{
    const struct rules *rules = &drawing->dialects->ruleset->rules;
    const struct dialect *dialect = drawing->dialect;
    const struct dialect_word *word = dialect ? dialect_match(dialect, sign, sign + length) : NULL;
    unsigned kind = !dialect ? rules_kind(rules, sign, length)
                    : word && word->length == length && word->class == CLASS_PIECE ? word->value
                    : length == 1 ? kind_of_initial(dialect, *sign)
                                  : NONE;
    return kind == NONE ? NO_SQUARE : (int)CODE_OF(kind, side);
}

/* Returns the side that a letter before a piece denotes, w or b, or the first of the notation's words for the
 * sides: sT; or -1. */
static int side_of(const struct drawing *drawing, char letter)
{
    const struct dialect *dialect = drawing->dialect;
    for (unsigned i = 0; dialect && i < dialect->word_count; i++)
        if ((dialect->words[i].class == CLASS_WHITE || dialect->words[i].class == CLASS_BLACK) &&
            to_lower(*dialect->words[i].text) == letter)
            return dialect->words[i].class == CLASS_BLACK ? LUDUS_BLACK : LUDUS_WHITE;
    return letter == 'w' ? LUDUS_WHITE : letter == 'b' ? LUDUS_BLACK : -1;
}

/* Reads a square, "WKn", "#R", "^P", "R*", "k", or only the mark of a colour for a pawn. Returns the piece
 * code; 0: empty; NO_SQUARE: illegible. */
static int read_square(const struct drawing *drawing, const char *text, size_t length)
{
    static const char figurines[] = "KQRBNPKQRBNP";
    const struct drawing own = { .dialects = drawing->dialects };
    for (; length && is_blank(*text); length--)
        text++;
    while (length && is_blank(text[length - 1]))
        length--;
    if (strspn(text, ".-:+_") >= length)
        return 0;
    if (length == 1 && strchr("#^*", *text))
        return piece_of(&own, "P", 1, *text != '^');
    const unsigned figure =
        length == 3 && memcmp(text, "\xe2\x99", 2) == 0 ? (unsigned char)text[2] - 0x94u : 12;
    if (figure < 12)
        return piece_of(&own, figurines + figure, 1, figure > 5);
    if ((length == 3 && *text == '\xe2') || (length == 2 && *text == '\xc2')) /* a shaded square, a dot */
        return 0;
    if (strchr("#^*", *text))
        return piece_of(drawing, text + 1, length - 1, *text != '^');
    if (length > 1 && text[length - 1] == '*')
        return piece_of(drawing, text, length - 1, LUDUS_BLACK);
    const char sign = to_upper(*text);
    const int side = side_of(drawing, to_lower(*text));
    int piece = NO_SQUARE;
    if (length > 1 && side >= 0)
        piece = piece_of(drawing, text + 1, length - 1, (unsigned)side);
    if (piece != NO_SQUARE)
        return piece;
    return length == 1 ? piece_of(drawing, &sign, 1, !is_upper(*text))
                       : piece_of(drawing, text, length, LUDUS_WHITE);
}

/* ---- Ranks ---- */

/* Reads the squares of a rank, separated by bars, by blanks, or not (apart: 0). False if it is illegible. */
static bool read_squares(struct drawing *drawing, unsigned rank, size_t at, size_t stop, char apart)
{
    const char *text = drawing->text;
    const unsigned files = drawing->dialects->ruleset->rules.files;
    for (unsigned file = 0; file < files; file++) {
        if (apart == ' ')
            at = print_skip_blanks(text, at, stop);
        size_t behind = at + (at < stop && !apart);
        while (apart && behind < stop && text[behind] != apart && !(apart == ' ' && text[behind] == '\t'))
            behind++;
        behind = apart == '|' && behind == stop ? at : behind; /* no bar closes it */
        const bool drawn = behind > at || (apart == '|' && at < stop && text[at] == '|');
        const int piece = drawn ? read_square(drawing, text + at, behind - at) : NO_SQUARE;
        if (piece == NO_SQUARE)
            return false;
        position_put(drawing->board, rank * files + file, (unsigned)piece);
        at = behind + (apart == '|');
    }
    for (; at < stop; at++) /* perhaps the number of the rank */
        if (!is_blank(text[at]) && !is_digit(text[at]) && text[at] != '|')
            return false;
    return true;
}

/* Is it a line between ranks, or one with the letters of the files? Dashes with a blank between them are
 * empty squares. */
static bool is_rule(const char *text, size_t at, size_t stop)
{
    unsigned dashes = 0, letters = 0;
    for (; at < stop; at++) {
        if (to_lower(text[at]) == (char)('a' + letters))
            letters++;
        else if (!strchr("+-|=_ \t", text[at]))
            return false;
        const bool dash = strchr("-_=", text[at]);
        if (dash && at + 2 < stop && text[at + 1] == ' ' && text[at + 2] == text[at])
            return false;
        dashes += dash;
    }
    return dashes > 2 || letters > 5;
}

/* ---- Boards ---- */

/* Sets up a position from a FEN placement, White to move. False if it is invalid. */
static bool set_board(struct ludus_position *board, const char *placement, size_t length)
{
    char fen[BOARD_TEXT], reason[REASON];
    return length < BOARD_TEXT - 16 &&
           snprintf(fen, sizeof fen, "%.*s w - - 0 1", (int)length, placement) > 0 &&
           ludus_position_set_fen(board, fen, reason, sizeof reason);
}

/* Reads a drawn board. Returns the byte after it, or `at`. */
static size_t read_board(struct drawing *drawing, size_t at)
{
    enum { RULES_MOST = 4 }; /* between two ranks */
    unsigned rank = drawing->dialects->ruleset->rules.ranks;
    const char *text = drawing->text;
    const size_t begin = at, end = drawing->end;
    char fen[BOARD_TEXT];
    for (unsigned rules = 0; at < end && rank > 0 && rules <= RULES_MOST;
         at = print_next_line(text, at, end)) {
        const size_t stop = print_line_end(text, at, end);
        if (is_rule(text, at, stop)) {
            rules++;
            continue;
        }
        rank--;
        rules = 0;
        at = print_skip(text, at, stop, " \t\v\f0123456789"); /* the number of the rank */
        const bool barred = at < stop && text[at] == '|';
        const size_t inner = stop - (barred && stop > at + 1 && text[stop - 1] == '|');
        if (!(barred && read_squares(drawing, rank, at + 1, stop, '|')) &&
            !read_squares(drawing, rank, at + barred, inner, ' ') &&
            (barred || !read_squares(drawing, rank, at, stop, '\0')))
            return begin;
    }
    if (rank > 0)
        return begin;
    while (at < end && is_rule(text, at, print_line_end(text, at, end)))
        at = print_next_line(text, at, end);
    diagram_text_write(drawing->board, fen, sizeof fen);
    return set_board(drawing->board, fen, strlen(fen)) ? at : begin;
}

/* Reads a line that is a FEN, or its placement, perhaps behind a word, "Forsyth:". Returns the next line, or
 * `at`. */
static size_t read_forsyth(struct drawing *drawing, size_t at)
{
    enum { PLACEMENT = 200 };
    unsigned slashes = 0;
    const size_t stop = print_line_end(drawing->text, at, drawing->end);
    const char *colon = memchr(drawing->text + at, ':', stop - at);
    const size_t begin =
        print_skip(drawing->text, colon ? (size_t)(colon - drawing->text) + 1 : at, stop, " \t\v\f");
    char placement[PLACEMENT]; /* without the blanks that may stand beside its slashes */
    size_t word, length = 0;
    for (word = begin; word < stop && length < sizeof placement; word++) {
        const char sign = drawing->text[word];
        const size_t next = print_skip_blanks(drawing->text, word, stop);
        if (next == word)
            placement[length++] = sign;
        else if (!(length && placement[length - 1] == '/') && !(next < stop && drawing->text[next] == '/'))
            break;
        slashes += sign == '/';
    }
    return slashes + 1 == drawing->dialects->ruleset->rules.ranks && stop - word <= 30 &&
                   set_board(drawing->board, placement, length)
               ? print_next_line(drawing->text, at, drawing->end)
               : at;
}

size_t diagram_text_read(const struct dialects *dialects, const char *text, size_t at, size_t end,
                         struct ludus_position *board)
{
    struct drawing drawing = { .dialects = dialects, .text = text, .end = end, .board = board };
    const size_t stop = print_line_end(text, at, end);
    const char *rank = text + at + strspn(text + at, " \t\v\f");
    const char *second =
        rank + strcspn(rank, SPACES) + 1; /* squares of two signs, with a blank between each two */
    const bool drawn = memchr(text + at, '|', stop - at) || is_rule(text, at, stop) ||
                       (second == rank + 3 && second < text + stop && strcspn(second, SPACES) == 2) ||
                       number_take(&rank) == dialects->ruleset->rules.ranks;
    size_t behind = read_forsyth(&drawing, at);
    for (unsigned i = 0; behind == at && i < (drawn ? dialects->count + 1 : 1); i++) {
        drawing.dialect = i ? &dialects->each[i - 1] : NULL;
        behind = read_board(&drawing, at);
    }
    return behind;
}

/* ---- Positions in words ---- */

/* The pieces of one side as they are read, word by word. */
struct told {
    const struct dialects *dialects;
    const struct dialect *dialect;
    struct ludus_position *board;
    unsigned side, count; /* pieces put on the board */
    bool one_end;         /* ranks of both sides are counted from White's end */
    unsigned names[3];    /* of pieces, before a rank */
    unsigned named, kind; /* kind: of the piece whose squares follow, or NONE */
    unsigned strange;     /* unknown words since the last piece on a square */
    bool apart;           /* an unknown word follows the first name: King at Q5 */
    bool letter;          /* the piece is a letter, for one square; later squares are of pawns, Kc6, b6, */
    bool pawns;           /* unless these are named, too: Kc6, Ra1, f1, Pb6 */
    unsigned pawn;        /* kind of the pawns */
};

/* Puts the piece on a square. False if there is no such square, or it is occupied. */
static bool put_piece(struct told *told, uint16_t files, unsigned rank)
{
    const struct rules *rules = &told->dialects->ruleset->rules;
    unsigned file = 0;
    while (file < rules->files && files != 1u << file)
        file++;
    if (told->kind == NONE || file == rules->files || rank == 0 || rank > rules->ranks)
        return false;
    unsigned square = (rank - 1) * rules->files + file;
    if (told->board->cell[square])
        return false;
    position_put(told->board, square, CODE_OF(told->kind, told->side));
    told->named = told->strange = 0;
    told->apart = false;
    told->count++;
    return true;
}

/* Puts a piece on a rank, counted from its side's end. The names before it are its file, perhaps its kind. */
static bool put_rank(struct told *told, unsigned rank)
{
    const struct dialects *dialects = told->dialects;
    unsigned first = told->apart || told->named == 3;
    uint16_t files = !told->named ? 0 : dialects->home_files[told->names[told->named - 1]],
             wing = told->named - first == 2 ? dialects_wing(dialects, told->dialect, told->names[first]) : 0;
    files &= wing ? wing : UINT16_MAX;
    if (told->named == 2 && !first && !files) { /* K Q5 */
        first = 1;
        files = dialects->home_files[told->names[1]];
    }
    if (first)
        told->kind = told->names[0];
    rank = told->side == LUDUS_BLACK && !told->one_end ? dialects->ruleset->rules.ranks + 1 - rank : rank;
    return put_piece(told, files, rank);
}

/* Are pawns named in the list of a side, which ends at the other side or an empty line? */
static bool names_pawns(const struct told *told, const char *at, const char *end)
{
    for (bool begins = true; at < end && memcmp(at, "\n\n", 2) != 0; begins = !begins_letter(*at), at++) {
        const struct dialect_word *word = begins ? dialect_match(told->dialect, at, end) : NULL;
        if (word && (word->class == CLASS_WHITE || word->class == CLASS_BLACK))
            break;
        if (word && word->class == CLASS_PIECE && word->value == told->pawn)
            return true;
    }
    return false;
}

/* Reads the pieces of a side, as far as they are understood. Returns where it stops. */
static const char *read_side_pieces(struct told *told, const char *at, const char *end)
{
    enum { STRANGE_MOST = 3 };
    const bool descriptive = told->dialect->descriptive;
    told->kind = NONE;
    told->named = told->strange = told->count = 0;
    told->pawns = names_pawns(told, at, end);
    for (size_t length; at < end && told->strange <= STRANGE_MOST; at += length) {
        const char *stop = at;
        length = told->count ? 0 : print_behind_bracket(at, 0, (size_t)(end - at));
        if (length) /* White (Mr. Ada): K at ... */
            continue;
        while (stop < end && (is_letter(*stop) || (*stop & '\x80' && *stop != '\xe2'))) /* no dash */
            stop++;
        const struct dialect_word *word = stop > at ? dialect_match(told->dialect, at, stop) : NULL;
        const char *less = stop; /* without the ending of a plural: Rs, Türme */
        while (!word && stop - less < 2 && (less - at > 4 || (less - at > 1 && less[-1] == 's')))
            word = dialect_match(told->dialect, at, --less);
        unsigned class = word ? word->class : CLASS_LAST + 1, number = 0;
        length = stop > at ? (size_t)(stop - at) : *at == '\xe2' ? 3 : 1;
        if (class == CLASS_WHITE || class == CLASS_BLACK)
            break;
        if (class == CLASS_PIECE && word->value != NONE && told->named < 3) {
            const bool glued = at + word->length + 1 == stop && stop < end && is_digit(*stop); /* Крg1 */
            told->letter = (word->length < 4 && less == stop) || glued;
            length = told->letter ? word->length : length;
            told->names[told->named++] = word->value;
            told->kind = descriptive ? told->kind : told->names[--told->named];
        } else if (class == CLASS_HOME || class == CLASS_RANK || (is_digit(*at) && descriptive)) {
            number = class == CLASS_HOME ? 1 : word ? word->value : (unsigned)(*at - '0');
            if (!put_rank(told, number))
                break;
        } else if (stop - at == 1 && stop < end && is_digit(*stop) && !descriptive) {
            length = 2;
            if (!put_piece(told, (uint16_t)(1u << ((unsigned)(*at - 'a') & 15u)), (unsigned)(*stop - '0')))
                break;
            told->kind = told->letter && !told->pawns ? told->pawn : told->kind;
        } else if (class != CLASS_ORDINAL && stop > at) {
            told->strange++;
            told->apart |= told->named == 1;
        }
    }
    return at;
}

size_t diagram_text_told(const struct dialects *dialects, const struct dialect *dialect, const char *begin,
                         const char *end, bool one_end, struct ludus_position *board)
{
    struct told told = { .dialects = dialects, .dialect = dialect, .board = board, .one_end = one_end };
    unsigned sides = 0;
    while (told.pawn + 1u < dialects->ruleset->rules.kind_count &&
           !in_set(dialects->ruleset->rules.pawns, told.pawn))
        told.pawn++;
    for (unsigned square = 0; square < dialects->ruleset->squares; square++)
        position_put(board, square, 0);
    const char *at = begin;
    while (at < end && sides != 3) {
        const struct dialect_word *word =
            at == begin || !is_letter(at[-1]) ? dialect_match(dialect, at, end) : NULL;
        at += word ? word->length : 1;
        if (!word || (word->class != CLASS_WHITE && word->class != CLASS_BLACK))
            continue;
        told.side = word->class == CLASS_BLACK;
        at = read_side_pieces(&told, at, end);
        sides |= told.count ? 1u << told.side : 0;
    }
    return sides == 3 ? (size_t)(at - begin) : 0;
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
