/* tei_write.c - the text of a record in TEI: a block for each turn, in it segments for roll and moves, notes,
 * and an apparatus where witnesses differ. */
#include "formats/tei_write.h"

#include "base/chars.h"
#include "base/memory.h"
#include "notation/record.h"
#include "notation/turns.h"

#include <stdlib.h>
#include <string.h>

/* What holds a turn or a result: in a variation, which is a block itself, a segment. */
static const char *block(const struct tei *tei)
{
    return tei->visit.depth ? "seg" : "ab";
}

static struct ludus_text text_of(const struct item *item)
{
    return (struct ludus_text){ item->text, item->length };
}

/* ---- Items ---- */

/* Plain text of a comment as a note, unless it is blank. */
static void write_note(struct tei *w, const char *text, size_t length)
{
    static const char blanks[] = " \t\r\n";
    while (length > 0 && strchr(blanks, *text)) {
        text++;
        length--;
    }
    while (length > 0 && strchr(blanks, text[length - 1]))
        length--;
    if (length == 0)
        return;
    tei_open(w, "note", NULL);
    xml_text(w->xml, text, length);
    xml_end(w->xml);
}

/* Is a command told elsewhere: witnesses and their tags in the header, readings in the apparatus, certainty
 * and correction with their move? */
static bool is_told(const struct tei *w, const struct command *command)
{
    struct reading reading;
    if (command_is(command, "rdg"))
        return !w->readings.crowded;
    if (command_is(command, "tag"))
        return !w->tags.crowded;
    return command_is(command, "wit") ||
           (w->moved && (command_certainty(command) ||
                         (command_is(command, "corr") && command_reading(command, &reading))));
}

/* A comment: its text, and its commands, as notes. */
static void write_comment(struct tei *w, const struct item *item)
{
    const char *at = item->text, *end = at + item->length, *text = at;
    struct command command;
    while (command_next(&at, end, &command)) {
        write_note(w, text, (size_t)(command.begin - text));
        text = at;
        if (is_told(w, &command))
            continue;
        tei_open(w, "note", NULL);
        xml_attribute_text(w->xml, "type", command.name.text, command.name.length);
        xml_text(w->xml, command.value.text, command.value.length);
        xml_end(w->xml);
    }
    write_note(w, text, (size_t)(end - text));
}

/* What comments say of the move that has come last: how certain it is, or NULL, and what the source has in
 * its place. */
static const char *certainty(struct visit ahead, struct ludus_text *source)
{
    const char *found = NULL;
    enum ludus_event event;
    struct reading reading;
    *source = (struct ludus_text){ "", 0 };
    while ((event = visit_next(&ahead)) == LUDUS_EVENT_COMMENT || event == LUDUS_EVENT_NAG ||
           event == LUDUS_EVENT_ESCAPE || event == LUDUS_EVENT_UNREAD) {
        const char *at = ahead.item->text, *end = at + ahead.item->length;
        struct command command;
        while (event == LUDUS_EVENT_COMMENT && command_next(&at, end, &command)) {
            found = found ? found : command_certainty(&command);
            if (command_is(&command, "corr") && command_reading(&command, &reading) && !source->length)
                *source = reading.text;
        }
    }
    return found;
}

/* A text of the source, up to its correction. */
static void begin_correction(struct tei *w, struct ludus_text source)
{
    xml_begin(w->xml, "choice");
    xml_begin(w->xml, "sic");
    xml_text(w->xml, source.text, source.length);
    xml_end(w->xml);
    xml_begin(w->xml, "corr");
    w->corrected = true;
}

static void end_correction(struct tei *w)
{
    xml_end(w->xml);
    xml_end(w->xml);
    w->corrected = false;
}

static void write_move(struct tei *w, const struct item *item)
{
    struct ludus_text source;
    bool lost = item->move.style == MOVE_LOST;
    if (turns_joined(item))
        xml_text(w->xml, ",", 1);
    tei_open(w, "seg", "move");
    xml_attribute(w->xml, "cert", certainty(w->visit, &source));
    bool corrects = source.length && !w->corrected && !lost;
    if (corrects)
        begin_correction(w, source);
    if (lost && source.length) { /* it is wrong, and nobody knows what is right */
        xml_begin(w->xml, "sic");
        xml_text(w->xml, source.text, source.length);
        xml_end(w->xml);
    } else if (lost)
        tei_gap(w, "move", item->length == 1);
    else
        tei_signs(w, text_of(item));
    if (corrects)
        end_correction(w);
    xml_end(w->xml);
}

