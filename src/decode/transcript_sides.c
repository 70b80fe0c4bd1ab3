/* transcript_sides.c - finds the players in words for their sides: "White: Ada. Black: Berta." */
#include "decode/transcript_players.h"

/* Is byte `at` where a word may begin that names a side: a line, or what follows a sign or a wide gap? */
static bool may_begin(const struct page_line *l, const char *at)
{
    const char *last = at;
    while (last > l->text && is_blank(last[-1]))
        last--;
    if (at > last && last > l->text)
        return at > last + 1 || strchr(".,;:|)-\x93\x94", last[-1]);
    return last == l->text || strchr("(|", at[-1]) || (at > l->text + 1 && memcmp(at - 2, "--", 2) == 0);
}

/* Returns the length of a word for a side that is spaced out, "W e i ß", or of its initial, "W.:"; or 0.
 * Where the initial may be of both, in two languages, `*side` stays. */
static size_t odd_side(const struct dialects *words, const char *at, const char *end, int *side)
{
    enum { SPACED_MOST = 40 };
    char word[SPACED_MOST];
    size_t length = 0;
    const size_t first = text_step(at, (size_t)(end - at));
    const char *c = at;
    for (bool blank = false; c < end && length < SPACED_MOST && *c != ':' && blank == is_blank(*c);
         blank = !blank) {
        do
            if (!blank)
                word[length++] = *c;
        while (++c < end && (*c & '\xc0') == '\x80' && length < SPACED_MOST);
    }
    if (c < end && *c == ':' && length > 2 && dialects_side(words, word, length, side) == length)
        return (size_t)(c - at);
    unsigned sides = 0;
    if ((size_t)(end - at) < first + 2 || memcmp(at + first, ".:", 2) != 0)
        return 0;
    for (unsigned d = 0; d < words->count; d++)
        for (const struct dialect_word *w = words->each[d].words;
             w < words->each[d].words + words->each[d].word_count; w++)
            if ((w->class == CLASS_WHITE || w->class == CLASS_BLACK) && w->length > first &&
                memcmp(w->text, at, first) == 0)
                sides |= 1u << (w->class == CLASS_BLACK);
    *side = sides == 3 ? *side : sides == 2;
    return sides ? first + 1 : 0;
}

/* Returns the byte behind the word for a side that may stand at byte `at`; NULL if none does. */
static const char *behind_side(const struct dialects *words, const struct page_line *l, const char *at,
                               const char *end, int *side)
{
    int plain;
    if (is_space(*at) || !may_begin(l, at))
        return NULL;
    size_t length = dialects_side(words, at, (size_t)(end - at), &plain);
    *side = length ? plain : *side;
    length = length ? length : odd_side(words, at, end, side);
    return length ? at + length : NULL;
}

/* Returns the name that a text begins with, up to a stop, without signs behind it; empty if there is none.
 * The text from the stop before the first digit on becomes `*place`: "J. H. Ada. London 1851." */
static struct ludus_text find_name(const struct dialects *words, struct ludus_text text,
                                   struct ludus_text *place)
{
    const struct ludus_text all = transcript_strip(text.text, text.text + text.length, "", SPACES ",;");
    const char *begin = all.text, *end = begin + all.length, *stop = begin;
    bool capital = false;
    while (stop < end && !is_digit(*stop))
        stop++;
    while (stop < end && stop > begin && !strchr(".,;(", *stop))
        stop--;
    *place = transcript_strip(stop, end, " .,;(\t", " .)\t");
    for (const char *word = begin, *next; word < stop; word = next) {
        for (next = word; next < stop && !is_space(*next);)
            next++;
        const char *mark = word;
        while (mark < next && !strchr("),;", *mark))
            mark++;
        const enum word_kind kind = transcript_word_kind(words, word + (*word == '('), mark);
        capital |= kind > WORD_PARTICLE;
        const bool closed = next[-1] == '.' && (kind == WORD_NAME || next[-2] == ')');
        const char *last = next;
        while (next < stop && is_space(*next))
            next++;
        if (closed || (next - last > 1 && is_blank(last[1]) && *next != '(') ||
            (last[-1] == '.' && dialects_word(words, next, (size_t)(end - next), CLASS_HEADING)))
            stop = last; /* a sentence ends, or a column */
    }
    for (size_t size; stop > begin; stop -= size) {
        const char *last = stop;
        while (last > begin && !is_space(last[-1]) && last[-1] != '(')
            last--;
        const bool stays = (stop[-1] == '.' && without_stop(last, stop) == stop) || /* "Mr. B." */
                           (stop[-1] == ')' && memchr(begin, '(', (size_t)(stop - begin))) ||
                           (stop[-1] == '-' && stop - last > 2);
        size = stays                                        ? 0
               : stop - begin > 3 && is_long_dash(stop - 3) ? 3
                                                            : strchr(" .,;)|\n-\t", stop[-1]) != NULL;
        if (!size)
            break;
    }
    return text_between(begin, capital && stop - begin <= NAME_BYTES ? stop : begin);
}

/* What tells that a name behind a word for a side is a player: a colon, a bracket or a dash; that a comma or
 * a wide gap precedes it, and nothing else stands there; or only that the other side has a name in the same
 * way. */
