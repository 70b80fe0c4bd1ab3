/* side_words.c - blanks out what says at each turn of a page whose it is, that it is one, or when it was
 * sent: "W. 1. P-K4", "1. White: P-K4", "Move 12.", "Jan. 4   1. P-K4"; and other columns that are no moves.
 */
#include "decode/passage.h"
#include "decode/transcript_page.h"

#include <stdio.h>

/* ---- Initials of the sides: "W. 1. P-K4", "B. 1. P-K4"; "1. W. P-K4", and below it or behind it "B. P-K4";
 * "1. v. e4", "s. e5" ---- */

/* Reads an initial at `at`, a letter and its stop before a move; or before a number, if `labels`. Returns
 * its length, or 0. Sets where the text behind it begins. */
static size_t initial_at(const struct print *print, size_t at, size_t stop, bool labels, size_t *next)
{
    const char *text = print->text;
    const size_t letter = at < stop && begins_letter(text[at]) ? text_sequence(text + at, stop - at) : 0,
                 length = letter + (at + letter < stop && strchr(".:", text[at + letter]) != NULL);
    *next = print_skip_blanks(text, at + length, stop);
    return letter && *next < stop && is_blank(text[at + length]) &&
                   ((labels && is_upper(text[at]) && label_at(text, *next, stop).length) ||
                    ((length > letter || *next > at + length + 1) &&
                     print_longest(print, *next, stop, false) > 1))
               ? length
               : 0;
}

/* Finds the initials on a line: before or behind the number of a turn, or before a move; and behind that
 * move. Returns how many. Sets whether the line has a number or a move without one. */
static unsigned find_initials(const struct print *print, size_t line, size_t end, size_t initials[2],
                              bool *bare)
{
    const char *text = print->text;
    size_t next;
    const size_t first = print_skip_blanks(text, line, end), stop = print_line_end(text, line, end),
                 number = label_at(text, first, stop).length;
    initials[0] = number ? print_skip_blanks(text, first + number, stop) : first;
    const bool initial = initial_at(print, initials[0], stop, !number, &next);
    *bare = !initial && (number ? initials[0] < stop : print_longest(print, first, stop, true) > 1);
    if (!initial)
        return 0;
    initials[1] = print_skip(text, next + print_longest(print, next, stop, false), stop, " \t.,;/");
    return number && initial_at(print, initials[1], stop, false, &next) ? 2 : 1;
}

/* Blanks out the initials, if nearly all lines with numbers or moves have one of two letters. */
static void blank_initials(struct finder *finder, size_t begin, size_t end)
{
    const char *text = finder->print.text;
    enum { LETTERS = 0x530 }; /* Latin, Greek and Cyrillic ones */
    unsigned lines[LETTERS] = { 0 }, all = 0, none = 0, most = 0, second = 0, *white = NULL;
    for (unsigned blanks = 0; blanks < 2; blanks++) {
        for (size_t line = begin; line < end; line = print_next_line(text, line, end)) {
            bool bare;
            size_t initials[2];
            const unsigned count = find_initials(&finder->print, line, end, initials, &bare);
            none += bare;
            all += blanks ? 0 : count;
            for (unsigned i = 0; i < count; i++) {
                const size_t at = initials[i];
                const unsigned bytes = text_sequence(text + at, end - at);
                unsigned *seen = &lines[text_code(text + at, bytes) % LETTERS];
                if (blanks && (*seen == most || *seen == second)) {
                    size_t number = at;
                    while (number > line && strchr(" \t.", text[number - 1]))
                        number--;
                    if (!white && number > line && is_digit(text[number - 1])) /* the first may be torn off */
                        white = seen;
                    const bool stop = at + bytes < end && strchr(".:", text[at + bytes]);
                    passages_blank(finder->out, at, bytes + stop);
                    if (white)
                        finder->out->furniture[at] = seen == white ? SIDE_FIRST : SIDE_SECOND;
                    size_t bar = at; /* "P. di R. q. v.  /  N. P. di R. una c." */
                    while (bar > line && is_blank(text[bar - 1]))
                        bar--;
                    if (bar > line && text[bar - 1] == '/')
                        passages_blank(finder->out, bar - 1, 1);
                }
                *seen += !blanks;
            }
        }
        for (unsigned i = 0; i < LETTERS && !blanks; i++) {
            second = lines[i] > most ? most : lines[i] > second ? lines[i] : second;
            most = lines[i] > most ? lines[i] : most;
        }
        if (second < NUMBERED_LEAST || most + second + 1 < all || 8 * none > all)
            return;
    }
}

