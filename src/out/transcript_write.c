/* transcript_write.c - a record as a printed page has it. */
#include "out/transcript_write.h"

#include "out/transcript_label.h"
#include "out/transcript_line.h"
#include "record/layout.h"

#include <stdlib.h>
#include <string.h>

struct writing {
    const struct ludus_game *game;
    struct ludus_buffer *out;
    bool line;  /* a turn is being written */
    bool prose; /* prose was written last */
};

static bool is_known(struct ludus_text value)
{
    return value.length > 0 && value.text[0] != '?';
}

/* ---- Heading ---- */

static unsigned digits(const char *text, size_t length)
{
    unsigned number = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return 0;
        number = 10 * number + (unsigned)(text[i] - '0');
    }
    return number;
}

/* "21 June 1851" for 1851.06.21; otherwise as it stands. */
static void write_date(struct ludus_buffer *out, struct ludus_text date)
{
    bool whole = date.length == 10 && date.text[4] == '.' && date.text[7] == '.';
    unsigned month = whole ? digits(date.text + 5, 2) : 0, day = whole ? digits(date.text + 8, 2) : 0;
    if (!whole || month > 12) {
        buf_add(out, date.text, date.length);
        return;
    }
    if (day && month)
        buf_format(out, "%u ", day);
    if (month)
        buf_format(out, "%s ", transcript_months[month - 1]);
    buf_add(out, date.text, 4);
}

static void write_heading(const struct canonical *c, struct ludus_buffer *out)
{
    struct ludus_text white = canonical_tag(c, "White", "?"), black = canonical_tag(c, "Black", "?");
    struct ludus_text event = canonical_tag(c, "Event", "?"), site = canonical_tag(c, "Site", "?");
    struct ludus_text date = canonical_tag(c, "Date", "?"), written = canonical_tag(c, "DateAsWritten", "?");
    struct ludus_text title = canonical_tag(c, "Title", "?");
    if (is_known(title)) {
        buf_add(out, title.text, title.length);
        buf_text(out, "\n\n");
    }
    buf_add(out, white.text, white.length);
    buf_text(out, " (White) v ");
    buf_add(out, black.text, black.length);
    buf_text(out, " (Black)");
    const struct ludus_text parts[] = { event, written };
    for (size_t i = 0; i < 2; i++) {
        if (is_known(parts[i])) {
            buf_text(out, ", ");
            buf_add(out, parts[i].text, parts[i].length);
        }
    }
    if (is_known(site) || is_known(date)) {
        buf_text(out, " (");
        buf_add(out, site.text, is_known(site) ? site.length : 0);
        buf_text(out, is_known(site) && is_known(date) ? ", " : "");
        if (is_known(date))
            write_date(out, date);
        buf_char(out, ')');
    }
    buf_text(out, "\n\n");
}

void transcript_write_opening(const char *title, struct ludus_text first_roll, struct ludus_buffer *out)
{
    const char *dash = memchr(first_roll.text, '-', first_roll.length);
    unsigned white = dash ? digits(first_roll.text, (size_t)(dash - first_roll.text)) : 0;
    unsigned black = dash ? digits(dash + 1, first_roll.length - (size_t)(dash + 1 - first_roll.text)) : 0;
    if (title)
        buf_format(out, "A game of %s.", title);
    if (white && black && white != black)
        buf_format(out, "%s%s rolled %u to a %u for %s, and played first.", title ? " " : "",
                   white > black ? "White" : "Black", white > black ? white : black,
                   white > black ? black : white, white > black ? "Black" : "White");
}

static void write_opening(const struct canonical *c, struct ludus_buffer *out)
{
    const struct tag *variant = record_tag(&c->game, "Variant");
    const char *title = variant && c->rules ? ludus_ruleset_title(c->rules) : NULL;
    size_t before = out->length;
    transcript_write_opening(title, canonical_tag(c, "FirstRoll", ""), out);
    if (out->length > before)
        buf_text(out, "\n\n");
}

/* Tags that have no place elsewhere on the page. */
static void write_footer(const struct canonical *c, struct ludus_buffer *out)
{
    static const char placed[] = " Event Site Date White Black Result Title DateAsWritten FirstRoll ";
    bool any = false;
    for (size_t i = 0; i < c->game.tag_count; i++) {
        const struct tag *tag = &c->game.tags[i];
        char name[64];
        int length = snprintf(name, sizeof name, " %.*s ", (int)tag->name.length, tag->name.text);
        bool stands = (length > 0 && (size_t)length < sizeof name && strstr(placed, name)) ||
                      !is_known(tag->value) || (c->rules && strcmp(name, " Variant ") == 0);
        if (stands)
            continue;
        buf_format(out, "%s%.*s: ", any ? "" : "\n", (int)tag->name.length, tag->name.text);
        buf_add(out, tag->value.text, tag->value.length);
        buf_char(out, '\n');
        any = true;
    }
}

