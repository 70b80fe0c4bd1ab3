/* caption.c - a diagram in words: the text below it, from tags, moves and comments, and the position and
 * turn. */
#include "draw/caption.h"

#include "base/chars.h"
#include "base/text.h"

#include <stddef.h>
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
static bool is_known(struct ludus_text value)
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
    static const unsigned blocks[][2] = {
        { 0x590, 0x8ff }, { 0xfb1d, 0xfdff }, { 0xfe70, 0xfeff }, { 0x10800, 0x10fff }, { 0x1e800, 0x1efff }
    };
    for (unsigned step; length > 0; text += step, length -= step) {
        step = text_sequence(text, length);
        unsigned code = step ? text_code(text, step) : 0;
        for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
            if (code >= blocks[i][0] && code <= blocks[i][1])
                return true;
        step += !step;
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
    if (!is_known(value))
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
    if (is_known(white) || is_known(black)) {
        add_value(&line, is_known(white) ? white.text : "?", is_known(white) ? white.length : 1);
        buf_text(&line, " " EN_DASH " ");
        add_value(&line, is_known(black) ? black.text : "?", is_known(black) ? black.length : 1);
    }
    add_known(&line, tag_value(game, "Event"));
    while (date.length && strchr("?.", date.text[date.length - 1]))
        date.length--;
    add_known(&line, date);
    buf_add(out, buf_string(&line), line.length);
    buf_free(&line);
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
        } else if (strchr(" \n\t\r", text[at]) && text[at]) {
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
static void add_comments(struct ludus_buffer *out, const struct turn_text *source)
{
    struct turn_comments comments = turn_comments_begin(source->replay, !source->turn);
    struct ludus_buffer text = { 0 };
    for (const struct item *item; (item = turn_comments_next(&comments));)
        caption_comment(&text, item->text, item->length);
    add_value(out, buf_string(&text), text.length);
    buf_free(&text);
}

/* ---- The turn ---- */

/* "4W.", or "4." and "4..." in games that are numbered as in PGN; nothing at the start. */
static void add_label(struct ludus_buffer *out, const struct turn_text *source)
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
static void add_moves(struct ludus_buffer *out, const struct turn_text *source)
{
    const struct turn *turn = &source->replay->turn;
    if (!source->turn)
        return;
    turn_text_dice(out, source);
    for (unsigned i = 0; i < turn->item_count; i++) {
        buf_text(out, turn_before_item(turn, i));
        turn_text_move(out, source, i);
    }
}

/* ---- Templates ---- */

static void add_fen(struct ludus_buffer *out, const struct turn_text *source)
{
    const struct ludus_position *position = source->options->before && source->turn
                                                ? ludus_replay_before(source->replay)
                                                : ludus_replay_after(source->replay);
    char fen[2048];
    ludus_position_fen(position, false, fen, sizeof fen);
    buf_add(out, fen, position->sideless ? strcspn(fen, " ") : strlen(fen));
}

static void add_players(struct ludus_buffer *out, const struct turn_text *source)
{
    caption_players(out, source->replay->game);
}

typedef void field_fn(struct ludus_buffer *out, const struct turn_text *source);

/* What writes a field that is no tag, or NULL. */
static field_fn *find_field(const char *name, size_t length)
{
    static const struct {
        const char *name;
        field_fn *write;
    } fields[] = { { "turn", add_label },
                   { "moves", add_moves },
                   { "comment", add_comments },
                   { "fen", add_fen },
                   { "players", add_players } };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (text_is(name, length, fields[i].name))
            return fields[i].write;
    return NULL;
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
    return capital || find_field(name, length) || find_tag(game, name, length);
}

bool caption_check(const char *template, const struct ludus_game *game, char *reason, size_t size)
{
    bool cut = false;
    size_t length = strlen(template);
    if (text_utf8(template, length, &cut) < length)
        return refuse(reason, size, "the caption is not UTF-8");
    for (const char *at = template, *end; (at = strchr(at, '{')) && (end = strchr(at, '}')); at = end) {
        length = (size_t)(end - at - 1);
        if (is_field(game, at + 1, length))
            continue;
        return refuse(
            reason, size,
            "the caption's {%.*s%s} is none of {turn}, {moves}, {comment}, {players}, {fen}, and no tag",
            (int)(length < 40 ? length : 40), at + 1, length < 40 ? "" : "...");
    }
    return true;
}

/* {Field} is filled in, \n is a new line, all else stands for itself. */
static void fill_in(struct ludus_buffer *out, const struct turn_text *source, const char *template)
{
    for (const char *at = template; *at; at++) {
        const char *end = *at == '{' ? strchr(at, '}') : NULL;
        if (end) {
            const char *name = at + 1;
            size_t length = (size_t)(end - at - 1);
            field_fn *write = find_field(name, length);
            const struct tag *tag = write ? NULL : find_tag(source->replay->game, name, length);
            if (write)
                write(out, source);
            else if (tag)
                add_value(out, tag->value.text, tag->value.length);
            at = end;
        } else if (at[0] == '\\' && at[1] == 'n') {
            buf_char(out, '\n');
            at++;
        } else {
            buf_char(out, *at);
        }
    }
}

void caption_write(struct ludus_buffer *out, const struct turn_text *source)
{
    if (source->options->caption_text) {
        fill_in(out, source, source->options->caption_text);
        return;
    }
    caption_players(out, source->replay->game);
    if (source->turn) {
        if (out->length)
            buf_char(out, '\n');
        fill_in(out, source, "{turn} {moves}");
    }
}

/* ---- The position and the turn in words ---- */

static void add_side(struct ludus_buffer *out, const struct ludus_position *position, unsigned side)
{
    const struct ludus_ruleset *ruleset = ludus_position_ruleset(position);
    unsigned squares = ludus_ruleset_files(ruleset) * ludus_ruleset_ranks(ruleset);
    const char *before = " ";
    buf_format(out, "%s:", side_name(side));
    for (unsigned kind = 0; kind < ludus_ruleset_kinds(ruleset); kind++) {
        bool any = false; /* "Miles b2, c2" */
        for (unsigned s = 0; s < squares; s++) {
            struct ludus_square at = ludus_position_at(position, s);
            if (at.kind != kind || at.side != side)
                continue;
            if (!any)
                buf_format(out, "%s%s ", before, ludus_ruleset_kind_name(ruleset, kind));
            buf_format(out, "%s%s%s", any ? ", " : "", square_name(ruleset, s).text,
                       at.bound ? " (bound)" : "");
            any = true;
            before = "; ";
        }
    }
    for (unsigned kind = 0; kind < ludus_ruleset_kinds(ruleset); kind++) {
        unsigned count = ludus_position_hand(position, (enum ludus_side)side, kind);
        if (count == 0)
            continue;
        buf_format(out, "%s%u %s in hand", before, count, ludus_ruleset_kind_name(ruleset, kind));
        before = "; ";
    }
    buf_text(out, *before == ' ' ? " nothing. " : ". ");
}

void words_standing(struct ludus_buffer *out, const struct ludus_position *position)
{
    const char *reason = NULL;
    enum ludus_result result = ludus_position_result(position, &reason);
    if (position->sideless)
        return;
    if (result == LUDUS_OPEN)
        buf_format(out, "%s to move.", side_name(ludus_position_side(position)));
    else if (result == LUDUS_DRAW)
        buf_format(out, "Drawn: %s.", reason ? reason : "the game is over");
    else
        buf_format(out, "%s has won: %s.", side_name(result == LUDUS_BLACK_WINS),
                   reason ? reason : "the game is over");
}

void words_position(struct ludus_buffer *out, const struct ludus_position *position)
{
    add_side(out, position, LUDUS_WHITE);
    add_side(out, position, LUDUS_BLACK);
    words_standing(out, position);
    while (out->length && out->bytes[out->length - 1] == ' ')
        out->length--;
}

static void add_move(struct ludus_buffer *out, const struct ludus_ruleset *ruleset, struct ludus_move move,
                     const struct scene_step *step)
{
    unsigned kind = move.type == LUDUS_PLACE || move.from == LUDUS_NO_SQUARE ? move.piece : step->piece.kind;
    const char *name = kind != LUDUS_NO_KIND ? ludus_ruleset_kind_name(ruleset, kind) : "piece";
    if (move.type == LUDUS_PLACE) {
        buf_format(out, "%s placed on %s", name, square_name(ruleset, move.to).text);
        if (move.from != LUDUS_NO_SQUARE) /* the second of a pair */
            buf_format(out, " and %s", square_name(ruleset, move.from).text);
    } else if (move.type == LUDUS_REMOVE) {
        buf_format(out, "bound man removed from %s", square_name(ruleset, move.to).text);
    } else {
        if (move.type == LUDUS_CASTLE)
            buf_text(out, move.to > move.from ? "castles short, " : "castles long, ");
        buf_format(out, "%s %s %s %s", name, square_name(ruleset, move.from).text,
                   move.type == LUDUS_JUMP ? "jumps to" : "to", square_name(ruleset, move.to).text);
    }
}

/* ", taking Man on b4 and Dux on c5" after a move, wherever they stood; ", binding Man on d4"; ", losing Man
 * on e6", who was bound, and falls. */
static void add_effects(struct ludus_buffer *out, const struct ludus_ruleset *ruleset,
                        const struct scene *scene, const struct scene_step *step)
{
    enum { TAKING, BINDING, LOSING };
    static const char *const verbs[] = { ", taking ", ", binding ", ", losing " };
    for (unsigned verb = TAKING; verb <= LOSING; verb++) {
        bool binding = verb == BINDING;
        const struct scene_taken *man =
            binding ? &scene->bound[step->first_bound] : &scene->taken[step->first_taken];
        const char *before = verbs[verb];
        for (unsigned left = binding ? step->bound_count : step->taken_count; left > 0; left--, man++) {
            if (!binding && (man->piece.side == scene->mover) != (verb == LOSING))
                continue;
            buf_format(out, "%s%s", before, ludus_ruleset_kind_name(ruleset, man->piece.kind));
            if (man->square != step->to)
                buf_format(out, " on %s", square_name(ruleset, man->square).text);
            before = " and ";
        }
    }
}

void words_turn(struct ludus_buffer *out, const struct ludus_ruleset *ruleset, const struct scene *scene,
                const struct ludus_turn *turn)
{
    const struct scene_step *step = scene->steps;
    buf_text(out, side_name(turn->side));
    if (turn->dice_count) {
        buf_text(out, " rolled ");
        for (unsigned i = 0; i < turn->dice_count; i++) {
            if (i)
                buf_text(out, i + 1 == turn->dice_count ? " and " : ", ");
            if (turn->dice[i])
                buf_format(out, "%u", turn->dice[i]);
            else
                buf_text(out, "an illegible number");
        }
        buf_text(out, "; ");
    } else
        buf_text(out, " plays: ");
    if (turn->state != LUDUS_TURN_PLAYED) {
        buf_text(out, turn->text);
        return;
    }
    for (unsigned i = 0; i < turn->moves_count; i++) {
        const struct ludus_move move = turn->moves[i];
        buf_text(out, i ? ", " : "");
        if (move.type == LUDUS_PASS) { /* which is no step */
            buf_text(out, "pass");
            continue;
        }
        add_move(out, ruleset, move, step);
        if (move.type != LUDUS_REMOVE)
            add_effects(out, ruleset, scene, step);
        if (move.piece != LUDUS_NO_KIND && move.type != LUDUS_PLACE && move.from != LUDUS_NO_SQUARE)
            buf_format(out, ", becoming %s", ludus_ruleset_kind_name(ruleset, move.piece));
        step++;
    }
    if (turn->moves_count == 0)
        buf_text(out, "pass");
}