/* Returns the word that ends right before byte `at`, but for blanks. */
static struct ludus_text word_before(const char *text, size_t begin, size_t at)
{
    const char *stop = text + begin + transcript_strip(text + begin, text + at, "", SPACES).length,
               *word = stop;
    while (word > text + begin && begins_letter(word[-1]))
        word--;
    return (struct ludus_text){ word, (size_t)(stop - word) };
}

/* Blanks out the word before the numbers of turns, "Move 12.--White:", if the last turns have the same. */
static void blank_heads(struct finder *finder, size_t begin, size_t end)
{
    enum { WORD_LEAST = 3 };
    const struct print *print = &finder->print;
    struct ludus_text head = { .length = 0 };
    unsigned heads = 0;
    uint32_t last = 0;
    for (unsigned blanks = 0; blanks < 2; blanks++)
        for (size_t at = begin; at < end; at++) {
            const struct label label = label_of_word(print->text, begin, at, end);
            const struct ludus_text word = word_before(print->text, begin, label.length ? at : begin);
            int side;
            if (word.length < WORD_LEAST || (blanks && !text_same(word, head)))
                continue;
            const size_t behind = print_skip(print->text, at + label.length, end, SPACES ".:-");
            if (blanks && heads >= NUMBERED_LEAST)
                passages_blank(finder->out, (size_t)(word.text - print->text), word.length);
            if (blanks || !(dialects_side(print->dialects, print->text + behind, end - behind, &side) ||
                            print_longest(print, behind, end, false) > 1))
                continue;
            heads = text_same(word, head) && label.number == last + 1 ? heads + 1 : 1;
            head = word;
            last = label.number;
        }
}

/* ---- Words for the sides before moves ---- */

/* What a page has of words for the sides before moves: "1. White: P-K4; Black plays P-K4". */
struct worded {
    unsigned sides[2]; /* how many; in the order of enum ludus_side */
    unsigned changes;  /* those of another side than the one before */
    unsigned numbered; /* those of White behind the number of a turn */
    unsigned labels;   /* numbers of turns in their order */
};

/* Returns the byte of the move behind a word for a side at `at`, or 0. Words in small letters may stand
 * between them, "White plays", "Black replies with". `sure`: behind a colon or stop it may be unreadable. */
static size_t move_of_side(const struct print *print, size_t begin, size_t at, size_t end, bool sure,
                           int *side)
{
    enum { BETWEEN_MOST = 2 };
    const char *text = print->text;
    const bool within = at > begin && (is_letter(text[at - 1]) || is_digit(text[at - 1]));
    const size_t word = within ? 0 : dialects_side(print->dialects, text + at, end - at, side);
    if (!word)
        return 0;
    const size_t stop = print_skip(text, at + word, end, SPACES ":.,-"),
                 dash = end - stop > 2 && is_long_dash(text + stop) ? 3 : 0,
                 first = print_skip(text, stop + dash, end, SPACES);
    size_t move = first;
    for (unsigned words = 0; move > at + word; words++) {
        const size_t length = strspn(text + move, SMALL_LETTERS);
        if (print_longest(print, move, end, false) > 1)
            return move;
        if (words == BETWEEN_MOST || length < 2 || !is_space(text[move + length]))
            break;
        move = print_skip(text, move + length, end, SPACES);
    }
    return sure && strchr(".:", text[at + word]) ? first : 0;
}

