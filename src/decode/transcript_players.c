/* transcript_players.c - finds the players in what stands above a game: words for their sides, two names in
 * columns, "Ada v. Berta", "Between Ada and Berta". */
#include "decode/transcript_players.h"

enum {
    TOP_LINES = 20,
    NEAR_LINES = 2,
    PARTS = 4,
    JOINED_MOST = 400, /* bytes of the names and the place on a line, on each side of what joins the names */
    JOINTS_MOST = 50   /* that are tried on a line */
};

/* Is a text short, its first letter a capital or not ASCII, without digits and these signs? */
static bool is_plain(struct ludus_text text, const char *signs)
{
    if (text.length == 0 || text.length > NAME_BYTES || !(is_upper(*text.text) || *text.text & '\x80'))
        return false;
    for (size_t i = 0; i < text.length; i++)
        if (is_digit(text.text[i]) || strchr(signs, text.text[i]))
            return false;
    return true;
}

/* Reads a name that ends right before `joint`, perhaps with a text in parentheses, which becomes a part of it
 * if it has no digits. Empty if there is none, or if words of prose stand before it. */
static struct ludus_text name_before(const struct dialects *words, const char *begin, const char *joint,
                                     bool lenient)
{
    const char *end = joint, *stop;
    bool digits = false;
    while (end > begin && is_blank(end[-1]))
        end--;
    for (stop = end; stop > begin && end[-1] == ')' && *stop != '('; stop--)
        digits |= is_digit(stop[-1]);
    const char *close = stop < end && !digits ? end : NULL;
    while (stop > begin && stop < end && is_blank(stop[-1]))
        stop--;
    for (const char *at = begin; at < stop; at++) {
        if (at > begin && !is_space(at[-1]) &&
            !strchr("(|-\xab\x94", at[-1])) /* the last of a dash or quote */
            continue;
        const struct name_read name = transcript_read_name(words, at, stop);
        if (name.next != stop || !(is_player(&name) || (lenient && name.shorts)))
            continue;
        const char *last = at, *word;
        while (last > begin && is_space(last[-1]))
            last--;
        for (word = last; word > begin && !is_space(word[-1]);)
            word--;
        const enum word_kind before = transcript_word_kind(words, word, last);
        if (last > begin && at - last < 2 && begins_letter(*word) && !strchr(".,;:)\"\x9d", last[-1]) &&
            before != WORD_PARTICLE) { /* words of prose, but not "Partie von" before Herrn A. Anderssen */
            if (transcript_word_kind(words, at, at + strcspn(at, SPACES)) == WORD_PARTICLE)
                continue;
            return text_between(at, at);
        }
        return text_between(at, close ? close : name.end);
    }
    return text_between(begin, begin);
}

/* ---- Names in columns ---- */

/* Cuts a line into its parts between wide gaps and bars, without signs around them. Returns their number. */
static unsigned cut_parts(const struct page_line *l, struct ludus_text parts[PARTS])
{
    unsigned count = 0;
    for (size_t at = 0, stop; at < l->length; at = print_skip_blanks(l->text, stop, l->length)) {
        stop = print_cell_end(l->text, at, l->length);
        struct ludus_text part = transcript_strip(l->text + at, l->text + stop, SPACES, SPACES ",;");
        const size_t mark = transcript_footnote_mark(part.text, 0, part.length);
        part = transcript_strip(part.text + mark, part.text + part.length, SPACES, "");
        if (part.length > 1 && *part.text == '(' && strchr(".)", part.text[part.length - 1])) /* (Seni) */
            part = transcript_strip(part.text, part.text + part.length, "(", ".)");
        if (part.length && count++ < PARTS)
            parts[count - 1] = part;
    }
    return count;
}

/* Is a part a name: as a whole, "Deacon, F."; below a word for its side (`sure`), anything that is none? */
static bool is_column(const struct dialects *words, struct ludus_text *part, bool sure)
{
    const char *end = part->text + part->length;
    const struct name_read name = transcript_read_name(words, part->text, end);
    const char *rest = name.next;
    if (name.names && rest + 2 < end && *rest == ',') {
        const struct name_read first = transcript_read_name(words, rest + 2, end);
        rest = first.names ? rest : first.next;
    }
    const bool whole = rest == end && (is_player(&name) || (sure && name.shorts));
    if (whole && rest == name.next)
        part->length = (size_t)(name.end - part->text);
    const char *word;
    if (!whole)
        part->length = (size_t)(without_stop(part->text, end) - part->text);
    return whole || (sure && is_plain(*part, "{}[]:;!?\"%") &&
                     !transcript_find_word(words, part->text, end, CLASS_HEADING, &word));
}

