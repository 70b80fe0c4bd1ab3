/* passage.c - a page cut into the passages where moves may stand. */

#include "base/memory.h"
#include "decode/diagram_text.h"
#include "decode/finder.h"
#include "decode/transcript_line.h"

#include <stdlib.h>
#include <string.h>

enum { FRACTIONS_MAX = 16 };

static void mark(struct finder *finder, size_t begin, size_t end)
{
    memset(finder->out->furniture + begin, 1, end - begin);
}

/* ---- Passages ---- */

struct passage *passage_add_passage(struct finder *finder, size_t begin, size_t end, size_t label_begin)
{
    struct passages *out = finder->out;
    struct passage *passage = memory_push(&out->each, &out->count, &out->capacity, sizeof *passage);
    out->failed |= !passage;
    if (passage)
        *passage = (struct passage){ .begin = begin,
                                     .end = end,
                                     .least = end - begin,
                                     .label_begin = label_begin,
                                     .side = -1,
                                     .cell = finder->cell };
    return passage;
}

bool passage_add_end(struct finder *finder, size_t begin, size_t end)
{
    unsigned class = print_ends_game(&finder->print, begin, end);
    struct passage *passage = class ? passage_add_passage(finder, begin, end, begin) : NULL;
    if (passage) {
        passage->ends = (uint8_t) class;
        passage->cell = ++finder->cell;
    }
    return class;
}

static void add_cell(struct finder *finder, const struct cell *cell, uint32_t label, int side,
                     unsigned margin)
{
    finder->cell++;
    if (passage_add_end(finder, cell->begin, cell->end))
        return;
    if (cell->dots) {
        mark(finder, cell->label_begin, cell->end);
        return;
    }
    struct passage *passage = passage_add_passage(finder, cell->begin, cell->end, cell->label_begin);
    if (!passage)
        return;
    passage->strong = passage->in_row = true;
    finder->rows++;
    passage->label = label;
    passage->side = side;
    passage->margin = margin;
    passage->words = cell->words;
}

static unsigned distance(unsigned a, unsigned b)
{
    return a > b ? a - b : b - a;
}

/* Whose move a cell without a neighbour is, by the columns of the page. */
static int lone_side(const struct finder *finder, const struct cell *cell)
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
    const struct cell *first = row->cells;
    const bool turned = row->count == 2 && first->after && first[1].label; /* "1. ... h4 2. h8" */
    uint32_t label = 0;
    for (unsigned i = 0; i < row->count; i++) {
        const struct cell *cell = &first[i];
        label = cell->label ? cell->label : label;
        int side = cell->side >= 0   ? cell->side
                   : row->count == 1 ? lone_side(finder, cell)
                                     : (i > 0) != turned;
        bool below =
            row->count == 1 && side == LUDUS_BLACK && !cell->after; /* White's move, perhaps indented */
        add_cell(finder, cell, label, row->count > 2 ? -1 : side, below ? 0 : row->margin);
    }
}

/* ---- Fractions: numbers and dashes, White's moves above, Black's below ---- */

struct fraction {
    uint32_t number;
    unsigned begin; /* column */
};

static unsigned read_fractions(const char *text, size_t begin, size_t end,
                               struct fraction fractions[FRACTIONS_MAX])
{
    unsigned count = 0;
    for (size_t at = print_skip_blanks(text, begin, end); at < end; at = print_skip_blanks(text, at, end)) {
        struct fraction fraction = { 0, (unsigned)(at - begin) };
        while (at < end && is_digit(text[at]) && fraction.number < 1000)
            fraction.number = fraction.number * 10 + (uint32_t)(text[at++] - '0');
        at = print_skip_blanks(text, at + (at < end && text[at] == '.'), end);
        size_t dashes = at;
        while (at < end && (text[at] == '-' || text[at] & '\x80'))
            at++;
        if (!fraction.number || at - dashes < 2 || count == FRACTIONS_MAX)
            return 0;
        fractions[count++] = fraction;
    }
    return count;
}

/* The fraction that a column is nearest to. */
static unsigned nearest(const struct fraction *fractions, unsigned count, unsigned column)
{
    unsigned best = 0;
    for (unsigned i = 1; i < count; i++)
        if (distance(column, fractions[i].begin + 2) < distance(column, fractions[best].begin + 2))
            best = i;
    return best;
}

/* If a line is one of numbers and dashes, adds the moves that stand above and below it. The line `above` may
 * be the same: it is lost. Returns the line behind them, or 0. */
static size_t add_fractions(struct finder *finder, size_t above, size_t line, size_t end)
{
    struct fraction fractions[FRACTIONS_MAX];
    const char *text = finder->print.text;
    const size_t below = print_next_line(text, line, end), behind = print_next_line(text, below, end);
    unsigned count = read_fractions(text, line, print_line_end(text, line, below), fractions);
    struct row rows[2];
    if (count == 0)
        return 0;
    row_cut(&finder->print, above, print_line_end(text, above, line), &rows[0]);
    row_cut(&finder->print, below, print_line_end(text, below, behind), &rows[1]);
    mark(finder, line, below);
    for (unsigned i = 0; i < 2 * count; i++) {
        const struct row *row = &rows[i % 2];
        for (unsigned c = 0; c < row->count; c++)
            if ((row->count == count ? c : nearest(fractions, count, row->cells[c].column)) == i / 2)
                add_cell(finder, &row->cells[c], fractions[i / 2].number, (int)(i % 2), 0);
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
    const struct cell *cell = &row->cells[0];
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
    size_t next = print_next_line(text, at, end), drawn, fraction, blanks = at;
    while (blanks < stop && is_space(text[blanks]))
        blanks++;
    if (blanks == stop || transcript_result(text + at, stop - at) != NO_RESULT) { /* 1 : 0: no number */
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
        struct passage *board = drawn > at ? passage_add_passage(finder, at, next, at) : NULL;
        if (board) {
            board->cell = ++finder->cell;
            board->board = finder->board;
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
    ornaments_blank_marks(&finder, begin, end);
    narrow(&finder, dialects, begin, end);
    ornaments_blank_dashes(&finder, begin, end);
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
