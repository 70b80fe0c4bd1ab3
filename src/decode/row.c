/* row.c - cuts lines of a page into cells, and finds rows of moves. */
#include "base/text.h"
#include "decode/passage.h"
#include "decode/transcript_page.h"

#include <stdlib.h>

/* The column of a byte, in characters, from 0. */
static unsigned column_of(const char *text, size_t begin, size_t at)
{
    return (unsigned)text_characters(text + begin, at - begin);
}

/* ---- Cells ---- */

/* Does a cell end with a sign of repetition or one before a square, so that a lost sign is behind it? */
static bool is_unfinished(const struct print *print, size_t begin, size_t end)
{
    size_t word = end;
    while (word > begin && !is_blank(print->text[word - 1]))
        word--;
    const char *sign = print->text + word;
    return dialects_word(print->dialects, sign, end - word, CLASS_DITTO) == end - word ||
           (word > begin && (dialects_word(print->dialects, sign, end - word, CLASS_TO) == end - word ||
                             dialects_word(print->dialects, sign, end - word, CLASS_TAKES) == end - word));
}

/* Is a text no move for certain: a number of less than four digits, or a headline, with more than four
 * capitals in a row and no digit? */
static bool is_no_move(const char *text, size_t begin, size_t end)
{
    unsigned capitals = 0, most = 0;
    if (end - begin < 4 && strspn(text + begin, "0123456789. ") >= end - begin)
        return true;
    for (; begin < end; begin++) {
        if (is_digit(text[begin]))
            return false;
        capitals = is_upper(text[begin]) ? capitals + 1 : 0;
        most = capitals > most ? capitals : most;
    }
    return most > 4;
}

/* Is an unreadable text probably a move: short, with digits or capitals, not in brackets? */
static bool is_meant(const char *text, size_t begin, size_t end)
{
    unsigned signs = 0;
    if (end - begin < 2 || end - begin > 26 || strchr("([{*", text[begin]) || is_no_move(text, begin, end))
        return false;
    for (size_t at = begin; at < end; at++) {
        const bool word = at + 2 < end && is_lower(text[at + 1]) && is_lower(text[at + 2]); /* Die, Nach */
        signs += is_digit(text[at]) || (is_upper(text[at]) && !word) || strchr("-@#=+*~^_\xe2", text[at]);
    }
    return signs > 1;
}

/* Is it a letter that looks like no digit? */
static bool is_plain_letter(const struct print *print, char c)
{
    bool plain = is_letter(c);
    for (char digit = '0'; digit <= '9' && plain; digit++)
        plain = !lookalikes_has(&print->dialects->alike, c, digit);
    return plain;
}

/* Is a text perhaps a part of a move, or one with a letter wrong: a short word that begins with a capital, of
 * files and ranks, or that ends with a rank, "t4", "b:n6", or what looks like one, "dxeS"? */
static bool is_torn(const struct print *print, size_t begin, size_t end)
{
    const char *word = print->text + begin;
    size_t length = end - begin, prose = 0; /* small letters that no move has */
    while (length > 2 && strchr("+!?", word[length - 1]))
        length--;
    const char last = length ? word[length - 1] : '\0';
    const size_t squares = strspn(word, "abcdefghx:123456789");
    const bool worn = is_letter(last) && !is_plain_letter(print, last),
               ranked = last > '0' && last < '9' && begins_letter(word[length > 2 ? length - 2 : 0]);
    for (size_t i = 1; i < length; i++)
        prose += is_lower(word[i]) && !(word[i - 1] == 'K' && strchr("il", word[i])) /* KixP */ &&
                 !(print->dialects->letters >> (word[i] - 'a') & 1) &&
                 (i == 1 || is_plain_letter(print, word[i]));
    if (length == 2 && squares >= 2 && is_file(last) && abs(*word - last) != 1) /* "eh" */
        return false;
    return length > 1 && length < 6 && !memchr(word, ' ', length) && !strchr(".:)", last) &&
           (ranked || (squares + 1 >= length && (is_digit(last) || worn)) ||
            (!prose && (is_upper(*word) || *word & '\x80' || length <= squares)));
}

