/* caption.c - the text below a diagram, from tags, moves and comments. */
#include "draw/caption.h"

#include "base/chars.h"
#include "base/text.h"
#include "draw/turn_text.h"
#include "rules/position.h"
#include "rules/ruleset.h"

#include <stdio.h>
#include <string.h>

#define EN_DASH "\xe2\x80\x93"

/* U+2068 and U+2069: the first strong isolate, and its end. */
static const char isolate[] = { '\xe2', '\x81', '\xa8', '\0' };
static const char end_of_isolate[] = { '\xe2', '\x81', '\xa9', '\0' };

/* ---- Tags and comments ---- */

static struct ludus_text tag_value(const struct ludus_game *game, const char *name)
{
    const struct tag *tag = record_tag(game, name);
    return tag ? tag->value : (struct ludus_text){ "", 0 };
}

/* A value that says something: not empty, not "?", not "????.??.??". */
static bool known(struct ludus_text value)
{
    for (size_t i = 0; i < value.length; i++)
        if (!strchr("?. -", value.text[i]))
            return true;
    return false;
}

/* Is anything in it written from the right? The blocks of such scripts are Hebrew to Arabic Extended, the
 * presentation forms, and two ranges of four bytes. */
static bool runs_leftward(const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        unsigned step = text_sequence(text + at, length - at);
        const unsigned char *c = (const unsigned char *)text + at;
        unsigned code = step == 2   ? (c[0] & 0x1fu) << 6 | (c[1] & 0x3fu)
                        : step == 3 ? (c[0] & 0xfu) << 12 | (c[1] & 0x3fu) << 6 | (c[2] & 0x3fu)
                        : step == 4 ? (c[0] & 7u) << 18 | (c[1] & 0x3fu) << 12 | (c[2] & 0x3fu) << 6
                                    : 0;
        if ((code >= 0x590 && code < 0x900) || (code >= 0xfb1d && code < 0xfe00) ||
            (code >= 0xfe70 && code < 0xff00) || (code >= 0x10800 && code < 0x11000) ||
            (code >= 0x1e800 && code < 0x1f000))
            return true;
        at += step ? step : 1;
    }
    return false;
}

/* A value that is filled in. One that runs leftward is isolated, or it would change places with what stands
 * behind it. */
static void add_value(struct ludus_buffer *out, const char *text, size_t length)
{
    bool isolated = runs_leftward(text, length);
    buf_text(out, isolated ? isolate : "");
    buf_add(out, text, length);
    buf_text(out, isolated ? end_of_isolate : "");
}

static void add_known(struct ludus_buffer *out, struct ludus_text value)
{
    if (!known(value))
        return;
    if (out->length)
        buf_text(out, ", ");
    add_value(out, value.text, value.length);
}

void caption_players(struct ludus_buffer *out, const struct ludus_game *game)
{
    struct ludus_text white = tag_value(game, "White"), black = tag_value(game, "Black");
    struct ludus_text date = tag_value(game, "Date");
    struct ludus_buffer line = { 0 };
    if (known(white) || known(black)) {
        add_value(&line, known(white) ? white.text : "?", known(white) ? white.length : 1);
        buf_text(&line, " " EN_DASH " ");
        add_value(&line, known(black) ? black.text : "?", known(black) ? black.length : 1);
    }
    add_known(&line, tag_value(game, "Event"));
    while (date.length && strchr("?.", date.text[date.length - 1]))
        date.length--;
    add_known(&line, date);
    buf_add(out, buf_string(&line), line.length);
    buf_free(&line);
}

