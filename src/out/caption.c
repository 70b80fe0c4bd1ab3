/* caption.c - the text below a diagram, from tags, moves and comments. */
#include "out/caption.h"

#include "base/chars.h"
#include "base/text.h"
#include "out/nags.h"
#include "replay/resolve.h"
#include "replay/turn.h"
#include "rules/ruleset.h"

#include <stdio.h>
#include <string.h>

#define EN_DASH "\xe2\x80\x93"
#define TIMES "\xc3\x97"

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

size_t caption_after_turn(const struct ludus_replay *replay)
{
    const struct turn *turn = &replay->turn;
    const struct item *last = turn->item_count ? turn->items[turn->item_count - 1] : turn->dice;
    return last ? (size_t)(last - replay->game->items) + 1 : 0;
}

/* The comments that follow the turn, or stand before the first, joined by blanks. `first` is an index of
 * items. */
static void add_comments(struct ludus_buffer *out, const struct ludus_game *game, size_t first)
{
    for (size_t i = first; i < game->item_count; i++) {
        const struct item *item = &game->items[i];
        if (item->kind == ITEM_COMMENT)
            caption_comment(out, item->text, item->length);
        else if (item->kind != ITEM_NAG && item->kind != ITEM_ESCAPE)
            return;
    }
}

/* ---- Moves ---- */

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

/* The signs of the NAGs behind a move. */
static void add_nags(struct ludus_buffer *out, const struct ludus_game *game, const struct item *item)
{
    for (size_t at = (size_t)(item - game->items) + 1; at < game->item_count; at++)
        if (game->items[at].kind == ITEM_NAG)
            nag_write(out, game->items[at].number);
        else if (game->items[at].kind != ITEM_COMMENT)
            return;
}

static void add_marks(struct ludus_buffer *out, const struct ludus_game *game, const struct item *item)
{
    if (item->kind == ITEM_MOVE && item->move.mark)
        nag_write(out, item->move.mark);
    if (game)
        add_nags(out, game, item);
}

/* One token of the record in the printed signs of the Leiden conventions: a dot below what is unclear, angle
 * brackets around what is supplied, a dot in brackets for each sign that is lost. */
static void add_leiden(struct ludus_buffer *out, const char *text, size_t length)
{
    for (size_t at = 0; at < length; at++) {
        size_t lost = 0;
        while (at + lost < length && text[at + lost] == '_')
            lost++;
        if (lost == length) {
            buf_text(out, lost == 1 ? "[" EN_DASH "]" : "[" EN_DASH " " EN_DASH " " EN_DASH "]");
            return;
        }
        if (lost) {
            buf_char(out, '[');
            for (size_t i = 0; i < lost; i++)
                buf_char(out, '.');
            buf_char(out, ']');
            at += lost - 1;
        } else if (text[at] == '~') {
            buf_text(out, "\xcc\xa3");
        } else if (text[at] == '<') {
            buf_text(out, "\xe2\x9f\xa8");
        } else if (text[at] == '>') {
            buf_text(out, "\xe2\x9f\xa9");
        } else {
            buf_char(out, text[at]);
        }
    }
}

static bool has_leiden(const struct item *item)
{
    for (size_t i = 0; i < item->length; i++)
        if (strchr("_~<>", item->text[i]) || (unsigned char)item->text[i] >= 0x80)
            return true;
    return false;
}

static bool damaged(const struct turn *turn)
{
    if (turn->dice && has_leiden(turn->dice))
        return true;
    for (unsigned i = 0; i < turn->item_count; i++)
        if (has_leiden(turn->items[i]))
            return true;
    return false;
}

static void add_as_written(struct ludus_buffer *out, const struct ludus_game *game, const struct turn *turn)
{
    if (turn->dice) {
        add_leiden(out, turn->dice->text, turn->dice->length);
        buf_char(out, ' ');
    }
    for (unsigned i = 0; i < turn->item_count; i++) {
        buf_text(out, i ? turn_before_item(turn, i) : "");
        add_leiden(out, turn->items[i]->text, turn->items[i]->length);
        add_nags(out, game, turn->items[i]);
    }
}

static void add_square(struct ludus_buffer *out, const struct scene *scene, unsigned square)
{
    char name[4];
    scene_square_name(scene, square, name);
    buf_text(out, name);
}

static void add_piece(struct ludus_buffer *out, const struct caption_source *source, unsigned kind,
                      char letter)
{
    if (source->options->notation == LUDUS_NOTATION_FIGURINES && kind < SCENE_KINDS) {
        buf_text(out, SCENE_FIGURINE);
        buf_char(out, (char)(0x80 + kind));
    } else {
        buf_char(out, letter);
    }
}

