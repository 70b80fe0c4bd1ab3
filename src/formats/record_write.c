/* record_write.c - a record as XML, and as JSON, one object in one line:
 *
 *     {"tags":{"Event":"…"},"text":[{"number":"1W."},{"dice":"(2,3)"},{"move":"Pelicanus
 * b1-a1"},{"result":"1-0"}]}
 *
 * In JSON each item is an object whose first member says what it is; a variation holds items. */
#include "formats/record_write.h"

#include "base/chars.h"
#include "base/text.h"
#include "formats/xml.h"
#include "notation/command.h"
#include "notation/move_text.h"
#include "notation/turns.h"
#include "play/played.h"
#include "play/replay.h"
#include "rules/position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Between members of an object or array of JSON. */
static void json_comma(struct ludus_buffer *out)
{
    char last = out->length > 0 ? out->bytes[out->length - 1] : '[';
    if (last != '{' && last != '[')
        buf_char(out, ',');
}

static void json_string(struct ludus_buffer *out, const char *text, size_t length)
{
    buf_json(out, text, length, "\x7f");
}

/* ---- What the rules make of a turn, as XML or JSON ---- */

/* What JSON alone has. */
static void json(struct record_writer *w, const char *text)
{
    if (!w->xml)
        buf_text(w->out, text);
}

/* Begins an element, after `before`, or an object. */
static void open_element(struct record_writer *w, const char *before, const char *name)
{
    if (w->xml) {
        xml_raw(w->xml, before);
        xml_begin(w->xml, name);
    } else {
        json_comma(w->out);
        buf_char(w->out, '{');
    }
}

static void close(struct record_writer *w)
{
    json(w, "}");
    if (w->xml)
        xml_end(w->xml);
}

/* An attribute, or a member of the object, a string of JSON where it is quoted; none when `value` is NULL. */
static void tell(struct record_writer *w, const char *name, const char *value, bool quoted)
{
    if (w->xml) {
        xml_attribute(w->xml, name, value);
    } else if (value) {
        json_comma(w->out);
        buf_format(w->out, "\"%s\":", name);
        if (quoted)
            json_string(w->out, value, strlen(value));
        else
            buf_text(w->out, value);
    }
}

static void tell_number(struct record_writer *w, const char *name, unsigned number)
{
    char text[16];
    (void)snprintf(text, sizeof text, "%u", number);
    tell(w, name, text, false);
}

static void tell_square(struct record_writer *w, const char *name, unsigned square)
{
    if (square != LUDUS_NO_SQUARE)
        tell(w, name, square_name(w->replay->ruleset, square).text, true);
}

static void tell_piece(struct record_writer *w, const char *name, unsigned kind)
{
    if (kind != LUDUS_NO_KIND)
        tell(w, name, ludus_ruleset_kind_name(w->replay->ruleset, kind), true);
}

/* A move in full. */
static void tell_step(void *context, const struct ludus_ruleset *rules, const struct played_move *step)
{
    static const char *const types[] = { "step", "jump", "en-passant", "castle", "place", "remove", "pass" };
    struct record_writer *w = context;
    const struct ludus_move move = step->move;
    bool placed = move.type == LUDUS_PLACE;
    (void)rules;
    open_element(w, "\n", "step");
    tell(w, "type", types[move.type], true);
    tell_piece(w, "piece", placed ? move.piece : w->replay->turn.kinds[step->index]);
    tell_square(w, placed ? "also" : "from", move.from);
    tell_square(w, "to", move.to);
    if (!placed)
        tell_piece(w, "promotion", move.piece);
    if (w->turn.dice_count)
        tell_number(w, "die", w->turn.die_of[step->index] + 1U);
    json(w, step->taken_count ? ",\"taken\":[" : "");
    for (unsigned i = 0; i < step->taken_count; i++) {
        open_element(w, "", "taken");
        tell_piece(w, "piece", step->taken[i].man.kind);
        tell_square(w, "square", step->taken[i].square);
        tell(w, "fallen", step->taken[i].own ? "true" : NULL, false);
        close(w);
    }
    json(w, step->taken_count ? "]" : "");
    close(w);
}

