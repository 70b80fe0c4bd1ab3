/* ornaments.c - what stands on a page for the eye alone, and is neither move nor word: marks of type,
 * leaders, the dash between two sides' moves. */
#include "decode/finder.h"

#include <string.h>

enum {
    MARKED_MOST = 1000, /* bytes between two marks of type */
    TURN_MOST = 48,     /* bytes from a number to the dash between the moves behind it */
};

/* Bytes of the same sign from `at` on. */
static size_t signs_at(const char *line, size_t at, size_t end)
{
    size_t stop = at;
    while (stop < end && line[stop] == line[at])
        stop++;
    return stop - at;
}

/* Is what stands at `at`, `size` times the same sign, a mark of bold type or italics at one end of a word:
 * "**1. e4**",
 * "=1. e4="? A sign alone, as for a result, a judgement or what cannot be read, is none. */
static bool is_mark(const char *line, size_t at, size_t size, size_t end, bool opens)
{
    bool before = at > 0 && !is_space(line[at - 1]), behind = at + size < end && !is_space(line[at + size]);
    bool known =
        line[at] == '=' ? size == 1 : (line[at] == '*' && size < 4) || (line[at] == '_' && size == 2);
    return known && (opens ? behind && !before : before);
}

/* Puts blanks for marks of type that come in pairs on a line. */
static void blank_marks(struct passages *passages, size_t begin, size_t end)
{
    const char *line = passages->text + begin;
    for (size_t at = 0, size, length = end - begin; at < length; at += size) {
        size = signs_at(line, at, length);
        if (!strchr("*_=", line[at]) || !is_mark(line, at, size, length, true))
            continue;
        const size_t far = length - at < MARKED_MOST ? length : at + MARKED_MOST;
        for (size_t close = at + size + 1, next; close < far; close += next) {
            next = signs_at(line, close, length);
            if (line[close] != line[at] || next != size || !is_mark(line, close, size, length, false))
                continue;
            passage_blank_out(passages, begin + close, size);
            passage_blank_out(passages, begin + at, size);
            break;
        }
    }
}

/* Puts blanks for leaders, dots between a move and the next column. Behind a label they stand for a move. */
static void blank_leaders(struct passages *passages, size_t begin, size_t end)
{
    enum { LEADER = 4 };
    const char *text = passages->text;
    for (size_t at = begin, word = begin; at < end; at++) {
        size_t dots = strspn(text + at, "."),
               behind = dots < LEADER ? at : print_skip_blanks(text, at + dots, end);
        if (dots >= LEADER && at > word && is_blank(text[at - 1]) && behind > at + dots && behind < end &&
            !label_at(text, word, at).length && !label_at(text, behind, end).length)
            passage_blank_out(passages, at, dots);
        at += dots ? dots - 1 : 0;
        if (is_blank(text[at]) && at + 1 < end && !strchr(" \t.", text[at + 1]))
            word = at + 1;
    }
}

/* ---- Initials of the sides before numbers: "W. 1. P-K4", "B. 1. P-K4" ---- */

/* Puts blanks for a capital, and its stop, before the number of a turn at the beginning of a line, if most
 * lines that begin so have one of two. */
static void blank_initials(struct passages *passages, size_t begin, size_t end)
{
    const char *text = passages->text;
    unsigned lines[26] = { 0 }, all = 0, most = 0, second = 0;
    for (unsigned blanks = 0; blanks < 2; blanks++) {
        for (size_t line = begin; line < end; line = print_next_line(text, line, end)) {
            const size_t at = print_skip_blanks(text, line, end),
                         behind = at + 1 + (at + 1 < end && strchr(".:", text[at + 1]) != NULL);
            if (behind >= end || !is_upper(text[at]) || !is_blank(text[behind]) ||
                !label_at(text, behind + 1, end).length)
                continue;
            if (blanks)
                passage_blank_out(passages, at, behind - at);
            else if (++all)
                lines[text[at] - 'A']++;
        }
        for (unsigned i = 0; i < 26 && !blanks; i++) {
            second = lines[i] > most ? most : lines[i] > second ? lines[i] : second;
            most = lines[i] > most ? lines[i] : most;
        }
        if (second < NUMBERED_LEAST || most + second < all)
            return;
    }
}

void ornaments_blank_marks(struct finder *finder, size_t begin, size_t end)
{
    const char *text = finder->print.text;
    for (size_t line = begin; line < end; line = print_next_line(text, line, end)) {
        blank_marks(finder->out, line, print_line_end(text, line, end));
        blank_leaders(finder->out, line, print_line_end(text, line, end));
    }
    blank_initials(finder->out, begin, end);
}

/* ---- The dash between two moves ---- */

/* Does a move stand at `at` that the number of the next turn comes right behind, or the end of the page? */
static bool ends_turn(const struct print *print, size_t at, size_t end, uint32_t next)
{
    struct readings readings = { .count = 0 };
    reading_find(print->dialects, print->text + at, end - at, print->dialects->reading, &readings);
    for (unsigned i = 0; i < readings.count; i++) {
        size_t stop = at + readings.each[i].length;
        while (stop < end && (is_space(print->text[stop]) || strchr(",;.", print->text[stop])))
            stop++;
        if (readings.each[i].cost == 0 && (stop == end || label_at(print->text, stop, end).number == next))
            return true;
    }
    return false;
}

/* The dash that parts the moves of a turn, which begins at `at` behind its number; `end` if it has none. Its
 * size, or that of one that parts nothing, or 0. */
static size_t find_dash(const struct print *print, size_t at, size_t end, uint32_t number, size_t *size)
{
    const char *text = print->text;
    const size_t far = end - at < TURN_MOST ? end : at + TURN_MOST;
    *size = 0;
    for (size_t dash = at + 1, breaks = 0; dash < far && breaks < 2; dash++) {
        const size_t length = text[dash] == '-' || text[dash] == '/'        ? 1
                              : end - dash > 3 && is_long_dash(text + dash) ? 3
                                                                            : 0;
        size_t stop = dash, behind = dash + length;
        breaks += text[dash] == '\n';
        while (length && stop > at && is_space(text[stop - 1]))
            stop--;
        if (!length || stop == at || print_longest(print, at, stop, true) != stop - at)
            continue;
        *size = length;
        while (behind < end && is_space(text[behind]))
            behind++;
        if (ends_turn(print, behind, end, number + 1))
            return dash;
    }
    return end;
}

void ornaments_blank_dashes(struct finder *finder, size_t begin, size_t end)
{
    const struct print *print = &finder->print;
    unsigned parts = 0, joins = 0;
    for (unsigned blanks = 0; blanks < 2; blanks++) /* the first time, they are counted */
        for (size_t at = begin, length; at < end; at += length ? length : 1) {
            const struct label label = label_of_word(print->text, begin, at, end);
            size_t size;
            length = label.length;
            if (!length || label.dots || (blanks && (parts < NUMBERED_LEAST || parts < 2 * joins)))
                continue;
            size_t move = print_skip_blanks(print->text, at + length, end);
            size_t dash = find_dash(print, move, end, label.number, &size);
            parts += dash < end;
            joins += size && dash == end;
            if (blanks && dash < end)
                passage_blank_out(finder->out, dash, size);
        }
}
