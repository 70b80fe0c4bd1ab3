/* xml_write.c - a record as XML, item by item as the tape runs. */
#include "base/chars.h"
#include "base/text.h"
#include "formats/record_write.h"
#include "formats/xml.h"
#include "notation/command.h"
#include "notation/move_text.h"
#include "notation/turns.h"

#include <string.h>

/* ---- Texts of a record as XML: damaged places, parts of moves, characters that XML cannot hold. The text of
 * an element, with what stands for its damage, is the text of the record, sign by sign
 * ---- */

/* Text of any kind; characters that XML cannot hold become <char>. */
static void xml_write_text(struct xml_writer *writer, const char *text, size_t length)
{
    while (length > 0) {
        size_t clean = xml_clean_length(text, length);
        if (clean > 0)
            xml_text(writer, text, clean);
        text += clean;
        length -= clean;
        if (length > 0) {
            unsigned bytes = text_sequence(text, length), code = bytes ? text_code(text, bytes) : 0xfffd;
            bytes += bytes == 0;
            xml_begin(writer, "char");
            xml_count(writer, "code", code);
            xml_end(writer);
            text += bytes;
            length -= bytes;
        }
    }
}

/* White space of a number, roll or move, which one blank stands for: a line break in it would be indentation.
 */
static void write_word(struct xml_writer *writer, const char *text, size_t length)
{
    while (length > 0) {
        size_t word = 0;
        while (word < length && text[word] != '\n' && text[word] != '\r')
            word++;
        xml_write_text(writer, text, word);
        if (word < length)
            xml_text(writer, " ", 1);
        word += word < length;
        text += word;
        length -= word;
    }
}

static void write_element(struct xml_writer *writer, const char *name, const char *text, size_t length)
{
    xml_begin(writer, name);
    write_word(writer, text, length);
    xml_end(writer);
}