/* Tells the turn that item number `index` ends, if it ends one. Asked for each move, in order. */
static void write_played(struct record_writer *w, size_t index)
{
    static const char *const states[] = { "played", "illegal", "unknown" };
    struct ludus_replay *replay = w->replay;
    const struct ludus_turn *turn = &w->turn;
    const struct turn *last = &replay->turn;
    while (w->playing && replay->turns.at <= index)
        w->playing = ludus_replay_next(replay, &w->turn);
    if (!w->playing || replay->turns.at != index + 1 || last->item_count == 0 ||
        last->items[last->item_count - 1] != &replay->game->items[index])
        return;
    bool known = turn->state == LUDUS_TURN_PLAYED;
    const char *position = NULL;
    if (known && w->positions) {
        buf_clear(&w->fen);
        fen_write(ludus_replay_after(replay), false, &w->fen);
        position = buf_string(&w->fen);
        w->out->failed |= w->fen.failed;
    }
    json(w, ",{\"played\":{");
    if (w->xml) {
        xml_raw(w->xml, "\n");
        xml_begin(w->xml, "played");
    }
    tell_number(w, "number", turn->number);
    tell(w, "side", turn->side == LUDUS_WHITE ? "white" : "black", true);
    tell(w, "state", states[turn->state], true);
    tell(w, "position", w->xml ? position : NULL, true);
    if (known && w->moves) {
        json(w, ",\"steps\":[");
        w->out->failed |= !played_each(ludus_replay_before(replay), turn, tell_step, w);
        json(w, "]");
    }
    tell(w, "position", w->xml ? NULL : position, true);
    close(w);
    json(w, "}");
}

/* ---- JSON ---- */

/* An object can hold each name once; the others follow as pairs. */
static void write_tags(struct record_writer *w)
{
    const struct ludus_game *game = w->visit.game;
    bool *repeated = record_repeated_tags(game);
    w->out->failed |= !repeated;
    for (unsigned pairs = 0; repeated && pairs < 2; pairs++) {
        if (pairs && !memchr(repeated, true, game->tag_count))
            break;
        buf_text(w->out, pairs ? ",\"tagsRepeated\":[" : "\"tags\":{");
        for (size_t i = 0; i < game->tag_count; i++) {
            if (repeated[i] != pairs)
                continue;
            json_comma(w->out);
            buf_text(w->out, pairs ? "[" : "");
            json_string(w->out, game->tags[i].name.text, game->tags[i].name.length);
            buf_char(w->out, pairs ? ',' : ':');
            json_string(w->out, game->tags[i].value.text, game->tags[i].value.length);
            buf_text(w->out, pairs ? "]" : "");
        }
        buf_char(w->out, pairs ? ']' : '}');
    }
    free(repeated);
}

static void write_item(struct record_writer *w, enum ludus_event event)
{
    const struct item *item = w->visit.item;
    json_comma(w->out);
    buf_text(w->out, "{\"");
    buf_text(w->out, visit_name(event));
    buf_text(w->out, "\":");
    if (event == LUDUS_EVENT_VARIATION) {
        buf_char(w->out, '[');
        return;
    }
    if (event == LUDUS_EVENT_NAG)
        buf_number(w->out, item->number);
    else
        json_string(w->out, item->text, item->length);
    if (turns_joined(item))
        buf_text(w->out, ",\"joined\":true");
    if (event == LUDUS_EVENT_COMMENT && item->form == ';')
        buf_text(w->out, ",\"form\":\"line\"");
    if (event == LUDUS_EVENT_COMMENT && visit_unclosed(&w->visit))
        buf_text(w->out, ",\"unclosed\":true");
    buf_char(w->out, '}');
    if (event == LUDUS_EVENT_MOVE)
        write_played(w, w->visit.at - 1);
}

/* Writes items up to number `end`, or all that are left. */
static void write_items(struct record_writer *w, size_t end)
{
    enum ludus_event event;
    while (w->visit.at != end && (event = visit_next_item(&w->visit)) != LUDUS_EVENT_END)
        if (event == LUDUS_EVENT_VARIATION_END)
            buf_text(w->out, visit_unclosed(&w->visit) ? "],\"unclosed\":true}" : "]}");
        else if (event != LUDUS_EVENT_TAG)
            write_item(w, event);
}

static void write_json(struct record_writer *w)
{
    size_t before = record_before_tags(w->visit.game);
    buf_text(w->out, before ? "{\"before\":[" : "{");
    write_items(w, before);
    buf_text(w->out, before ? "]," : "");
    write_tags(w);
    buf_text(w->out, ",\"text\":[");
    write_items(w, (size_t)-1);
    buf_text(w->out, "]}\n");
}

/* ---- Texts of a record as XML: damaged places, parts of moves, characters that XML cannot hold. The text of
 * an element, with what stands for its damage, is the text of the record, sign by sign ---- */

