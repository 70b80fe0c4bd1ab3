/* transcript_write.c - writes a record as a printed page: title, players, place and date, turns on lines of
 * their own, and comments as prose between them. */
#include "decode/transcript_write.h"

#include "base/text.h"
#include "decode/transcript_page.h"
#include "notation/format.h"
#include "notation/turns.h"

struct ahead {
    struct visit visit;
    enum ludus_event event;
};

struct page_writer {
    struct visit visit;
    struct ludus_buffer *out;
    bool line;                    /* a turn is being written */
    bool prose;                   /* prose was written last */
    struct ahead beyond[2];       /* last results of find_beyond */
    const struct dialects *words; /* of all notations */
};

/* ---- Heading ---- */

static const char *const months[12] = {
    "January", "February", "March",     "April",   "May",      "June",
    "July",    "August",   "September", "October", "November", "December"
};

/* Writes 1851.06.21 as "21 June 1851"; any other value as it is. */
static void write_date(struct ludus_buffer *out, struct ludus_text date)
{
    bool whole = date.length == 10 && date.text[4] == '.' && date.text[7] == '.';
    const char *at = whole ? date.text + 5 : "", *last = whole ? date.text + 8 : "";
    const unsigned month = number_take(&at), day = number_take(&last);
    if (!whole || month > 12) {
        buf_add(out, date.text, date.length);
        return;
    }
    if (day && month)
        buf_format(out, "%u ", day);
    if (month)
        buf_format(out, "%s ", months[month - 1]);
    buf_add(out, date.text, 4);
}

const char *const transcript_tags[TAGS] = { "Event",     "Site",  "Date",   "Round",
                                            "White",     "Black", "Result", "DateAsWritten",
                                            "FirstRoll", "Title", "Variant" };
static const struct ludus_text unknown = { "?", 1 }; /* the value of a tag that says nothing */

static void add_known(struct ludus_buffer *out, const char *before, struct ludus_text value)
{
    if (text_is_open(value))
        return;
    buf_text(out, before);
    buf_add(out, value.text, value.length);
}

static void write_players(const struct ludus_text tags[TAGS], struct ludus_buffer *out)
{
    const bool site = !text_is_open(tags[TAG_SITE]), date = !text_is_open(tags[TAG_DATE]);
    buf_add(out, tags[TAG_WHITE].text, tags[TAG_WHITE].length);
    buf_text(out, " (White) v ");
    buf_add(out, tags[TAG_BLACK].text, tags[TAG_BLACK].length);
    buf_text(out, " (Black)");
    add_known(out, ", ", tags[TAG_EVENT]);
    add_known(out, ", ", tags[TAG_WRITTEN]);
    add_known(out, " (", tags[TAG_SITE]);
    if (date) {
        buf_text(out, site ? ", " : " (");
        write_date(out, tags[TAG_DATE]);
    }
    buf_text(out, site || date ? ")" : "");
}

static bool is_same(struct ludus_text written, struct ludus_text read)
{
    return (read.length == 0 && text_is_open(written)) || text_same(read, written);
}

/* Returns the first tag of the line that is not read back, and must go into the footer; TAGS if all are. */
static unsigned find_misread(const struct dialects *words, const struct ludus_text tags[TAGS],
                             const struct ludus_buffer *line)
{
    enum {
        HEADED = 1 << TAG_EVENT | 1 << TAG_SITE | 1 << TAG_DATE | 1 << TAG_WHITE | 1 << TAG_BLACK |
                 1 << TAG_WRITTEN
    };
    struct transcript_heading read;
    transcript_read_heading(words, line->bytes, line->length, &read);
    read.said[TAG_DATE] = (struct ludus_text){ read.date, strlen(read.date) };
    unsigned i = 0;
    while (i < TAGS && (!(HEADED >> i & 1) || text_is_open(tags[i]) || text_same(tags[i], read.said[i])))
        i++;
    return i;
}

static void write_heading(const struct dialects *words, struct ludus_text tags[TAGS],
                          struct ludus_buffer *out)
{
    struct ludus_text *title = &tags[TAG_TITLE];
    if (!text_is_open(*title) && transcript_is_title(title->text, title->length)) {
        buf_add(out, title->text, title->length);
        buf_text(out, "\n\n");
    } else {
        *title = unknown;
    }
    struct ludus_buffer line = { 0 };
    write_players(tags, &line);
    for (unsigned misread; !line.failed && (misread = find_misread(words, tags, &line)) < TAGS;) {
        tags[misread] = unknown;
        buf_clear(&line);
        write_players(tags, &line);
    }
    out->failed |= line.failed;
    buf_add(out, line.bytes, line.length);
    buf_text(out, "\n\n");
    buf_free(&line);
}