/* What has come last, which is neither a turn nor a variation. */
static void write_item(struct tei *w, enum ludus_event event)
{
    static const struct tei_readings none;
    const struct item *item = w->visit.item;
    const struct tei_place result = { w->visit.depth ? &none : &w->tags, { "Result", 6 }, false };
    switch (event) {
    case LUDUS_EVENT_NUMBER:
        tei_open(w, "num", NULL);
        tei_signs(w, text_of(item));
        break;
    case LUDUS_EVENT_DICE:
        tei_open(w, "seg", "roll");
        tei_signs(w, text_of(item));
        break;
    case LUDUS_EVENT_MOVE:
        write_move(w, item);
        return;
    case LUDUS_EVENT_COMMENT:
        write_comment(w, item);
        return;
    case LUDUS_EVENT_NAG:
        tei_open(w, "note", "nag");
        xml_count(w->xml, NULL, item->number);
        break;
    case LUDUS_EVENT_RESULT:
        tei_open(w, block(w), "result");
        tei_begin_lemma(w, result);
        xml_text(w->xml, item->text, item->length);
        tei_end_lemma(w, result);
        break;
    default:
        tei_open(w, "note", event == LUDUS_EVENT_UNREAD ? "unread" : "escape");
        xml_text(w->xml, item->text, item->length);
    }
    xml_end(w->xml);
}

/* What stands in the source in the place of a turn that ludmend has repaired, as its comment says, without
 * the turn's label. */
static struct ludus_text source_of(const struct item *comment, struct ludus_text label)
{
    static const char says[] = "; the source has: ";
    struct ludus_text text = { "", 0 };
    const char *at = comment->text, *end = at + comment->length;
    while (end - at > (ptrdiff_t)strlen(says) && memcmp(at, says, strlen(says)) != 0)
        at++;
    if (end - at > (ptrdiff_t)strlen(says))
        text = (struct ludus_text){ at + strlen(says), (size_t)(end - at) - strlen(says) };
    if (label.length && text.length > label.length && memcmp(text.text, label.text, label.length) == 0) {
        text.text += label.length;
        text.length -= label.length;
    }
    for (; text.length > 0 && is_space(*text.text); text.length--)
        text.text++;
    return text;
}

/* What lies ahead in a turn, up to the readings of it. */
struct ahead {
    size_t last; /* the number of the item behind its last move, or the text in its place; 0 if it has none */
    size_t stop; /* the same of the move or text behind the readings, where what comes is another's */
    struct ludus_text source; /* what is corrected in it */
};

/* Looks ahead from what has come last, and gathers the readings behind the last move. */
static struct ahead look_ahead(struct tei *w, enum ludus_event event, struct ludus_text label)
{
    struct visit visit = w->visit;
    struct ahead ahead = { .stop = SIZE_MAX };
    bool marked = false;
    tei_forget(&w->readings);
    for (; event != LUDUS_EVENT_TURN_END; event = visit_next(&visit)) {
        if ((event == LUDUS_EVENT_MOVE || event == LUDUS_EVENT_UNREAD) && w->readings.count) {
            ahead.stop = visit.at;
            break;
        }
        if (event == LUDUS_EVENT_MOVE || event == LUDUS_EVENT_DICE)
            marked |= memchr(visit.item->text, '<', visit.item->length) != NULL;
        if (event == LUDUS_EVENT_MOVE || (event == LUDUS_EVENT_UNREAD && ahead.last == 0))
            ahead.last = visit.at;
        if (event != LUDUS_EVENT_COMMENT)
            continue;
        tei_gather(w, visit.item, false, &w->readings);
        if (marked && !ahead.source.length)
            ahead.source = source_of(visit.item, label);
    }
    return ahead;
}

static enum ludus_event write_label(struct tei *w)
{
    static const char *const sides[] = { "W", "B", "" };
    const struct item *label = w->visit.item;
    if (label->number != UNNUMBERED) {
        char number[16];
        snprintf(number, sizeof number, "%u%s", (unsigned)label->number, sides[label->side]);
        xml_attribute(w->xml, "n", number);
    }
    write_item(w, LUDUS_EVENT_NUMBER);
    return visit_next(&w->visit);
}