/* Is a text the end of a name, or all of it? */
static bool ends_with(struct ludus_text name, struct ludus_text end)
{
    return end.length <= name.length &&
           memcmp(name.text + name.length - end.length, end.text, end.length) == 0;
}

/* Is the line a headline of columns, "White    Black", and nothing else? */
static bool is_headline(const struct dialects *words, const struct page_line *l)
{
    const char *stop = l->text + l->length, *rest;
    return dialects_are_sides(words, l->text, l->length) &&
           transcript_find_word(words, l->text, stop, CLASS_WHITE, &rest) &&
           transcript_find_word(words, l->text, stop, CLASS_BLACK, &rest);
}

/* Does a ply of the game stand right of the one before it, in columns? */
static bool has_rows(const struct page *page, const struct found_game *found)
{
    const struct decoded_ply *plies = found->game.plies;
    bool rows = false;
    for (size_t i = 1; i < found->game.count && i < TOP_LINES; i++)
        rows |= found->passages.each[plies[i].passage].in_row &&
                transcript_line_of(page, plies[i].begin) == transcript_line_of(page, plies[i - 1].begin);
    return rows;
}

/* Finds two names apart on a line, each perhaps once more: next to the headline of their columns (`sure`), or
 * right above the moves. */
static bool find_columns(const struct page *page, const struct found_game *found, size_t line, bool sure,
                         struct found_names *out)
{
    const struct dialects *words = &page->words;
    const struct page_line *l = &page->lines[line];
    struct ludus_text parts[PARTS];
    const unsigned count = l->length ? cut_parts(l, parts) : 0;
    size_t next = line + 1;
    if (count < 2 || count > PARTS || is_headline(words, l))
        return false;
    while (next < found->first && (!page->lines[next].length || is_headline(words, &page->lines[next])))
        next++;
    if (sure ? !(line > 0 && is_headline(words, l - 1)) &&
                   !(line + 1 < found->first && is_headline(words, l + 1))
             : next < found->first)
        return false;
    const bool title = count == 3 && !is_column(words, &parts[1], false); /* Ada    Ruy Lopez    Berta */
    const unsigned black = title ? 2 : 1;
    for (unsigned i = 0; i < count; i++)
        if (!(title && i == 1) && !is_column(words, &parts[i], sure))
            return false;
    if (count == PARTS ? !ends_with(parts[0], parts[2]) || !ends_with(parts[1], parts[3])
                       : count == 3 && !title)
        return false;
    const struct name_read first = transcript_read_name(words, parts[0].text, l->text + l->length),
                           second = transcript_read_name(words, parts[black].text, l->text + l->length);
    if (!sure && !has_rows(page, found) && !(first.shorts && second.shorts))
        return false;
    *out = (struct found_names){ .name = { parts[0], parts[black] }, .line = line, .guessed = !sure };
    for (unsigned i = 0; i < count; i++)
        if (!(title && i == 1))
            take(out, parts[i].text, parts[i].text + parts[i].length);
    return true;
}

/* ---- "Ada v. Berta" ---- */

static const char half[] = "\u00bd"; /* "Ada ½ Berta ½" */

/* Returns the length of what joins two players at byte `at`: a word or a dash between blanks, a dash between
 * letters, or a half; or 0. */
static size_t joint_at(const struct dialects *words, const struct page_line *l, const char *at)
{
    const char *end = l->text + l->length, *stop = at;
    const bool begins = at > l->text && is_blank(at[-1]),
               apart = begins && at > l->text + 1 && is_blank(at[-2]);
    while (begins && stop < end && !is_space(*stop))
        stop++;
    const bool below = stop + 1 < end && is_blank(stop[1]);
    if (begins && (!apart || below) && /* not "Tarrasch     v. Gottschall" */
        (is_word(words, at, stop, CLASS_VERSUS) || text_is(at, (size_t)(stop - at), half)))
        return (size_t)(stop - at);
    return at > l->text && is_long_dash(at) && !is_space(at[-1]) && !is_space(at[3]) ? 3 : 0;
}

/* Finds where and when behind the players, ", Lyon 1851" or "(Lyon 1851)", or on the next line, the last of
 * its paragraph. No text if there is no date. */