void transcript_write_opening(const char *title, struct ludus_text first_roll, struct ludus_buffer *out)
{
    const char *at = first_roll.text, *end = at + first_roll.length;
    const unsigned white = number_take(&at), black = *at == '-' ? (at++, number_take(&at)) : 0;
    if (title)
        buf_format(out, "A game of %s.", title);
    if (white && black && white != black && at == end)
        buf_format(out, "%s%s rolled %u to a %u for %s, and played first.", title ? " " : "",
                   white > black ? "White" : "Black", white > black ? white : black,
                   white > black ? black : white, white > black ? "Black" : "White");
}

static void write_opening(const struct canonical *c, struct ludus_text tags[TAGS], struct ludus_buffer *out)
{
    const char *title = c->rules && record_tag(&c->game, "Variant") ? ludus_ruleset_title(c->rules) : NULL;
    size_t before = out->length;
    char roll[16];
    transcript_write_opening(title, canonical_tag(c, "FirstRoll", ""), out);
    transcript_first_roll(buf_string(out) + before, out->length - before, roll);
    if (!is_same(tags[TAG_FIRST_ROLL], (struct ludus_text){ roll, strlen(roll) }))
        tags[TAG_FIRST_ROLL] = unknown;
    if (out->length > before)
        buf_text(out, "\n\n");
}

int transcript_tag(struct ludus_text name)
{
    for (int i = 0; i < TAGS; i++)
        if (text_is(name.text, name.length, transcript_tags[i]))
            return i;
    return -1;
}

/* Writes lines "Name: value" for tags that are not elsewhere on the page; none for empty values. */
static void write_footer(const struct canonical *c, const struct ludus_text tags[TAGS],
                         struct ludus_buffer *out)
{
    const char *before = "\n";
    for (size_t i = 0; i < c->game.tag_count; i++) {
        const struct tag *tag = &c->game.tags[i];
        const int kept = transcript_tag(tag->name);
        size_t at = 0;
        while (at < tag->value.length && is_space(tag->value.text[at]))
            at++;
        if (at == tag->value.length || kept == TAG_RESULT || (kept >= 0 && is_same(tag->value, tags[kept])))
            continue;
        buf_format(out, "%s%.*s: ", before, (int)tag->name.length, tag->name.text);
        for (at = 0; at < tag->value.length; at++)
            buf_char(out, is_break(tag->value.text[at]) ? ' ' : tag->value.text[at]);
        buf_char(out, '\n');
        before = "";
    }
}

/* ---- Turns and prose ---- */

static void end_line(struct page_writer *w)
{
    if (w->line)
        buf_char(w->out, '\n');
    w->line = false;
}

static void write_word(struct page_writer *w, const char *before, const char *text, size_t length)
{
    if (!w->line && w->prose)
        buf_char(w->out, '\n');
    w->prose = false;
    buf_text(w->out, w->line ? before : "");
    for (size_t i = 0; i < length; i++)
        buf_char(w->out, text[i] == '\n' || text[i] == '\r' || text[i] == '\0' ? ' ' : text[i]);
    w->line = true;
}

static void write_prose(struct ludus_buffer *out, const char *text, size_t length)
{
    struct layout layout = { .out = out };
    unsigned breaks = 0;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (c == '\n' && ++breaks == 2)
            layout_paragraph(&layout);
        if (c == '\0' || is_space(c)) {
            layout_space(&layout);
            continue;
        }
        breaks = 0;
        layout_add(&layout, &c, 1);
    }
    layout_break(&layout);
}

/* Can a comment stand free, without being taken for anything else than prose? */
static bool is_free_text(struct page_writer *w, const char *text, size_t length)
{
    struct line_scan scan = { .text = { 0 } };
    bool word = false, any = false,
         doubtful = dialects_verdict(w->words, text, length) != NO_RESULT ||
                    transcript_is_doubtful(text, length, &scan);
    transcript_scan_free(&scan);
    for (size_t i = 0; i < length && !doubtful; i++) {
        char c = text[i];
        if (!word && (is_digit(c) || c == '(' || c == '[' || c == '{' || c == '<'))
            doubtful = transcript_may_begin_turn(text + i, length - i);
        doubtful |= !word && c == '%'; /* which may come to the beginning of a line */
        word = c != ' ' && c != '\n' && c != '\t' && c != '\r';
        any |= word;
    }
    return any && !doubtful;
}

