/* passage.c - cuts a page into passages, where moves may stand. */

#include "decode/passage.h"

#include "base/text.h"
#include "decode/transcript_page.h"

#include <limits.h>

static void mark_furniture(struct finder *finder, size_t begin, size_t end)
{
    memset(finder->out->furniture + begin, 1, end - begin);
}

/* ---- Passages ---- */

void passage_add(struct finder *finder, struct passage passage)
{
    struct passages *out = finder->out;
    struct passage *added = memory_push(&out->each, &out->count, &out->capacity, sizeof *added);
    out->failed |= !added;
    finder->print.next = passage.label ? passage.label + 1 : finder->print.next;
    if (added)
        *added = passage;
    else
        ludus_position_free(passage.board);
}

bool passage_add_end(struct finder *finder, size_t begin, size_t end)
{
    const unsigned class = print_ends(&finder->print, begin, end);
    if (class)
        passage_add(finder, (struct passage){ .begin = begin,
                                              .end = end,
                                              .least = end - begin,
                                              .label_begin = begin,
                                              .side = -1,
                                              .cell = ++finder->cell,
                                              .ends = (uint8_t) class });
    return class;
}

static void add_cell(struct finder *finder, struct passage cell, uint32_t label, int side, unsigned margin)
{
    cell.cell = ++finder->cell;
    if (passage_add_end(finder, cell.begin, cell.end))
        return;
    if (cell.dots) {
        mark_furniture(finder, cell.label_begin, cell.end);
        return;
    }
    cell.least = cell.end - cell.begin;
    cell.strong = cell.in_row = true;
    cell.label = label;
    cell.side = side;
    cell.margin = margin;
    finder->rows++;
    passage_add(finder, cell);
}

static unsigned distance(unsigned a, unsigned b)
{
    return a > b ? a - b : b - a;
}

/* Returns the `side` of the only cell of a row, by the columns of the page. */
static int lone_side(const struct finder *finder, const struct passage *cell)
{
    const struct passage *last = finder->out->count ? &finder->out->each[finder->out->count - 1] : NULL;
    if (cell->after || (last && last->in_row && !cell->words && cell->label && last->label == cell->label &&
                        last->side == 0))
        return 1; /* "1. P-K4", and below it "1. P-K4" */
    if (!finder->columns[1] && !cell->label)
        return last && last->in_row && last->label && last->side == 0 ? 1
                                                                      : -1; /* "1. P-K4", below it "P-K4" */
    if (!finder->columns[1])
        return cell->column < 16 ? 0 : -1;
    return distance(cell->column, finder->columns[1]) < distance(cell->column, finder->columns[0]);
}

/* Returns the side of a cell in a row of several turns: behind its number the one that is first, unless it is
 * the number of the last cell; behind the turn's first move the other. `last` is the side of that cell. */
static int side_in_series(const struct passage *cell, int last, uint32_t label)
{
    return cell->after                                  ? 1
           : !passage_is_labelled(cell) && !cell->label ? (last == 0 ? 1 : -1)
                                                        : cell->label == label;
}

/* Adds the cells of a row: one turn, or a series of moves. */
static void add_turn(struct finder *finder, const struct row *row)
{
    const struct passage *first = row->cells;
    const bool turned = row->count == 2 && first->after && first[1].label;  /* "1. ... h4 2. h8" */
    uint32_t label = row->count == 2 && !first->label ? first[1].label : 0; /* the number between both */
    int side = -1;
    for (unsigned i = 0; i < row->count; i++) {
        const struct passage *cell = &first[i];
        const uint32_t last = label;
        label = cell->label ? cell->label : label;
        side = cell->side >= 0   ? cell->side
               : row->count == 1 ? lone_side(finder, cell)
               : row->count > 2  ? side_in_series(cell, side, last)
                                 : (i > 0) != turned;
        const struct passages *out = finder->out;
        size_t rows = out->count; /* those up to the last in a row; a note may stand between */
        while (rows > 0 && !out->each[rows - 1].in_row)
            rows--;
        const struct passage *above = rows ? &out->each[rows - 1] : NULL;
        const bool indented = row->count == 1 &&
                              side == 1 && /* it may be White's move, or the answer to that above */
                              (!cell->after || (above && above->side == 0 && above->label == label));
        add_cell(finder, *cell, label, side, indented ? 0 : row->margin);
    }
}