/* Is a text a word for castling with one sign wrong, lost or added? */
static bool is_misspelt(const struct print *print, size_t begin, size_t end)
{
    for (unsigned d = 0; d < print->dialects->count; d++)
        for (unsigned i = 0; i < print->dialects->each[d].word_count; i++) {
            const struct dialect_word *word = &print->dialects->each[d].words[i];
            if (word->class >= CLASS_CASTLES && word->class <= CLASS_CASTLES_LONG && word->length > 4 &&
                dialect_misspells(word, print->text + begin, end - begin))
                return true;
        }
    return false;
}

bool print_may_be_move(const struct print *print, size_t begin, size_t end)
{
    return is_meant(print->text, begin, end) || is_torn(print, begin, end) || is_misspelt(print, begin, end);
}

/* Is there a move of at least `least` bytes? Below rows, an unreadable text that looks like one is enough. */
static bool is_move_at(const struct print *print, size_t at, size_t end, size_t least)
{
    return print_longest(print, at, end, false) >= least ||
           (print->below && is_meant(print->text, at, end) && !print_words(print, at, end));
}

/* Reads the word for a side before a move, "White:", "White.--", perhaps with the number of its turn behind
 * it. Returns what follows, or `at`. */
static size_t read_side(const struct print *print, size_t at, size_t end, struct passage *cell)
{
    const char *text = print->text;
    int side;
    const size_t length = dialects_side(print->dialects, text + at, end - at, &side);
    size_t stop = print_skip(text, at + length, end, " :.-");
    stop += end - stop > 2 && is_long_dash(text + stop) ? 3 : 0;
    const size_t number = print_skip_blanks(text, stop, end);
    struct label label = label_at(text, number, end);
    label.length = cell->label ? 0 : label.length;
    const size_t rest = print_skip_blanks(text, number + label.length, end);
    if (!length || stop == at + length || !is_move_at(print, rest, end, 1) ||
        dialects_ending(print->dialects, text + at, end - at)) /* "BLACK WINS." */
        return at;
    cell->side = place_of_side(print->dialects->ruleset, (unsigned)side);
    cell->label_begin = cell->label ? cell->label_begin : at;
    cell->label = label.length ? label.number : cell->label;
    return rest;
}

/* Reads a label, and dots after it, or an illegible one before a move: "1J.", ".", "f0)", "II"; "1 5" is 15.
 * Returns what follows it, or `at`. */
static size_t read_label(const struct print *print, size_t begin, size_t at, size_t end, uint32_t next,
                         struct passage *cell)
{
    const char *text = print->text;
    const struct label label = print_label(print, begin, at, end, next);
    if (label.length) {
        cell->label = label.number;
        cell->label_begin = at;
        cell->after |= label.dots;
        const bool stopped = !is_digit(text[at + label.length - 1]);
        at = print_skip_blanks(text, at + label.length, end);
        const size_t rest =
            at + 1 < end && is_blank(text[at + 1]) ? print_skip_blanks(text, at + 1, end) : at;
        if (!stopped && rest > at && is_digit(text[at]) && cell->label < 10 &&
            !print_longest(print, at, end, false) && is_move_at(print, rest, end, 2)) {
            cell->label = cell->label * 10 + (uint32_t)(text[at] - '0');
            return rest;
        }
        const struct label again = label_at(text, at, end); /* "7. ......  7. Kt x Kt" */
        if (label.dots && again.length && again.number == cell->label)
            at = print_skip_blanks(text, at + again.length, end);
        return read_side(print, at, end, cell);
    }
    size_t stop = at + (text[at] == '(');
    unsigned letters = 0;
    bool numbered = false; /* "No." is none */
    while (stop < end && stop - at < 4 && (is_letter(text[stop]) || is_digit(text[stop]))) {
        letters += is_plain_letter(print, text[stop]);
        numbered |= is_digit(text[stop++]);
    }
    const bool digits =
        stop > at && stop < end && is_blank(text[stop]) && stop - at == strspn(text + at, "iIlO0123456789");
    size_t rest = print_skip_blanks(text, stop + !digits, end);
    if (stop + 1 >= end || letters > 2 || (letters && !numbered && stop - at > 1 && text[stop] == '.') ||
        !(digits || strchr(".)", text[stop])) || rest == stop + 1 - digits ||
        print_longest(print, at, end, false) || !is_move_at(print, rest, end, 2))
        return read_side(print, at, end, cell);
    cell->label_begin = at;
    cell->poor = true;
    return rest;
}