static void add_step(struct ludus_buffer *out, const struct caption_source *source,
                     const struct scene_step *step, unsigned promotion)
{
    const struct scene *scene = source->scene;
    if (step->type == LUDUS_CASTLE) {
        buf_text(out, step->to > step->from ? "O" EN_DASH "O" : "O" EN_DASH "O" EN_DASH "O");
        return;
    }
    if (step->piece.image)
        add_piece(out, source, step->piece.kind, step->piece.letter);
    if (step->type == LUDUS_PLACE) {
        buf_char(out, '@');
        if (step->from != LUDUS_NO_SQUARE) {
            add_square(out, scene, step->from);
            buf_text(out, ", @");
        }
    } else if (step->from != LUDUS_NO_SQUARE) {
        bool takes = false;
        for (unsigned i = 0; i < step->taken_count; i++)
            takes = takes || scene->taken[step->first_taken + i].square == step->to;
        add_square(out, scene, step->from);
        buf_text(out, takes || step->type == LUDUS_EN_PASSANT ? TIMES : EN_DASH);
    } else {
        buf_text(out, TIMES);
    }
    add_square(out, scene, step->to);
    if (promotion != LUDUS_NO_KIND && step->type != LUDUS_PLACE) {
        buf_char(out, '=');
        add_piece(out, source, promotion,
                  ludus_ruleset_kind_letter(ludus_replay_ruleset(source->replay), promotion));
    }
}

/* Men that the record lists as removed from other squares. */
static void add_removed(struct ludus_buffer *out, const struct caption_source *source,
                        const struct item *item)
{
    struct written_squares squares;
    if (!(item->move.flags & MOVE_REMOVED))
        return;
    resolve_squares(ludus_replay_ruleset(source->replay), &item->move, &squares);
    for (unsigned i = 0; i < squares.removed_count; i++) {
        buf_text(out, TIMES);
        add_square(out, source->scene, squares.removed[i]);
    }
}

/* What a move's text in the turn, from `text` on, has behind its squares. */
static void add_suffixes(struct ludus_buffer *out, const char *text)
{
    static const char *const suffixes[] = { "+", "#", " e.p.", " squeeze" };
    size_t length = strcspn(text, ","), first = length;
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        const char *at = strstr(text, suffixes[i]);
        first = at && (size_t)(at - text) < first ? (size_t)(at - text) : first;
    }
    buf_add(out, text + first, length - first);
}

static void add_short(struct ludus_buffer *out, const struct caption_source *source)
{
    const struct ludus_turn *turn = source->turn;
    const struct turn *written = &source->replay->turn;
    for (unsigned i = 0; i < turn->dice_count; i++)
        buf_format(out, "%s%u%s", i ? "," : "(", turn->dice[i], i + 1 == turn->dice_count ? ") " : "");
    for (unsigned i = 0; i < source->scene->step_count; i++) {
        if (i)
            buf_text(out, ", ");
        add_step(out, source, &source->scene->steps[i], turn->moves[i].piece);
        if (i < written->move_count && written->item_of[i] < written->item_count) {
            const struct item *item = written->items[written->item_of[i]];
            add_removed(out, source, item);
            add_suffixes(out, turn->text + written->text_begin[written->item_of[i]]);
            add_marks(out, source->game, item);
        }
    }
    if (source->scene->step_count == 0)
        buf_text(out, "pass");
}

void caption_marked(struct ludus_buffer *out, const struct ludus_game *game, const struct turn *written,
                    const char *text)
{
    unsigned move = 0;
    const char *begin = *text == '(' && strstr(text, ") ") ? strstr(text, ") ") + 2 : text;
    buf_add(out, text, (size_t)(begin - text));
    for (;;) {
        const char *end = strstr(begin, ", ");
        buf_add(out, begin, end ? (size_t)(end - begin) : strlen(begin));
        if (move < written->item_count)
            add_marks(out, game, written->items[move]);
        move++;
        if (!end)
            return;
        buf_text(out, ", ");
        begin = end + 2;
    }
}

/* Dice and moves in the notation that the options name. Damaged and supplied readings keep the Leiden signs
 * of the record, in their printed form. */
static void add_moves(struct ludus_buffer *out, const struct caption_source *source)
{
    if (!source->turn)
        return;
    if (damaged(&source->replay->turn))
        add_as_written(out, source->game, &source->replay->turn);
    else if (source->options->notation == LUDUS_NOTATION_NAMES || source->turn->state != LUDUS_TURN_PLAYED)
        caption_marked(out, source->game, &source->replay->turn, source->turn->text);
    else
        add_short(out, source);
}

/* ---- Templates ---- */

static void add_fen(struct ludus_buffer *out, const struct ludus_position *position)
{
    char fen[2048];
    ludus_position_fen(position, false, fen, sizeof fen);
    buf_text(out, fen);
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
        add_comments(&text, source->game, source->turn ? caption_after_turn(source->replay) : 0);
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
