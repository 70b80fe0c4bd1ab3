/* transcript_lines.c - cuts a page into lines, and puts columns side by side one below the other. Blanks
 * divide them, or only the numbers of the right column; turns go down the left column first. */
#include "base/text.h"
#include "decode/transcript_page.h"

#include <errno.h>
#include <stdarg.h>

enum {
    ROWS_LEAST = 3,
    ROWS_MOST = 400,
    LOOKED_AT = 40,
    WIDTH_MOST = 240,
    REFUSED_MOST = 8,
    SLACK = 4,
    AHEAD_MOST = 3,
    NO_CUT = -1
};

/* The consecutive numbers of turns in one column. */
struct flow {
    uint32_t first, last;
    unsigned count, heads; /* heads: those at the beginning of a line */
    unsigned lines;        /* lines with a number */
    unsigned missed;       /* lines with text but no number since the last */
};

/* Lines [from, to) divided near one column by a gap, or by numbers that rise by one from line to line. */
struct gutter {
    size_t from, to;
    unsigned column, both; /* both: number of lines with text on both sides */
    uint32_t number;       /* right number in the first line; 0: a gap divides them */
    unsigned moves;        /* lines with a move behind the right number */
    unsigned words;        /* lines with a letter on the left */
    struct flow flows[2];
    uint32_t cuts[ROWS_MOST]; /* where the right column begins in each line */
};

/* Returns the byte of a line where the number `sought` begins; the line's length if it has none. */
static size_t find_number(const struct page_line *line, uint32_t sought)
{
    size_t at = 0;
    while (at < line->length && !(label_of_word(line->text, 0, at, line->length).number == sought))
        at++;
    return at;
}

/* A gap of two or more blanks and bars in a line, with the byte and column of the text behind it. */
struct gap {
    size_t at;
    unsigned column, size;
};

/* Finds the next gap from gap->at on, which is at gap->column. False at the end of the line. */
static bool next_gap(const struct page_line *line, struct gap *gap)
{
    const size_t begin = gap->at;
    for (gap->size = 0; gap->size < 2 && gap->at < line->length;) {
        const size_t stop = print_cell_end(line->text, gap->at, line->length);
        gap->at = print_skip_blanks(line->text, stop, line->length);
        gap->size = (unsigned)(gap->at - stop);
    }
    gap->column += (unsigned)text_characters(line->text + begin, gap->at - begin);
    return gap->at < line->length;
}

/* Returns the byte behind the gap near a column; the length of a line that ends before; NO_CUT if neither. */
static long find_gap(const struct page_line *line, unsigned column)
{
    struct gap gap = { .column = (unsigned)line->indent };
    long best = NO_CUT;
    unsigned near = SLACK + 1;
    if (line->length > WIDTH_MOST)
        return NO_CUT;
    if (line->indent + 2 >= column) /* nothing stands on the left */
        return 0;
    while (next_gap(line, &gap)) {
        const unsigned away = gap.column <= column              ? column - gap.column
                              : gap.column - gap.size <= column ? 0
                                                                : gap.column - column;
        if (away < near) {
            near = away;
            best = (long)gap.at;
        }
    }
    return best == NO_CUT && gap.column <= column ? (long)line->length : best;
}

/* Returns the number of a turn that a line begins with, perhaps behind a bar, within its first bytes. */
static struct label first_label(const struct page_line *line, size_t length)
{
    return label_at(line->text, print_skip_blanks(line->text, 0, length), length);
}

/* Adds the numbers of turns in a part of a line to a flow. If the line begins with a digit, numbers in
 * parentheses are times. */