/* Finds what follows this comment and those behind it, with `all` also behind escaped lines and NAGs. The
 * result is cached: a turn may have thousands. */
static const struct ahead *find_beyond(struct page_writer *w, bool all)
{
    struct ahead *beyond = &w->beyond[all];
    if (beyond->visit.at > w->visit.at)
        return beyond;
    beyond->visit = w->visit;
    do
        beyond->event = visit_next_item(&beyond->visit);
    while (beyond->event == LUDUS_EVENT_COMMENT ||
           (all && (beyond->event == LUDUS_EVENT_ESCAPE || beyond->event == LUDUS_EVENT_NAG)));
    return beyond;
}

static bool is_joined(const struct ahead *ahead)
{
    return ahead->event == LUDUS_EVENT_MOVE && turns_joined(ahead->visit.item);
}

/* Writes a comment: free if the turn does not continue after it, else in braces. A NAG behind it would be
 * taken for prose at the beginning of a line. */
static void write_comment(struct page_writer *w, const struct item *item)
{
    const struct ahead *next = find_beyond(w, false);
    if (w->visit.depth > 0 || next->event == LUDUS_EVENT_NAG || next->event == LUDUS_EVENT_DICE ||
        is_joined(next) || !is_free_text(w, item->text, item->length)) {
        write_word(w, " ", "{", 1);
        write_word(w, "", item->text, item->length);
        write_word(w, "", "}", 1);
        return;
    }
    end_line(w);
    if (w->prose)
        buf_char(w->out, '\n');
    write_prose(w->out, item->text, item->length);
    w->prose = true;
}

static void write_items(struct page_writer *w)
{
    bool opened = false;
    for (enum ludus_event event; (event = visit_next_item(&w->visit)) != LUDUS_EVENT_END;) {
        const struct item *item = w->visit.item;
        if (!item) /* a tag, or the end of a variation that is never closed */
            continue;
        const char *before = opened || event == LUDUS_EVENT_VARIATION_END ? ""
                             : turns_joined(item)                         ? ", "
                                                                          : " ";
        /* A line begins; but a bare number behind another may be the roll of its turn. */
        if ((event == LUDUS_EVENT_VARIATION && w->visit.depth == 1) ||
            (event == LUDUS_EVENT_NUMBER && w->visit.depth == 0 &&
             !(item->form == 0 && turns_number_before(w->visit.game, item))))
            end_line(w);
        opened = event == LUDUS_EVENT_VARIATION;
        if (event == LUDUS_EVENT_COMMENT)
            write_comment(w, item);
        else if (event != LUDUS_EVENT_ESCAPE)
            write_word(w, before, item->text, item->length);
        else if (w->visit.depth == 0 && !is_joined(find_beyond(w, true))) {
            /* No escaped line can be within a variation, or before the comma of a turn. */
            end_line(w);
            write_word(w, "", "%", 1);
            write_word(w, "", item->text, item->length);
            end_line(w);
        }
        if (event == LUDUS_EVENT_VARIATION_END && w->visit.depth == 0)
            end_line(w);
    }
    end_line(w);
}

void transcript_write_record(const struct canonical *canonical, struct dialects *words,
                             struct ludus_buffer *out)
{
    struct page_writer w = { .visit = { .game = &canonical->game }, .out = out, .words = words };
    struct ludus_text tags[TAGS];
    if (ludus_game_empty(&canonical->game))
        return;
    for (unsigned i = 0; i < TAGS; i++)
        tags[i] = canonical_tag(canonical, transcript_tags[i], "?");
    tags[TAG_ROUND] = tags[TAG_VARIANT] = unknown;
    const char *id = canonical->rules ? ludus_ruleset_id(canonical->rules) : "";
    if (canonical->rules && ludus_ruleset_find(id) == canonical->rules &&
        record_tag(&canonical->game, "Variant"))
        tags[TAG_VARIANT] = (struct ludus_text){ id, strlen(id) };
    if (!words->ruleset)
        out->failed |= !dialects_open(words, NULL, ludus_ruleset_usual());
    write_heading(words, tags, out);
    write_opening(canonical, tags, out);
    write_items(&w);
    write_footer(canonical, tags, out);
    buf_char(out, '\n');
}
