/* passage.c - a page cut into the passages where moves may stand. */
#include "decode/passage.h"

#include "base/chars.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

size_t passage_dots(const char *text, size_t length); /* in grammar/page.re */

enum { CELLS_MAX = 24, FRACTIONS_MAX = 16 };

/* A cell of a line: what stands between wide gaps, labels apart from moves. */
struct cell {
    size_t begin, end;
    unsigned column;
    uint32_t label; /* that stands right before it, or 0 */
    size_t label_begin;
    unsigned label_column;
    bool dots;   /* nothing but dots: a move that is not there */
    bool after;  /* dots stand before it */
    int8_t side; /* of the word that stands before it, "White:", or -1 */
};

struct row {
    struct cell cells[CELLS_MAX];
    unsigned count, labels, moves; /* moves: cells that are not dots */
};

struct finder {
    struct passages *out;
    const struct dialects *dialects;
    const char *text;
    unsigned cell;
    unsigned columns[2]; /* where White's and Black's moves stand, in rows of two; 0: not known */
    uint32_t all;        /* all dialects */
};

static size_t line_end(const char *text, size_t at, size_t end)
{
    while (at < end && !is_break(text[at]))
        at++;
    return at;
}

static size_t next_line(const char *text, size_t at, size_t end)
{
    at = line_end(text, at, end);
    if (at < end && text[at] == '\r' && at + 1 < end && text[at + 1] == '\n')
        at++;
    return at + (at < end);
}

static bool is_empty(const char *text, size_t begin, size_t end)
{
    while (begin < end && is_space(text[begin]))
        begin++;
    return begin == end;
}

static void mark(struct finder *finder, size_t begin, size_t end)
{
    if (begin < end)
        memset(finder->out->furniture + begin, 1, end - begin);
}

/* ---- Cells ---- */

static size_t skip_blanks(const char *text, size_t at, size_t end)
{
    while (at < end && (is_blank(text[at]) || text[at] == '|'))
        at++;
    return at;
}

/* Where the cell that begins at `at` ends: before two blanks, a bar, or the end. */
static size_t cell_end(const char *text, size_t at, size_t end)
{
    while (at < end && text[at] != '|' && text[at] != '\t' &&
           !(is_blank(text[at]) && (at + 1 == end || is_blank(text[at + 1]) || text[at + 1] == '|')))
        at++;
    return at;
}

/* Takes the word for a side, "White:", off the beginning of a cell. */
static size_t take_side(const struct finder *finder, size_t at, size_t end, struct cell *cell)
{
    for (unsigned side = 0; side < 2; side++) {
        size_t length =
            reading_word(finder->dialects, finder->text + at, end - at, side ? CLASS_BLACK : CLASS_WHITE);
        if (!length || at + length == end || finder->text[at + length] != ':')
            continue;
        cell->side = (int8_t)side;
        cell->label_begin = at;
        return skip_blanks(finder->text, at + length + 1, end);
    }
    return at;
}

/* Takes a label, and dots behind it, off the beginning of a cell. */
static size_t take_label(const struct finder *finder, size_t begin, size_t at, size_t end, struct cell *cell)
{
    const char *text = finder->text;
    bool dots;
    uint32_t number;
    size_t length = passage_label(text + at, end - at, &number, &dots);
    if (!length)
        return take_side(finder, at, end, cell);
    cell->label = number;
    cell->label_begin = at;
    cell->label_column = (unsigned)(at - begin) + (unsigned)strspn(text + at, "(0123456789OolI");
    cell->after |= dots;
    return skip_blanks(text, at + length, end);
}

