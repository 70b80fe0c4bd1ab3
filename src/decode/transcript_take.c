/* transcript_take.c - reads the lines of a game on a page whose turns are written as in records: turns are
 * copied, all else becomes comments. */
#include "base/memory.h"
#include "decode/transcript_page.h"
#include "notation/record.h"
#include "notation/turns.h"

#include <string.h>

/* ---- Kinds of lines ---- */

static bool scan_line(struct line_scan *scan, const char *line, size_t length)
{
    buf_clear(&scan->text);
    buf_char(&scan->text, ' ');
    buf_add(&scan->text, line, length);
    scan->game.item_count = 0;
    scan->game.page = true;
    return record_read_text(&scan->game, &scan->text) && scan->game.source.length == scan->text.length;
}

void transcript_scan_free(struct line_scan *scan)
{
    record_free(&scan->game);
    buf_free(&scan->text);
}

bool transcript_is_notation(const char *line, size_t length, struct line_scan *scan)
{
    unsigned held = scan_line(scan, line, length) ? visit_held(&scan->game) : 0;
    return held & (1 << LUDUS_EVENT_MOVE | 1 << LUDUS_EVENT_RESULT) && !(held & 1 << LUDUS_EVENT_UNREAD);
}

bool transcript_is_doubtful(const char *text, size_t length, struct line_scan *scan)
{
    for (size_t i = 1; i < length; i++) /* a square */
        if (is_digit(text[i]) && text[i - 1] >= 'a' && text[i - 1] <= 'p' &&
            (i + 1 == length || !is_letter(text[i + 1])))
            return true;
    (void)scan_line(scan, text, length);
    bool digits = false;
    for (size_t i = 0; i < scan->game.item_count; i++)
        for (size_t c = 0; c < scan->game.items[i].length && turns_unread(&scan->game.items[i]); c++)
            digits |= is_digit(scan->game.items[i].text[c]);
    return digits || visit_held(&scan->game) & (1 << LUDUS_EVENT_MOVE | 1 << LUDUS_EVENT_DICE);
}

unsigned transcript_result(const char *text, size_t length)
{
    struct ludus_text result = transcript_strip(text, text + length, SPACES, SPACES);
    result.length -= result.length > 1 && result.text[result.length - 1] == '.';
    return result_read(result);
}

bool transcript_footer_line(const struct page_line *line, struct ludus_text *name, struct ludus_text *value)
{
    const char *text = line->text, *end = text + line->length, *at = text;
    while (at < end && is_name(*at))
        at++;
    *name = (struct ludus_text){ text, (size_t)(at - text) };
    if (at == text || !is_letter(*text) || at + 1 >= end || *at != ':' || !is_space(at[1]))
        return false;
    *value = transcript_strip(at + 1, end, SPACES, "");
    return value->length > 0;
}

/* ---- Adding lines to the game ---- */

void transcript_mark(struct page *page, size_t at)
{
    struct diag_origin *origin =
        memory_push(&page->origins, &page->origin_count, &page->origin_capacity, sizeof *origin);
    page->failed |= !origin;
    if (!origin)
        return;
    origin->at = page->notation.length;
    transcript_place(page, at, &origin->line, &origin->column);
}

static void end_turns(struct page *page)
{
    if (page->turn)
        buf_char(&page->notation, '\n');
    page->turn = false;
}

static void end_prose(struct page *page)
{
    if (page->prose.length == 0)
        return;
    buf_char(&page->notation, '{');
    transcript_mark(page, (size_t)(page->lines[page->prose_line].text - page->text.bytes));
    for (size_t i = 0; i < page->prose.length; i++) {
        char c = page->prose.bytes[i];
        if (c == '}')
            import_fault(page->import, "changed", page->lines[page->prose_line].number + 1, 1,
                         "a comment cannot hold }, which becomes )");
        buf_char(&page->notation, c == '}' ? ')' : c);
    }
    buf_text(&page->notation, "}\n");
    buf_clear(&page->prose);
}

void transcript_end_text(struct page *page)
{
    end_turns(page);
    end_prose(page);
}

bool transcript_is_moves(const struct page *page, const struct page_line *line)
{
    const struct print print = { .dialects = &page->words, .text = line->text };
    size_t word = 0, digits = 0, small = 0;
    bool bare = true;
    for (; word < line->length && !is_space(line->text[word]); word++)
        digits += is_digit(line->text[word]);
    for (size_t at = 0; at < line->length; at++) { /* no word of prose */
        bare &= is_lower(line->text[at]) || is_digit(line->text[at]) || small < 3;
        small = is_lower(line->text[at]) ? small + 1 : 0;
    }
    bare &= small < 3 && (digits || print_longest(&print, 0, line->length, false) > 1);
    for (size_t at = 0; bare && at < line->length; at++) {
        const size_t label = label_of_word(line->text, 0, at, line->length).length;
        if (label && print_longest(&print, print_skip_blanks(line->text, at + label, line->length),
                                   line->length, false) > 1)
            return true;
    }
    return false;
}

static bool is_result(const struct page_line *line)
{
    return transcript_result(line->text, line->length) != NO_RESULT;
}

static bool is_notation(struct page *page, const struct page_line *line)
{
    return transcript_is_notation(line->text, line->length, &page->scan);
}