static bool blank(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

void caption_comment(struct ludus_buffer *out, const char *text, size_t length)
{
    bool gap = out->length > 0;
    for (size_t at = 0; at < length; at++) {
        if (text[at] == '[' && at + 1 < length && text[at + 1] == '%') {
            const char *end = memchr(text + at, ']', length - at);
            if (!end)
                return;
            at = (size_t)(end - text);
        } else if (blank(text[at])) {
            gap = out->length > 0;
        } else {
            if (gap)
                buf_char(out, ' ');
            gap = false;
            buf_char(out, text[at]);
        }
    }
}

/* The comments of the turn, or before the first, joined by blanks. */
static void add_comments(struct ludus_buffer *out, const struct caption_source *source)
{
    struct turn_comments comments = turn_comments_begin(source->replay, !source->turn);
    for (const struct item *item; (item = turn_comments_next(&comments));)
        caption_comment(out, item->text, item->length);
}

/* ---- The turn ---- */

/* "4W.", or "4." and "4..." in games that are numbered as in PGN; nothing at the start. */
static void add_label(struct ludus_buffer *out, const struct caption_source *source)
{
    const struct ludus_turn *turn = source->turn;
    if (!turn)
        return;
    if (ludus_replay_ruleset(source->replay)->rules.sided_numbers)
        buf_format(out, "%u%c.", turn->number, turn->side == LUDUS_WHITE ? 'W' : 'B');
    else
        buf_format(out, "%u%s", turn->number, turn->side == LUDUS_WHITE ? "." : "...");
}

/* Dice and moves in the notation that the options name. */
static void add_moves(struct ludus_buffer *out, const struct caption_source *source)
{
    if (source->turn)
        turn_text_write(out, &(struct turn_text){ .replay = source->replay,
                                                  .turn = source->turn,
                                                  .notation = source->options->notation,
                                                  .scene = source->scene });
}

/* ---- Templates ---- */

static void add_fen(struct ludus_buffer *out, const struct ludus_position *position)
{
    char fen[2048];
    ludus_position_fen(position, false, fen, sizeof fen);
    buf_add(out, fen, position->sideless ? strcspn(fen, " ") : strlen(fen));
}

static const char *const fields[] = { "turn", "moves", "comment", "fen", "players" };
enum { FIELDS = sizeof fields / sizeof *fields };

/* Number of a field that is no tag, or FIELDS. */
static unsigned find_field(const char *name, size_t length)
{
    unsigned field = 0;
    while (field < FIELDS && (strlen(fields[field]) != length || memcmp(fields[field], name, length) != 0))
        field++;
    return field;
}

static const struct tag *find_tag(const struct ludus_game *game, const char *name, size_t length)
{
    for (size_t i = 0; i < game->tag_count; i++)
        if (game->tags[i].name.length == length && memcmp(game->tags[i].name.text, name, length) == 0)
            return &game->tags[i];
    return NULL;
}

/* Tags that a record may have or not begin with a capital. */
static bool is_field(const struct ludus_game *game, const char *name, size_t length)
{
    bool capital = length > 0 && is_upper(*name);
    for (size_t i = 0; i < length && capital; i++)
        capital = is_name(name[i]);
    return capital || find_field(name, length) < FIELDS || find_tag(game, name, length);
}

bool caption_check(const char *template, const struct ludus_game *game, char *reason, size_t size)
{
    bool cut = false;
    size_t length = strlen(template);
    if (text_utf8(template, length, &cut) < length) {
        snprintf(reason, size, "the caption is not UTF-8");
        return false;
    }
    for (const char *at = template, *end; (at = strchr(at, '{')) && (end = strchr(at, '}')); at = end) {
        length = (size_t)(end - at - 1);
        if (is_field(game, at + 1, length))
            continue;
        snprintf(reason, size,
                 "the caption's {%.*s%s} is none of {turn}, {moves}, {comment}, {players}, {fen}, and no tag",
                 (int)(length < 40 ? length : 40), at + 1, length < 40 ? "" : "...");
        return false;
    }
    return true;
}

static void add_field(struct ludus_buffer *out, const struct caption_source *source, const char *name,
                      size_t length)
{
    switch (find_field(name, length)) {
    case 0:
        add_label(out, source);
        break;
    case 1:
        add_moves(out, source);
        break;
    case 2: {
        struct ludus_buffer text = { 0 };
        add_comments(&text, source);
        add_value(out, buf_string(&text), text.length);
        buf_free(&text);
        break;
    }
    case 3:
        add_fen(out, source->options->before && source->before ? source->before : source->after);
        break;
    case 4:
        caption_players(out, source->game);
        break;
    default: {
        const struct tag *tag = find_tag(source->game, name, length);
        if (tag)
            add_value(out, tag->value.text, tag->value.length);
    }
    }
}

/* {Field} is filled in, \n is a new line, all else stands for itself. */
static void fill_in(struct ludus_buffer *out, const struct caption_source *source, const char *template)
{
    for (const char *at = template; *at; at++) {
        const char *end = *at == '{' ? strchr(at, '}') : NULL;
        if (end) {
            add_field(out, source, at + 1, (size_t)(end - at - 1));
            at = end;
        } else if (at[0] == '\\' && at[1] == 'n') {
            buf_char(out, '\n');
            at++;
        } else {
            buf_char(out, *at);
        }
    }
}

void caption_write(struct ludus_buffer *out, const struct caption_source *source)
{
    if (source->options->caption_text) {
        fill_in(out, source, source->options->caption_text);
        return;
    }
    caption_players(out, source->game);
    if (source->turn) {
        if (out->length)
            buf_char(out, '\n');
        fill_in(out, source, "{turn} {moves}");
    }
}