static void add_labels(const struct page_line *line, const char *text, size_t length, struct flow *flow)
{
    const unsigned before = flow->count;
    const size_t head = print_skip_blanks(text, 0, length);
    for (size_t at = head; at < length; at++) {
        const struct label label = label_of_word(text, head, at, length);
        if (!label.length || is_letter(text[at]) || (text[at] == '(' && is_digit(*line->text)))
            continue; /* "I. O. H. Taylor" is no turn */
        bool stopped = strchr(".)", text[at + label.length - 1]);
        size_t next = at + label.length;
        while (next < length && !is_digit(text[next]) && !is_upper(text[next]))
            next++;
        if (!stopped && next < length && is_digit(text[next]) && text[next] != '0' &&
            !is_letter(text[next - 1]) && !(next + 1 < length && is_digit(text[next + 1])))
            continue;                                     /* a roll, "2 and 3" */
        const uint32_t ahead = label.number - flow->last; /* perhaps behind illegible numbers, "I1." */
        if (flow->count ? ahead > 1 && (at > head || ahead != flow->missed + 1 || ahead > AHEAD_MOST)
                        : at > head && !stopped)
            continue;
        flow->first = flow->count ? flow->first : label.number;
        flow->last = label.number;
        flow->count++;
        flow->heads += at == head;
    }
    flow->lines += flow->count > before;
    flow->missed = flow->count > before ? 0 : flow->missed + (head < length);
}

/* Are both columns of one game: do half the lines have the same number on both sides, and at most one move
 * behind the left one; or only one number, between two moves? */
static bool is_one_game(const struct page *page, const struct gutter *gutter)
{
    unsigned same = 0;
    for (size_t at = gutter->from; at < gutter->to; at++) {
        const struct page_line *line = &page->lines[at];
        const size_t cut = gutter->cuts[at - gutter->from];
        const struct print print = { .dialects = &page->words, .text = line->text };
        const size_t head = print_skip_blanks(line->text, 0, cut);
        const struct label label = label_at(line->text, head, cut),
                           other = label_at(line->text, cut, line->length);
        if (!other.length || (label.length && other.number != label.number))
            continue;
        size_t first = print_skip_blanks(line->text, head + label.length, cut),
               second = print_skip_blanks(line->text, first + print_longest(&print, first, cut, false), cut);
        same += (label.length && second == first) ||
                ((label.length || second > first) && print_longest(&print, second, cut, false) < 2);
    }
    return 2 * same >= gutter->flows[1].heads;
}

/* Follows a gap, or numbers, down the page, to the last line with text on the right, or one more on the left.
 * Moves `*behind`, the next line to examine, behind a long table. */
static struct gutter follow_gutter(const struct page *page, size_t from, unsigned column, uint32_t number,
                                   size_t *behind)
{
    struct gutter gutter = { .from = from, .to = from, .column = column, .number = number };
    struct flow *left = &gutter.flows[0], *right = &gutter.flows[1];
    bool blank = false;
    for (size_t at = from; at < page->count && at < from + ROWS_MOST; at++) {
        const struct page_line *line = &page->lines[at];
        const struct print print = { .dialects = &page->words, .text = line->text };
        long found = line->length ? find_gap(line, column) : 0;
        if (number) {
            const uint32_t row = (uint32_t)(at - from);
            const size_t stands = find_number(line, number + row);
            bool goes_on = left->first && find_number(line, left->first + row) == 0;
            found = line->length && (row == 0 || stands == 0 || goes_on) ? (long)stands : NO_CUT;
            const size_t move = stands + label_at(line->text, stands, line->length).length;
            gutter.moves += print_longest(&print, print_skip_blanks(line->text, move, line->length),
                                          line->length, false) > 1;
        }
        if (found == NO_CUT)
            break;
        const size_t cut = gutter.cuts[at - from] = (uint32_t)found;
        const struct label label = first_label(line, cut), other = label_at(line->text, cut, line->length);
        if (label.length && (other.number == label.number + 1 ||
                             (right->count && label.number == right->last + 1 &&
                              label.number != left->last + 1))) { /* the numbers go across the columns */
            gutter.both = 0;
            break;
        }
        if (label.number == 1 && left->last > 1 &&
            (!right->count || (other.number > 1 && other.number != right->last + 1)))
            break; /* the next game, which has columns of its own */
        add_labels(line, line->text, cut, left);
        add_labels(line, line->text + cut, line->length - cut, right);
        gutter.both += cut > 0 && cut < line->length;
        size_t letter = 0;
        while (letter < cut && !begins_letter(line->text[letter]))
            letter++;
        gutter.words += letter < cut;
        blank = line->length == 0 ||
                (blank && !label.length && !other.length); /* what stands below a blank line */
        const bool ends = right->first != 1 && dialects_ending(&page->words, line->text, line->length);
        if (!blank && (line->length > cut ||
                       (at == gutter.to && !ends && (2 * line->length > column || number || label.length))))
            gutter.to = at + 1;
        if (number && cut == line->length) { /* the left column is at most one line longer */
            uint32_t below = left->first + (uint32_t)(at - from) + 1;
            if (at + 1 < page->count && line[1].length && find_number(&line[1], below) == 0)
                gutter.both = 0;
            break;
        }
    }
    if (gutter.to > from + LOOKED_AT && gutter.to > *behind)
        *behind = gutter.to;
    return gutter;
}