static void cut_row(const struct finder *finder, size_t begin, size_t end, struct row *row)
{
    const char *text = finder->text;
    struct cell next = { .side = -1 };
    memset(row, 0, sizeof *row);
    for (size_t at = skip_blanks(text, begin, end); at < end && row->count < CELLS_MAX;
         at = skip_blanks(text, at, end)) {
        size_t start = at;
        if (!next.label)
            at = take_label(finder, begin, at, end, &next);
        row->labels += at > start;
        if (at == end)
            break;
        size_t stop = cell_end(text, at, end), dots = passage_dots(text + at, stop - at);
        next.begin = at;
        next.end = dots ? at + dots : stop;
        next.column = (unsigned)(at - begin) + 1;
        next.dots = dots > 0;
        if (!next.label && next.side < 0)
            next.label_begin = at;
        row->moves += !next.dots;
        row->cells[row->count++] = next;
        at = next.end;
        next = (struct cell){ .side = -1,
                              .after = next.dots,
                              .label = next.dots ? next.label : 0,
                              .label_begin = next.label_begin,
                              .label_column = next.label_column };
        if (next.label) { /* "7. ......  Kt x Kt": the label is the next cell's too, unless that has one */
            bool more;
            uint32_t number;
            size_t ahead = skip_blanks(text, at, end);
            if (passage_label(text + ahead, end - ahead, &number, &more))
                next.label = 0;
        }
    }
}

/* Bytes that the longest reading of a text takes, with no sign changed. */
static size_t longest(struct finder *finder, size_t begin, size_t end)
{
    struct readings readings = { .count = 0 };
    size_t most = 0;
    reading_find(finder->dialects, finder->text + begin, end - begin, finder->all, &readings);
    for (unsigned i = 0; i < readings.count; i++)
        if (readings.each[i].length > most)
            most = readings.each[i].length;
    return most;
}

/* Do words end the game here: "Resigns.", in a cell or a line of its own? */
static bool ends_game(const struct finder *finder, size_t begin, size_t end)
{
    size_t length = reading_word(finder->dialects, finder->text + begin, end - begin, CLASS_RESIGNS);
    return length > 0 && end - begin - length < 3;
}

/* Is what stands behind a move in its cell a tail: a footnote, brackets, some words? Digits tell of other
 * moves. */
static bool is_tail(const char *text, size_t begin, size_t end)
{
    unsigned depth = 0;
    for (; begin < end; begin++) {
        depth += text[begin] == '(' || text[begin] == '[';
        if (is_digit(text[begin]) && depth == 0)
            return false;
        depth -= depth && (text[begin] == ')' || text[begin] == ']');
    }
    return true;
}

/* May the cell be a move, perhaps with a tail, or a short text in its place? */
static bool is_move_cell(struct finder *finder, const struct cell *cell)
{
    size_t length = cell->end - cell->begin, read = longest(finder, cell->begin, cell->end);
    if (!read)
        return length <= 26 && cell->label;
    return length < read + 50 && is_tail(finder->text, cell->begin + read, cell->end);
}

/* Cuts cells in which two moves stand one behind the other. */
static void cut_cells(struct finder *finder, struct row *row)
{
    for (unsigned i = 0; i < row->count && row->count < CELLS_MAX; i++) {
        struct cell *cell = &row->cells[i], rest = { .end = cell->end, .side = -1 };
        size_t read = cell->dots ? 0 : longest(finder, cell->begin, cell->end),
               at = skip_blanks(finder->text, cell->begin + read, cell->end);
        if (!read || at == cell->begin + read || at == cell->end)
            continue;
        rest.begin = take_label(finder, cell->begin + 1 - cell->column, at, cell->end, &rest);
        if (!rest.label)
            rest.label_begin = rest.begin;
        rest.column = cell->column + (unsigned)(rest.begin - cell->begin);
        size_t more = longest(finder, rest.begin, rest.end);
        if (!more || (rest.begin + more < rest.end && !is_blank(finder->text[rest.begin + more]) &&
                      !is_tail(finder->text, rest.begin + more, rest.end)))
            continue;
        memmove(cell + 2, cell + 1, (row->count - i - 1) * sizeof *cell);
        cell[1] = rest;
        cell->end = cell->begin + read;
        row->count++;
        row->moves++;
        row->labels += rest.label > 0;
    }
}

