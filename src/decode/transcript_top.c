/* transcript_top.c - what stands above the turns of a page that has no heading "A (White) v B (Black)". */
#include "base/text.h"
#include "decode/transcript_page.h"

#include <stdlib.h>
#include <string.h>

enum { NAME_BYTES = 60, TOP_LINES = 20 };

/* ---- Two players ---- */

/* Finds what joins the names, which stands alone in its line; NULL when there is none or more. */
static const char *find_joint(const char *line, size_t length, size_t *joint)
{
    const char *found = NULL, *end = line + length;
    for (const char *at = memchr(line, ' ', length), *next; at; at = next) {
        next = memchr(at + 1, ' ', (size_t)(end - at) - 1);
        for (size_t i = 0; next && i < PLAIN_JOINS; i++) {
            if (!text_is(at + 1, (size_t)(next - at) - 1, transcript_joins[i]))
                continue;
            if (found)
                return NULL;
            found = at;
            *joint = (size_t)(next - at) + 1;
        }
    }
    return found;
}

/* Is it a name: not long, its first letter a capital or of another script, without signs of other texts? */
static bool is_called(struct ludus_text name, const char *signs)
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
    return is_called(name, "(){}[]:;!?\"%");
}

/* Takes the players for those of the page, and "Toledo 1283" for where and when they played, if that is
 * given. False when it ends with no year, or is a sentence. */
static bool set_players(struct page *page, struct ludus_text white, struct ludus_text black,
                        struct ludus_text place)
{
    struct transcript_heading heading = { .white = text_trim(white), .black = text_trim(black) };
    size_t year = place.length;
    while (year > 0 && is_digit(place.text[year - 1]))
        year--;
    const size_t digits = place.length - year;
    const struct ludus_text where = { place.text, year };
    if (place.text &&
        (digits < 3 || digits > 4 || place.length > NAME_BYTES || (year && !is_called(where, "{}[]:;!?\"%"))))
        return false;
    heading.place = text_trim(where);
    if (place.text)
        (void)snprintf(heading.date, sizeof heading.date, "%04lu.?\?.?\?",
                       strtoul(place.text + year, NULL, 10) % 10000);
    page->players = heading;
    return true;
}

/* Reads lines of two players, and of where and when. */
static bool read_players(struct page *page, size_t from, size_t to)
{
    const struct page_line *l = &page->lines[from];
    size_t size;
    const char *joint = find_joint(l->text, l->length, &size), *end = l->text + l->length;
    if (!joint || to - from > 2)
        return false;
    const char *other = joint + size, *comma = memchr(other, ',', (size_t)(end - other));
    struct ludus_text white = { l->text, (size_t)(joint - l->text) },
                      black = { other, (size_t)((comma ? comma : end) - other) }, place = { end, 0 };
    const bool below = to - from == 2;
    if (below)
        place = (struct ludus_text){ l[1].text, l[1].length };
    else if (comma)
        place = text_trim((struct ludus_text){ comma + 1, (size_t)(end - comma - 1) });
    return is_player(white) && is_player(black) && below == !comma && set_players(page, white, black, place);
}

/* ---- The players, as "White: Ada. Black: Berta." names them ---- */

/* The first word of the class in a text, and what stands behind it in `*rest`; NULL when there is none. */
static const char *find_side(const struct dialects *dialects, const char *from, const char *stop,
                             enum word_class class, const char **rest)
{
    *rest = from;
    for (const char *at = from; at < stop; at++) {
        size_t length =
            at == from || !is_letter(at[-1]) ? dialects_word(dialects, at, (size_t)(stop - at), class) : 0;
        *rest = at + length;
        if (length)
            return at;
    }
    return NULL;
}

/* The text without signs at its ends. */
static struct ludus_text strip(const char *begin, const char *end, const char *before, const char *behind)
{
    while (begin < end && strchr(before, *begin))
        begin++;
    while (end > begin && strchr(behind, end[-1]))
        end--;
    return (struct ludus_text){ begin, (size_t)(end - begin) };
}

/* The name in a text behind the word for a side: ": Ada.", ". (Ada.)"; empty when it is none, but squares of
 * a position. What has a figure, from the stop before it on, is no name, but `*place`: ": J. H. Ada. London
 * 1851." */