/* Do the numbers go down the left column and on in the right one, or restart there with another game? */
static bool is_flow(const struct gutter *gutter)
{
    const struct flow *left = &gutter->flows[0], *right = &gutter->flows[1];
    bool on = left->lines > 1 && (right->first == left->last || right->first == left->last + 1);
    bool anew =
        !gutter->number && right->first == 1 && left->first <= 1 && right->count > 3 && gutter->words > 1;
    return gutter->both >= ROWS_LEAST && (!gutter->number || 2 * gutter->moves > gutter->both) &&
           right->lines > 1 && right->heads > 0 && (on || anew);
}

/* Finds the best gap that begins in a line; or else columns that only their numbers divide, as where OCR has
 * closed up the gap: the numbers rise by one from line to line on both sides. If there is neither, the count
 * of lines with both sides is 0. */
static struct gutter find_gutter(const struct page *page, size_t from, size_t *behind)
{
    const struct page_line *line = &page->lines[from];
    struct gutter best = { .both = 0 };
    struct gap gap = { .column = (unsigned)line->indent };
    if (line->length > WIDTH_MOST)
        return best;
    for (unsigned refused = 0; refused < REFUSED_MOST && next_gap(line, &gap);) {
        struct gutter gutter = follow_gutter(page, from, gap.column, 0, behind);
        if (!is_flow(&gutter) || gutter.flows[1].heads <= best.flows[1].heads)
            continue;
        if ((gutter.flows[1].first == 1 || !gutter.flows[0].heads) && is_one_game(page, &gutter))
            refused++;
        else
            best = gutter;
    }
    const struct label first = first_label(line, line->length);
    for (size_t i = first.length; i && i < line->length && !best.both; i++) {
        const uint32_t number = label_of_word(line->text, 0, i, line->length).number;
        if (number <= first.number + 1)
            continue;
        struct gutter gutter = follow_gutter(page, from, 0, number, behind);
        if (is_flow(&gutter))
            best = gutter;
    }
    return best;
}

/* Adds a part of a line as a line of its own. */
static void add_part(struct ludus_buffer *out, struct page_line *lines, size_t *count,
                     const struct page_line *from, size_t begin, size_t end, size_t indent)
{
    const struct ludus_text part = transcript_strip(from->text + begin, from->text + end, " |", " |");
    begin = (size_t)(part.text - from->text);
    lines[(*count)++] = (struct page_line){
        .length = part.length, .indent = indent, .origin = from->origin + begin, .number = from->number
    };
    for (size_t i = 0; i < indent; i++)
        buf_char(out, ' ');
    buf_add(out, part.text, part.length);
    buf_char(out, '\n');
}

/* Returns the column of byte `cut` of a line's text. */
static size_t column_of(const struct page_line *line, size_t cut)
{
    return line->indent + text_characters(line->text, cut);
}

