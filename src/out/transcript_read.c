/* transcript_read.c - records from printed pages: a title, "Name (White) v Name (Black), place, date (…)",
 * turns on lines of their own, and prose, which becomes comments. A page is written down as notation and read
 * as a record; the tags are put before it when all of it is known. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "out/detect.h"
#include "out/transcript_like.h"
#include "out/transcript_line.h"
#include "out/transcript_page.h"
#include "record/result.h"

enum { TITLE_MAX = 100, INTRODUCTION_MAX = 3 };

static bool open_transcript(struct ludus_import *import)
{
    struct page *page = memory_zeroed(1, sizeof *page);
    import->state = page;
    if (page)
        page->import = import;
    return page != NULL;
}

static void close_transcript(struct ludus_import *import)
{
    struct page *page = import->state;
    if (!page)
        return;
    record_free(&page->scratch);
    transcript_scan_free(&page->scan);
    buf_free(&page->text);
    buf_free(&page->notation);
    buf_free(&page->prose);
    buf_free(&page->turn);
    free(page->lines);
    free(page->stretches);
    free(page);
}

/* ---- Lines ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\0';
}

static void take_line(struct line *line, const char *begin, const char *end)
{
    while (begin < end && is_blank(*begin))
        begin++;
    while (end > begin && is_blank(end[-1]))
        end--;
    *line = (struct line){ begin, (size_t)(end - begin) };
}

static bool cut_lines(struct page *page)
{
    const char *text = buf_string(&page->text), *end = text + page->text.length;
    page->lines = memory_zeroed(text_lines(text, page->text.length) + 2, sizeof *page->lines);
    while (page->lines && text < end) {
        const char *stop = text;
        while (stop < end && *stop != '\n' && *stop != '\r')
            stop++;
        take_line(&page->lines[page->count++], text, stop);
        text = stop + (end - stop > 1 && *stop == '\r' && stop[1] == '\n' ? 2 : stop < end);
    }
    return page->lines && !page->text.failed;
}

static bool read_page(struct page *page)
{
    struct input_chunk chunk;
    size_t skipped = 0;
    while (input_next(page->import->input, &chunk)) {
        for (; page->text.length == 0 && ++skipped < chunk.line;) /* blank lines at the top count too */
            buf_char(&page->turn, '\n');
        buf_add(&page->text, page->turn.bytes, page->turn.length);
        buf_clear(&page->turn);
        buf_add(&page->text, chunk.text, chunk.length);
    }
    return !input_error(page->import->input) && cut_lines(page);
}

static bool is_heading(const struct line *line)
{
    return detect_heading(line->text, line->length);
}

static size_t find_heading(const struct page *page, size_t from)
{
    while (from < page->count && !is_heading(&page->lines[from]))
        from++;
    return from;
}

/* ---- Notation ---- */

static void mark_stretch(struct page *page, size_t line)
{
    if (page->stretch_count == page->stretch_capacity) {
        size_t capacity = page->stretch_capacity ? 2 * page->stretch_capacity : 128;
        struct stretch *larger = memory_grown(page->stretches, capacity * sizeof *larger);
        page->failed |= !larger;
        if (!larger)
            return;
        page->stretches = larger;
        page->stretch_capacity = capacity;
    }
    page->stretches[page->stretch_count++] = (struct stretch){ page->notation.length, line + 1, 1 };
}

/* Turns gathered so far go into the notation. */
static void end_turns(struct page *page)
{
    if (page->turn.length == 0)
        return;
    mark_stretch(page, page->turn_line);
    buf_add(&page->notation, page->turn.bytes, page->turn.length);
    buf_char(&page->notation, '\n');
    buf_clear(&page->turn);
}

/* Prose gathered so far becomes a comment. */
static void end_prose(struct page *page)
{
    if (page->prose.length == 0)
        return;
    buf_char(&page->notation, '{');
    mark_stretch(page, page->prose_line);
    for (size_t i = 0; i < page->prose.length; i++) {
        char c = page->prose.bytes[i];
        if (c == '}')
            import_fault(page->import, IMPORT_CHANGED, page->prose_line + 1, 1,
                         "a comment cannot hold }, which becomes )");
        buf_char(&page->notation, c == '}' ? ')' : c);
    }
    buf_text(&page->notation, "}\n");
    buf_clear(&page->prose);
}