/* Is the line a row of moves? */
static bool is_row(struct finder *finder, struct row *row)
{
    unsigned moves = 0;
    if (row->count == 0 || (row->labels == 0 && !row->cells[0].dots && row->cells[0].column < 16))
        return false;
    cut_cells(finder, row);
    for (unsigned i = 0; i < row->count; i++)
        if (!row->cells[i].dots) {
            bool last = i > 0 && i + 1 == row->count && !row->cells[i].label;
            if (ends_game(finder, row->cells[i].begin, row->cells[i].end))
                continue;
            if (!is_move_cell(finder, &row->cells[i])) {
                row->count -= last && is_tail(finder->text, row->cells[i].begin, row->cells[i].end);
                return last && row->count == i;
            }
            moves++;
        }
    return moves > 0 || (row->labels && row->cells[0].dots);
}

/* ---- Passages ---- */

static struct passage *add_passage(struct finder *finder, size_t begin, size_t end, size_t label_begin)
{
    struct passages *out = finder->out;
    struct passage *each = memory_room(out->each, out->count, &out->capacity, sizeof *each);
    out->failed |= !each;
    if (!each)
        return NULL;
    out->each = each;
    out->each[out->count] = (struct passage){
        .begin = begin, .end = end, .label_begin = label_begin, .side = -1, .cell = finder->cell
    };
    return &out->each[out->count++];
}

static void add_end(struct finder *finder, size_t begin, size_t end)
{
    finder->cell++;
    struct passage *passage = add_passage(finder, begin, end, begin);
    if (passage)
        passage->ends = true;
}

static void add_cell(struct finder *finder, const struct cell *cell, uint32_t label, int side,
                     unsigned margin)
{
    finder->cell++;
    if (ends_game(finder, cell->begin, cell->end)) {
        add_end(finder, cell->begin, cell->end);
        return;
    }
    if (cell->dots) {
        mark(finder, cell->label_begin, cell->end);
        return;
    }
    struct passage *passage = add_passage(finder, cell->begin, cell->end, cell->label_begin);
    if (!passage)
        return;
    passage->strong = passage->in_row = true;
    passage->label = label;
    passage->side = (int8_t)side;
    passage->margin = margin;
}

static unsigned distance(unsigned a, unsigned b)
{
    return a > b ? a - b : b - a;
}

/* Whose move a cell without a neighbour is, by the columns of the page. */
static int lone_side(const struct finder *finder, const struct cell *cell)
{
    if (cell->side >= 0)
        return cell->side;
    if (cell->after)
        return LUDUS_BLACK;
    if (!finder->columns[1])
        return cell->label && cell->column < 16 ? LUDUS_WHITE : -1;
    return distance(cell->column, finder->columns[1]) < distance(cell->column, finder->columns[0])
               ? LUDUS_BLACK
               : LUDUS_WHITE;
}

/* Adds the cells [from, to) of a row: the turn of one number, or running moves. */
static void add_turn(struct finder *finder, const struct row *row, unsigned from, unsigned to)
{
    uint32_t label = 0;
    unsigned moves = 0, margin = 0;
    if (from == 0 && row->cells[0].label && (row->cells[0].after || row->cells[0].column < 16))
        margin = row->cells[0].label_column;
    for (unsigned i = from; i < to; i++)
        moves += !row->cells[i].dots;
    for (unsigned i = from; i < to; i++) {
        const struct cell *cell = &row->cells[i];
        label = cell->label ? cell->label : label;
        int side = to - from == 1 ? (from ? LUDUS_WHITE : lone_side(finder, cell))
                   : i == from    ? LUDUS_WHITE
                                  : LUDUS_BLACK;
        if (cell->side >= 0)
            side = cell->side;
        else if (moves == 1 && to - from == 2)
            side = i > from ? LUDUS_BLACK : LUDUS_WHITE;
        add_cell(finder, cell, label, to - from > 2 ? -1 : side, margin);
    }
}