/* Rewrites the page with both columns one below the other. False without memory. */
static bool unfold_columns(struct page *page, const struct gutter *gutter)
{
    const size_t from = gutter->from, to = gutter->to;
    struct ludus_buffer out = { 0 };
    struct page_line *lines = memory_zeroed(page->count + to - from + 2, sizeof *lines), *line;
    size_t count = 0, least[2] = { SIZE_MAX, SIZE_MAX }, cut; /* leftmost column of numbers on each side */
    if (!lines)
        return false;
    for (size_t i = from; i < to; i++) {
        line = &page->lines[i];
        cut = gutter->cuts[i - from];
        const size_t column = column_of(line, cut);
        const bool numbers[2] = { first_label(line, cut).length > 0,
                                  label_at(line->text, cut, line->length).length > 0 };
        least[0] = numbers[0] && line->indent < least[0] ? line->indent : least[0];
        least[1] = numbers[1] && column < least[1] ? column : least[1];
    }
    for (size_t i = 0; i < to; i++) {
        line = &page->lines[i];
        cut = i < from ? line->length : gutter->cuts[i - from];
        add_part(&out, lines, &count, line, 0, cut, line->indent);
    }
    if (gutter->flows[1].first == 1) /* another game */
        add_part(&out, lines, &count, &page->lines[from], 0, 0, 0);
    for (size_t i = from; i < page->count; i++) {
        line = &page->lines[i];
        cut = i < to ? gutter->cuts[i - from] : 0;
        const size_t right = gutter->number ? least[1] : column_of(line, cut),
                     indent = i >= to                                       ? line->indent
                              : line->length && least[0] + right > least[1] ? least[0] + right - least[1]
                                                                            : 0;
        if (cut < line->length || line->length == 0)
            add_part(&out, lines, &count, line, cut, line->length, indent);
    }
    const char *text = buf_string(&out);
    for (size_t i = 0; !out.failed && i < count; i++) {
        lines[i].text = text + lines[i].indent;
        text = lines[i].text + lines[i].length + 1;
    }
    if (out.failed) {
        free(lines);
        buf_free(&out);
        return false;
    }
    buf_free(&page->text);
    free(page->lines);
    page->text = out;
    page->lines = lines;
    page->count = count;
    return true;
}

/* Puts all columns one below the other, in the lines and the text. False without memory. */
static bool unfold_all(struct page *page)
{
    table_share_numbers(page);
    for (size_t at = 0, behind; at < page->count; at = behind) {
        behind = at + 1;
        const struct gutter gutter = find_gutter(page, at, &behind);
        if (!gutter.both)
            continue;
        const struct page_line *line = &page->lines[at];
        const size_t cut = gutter.cuts[0];
        const bool above = !first_label(line, cut).length &&
                           (is_letter(line->text[cut]) || !label_at(line->text, cut, line->length).length);
        behind = at + above; /* the first line is above the columns: "Schach.  XVIII. Jahrg." */
        if (behind == at && !unfold_columns(page, &gutter)) /* try again: there may be three columns */
            return false;
    }
    return true;
}

/* ---- Lines ---- */

/* Do two parts of a word make the name of a piece of any ruleset, or a word for castling? */
static bool is_word_of_moves(const struct dialects *words, const char *first, size_t before, const char *rest,
                             size_t behind)
{
    char name[40];
    const char *id;
    if (before + behind < 4 || before + behind > sizeof name)
        return false;
    memcpy(name, first, before);
    memcpy(name + before, rest, behind);
    if (dialects_word(words, name, before + behind, CLASS_CASTLES) == before + behind)
        return true;
    for (size_t i = 0; (id = ludus_ruleset_id_at(i)); i++) {
        const struct ludus_ruleset *rules = ludus_ruleset_find(id);
        if (rules && rules_kind(&rules->rules, name, before + behind) != NONE)
            return true;
    }
    return false;
}

/* Joins words of moves divided at the end of a line, "Peli-" and "canus", "Cas-" and "tles": it then ends
 * behind the word. */