static void add_prose(struct page *page, size_t line)
{
    end_turns(page);
    if (page->prose.length == 0)
        page->prose_line = line;
    else
        buf_char(&page->prose, '\n');
    buf_add(&page->prose, page->lines[line].text, page->lines[line].length);
}

static bool read_turn(struct page *page, const char *text, size_t length)
{
    return transcript_is_notation(text, length, &page->scan);
}

/* Is it surely meant as a turn, even when it cannot be read: "4W. …", "4. (…"? */
static bool is_labelled(const struct line *line)
{
    size_t digits = 0;
    while (digits < line->length && line->text[digits] >= '0' && line->text[digits] <= '9')
        digits++;
    if (digits == 0 || line->length < digits + 2)
        return false;
    const char *after = line->text + digits;
    bool sided = (*after == 'W' || *after == 'B') && after[1] == '.';
    size_t dots = 0;
    while (digits + dots < line->length && after[dots] == '.')
        dots++;
    while (digits + dots < line->length && dots && is_blank(after[dots]))
        dots++;
    return sided || (dots && digits + dots < line->length && after[dots] == '(');
}

/* Does a line below a turn's go on with that turn? */
static bool continues(struct page *page, const struct line *line)
{
    return page->turn.length > 0 && read_turn(page, line->text, line->length);
}

static bool is_result(const struct line *line)
{
    return result_read((struct ludus_text){ line->text, line->length }) != NO_RESULT;
}

/* Takes in a line that is notation, as `text` has it. */
static void add_turn(struct page *page, size_t line, const char *text, size_t length)
{
    end_prose(page);
    if (page->turn.length == 0)
        page->turn_line = line;
    else
        buf_char(&page->turn, '\n');
    size_t begin = page->turn.length;
    buf_add(&page->turn, text, length);
    transcript_close_up(page->turn.bytes + begin, page->turn.length - begin);
    page->over |= is_result(&(struct line){ text, length });
    if (page->over || (!read_turn(page, text, length) && !page->scan.game.item_count))
        return;
    turn_count_items(&page->turns, &page->scan.game);
    for (size_t i = 0; i < page->scan.game.item_count; i++)
        page->over |= page->scan.game.items[i].kind == ITEM_RESULT;
}

/* The first label below a line that has no words, as far as one looks; all zero when there is none. */
static struct turn_count find_later(struct page *page, size_t line)
{
    enum { LINES = 50 };
    struct turn_count later = { 0 };
    struct mixed_line mixed;
    for (size_t i = line + 1; i < page->count && i < line + LINES && !is_heading(&page->lines[i]); i++) {
        const struct line *l = &page->lines[i];
        if (!transcript_may_begin_turn(l->text, l->length) ||
            !transcript_read_mixed(l->text, l->length, &later, NULL, &page->scan, &mixed) || mixed.count)
            continue;
        page->scan.game.item_count = 1;
        turn_count_items(&later, &page->scan.game);
        break;
    }
    return later;
}

/* The line as notation, its words as comments; other text stays in its column. */
static void write_mixed(struct page *page, size_t line, const struct mixed_line *mixed,
                        struct ludus_buffer *out)
{
    const struct line *l = &page->lines[line];
    size_t at = 0;
    for (unsigned i = 0; i < mixed->count; i++) {
        const struct mixed_words *words = &mixed->words[i];
        size_t length = words->end - words->begin, gap = words->begin - words->from;
        buf_add(out, l->text + at, words->from - at);
        if (out->length && is_blank(out->bytes[out->length - 1])) {
            out->length--;
            gap++;
        }
        for (; gap > (length > 0); gap--)
            buf_char(out, ' ');
        at = words->end;
        if (length == 0) {
            import_fault(page->import, IMPORT_LEFT_OUT, line + 1, words->from + 1, "'%.*s' is left out",
                         (int)(words->end - words->from), l->text + words->from);
            continue;
        }
        buf_char(out, '{');
        for (size_t c = words->begin; c < words->end; c++)
            buf_char(out, l->text[c] == '}' ? ')' : l->text[c]);
        buf_char(out, '}');
        at += at < l->length && is_blank(l->text[at]);
        import_fault(page->import, IMPORT_PROSE, line + 1, words->begin + 1, "'%.*s' becomes a comment",
                     (int)length, l->text + words->begin);
    }
    buf_add(out, l->text + at, l->length - at);
}