static struct ludus_text find_place(const struct dialects *words, const char *at, const char *end,
                                    const struct page_line *below)
{
    at = transcript_strip(at, end, SPACES ".", "").text;
    const char *stop = at;
    while (stop < end &&
           !(*stop == ')' || (*stop == '.' && is_digit(stop[-1]) && stop + 1 < end && stop[1] == ' ')))
        stop++;
    struct ludus_text place = transcript_strip(at, stop, SPACES ",(", SPACES ".),");
    if (at == end && below && below->length && !below[1].length)
        place = text_between(below->text, below->text + below->length);
    else if (at < end && *at != ',' && *at != '(')
        place.length = 0;
    return place.length && place.length <= NAME_BYTES && transcript_has_date(words, place)
               ? place
               : (struct ludus_text){ NULL, 0 };
}

/* Finds two names on a line that a word or a dash joins; by a dash only `near` the moves. */
static bool find_joined(const struct page *page, size_t line, size_t to, bool near, struct found_names *out)
{
    const struct dialects *words = &page->words;
    const struct page_line *l = &page->lines[line];
    const char *last = l->text + l->length, *rest;
    unsigned joints = 0;
    for (const char *at = l->text; at < last && joints < JOINTS_MOST; at++) {
        const char *end = last - at < JOINED_MOST ? last : at + JOINED_MOST,
                   *begin = at - l->text < JOINED_MOST ? l->text : at - JOINED_MOST;
        const size_t joint = joint_at(words, l, at);
        joints += joint > 0;
        const bool dash = joint == 1 || is_long_dash(at); /* "v" is a word of other languages */
        const char *next = transcript_strip(at + joint, end, SPACES, "").text;
        if (!joint || next == end)
            continue;
        struct name_read black = transcript_read_name(words, next, end);
        if (black.next == next)
            continue;
        const char *behind = transcript_strip(black.next, end, SPACES, "").text;
        if ((dash && behind < end && behind - black.next < 2 && begins_letter(*behind) &&
             behind[-2] != '.') ||
            (text_is(at, joint, half) && !text_is(behind, (size_t)(end - behind), half)))
            continue;
        const char *close =
            behind < end && *behind == '(' ? memchr(behind, ')', (size_t)(end - behind)) : NULL;
        const struct ludus_text place = find_place(words, behind, end,
                                                   line + 1 < to && line + 2 < page->count ? l + 1 : NULL),
                                white = name_before(words, begin, at, place.text != NULL);
        if (!white.length || (dash && !near && !place.text && !(white.text == l->text && behind == end)) ||
            transcript_find_word(words, white.text, black.end, CLASS_HEADING, &rest) ||
            !(is_player(&black) || (place.text && black.shorts)) ||
            text_same(white, text_between(next, black.end)))
            continue;
        const size_t more = dialects_word(words, behind, (size_t)(end - behind), CLASS_BETWEEN);
        if (more && behind + more + 1 < end &&
            transcript_read_name(words, behind + more + 1, end).names) /* allies */
            black = transcript_read_name(words, behind + more + 1, end);
        if (close && white.text[white.length - 1] == ')' && !place.text) /* Ada (Lyon) v. Berta (Paris) */
            black.next = black.end = close + 1;
        *out = (struct found_names){
            .name = { white, text_between(next, black.end) }, .place = place, .line = line, .guessed = true
        };
        take(out, white.text, white.text + white.length);
        take(out, at, black.next);
        if (place.text) { /* with its brackets */
            const char *stop = place.text + place.length;
            take(out, place.text - (place.text[-1] == '('), stop + strspn(stop, ".)"));
        }
        return true;
    }
    return false;
}

/* Finds two names on the lines around one with a word that joins players, and nothing else. */
static bool find_around(const struct page *page, size_t line, size_t to, struct found_names *out)
{
    const struct dialects *words = &page->words;
    const struct page_line *l = &page->lines[line];
    struct ludus_text above[PARTS], below[PARTS];
    if (line == 0 || line + 1 >= to || !is_word(words, l->text, l->text + l->length, CLASS_VERSUS) ||
        !cut_parts(l - 1, above) || !cut_parts(l + 1, below) || !is_column(words, above, false) ||
        !is_column(words, below, false))
        return false;
    *out = (struct found_names){ .name = { *above, *below }, .line = line - 1, .guessed = true };
    take(out, above->text, above->text + above->length);
    take(out, l->text, below->text + below->length);
    return true;
}

