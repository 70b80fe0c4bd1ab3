/* transcript_heading.c - the kinds of lines on a page: headings above the turns, "Name (White) v Name
 * (Black), place, date" or the same in other words; tags, results, moves. */
#include "base/text.h"
#include "decode/transcript_page.h"
#include "notation/turns.h"

enum { NAME_BYTES = 60, TOP_LINES = 20 };

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

/* Returns the name of a text before a colour, without a word that joins the players: v, vs., against, and, -.
 */
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
    struct ludus_text names[2] = { read_name(words, line, first.text),
                                   read_name(words, first.text + first.length, second.text) };
    heading->said[TAG_WHITE] = names[turned];
    heading->said[TAG_BLACK] = names[!turned];
    struct ludus_text rest = trim(second.text + second.length, line + length);
    rest.length -= rest.length == 1 && *rest.text == '.';
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
}

/* ---- Two players ---- */

/* Finds the date that ends a text, after a blank. Returns its byte; the end if there is none. */
static const char *find_date(const struct dialects *words, const char *at, const char *end, char date[16])
{
    while (at < end && !read_date(words, at, end, date)) {
        at = memchr(at, ' ', (size_t)(end - at));
        at = at ? at + 1 : end;
    }
    return at;
}

/* Can it be a name: short, its first letter a capital or not ASCII, without digits and these signs? */
static bool may_be_name(struct ludus_text name, const char *signs)
{
    if (name.length == 0 || name.length > NAME_BYTES || !(is_upper(*name.text) || *name.text & '\x80'))
        return false;
    for (size_t i = 0; i < name.length; i++)
        if (is_digit(name.text[i]) || strchr(signs, name.text[i]))
            return false;
    return true;
}

static bool is_player(struct ludus_text name)
{
    return may_be_name(name, "(){}[]:;!?\"%");
}

/* Is it a name that alone tells a player: one or two words beside initials, each with a capital? */
static bool is_full_name(struct ludus_text name)
{
    const char *end = name.text + name.length;
    unsigned words = 0;
    for (const char *at = name.text, *stop; at < end; at = stop + (stop < end)) {
        stop = memchr(at, ' ', (size_t)(end - at));
        stop = stop ? stop : end;
        if (is_lower(*at))
            return false;
        words += stop - at > 2 && stop[-1] != '.';
    }
    return words == 1 || words == 2;
}

/* Sets page->players. `place`, if its text is not NULL, is where and when they played, "Toledo 1283". False
 * if that ends without a year, or is a sentence. */
static bool set_players(struct page *page, struct ludus_text white, struct ludus_text black,
                        struct ludus_text place)
{
    struct transcript_heading heading = { .said = { [TAG_WHITE] = white, [TAG_BLACK] = black } };
    if (place.text) {
        const char *end = place.text + place.length,
                   *at = find_date(&page->words, place.text, end, heading.date);
        heading.said[TAG_EVENT] = trim(place.text, at);
        if (at == end || place.length > NAME_BYTES ||
            (heading.said[TAG_EVENT].length && !may_be_name(heading.said[TAG_EVENT], "{}[]:;!?\"%")))
            return false;
    }
    page->players = heading;
    return true;
}

/* Reads one or two lines with two players, where and when. False if they are something else. */
static bool read_players(struct page *page, size_t from, size_t to)
{
    const struct page_line *l = &page->lines[from];
    const char *end = l->text + l->length, *joint = NULL, *behind = end;
    for (const char *at = memchr(l->text, ' ', l->length), *next; at; at = next) {
        next = memchr(at + 1, ' ', (size_t)(end - at) - 1);
        if (!next || next == at + 1 ||
            dialects_word(&page->words, at + 1, (size_t)(next - at) - 1, CLASS_VERSUS) + at + 1 != next)
            continue;
        if (joint) /* there must be only one */
            return false;
        joint = at;
        behind = next + 1;
    }
    if (!joint || to - from > 2)
        return false;
    const char *comma = memchr(behind, ',', (size_t)(end - behind));
    const bool below = to - from == 2;
    const struct ludus_text white = trim(l->text, joint), black = trim(behind, comma ? comma : end),
                            place = below   ? (struct ludus_text){ l[1].text, l[1].length }
                                    : comma ? trim(comma + 1, end)
                                            : (struct ludus_text){ NULL, 0 };
    const bool alone = !below && !comma, stops = black.length && black.text[black.length - 1] == '.';
    return is_player(white) && is_player(black) && !(below && comma) &&
           !(alone && !(is_full_name(white) &&
                        is_full_name((struct ludus_text){ black.text, black.length - stops }))) &&
           set_players(page, white, black, place);
}