/* ---- Fractions: numbers and dashes, White's moves above, Black's below ---- */

/* Returns the fraction that is nearest to a column. */
static unsigned nearest_fraction(const char *text, const struct row *fractions, unsigned column)
{
    unsigned best = 0, least = UINT_MAX;
    for (unsigned i = 0; i < fractions->count; i++) {
        const size_t before = fractions->cells[i].label_begin - fractions->begin;
        const unsigned away =
            distance(column, (unsigned)text_characters(text + fractions->begin, before) + 2);
        best = away < least ? i : best;
        least = away < least ? away : least;
    }
    return best;
}

/* Cuts a line of numbers and dashes into fractions. False if it is something else. */
static bool cut_fractions(const struct finder *finder, size_t line, size_t end, struct row *fractions)
{
    const char *text = finder->print.text;
    const size_t first = print_skip_blanks(text, line, end);
    fractions->count = 0;
    if (first < end &&
        (is_digit(text[first]) || text[first] == '-' || (end - first > 3 && is_long_dash(text + first))))
        row_cut(&finder->print, line, print_line_end(text, line, end), fractions);
    for (unsigned i = 0; i < fractions->count; i++) {
        const struct passage *dashes = &fractions->cells[i];
        if (!dashes->dots || (i > 0 && dashes->label_begin < dashes[-1].end) ||
            (text[dashes->begin] != '-' && !is_long_dash(text + dashes->begin)))
            return false;
    }
    return fractions->count > 0;
}

/* Reads the numbers of turns on the line above the one at `line`, if it has as many as there are fractions,
 * and nothing else. */
static void read_numbers_above(struct finder *finder, size_t line, struct row *fractions)
{
    const char *text = finder->print.text;
    size_t begin = line - 1;
    while (begin > 0 && text[begin - 1] != '\n')
        begin--;
    uint32_t numbers[CELLS_MAX];
    unsigned count = 0;
    size_t at = print_skip_blanks(text, begin, line);
    for (const char *digit = text + at; count < fractions->count && is_digit(text[at]); digit = text + at) {
        numbers[count++] = number_take(&digit);
        at = print_skip_blanks(text, (size_t)(digit - text), line);
    }
    if (count < fractions->count || at + 1 < line)
        return;
    for (unsigned i = 0; i < count; i++)
        fractions->cells[i].label = numbers[i];
    mark_furniture(finder, begin, line);
}

/* Are there no dashes between two lines: has each move of the first its number, one after the other, and none
 * of the second, which has as many, or one less? */
static bool is_barless(const struct print *print, const struct row rows[2])
{
    const struct row *white = &rows[0], *black = &rows[1];
    bool numbered = white->count > 1 && black->labels == 0 &&
                    (black->count == white->count || black->count + 1 == white->count);
    for (unsigned i = 0; i < white->count && numbered; i++)
        numbered = white->cells[i].label && white->cells[i].label == white->cells[0].label + i &&
                   !white->cells[i].dots;
    for (unsigned i = 0; i < black->count && numbered; i++)
        numbered = print_longest(print, black->cells[i].begin, black->cells[i].end, false) > 1;
    return numbered;
}

/* If `line` consists of numbers and dashes, adds the moves above and below it; or those of both lines without
 * dashes. `above` is the same line if the one above is lost. Returns the line after them, or 0. */