/* Finds two names on a line between the words "between" and "and". */
static bool find_between(const struct page *page, size_t line, struct found_names *out)
{
    const struct dialects *words = &page->words;
    const struct page_line *l = &page->lines[line];
    const char *last = l->text + l->length;
    unsigned joints = 0;
    for (const char *at = l->text; at < last && joints < JOINTS_MOST; at++) {
        const char *end = last - at < JOINED_MOST ? last : at + JOINED_MOST;
        const struct dialect_word *word = at == l->text || is_space(at[-1]) || at[-1] == '('
                                              ? dialects_find(words, at, (size_t)(end - at), CLASS_BETWEEN)
                                              : NULL;
        if (!word || !dialect_word_opens(word) || at + word->length >= end || !is_space(at[word->length]))
            continue;
        joints++;
        const char *next = at + word->length + 1;
        const struct name_read white = transcript_read_name(words, next, end);
        const char *joint = white.next + (white.next < end);
        const size_t length = dialects_word(words, joint, (size_t)(end - joint), CLASS_BETWEEN);
        const char *second = joint + length + 1;
        if (!length || second >= end)
            continue;
        const struct name_read black = transcript_read_name(words, second, end);
        if (!is_player(&white) || !is_player(&black))
            continue;
        *out =
            (struct found_names){ .name = { text_between(next, white.end), text_between(second, black.end) },
                                  .line = line,
                                  .guessed = true };
        take(out, at, black.next);
        return true;
    }
    return false;
}

/* ---- What stands above a game ---- */

/* Finds the players on lines [from, to), by what tells most first. `found`: the game below, or NULL. */
static bool find_players(const struct page *page, const struct found_game *found, size_t from, size_t to,
                         struct found_names *out)
{
    if (transcript_find_sides(page, from, to, false, out))
        return true;
    for (size_t line = from; found && line < to; line++)
        if (find_columns(page, found, line, true, out))
            return true;
    unsigned below = 0;
    for (size_t line = to; line-- > from;) {
        const struct page_line *l = &page->lines[line];
        if (find_joined(page, line, to, below < NEAR_LINES, out) || find_between(page, line, out) ||
            find_around(page, line, to, out))
            return true;
        below += l->length > 0 && !is_headline(&page->words, l);
    }
    for (size_t line = to; found && line-- > from;)
        if (find_columns(page, found, line, false, out))
            return true;
    return transcript_find_sides(page, from, to, true, out);
}

/* Are the names as short as those of players? */
static bool fit(const struct found_names *names)
{
    return names->name[0].length <= NAME_BYTES && names->name[1].length <= NAME_BYTES;
}

/* Sets page->players. A place is where and when they played, "Toledo 1283". */
static void set_players(struct page *page, const struct found_names *names, size_t guessed)
{
    struct transcript_heading *heading = &page->players;
    const struct ludus_text *place = &names->place;
    *heading = (struct transcript_heading){ .guessed = guessed };
    for (unsigned i = 0; i < 2; i++) {
        size_t length = 0;
        for (size_t k = 0; k < names->name[i].length && length < sizeof heading->names[i]; k++) {
            const char c = names->name[i].text[k];
            if (!is_space(c) || (length > 0 && heading->names[i][length - 1] != ' '))
                heading->names[i][length++] = is_space(c) ? ' ' : c;
        }
        heading->said[TAG_WHITE + i] = (struct ludus_text){ heading->names[i], length };
    }
    if (place->text) {
        const char *at =
            transcript_find_date(&page->words, place->text, place->text + place->length, heading->date);
        heading->said[TAG_EVENT] = transcript_strip(place->text, at, SPACES ",", SPACES ",");
    }
}

static bool is_taken(const struct found_names *names, const char *at)
{
    bool taken = false;
    for (unsigned i = 0; i < names->count; i++)
        taken |= at >= names->taken[i].text && at < names->taken[i].text + names->taken[i].length;
    return taken;
}

