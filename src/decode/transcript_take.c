/* transcript_take.c - the lines of a game on a page whose turns are written as records write them: turns are
 * taken as they stand, all else becomes comments. */
#include "base/memory.h"
#include "decode/transcript_page.h"
#include "notation/record.h"
#include "notation/turns.h"

#include <string.h>

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

void transcript_end_turns(struct page *page)
{
    if (page->turn.length == 0)
        return;
    transcript_mark(page, (size_t)(page->lines[page->turn_line].text - page->text.bytes));
    buf_add(&page->notation, page->turn.bytes, page->turn.length);
    buf_char(&page->notation, '\n');
    buf_clear(&page->turn);
}

void transcript_end_prose(struct page *page)
{
    if (page->prose.length == 0)
        return;
    buf_char(&page->notation, '{');
    transcript_mark(page, (size_t)(page->lines[page->prose_line].text - page->text.bytes));
    for (size_t i = 0; i < page->prose.length; i++) {
        char c = page->prose.bytes[i];
        if (c == '}')
            import_fault(page->import, IMPORT_CHANGED, page->lines[page->prose_line].number + 1, 1,
                         "a comment cannot hold }, which becomes )");
        buf_char(&page->notation, c == '}' ? ')' : c);
    }
    buf_text(&page->notation, "}\n");
    buf_clear(&page->prose);
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

/* Goes on with prose, or turns, that begin on a line, or do so on the line above. */
static void add_break(struct ludus_buffer *out, size_t *first, size_t line)
{
    if (out->length == 0)
        *first = line;
    else
        buf_char(out, '\n');
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

/* Does a line begin a turn, without the lines above it: is it surely meant as one, or notation? */
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
    transcript_end_turns(page);
    add_break(&page->prose, &page->prose_line, line);
    buf_add(&page->prose, l->text, l->length);
    bool doubtful = !page->over && transcript_is_doubtful(l->text, l->length, &page->scan);
    page->doubted |= doubtful;
    if (doubtful && (is_digit(*l->text) || may_begin_turn(l) || transcript_is_moves(page, l)))
        import_fault(page->import, IMPORT_TURN, l->number + 1, 1, "line %zu has moves and becomes a comment",
                     l->number + 1);
}

/* Takes in a line that is notation. */
static void add_turn(struct page *page, size_t line)
{
    const struct page_line *l = &page->lines[line];
    transcript_end_prose(page);
    const bool first = page->turn.length == 0, result = is_result(l);
    add_break(&page->turn, &page->turn_line, line);
    for (size_t blanks = first ? 0 : l->indent; blanks > 0; blanks--)
        buf_char(&page->turn, ' ');
    buf_add(&page->turn, l->text, l->length - (result && l->text[l->length - 1] == '.'));
    const char *rest = memchr(l->text, ';', l->length);
    size_t behind = rest ? (size_t)(l->text + l->length - rest) : 0;
    page->doubted |= rest && transcript_is_doubtful(rest, behind, &page->scan);
    (void)is_notation(page, l);
    page->over |= result || turns_result(&page->scan.game) != NULL; /* a variation has its own */
}

/* Does the prose right above go on into the next line? */
static bool is_amid_prose(const struct page *page)
{
    return page->prose.length > 0 && !strchr(".!?:;)]\"'", page->prose.bytes[page->prose.length - 1]);
}

/* Are there no turns, and no result, from a line on to the next game, as far as one looks? */
static bool is_end(struct page *page, size_t line)
{
    enum { LINES = 200 };
    for (size_t i = line; i < page->count && i < line + LINES; i++) {
        const struct page_line *l = &page->lines[i];
        if (detect_heading(l->text, l->length))
            break;
        if (is_result(l) || begins_turn(page, l))
            return false;
    }
    return true;
}

/* Takes in the result in words below the last turn; they become a comment. */
static bool take_verdict(struct page *page, size_t line, const struct page_line *l)
{
    unsigned result = page->over ? NO_RESULT : dialects_verdict(&page->words, l->text, l->length);
    bool below = page->turn.length > 0 || page->notation.length > 0;
    if (result == NO_RESULT || !below || is_amid_prose(page) || !is_end(page, line + 1))
        return false;
    add_prose(page, line);
    transcript_end_prose(page);
    transcript_mark(page, (size_t)(l->text - page->text.bytes));
    buf_text(&page->notation, result_text(result));
    buf_char(&page->notation, '\n');
    page->over = true;
    import_fault(page->import, IMPORT_RESULT, l->number + 1, l->shift + 1, "'%.*s' is read as the result %s",
                 (int)l->length, l->text, result_text(result));
    return true;
}

/* Takes in lines that are a turn only together, as where one ends behind a piece. How many they are, or 0. */
static size_t take_joined(struct page *page, size_t line)
{
    enum { LINES = 4 };
    const struct page_line *l = &page->lines[line];
    size_t count = 1;
    if (page->over || (page->turn.length == 0 && !may_begin_turn(l)) || is_notation(page, l))
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
        transcript_end_turns(page);
        transcript_end_prose(page);
        return 1;
    }
    const size_t joined = take_joined(page, line);
    if (joined > 0)
        return joined;
    if (*l->text == '%' && l->indent == 0 &&
        !is_amid_prose(page)) { /* as records have it: "% about a file" */
        transcript_end_prose(page);
        add_break(&page->turn, &page->turn_line, line);
        buf_add(&page->turn, l->text, l->length);
        return 1;
    }
    if (take_verdict(page, line, l))
        return 1;
    const bool braces = page->prose.length == 0 && *l->text == '{' && l->text[l->length - 1] == '}';
    if (!braces && !is_result(l) && !begins_turn(page, l) &&
        !(page->turn.length > 0 && is_notation(page, l))) {
        add_prose(page, line);
        return 1;
    }
    if (transcript_is_labelled(l->text, l->length) || is_result(l))
        transcript_end_turns(page);
    add_turn(page, line);
    return 1;
}
