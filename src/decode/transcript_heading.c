/* transcript_heading.c - the kinds of lines on a page: headings above the turns, "Name (White) v Name
 * (Black), place, date" or the same in other words; tags, results, moves. */
#include "base/text.h"
#include "decode/transcript_players.h"
#include "notation/turns.h"

/* Removes blanks and commas at the ends of a text. */
static struct ludus_text trim(const char *begin, const char *end)
{
    return transcript_strip(begin, end, SPACES ",", SPACES ",");
}

/* ---- Dates ---- */

/* Reads "12 May 1851", "12. Mai 1851", "May 12 1851", "1851", "1851.05.12" or "1851-05-12" into the form of a
 * Date tag. */
static bool read_date(const struct dialects *words, const char *at, const char *end, char date[16])
{
    unsigned year = 0, month = 0, day = 0, numbers = 0;
    while (at < end) {
        const char *begin = at;
        while (at < end && is_digit(*at) == is_digit(*begin) && !is_space(*at) && !strchr(".,-/", *at))
            at++;
        size_t length = (size_t)(at - begin);
        unsigned value = length && length <= 4 ? (unsigned)strtoul(begin, NULL, 10) : 0;
        if (length == 0) {
            at++;
        } else if (!is_digit(*begin)) {
            const struct dialect_word *found = dialects_find(words, begin, length, CLASS_MONTH);
            found = found && found->length == length ? found : NULL;
            if (!found && !(length == 2 && numbers > 0)) /* 12th, 12 de mayo */
                return false;
            month = found ? found->value : month;
        } else if (length >= 3) {
            year = value;
        } else if (year && !month) {
            month = value;
        } else {
            day = value;
        }
        numbers += length > 0;
    }
    if (!year || month > 12 || day > 31)
        return false;
    (void)snprintf(date, 16, "%04u.?\?.?\?", year % 10000);
    if (month)
        (void)snprintf(date + 5, 6, "%02u.?\?", month % 100);
    if (month && day)
        (void)snprintf(date + 8, 3, "%02u", day % 100);
    return true;
}

/* ---- Heading ---- */

/* Returns the last word like "between" in a text, or its end. */
static const char *find_opener(const struct dialects *words, const char *begin, const char *end)
{
    const char *last = end;
    for (const char *at = begin; at < end; at++) {
        const struct dialect_word *word = at == begin || is_space(at[-1])
                                              ? dialects_find(words, at, (size_t)(end - at), CLASS_BETWEEN)
                                              : NULL;
        last = word && dialect_word_opens(word) ? at : last;
    }
    return last;
}

/* Returns the name in a text before a colour without a word that joins the players: v, against, and, -. */
static struct ludus_text read_name(const struct dialects *words, const char *begin, const char *end)
{
    const struct ludus_text name = trim(begin, end);
    size_t word = dialects_word(words, name.text, name.length, CLASS_VERSUS);
    word = word ? word : dialects_word(words, name.text, name.length, CLASS_BETWEEN);
    return word && word < name.length && is_space(name.text[word]) ? trim(name.text + word, end) : name;
}

/* Reads what is in parentheses: the site, and a date behind it. */
static void read_site(const struct dialects *words, struct ludus_text list,
                      struct transcript_heading *heading)
{
    const char *end = list.text + list.length;
    for (const char *at = list.text, *comma; at < end; at = comma + 1) {
        comma = memchr(at, ',', (size_t)(end - at));
        comma = comma ? comma : end;
        if (read_date(words, at, end, heading->date) || read_date(words, at, comma, heading->date))
            end = at;
    }
    heading->said[TAG_SITE] = trim(list.text, end);
}

/* Reads what is outside of parentheses: the place, and a date behind it, perhaps of another calendar. */
static void read_place(const struct dialects *words, struct ludus_text list,
                       struct transcript_heading *heading)
{
    const char *end = list.text + list.length, *last = end;
    while (last > list.text && last[-1] != ',')
        last--;
    const bool date = !heading->date[0] && read_date(words, last, end, heading->date);
    heading->said[TAG_EVENT] = trim(list.text, date || last > list.text ? last : end);
    if (!date && last > list.text)
        heading->said[TAG_WRITTEN] = trim(last, end);
}

bool transcript_is_title(const char *line, size_t length)
{
    enum { TITLE_MAX = 100 };
    return length > 0 && length <= TITLE_MAX && !strchr(".!?:;,", line[length - 1]);
}