void row_cut(const struct print *print, size_t begin, size_t end, struct row *row)
{
    const char *text = print->text;
    struct passage next = { .side = -1 };
    memset(row, 0, sizeof *row);
    row->begin = begin;
    for (size_t at = print_skip_blanks(text, begin, end); at < end && row->count < CELLS_MAX;
         at = print_skip_blanks(text, at, end)) {
        size_t start = at, clock = print_clock(print, at, end);
        if (row->count && is_lower(text[at]) &&
            print_cell_end(text, at, end) == at + 1) { /* mark of a footnote */
            at++;
            continue;
        }
        if (clock && (row->count || label_at(text, print_skip_blanks(text, at + clock, end), end).length)) {
            at += clock;
            continue;
        }
        if (!next.label)
            at = read_label(print, begin, at, end, 0, &next);
        row->labels += at > start;
        row->open = at == end;
        if (row->open) {
            const struct passage *first = row->cells;
            if (row->count == 1 && first->side < 0 && (!first->label || first->label == next.label) &&
                print_longest(print, first->begin, first->end, true) > 1) { /* "Q-B6+  22": Black has none */
                next.begin = next.end = at;
                next.dots = true;
                row->cells[row->count++] = next;
                row->open = false;
            }
            break;
        }
        size_t stop = print_cell_end(text, at, end);
        while (stop < end && is_unfinished(print, at, stop))
            stop = print_cell_end(text, print_skip_blanks(text, stop, end), end);
        size_t dots = dots_at(text, at, stop);
        next.begin = at;
        next.end = dots ? at + dots : stop;
        next.column = column_of(text, begin, at) + 1;
        next.dots = dots > 0;
        if (!next.label && next.side < 0)
            next.label_begin = at;
        row->cells[row->count++] = next;
        at = next.end;
        next = (struct passage){
            .side = -1, .after = next.dots, .label = next.label, .label_begin = next.label_begin
        };
        if (!next.after || label_at(text, print_skip_blanks(text, at, end), end).length)
            next.label = 0; /* "7. ......  Kt x Kt": it is the next cell's label too, unless that has one */
    }
    const struct passage *first = row->cells;
    if (first->label && (first->after || first->column < 16))
        row->margin = column_of(text, begin, first->label_begin) +
                      (unsigned)strspn(text + first->label_begin, "(0123456789OolI");
}

/* The text after a move in its cell, outside brackets. */
struct tail {
    bool digits;    /* it is of other moves: not a footnote, or words about this one */
    unsigned words; /* number of words in small letters */
};

static struct tail tail_at(const char *text, size_t begin, size_t end)
{
    struct tail tail = { false, 0 };
    unsigned depth = 0;
    for (bool inside = false; begin < end; begin++) {
        depth += text[begin] == '(' || text[begin] == '[';
        depth -= depth && (text[begin] == ')' || text[begin] == ']');
        bool small = is_lower(text[begin]) || text[begin] & '\x80';
        tail.digits |= is_digit(text[begin]) && depth == 0;
        tail.words += small && !inside && depth == 0;
        inside = small;
    }
    return tail;
}

/* Does text continue after a move: with a number (if `alone` in its row), perhaps behind brackets, a closing
 * bracket without an opening one, or a comma and a move, or a stop, a number and a move? */