/* ---- The players, as "White: Ada. Black: Berta." names them ---- */

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

/* Returns the name in a text behind the word for a side: ": Ada.", "—Ada.", ". (Ada.)"; empty if there is
 * none, as before squares of a position. The text from the stop before the first digit on becomes `*place`:
 * ": J. H. Ada. London 1851." */
static struct ludus_text find_name(struct ludus_text text, struct ludus_text *place)
{
    const struct ludus_text all =
        transcript_strip(text.text, text.text + text.length, " .:(\t\u2013\u2014", SPACES ",;");
    const char *begin = all.text, *end = begin + all.length, *stop = begin;
    const size_t before = (size_t)(begin - text.text);
    const bool told = memchr(text.text, ':', before) || memchr(text.text, '(', before) ||
                      (before > 2 && is_long_dash(begin - 3));
    while (stop < end && !is_digit(*stop))
        stop++;
    while (stop < end && stop > begin && !strchr(".,;(", *stop))
        stop--;
    *place = transcript_strip(stop, end, " .,;(\t", " .)\t");
    for (size_t size; stop > begin; stop -= size) {
        const char *letter = stop - (stop - begin > 1 ? 2 : 1); /* the last letter before a stop */
        while (letter > begin && (*letter & '\xc0') == '\x80')
            letter--;
        const bool initial = stop[-1] == '.' && begins_letter(*letter) && /* "Mr. B.": the stop stays */
                             (letter == begin || is_space(letter[-1])),
                   opened = stop[-1] == ')' && memchr(begin, '(', (size_t)(stop - begin));
        size = stop - begin > 3 && is_long_dash(stop - 3) ? 3
               : initial || opened                        ? 0
                                                          : strchr(" .,;)-\t", stop[-1]) != NULL;
        if (!size)
            break;
    }
    return (struct ludus_text){ begin, told ? (size_t)(stop - begin) : 0 };
}

/* Finds the texts behind the sides in "White: Ada. Black: Berta. Lyon 1851.", on `lines` lines. False if a
 * side is missing. */
static bool cut_sides(const struct dialects *dialects, const struct page_line *l, size_t lines,
                      struct ludus_text *white, struct ludus_text *black)
{
    const struct page_line *last = l + lines - 1;
    const char *stop = last->text + last->length, *behind, *second,
               *first = transcript_find_word(dialects, l->text, stop, CLASS_WHITE, &white->text);
    if (!first || first > l->text + (*l->text == '(') ||
        !(second = transcript_find_word(dialects, white->text, stop, CLASS_BLACK, &behind)))
        return false;
    white->length = (size_t)(second - white->text);
    *black = (struct ludus_text){ behind, (size_t)(stop - behind) };
    return true;
}

/* Reads such a line into page->players. False if it does not name both. */
static bool read_sides(struct page *page, const struct dialects *dialects, const struct page_line *l,
                       size_t lines)
{
    struct ludus_text white, black, place, none;
    if (!cut_sides(dialects, l, lines, &white, &black))
        return false;
    white = find_name(white, &none);
    black = find_name(black, &place);
    place.text = place.length ? place.text : NULL;
    return white.length && black.length && !none.length && set_players(page, white, black, place);
}

/* Is the line a headline of two columns, "White    Black", and nothing else? */
static bool is_headline(const struct dialects *dialects, const struct page_line *l)
{
    struct ludus_text white, black;
    return cut_sides(dialects, l, 1, &white, &black) && dialects_are_sides(dialects, l->text, l->length);
}

/* Reads the players from a line of two columns, above or below the headline. */
static bool read_columns(struct page *page, const struct dialects *dialects, size_t line, size_t first)
{
    const struct page_line *l = &page->lines[line];
    const char *stop = l->text + l->length, *gap = l->text;
    if (!(line > 0 && is_headline(dialects, l - 1)) && !(line + 1 < first && is_headline(dialects, l + 1)))
        return false;
    while (gap < stop && !(is_blank(*gap) && gap + 1 < stop && is_blank(gap[1])))
        gap++;
    const struct ludus_text white = transcript_strip(l->text, gap, " \t\v\f", " .,;\t"),
                            black = transcript_strip(gap, stop, " \t\v\f", " .,;\t");
    for (size_t i = 1; i < black.length; i++)
        if (is_blank(black.text[i - 1]) && is_blank(black.text[i]))
            return false;
    return may_be_name(white, "{}[]:;!?\"%") && may_be_name(black, "{}[]:;!?\"%") && /* "O. Duras (Prag)" */
           set_players(page, white, black, (struct ludus_text){ NULL, 0 });
}