/* ---- Turns and prose ---- */

static void end_line(struct writing *w)
{
    if (w->line)
        buf_char(w->out, '\n');
    w->line = false;
}

static void write_word(struct writing *w, const char *before, const char *text, size_t length)
{
    if (!w->line && w->prose)
        buf_char(w->out, '\n');
    w->prose = false;
    buf_text(w->out, w->line ? before : "");
    for (size_t i = 0; i < length; i++)
        buf_char(w->out, text[i] == '\n' || text[i] == '\r' || text[i] == '\0' ? ' ' : text[i]);
    w->line = true;
}

static void set_prose(struct ludus_buffer *out, const char *text, size_t length)
{
    struct layout layout = { .out = out };
    unsigned breaks = 0;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (c == '\n' && ++breaks == 2)
            layout_paragraph(&layout);
        if (c == ' ' || c == '\0' || (c >= '\t' && c <= '\r')) {
            layout_space(&layout);
            continue;
        }
        breaks = 0;
        layout_add(&layout, &c, 1);
    }
    layout_break(&layout);
}

/* Is there anything in a comment that would be read as notation when it stood free? */
static bool is_free_text(const char *text, size_t length)
{
    bool word = false, any = false;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (!word && ((c >= '0' && c <= '9') || c == '(' || c == '[' || c == '{' || c == '%' || c == '<'))
            if (transcript_may_begin_turn(text + i, length - i))
                return false;
        if (!word && transcript_may_be_slip(text + i, length - i))
            return false;
        word = c != ' ' && c != '\n' && c != '\t' && c != '\r';
        any |= word;
    }
    return any;
}

/* Does the turn go on after this comment? */
static bool is_within_turn(const struct ludus_game *game, size_t index)
{
    for (size_t i = index + 1; i < game->item_count; i++) {
        unsigned kind = game->items[i].kind;
        if (kind == ITEM_MOVE)
            return (game->items[i].move.flags & MOVE_JOINED) || kind == ITEM_DICE;
        if (kind != ITEM_COMMENT && kind != ITEM_NAG)
            return kind == ITEM_DICE;
    }
    return false;
}

static void write_comment(struct writing *w, size_t index, size_t depth)
{
    const struct item *item = &w->game->items[index];
    if (depth > 0 || is_within_turn(w->game, index) || !is_free_text(item->text, item->length)) {
        write_word(w, " ", "{", 1);
        write_word(w, "", item->text, item->length);
        write_word(w, "", "}", 1);
        return;
    }
    end_line(w);
    if (w->prose)
        buf_char(w->out, '\n');
    set_prose(w->out, item->text, item->length);
    w->prose = true;
}

static void write_items(struct writing *w)
{
    size_t depth = 0;
    bool opened = false;
    for (size_t i = 0; i < w->game->item_count; i++) {
        const struct item *item = &w->game->items[i];
        bool joined = item->kind == ITEM_MOVE && (item->move.flags & MOVE_JOINED);
        const char *before = opened ? "" : joined ? ", " : " ";
        if (depth == 0 && (item->kind == ITEM_NUMBER || item->kind == ITEM_OPEN || item->kind == ITEM_ESCAPE))
            end_line(w);
        opened = item->kind == ITEM_OPEN;
        depth += opened;
        depth -= item->kind == ITEM_CLOSE && depth > 0;
        if (item->kind == ITEM_COMMENT)
            write_comment(w, i, depth);
        else if (item->kind == ITEM_ESCAPE)
            write_word(w, " ", "", 0);
        else
            write_word(w, item->kind == ITEM_CLOSE ? "" : before, item->text, item->length);
        if (depth == 0 && item->kind == ITEM_CLOSE)
            end_line(w);
    }
    end_line(w);
}

void transcript_write_record(const struct canonical *canonical, struct ludus_buffer *out)
{
    struct writing w = { .game = &canonical->game, .out = out };
    if (ludus_game_empty(&canonical->game))
        return;
    write_heading(canonical, out);
    write_opening(canonical, out);
    write_items(&w);
    write_footer(canonical, out);
    buf_char(out, '\n');
}