/* Does the prose right above go on into the next line? */
static bool is_amid_prose(const struct page *page)
{
    return page->prose.length > 0 && !strchr(".!?:;)]\"'", page->prose.bytes[page->prose.length - 1]);
}

/* Takes in a line that begins as a turn and has words, or notes that all of it is taken for words. */
static bool take_mixed(struct page *page, size_t line)
{
    const struct line *l = &page->lines[line];
    struct turn_count later;
    struct ludus_buffer text = { 0 };
    struct mixed_line mixed;
    if (page->over || !transcript_may_begin_turn(l->text, l->length) || read_turn(page, l->text, l->length))
        return false;
    later = find_later(page, line);
    bool turn = transcript_read_mixed(l->text, l->length, &page->turns, later.number ? &later : NULL,
                                      &page->scan, &mixed);
    if (turn && (!is_amid_prose(page) || is_labelled(l))) {
        write_mixed(page, line, &mixed, &text);
        add_turn(page, line, buf_string(&text), text.length);
        buf_free(&text);
        return true;
    }
    if (mixed.turn && !is_labelled(l))
        import_fault(page->import, IMPORT_PROSE, line + 1, 1, "line %zu becomes a comment", line + 1);
    return false;
}

/* Is the line nothing but notation, or surely meant as that? */
static bool is_turn(struct page *page, const struct line *line)
{
    return is_labelled(line) || is_result(line) || continues(page, line) ||
           (transcript_may_begin_turn(line->text, line->length) && read_turn(page, line->text, line->length));
}

/* Takes one line of a game in. */
static void take(struct page *page, size_t line)
{
    const struct line *l = &page->lines[line];
    if (l->length == 0) {
        end_turns(page);
        end_prose(page);
    } else if (take_mixed(page, line)) {
        return;
    } else if (is_turn(page, l)) {
        if (is_labelled(l) || is_result(l))
            end_turns(page);
        add_turn(page, line, l->text, l->length);
    } else if (page->prose.length == 0 && l->text[0] == '{' && l->text[l->length - 1] == '}') {
        add_turn(page, line, l->text, l->length); /* a comment in braces */
    } else {
        add_prose(page, line);
    }
}

/* ---- What stands before a game ---- */

/* Is it a short paragraph of one line, or the only line above the heading in its paragraph? */
static bool is_title(const struct page *page, size_t line, size_t heading)
{
    const struct line *l = &page->lines[line];
    bool alone = (line == 0 || page->lines[line - 1].length == 0) &&
                 (line + 1 == heading || page->lines[line + 1].length == 0);
    return alone && l->length > 0 && l->length <= TITLE_MAX && !strchr(".!?:;,", l->text[l->length - 1]);
}

/* The title's line, or `heading` when there is none; `*front` is the first line that belongs to the game. */
static size_t find_title(const struct page *page, size_t heading, size_t *front)
{
    size_t paragraphs = 0, line = heading;
    *front = heading;
    while (line > page->next) {
        line--;
        if (page->lines[line].length == 0)
            continue;
        if (is_title(page, line, heading)) {
            *front = line;
            return line;
        }
        bool begins = line == page->next || page->lines[line - 1].length == 0;
        if (begins && ++paragraphs > INTRODUCTION_MAX)
            return heading;
    }
    *front = paragraphs ? page->next : heading;
    return heading;
}

