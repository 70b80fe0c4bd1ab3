/* passage.c - a page cut into the passages where moves may stand. */

#include "base/memory.h"
#include "base/text.h"
#include "decode/diagram_text.h"
#include "decode/finder.h"
#include "decode/transcript_page.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static void mark(struct finder *finder, size_t begin, size_t end)
{
    memset(finder->out->furniture + begin, 1, end - begin);
}

/* ---- What stands there for the eye alone ---- */

enum {
    MARKED_MOST = 1000, /* bytes between two marks of type */
    TURN_MOST = 48,     /* bytes from a number to the dash between the moves behind it */
};

/* Length of a mark of bold type or italics, at one end of a word, that a byte begins: "**1. e4**", "=1. e4=";
 * 0 for a sign alone, as for a result, a judgement or what cannot be read. Sets how often the sign is there.
 */
static size_t mark_at(const char *line, size_t at, size_t end, bool opens, size_t *size)
{
    const bool before = at > 0 && !is_space(line[at - 1]);
    for (*size = 1; at + *size < end && line[at + *size] == line[at];)
        ++*size;
    const bool behind = at + *size < end && !is_space(line[at + *size]);
    const size_t most = line[at] == '=' ? 1 : line[at] == '*' ? 3 : line[at] == '_' ? 2 : 0;
    return *size <= most && !(*size == 1 && most == 2) && (opens ? behind && !before : before) ? *size : 0;
}