enum evidence { BY_SIGN, BY_ITSELF, BY_PAIR };

/* Reads the name behind a word for a side, before byte `stop`. Empty if there is none. */
static struct ludus_text name_of_side(const struct dialects *words, const char *behind, const char *stop,
                                      enum evidence *by, struct ludus_text *place)
{
    const char *sign = behind;
    bool told = false;
    while (sign < stop && (is_space(*sign) || strchr(".:(-,", *sign) || is_long_dash(sign))) {
        told |= *sign == ':' || *sign == '(' || is_long_dash(sign) ||
                (sign > behind && memcmp(sign - 1, "--", 2) == 0);
        sign += is_long_dash(sign) ? 3 : 1;
    }
    *place = text_between(stop, stop);
    *by = BY_SIGN;
    if (told)
        return find_name(words, text_between(sign, stop), place);
    const struct name_read name = transcript_read_name(words, sign, stop);
    const char *rest = transcript_strip(name.next, stop, SPACES ".;,)|", "").text;
    *by = rest < stop || *behind == ' ' ? BY_PAIR : BY_ITSELF;
    if (sign == behind || !(*behind == ',' || is_blank(*behind)) || (rest < stop && *behind != ',') ||
        dialects_word(words, sign, (size_t)(stop - sign), CLASS_PIECE) > 2 ||
        !(is_player(&name) || name.next < stop))
        return text_between(sign, sign);
    return rest == stop ? text_between(sign, name.end) : find_name(words, text_between(sign, stop), place);
}

/* Reads the side at byte `at` of line `l` and its name, which may end on the next line (`on`). Returns how
 * the name is known; -1 if there is none. `*stop`: where the next may begin. */
static int read_side(const struct dialects *words, const struct page_line *l, const char *at, bool on,
                     bool second, const char **stop, struct found_names *out)
{
    int side = second, other = !side;
    enum evidence by;
    const char *end = l->text + l->length, *behind = behind_side(words, l, at, end, &side);
    *stop = at + 1;
    if (!behind)
        return -1;
    for (*stop = behind; *stop < end && !(behind_side(words, l, *stop, end, &other) && other != side);)
        ++*stop;
    struct ludus_text place, name = name_of_side(words, behind, *stop, &by, &place);
    const char *last = name.text + name.length;
    if (on && *stop == end &&
        (name.length ? last[-1] == '.' && last == end : by == BY_SIGN || end - behind < 2)) {
        *stop = l[1].text + l[1].length;
        name = name_of_side(words, behind, *stop, &by, &place);
        last = name.text + name.length;
    }
    const bool refused = place.length && (!second || !transcript_has_date(words, place));
    out->refused |= refused;
    if (!name.length || out->name[side].length || refused)
        return -1;
    out->name[side] = name;
    out->place = place.length ? place : out->place;
    take(out, at, place.length ? place.text + place.length : last);
    return (int)by;
}

/* Reads the names on a line before words for their sides: "Ada, Lyon, White. Berta, Paris, Black." */
static bool read_before(const struct dialects *words, const struct page_line *l, struct found_names *out)
{
    const char *end = l->text + l->length, *first, *second,
               *white = transcript_find_word(words, l->text, end, CLASS_WHITE, &first),
               *black = white ? transcript_find_word(words, first, end, CLASS_BLACK, &second) : NULL;
    first = black ? transcript_strip(first, black, SPACES ".;", "").text : first;
    if (!black || white < l->text + 3 || black < first + 3 || memcmp(white - 2, ", ", 2) != 0 ||
        memcmp(black - 2, ", ", 2) != 0 || transcript_strip(second, end, SPACES ".", "").length)
        return false;
    const struct name_read one = transcript_read_name(words, l->text, white),
                           two = transcript_read_name(words, first, black);
    if (!is_player(&one) || !is_player(&two) || *one.next != ',' || *two.next != ',')
        return false;
    out->name[0] = text_between(l->text, white - 2);
    out->name[1] = text_between(first, black - 2);
    take(out, l->text, end);
    return true;
}

bool transcript_find_sides(const struct page *page, size_t from, size_t to, bool lone,
                           struct found_names *out)
{
    const struct dialects *words = &page->words;
    *out = (struct found_names){ .line = to };
    for (size_t line = from; line < to; line++) {
        const struct page_line *l = &page->lines[line];
        const struct found_names before = *out;
        unsigned found = 0, pairs = 0;
        const char *stop;
        if (!out->count && read_before(words, l, out))
            out->line = line;
        if (out->line == line || dialects_are_sides(words, l->text, l->length))
            continue;
        for (const char *at = l->text; at < l->text + l->length; at = stop) {
            const int by = read_side(words, l, at, line + 1 < to && l[1].length > 0, found > 0, &stop, out);
            found += by >= 0;
            pairs += by == BY_PAIR;
        }
        if (pairs && found < 2)
            *out = before;
        else if (found && out->line == to)
            out->line = line;
    }
    const struct ludus_text white = out->name[0];
    if (!white.length || out->name[1].length)
        return white.length > 0;
    const char *end = white.text + white.length;
    const struct name_read name = transcript_read_name(words, white.text, end);
    return lone && !out->refused && name.end == end && is_player(&name);
}