static void leave_out(struct page *page, size_t from, size_t to, const char *where)
{
    size_t first = from, last = to;
    while (first < last && page->lines[first].length == 0)
        first++;
    while (last > first && page->lines[last - 1].length == 0)
        last--;
    if (last - first == 1)
        import_fault(page->import, IMPORT_LEFT_OUT, last, 1, "line %zu stands %s and is left out", last,
                     where);
    else if (first < last)
        import_fault(page->import, IMPORT_LEFT_OUT, first + 1, 1,
                     "lines %zu to %zu stand %s and are left out", first + 1, last, where);
}

static bool read_notation(struct page *page)
{
    struct input_chunk chunk = { .text = buf_string(&page->notation),
                                 .length = page->notation.length,
                                 .line = 1,
                                 .stray = INPUT_NO_STRAY };
    page->scratch.diag.file = page->import->name;
    page->failed |= page->notation.failed || !record_read(&page->scratch, &chunk);
    return !page->failed;
}

static void begin_game(struct page *page)
{
    buf_clear(&page->notation);
    buf_clear(&page->prose);
    buf_clear(&page->turn);
    page->stretch_count = 0;
    page->turns = (struct turn_count){ 0 };
    page->over = false;
}

/* The paragraph behind a game, if all its lines are "Name: value". Returns the first line of what is left. */
static size_t take_footer(struct page *page, size_t line, size_t stop)
{
    struct ludus_text name, value;
    size_t at = line;
    while (at < stop && page->lines[at].length == 0)
        at++;
    page->footer = page->footer_end = at;
    for (; at < stop && page->lines[at].length > 0; at++)
        if (!transcript_footer_line(page->lines[at].text, page->lines[at].length, &name, &value))
            return line;
    page->footer_end = at;
    return at;
}

/* Reads the game whose heading is given, as far as the paragraph with its result, or the next game. */
static enum import_next read_game(struct page *page, size_t heading)
{
    size_t front, title = find_title(page, heading, &front), stop = find_heading(page, heading + 1),
                  next_front = stop;
    begin_game(page);
    leave_out(page, page->next, front, "before the game");
    page->import->compose.line = heading + 1;
    page->import->compose.column = 1;
    if (stop < page->count) {
        struct page rest = *page;
        rest.next = heading + 1;
        (void)find_title(&rest, stop, &next_front);
    }
    for (size_t i = title < heading ? title + 1 : front; i < heading; i++)
        take(page, i);
    end_prose(page);
    size_t line = heading + (is_heading(&page->lines[heading]) ? 1 : 0);
    for (; line < stop && !(page->over && line >= next_front); line++) {
        if (page->over && page->lines[line].length == 0)
            break;
        take(page, line);
    }
    end_turns(page);
    end_prose(page);
    page->next = take_footer(page, line, stop);
    if (stop >= page->count) {
        leave_out(page, page->next, page->count, "after the game");
        page->next = page->count;
    }
    if (!read_notation(page))
        return IMPORT_END;
    transcript_compose(page, &(struct page_game){ title, front, heading, line });
    return page->failed ? IMPORT_END : IMPORT_RECORD;
}

/* Without a heading, the turns begin where the first line is one. */
static size_t find_turn(struct page *page)
{
    size_t line = 0;
    while (line < page->count && !is_labelled(&page->lines[line]) &&
           !(transcript_may_begin_turn(page->lines[line].text, page->lines[line].length) &&
             read_turn(page, page->lines[line].text, page->lines[line].length)))
        line++;
    return line;
}

static enum import_next next_transcript(struct ludus_import *import)
{
    struct page *page = import->state;
    bool first = !page->lines;
    if (first && !read_page(page)) {
        import->error = input_error(import->input) ? input_error(import->input) : ENOMEM;
        return IMPORT_END;
    }
    size_t heading = find_heading(page, page->next);
    if (first && heading == page->count)
        heading = find_turn(page);
    if (heading == page->count) {
        if (first && page->count > 0)
            import_fault(import, IMPORT_NO_GAME, 1, 1,
                         "no game begins here: neither 'Name (White) v Name (Black)' nor a turn is found");
        return IMPORT_END;
    }
    enum import_next next = read_game(page, heading);
    if (page->failed)
        import->error = ENOMEM;
    return next;
}

const struct import_format import_transcript = { open_transcript, next_transcript, close_transcript };