/* Puts blanks for marks of type that come in pairs on a line. */
static void blank_marks(struct passages *passages, size_t begin, size_t end)
{
    const char *line = passages->text + begin;
    for (size_t at = 0, size, length = end - begin; at < length; at += size) {
        if (!mark_at(line, at, length, true, &size))
            continue;
        const size_t far = length - at < MARKED_MOST ? length : at + MARKED_MOST;
        for (size_t close = at + size + 1, next; close < far; close += next) {
            if (mark_at(line, close, length, false, &next) != size || line[close] != line[at])
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

/* Puts blanks for marks of type, leaders and initials. */
static void blank_ornaments(struct finder *finder, size_t begin, size_t end)
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
        const size_t stop = print_skip(print->text, at + readings.each[i].length, end, SPACES ",;.");
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
        size_t stop = dash;
        breaks += text[dash] == '\n';
        while (length && stop > at && is_space(text[stop - 1]))
            stop--;
        if (!length || stop == at || print_longest(print, at, stop, true) != stop - at)
            continue;
        *size = length;
        if (ends_turn(print, print_skip(text, dash + length, end, SPACES), end, number + 1))
            return dash;
    }
    return end;
}

/* Puts blanks for dashes and slashes between the two moves of a turn, if the page has them so. */
static void blank_dashes(struct finder *finder, size_t begin, size_t end)
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

/* ---- Passages ---- */

void passage_add(struct finder *finder, struct passage passage)
{
    struct passages *out = finder->out;
    struct passage *added = memory_push(&out->each, &out->count, &out->capacity, sizeof *added);
    out->failed |= !added;
    if (added)
        *added = passage;
    else
        ludus_position_free(passage.board);
}

bool passage_add_end(struct finder *finder, size_t begin, size_t end)
{
    unsigned class = print_ends_game(&finder->print, begin, end);
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
        mark(finder, cell.label_begin, cell.end);
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

/* Whose move a cell without a neighbour is, by the columns of the page. */
static int lone_side(const struct finder *finder, const struct passage *cell)
{
    const struct passage *last = finder->out->count ? &finder->out->each[finder->out->count - 1] : NULL;
    if (cell->after || (last && last->in_row && !cell->words && cell->label && last->label == cell->label &&
                        last->side == LUDUS_WHITE))
        return LUDUS_BLACK; /* "1. P-K4", and below it "1. P-K4" */
    if (!finder->columns[1])
        return cell->label && cell->column < 16 ? LUDUS_WHITE : -1;
    return distance(cell->column, finder->columns[1]) < distance(cell->column, finder->columns[0]);
}

/* Adds the cells of a row: the turn of one number, or running moves. */
static void add_turn(struct finder *finder, const struct row *row)
{
    const struct passage *first = row->cells;
    const bool turned = row->count == 2 && first->after && first[1].label; /* "1. ... h4 2. h8" */
    uint32_t label = 0;
    for (unsigned i = 0; i < row->count; i++) {
        const struct passage *cell = &first[i];
        label = cell->label ? cell->label : label;
        int side = cell->side >= 0   ? cell->side
                   : row->count == 1 ? lone_side(finder, cell)
                                     : (i > 0) != turned;
        bool below =
            row->count == 1 && side == LUDUS_BLACK && !cell->after; /* White's move, perhaps indented */
        add_cell(finder, *cell, label, row->count > 2 ? -1 : side, below ? 0 : row->margin);
    }
}

/* ---- Fractions: numbers and dashes, White's moves above, Black's below ---- */

/* The fraction that a column is nearest to. */
static unsigned nearest(const char *text, const struct row *fractions, unsigned column)
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

/* If a line is one of numbers and dashes, adds the moves that stand above and below it. The line `above` may
 * be the same: it is lost. Returns the line behind them, or 0. */
static size_t add_fractions(struct finder *finder, size_t above, size_t line, size_t end)
{
    const char *text = finder->print.text;
    const size_t below = print_next_line(text, line, end), behind = print_next_line(text, below, end);
    struct row rows[2], fractions = { .count = 0 };
    if (is_digit(text[print_skip_blanks(text, line, end)]))
        row_cut(&finder->print, line, print_line_end(text, line, below), &fractions);
    for (unsigned i = 0; i < fractions.count; i++) {
        const struct passage *dashes = &fractions.cells[i];
        if (!dashes->label || !dashes->dots || (i > 0 && dashes->label_begin < dashes[-1].end) ||
            (text[dashes->begin] != '-' && !is_long_dash(text + dashes->begin)))
            return 0;
    }
    if (fractions.count == 0)
        return 0;
    row_cut(&finder->print, above, print_line_end(text, above, line), &rows[0]);
    row_cut(&finder->print, below, print_line_end(text, below, behind), &rows[1]);
    mark(finder, line, below);
    for (unsigned i = 0; i < 2 * fractions.count; i++) {
        const struct row *row = &rows[i % 2];
        for (unsigned c = 0; c < row->count; c++)
            if ((row->count == fractions.count ? c : nearest(text, &fractions, row->cells[c].column)) ==
                i / 2)
                add_cell(finder, row->cells[c], fractions.cells[i / 2].label, (int)(i % 2), 0);
    }
    return behind;
}

/* ---- The page ---- */

/* Where the moves of both sides stand, by the rows of two. */
static void find_columns(struct finder *finder, size_t begin, size_t end)
{
    unsigned long sum[2] = { 0, 0 };
    unsigned rows = 0;
    struct row row;
    for (size_t at = begin; at < end; at = print_next_line(finder->print.text, at, end)) {
        row_cut(&finder->print, at, print_line_end(finder->print.text, at, end), &row);
        if (row.count != 2 || row.cells[0].dots || row.cells[1].dots || !row.labels ||
            !row_is_moves(&finder->print, &row))
            continue;
        sum[0] += row.cells[0].column;
        sum[1] += row.cells[1].column;
        rows++;
    }
    for (unsigned i = 0; i < 2 && rows; i++)
        finder->columns[i] = (unsigned)(sum[i] / rows);
}

/* Is it a line of a board drawn with signs? */
static bool is_diagram(const char *text, size_t at, size_t end)
{
    at = at < end && is_blank(text[at]) ? at + strspn(text + at, " \t") : at;
    return at < end && (text[at] == '|' || (text[at] == '+' && end - at > 2 && text[at + 1] == '-'));
}

/* Below prose, is the row more of it: no label, words behind its move, or the end of a sentence? */
static bool is_amid_prose(const char *text, const struct row *row, size_t stop)
{
    const struct passage *cell = &row->cells[0];
    size_t last = row->begin;
    while (last > 0 && is_space(text[last - 1]))
        last--;
    bool amid = last > 0 && (text[last - 1] == ',' || is_lower(text[last - 1]));
    return row->labels == 0 || row->read == 0 ||
           (row->count == 1 && (cell->words || (amid && cell->end == stop && text[stop - 1] == '.')));
}

static void end_paragraph(struct finder *finder, size_t *paragraph, size_t at)
{
    if (*paragraph < at)
        passage_add_paragraph(finder, *paragraph, at);
    *paragraph = at;
}

/* Adds what a line of the page has, and those below it that belong to it: a board, fractions, a row, or words
 * that end the game, with the paragraph above it. Returns the next line. */
static size_t add_line(struct finder *finder, size_t at, size_t end, size_t *paragraph)
{
    const char *text = finder->print.text;
    const struct dialects *dialects = finder->print.dialects;
    const size_t stop = print_line_end(text, at, end), first = *paragraph;
    size_t next = print_next_line(text, at, end), drawn, fraction;
    if (print_skip(text, at, stop, SPACES) == stop ||
        transcript_result(text + at, stop - at) != NO_RESULT) { /* 1 : 0: no number */
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
                row_is_moves(&finder->print, &row) && !(row.running && (row.count > 2 || first < at)) &&
                !(first < at && is_amid_prose(text, &row, stop)) &&
                !(is_diagram(text, at, stop) && !(row.labels && row.read)),
         diagram = drawn > at || (!rows && is_diagram(text, at, stop));
    bool ended = !rows && row.count == 1 && first == at &&
                 print_ends_game(&finder->print, row.cells[0].begin, row.cells[0].end);
    if (!fraction && !rows && !diagram && !ended)
        return next;
    end_paragraph(finder, paragraph, at);
    if (diagram) {
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
        mark(finder, at, next);
    } else if (ended) {
        passage_add_end(finder, row.cells[0].begin, row.cells[0].end);
    } else if (rows) {
        add_turn(finder, &row);
        for (; at < next; at++)
            finder->out->furniture[at] |= text[at] == '|';
    } else {
        next = fraction;
    }
    return *paragraph = next;
}

/* Finds how the turns are numbered, and leaves the notations to be read that can read nearly as many moves
 * behind those numbers as the best of them, there or in another part of the page. */
static void narrow(struct finder *finder, struct dialects *dialects, size_t begin, size_t end)
{
    enum { MOVES = 24 };
    const char *text = finder->print.text;
    unsigned scores[DIALECTS_MAX] = { 0 }, count = 0, best = 0, numbered = 0;
    uint32_t good = 0, first = 0, last = 0, most = 0;
    for (size_t at = begin; at < end;) {
        struct readings readings = { .count = 0 };
        uint32_t reads = 0;
        const struct label label = label_of_word(text, begin, at, end);
        if (label.length && text[at] != '(') {
            numbered += label.number == last + 1;
            last = label.number;
            first = first ? first : last;
            most = last > most ? last : most;
        }
        at = label.length ? print_skip_blanks(text, at + label.length, end) : at + 1;
        if (label.length && at < end)
            reading_find(dialects, text + at, end - at, UINT32_MAX, &readings);
        for (unsigned i = 0; i < readings.count; i++)
            reads |= readings.each[i].cost ? 0 : readings.each[i].dialects;
        count += reads != 0;
        for (unsigned i = 0; reads && i < dialects->count; i++) {
            scores[i] += reads >> i & 1;
            best = scores[i] > best ? scores[i] : best;
        }
        if (count < MOVES && at < end)
            continue;
        for (unsigned i = 0; i < dialects->count; i++) /* digits are many things */
            good |= (uint32_t)(4 * scores[i] >= 3 * best && !(dialects->each[i].numeric && best == 0)) << i;
        memset(scores, 0, sizeof scores);
        count = best = 0;
    }
    dialects->reading = good;
    for (unsigned i = 0; i < dialects->count; i++)
        finder->digits |= dialects->each[i].numeric && (good >> i & 1);
    /* Notes may have some numbers without brackets; but most of all turns? */
    finder->print.plain = numbered >= NUMBERED_LEAST && 2 * numbered > most - first;
}

/* ---- All of them ---- */

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
    finder.print = (struct print){ .dialects = dialects, .text = text };
    blank_ornaments(&finder, begin, end);
    narrow(&finder, dialects, begin, end);
    blank_dashes(&finder, begin, end);
    find_columns(&finder, begin, end);
    size_t paragraph = begin;
    for (size_t at = begin; at < end;)
        at = add_line(&finder, at, end, &paragraph);
    end_paragraph(&finder, &paragraph, end);
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
            at += word; /* signs that cannot be read */
        breaks += c == '\n';
        depth += c == '(';
        if (breaks > 1 || (depth == 0 && (begins_letter(c) || is_digit(c))))
            return false;
        depth -= depth && c == ')';
    }
    return index > 0 && !last->ends && !last->board && !last->words;
}
