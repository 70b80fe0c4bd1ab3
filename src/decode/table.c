/* table.c - tables whose rows begin with the numbers of turns: the signs that part their cells, and columns
 * that are no moves, as marks, days, and room to write in. */
#include "base/text.h"
#include "decode/transcript_page.h"

/* Writes bars for signs that part cells, and a blank behind the number, "1;Sf3;d5;0.03", if at least three
 * rows have them. */
static void bar_cells(struct finder *finder, size_t begin, size_t end, char sign)
{
    const char *text = finder->print.text;
    unsigned rows = 0;
    for (unsigned bars = 0; bars < 2; bars++) {
        uint32_t last = 0;
        for (size_t line = begin, stop; line < end; line = print_next_line(text, line, end)) {
            const char *digit = text + line;
            const uint32_t number = number_take(&digit);
            stop = print_line_end(text, line, end);
            if (!number || *digit != sign || number != last + 1)
                continue;
            last++;
            rows += !bars;
            for (size_t at = line; at < stop && bars && rows >= NUMBERED_LEAST; at++)
                if (text[at] == sign)
                    passages_replace(finder->out, at, 1, text + at == digit ? ' ' : '|');
        }
    }
}

/* Is a cell a number of at most three digits, a time or a day, or a line to write on? */
static bool is_value(const struct print *print, size_t at, size_t stop)
{
    const size_t length = print_cell_end(print->text, at, stop) - at;
    return (length < 4 && strspn(print->text + at, "0123456789") >= length) ||
           (length > 1 && strspn(print->text + at, "_") >= length) || print_clock(print, at, stop) == length;
}

static size_t next_cell(const struct print *print, size_t at, size_t stop)
{
    return print_skip_blanks(print->text, print_cell_end(print->text, at, stop), stop);
}

/* Returns the cell that begins with the number of a turn, the last behind values; `stop` if there is none. */
static size_t find_number(const struct print *print, size_t at, size_t stop, uint32_t number)
{
    size_t best = stop;
    for (bool value = true; at < stop && value; at = next_cell(print, at, stop)) {
        best = label_at(print->text, at, stop).number == number ? at : best;
        value = is_value(print, at, stop);
    }
    return best;
}

/* Returns the first of the values that end a line behind moves; `stop` if there are none. */
static size_t find_tail(const struct print *print, size_t at, size_t stop, unsigned *moves)
{
    size_t tail = stop;
    for (*moves = 0; at < stop; at = next_cell(print, at, stop)) {
        const bool value = is_value(print, at, stop);
        *moves += !value;
        tail = !value || !*moves ? stop : tail < stop ? tail : at;
    }
    return tail;
}

/* Blanks out the cells of a part of a line, but for times. */
static void blank_cells(struct finder *finder, size_t at, size_t stop)
{
    for (size_t next; at < stop; at = next) {
        next = next_cell(&finder->print, at, stop);
        if (!print_clock(&finder->print, at, stop))
            passages_blank(finder->out, at, print_cell_end(finder->print.text, at, stop) - at);
    }
}

void table_blank(struct finder *finder, size_t begin, size_t end)
{
    const struct print *print = &finder->print;
    unsigned rows = 0, leads = 0, tails = 0; /* rows with values before the number, and behind the moves */
    bar_cells(finder, begin, end, ';');
    bar_cells(finder, begin, end, ',');
    for (unsigned blanks = 0; blanks < 2; blanks++) {
        uint32_t last = 0;
        for (size_t line = begin; line < end; line = print_next_line(print->text, line, end)) {
            const size_t stop = print_line_end(print->text, line, end),
                         first = print_skip_blanks(print->text, line, stop);
            size_t number = find_number(print, first, stop, last + 1);
            last = number < stop ? last + 1 : (number = find_number(print, first, stop, 1)) < stop ? 1 : last;
            if (number == stop)
                continue;
            unsigned moves;
            const size_t tail = find_tail(print, number, stop, &moves);
            if (blanks && leads >= NUMBERED_LEAST && 2 * leads > rows)
                blank_cells(finder, first, number);
            if (blanks && tails >= NUMBERED_LEAST && 2 * tails > rows)
                blank_cells(finder, tail, stop);
            rows += !blanks;
            leads += !blanks && number > first;
            tails += !blanks && tail < stop && moves > 1;
        }
    }
}

/* ---- Numbers that several games share ---- */

enum { GAMES_MOST = 6, CELLS = 2 * GAMES_MOST + 1, NEAR = 3 };

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
    cells->count = 0;
    cells->moves = true;
    if (!label.length || label.number != number)
        return false;
    at = print_skip_blanks(l->text, at + label.length, l->length);
    for (; at < l->length && cells->count < CELLS; at = next_cell(&print, at, l->length)) {
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

static bool is_near(unsigned column, unsigned other)
{
    return column <= other + NEAR && other <= column + NEAR;
}

void table_share_numbers(struct page *page)
{
    for (size_t line = 0; line < page->count; line++) {
        struct cells first, row;
        bool shared =
            cut_line(page, line, 1, &first) && first.moves && first.count > 2 && first.count % 2 == 0;
        for (uint32_t number = 2; number <= NUMBERED_LEAST && shared; number++) {
            shared = line + number <= page->count && cut_line(page, line + number - 1, number, &row) &&
                     row.moves && row.count == first.count;
            for (unsigned i = 0; shared && i < row.count; i++)
                shared = is_near(row.column[i], first.column[i]);
        }
        for (uint32_t number = 1; shared && line < page->count && cut_line(page, line, number, &row);
             line++, number++)
            for (unsigned game = 2; game < first.count; game += 2)
                for (unsigned i = 0; i < row.count; i++)
                    if (is_near(row.column[i], first.column[game]))
                        copy_number(page, line, row.at[i]);
    }
}