/* The cell where the right half of a row of four columns begins, or its count: its label is another number,
 * or it stands where those of the rows above do, from `column` on (0: not known). */
static unsigned right_half(const struct row *row, unsigned column)
{
    for (unsigned i = 1; i < row->count; i++)
        if (column
                ? row->cells[i].column + 3 >= column
                : row->cells[i].label && row->cells[0].label && row->cells[i].label > row->cells[0].label + 1)
            return i;
    return row->count;
}

/* ---- Fractions: numbers and dashes, White's moves above, Black's below ---- */

struct fraction {
    uint32_t number;
    unsigned begin, end; /* columns */
};

static unsigned read_fractions(const char *text, size_t begin, size_t end,
                               struct fraction fractions[FRACTIONS_MAX])
{
    unsigned count = 0;
    for (size_t at = skip_blanks(text, begin, end); at < end; at = skip_blanks(text, at, end)) {
        uint32_t number = 0;
        size_t start = at;
        while (at < end && is_digit(text[at]) && number < 1000)
            number = number * 10 + (uint32_t)(text[at++] - '0');
        at += at < end && text[at] == '.';
        at = skip_blanks(text, at, end);
        size_t dashes = at;
        while (at < end && (text[at] == '-' || text[at] & '\x80'))
            at++;
        if (!number || at - dashes < 2 || count == FRACTIONS_MAX)
            return 0;
        fractions[count++] = (struct fraction){ number, (unsigned)(start - begin), (unsigned)(at - begin) };
    }
    return count;
}

static void add_fraction_cells(struct finder *finder, const struct row *row, const struct fraction *fractions,
                               unsigned count, unsigned which, int side)
{
    for (unsigned i = 0; i < row->count; i++) {
        unsigned nearest = 0;
        for (unsigned f = 1; f < count; f++)
            if (distance(row->cells[i].column, fractions[f].begin + 2) <
                distance(row->cells[i].column, fractions[nearest].begin + 2))
                nearest = f;
        if (row->count == count)
            nearest = i;
        if (nearest == which)
            add_cell(finder, &row->cells[i], fractions[which].number, side, 0);
    }
}

/* If the second line of three is one of numbers and dashes, adds the moves. */
static bool add_fractions(struct finder *finder, const size_t lines[4])
{
    struct fraction fractions[FRACTIONS_MAX];
    const char *text = finder->text;
    unsigned count = read_fractions(text, lines[1], line_end(text, lines[1], lines[2]), fractions);
    struct row above, below;
    if (!count)
        return false;
    cut_row(finder, lines[0], line_end(text, lines[0], lines[1]), &above);
    cut_row(finder, lines[2], line_end(text, lines[2], lines[3]), &below);
    mark(finder, lines[1], lines[2]);
    for (unsigned i = 0; i < count; i++) {
        add_fraction_cells(finder, &above, fractions, count, i, LUDUS_WHITE);
        add_fraction_cells(finder, &below, fractions, count, i, LUDUS_BLACK);
    }
    return true;
}

/* ---- Paragraphs ---- */

/* Is the piece of text at `at` the first of a word? */
static bool begins_word(const char *text, size_t begin, size_t at)
{
    return at == begin || is_space(text[at - 1]) || strchr(".,;:([-", text[at - 1]) || text[at - 1] == '}';
}

/* Which moves of a paragraph stand where moves stand: those before its first word, or all. */
enum strength { STRONG_NEVER, STRONG_FIRST, STRONG_ALWAYS };

struct runner {
    enum strength strong;
    size_t covered, other;
    uint32_t label;
    int side;
    unsigned depth;
    size_t label_begin;
    bool fresh; /* a label stands right before */
    bool words; /* words stand behind the last move, on this line */
};

