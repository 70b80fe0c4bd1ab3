/* record_write.c - writes a record as XML, or as JSON, one object on one line:
 *
 *     {"tags":{"Event":"…"},"text":[{"number":"1W."},{"dice":"(2,3)"},{"move":"Pelicanus
 * b1-a1"},{"result":"1-0"}]}
 *
 * In JSON each item is an object whose first member names its type; a variation contains items. */
#include "formats/record_write.h"

#include "base/text.h"
#include "notation/record.h"
#include "play/replay.h"
#include "play/resolve.h"
#include "rules/position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Adds a comma between members of a JSON object or array. */
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

/* ---- The effect of a turn by the rules, as XML or JSON ---- */

/* Writes text in JSON only. */
static void write_json(struct record_writer *w, const char *text)
{
    if (!w->xml)
        buf_text(w->out, text);
}

/* Begins an element, after the text `before`, or a JSON object. */
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

static void close_element(struct record_writer *w)
{
    write_json(w, "}");
    if (w->xml)
        xml_end(w->xml);
}

/* Writes an attribute or a member of the object, as a JSON string if `quoted`; nothing if `value` is NULL. */
static void write_member(struct record_writer *w, const char *name, const char *value, bool quoted)
{
    if (w->xml && value) {
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

static void write_number(struct record_writer *w, const char *name, unsigned number)
{
    char text[16];
    (void)snprintf(text, sizeof text, "%u", number);
    write_member(w, name, text, false);
}

static void write_square(struct record_writer *w, const char *name, unsigned square)
{
    if (square != LUDUS_NO_SQUARE)
        write_member(w, name, square_name(w->replay->ruleset, square).text, true);
}

static void write_piece(struct record_writer *w, const char *name, unsigned kind)
{
    if (kind != LUDUS_NO_KIND)
        write_member(w, name, ludus_ruleset_kind_name(w->replay->ruleset, kind), true);
}

/* Writes all details of a move. */
static void write_step(struct record_writer *w, const struct played_move *step)
{
    static const char *const types[] = { "step",   "jump",  "leap",   "en-passant",
                                         "castle", "place", "remove", "pass" };
    const struct ludus_move move = step->move;
    bool placed = move.type == LUDUS_PLACE;
    open_element(w, "\n", "step");
    write_member(w, "type", types[move.type], true);
    write_piece(w, "piece", placed ? move.piece : w->replay->turn.kinds[step->index]);
    write_square(w, placed ? "also" : "from", move.from);
    write_square(w, "to", move.to);
    if (!placed)
        write_piece(w, "promotion", resolve_becomes(step->before, move));
    if (w->turn.dice_count)
        write_number(w, "die", w->turn.die_of[step->index] + 1U);
    write_json(w, step->taken_count ? ",\"taken\":[" : "");
    for (unsigned i = 0; i < step->taken_count; i++) {
        open_element(w, "", "taken");
        write_piece(w, "piece", step->taken[i].man.kind);
        write_square(w, "square", step->taken[i].square);
        write_member(w, "fallen", step->taken[i].own ? "true" : NULL, false);
        close_element(w);
    }
    write_json(w, step->taken_count ? "]" : "");
    close_element(w);
}

/* Writes the effect of the turn if item number `index` ends one. Must be called for each move, in order. */
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
    write_json(w, ",{\"played\":{");
    if (w->xml)
        xml_put(w->xml, "\n<played");
    write_number(w, "number", turn->number);
    write_member(w, "side", turn->side == LUDUS_WHITE ? "white" : "black", true);
    write_member(w, "state", states[turn->state], true);
    write_member(w, "position", w->xml ? position : NULL, true);
    if (known && w->moves) {
        write_json(w, ",\"steps\":[");
        struct played_move step;
        played_begin(&step, ludus_replay_before(replay), turn);
        while (played_next(&step))
            write_step(w, &step);
        write_json(w, "]");
    }
    write_member(w, "position", w->xml ? NULL : position, true);
    close_element(w);
    write_json(w, "}");
}

/* Writes the tags as JSON. An object can have each name once; repeated tags follow as pairs. */
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

/* ---- Texts of a record as XML: damaged places, parts of moves, characters that XML cannot hold. The text of
 * an element, with the signs for damage, is the exact text of the record ---- */

/* Writes any text; characters that XML cannot hold become <char>. */
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

/* Writes a number, roll or move. Line breaks become blanks, because they would be read as indentation. */
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

void write_damaged(struct xml_writer *writer, const char *text, size_t length, enum damage form)
{
    bool supplied = false, record = form == DAMAGE_OF_RECORD;
    for (size_t at = 0, next; at < length; at = next) {
        next = at + text_step(text + at, length - at);
        bool opens = text[at] == '<' && !supplied && memchr(text + next, '>', length - next);
        if (opens || (text[at] == '>' && supplied)) {
            supplied = opens;
            if (opens && form != DAMAGE_CORRECTED)
                xml_begin(writer, "supplied");
            else if (form != DAMAGE_CORRECTED)
                xml_end(writer);
            continue;
        }
        if (text[at] == '_' && !record) {
            while (next < length && text[next] == '_')
                next++;
            xml_put(writer, "<gap reason=illegible unit=character quantity=%zu />", next - at);
            continue;
        }
        unsigned mark = record && memchr("~<>", text[at], 3) ? 0 : leiden_unclear(text + next, length - next);
        if (mark)
            xml_begin(writer, "unclear");
        xml_attribute(writer, "sign", record && mark > 1 ? "dot" : NULL);
        if (text[at] == '_')
            xml_put(writer, "<gap />");
        else if (record)
            write_word(writer, text + at, next - at);
        else
            xml_text(writer, text + at, next - at);
        if (mark)
            xml_end(writer);
        next += mark;
    }
}

/* Writes the squares of a move: from, via, to, removed. */
static void write_squares(struct xml_writer *writer, const struct move_text *move, const char *text,
                          size_t length)
{
    const char *end = text + length, *name = move->flags & MOVE_LONG ? "from" : NULL, *begin;
    unsigned file, rank;
    char mark;
    bool arrived = false;
    while ((begin = text) < end) {
        if (!move_text_next(&text, end, &mark, &file, &rank)) { /* not a square */
            text += text_step(text, (size_t)(end - text));
            write_word(writer, begin, (size_t)(text - begin));
            continue;
        }
        begin += mark != '\0';
        write_word(writer, &mark, mark != '\0');
        bool more = text + 1 < end && *text == '-';
        arrived |= !name && !more;
        write_element(writer, name ? name : more ? "via" : "to", begin, (size_t)(text - begin));
        name = arrived ? "removed" : NULL;
    }
}

/* Writes the suffixes of a move: runs of one type each. */
static void write_suffixes(struct xml_writer *writer, const char *text, const char *end)
{
    for (const char *begin; (begin = text) < end;) {
        const char *name = xml_suffix(&text, end);
        if (name)
            write_element(writer, name, begin, (size_t)(text - begin));
        else
            write_word(writer, begin, (size_t)(text - begin));
    }
}

/* Writes the text of a move, with elements for its parts. */
static void xml_write_move(struct xml_writer *writer, const struct item *item)
{
    const struct move_text *move = &item->move;
    const char *text = item->text, *end = text + item->length;
    bool plain = move->plain == text && move->plain_length <= item->length &&
                 !(move->flags & (MOVE_UNCLEAR | MOVE_SUPPLIED | MOVE_ODD)) && move->style != MOVE_PATTERN &&
                 move->style != MOVE_LOST;
    if (!plain || memchr(text, '_', item->length) || memchr(text, '~', item->length)) {
        write_damaged(writer, text, item->length, DAMAGE_OF_RECORD);
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
    write_suffixes(writer, core, end);
}

/* ---- XML ---- */

static void write_comment(struct record_writer *w, const struct item *item)
{
    const char *text = item->text;
    struct command command = command_begin(text, item->length);
    while (command_next(&command)) {
        const char *after = command.name.text + command.name.length, *close = command.end - 1;
        if (after != close && (*after != ' ' || after + 1 == close))
            continue; /* would be read with other blanks */
        xml_write_text(w->xml, text, (size_t)(command.begin - text));
        xml_put(w->xml, "<command name=%.*s", (int)command.name.length, command.name.text);
        if (after != close)
            xml_write_text(w->xml, after + 1, (size_t)(close - after - 1));
        xml_end(w->xml);
        text = command.end;
    }
    xml_write_text(w->xml, text, (size_t)(command.stop - text));
}

/* Writes the last event. JSON has the text of an item first, XML its attributes. */
static void write_event(struct record_writer *w, enum ludus_event event)
{
    const struct item *item = w->visit.item;
    const char *unclosed = visit_unclosed(&w->visit) ? "true" : NULL;
    bool comment = event == LUDUS_EVENT_COMMENT, variation = event == LUDUS_EVENT_VARIATION;
    if (event == LUDUS_EVENT_TURN_END || event == LUDUS_EVENT_VARIATION_END) {
        if (w->xml)
            xml_raw(w->xml, "\n");
        write_json(w, "]");
        write_member(w, "unclosed", w->xml ? NULL : unclosed, false);
        close_element(w);
        return;
    }
    open_element(w, "\n", visit_words[event].name);
    if (!w->xml) {
        buf_format(w->out, "\"%s\":", visit_words[event].name);
        if (event == LUDUS_EVENT_NAG)
            buf_number(w->out, item->number);
        else if (variation)
            buf_char(w->out, '[');
        else
            json_string(w->out, item->text, item->length);
    }
    write_member(w, "joined", event == LUDUS_EVENT_MOVE && turns_joined(item) ? "true" : NULL, false);
    write_member(w, "form", comment && item->form == ';' ? "line" : NULL, true);
    write_member(w, "unclosed", comment || (variation && w->xml) ? unclosed : NULL, false);
    if (variation || event == LUDUS_EVENT_TURN)
        return;
    if (w->xml && event == LUDUS_EVENT_NAG) {
        xml_put(w->xml, ">%u", (unsigned)item->number);
        return;
    }
    if (event == LUDUS_EVENT_TAG) {
        xml_put(w->xml, "name=%.*s", (int)w->visit.tag->name.length, w->visit.tag->name.text);
        xml_write_text(w->xml, w->visit.tag->value.text, w->visit.tag->value.length);
    } else if (w->xml && (event == LUDUS_EVENT_NUMBER || event == LUDUS_EVENT_DICE)) {
        write_damaged(w->xml, item->text, item->length, DAMAGE_OF_RECORD);
    } else if (w->xml && event == LUDUS_EVENT_MOVE) {
        xml_write_move(w->xml, item);
    } else if (w->xml && comment) {
        write_comment(w, item);
    } else if (w->xml) {
        xml_write_text(w->xml, item->text, item->length);
    }
    close_element(w);
    if (event == LUDUS_EVENT_MOVE && w->playing)
        write_played(w, w->visit.at - 1);
}

/* Writes all events up to item number `end`, or to the end. JSON has no turns, and its tags are elsewhere. */
static void write_events(struct record_writer *w, size_t end)
{
    enum ludus_event event;
    while (w->visit.at != end &&
           (event = (w->xml ? visit_next : visit_next_item)(&w->visit)) != LUDUS_EVENT_END)
        if (w->xml || event != LUDUS_EVENT_TAG)
            write_event(w, event);
}

void write_record(struct record_writer *w, struct ludus_game *game, bool xml, struct ludus_buffer *out)
{
    struct xml_writer elements = { .out = out };
    w->out = out;
    w->visit = (struct visit){ .game = game };
    w->xml = xml ? &elements : NULL;
    w->turn.size = sizeof w->turn;
    w->replay->texts |= w->positions || w->moves;
    w->playing = (w->positions || w->moves) && ludus_replay_start(w->replay, game);
    if (xml) {
        xml_begin(w->xml, "record");
        write_events(w, SIZE_MAX);
        xml_raw(w->xml, "\n");
        xml_end(w->xml);
        xml_raw(w->xml, "\n");
    } else {
        size_t before = record_before_tags(game);
        buf_text(out, before ? "{\"before\":[" : "{");
        write_events(w, before);
        buf_text(out, before ? "]," : "");
        write_tags(w);
        buf_text(out, ",\"text\":[");
        write_events(w, SIZE_MAX);
        buf_text(out, "]}\n");
    }
    buf_free(&elements.open);
    while (w->playing) /* to add all messages */
        w->playing = ludus_replay_next(w->replay, &w->turn);
}