static bool is_continued(const struct print *print, size_t begin, size_t at, size_t end, bool alone)
{
    size_t next = print_skip_blanks(print->text, at, end), behind;
    while ((behind = print_behind_bracket(print->text, next, end)) > next)
        next = print_skip_blanks(print->text, behind, end);
    if (alone && next > at && next < end && label_at(print->text, next, end).length)
        return true;
    if (at < end && strchr(")]", print->text[at]))
        return !memchr(print->text + begin, print->text[at] == ')' ? '(' : '[', at - begin);
    const size_t reply = next + print_longest(print, next, end, true); /* "6 QxP Kt-B 3; 7 Q-R 4." */
    if (reply > next + 1 && reply < end && strchr(".,;", print->text[reply]) &&
        print_ends_turn(print->text, reply, end, 0))
        return true;
    at = print_skip_blanks(print->text, at, end);
    if (at + 1 >= end || !strchr(".,;", print->text[at]))
        return false;
    next = print_skip_blanks(print->text, at + 1, end);
    const size_t label = label_at(print->text, next, end).length;
    if (print->text[at] == '.' && !label)
        return false;
    next = print_skip_blanks(print->text, next + label, end);
    return print_longest(print, next, end, true) > 1 || print_longest(print, next, end, false) == end - next;
}

static bool is_numbered(const struct print *print, const struct row *row)
{
    for (unsigned i = 0; i < row->count; i++)
        if (row->cells[i].label || row->cells[i].poor || (print->below && row->cells[i].side >= 0))
            return true;
    return false;
}

/* Is a cell probably a move with illegible signs, or in one word? */
static bool is_illegible(const struct print *print, const struct passage *cell)
{
    const char *text = print->text + cell->begin;
    const size_t length = cell->end - cell->begin;
    const bool illegible =
        (begins_letter(*text) && !memchr(text, ' ', length)) || print_is_worn(text, length);
    return illegible && is_meant(print->text, cell->begin, cell->end) &&
           tail_at(print->text, cell->begin, cell->end).words < 2;
}

/* Can a cell be a move, perhaps with text after it, or an unreadable text that looks like one? */
static bool is_move_cell(const struct print *print, struct row *row, struct passage *cell)
{
    const size_t begin = cell->begin, end = cell->end, read = print_longest(print, begin, end, false);
    const struct tail tail = tail_at(print->text, begin + read, end);
    if (!read && is_no_move(print->text, begin, end))
        return false;
    if (!read)
        return (end - begin <= 26 && cell->label && tail.words < 2) ||
               (print->below && is_illegible(print, cell)) ||
               (is_numbered(print, row) && print_may_be_move(print, begin, end) &&
                print_words(print, begin, end) < 3);
    row->read++;
    if (is_continued(print, begin, begin + read, end, row->count == 1))
        return false;
    cell->words = tail.words > 1;
    return (end - begin < read + 50 && !tail.digits) ||
           (is_numbered(print, row) && !strchr(",;", print->text[begin + read]) &&
            is_meant(print->text, begin, end));
}

/* Does a sign between a piece and its square, or one of captures, stand here? */
static bool is_joint_at(const struct print *print, size_t at, size_t end)
{
    return at < end && (dialects_word(print->dialects, print->text + at, end - at, CLASS_TO) ||
                        dialects_word(print->dialects, print->text + at, end - at, CLASS_TAKES));
}

/* Length of the first move in a cell: the longest, or the one before the other side's: "Q X Kt P - K 4th". */
static size_t first_length(const struct print *print, size_t begin, size_t end)
{
    const size_t longest = print_longest(print, begin, end, true),
                 behind = print_skip_blanks(print->text, begin + longest, end);
    if (!longest) { /* "P B 5 B-K 2" */
        const size_t loose = print_longest(print, begin, end, false),
                     next = print_skip_blanks(print->text, begin + loose, end);
        return next > begin + loose && print_longest(print, next, end, true) == end - next ? loose : 0;
    }
    for (size_t stop = begin + longest; stop-- > begin + 2 && is_joint_at(print, behind, end);) {
        const size_t next = print_skip_blanks(print->text, stop, end);
        if (next > stop && print_longest(print, begin, stop, true) == stop - begin &&
            print_longest(print, next, end, true) > behind - next)
            return stop - begin;
    }
    return longest;
}