static void join_words(const struct dialects *words, char *text, size_t length)
{
    for (size_t at = 1; at + 1 < length; at++) {
        if (text[at] != '-' || !is_letter(text[at - 1]) || !is_break(text[at + 1]))
            continue;
        const size_t rest = print_skip(text, at + 1, length, SPACES);
        size_t first = at, end;
        while (first > 0 && is_letter(text[first - 1]))
            first--;
        for (end = rest; end < length && is_letter(text[end]);)
            end++;
        if (!is_word_of_moves(words, text + first, at - first, text + rest, end - rest))
            continue;
        memmove(text + at, text + rest, end - rest);
        at += end - rest;
        text[at] = '\n';
        memset(text + at + 1, ' ', end - at - 1);
    }
}

static bool cut_lines(struct page *page)
{
    static const char edges[] = " \t\v\f"; /* and NUL */
    join_words(&page->words, page->text.bytes, page->text.length);
    const char *text = buf_string(&page->text), *end = text + page->text.length;
    page->lines = memory_zeroed(text_lines(text, page->text.length) + 2, sizeof *page->lines);
    for (const char *next; page->lines && text < end; text = next) {
        const char *begin = text, *stop = memchr(text, '\n', (size_t)(end - text));
        stop = stop ? stop : end;
        next = stop + (stop < end);
        while (begin < stop && strchr(edges, *begin))
            begin++;
        while (stop > begin && strchr(edges, stop[-1]))
            stop--;
        const size_t origin = (size_t)(begin - page->text.bytes);
        page->lines[page->count] = (struct page_line){ .text = begin,
                                                       .length = (size_t)(stop - begin),
                                                       .indent = (size_t)(begin - text),
                                                       .origin = origin,
                                                       .number = page_origin(page, origin).line };
        page->count++;
    }
    return page->lines && !page->text.failed;
}

bool transcript_read_lines(struct page *page)
{
    struct input_chunk chunk;
    struct ludus_import *import = page->import;
    struct input *input = input_new(import->source, import->most, 1, 0);
    import->source = NULL;
    while (input && input_next(input, 1, &chunk)) {
        if (chunk.large || (page->text.length + chunk.length) >> 20 >= import->most) {
            import_fault(import, "large-record", 1, 1, LARGE_TEXT, "page", import->most);
            buf_clear(&page->text);
            break;
        }
        for (size_t i = page->text.length ? chunk.line : 1; i < chunk.line; i++)
            buf_char(&page->text, '\n'); /* blank lines at the top count too */
        buf_add(&page->text, chunk.text, chunk.length);
    }
    import->error = input ? input_error(input) : ENOMEM;
    input_close(input);
    return !import->error && page_make_plain(page) && cut_lines(page) && unfold_all(page);
}

/* ---- Places ---- */

size_t transcript_begin_of(const struct page *page, size_t line)
{
    return line < page->count ? (size_t)(page->lines[line].text - page->text.bytes) - page->lines[line].indent
                              : page->text.length;
}

size_t transcript_line_of(const struct page *page, size_t at)
{
    size_t low = 0, high = page->count;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (transcript_begin_of(page, middle) <= at)
            low = middle;
        else
            high = middle;
    }
    return low;
}

size_t transcript_place(const struct page *page, size_t at, size_t *line, size_t *column)
{
    const struct page_line *l = &page->lines[transcript_line_of(page, at)];
    const struct page_origin origin =
        page_origin(page, l->origin + at - (size_t)(l->text - page->text.bytes));
    *line = origin.line + 1;
    *column = origin.byte - origin.start + 1;
    return origin.byte;
}

void transcript_fault(struct page *page, const char *code, size_t begin, size_t end, const char *format, ...)
{
    enum { SHOWN_MOST = 60, FAULT_TEXT = 300 };
    const char *text = page->text.bytes + begin;
    char message[FAULT_TEXT];
    va_list arguments;
    size_t line, column, shown = text_fit(text, print_line_end(text, 0, end - begin), SHOWN_MOST);
    transcript_place(page, begin, &line, &column);
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (end > begin)
        import_fault(page->import, code, line, column, "'%.*s' %s", (int)shown, text, message);
    else
        import_fault(page->import, code, line, column, "%s", message);
}
