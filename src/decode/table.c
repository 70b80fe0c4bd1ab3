/* table.c - tables whose rows begin with the numbers of turns: signs that part their cells, columns that are
 * no moves, and numbers that several games share. */
#include "base/text.h"
#include "decode/transcript_page.h"

/* Writes a blank and bars for the signs that part the cells of a line: "1;Sf3;d5;0.03". */
static void bar_cells(struct finder *finder, size_t line, size_t stop)
{
    const char *text = finder->print.text, *sign = text + line;
    if (!number_take(&sign) || (*sign != ';' && *sign != ',') || is_space(sign[1]) || is_digit(sign[1]))
        return;
    const char part = *sign;
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

void table_blank(struct finder *finder, size_t begin, size_t end)
{
    const struct print *print = &finder->print;
    const char *text = print->text;
    uint32_t last = 0;
    unsigned tails = 0; /* rows with values behind two moves */
    for (size_t line = begin, stop; line < end; line = print_next_line(text, line, end)) {
        stop = print_line_end(text, line, end);
        bar_cells(finder, line, stop);
        const size_t first = print_skip_blanks(text, line, stop);
        size_t row = stop, tail = stop, value = first;
        bool day;
        for (size_t at = first; at < stop; at = print_skip_blanks(text, value, stop)) {
            const uint32_t number = label_at(text, at, stop).number;
            value = value_end(print, at, stop, &day);
            row = !day && number && (number == last + 1 || number == 1) ? at : row;
            if (value == at)
                break;
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

/* ---- Numbers that several games share ---- */

enum { CELLS = 13, NEAR = 3 };

/* The cells of a row behind its number: their bytes in the line, and their columns. */
struct cells {
    size_t at[CELLS];
    unsigned column[CELLS], count;
    bool moves; /* all of them are moves */
};

/* Cuts a line into cells. False if it does not begin with the number. */
static bool cut_line(const struct page *page, size_t line, uint32_t number, struct cells *cells)
{
    const struct page_line *l = &page->lines[line];
    const struct print print = { .dialects = &page->words, .text = l->text };
    size_t at = print_skip_blanks(l->text, 0, l->length);
    const struct label label = label_at(l->text, at, l->length);
    *cells = (struct cells){ .moves = true };
    if (label.number != number)
        return false;
    at += label.length;
    while ((at = print_skip_blanks(l->text, at, l->length)) < l->length && cells->count < CELLS) {
        const size_t end = print_cell_end(l->text, at, l->length);
        cells->moves &= print_longest(&print, at, end, false) > 1;
        cells->column[cells->count] = (unsigned)(l->indent + text_characters(l->text, at));
        cells->at[cells->count++] = at;
        at = end;
    }
    return true;
}

/* Writes the number of a line, with its stop, into the gap before a cell, if there is room. */
static void copy_number(struct page *page, size_t line, size_t cell)
{
    char *text = page->text.bytes + (page->lines[line].text - page->text.bytes);
    const size_t first = print_skip_blanks(text, 0, cell), digits = strspn(text + first, "0123456789"),
                 length = digits + (text[first + digits] == '.');
    size_t gap = cell;
    while (gap > 0 && (is_blank(text[gap - 1]) || text[gap - 1] == '|'))
        gap--;
    if (cell - gap < length + 3)
        return;
    memset(text + gap, ' ', cell - gap);
    memcpy(text + cell - length - 1, text + first, length);
}

void table_share_numbers(struct page *page)
{
    for (size_t line = 0; line < page->count; line++) {
        struct cells first = { .count = 0 }, row;
        uint32_t number = 0;
        while (number < NUMBERED_LEAST && line + number < page->count &&
               cut_line(page, line + number, number + 1, &first) && first.moves && first.count > 2 &&
               first.count % 2 == 0)
            number++;
        if (number < NUMBERED_LEAST)
            continue;
        for (number = 1; line < page->count && cut_line(page, line, number, &row); line++, number++)
            for (unsigned game = 2; game < first.count; game += 2)
                for (unsigned i = 0; i < row.count; i++)
                    if (row.column[i] + NEAR - first.column[game] <= 2 * NEAR)
                        copy_number(page, line, row.at[i]);
    }
}
