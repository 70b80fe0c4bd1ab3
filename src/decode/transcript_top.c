/* transcript_top.c - what stands above the turns of a page that has no heading. */
#include "decode/transcript_top.h"

#include "base/chars.h"
#include "notation/import.h"

#include <string.h>

enum { NAME_BYTES = 60, TOP_LINES = 20 };

/* The tags of which one at least shows that lines "Name: value" are about a game. */
static bool is_game_tag(struct ludus_text name)
{
    static const char *const names[] = { "White", "Black", "Event",  "Site",
                                         "Date",  "Round", "Result", "Variant" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == name.length && memcmp(names[i], name.text, name.length) == 0)
            return true;
    return false;
}

static bool are_tags(const struct page *page, size_t from, size_t to)
{
    bool any = false;
    for (size_t i = from; i < to; i++) {
        struct ludus_text name, value;
        if (!transcript_footer_line(page->lines[i].text, page->lines[i].length, &name, &value))
            return false;
        any |= is_game_tag(name);
    }
    return any;
}

/* ---- Two players ---- */

/* Finds what joins the names, which stands alone in its line; NULL when there is none or more. */
static const char *find_joint(const char *line, size_t length, size_t *joint)
{
    static const char *const joints[] = {
        " v ",     " v. ",     " vs ",     " vs. ", " versus ", " against ",
        " gegen ", " contre ", " contra ", " - ",   " \u2013 ", " \u2014 "
    };
    const char *found = NULL;
    for (size_t at = 0; at < length; at++)
        for (size_t i = 0; i < sizeof joints / sizeof *joints; i++) {
            size_t size = strlen(joints[i]);
            if (length - at < size || memcmp(line + at, joints[i], size) != 0)
                continue;
            if (found)
                return NULL;
            found = line + at;
            *joint = size;
        }
    return found;
}

/* Is it a name: not long, its first letter a capital or of another script, and without signs of other texts?
 */
static bool is_player(struct ludus_text name)
{
    if (name.length == 0 || name.length > NAME_BYTES || !(is_upper(*name.text) || *name.text & '\x80'))
        return false;
    for (size_t i = 0; i < name.length; i++)
        if (is_digit(name.text[i]) || strchr("(){}[]:;!?\"%", name.text[i]))
            return false;
    return true;
}

/* "Toledo 1283" as "Toledo, 1283", which the heading can have. False when it ends with no year, or is a
 * sentence. */
static bool add_place(struct ludus_buffer *out, struct ludus_text place)
{
    size_t digits = 0, length = place.length;
    while (length > 0 && is_digit(place.text[length - 1])) {
        length--;
        digits++;
    }
    if (digits < 3 || digits > 4 || place.length > NAME_BYTES ||
        (length && !(is_upper(*place.text) || *place.text & '\x80')))
        return false;
    for (size_t i = 0; i < length; i++)
        if (is_digit(place.text[i]) || strchr("{}[]:;!?\"%", place.text[i]))
            return false;
    bool comma = length > 0;
    while (comma && length > 0 && (is_space(place.text[length - 1]) || place.text[length - 1] == ','))
        length--;
    buf_text(out, ", ");
    buf_add(out, place.text, length);
    if (comma)
        buf_text(out, ", ");
    buf_add(out, place.text + place.length - digits, digits);
    return true;
}

/* Writes the heading that lines of two players, and of where and when, are. */
static bool read_players(struct page *page, size_t from, size_t to)
{
    const struct line *l = &page->lines[from];
    size_t size;
    const char *joint = find_joint(l->text, l->length, &size), *end = l->text + l->length;
    if (!joint || to - from > 2)
        return false;
    const char *other = joint + size, *comma = memchr(other, ',', (size_t)(end - other));
    struct ludus_text white = { l->text, (size_t)(joint - l->text) },
                      black = { other, (size_t)((comma ? comma : end) - other) };
    buf_clear(&page->plain);
    buf_add(&page->plain, white.text, white.length);
    buf_text(&page->plain, " (White) v ");
    buf_add(&page->plain, black.text, black.length);
    buf_text(&page->plain, " (Black)");
    struct ludus_text place = { comma ? comma + 1 : end, 0 };
    while (place.text < end && is_space(*place.text))
        place.text++;
    place.length = (size_t)(end - place.text);
    bool below = to - from == 2;
    if (below && !comma)
        place = (struct ludus_text){ l[1].text, l[1].length };
    bool sound = is_player(white) && is_player(black) && !(below && comma) && (comma || below) &&
                 add_place(&page->plain, place);
    if (!sound)
        buf_clear(&page->plain);
    return sound;
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
    if (!whole || !(are_tags(page, begin, end) || read_players(page, begin, end)))
        return turn;
    page->top = begin;
    page->top_end = end;
    if (page->plain.length)
        import_fault(page->import, IMPORT_HEADING, begin + 1, page->lines[begin].indent + 1,
                     "'%.*s' is read as a heading, %s", (int)page->lines[begin].length,
                     page->lines[begin].text, "White first");
    return begin;
}