/* Are all lines "Name: value", and one of them a tag of a heading or Variant? */
static bool are_tags(const struct page *page, size_t from, size_t to)
{
    bool any = false;
    for (size_t i = from; i < to; i++) {
        struct ludus_text name, value;
        const struct page_line *l = &page->lines[i];
        if (cut_sides(&page->words, l, 1, &name, &value) || !transcript_footer_line(l, &name, &value))
            return false;
        const int tag = transcript_tag(name);
        any |= (tag >= 0 && tag <= TAG_RESULT) || tag == TAG_VARIANT;
    }
    return any;
}

static void tell_heading(struct page *page, size_t line)
{
    const struct page_line *l = &page->lines[line];
    import_fault(page->import, "read-heading", l->number + 1, l->shift + 1,
                 "'%.*s' is read as a heading, White first", (int)l->length, l->text);
}

size_t transcript_find_top(struct page *page, size_t turn)
{
    size_t end = turn;
    while (end > 0 && page->lines[end - 1].length == 0)
        end--;
    size_t begin = end;
    while (begin > 0 && page->lines[begin - 1].length > 0 && end - begin < TOP_LINES)
        begin--;
    bool whole = begin < end && (begin == 0 || page->lines[begin - 1].length == 0);
    if (!whole || !((end - begin == 1 && read_sides(page, &page->words, &page->lines[begin], 1)) ||
                    are_tags(page, begin, end) || read_players(page, begin, end)))
        return turn;
    page->top = begin;
    page->top_end = end;
    if (page->players.said[TAG_WHITE].length)
        tell_heading(page, begin);
    return begin;
}

/* Reads where and when a game was played from a line, "Nuremberg, 3 January 1889.", "Played in New York, May
 * 1898": its date has a month, or a comma before the year. */
static void read_occasion(struct page *page, const struct page_line *l)
{
    const struct ludus_text line = transcript_strip(l->text, l->text + l->length, " (\t", " .)\t");
    char date[16] = "";
    const struct ludus_text where =
        trim(line.text, find_date(&page->words, line.text, line.text + line.length, date));
    if (line.length > NAME_BYTES || !*date ||
        (date[5] == '?' && (where.length == 0 || where.text[where.length] != ',')))
        return;
    memcpy(page->players.date, date, sizeof date);
    bool plain = may_be_name(where, ".,{}[]:;!?\"%"); /* capitals, and no gap: not "Played in" */
    for (size_t i = 1; i < where.length && plain; i++)
        plain = !is_space(where.text[i - 1]) || !(is_lower(where.text[i]) || is_space(where.text[i]));
    if (plain && !page->players.said[TAG_SITE].length)
        page->players.said[TAG_SITE] = where;
}

/* Reads the players from a line that names their sides, or from one that only joins two names (`joined`), and
 * the lines below it that belong to it: `*more`, perhaps a blank one among them. False if there are none. */
static bool read_players_at(struct page *page, const struct found_game *found, size_t line, bool joined,
                            size_t *more)
{
    const struct page_line *l = &page->lines[line];
    struct ludus_text name, value; /* more lines "Name: value" are tags */
    if (joined) {
        *more = line + 1 < found->first && l[1].length > 0 && read_players(page, line, line + 2);
        return *more || (l->length && read_players(page, line, line + 1));
    }
    const bool sides = read_sides(page, &found->dialects, l, 1);
    *more = line + 2 < found->first && l->length > 0 && l[1].length == 0 ? 2 : 1;
    if (sides || line + *more >= found->first || l[*more].length == 0 ||
        (line + *more + 1 < found->first && transcript_footer_line(&l[*more + 1], &name, &value)) ||
        !read_sides(page, &found->dialects, l, *more + 1))
        *more = 0;
    return sides || *more || read_columns(page, &found->dialects, line, found->first);
}

size_t transcript_found_players(struct page *page, struct found_game *found, size_t from, bool tell)
{
    size_t line = found->first, more = 0;
    bool joined = false;
    for (unsigned pass = 0; pass < 2 && line == found->first; pass++) {
        joined = pass > 0;
        line = from;
        while (line < found->first && !read_players_at(page, found, line, joined, &more))
            line++;
    }
    if (joined && line < found->first && tell)
        tell_heading(page, line);
    const size_t begin = transcript_begin_of(page, line), end = transcript_begin_of(page, line + more + 1);
    if (line < found->first) /* they become no comment */
        memset(found->passages.furniture + begin, FURNITURE, end - begin);
    for (size_t i = from; i < found->first && !*page->players.date; i++)
        read_occasion(page, &page->lines[i]);
    return line;
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