/* Text of any kind; characters that XML cannot hold become <char>. */
static void xml_write_text(struct xml_writer *writer, const char *text, size_t length)
{
    for (size_t clean, bytes; length > 0; text += clean + bytes, length -= clean + bytes) {
        clean = xml_clean_length(text, length);
        if (clean > 0)
            xml_text(writer, text, clean);
        if (clean == length)
            return;
        unsigned known = text_sequence(text + clean, length - clean);
        xml_put(writer, "<char code=%u />", known ? text_code(text + clean, known) : 0xfffd);
        bytes = known ? known : 1;
    }
}

/* White space of a number, roll or move, which one blank stands for: a line break in it would be indentation.
 */
static void write_word(struct xml_writer *writer, const char *text, size_t length)
{
    for (size_t at = 0, begin; at < length; at++) {
        for (begin = at; at < length && !is_break(text[at]);)
            at++;
        xml_write_text(writer, text + begin, at - begin);
        xml_text(writer, " ", at < length);
    }
}

static void write_element(struct xml_writer *writer, const char *name, const char *text, size_t length)
{
    xml_begin(writer, name);
    write_word(writer, text, length);
    xml_end(writer);
}

/* Bytes of the character at the beginning of `text`. */
static unsigned character(const char *text, size_t length)
{
    unsigned bytes = text_sequence(text, length);
    return bytes ? bytes : 1;
}

/* The text of a roll, a number or a damaged move: _ ~ and <…> become elements. */
static void xml_write_damaged(struct xml_writer *writer, const char *text, size_t length)
{
    bool supplied = false;
    for (size_t at = 0; at < length;) {
        unsigned bytes = character(text + at, length - at);
        size_t next = at + bytes;
        unsigned mark = memchr("~<>", text[at], 3) ? 0 : leiden_unclear(text + next, length - next);
        if (text[at] == '<' && !supplied && memchr(text + next, '>', length - next)) {
            xml_begin(writer, "supplied");
            supplied = true;
        } else if (text[at] == '>' && supplied) {
            xml_end(writer);
            supplied = false;
        } else {
            if (mark)
                xml_put(writer, "<unclear sign=%s", mark == 1 ? NULL : "dot");
            if (text[at] == '_')
                xml_put(writer, "<gap />");
            else
                write_word(writer, text + at, bytes);
            if (mark)
                xml_end(writer);
            next += mark;
        }
        at = next;
    }
}

/* The squares of a move: from, those on the way, to, what was removed. */
static void write_squares(struct xml_writer *writer, const struct move_text *move, const char *text,
                          size_t length)
{
    bool whole = move->flags & MOVE_LONG, first = true, arrived = false;
    for (size_t at = 0; at < length;) {
        size_t square = 1;
        while (at + square < length && square < 3 && is_digit(text[at + square]))
            square++;
        if (square == 1 || text[at] < 'a' || text[at] > 'p') { /* it is none */
            square = character(text + at, length - at);
            write_word(writer, text + at, square);
            at += square;
            continue;
        }
        const char *after = text + at + square;
        bool more = after + 1 < text + length && *after == '-';
        bool captures = first && whole;
        const char *name = captures ? "from" : arrived ? "removed" : more ? "via" : "to";
        arrived |= !captures && !more;
        first = false;
        write_element(writer, name, text + at, square);
        at += square;
    }
}

/* What stands behind a move: runs of one kind. */
static void write_suffixes(struct xml_writer *writer, const char *text, size_t length)
{
    static const struct {
        const char *name, *signs;
    } parts[] = { { "check", "+#" },
                  { "mark", "!?" },
                  { "squeeze", "squezSQUEZ" },
                  { "sic", "sicSIC" },
                  { "ep", "ep.EP" } };
    for (size_t at = 0; at < length;) {
        size_t best = 0;
        const char *name = NULL;
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
            size_t run = 0;
            while (at + run < length && strchr(parts[i].signs, text[at + run]) && text[at + run])
                run++;
            if (run > best) {
                best = run;
                name = parts[i].name;
            }
        }
        if (name)
            write_element(writer, name, text + at, best);
        else
            write_word(writer, text + at, best = character(text + at, length - at));
        at += best;
    }
}

