/* transcript_line.c - lines of a transcript: which are turns, and what the heading says. */
#include "decode/transcript_line.h"

#include "base/chars.h"
#include "base/input.h"
#include "notation/import.h"
#include "notation/turns.h"

#include <stdlib.h>
#include <string.h>

const char *const transcript_months[12] = { "January",   "February", "March",    "April",
                                            "May",       "June",     "July",     "August",
                                            "September", "October",  "November", "December" };
const char *const transcript_joins[16] = { "v",      "v.",     "vs",     "vs.", "versus", "against",
                                           "gegen",  "contre", "contra", "-",   "\u2013", "\u2014",
                                           "contro", "and",    "und",    "et" };

static struct ludus_text trim(const char *begin, const char *end)
{
    return text_trim((struct ludus_text){ begin, (size_t)(end - begin) });
}

/* ---- Turns ---- */

static bool scan_line(struct line_scan *scan, const char *line, size_t length)
{
    buf_clear(&scan->text);
    buf_char(&scan->text, ' ');
    buf_add(&scan->text, line, length);
    struct input_chunk chunk = {
        .text = buf_string(&scan->text), .length = scan->text.length, .line = 1, .stray = INPUT_NO_STRAY
    };
    scan->game.item_count = 0;
    scan->game.page = true;
    return !scan->text.failed && record_read(&scan->game, &chunk) && chunk.length == 0;
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

/* ---- Dates ---- */

/* "12 May 1851", "May 12 1851", "1851", "1851.05.12", "1851-05-12" as a Date tag has it. */
static bool read_date(struct ludus_text text, char date[16])
{
    unsigned year = 0, month = 0, day = 0, numbers = 0;
    for (size_t at = 0; at < text.length;) {
        size_t begin = at;
        while (at < text.length && (is_digit(text.text[at]) == is_digit(text.text[begin])) &&
               !is_space(text.text[at]) && !strchr(".,-/", text.text[at]))
            at++;
        size_t length = at - begin;
        unsigned value = length && length <= 4 ? (unsigned)strtoul(text.text + begin, NULL, 10) : 0;
        if (length == 0) {
            at++;
        } else if (!is_digit(text.text[begin])) {
            unsigned found = 0;
            while (found < 12 && !(is_alike(text.text + begin, transcript_months[found], length) &&
                                   (length == 3 || length == strlen(transcript_months[found]))))
                found++;
            if (found == 12 && !(length == 2 && numbers > 0)) /* 12th */
                return false;
            month = found < 12 ? found + 1 : month;
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

/* The name that stands before its colour, after what joins the two: v, vs., against, -. */
static struct ludus_text read_name(const char *begin, const char *end)
{
    struct ludus_text name = trim(begin, end);
    size_t word = 0;
    while (word < name.length && !is_space(name.text[word]))
        word++;
    for (size_t i = 0; i < sizeof transcript_joins / sizeof *transcript_joins; i++)
        if (word < name.length && word == strlen(transcript_joins[i]) &&
            is_alike(name.text, transcript_joins[i], word))
            return trim(name.text + word, name.text + name.length);
    return name;
}

/* Takes the part before the next comma off a list. */
static struct ludus_text take_part(struct ludus_text *list)
{
    const char *comma = memchr(list->text, ',', list->length), *end = list->text + list->length;
    struct ludus_text part = trim(list->text, comma ? comma : end);
    *list = comma ? trim(comma + 1, end) : (struct ludus_text){ end, 0 };
    return part;
}

/* In parentheses: what is a date, and the rest, which is where. */
static void read_site(struct ludus_text list, struct transcript_heading *heading)
{
    const char *begin = list.text, *end = list.text;
    while (list.length > 0) {
        struct ludus_text part = take_part(&list);
        struct ludus_text rest = { part.text, (size_t)(list.text + list.length - part.text) };
        if (read_date(rest, heading->date) || read_date(part, heading->date))
            break;
        end = part.text + part.length;
    }
    heading->site = trim(begin, end);
}

/* Outside of them: the place, and a date, ours or another calendar's. */
static void read_place(struct ludus_text list, struct transcript_heading *heading)
{
    struct ludus_text all = list, part = { NULL, 0 };
    unsigned count = 0;
    while (list.length > 0) {
        part = take_part(&list);
        count++;
    }
    heading->place = all;
    if (count == 0)
        return;
    bool date = !heading->date[0] && read_date(part, heading->date);
    if (date || count > 1)
        heading->place = trim(all.text, part.text);
    if (!date && count > 1)
        heading->written = part;
}

bool transcript_is_title(const char *line, size_t length)
{
    enum { TITLE_MAX = 100 };
    return length > 0 && length <= TITLE_MAX && !strchr(".!?:;,", line[length - 1]);
}

/* The bracket that the last one of a text closes, or NULL when it ends with none. */
static const char *find_open(struct ludus_text text)
{
    unsigned depth = 0;
    for (size_t at = text.length; at-- > 0;) {
        depth += text.text[at] == ')';
        if (depth == 0)
            return NULL;
        depth -= text.text[at] == '(';
        if (depth == 0)
            return text.text + at;
    }
    return NULL;
}

void transcript_read_heading(const char *line, size_t length, struct transcript_heading *heading)
{
    struct detect_colours colours;
    *heading = (struct transcript_heading){ .date = "" };
    if (!detect_colours(line, length, &colours))
        return;
    bool turned = colours.black.text < colours.white.text;
    struct ludus_text first = turned ? colours.black : colours.white,
                      second = turned ? colours.white : colours.black;
    struct ludus_text names[2] = { read_name(line, first.text),
                                   read_name(first.text + first.length, second.text) };
    heading->white = names[turned];
    heading->black = names[!turned];
    struct ludus_text rest = trim(second.text + second.length, line + length);
    const char *open = find_open(rest);
    if (open) {
        read_site(trim(open + 1, rest.text + rest.length - 1), heading);
        rest = trim(rest.text, open);
    }
    read_place(rest, heading);
}

/* ---- Other lines ---- */

unsigned transcript_result(const char *text, size_t length)
{
    const char *end = text + length;
    while (text < end && is_space(*text))
        text++;
    while (end > text && is_space(end[-1]))
        end--;
    end -= end - text > 1 && end[-1] == '.';
    return result_read((struct ludus_text){ text, (size_t)(end - text) });
}

bool transcript_footer_line(const struct page_line *line, struct ludus_text *name, struct ludus_text *value)
{
    const char *text = line->text, *end = text + line->length, *at = text;
    while (at < end && is_name(*at))
        at++;
    *name = (struct ludus_text){ text, (size_t)(at - text) };
    if (at == text || !is_letter(*text) || at + 1 >= end || *at != ':' || !is_space(at[1]))
        return false;
    for (at++; at < end && is_space(*at);)
        at++;
    *value = (struct ludus_text){ at, (size_t)(end - at) };
    return value->length > 0;
}
