/* table.c - tables whose rows begin with the numbers of turns: signs that part their cells, columns that are
 * no moves, and numbers that several games share. */
#include "base/text.h"
#include "decode/transcript_page.h"

static size_t next_cell(const char *text, size_t at, size_t stop)
{
    return print_skip_blanks(text, print_cell_end(text, at, stop), stop);
}

/* Writes a blank and bars for the signs that part the cells of a line: "1;Sf3;d5;0.03". */
static void bar_cells(struct finder *finder, size_t line, size_t stop)
{
    const char *text = finder->print.text, *sign = text + line;
    if (!number_take(&sign) || (*sign != ';' && *sign != ',') || is_space(sign[1]) || is_digit(sign[1]))
        return;
    const char part = *sign;
    passages_replace(finder->out, (size_t)(sign - text), 1, ' ');
    for (size_t at = line; at < stop; at++)
        if (text[at] == part)
            passages_replace(finder->out, at, 1, '|');
}

/* Is a cell a number of at most three digits, a time or a day, or a line to write on? */
static bool is_value(const struct print *print, size_t at, size_t stop)
{
    const size_t length = print_cell_end(print->text, at, stop) - at;
    return (length < 4 && strspn(print->text + at, "0123456789") >= length) ||
           (length > 1 && strspn(print->text + at, "_") >= length) || print_clock(print, at, stop) == length;
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
    const char *text = finder->print.text;
    uint32_t last = 0;
    unsigned tails = 0; /* rows with values behind two moves */
    for (size_t line = begin, stop; line < end; line = print_next_line(text, line, end)) {
        stop = print_line_end(text, line, end);
        bar_cells(finder, line, stop);
        const size_t first = print_skip_blanks(text, line, stop);
        size_t row = stop, tail = stop;
        bool value = true;
        for (size_t at = first; at < stop && value; at = next_cell(text, at, stop)) {
            const uint32_t number = label_at(text, at, stop).number;
            row = number && (number == last + 1 || number == 1) ? at : row;
            value = is_value(&finder->print, at, stop);
        }
        if (row == stop)
            continue;
        last = label_at(text, row, stop).number;
        unsigned moves = 0;
        for (size_t at = row; at < stop; at = next_cell(text, at, stop)) {
            value = is_value(&finder->print, at, stop);
            moves += !value;
            tail = !value || !moves ? stop : tail < stop ? tail : at;
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
    at = print_skip_blanks(l->text, at + label.length, l->length);
    for (; at < l->length && cells->count < CELLS; at = next_cell(l->text, at, l->length)) {
        cells->moves &= print_longest(&print, at, print_cell_end(l->text, at, l->length), false) > 1;
        cells->column[cells->count] = (unsigned)(l->indent + text_characters(l->text, at));
        cells->at[cells->count++] = at;
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