/* The text of a move, its parts told apart. */
static void xml_write_move(struct xml_writer *writer, const struct item *item)
{
    const struct move_text *move = &item->move;
    const char *text = item->text, *end = text + item->length;
    bool plain = move->plain == text && move->plain_length <= item->length &&
                 !(move->flags & (MOVE_UNCLEAR | MOVE_SUPPLIED | MOVE_ODD)) && move->style != MOVE_PATTERN &&
                 move->style != MOVE_LOST;
    if (!plain || memchr(text, '_', item->length) || memchr(text, '~', item->length)) {
        xml_write_damaged(writer, text, item->length);
        return;
    }
    if (move->name_length) {
        write_element(writer, "piece", text, move->name_length);
        text += move->name_length;
    }
    if (move->to_file) {
        const char *squares = item->text + move->squares;
        const char *after = squares + (move->squares_length ? move->squares_length : 2);
        const char *begin = squares > text ? squares : text;
        write_word(writer, text, (size_t)(begin - text));
        write_squares(writer, move, begin, (size_t)(after - begin));
        text = after;
    }
    if (move->flags & MOVE_PROMOTES) {
        const char *promotion = item->text + move->promotion;
        write_word(writer, text, (size_t)(promotion - text));
        write_element(writer, "promotion", promotion, move->promotion_length);
        text = promotion + move->promotion_length;
    }
    const char *core = move->style <= MOVE_REMOVE ? text : item->text + move->plain_length;
    write_word(writer, text, (size_t)(core - text));
    write_suffixes(writer, core, (size_t)(end - core));
}

/* ---- XML ---- */

static void write_comment(struct record_writer *w, const struct item *item)
{
    const char *text = item->text, *at = text, *end = text + item->length;
    struct command command;
    while (command_next(&at, end, &command)) {
        const char *after = command.name.text + command.name.length, *close = command.end - 1;
        if (after != close && (*after != ' ' || after + 1 == close))
            continue; /* would come back with other blanks */
        xml_write_text(w->xml, text, (size_t)(command.begin - text));
        xml_begin(w->xml, "command");
        xml_attribute_text(w->xml, "name", command.name.text, command.name.length);
        if (after != close)
            xml_write_text(w->xml, after + 1, (size_t)(close - after - 1));
        xml_end(w->xml);
        text = command.end;
    }
    xml_write_text(w->xml, text, (size_t)(end - text));
}

static void write_event(struct record_writer *w, enum ludus_event event)
{
    const struct item *item = w->visit.item;
    const char *unclosed = visit_unclosed(&w->visit) ? "true" : NULL;
    xml_raw(w->xml, "\n");
    if (event != LUDUS_EVENT_TURN_END && event != LUDUS_EVENT_VARIATION_END)
        xml_begin(w->xml, visit_name(event));
    switch (event) {
    case LUDUS_EVENT_TURN:
        return;
    case LUDUS_EVENT_VARIATION:
        xml_attribute(w->xml, "unclosed", unclosed);
        return;
    case LUDUS_EVENT_TURN_END:
    case LUDUS_EVENT_VARIATION_END:
        break;
    case LUDUS_EVENT_TAG:
        xml_attribute_text(w->xml, "name", w->visit.tag->name.text, w->visit.tag->name.length);
        xml_write_text(w->xml, w->visit.tag->value.text, w->visit.tag->value.length);
        break;
    case LUDUS_EVENT_NUMBER:
    case LUDUS_EVENT_DICE:
        xml_write_damaged(w->xml, item->text, item->length);
        break;
    case LUDUS_EVENT_MOVE:
        xml_attribute(w->xml, "joined", turns_joined(item) ? "true" : NULL);
        xml_write_move(w->xml, item);
        break;
    case LUDUS_EVENT_COMMENT:
        xml_attribute(w->xml, "form", item->form == ';' ? "line" : NULL);
        xml_attribute(w->xml, "unclosed", unclosed);
        write_comment(w, item);
        break;
    case LUDUS_EVENT_NAG:
        xml_put(w->xml, ">%u", (unsigned)item->number);
        return;
    default:
        xml_write_text(w->xml, item->text, item->length);
        break;
    }
    xml_end(w->xml);
    if (event == LUDUS_EVENT_MOVE)
        write_played(w, w->visit.at - 1);
}

/* ---- Records ---- */

void write_record(struct record_writer *w, struct ludus_game *game, bool xml, struct ludus_buffer *out)
{
    w->out = out;
    w->visit = (struct visit){ .game = game };
    w->xml = xml ? xml_open(out) : NULL;
    if (xml && !w->xml)
        return;
    w->turn.size = sizeof w->turn;
    w->replay->texts |= w->positions || w->moves;
    w->playing = (w->positions || w->moves) && ludus_replay_start(w->replay, game);
    if (xml) {
        xml_begin(w->xml, "record");
        for (enum ludus_event event; (event = visit_next(&w->visit)) != LUDUS_EVENT_END;)
            write_event(w, event);
        xml_raw(w->xml, "\n");
        xml_end(w->xml);
        xml_raw(w->xml, "\n");
        xml_close(w->xml);
    } else {
        write_json(w);
    }
    while (w->playing) /* to the end, so that all messages are there */
        w->playing = ludus_replay_next(w->replay, &w->turn);
}