/* Blanks out bytes [begin, end) but for the ends of lines, and puts a number there if it has room. */
static void put_number(struct passages *passages, size_t begin, size_t end, uint32_t number, const char *dots)
{
    char label[16];
    const size_t size = number ? (size_t)snprintf(label, sizeof label, "%u%s", (unsigned)number, dots) : 0;
    for (size_t at = begin; at < end; at++)
        if (passages->text[at] != '\n')
            passages_replace(passages, at, 1, NARROW_BLANK);
    if (size && begin + size < end && !memchr(passages->text + begin, '\n', size + 1))
        memcpy(passages->text + begin, label, size);
}

/* Returns the byte of the number of a turn that stands right before a word, "1. Black P-K4", or `at`. */
static size_t number_before(const char *text, size_t begin, size_t at, uint32_t turn)
{
    size_t first = at;
    while (first > begin && strchr(" \t.)", text[first - 1]))
        first--;
    while (first > begin && is_digit(text[first - 1]))
        first--;
    return label_at(text, first, at).number == turn ? first : at;
}

/* Finds the words for the sides, or, if `worded` is as found, blanks them out: those of Black and, on a page
 * without numbers, of White become the number of the turn. */
static void pass_words(struct finder *finder, size_t begin, size_t end, struct worded *worded, bool blanks)
{
    const struct print *print = &finder->print;
    enum { WORD_MOST = 40 };
    const bool bare = worded->numbered == 0;
    size_t number = begin, move; /* behind the last number */
    uint32_t turn = 0;
    int last = -1, side;
    for (size_t at = begin; at < end; at++) {
        const struct label label = label_of_word(print->text, begin, at, end);
        if (label.length && label.number == turn + 1 && !bare) {
            turn = label.number;
            worded->labels += !blanks;
            number = at + label.length;
        }
        if (!(move = move_of_side(print, begin, at, end, blanks, &side)) || (blanks && bare && side == last))
            continue; /* without numbers the same side twice is in a note */
        const size_t word = print_skip(print->text, number, at, SPACES ".,");
        const bool fresh = number > begin && number <= at && at - word < WORD_MOST && side == LUDUS_WHITE &&
                           word + strcspn(print->text + word, SPACES) + 1 >= at; /* "1 move. White:" */
        turn += bare && side == LUDUS_WHITE;
        if (blanks)
            put_number(finder->out,
                       fresh                 ? print_skip(print->text, number, at, " ")
                       : side == LUDUS_BLACK ? number_before(print->text, begin, at, turn)
                                             : at,
                       move, side == LUDUS_WHITE && !bare ? 0 : turn, side == LUDUS_WHITE ? "." : "...");
        if (blanks)
            finder->out->furniture[at] = side == LUDUS_WHITE ? SIDE_FIRST : SIDE_SECOND;
        worded->sides[side] += !blanks;
        worded->changes += !blanks && side != last;
        worded->numbered += !blanks && fresh;
        last = side;
        at = move - 1;
    }
}

/* Blanks out the words for the sides if nearly all moves of the page, or all of White's, have them. */
static void blank_words(struct finder *finder, size_t begin, size_t end)
{
    struct worded worded = { .numbered = 1 }; /* numbers are looked for */
    pass_words(finder, begin, end, &worded, false);
    worded.numbered--;
    const unsigned white = worded.sides[LUDUS_WHITE], black = worded.sides[LUDUS_BLACK];
    if (finder->print.dialects->ruleset->rules.dice || white < NUMBERED_LEAST || 2 * black < white ||
        4 * worded.changes < 3 * (white + black) ||
        (worded.numbered ? 4 * worded.numbered < 3 * white : worded.labels > 1))
        return;
    pass_words(finder, begin, end, &worded, true);
}

/* ---- Columns of a table that are no moves: points, days, times, room to write in ---- */

/* Writes a blank and bars for the signs that part the cells of a line, "1;Sf3;d5;0.03". Not if words
 * with blanks between them make a sentence, which may have such signs and moves. */
static void bar_cells(struct finder *finder, size_t line, size_t stop)
{
    const char *text = finder->print.text, *sign = text + line;
    if (!number_take(&sign) || (*sign != ';' && *sign != ',') || is_space(sign[1]) || is_digit(sign[1]))
        return;
    const char part = *sign;
    for (size_t at = line; at + 1 < stop; at++)
        if (is_blank(text[at + 1]) && (text[at] == part || strspn(text + at + 2, SMALL_LETTERS) > 2))
            return;
    for (size_t at = line, bars = 0; at < stop; at++)
        if (text[at] == part)
            passages_replace(finder->out, at, 1, bars++ ? '|' : ' ');
}