static bool may_begin_turn(const struct page_line *line)
{
    return transcript_may_begin_turn(line->text, line->length);
}

/* Does a line begin a turn, whatever is above it: is it surely meant as one, or notation? */
static bool begins_turn(struct page *page, const struct page_line *line)
{
    return transcript_is_labelled(line->text, line->length) ||
           (may_begin_turn(line) && is_notation(page, line));
}

size_t transcript_find_turn(struct page *page)
{
    size_t line = 0;
    while (line < page->count && !begins_turn(page, &page->lines[line]))
        line++;
    return line;
}

static void add_prose(struct page *page, size_t line)
{
    const struct page_line *l = &page->lines[line];
    end_turns(page);
    if (page->prose.length > 0)
        buf_char(&page->prose, '\n');
    else
        page->prose_line = line;
    buf_add(&page->prose, l->text, l->length);
    bool doubtful = !page->over && transcript_is_doubtful(l->text, l->length, &page->scan);
    page->doubted |= doubtful;
    if (doubtful && (is_digit(*l->text) || may_begin_turn(l) || transcript_is_moves(page, l)))
        import_fault(page->import, "perhaps-turn", l->number + 1, 1,
                     "line %zu has moves and becomes a comment", l->number + 1);
}

/* Adds `length` bytes of a line to the current turns, or begins new ones. */
static void add_line(struct page *page, const struct page_line *l, size_t length)
{
    end_prose(page);
    if (page->turn)
        buf_format(&page->notation, "\n%*s", (int)l->indent, "");
    transcript_mark(page, (size_t)(l->text - page->text.bytes));
    buf_add(&page->notation, l->text, length);
    page->turn = true;
}

/* Adds a line of notation. */
static void add_turn(struct page *page, size_t line)
{
    const struct page_line *l = &page->lines[line];
    const bool result = is_result(l);
    add_line(page, l, l->length - (result && l->text[l->length - 1] == '.'));
    const char *rest = memchr(l->text, ';', l->length);
    size_t behind = rest ? (size_t)(l->text + l->length - rest) : 0;
    page->doubted |= rest && transcript_is_doubtful(rest, behind, &page->scan);
    (void)is_notation(page, l);
    page->over |= result || turns_result(&page->scan.game) != NULL; /* not that of a variation */
}

/* Does the prose right above continue on the next line? */
static bool is_amid_prose(const struct page *page)
{
    return page->prose.length > 0 && !strchr(".!?:;)]\"'", page->prose.bytes[page->prose.length - 1]);
}

/* Reads a result in words below the last turn; the words become a comment. False if it is none, or if a turn
 * or a result follows on the next lines of the game. */
static bool take_verdict(struct page *page, size_t line, const struct page_line *l)
{
    unsigned result = page->over ? NO_RESULT : dialects_verdict(&page->words, l->text, l->length);
    enum { LINES = 200 };
    if (result == NO_RESULT || page->notation.length == 0 || is_amid_prose(page))
        return false;
    for (const struct page_line *next = l + 1, *last = page->lines + page->count;
         next < last && next <= l + LINES && !detect_heading(next->text, next->length); next++)
        if (is_result(next) || begins_turn(page, next))
            return false;
    add_prose(page, line);
    end_prose(page);
    transcript_mark(page, (size_t)(l->text - page->text.bytes));
    buf_text(&page->notation, result_text(result));
    buf_char(&page->notation, '\n');
    page->over = true;
    import_fault(page->import, "read-result", l->number + 1, l->shift + 1, "'%.*s' is read as the result %s",
                 (int)l->length, l->text, result_text(result));
    return true;
}

/* Adds lines that are notation only together, as where one ends behind a piece. Returns how many, or 0. */
static size_t take_joined(struct page *page, size_t line)
{
    enum { LINES = 4 };
    const struct page_line *l = &page->lines[line];
    size_t count = 1;
    if (page->over || (!page->turn && !may_begin_turn(l)) || is_notation(page, l))
        return 0;
    for (; count < LINES && line + count < page->count && page->lines[line + count].length > 0; count++) {
        const struct page_line *last = &page->lines[line + count];
        size_t length = (size_t)(last->text + last->length - l->text);
        if (may_begin_turn(last))
            break;
        if (!transcript_is_notation(l->text, length, &page->scan))
            continue;
        for (size_t i = 0; i <= count; i++)
            add_turn(page, line + i);
        return count + 1;
    }
    return 0;
}

size_t transcript_take(struct page *page, size_t line)
{
    const struct page_line *l = &page->lines[line];
    if (l->length == 0) {
        transcript_end_text(page);
        return 1;
    }
    const size_t joined = take_joined(page, line);
    if (joined > 0)
        return joined;
    if (*l->text == '%' && l->indent == 0 && !is_amid_prose(page)) { /* as in records: "% about a file" */
        add_line(page, l, l->length);
        return 1;
    }
    if (take_verdict(page, line, l))
        return 1;
    const bool braces = page->prose.length == 0 && *l->text == '{' && l->text[l->length - 1] == '}';
    if (!braces && !is_result(l) && !begins_turn(page, l) && !(page->turn && is_notation(page, l))) {
        add_prose(page, line);
        return 1;
    }
    if (transcript_is_labelled(l->text, l->length) || is_result(l))
        end_turns(page);
    add_turn(page, line);
    return 1;
}