static size_t step_label(struct finder *finder, struct runner *runner, size_t at, size_t end)
{
    bool dots;
    uint32_t number;
    size_t length = passage_label(finder->text + at, end - at, &number, &dots);
    if (!length)
        return 0;
    runner->label = number;
    runner->side = dots ? LUDUS_BLACK : LUDUS_WHITE;
    runner->label_begin = at;
    runner->fresh = true;
    return length;
}

/* Adds the moves that a paragraph may hold; `add` false only counts what they cover. */
static void run(struct finder *finder, size_t begin, size_t end, struct runner *runner, bool add)
{
    const char *text = finder->text;
    size_t at = begin, covered_to = begin;
    while (at < end) {
        if (text[at] == '{') { /* the number of a page */
            const char *close = memchr(text + at, '}', end - at);
            at = close ? (size_t)(close - text) + 1 : end;
            continue;
        }
        if (text[at] == '(')
            runner->depth++;
        else if (text[at] == ')' && runner->depth)
            runner->depth--;
        size_t length = begins_word(text, begin, at) ? step_label(finder, runner, at, end) : 0;
        if (length) {
            at = skip_blanks(text, at + length, end);
            while (at < end && is_break(text[at]))
                at = skip_blanks(text, at + 1, end);
            covered_to = at > covered_to ? at : covered_to;
            length = longest(finder, at, end);
        } else if (begins_word(text, begin, at) &&
                   (is_letter(text[at]) || text[at] & '\x80' || text[at] == '0')) {
            length = longest(finder, at, end);
        }
        if (length > 1) {
            if (add) {
                struct passage *passage =
                    add_passage(finder, at, end, runner->fresh ? runner->label_begin : at);
                if (passage) {
                    passage->strong =
                        runner->depth == 0 && (runner->strong == STRONG_ALWAYS ||
                                               (runner->strong == STRONG_FIRST && !runner->other));
                    passage->label = runner->label;
                    passage->side = (int8_t)(runner->label ? runner->side : -1);
                    passage->behind_words = runner->words;
                    passage->depth = (uint8_t)(runner->depth < 9 ? runner->depth : 9);
                }
            }
            runner->covered += length;
            runner->words = false;
            runner->fresh = false;
            if (runner->label && runner->side == LUDUS_BLACK)
                runner->label = 0;
            runner->side = LUDUS_BLACK;
            at += length;
            covered_to = at;
            continue;
        }
        if (at >= covered_to && (is_letter(text[at]) || is_digit(text[at])))
            runner->other += runner->depth == 0;
        runner->words = (runner->words || is_letter(text[at])) && !is_break(text[at]);
        runner->fresh = false;
        at += at < end;
    }
}

static void add_paragraph(struct finder *finder, size_t begin, size_t end)
{
    struct runner count = { .side = -1 };
    run(finder, begin, end, &count, false);
    if (!count.covered)
        return;
    finder->cell++;
    struct runner runner = { .side = -1 };
    if (finder->columns[0])
        runner.strong = count.covered > 4 * count.other ? STRONG_FIRST : STRONG_NEVER;
    else
        runner.strong = count.covered > count.other ? STRONG_ALWAYS : STRONG_FIRST;
    run(finder, begin, end, &runner, true);
}

/* ---- The page ---- */

/* Where the moves of both sides stand, by the rows of two. */
static void find_columns(struct finder *finder, size_t begin, size_t end)
{
    unsigned long sum[2] = { 0, 0 };
    unsigned rows = 0;
    struct row row;
    for (size_t at = begin; at < end; at = next_line(finder->text, at, end)) {
        cut_row(finder, at, line_end(finder->text, at, end), &row);
        if (row.count != 2 || row.moves != 2 || !row.labels || !is_row(finder, &row))
            continue;
        sum[0] += row.cells[0].column;
        sum[1] += row.cells[1].column;
        rows++;
    }
    for (unsigned i = 0; i < 2 && rows; i++)
        finder->columns[i] = (unsigned)(sum[i] / rows);
}