/* Returns the end of a day of a game by post, "Jan. 4", "4 Jan."; `at` if there is none. */
static size_t day_end(const struct print *print, size_t at, size_t end)
{
    static const char digits[] = "0123456789";
    const char *text = print->text;
    const size_t before = strspn(text + at, digits), word = print_skip(text, at + before, end, " ."),
                 month = dialects_word(print->dialects, text + word, end - word, CLASS_MONTH),
                 day = before ? word + month : print_skip(text, word + month, end, " ."),
                 behind = before ? 0 : strspn(text + day, digits), last = day + behind,
                 stop = last + (last < end && text[last] == '.'), size = before + behind;
    return month && size && size < 3 && (stop == end || is_space(text[stop])) ? stop : at;
}

/* Returns the end of what is no move in a cell: a number of at most three digits, a time, a line to write on;
 * or a day (then sets `day`); `at` if there is none. */
static size_t value_end(const struct print *print, size_t at, size_t stop, bool *day)
{
    const size_t cell = print_cell_end(print->text, at, stop), sent = day_end(print, at, stop);
    const size_t length = cell - at;
    const bool number = length < 4 && strspn(print->text + at, "0123456789") >= length,
               line = length > 1 && strspn(print->text + at, "_") >= length;
    *day = sent > at;
    return number || line || print_clock(print, at, stop) == length ? cell : sent;
}

/* Blanks out the cells of a part of a line, but for times. */
static void blank_cells(struct finder *finder, size_t at, size_t stop)
{
    const struct print *print = &finder->print;
    for (size_t end; at < stop; at = print_skip_blanks(print->text, end, stop)) {
        end = print_cell_end(print->text, at, stop);
        if (!print_clock(print, at, stop))
            passages_blank(finder->out, at, end - at);
    }
}

/* Blanks out columns that are no moves, in rows that begin with the numbers of turns, and writes bars for
 * signs that part their cells. */
static void blank_columns(struct finder *finder, size_t begin, size_t end)
{
    const struct print *print = &finder->print;
    const char *text = print->text;
    uint32_t last = 0;
    unsigned tails = 0; /* rows with values behind two moves */
    for (size_t line = begin, stop; line < end; line = print_next_line(text, line, end)) {
        stop = print_line_end(text, line, end);
        bar_cells(finder, line, stop);
        const size_t first = print_skip_blanks(text, line, stop);
        size_t row = stop, tail = stop, value;
        bool day, dated = false; /* behind a day any number may stand, if a row above is lost */
        for (size_t at = first; at < stop; at = print_skip_blanks(text, value, stop)) {
            const uint32_t number = label_at(text, at, stop).number;
            value = value_end(print, at, stop, &day);
            row = !day && number && (number == last + 1 || number == 1 || dated) ? at : row;
            if (value == at)
                break;
            dated |= day;
        }
        if (row == stop)
            continue;
        last = label_at(text, row, stop).number;
        unsigned moves = 0;
        for (size_t at = row; at < stop; at = print_skip_blanks(text, value, stop)) {
            value = value_end(print, at, stop, &day);
            moves += value == at;
            tail = value == at || !moves ? stop : tail < stop ? tail : at;
            if (day)
                passages_blank(finder->out, at, value - at);
            value = value == at ? print_cell_end(text, at, stop) : value;
        }
        tails += tail < stop && moves > 1;
        blank_cells(finder, first, row);
        if (moves > 1 || tails >= NUMBERED_LEAST)
            blank_cells(finder, tail, stop);
    }
}

void ornaments_blank_sides(struct finder *finder, size_t begin, size_t end)
{
    blank_columns(finder, begin, end);
    blank_heads(finder, begin, end);
    blank_words(finder, begin, end);
    blank_initials(finder, begin, end);
}