static struct ludus_text name_in(struct ludus_text text, struct ludus_text *place)
{
    const struct ludus_text all = strip(text.text, text.text + text.length, " .:(\t", " .,;)\t");
    const char *begin = all.text, *end = begin + all.length, *stop = begin;
    const size_t before = (size_t)(begin - text.text);
    const bool told = memchr(text.text, ':', before) || memchr(text.text, '(', before);
    while (stop < end && !is_digit(*stop))
        stop++;
    while (stop < end && stop > begin && !strchr(".,;(", *stop))
        stop--;
    *place = strip(stop, end, " .,;(\t", "");
    for (size_t size; stop > begin; stop -= size) {
        size = stop - begin > 3 && is_long_dash(stop - 3) ? 3 : strchr(" .,;)-\t", stop[-1]) != NULL;
        if (!size)
            break;
    }
    return (struct ludus_text){ begin, told ? (size_t)(stop - begin) : 0 };
}

/* The texts behind the words for the sides in "White: Ada. Black: Berta. Lyon 1851."; false without them. */
static bool cut_sides(const struct dialects *dialects, const struct page_line *l, struct ludus_text *white,
                      struct ludus_text *black)
{
    const char *stop = l->text + l->length, *behind, *second,
               *first = find_side(dialects, l->text, stop, CLASS_WHITE, &white->text);
    if (first != l->text || !(second = find_side(dialects, white->text, stop, CLASS_BLACK, &behind)))
        return false;
    white->length = (size_t)(second - white->text);
    *black = (struct ludus_text){ behind, (size_t)(stop - behind) };
    return true;
}

/* Reads the two sides in one line. */
static bool read_sides(struct page *page, const struct dialects *dialects, const struct page_line *l)
{
    struct ludus_text white, black, place, none;
    if (!cut_sides(dialects, l, &white, &black))
        return false;
    white = name_in(white, &none);
    black = name_in(black, &place);
    place.text = place.length ? place.text : NULL;
    return white.length && black.length && !none.length && set_players(page, white, black, place);
}

/* Is the line a headline of two columns, "White    Black", with nothing else in it? */
static bool is_headline(const struct dialects *dialects, const struct page_line *l)
{
    struct ludus_text white, black;
    return cut_sides(dialects, l, &white, &black) && dialects_are_sides(dialects, l->text, l->length);
}

/* Reads the players that stand in two columns above or below the headline of those. */
static bool read_columns(struct page *page, const struct dialects *dialects, size_t line, size_t first)
{
    const struct page_line *l = &page->lines[line];
    const char *stop = l->text + l->length, *gap = l->text;
    if (!(line > 0 && is_headline(dialects, l - 1)) && !(line + 1 < first && is_headline(dialects, l + 1)))
        return false;
    while (gap < stop && !(is_blank(*gap) && gap + 1 < stop && is_blank(gap[1])))
        gap++;
    const struct ludus_text white = strip(l->text, gap, " \t\v\f", " .,;\t"),
                            black = strip(gap, stop, " \t\v\f", " .,;\t");
    for (size_t i = 1; i < black.length; i++)
        if (is_blank(black.text[i - 1]) && is_blank(black.text[i]))
            return false;
    return is_player(white) && is_player(black) &&
           set_players(page, white, black, (struct ludus_text){ NULL, 0 });
}

/* Are the lines "Name: value", one of which shows that they are about a game? */
static bool are_tags(const struct page *page, size_t from, size_t to)
{
    static const char *const names[] = { "White", "Black", "Event",  "Site",
                                         "Date",  "Round", "Result", "Variant" };
    bool any = false;
    for (size_t i = from; i < to; i++) {
        struct ludus_text name, value;
        const struct page_line *l = &page->lines[i];
        if (cut_sides(&page->words, l, &name, &value) || !transcript_footer_line(l, &name, &value))
            return false;
        for (size_t n = 0; n < sizeof names / sizeof *names; n++)
            any |= text_is(name.text, name.length, names[n]);
    }
    return any;
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
    if (!whole || !((end - begin == 1 && read_sides(page, &page->words, &page->lines[begin])) ||
                    are_tags(page, begin, end) || read_players(page, begin, end)))
        return turn;
    page->top = begin;
    page->top_end = end;
    if (page->players.white.length)
        import_fault(page->import, IMPORT_HEADING, begin + 1, page->lines[begin].indent + 1,
                     "'%.*s' is read as a heading, %s", (int)page->lines[begin].length,
                     page->lines[begin].text, "White first");
    return begin;
}

size_t transcript_found_players(struct page *page, struct found_game *found, size_t from)
{
    size_t line = from;
    while (line < found->first && !read_sides(page, &found->dialects, &page->lines[line]) &&
           !read_columns(page, &found->dialects, line, found->first))
        line++;
    if (line < found->first)
        memset(found->passages.furniture + transcript_begin_of(page, line), 1,
               transcript_begin_of(page, line + 1) - transcript_begin_of(page, line));
    return line;
}
