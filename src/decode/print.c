/* print.c - what stands at a byte of a printed page: lines, numbers, moves, words that end a game. */
#include "base/text.h"
#include "decode/passage.h"
#include "decode/transcript_page.h"

#include <stdio.h>

size_t print_line_end(const char *text, size_t at, size_t end)
{
    while (at < end && !is_break(text[at]))
        at++;
    return at;
}

size_t print_next_line(const char *text, size_t at, size_t end)
{
    at = print_line_end(text, at, end);
    return at + (at < end);
}

size_t print_skip(const char *text, size_t at, size_t end, const char *signs)
{
    while (at < end && text[at] && strchr(signs, text[at]))
        at++;
    return at;
}

size_t print_skip_blanks(const char *text, size_t at, size_t end)
{
    return print_skip(text, at, end, " \t\v\f|");
}

size_t print_cell_end(const char *text, size_t at, size_t end)
{
    for (size_t gap; at < end && text[at] != '|' && text[at] != '\t'; at = gap + (gap == at)) {
        bool wide = false; /* two blanks stand next to each other */
        for (gap = at; gap < end && is_blank(text[gap]); gap++)
            wide |= gap > at && text[gap] != NARROW_BLANK && text[gap - 1] != NARROW_BLANK;
        wide &= !(gap == at + 2 && at > 0 && text[at - 1] == ']' && gap < end && is_digit(text[gap]));
        if (gap > at && (wide || gap == end || text[gap] == '|'))
            break; /* not behind a note in brackets: "1. e4 e5 [usual]  2. Nf3" */
    }
    return at;
}

size_t print_behind_bracket(const char *text, size_t at, size_t end)
{
    const char open = text[at], close = (char)(open + (open == '(' ? 1 : 2));
    unsigned depth = 0;
    end = at + BRACKETS_MOST < end ? at + BRACKETS_MOST : end;
    for (size_t stop = at; stop < end && strchr("([{", open); stop++) {
        depth += text[stop] == open;
        if (text[stop] == close && --depth == 0)
            return stop + 1;
    }
    return at;
}

enum behind print_behind(const char *text, size_t begin, size_t at)
{
    while (at > begin && is_space(text[at - 1]))
        at--;
    const char sign = at > begin ? text[at - 1] : '(';
    return strchr(".!?:;", sign) ? BEHIND_STOP : is_lower(sign) || sign == ',' ? BEHIND_WORD : BEHIND_OTHER;
}

bool print_is_worn(const char *text, size_t length)
{
    size_t at = 0;
    while (at < length && !print_is_illegible(text[at]))
        at++;
    return at < length;
}

/* ---- Numbers of turns ---- */

struct label label_of_word(const char *text, size_t begin, size_t at, size_t end)
{
    return at == begin || is_space(text[at - 1]) ? label_at(text, at, end) : (struct label){ .length = 0 };
}

char print_label_stop(const char *label)
{
    return *label == '(' ? '(' : label[strspn(label, "0123456789")];
}

/* Is a gap before the byte, or the beginning of its line? */
static bool begins_cell(const char *text, size_t begin, size_t at)
{
    size_t blanks = 0;
    while (at - blanks > begin && is_blank(text[at - blanks - 1]))
        blanks++;
    return blanks > 1 || at - blanks == begin || is_break(text[at - blanks - 1]);
}

/* Reads the number of the next turn without its stop before a move, "3P-Q4"; at the beginning of a cell also
 * another number, or the next with letters like its digits, "S Kt to B3". */
static struct label worn_label(const struct print *print, size_t begin, size_t at, size_t end, uint32_t next)
{
    const char *text = print->text, *digit = text + at;
    const struct label none = { .length = 0 };
    const size_t digits = strspn(digit, "0123456789");
    const uint32_t number = digits < 4 ? number_take(&digit) : 0;
    const bool first = begins_cell(text, begin, at);
    if (number && is_letter(text[at + digits]))
        return (number == next || first) && print_longest(print, at + digits, end, true) > 2
                   ? (struct label){ .length = digits, .number = number }
                   : none;
    char sought[12];
    const size_t length = (size_t)snprintf(sought, sizeof sought, "%u", (unsigned)next);
    for (size_t i = 0; i < length; i++)
        if (text[at + i] != sought[i] &&
            (is_digit(text[at + i]) || !lookalikes_has(&print->dialects->alike, text[at + i], sought[i])))
            return none;
    const size_t stop = at + length + (text[at + length] && strchr(".,:;", text[at + length])),
                 move = print_skip_blanks(text, stop, end);
    const size_t reads = print_longest(print, move, end, true);
    return first && move > stop && at + print_longest(print, at, end, false) < move + reads && reads > 2
               ? (struct label){ .length = stop - at, .number = next }
               : none;
}