/* One sign, lost or not. */
static void write_sign(struct xml_writer *writer, const char *text, size_t length)
{
    if (length == 1 && *text == '_')
        xml_put(writer, "<gap />");
    else
        write_word(writer, text, length);
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
        unsigned mark = leiden_unclear(text + next, length - next);
        if (text[at] == '<' && !supplied && memchr(text + next, '>', length - next)) {
            xml_begin(writer, "supplied");
            supplied = true;
        } else if (text[at] == '>' && supplied) {
            xml_end(writer);
            supplied = false;
        } else if (mark && text[at] != '~' && text[at] != '<' && text[at] != '>') {
            xml_begin(writer, "unclear");
            xml_attribute(writer, "sign", mark == 1 ? NULL : "dot");
            write_sign(writer, text + at, bytes);
            xml_end(writer);
            next += mark;
        } else {
            write_sign(writer, text + at, bytes);
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

struct part {
    const char *name;
    const char *signs;
};

/* What stands behind a move: runs of one kind. */
static void write_suffixes(struct xml_writer *writer, const char *text, size_t length)
{
    static const struct part parts[] = { { "check", "+#" },
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
    if (move->style == MOVE_SQUARES || move->style == MOVE_PLACE || move->style == MOVE_REMOVE) {
        write_suffixes(writer, text, (size_t)(end - text));
        return;
    }
    const char *core = item->text + move->plain_length;
    write_word(writer, text, (size_t)(core - text));
    write_suffixes(writer, core, (size_t)(end - core));
}

/* ---- A record as XML, item by item as the tape runs ---- */

struct writing {
    struct xml_writer *xml;
    struct visit visit;
    struct played *played;
};

static void new_line(struct writing *w)
{
    xml_raw(w->xml, "\n");
}

static void begin(struct writing *w, const char *name)
{
    new_line(w);
    xml_begin(w->xml, name);
}

static void write_comment(struct writing *w, const struct item *item)
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

static void write_step(void *context, const struct ludus_ruleset *rules, const struct played_move *move)
{
    struct xml_writer *xml = context;
    char square[PLAYED_SQUARE];
    const struct ludus_move *m = &move->move;
    bool placed = m->type == LUDUS_PLACE;
    unsigned kind = placed ? m->piece : move->kind;
    xml_raw(xml, "\n");
    xml_begin(xml, "step");
    xml_attribute(xml, "type", played_type(m));
    if (kind != LUDUS_NO_KIND)
        xml_attribute(xml, "piece", ludus_ruleset_kind_name(rules, kind));
    if (m->from != LUDUS_NO_SQUARE)
        xml_attribute(xml, placed ? "also" : "from", played_square(rules, m->from, square));
    if (m->to != LUDUS_NO_SQUARE)
        xml_attribute(xml, "to", played_square(rules, m->to, square));
    if (!placed && m->piece != LUDUS_NO_KIND)
        xml_attribute(xml, "promotion", ludus_ruleset_kind_name(rules, m->piece));
    if (move->die)
        xml_count(xml, "die", move->die);
    for (unsigned i = 0; i < move->taken_count; i++) {
        xml_begin(xml, "taken");
        xml_attribute(xml, "piece", ludus_ruleset_kind_name(rules, move->taken_kind[i]));
        xml_attribute(xml, "square", played_square(rules, move->taken[i], square));
        if (move->fallen[i])
            xml_attribute(xml, "fallen", "true");
        xml_end(xml);
    }
    xml_end(xml);
}

static void write_played(struct writing *w)
{
    const struct ludus_turn *turn = &w->played->turn;
    begin(w, "played");
    xml_count(w->xml, "number", turn->number);
    xml_attribute(w->xml, "side", turn->side == LUDUS_WHITE ? "white" : "black");
    xml_attribute(w->xml, "state", played_state(turn));
    if (turn->state == LUDUS_TURN_PLAYED && w->played->positions)
        xml_attribute(w->xml, "position", w->played->fen);
    if (turn->state == LUDUS_TURN_PLAYED && w->played->moves)
        played_each(w->played, write_step, w->xml);
    xml_end(w->xml);
}

/* Writes what an element holds, up to its end. */
static void write_content(struct writing *w, enum ludus_event event)
{
    const struct item *item = w->visit.item;
    switch (event) {
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
        xml_attribute(w->xml, "unclosed", visit_unclosed(&w->visit) ? "true" : NULL);
        write_comment(w, item);
        break;
    case LUDUS_EVENT_NAG:
        xml_count(w->xml, NULL, item->number);
        break;
    default:
        xml_write_text(w->xml, item->text, item->length);
        break;
    }
    xml_end(w->xml);
}

static void write_event(struct writing *w, enum ludus_event event)
{
    if (event == LUDUS_EVENT_TURN_END || event == LUDUS_EVENT_VARIATION_END) {
        new_line(w);
        xml_end(w->xml);
        return;
    }
    begin(w, visit_name(event));
    if (event == LUDUS_EVENT_VARIATION)
        xml_attribute(w->xml, "unclosed", visit_unclosed(&w->visit) ? "true" : NULL);
    else if (event != LUDUS_EVENT_TURN)
        write_content(w, event);
    if (event == LUDUS_EVENT_MOVE && played_after(w->played, w->visit.at - 1))
        write_played(w);
}

void xml_write_record(struct ludus_game *game, struct played *played, struct ludus_buffer *out)
{
    struct writing w = { .xml = xml_open(out), .visit = { .game = game }, .played = played };
    if (!w.xml)
        return;
    played_start(played, game);
    xml_begin(w.xml, "record");
    for (enum ludus_event event; (event = visit_next(&w.visit)) != LUDUS_EVENT_END;)
        write_event(&w, event);
    new_line(&w);
    xml_end(w.xml);
    new_line(&w);
    xml_close(w.xml);
    played_finish(played);
    out->failed |= played->failed;
}