static size_t add_fractions(struct finder *finder, size_t above, size_t line, size_t end)
{
    const char *text = finder->print.text;
    size_t below = print_next_line(text, line, end), behind = print_next_line(text, below, end);
    struct row rows[2], fractions;
    const bool bars = cut_fractions(finder, line, end, &fractions);
    row_cut(&finder->print, above, print_line_end(text, above, line), &rows[0]);
    if (!bars) {
        behind = below;
        below = line;
        fractions = rows[0];
    }
    row_cut(&finder->print, below, print_line_end(text, below, behind), &rows[1]);
    if (!bars && !is_barless(&finder->print, rows))
        return 0;
    if (bars && above > 0 && !fractions.cells[0].label && (!rows[0].count || !rows[0].cells[0].label))
        read_numbers_above(finder, above, &fractions);
    for (unsigned i = 0; i < fractions.count; i++) { /* its number may stand above it, before White's move */
        uint32_t *label = &fractions.cells[i].label;
        *label = !*label && rows[0].count == fractions.count ? rows[0].cells[i].label : *label;
        if (!*label)
            return 0;
        if (bars && i < rows[0].count && rows[0].cells[i].label)
            mark_furniture(finder, rows[0].cells[i].label_begin, rows[0].cells[i].begin);
    }
    if (bars)
        mark_furniture(finder, line, below);
    for (unsigned i = 0; i < 2 * fractions.count; i++) {
        const struct row *row = &rows[i % 2];
        for (unsigned c = 0; c < row->count; c++)
            if ((row->count == fractions.count
                     ? c
                     : nearest_fraction(text, &fractions, row->cells[c].column)) == i / 2)
                add_cell(finder, row->cells[c], fractions.cells[i / 2].label, (int)(i % 2), 0);
    }
    return behind;
}

/* ---- Lines of the page ---- */

/* Finds the columns of both sides' moves, as the mean of the rows of two; one row alone is none. Finds
 * whether such rows have no numbers. */
static void find_columns(struct finder *finder, size_t begin, size_t end)
{
    enum { BARE_LEAST = 6 };
    unsigned long sum[2][2] = { { 0, 0 }, { 0, 0 } };
    unsigned rows[2] = { 0, 0 }; /* with numbers, and without */
    struct row row;
    finder->print.unnumbered = true;
    for (size_t at = begin; at < end; at = print_next_line(finder->print.text, at, end)) {
        row_cut(&finder->print, at, print_line_end(finder->print.text, at, end), &row);
        if (row.count != 2 || row.cells[0].dots || row.cells[1].dots || !row_is_moves(&finder->print, &row))
            continue;
        const bool bare = row.labels == 0;
        sum[bare][0] += row.cells[0].column;
        sum[bare][1] += row.cells[1].column;
        rows[bare]++;
    }
    const bool bare = rows[1] >= BARE_LEAST && rows[0] < 2;
    finder->print.unnumbered = bare;
    for (unsigned i = 0; i < 2 && rows[bare] > 1; i++)
        finder->columns[i] = (unsigned)(sum[bare][i] / rows[bare]);
}

/* Is it a line of a drawn diagram? */
static bool is_diagram_line(const char *text, size_t at, size_t end)
{
    at = print_skip(text, at, end, " \t");
    return at < end && (text[at] == '|' || (text[at] == '+' && end - at > 2 && text[at + 1] == '-'));
}

static bool has_letter(const char *text, size_t at, size_t end)
{
    while (at < end && !begins_letter(text[at]))
        at++;
    return at < end;
}

/* Does a row below prose continue it: no number, or one unlike those of other lines; no move; words after its
 * move, or the end of a sentence? */
static bool is_amid_prose(const struct finder *finder, const struct row *row, size_t stop)
{
    const char *text = finder->print.text;
    const struct passage *cell = &row->cells[0];
    return (row->labels == 0 && !(finder->print.unnumbered && row->count == 2)) || row->read == 0 ||
           (finder->stop && row->labels && print_label_stop(text + cell->label_begin) != finder->stop) ||
           (row->count == 1 && (cell->words || (print_behind(text, 0, row->begin) == BEHIND_WORD &&
                                                cell->end == stop && text[stop - 1] == '.')));
}