void transcript_read_heading(const struct dialects *words, const char *line, size_t length,
                             struct transcript_heading *heading)
{
    struct detect_colours colours;
    *heading = (struct transcript_heading){ .date = "" };
    if (!detect_colours(line, length, &colours))
        return;
    bool turned = colours.black.text < colours.white.text;
    struct ludus_text first = turned ? colours.black : colours.white,
                      second = turned ? colours.white : colours.black;
    const char *opener = find_opener(words, line, first.text), *begin = opener < first.text ? opener : line;
    struct ludus_text names[2] = { read_name(words, begin, first.text),
                                   read_name(words, first.text + first.length, second.text) };
    heading->said[TAG_WHITE] = names[turned];
    heading->said[TAG_BLACK] = names[!turned];
    struct ludus_text rest = trim(second.text + second.length, line + length);
    if (rest.length && *rest.text == '.') /* "(Black). London, 1851." */
        rest = trim(rest.text + 1, rest.text + rest.length);
    unsigned depth = 0;
    size_t open = rest.length; /* the parenthesis that the last sign closes */
    while (open > 0 && (depth > 0 || (open == rest.length && rest.text[open - 1] == ')'))) {
        open--;
        depth += rest.text[open] == ')';
        depth -= rest.text[open] == '(';
    }
    if (open < rest.length && depth == 0) {
        read_site(words, trim(rest.text + open + 1, rest.text + rest.length - 1), heading);
        rest = trim(rest.text, rest.text + open);
    }
    read_place(words, rest, heading);
    if (!heading->said[TAG_EVENT].length) /* "Played in London between" */
        heading->said[TAG_EVENT] = trim(line, begin);
}

size_t transcript_heading_above(const struct page *page, size_t turn, size_t from)
{
    enum { PARAGRAPHS = 5, SHORT_LINE = 40 };
    size_t best = turn, at = turn;
    for (unsigned i = 0; i < PARAGRAPHS && at > from; i++) {
        while (at > from && page->lines[at - 1].length == 0)
            at--;
        size_t end = at, wide = 0;
        while (at > from && page->lines[at - 1].length > 0)
            wide += page->lines[--at].length > SHORT_LINE;
        const struct page_line *l = &page->lines[at];
        if (end - at > (wide ? 2 : 4) || end == at || dialects_ending(&page->words, l->text, l->length))
            break;
        const struct page_line *last = &page->lines[end - 1];
        const char *rest;
        struct found_names names;
        bool title = false;
        for (size_t c = 0; c < l->length; c++)
            title |= is_digit(l->text[c]) && l->length < 80;
        title = title || transcript_is_title(l->text, l->length) || /* "GAME II.", "Larsen v. Bronstein" */
                transcript_find_word(&page->words, l->text, last->text + last->length, CLASS_VERSUS, &rest) ||
                transcript_find_sides(page, at, end, false, &names);
        best = title ? at : best;
    }
    return best;
}

const char *transcript_find_date(const struct dialects *words, const char *at, const char *end, char date[16])
{
    while (at < end && !read_date(words, at, end, date)) {
        at = memchr(at, ' ', (size_t)(end - at));
        at = at ? at + 1 : end;
    }
    return at;
}

const char *transcript_find_word(const struct dialects *dialects, const char *from, const char *stop,
                                 enum word_class class, const char **rest)
{
    for (const char *at = from; at < stop; at++) {
        size_t length =
            at == from || !is_letter(at[-1]) ? dialects_word(dialects, at, (size_t)(stop - at), class) : 0;
        *rest = at + length;
        if (length)
            return at;
    }
    return NULL;
}

/* ---- Other kinds of lines: notation, doubtful prose, results, tags ---- */

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

size_t transcript_behind_result(const char *text, size_t at, size_t end)
{
    enum { WORDS_MOST = 3 }; /* 1 : 0 */
    at = print_skip(text, at, end, SPACES);
    size_t stop = at;
    for (unsigned words = 0; words < WORDS_MOST && stop < end; words++) {
        stop = print_skip(text, stop, end, SPACES);
        while (stop < end && !is_space(text[stop]))
            stop++;
        if (transcript_result(text + at, stop - at) != NO_RESULT)
            return stop;
    }
    return 0;
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

bool transcript_is_moves(const struct page *page, const struct page_line *line)
{
    const struct print print = { .dialects = &page->words, .text = line->text };
    size_t word = 0, digits = 0, small = 0, labels = 0, next = 0;
    bool bare = true;
    for (; word < line->length && !is_space(line->text[word]); word++)
        digits += is_digit(line->text[word]);
    bare &= digits || print_longest(&print, 0, line->length, false) > 1;
    for (size_t at = 0; bare && at < line->length && !(labels && print_ending(&print, at, line->length));
         at = next) {
        const size_t label = label_of_word(line->text, 0, at, line->length).length,
                     move = print_skip_blanks(line->text, at + label, line->length),
                     read = label ? print_longest(&print, move, line->length, false) : 0;
        labels += read > 1;
        next = read > 1 ? move + read : at + 1;
        /* No word of prose. */
        bare &= is_lower(line->text[at]) || is_digit(line->text[at]) || small < 3;
        small = is_lower(line->text[at]) && next == at + 1 ? small + 1 : 0;
    }
    return bare && small < 3 && labels;
}
