/* table.c - the numbers that several games side by side share. */
#include "base/text.h"
#include "decode/transcript_page.h"

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
    for (size_t line = 0, next; line < page->count; line = next) {
        struct cells first = { .count = 0 }, row;
        uint32_t number = 0;
        while (number < NUMBERED_LEAST && line + number < page->count &&
               cut_line(page, line + number, number + 1, &first) && first.moves && first.count > 2 &&
               first.count % 2 == 0)
            number++;
        next = line + 1;
        if (number < NUMBERED_LEAST)
            continue;
        for (next = line, number = 1; next < page->count && cut_line(page, next, number, &row);
             next++, number++)
            for (unsigned game = 2; game < first.count; game += 2)
                for (unsigned i = 0; i < row.count; i++)
                    if (row.column[i] + NEAR - first.column[game] <= 2 * NEAR)
                        copy_number(page, next, row.at[i]);
    }
}