/* Are all lines "Name: value", and one of them a tag of a heading or Variant? */
static bool are_tags(const struct page *page, size_t from, size_t to)
{
    bool any = false;
    for (size_t i = from; i < to; i++) {
        struct ludus_text name, value;
        const struct page_line *l = &page->lines[i];
        const char *end = l->text + l->length, *rest;
        if (!transcript_footer_line(l, &name, &value) ||
            (dialects_word(&page->words, l->text, l->length, CLASS_WHITE) &&
             transcript_find_word(&page->words, l->text, end, CLASS_BLACK, &rest)))
            return false;
        const int tag = transcript_tag(name);
        any |= (tag >= 0 && tag <= TAG_RESULT) || tag == TAG_VARIANT;
    }
    return any;
}

/* Finds the paragraph above line `turn`. False if it is long. */
static bool find_paragraph(const struct page *page, size_t turn, size_t *begin, size_t *end)
{
    *end = turn;
    while (*end > 0 && page->lines[*end - 1].length == 0)
        --*end;
    *begin = *end;
    while (*begin > 0 && page->lines[*begin - 1].length > 0 && *end - *begin < TOP_LINES)
        --*begin;
    return *begin < *end && (*begin == 0 || page->lines[*begin - 1].length == 0);
}

size_t transcript_find_top(struct page *page, size_t turn)
{
    struct found_names names;
    size_t begin, end;
    if (!find_paragraph(page, turn, &begin, &end))
        return turn;
    const bool tags = are_tags(page, begin, end);
    bool whole = tags || (find_players(page, NULL, begin, end, &names) && fit(&names));
    for (size_t i = begin; i < end && whole && !tags; i++)
        for (const char *at = page->lines[i].text; at < page->lines[i].text + page->lines[i].length; at++)
            whole &= is_taken(&names, at) || !(begins_letter(*at) || is_digit(*at));
    if (!whole)
        return turn;
    page->top = begin;
    page->top_end = end;
    if (!tags)
        set_players(page, &names, begin + 1);
    return begin;
}

/* Reads where and when a game was played from a text, "Nuremberg, 3 January 1889.", "Played in New York, May
 * 1898": its date has a month, or a comma before the year. */
static void read_occasion(struct page *page, const char *at, const char *end)
{
    const struct ludus_text line = transcript_strip(at, end, " (\t", " .)\t");
    char date[16] = "";
    const struct ludus_text where = transcript_strip(
        line.text, transcript_find_date(&page->words, line.text, line.text + line.length, date), SPACES ",",
        SPACES ",");
    if (line.length > NAME_BYTES || !*date ||
        (date[5] == '?' && (where.length == 0 || where.text[where.length] != ',')))
        return;
    memcpy(page->players.date, date, sizeof date);
    bool plain = is_plain(where, ".,(){}[]:;!?\"%"); /* capitals, and no gap: not "Played in" */
    for (size_t i = 1; i < where.length && plain; i++)
        plain = !is_space(where.text[i - 1]) || !(is_lower(where.text[i]) || is_space(where.text[i]));
    if (plain && !page->players.said[TAG_SITE].length)
        page->players.said[TAG_SITE] = where;
}

size_t transcript_found_players(struct page *page, struct found_game *found, size_t from)
{
    struct found_names names = { .line = found->first };
    size_t begin, end;
    const bool tags = from == 0 && find_paragraph(page, found->first, &begin, &end) && end - begin != 2 &&
                      are_tags(page, begin, end);
    const bool any = !tags && find_players(page, found, from, found->first, &names) && fit(&names);
    page->players = (struct transcript_heading){ .date = "" };
    if (any)
        set_players(page, &names, names.guessed ? names.line + 1 : 0);
    for (unsigned i = 0; any && i < names.count; i++) { /* they become no comment, nor do signs around them */
        const char *at = names.taken[i].text, *stop = at + names.taken[i].length;
        while (at > page->text.bytes &&
               (is_blank(at[-1]) || (at > page->text.bytes + 2 && is_long_dash(at - 3))))
            at -= is_blank(at[-1]) ? 1 : 3;
        while (*stop && (strchr(" .:;,)*_", *stop) || is_long_dash(stop)))
            stop += is_long_dash(stop) ? 3 : 1;
        memset(found->passages.furniture + (at - page->text.bytes), FURNITURE, (size_t)(stop - at));
    }
    for (size_t i = from; i < found->first && !*page->players.date; i++) {
        const char *at = page->lines[i].text, *stop, *last = at + page->lines[i].length;
        for (; at < last && !*page->players.date; at = stop + (stop < last)) {
            for (stop = at; stop < last && !(any && is_taken(&names, stop));)
                stop++;
            read_occasion(page, at, stop);
        }
    }
    return any ? names.line : found->first;
}