/* Turns that only witnesses have. */
static void write_additions(struct tei *w)
{
    const struct tei_place added = { &w->readings, { "", 0 }, true };
    tei_begin_lemma(w, added);
    tei_end_lemma(w, added);
}

/* Writes what has come last and what follows it in a turn, up to where another's text begins. */
static enum ludus_event write_part(struct tei *w, enum ludus_event event, struct ludus_text label)
{
    struct ahead ahead = look_ahead(w, event, label);
    const struct tei_place place = { &w->readings, { "", 0 }, false };
    tei_begin_lemma(w, place);
    if (ahead.source.length) {
        xml_raw(w->xml, "\n");
        begin_correction(w, ahead.source);
    }
    for (; event != LUDUS_EVENT_TURN_END && w->visit.at <= ahead.last; event = visit_next(&w->visit)) {
        write_item(w, event);
        w->moved |= event == LUDUS_EVENT_MOVE;
    }
    if (ahead.source.length)
        end_correction(w);
    tei_end_lemma(w, place);
    write_additions(w);
    for (; event != LUDUS_EVENT_TURN_END && w->visit.at < ahead.stop; event = visit_next(&w->visit))
        write_item(w, event);
    return event;
}

/* Writes the turn that begins here, to its end. */
static void write_turn(struct tei *w)
{
    struct ludus_text label = { "", 0 };
    tei_open(w, block(w), "turn");
    enum ludus_event event = visit_next(&w->visit);
    if (event == LUDUS_EVENT_NUMBER) {
        label = text_of(w->visit.item);
        event = write_label(w);
    }
    while (event != LUDUS_EVENT_TURN_END)
        event = write_part(w, event, label);
    w->moved = false;
    tei_close(w);
}

/* A comment that stands in no turn, and before it the readings of turns that stand before the first. */
static void write_lone_comment(struct tei *w)
{
    tei_forget(&w->readings);
    tei_gather(w, w->visit.item, false, &w->readings);
    if (tei_varies((struct tei_place){ &w->readings, { "", 0 }, true })) {
        tei_open(w, block(w), "turn");
        write_additions(w);
        xml_end(w->xml);
    }
    write_comment(w, w->visit.item);
}

static void write_body(struct tei *w)
{
    for (enum ludus_event event; (event = visit_next(&w->visit)) != LUDUS_EVENT_END;)
        if (event == LUDUS_EVENT_TURN)
            write_turn(w);
        else if (event == LUDUS_EVENT_VARIATION)
            tei_open(w, w->visit.depth > 1 ? "seg" : "ab", "variation");
        else if (event == LUDUS_EVENT_VARIATION_END)
            xml_end(w->xml);
        else if (event == LUDUS_EVENT_COMMENT)
            write_lone_comment(w);
        else if (event != LUDUS_EVENT_TAG)
            write_item(w, event);
}

/* ---- Documents ---- */

void tei_begin(struct ludus_buffer *out)
{
    buf_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<teiCorpus xmlns=\"" TEI_NAMESPACE "\">\n"
                  "<teiHeader>\n<fileDesc>\n<titleStmt><title>Records of games</title></titleStmt>\n"
                  "<publicationStmt><p>Made from records by ludconv.</p></publicationStmt>\n"
                  "<sourceDesc><p>The sources of each record are told in its own header.</p></sourceDesc>\n"
                  "</fileDesc>\n</teiHeader>\n");
}

void tei_end(struct ludus_buffer *out)
{
    buf_text(out, "</teiCorpus>\n");
}

void tei_write_record(const struct ludus_game *game, size_t number, struct ludus_buffer *out)
{
    struct tei *w = memory_zeroed(1, sizeof *w);
    out->failed |= !w;
    if (!w)
        return;
    w->xml = xml_open(out);
    w->out = out;
    w->visit.game = game;
    w->number = number;
    if (w->xml) {
        tei_find_witnesses(w);
        xml_begin(w->xml, "TEI");
        tei_write_header(w);
        tei_open(w, "text", NULL);
        tei_open(w, "body", NULL);
        tei_open(w, "div", "game");
        if (game->item_count == 0) {
            tei_open(w, "ab", NULL);
            xml_end(w->xml);
        }
        write_body(w);
        for (unsigned open = 0; open < 4; open++)
            tei_close(w);
        xml_raw(w->xml, "\n");
        xml_close(w->xml);
    }
    free(w);
}