/* Has a row numbers of more than one turn? */
static bool has_turns(const struct row *row)
{
    uint32_t number = 0;
    for (unsigned i = 0; i < row->count; i++) {
        if (number && row->cells[i].label && row->cells[i].label != number)
            return true;
        number = row->cells[i].label ? row->cells[i].label : number;
    }
    return false;
}

/* Does the only move of a row end on the next line, which has no move: "sedem Sagittiferi / regii."? */
static bool is_broken(const struct print *print, const struct passage *cell, size_t end)
{
    const char *text = print->text;
    const size_t below = print_skip(text, print_next_line(text, cell->end, end), end, " \t"),
                 stop = cell->begin + print_longest(print, cell->begin, end, true);
    return stop > below && !print_longest(print, below, end, false) && !label_at(text, below, end).length &&
           (text[stop - 1] == '.' || print_skip(text, stop, end, ".,;") > stop ||
            print_line_end(text, stop, end) == stop);
}

/* Does a row continue on the next line: it ends with a number; or without wide gaps, with more moves behind a
 * number of its own, or with the rest of its last move? */
static bool goes_on(const struct finder *finder, const struct row *row, size_t end)
{
    const struct print *print = &finder->print;
    const struct passage *last = &row->cells[row->count - 1];
    const size_t behind = last->begin + print_longest(print, last->begin, last->end, true),
                 rest = print_skip(print->text, behind, last->end, " \t,;"),
                 begin = rest < last->end ? rest : last->begin;
    if (row->labels > 1 && behind < last->end && !row->running)
        return print_longest(print, last->begin, end, true) > last->end - last->begin + 1;
    return (row->open && row->count > 1) || (row->count == 1 && is_broken(print, last, end)) ||
           (row->running && (row->count > 2 || (last->label && last->words) ||
                             print_longest(print, begin, end, true) > last->end - begin + 1));
}

/* Returns the number of a turn that has no moves on its line, "24|     |", or 0. */
static uint32_t lone_number(const char *text, size_t line, size_t end)
{
    const size_t first = print_skip_blanks(text, line, end), stop = print_line_end(text, line, end);
    const struct label label = label_at(text, first, end);
    return label.length && print_skip_blanks(text, first + label.length, end) == stop ? label.number : 0;
}

/* Is a line below rows the number of one without moves: the next such line, or no line, follows? */
static bool is_empty_row(struct finder *finder, size_t line, size_t next, size_t end)
{
    const char *text = finder->print.text;
    const uint32_t number = finder->rows ? lone_number(text, line, end) : 0;
    const bool more = number && lone_number(text, next, end) == number + 1,
               last = number && finder->out->furniture[line] &&
                      print_skip_blanks(text, next, end) == print_line_end(text, next, end);
    if (more || last)
        mark_furniture(finder, line, more ? print_next_line(text, next, end) : next);
    return more || last;
}

static void end_paragraph(struct finder *finder, size_t *paragraph, size_t at)
{
    if (*paragraph < at)
        passage_add_paragraph(finder, *paragraph, at);
    *paragraph = at;
}

/* Adds a line, and those below that belong to it, if it is a diagram, fractions, a row or words that end the
 * game, after the paragraph above it. Returns the next line. */