/* Rows of four columns one below the other: the left half, then the right. Returns the line behind them. */
static size_t add_halves(struct finder *finder, size_t begin, size_t end)
{
    size_t at = begin;
    struct row row;
    cut_row(finder, begin, line_end(finder->text, begin, end), &row);
    unsigned column = is_row(finder, &row) ? row.cells[right_half(&row, 0)].column : 0;
    for (unsigned half = 0; half < 2; half++)
        for (at = begin; at < end; at = next_line(finder->text, at, end)) {
            size_t stop = line_end(finder->text, at, end);
            cut_row(finder, at, stop, &row);
            if (is_empty(finder->text, at, stop) || !is_row(finder, &row))
                break;
            unsigned middle = right_half(&row, column);
            if (half == 0)
                add_turn(finder, &row, 0, middle);
            else if (middle < row.count)
                add_turn(finder, &row, middle, row.count);
        }
    return at;
}

static void mark_bars(struct finder *finder, size_t begin, size_t end)
{
    for (; begin < end; begin++)
        if (finder->text[begin] == '|')
            finder->out->furniture[begin] = 1;
}

/* Is it a line of a board drawn with signs? */
static bool is_diagram(const char *text, size_t at, size_t end)
{
    at = at < end && is_blank(text[at]) ? at + strspn(text + at, " \t") : at;
    return at < end && (text[at] == '|' || (text[at] == '+' && end - at > 2 && text[at + 1] == '-'));
}

static size_t add_line(struct finder *finder, size_t at, size_t end, size_t *paragraph)
{
    const char *text = finder->text;
    size_t stop = line_end(text, at, end), next = next_line(text, at, end);
    size_t lines[4] = { at, next, next_line(text, next, end), 0 };
    struct row row;
    lines[3] = next_line(text, lines[2], end);
    cut_row(finder, at, stop, &row);
    bool fraction = next < end && add_fractions(finder, lines), diagram = is_diagram(text, at, stop),
         rows = !fraction && !diagram && is_row(finder, &row);
    bool ended = !rows && row.count == 1 && ends_game(finder, row.cells[0].begin, row.cells[0].end);
    if (!fraction && !rows && !diagram && !ended)
        return next;
    if (*paragraph < at)
        add_paragraph(finder, *paragraph, at);
    if (diagram) {
        mark(finder, at, next);
        *paragraph = next;
        return next;
    }
    if (ended) {
        add_end(finder, row.cells[0].begin, row.cells[0].end);
        next = lines[1];
    } else if (rows && right_half(&row, 0) < row.count) {
        next = add_halves(finder, at, end);
        mark_bars(finder, at, next);
    } else if (rows) {
        add_turn(finder, &row, 0, row.count);
    } else {
        next = lines[3];
    }
    *paragraph = next;
    return next;
}

bool passages_find(struct passages *passages, const struct dialects *dialects, const char *text, size_t begin,
                   size_t end)
{
    struct finder finder = { .out = passages,
                             .dialects = dialects,
                             .text = text,
                             .all = dialects->count < 32 ? (1u << dialects->count) - 1 : UINT32_MAX };
    *passages = (struct passages){ .text = text, .length = end, .furniture = memory_zeroed(end + 1, 1) };
    if (!passages->furniture)
        return false;
    find_columns(&finder, begin, end);
    size_t paragraph = begin;
    for (size_t at = begin; at < end;) {
        if (is_empty(text, at, line_end(text, at, end))) {
            if (paragraph < at)
                add_paragraph(&finder, paragraph, at);
            at = paragraph = next_line(text, at, end);
        } else {
            at = add_line(&finder, at, end, &paragraph);
        }
    }
    if (paragraph < end)
        add_paragraph(&finder, paragraph, end);
    return !passages->failed;
}

void passages_free(struct passages *passages)
{
    for (size_t i = 0; i < passages->count; i++) {
        free(passages->each[i].readings);
        free(passages->each[i].slips);
    }
    free(passages->each);
    free(passages->furniture);
}