/* Splits cells that contain two moves. */
static void cut_cells(const struct print *print, struct row *row)
{
    const char *text = print->text;
    uint32_t label = 0;
    for (unsigned i = 0; i < row->count && row->count < CELLS_MAX; i++) {
        struct passage *cell = &row->cells[i], rest = { .end = cell->end, .side = -1 };
        struct passage other = { .side = -1 };
        const size_t end = cell->end, read = cell->dots ? 0 : first_length(print, cell->begin, end);
        size_t at = print_skip_blanks(text, cell->begin + read, end),
               comma = print_skip_blanks(text, at + (at < end && strchr(",;.", text[at])), end);
        label = cell->label ? cell->label : label;
        if (comma > at && read_side(print, comma, end, &other) > comma) {
            at = comma; /* White: e4, Black: e5 */
        } else {        /* the mark of a footnote, "3)", "(h)", or a time */
            size_t mark = print_clock(print, at, end);
            if (!mark && text[at] == '(' && is_lower(text[at + 1]))
                mark = transcript_footnote_mark(text, at, end);
            if (!mark && !print_label(print, cell->begin, at, end, label + 1).length)
                mark = label_at(text, at, end).length;
            at = mark ? print_skip_blanks(text, at + mark, end) : at;
            at = print_skip_blanks(text, at + dots_at(text, at, end), end); /* P to Q 4th . . . P takes P */
        }
        if (!read || at == end || (at == cell->begin + read && text[at - 1] != ')'))
            continue; /* nothing divides them: "Castles (K R)R-B1" does */
        rest.begin = read_label(print, row->begin, at, cell->end, label + 1, &rest);
        rest.label_begin = rest.label ? rest.label_begin : rest.begin;
        rest.column = column_of(text, row->begin, rest.begin) + 1;
        bool meant = is_meant(text, rest.begin, rest.end);
        size_t more = print_longest(print, rest.begin, rest.end, true);
        if (!more && row->labels && !rest.label && rest.begin + 1 < rest.end &&
            print_may_be_move(print, rest.begin, rest.end) &&
            !memchr(text + rest.begin, ' ', rest.end - rest.begin))
            more = rest.end - rest.begin;
        const size_t behind = rest.begin + more;
        if (!(rest.label && meant) && (!more || (behind < rest.end && !is_blank(text[behind]) &&
                                                 tail_at(text, behind, rest.end).digits)))
            continue;
        memmove(cell + 2, cell + 1, (row->count - i - 1) * sizeof *cell);
        cell[1] = rest;
        cell->end = cell->begin + read;
        row->count++;
        row->labels += rest.label > 0;
        row->running = true;
    }
}

/* Is a line without a label, below rows, also a row: are all its cells moves, or illegible ones? */
static bool is_unlabelled(const struct print *print, const struct row *row)
{
    bool moves = (print->below && row->count < 3) || (print->unnumbered && row->count == 2);
    for (unsigned i = 0; i < row->count && moves; i++) {
        const struct passage *cell = &row->cells[i];
        const size_t read = cell->begin + print_longest(print, cell->begin, cell->end, false),
                     stop = print_skip(print->text, read, cell->end, " .,;!?");
        moves = stop == cell->end || cell->side >= 0 || is_illegible(print, cell);
    }
    return moves;
}

bool row_is_moves(const struct print *print, struct row *row)
{
    unsigned moves = 0;
    const size_t end = row->count ? row->cells[row->count - 1].end : row->begin,
                 first = print_skip_blanks(print->text, row->begin, end);
    const bool note = end - first > 1 && is_lower(print->text[first + 1]) && /* "(a) Or 4. P-Q3" */
                      print->text[first] == '(' && transcript_footnote_mark(print->text, first, end);
    if (row->count == 0 || note ||
        (row->count == 1 && dialects_are_sides(print->dialects, print->text + first, end - first)) ||
        (row->labels == 0 && !row->cells[0].dots && row->cells[0].column < 16 && !is_unlabelled(print, row)))
        return false;
    cut_cells(print, row);
    for (unsigned i = 0; i < row->count; i++) {
        struct passage *cell = &row->cells[i];
        if (cell->dots ||
            dialects_ending(print->dialects, print->text + cell->begin, cell->end - cell->begin))
            continue;
        if (!is_move_cell(print, row, cell)) {
            bool last = i > 0 && i + 1 == row->count && !cell->label;
            row->count -= last && !tail_at(print->text, cell->begin, cell->end).digits;
            return last && row->count == i;
        }
        moves++;
    }
    return moves > 0 || (row->labels && row->cells[0].dots);
}