struct label print_label(const struct print *print, size_t begin, size_t at, size_t end, uint32_t next)
{
    const char *text = print->text;
    struct label label = label_at(text, at, end), none = { .length = 0 };
    next = next ? next : print->next;
    const struct label worn = label.length && !label.side
                                  ? none
                                  : worn_label(print, begin, at, end, next); /* "3B to Kt 5" has no side */
    label = worn.length ? worn : label;
    if (!label.length && next > 1) /* or of a new game */
        label = worn_label(print, begin, at, end, 1);
    const struct label rest = next > 9 && is_digit(text[at]) && is_blank(text[at + 1]) && at + 2 < end
                                  ? label_at(text, at + 2, end)
                                  : none;
    if (rest.length && 10 * (uint32_t)(text[at] - '0') + rest.number == next) /* "2 4. Kf1" */
        return (struct label){ .length = rest.length + 2, .number = next, .dots = rest.dots };
    label.dots |= label.side && place_of_side(print->dialects->ruleset, label.side == 'B') == 1;
    bool bracket = label.length && strchr(")]", text[at + label.length - 1]);
    if (print->plain && text[at] == '(')
        return none;
    if (!bracket || begins_cell(text, begin, at))
        return label;
    size_t behind = print_skip_blanks(text, at + label.length, end);
    return is_blank(text[at - 1]) && next && label.number == next && !label_at(text, behind, end).length
               ? label
               : none;
}

bool print_ends_turn(const char *text, size_t at, size_t end, uint32_t next)
{
    const struct label label = label_at(text, print_skip(text, at, end, SPACES ".,;|"), end);
    return label.length && (!next || label.number == next);
}

/* ---- Moves and words ---- */

size_t print_longest(const struct print *print, size_t begin, size_t end, bool whole)
{
    struct readings readings;
    size_t most = 0;
    readings.count = 0;
    reading_find(print->dialects, print->text + begin, end - begin, ALL_NOTATIONS, &readings);
    for (unsigned i = 0; i < readings.count; i++)
        if (readings.each[i].length > most && !(whole && readings.each[i].cost))
            most = readings.each[i].length;
    return most;
}

unsigned print_words(const struct print *print, size_t at, size_t end)
{
    unsigned words = 0;
    while (at < end) {
        size_t stop = at;
        while (stop < end &&
               (is_lower(print->text[stop]) || (print->text[stop] & '\x80' && print->text[stop] != '\xe2')))
            stop++;
        words += stop > at &&
                 (stop == end || !(is_letter(print->text[stop]) || is_digit(print->text[stop]))) &&
                 !dialects_match(print->dialects, print->text + at, print->text + end);
        for (at = stop; at < end && !is_space(print->text[at]);)
            at++;
        at += at < end;
    }
    return words;
}

/* Does a sign end a clause: a stop, a bracket, a long dash, or a colon behind a letter? */
static bool ends_clause(const char *text, size_t at, size_t end, bool behind_letter)
{
    return strchr(".,;([", text[at]) || (text[at] == ':' && behind_letter) ||
           (end - at > 3 && is_long_dash(text + at)) ||
           (end - at > 1 && (memcmp(text + at, "\u00b7", 2) == 0 || memcmp(text + at, "\u0387", 2) == 0));
}

unsigned print_ends(const struct print *print, size_t begin, size_t end)
{
    static const uint8_t classes[] = { [LUDUS_WHITE_WINS] = CLASS_WHITE_WINS,
                                       [LUDUS_BLACK_WINS] = CLASS_BLACK_WINS,
                                       [LUDUS_DRAW] = CLASS_DRAWN,
                                       [NO_RESULT] = 0 };
    const unsigned class = dialects_ending(print->dialects, print->text + begin, end - begin);
    return class ? class : classes[transcript_result(print->text + begin, end - begin)];
}

size_t print_ending(const struct print *print, size_t at, size_t end)
{
    enum { TITLE_MOST = 3 }; /* bytes of a word before its stop that is no sentence: "Mr." */
    const char *text = print->text;
    for (size_t stop = at, lines = 0; lines < 2; stop++, lines++) {
        while (stop < end && stop - at < 40 && text[stop] != '\n' &&
               (!ends_clause(text, stop, end,
                             stop > at && (is_letter(text[stop - 1]) || text[stop - 1] & '\x80')) ||
                (text[stop] == '.' && stop < at + TITLE_MOST &&
                 begins_letter(text[at])))) /* "Dr. A. resigned" */
            stop++;
        if (print_ends(print, at, stop)) /* "Kf6 wins" does not: it begins with a move */
            return print_longest(print, at, end, true) > 1 ? 0 : stop - at;
        if (stop == end || text[stop] != '\n')
            break;
    }
    return 0;
}
