/* passage.c - a page cut into the passages where moves may stand. */
#include "decode/passage.h"

#include "base/chars.h"
#include "base/memory.h"
#include "decode/diagram_text.h"
#include "decode/row.h"

#include <stdlib.h>
#include <string.h>

enum { FRACTIONS_MAX = 16 };

struct finder {
    struct passages *out;
    struct print print;
    unsigned cell;
    struct ludus_position *board; /* owned; room for the next that is drawn */
    unsigned columns[2];          /* where White's and Black's moves stand, in rows of two; 0: not known */
};

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

/* ---- Passages ---- */

static struct passage *add_passage(struct finder *finder, size_t begin, size_t end, size_t label_begin)
{
    struct passages *out = finder->out;
    struct passage *each = memory_room(out->each, out->count, &out->capacity, sizeof *each);
    out->failed |= !each;
    if (!each)
        return NULL;
    out->each = each;
    out->each[out->count] = (struct passage){ .begin = begin,
                                              .end = end,
                                              .least = end - begin,
                                              .label_begin = label_begin,
                                              .side = -1,
                                              .cell = finder->cell };
    return &out->each[out->count++];
}

/* Adds the words that end the game, if they are that. */
static bool add_end(struct finder *finder, size_t begin, size_t end)
{
    unsigned class = print_ends_game(&finder->print, begin, end);
    struct passage *passage = class ? add_passage(finder, begin, end, begin) : NULL;
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
    if (add_end(finder, cell->begin, cell->end))
        return;
    if (cell->dots) {
        mark(finder, cell->label_begin, cell->end);
        return;
    }
    struct passage *passage = add_passage(finder, cell->begin, cell->end, cell->label_begin);
    if (!passage)
        return;
    passage->strong = passage->in_row = true;
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
    for (size_t at = print_skip_blanks(text, begin, end); at < end; at = print_skip_blanks(text, at, end)) {
        uint32_t number = 0;
        size_t start = at;
        while (at < end && is_digit(text[at]) && number < 1000)
            number = number * 10 + (uint32_t)(text[at++] - '0');
        at += at < end && text[at] == '.';
        at = print_skip_blanks(text, at, end);
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
    const char *text = finder->print.text;
    unsigned count = read_fractions(text, lines[1], print_line_end(text, lines[1], lines[2]), fractions);
    struct row above, below;
    if (!count)
        return false;
    row_cut(&finder->print, lines[0], print_line_end(text, lines[0], lines[1]), &above);
    row_cut(&finder->print, lines[2], print_line_end(text, lines[2], lines[3]), &below);
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
    struct roll_of_page roll;
    bool thrown; /* the label had a roll: its moves are of one side */
    unsigned depth;
    size_t label_begin;
    bool fresh; /* a label stands right before */
    bool next;  /* a comma stands right behind the last move, as between those of a turn with dice */
    bool words; /* words stand behind the last move, on this line */
};

static size_t step_label(struct finder *finder, struct runner *runner, size_t begin, size_t at, size_t end)
{
    bool dots = false;
    uint32_t number;
    int side;
    struct roll_of_page roll;
    size_t length = print_roll(&finder->print, at, end, &number, &side, &roll);
    bool thrown = length > 0;
    if (!length) {
        length = print_label(&finder->print, begin, at, end, &number, &dots);
        side = dots ? LUDUS_BLACK : LUDUS_WHITE;
    }
    if (!length)
        return 0;
    runner->thrown = thrown;
    runner->label = number;
    runner->side = side;
    runner->roll = roll;
    runner->label_begin = at;
    runner->fresh = true;
    return length;
}

/* Adds the passage of a move in a paragraph, whose text is `length` bytes at least. */
static void add_running(struct finder *finder, const struct runner *runner, size_t at, size_t end,
                        size_t length)
{
    struct passage *passage = add_passage(finder, at, end, runner->fresh ? runner->label_begin : at);
    bool placed = runner->thrown && (runner->fresh || runner->next);
    bool loose = runner->thrown && !placed && !runner->words; /* a line that begins with a move */
    if (!passage)
        return;
    passage->strong =
        runner->depth == 0 && !loose &&
        (placed || runner->strong == STRONG_ALWAYS || (runner->strong == STRONG_FIRST && !runner->other));
    passage->label = runner->label;
    passage->side = runner->label || runner->thrown ? runner->side : -1;
    passage->roll = runner->roll;
    passage->behind_words = runner->words;
    passage->depth = (uint8_t)(runner->depth < 9 ? runner->depth : 9);
    passage->least = length;
}

/* Takes in a move of a paragraph. */
static void take_running(struct runner *runner, size_t length)
{
    runner->covered += length;
    runner->words = false;
    runner->fresh = false;
    runner->roll.count = 0;
    if (runner->thrown)
        return;
    if (runner->label && runner->side == LUDUS_BLACK)
        runner->label = 0;
    runner->side = LUDUS_BLACK;
}

/* Where what stands in the place of a move ends: before a comma, the end of the line, or a word in small
 * letters. */
static size_t end_of_move(const char *text, size_t at, size_t end)
{
    size_t stop = at;
    for (; at < end && text[at] != ',' && !is_break(text[at]); at++) {
        size_t word = at;
        while (word < end && text[word] >= 'a' && text[word] <= 'z')
            word++;
        if (is_blank(text[at - 1]) && word > at + 1 && word < end && is_space(text[word]))
            break;
        stop = is_blank(text[at]) ? stop : at + 1;
    }
    return stop;
}

/* Length of a text that stands where the next move is to stand, and was meant as one, though it cannot be
 * read. */
static size_t meant_length(const struct finder *finder, const struct runner *runner, size_t at, size_t end)
{
    const char *text = finder->print.text;
    bool dots;
    uint32_t number;
    size_t stop = at;
    if (runner->thrown) {
        bool placed = runner->fresh || runner->next;
        return placed && dialects_match(finder->print.dialects, text + at, text + end)
                   ? end_of_move(text, at, end) - at
                   : 0;
    }
    if (!runner->label || runner->words || runner->depth || !begins_word(text, at, at))
        return 0;
    while (stop < end && stop - at < 26 && !strchr(",;\n", text[stop]) &&
           !(is_blank(text[stop]) && passage_label(text + stop + 1, end - stop - 1, &number, &dots)))
        stop++;
    bool bounded = stop == end || strchr(",;\n", text[stop]) || is_blank(text[stop]);
    return bounded && print_is_meant(text, at, stop) ? stop - at : 0;
}

/* Length of the words that end the game and a sentence here, or 0. */
static size_t ends_at(const struct finder *finder, size_t at, size_t end)
{
    size_t stop = at;
    while (stop < end && stop - at < 40 && !strchr(".,;\n", finder->print.text[stop]))
        stop++;
    return print_ends_game(&finder->print, at, stop) ? stop - at : 0;
}

/* Adds the moves that a paragraph may hold; `add` false only counts what they cover. */
static void run(struct finder *finder, size_t begin, size_t end, struct runner *runner, bool add)
{
    const char *text = finder->print.text;
    size_t at = begin, covered_to = begin, stop;
    while (at < end) {
        if (text[at] == '{') { /* the number of a page */
            const char *close = memchr(text + at, '}', end - at);
            at = close ? (size_t)(close - text) + 1 : end;
            continue;
        }
        size_t length = begins_word(text, begin, at) ? step_label(finder, runner, begin, at, end) : 0;
        if (text[at] == '(' && !length)
            runner->depth++;
        else if (text[at] == ')' && runner->depth)
            runner->depth--;
        bool word =
            begins_word(text, begin, at) && (is_letter(text[at]) || text[at] & '\x80' || text[at] == '0');
        if (length) {
            at = print_skip_blanks(text, at + length, end);
            while (at < end && is_break(text[at]))
                at = print_skip_blanks(text, at + 1, end);
            covered_to = at > covered_to ? at : covered_to;
        }
        if ((length || word) && runner->strong == STRONG_ALWAYS && !runner->words && runner->depth == 0 &&
            (stop = ends_at(finder, at, end)) > 0) {
            if (add && runner->covered)
                add_end(finder, at, at + stop);
            at += stop;
            covered_to = at;
            continue;
        }
        if (length || word) {
            length = print_longest(&finder->print, at, end);
            length = length > 1 ? length : meant_length(finder, runner, at, end);
        }
        if (length > 1) {
            if (add)
                add_running(finder, runner, at, end, length);
            take_running(runner, length);
            at += length;
            covered_to = at;
            size_t ahead = at;
            while (runner->thrown && ahead < end && is_space(text[ahead]))
                ahead++;
            runner->next = runner->thrown && ahead < end && text[ahead] == ',';
            at = runner->next ? ahead + 1 : at;
            continue;
        }
        if (at >= covered_to && (is_letter(text[at]) || is_digit(text[at])))
            runner->other += runner->depth == 0;
        runner->words = (runner->words || is_letter(text[at])) && !is_break(text[at]);
        runner->fresh &= at < end && is_space(text[at]);
        runner->next &= at < end && is_space(text[at]);
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
    for (size_t at = begin; at < end; at = print_next_line(finder->print.text, at, end)) {
        row_cut(&finder->print, at, print_line_end(finder->print.text, at, end), &row);
        if (row.count != 2 || row.moves != 2 || !row.labels || !row_is_moves(&finder->print, &row))
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
    row_cut(&finder->print, begin, print_line_end(finder->print.text, begin, end), &row);
    unsigned column = row_is_moves(&finder->print, &row) ? row.cells[right_half(&row, 0)].column : 0;
    for (unsigned half = 0; half < 2; half++)
        for (at = begin; at < end; at = print_next_line(finder->print.text, at, end)) {
            size_t stop = print_line_end(finder->print.text, at, end);
            row_cut(&finder->print, at, stop, &row);
            if (is_empty(finder->print.text, at, stop) || !row_is_moves(&finder->print, &row))
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
        if (finder->print.text[begin] == '|')
            finder->out->furniture[begin] = 1;
}

/* Is it a line of a board drawn with signs? */
static bool is_diagram(const char *text, size_t at, size_t end)
{
    at = at < end && is_blank(text[at]) ? at + strspn(text + at, " \t") : at;
    return at < end && (text[at] == '|' || (text[at] == '+' && end - at > 2 && text[at + 1] == '-'));
}

/* Adds the board that has been read from the lines [at, next). */
static void add_board(struct finder *finder, size_t at, size_t next)
{
    struct passage *passage = add_passage(finder, at, next, at);
    if (!passage)
        return;
    passage->cell = ++finder->cell;
    passage->board = finder->board;
    finder->board = ludus_position_new(finder->print.dialects->ruleset);
    finder->out->failed |= !finder->board;
}

/* Below prose, does the row look like more of it: no label, or one move with words behind it? */
static bool is_amid_prose(const struct row *row)
{
    return row->labels == 0 || row->read == 0 || (row->count == 1 && row->cells[0].words);
}

static size_t add_line(struct finder *finder, size_t at, size_t end, size_t *paragraph)
{
    const char *text = finder->print.text;
    size_t stop = print_line_end(text, at, end), next = print_next_line(text, at, end);
    size_t drawn =
        finder->board ? diagram_text_read(finder->print.dialects, text, at, end, finder->board) : at;
    size_t lines[4] = { at, next, print_next_line(text, next, end), 0 };
    struct row row;
    lines[3] = print_next_line(text, lines[2], end);
    row_cut(&finder->print, at, stop, &row);
    bool fraction = next < end && add_fractions(finder, lines),
         diagram = drawn > at || is_diagram(text, at, stop),
         rows = !fraction && !diagram && !finder->print.dialects->ruleset->rules.dice &&
                row_is_moves(&finder->print, &row) && !(row.running && (row.count > 2 || *paragraph < at)) &&
                !(*paragraph < at && is_amid_prose(&row));
    bool ended =
        !rows && row.count == 1 && print_ends_game(&finder->print, row.cells[0].begin, row.cells[0].end);
    if (!fraction && !rows && !diagram && !ended)
        return next;
    if (*paragraph < at)
        add_paragraph(finder, *paragraph, at);
    if (diagram) {
        if (drawn > at)
            add_board(finder, at, next = drawn);
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
                             .print = { dialects, text },
                             .board = ludus_position_new(dialects->ruleset) };
    *passages = (struct passages){ .text = text, .length = end, .furniture = memory_zeroed(end + 1, 1) };
    passages->failed = !passages->furniture || !finder.board;
    if (passages->failed) {
        ludus_position_free(finder.board);
        return false;
    }
    find_columns(&finder, begin, end);
    size_t paragraph = begin;
    for (size_t at = begin; at < end;) {
        if (is_empty(text, at, print_line_end(text, at, end))) {
            if (paragraph < at)
                add_paragraph(&finder, paragraph, at);
            at = paragraph = print_next_line(text, at, end);
        } else {
            at = add_line(&finder, at, end, &paragraph);
        }
    }
    if (paragraph < end)
        add_paragraph(&finder, paragraph, end);
    ludus_position_free(finder.board);
    return !passages->failed;
}

void passages_free(struct passages *passages)
{
    for (size_t i = 0; i < passages->count; i++) {
        free(passages->each[i].readings);
        free(passages->each[i].slips);
        ludus_position_free(passages->each[i].board);
    }
    free(passages->each);
    free(passages->furniture);
}