static size_t add_line(struct finder *finder, size_t at, size_t end, size_t *paragraph)
{
    const char *text = finder->print.text;
    const struct dialects *dialects = finder->print.dialects;
    const size_t stop = print_line_end(text, at, end), first = *paragraph;
    size_t next = print_next_line(text, at, end), drawn, fraction;
    if (is_empty_row(finder, at, next, end) || print_skip(text, at, stop, SPACES) == stop ||
        transcript_result(text + at, stop - at) != NO_RESULT) { /* "1 : 0" is no label */
        end_paragraph(finder, paragraph, at);
        return *paragraph = next;
    }
    struct row row;
    drawn = finder->board ? diagram_text_read(dialects, text, at, end, finder->board) : at;
    finder->print.below = first == at && finder->rows > 0;
    row_cut(&finder->print, at, stop, &row);
    fraction = next < end ? add_fractions(finder, at, next, end) : 0;
    if (!fraction && next < end)
        fraction = add_fractions(finder, at, at, end);
    bool rows = !fraction && drawn == at && !dialects->ruleset->rules.dice &&
                row_is_moves(&finder->print, &row) && !((row.running || has_turns(&row)) && first < at) &&
                !goes_on(finder, &row, end) && !(first < at && is_amid_prose(finder, &row, stop)) &&
                !(is_diagram_line(text, at, stop) && !(row.labels && row.read)),
         diagram = drawn > at ||
                   (!rows && is_diagram_line(text, at, stop) && !(row.labels && has_letter(text, at, stop)));
    const size_t words = print_skip_blanks(text, at, stop),
                 ending =
                     first == at && !fraction && drawn == at ? print_ending(&finder->print, words, stop) : 0;
    const bool ended = dialects_ending(dialects, text + words, ending);
    if (!fraction && !rows && !diagram && !ended)
        return next;
    end_paragraph(finder, paragraph, at);
    if (ended) {
        passage_add_end(finder, words, words + ending);
    } else if (diagram) {
        next = drawn > at ? drawn : next;
        if (drawn > at) {
            passage_add(finder, (struct passage){ .begin = at,
                                                  .end = next,
                                                  .least = next - at,
                                                  .label_begin = at,
                                                  .side = -1,
                                                  .cell = ++finder->cell,
                                                  .board = finder->board });
            finder->board = ludus_position_new(dialects->ruleset);
            finder->out->failed |= !finder->board;
        }
        mark_furniture(finder, at, next);
    } else if (rows) {
        add_turn(finder, &row);
        for (; at < next; at++)
            finder->out->furniture[at] |= text[at] == '|';
    } else {
        next = fraction;
    }
    return *paragraph = next;
}

/* ---- The whole page ---- */

bool passages_find(struct passages *passages, struct dialects *dialects, const char *text, size_t begin,
                   size_t end)
{
    struct finder finder = { .out = passages, .board = ludus_position_new(dialects->ruleset) };
    *passages = (struct passages){ .text = memory_zeroed(end + 1, 1),
                                   .length = end,
                                   .furniture = memory_zeroed(end + 1, 1) };
    passages->failed = !passages->text || !passages->furniture || !finder.board;
    if (passages->failed) {
        ludus_position_free(finder.board);
        return false;
    }
    memcpy(passages->text, text, end);
    text = passages->text;
    finder.print = (struct print){ .dialects = dialects, .text = text, .next = 1 };
    ornaments_blank(&finder, dialects, begin, end);
    find_columns(&finder, begin, end);
    size_t paragraph = begin;
    for (size_t at = begin; at < end;)
        at = add_line(&finder, at, end, &paragraph);
    end_paragraph(&finder, &paragraph, end);
    passages_join(&finder, end);
    passages->plain = finder.print.plain;
    ludus_position_free(finder.board);
    return !passages->failed;
}

bool passages_touch(const struct passages *passages, size_t index)
{
    const struct passage *last = &passages->each[index - (index > 0)];
    unsigned breaks = 0, depth = 0;
    for (size_t at = last->begin + last->least; at < passages->each[index].label_begin; at++) {
        const size_t word = strcspn(passages->text + at, " \t\r\n");
        const char c = passages->text[at];
        if (memchr(passages->text + at, '@', word) || memchr(passages->text + at, '~', word))
            at += word; /* illegible signs */
        breaks += c == '\n';
        depth += c == '(';
        if (breaks > 1 || (depth == 0 && (begins_letter(c) || is_digit(c))))
            return false;
        depth -= depth && c == ')';
    }
    return index > 0 && !last->ends && !last->board && !last->words;
}
