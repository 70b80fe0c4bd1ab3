/* tei_write.c - the text of a record in TEI: a block for each turn, in it segments for roll and moves, notes,
 * and an apparatus where witnesses differ. */
#include "formats/tei_write.h"

#include "base/text.h"
#include "formats/xml.h"
#include "notation/command.h"
#include "notation/move_text.h"
#include "notation/visit.h"

#include <string.h>

/* ---- The readings of witnesses in the comments of a record: [%rdg NAME "text"] ---- */

static bool same_text(struct ludus_text one, struct ludus_text other)
{
    return one.length == other.length && memcmp(one.text, other.text, one.length) == 0;
}

/* Number of the witness, from 1; it is added if it is new. 0 when there is no room. */
static size_t witness_number(struct tei_record *record, struct ludus_text name)
{
    size_t i = 0;
    while (i < record->witness_count && !same_text(record->witness[i], name))
        i++;
    if (i == TEI_WITNESSES_MAX)
        return 0;
    if (i == record->witness_count)
        record->witness[record->witness_count++] = name;
    return i + 1;
}

/* False when the command is no reading, or there is no room for its witness. */
static bool read_reading(struct tei_record *record, const struct command *command, struct tei_reading *out)
{
    static const char add[] = "add. ";
    struct ludus_text name, text;
    if (!command_reading(command, &name, &text))
        return false;
    bool added = text.length >= strlen(add) && memcmp(text.text, add, strlen(add)) == 0;
    text.text += added ? strlen(add) : 0;
    text.length -= added ? strlen(add) : 0;
    *out = (struct tei_reading){ text, witness_number(record, name), added };
    return out->witness > 0;
}

/* Adds the readings in a comment; new witnesses are added to the record's. */
static void gather(struct tei_record *record, const struct item *item, struct tei_readings *out)
{
    const char *at = item->text, *end = at + item->length;
    struct command command;
    while (!out->crowded && command_next(&at, end, &command)) {
        if (!command_is(&command, "rdg"))
            continue;
        if (out->count == TEI_READINGS_MAX || !read_reading(record, &command, &out->list[out->count]))
            out->crowded = true;
        else
            out->count++;
    }
    out->count = out->crowded ? 0 : out->count;
}

static void forget(struct tei_readings *readings)
{
    readings->count = 0;
    readings->crowded = false;
}

/* ---- The text of a record in TEI: a block for each turn, in it segments for roll and moves, notes, and an
 * apparatus where witnesses differ ---- */

struct writing {
    struct xml_writer *xml;
    struct ludus_buffer *out;
    struct visit visit;
    struct tei_record record;
    bool moved;                   /* a move stands before, in the same turn */
    struct tei_readings readings; /* of the turn under way */
};

static void new_line(struct writing *w)
{
    xml_raw(w->xml, "\n");
}

/* Begins an element on a line of its own, with a type unless it is NULL. */
static void begin(struct writing *w, const char *name, const char *type)
{
    new_line(w);
    xml_begin(w->xml, name);
    xml_attribute(w->xml, "type", type);
}

/* What holds a turn or a result: in a variation, which is a block itself, a segment. */
static const char *block(const struct writing *w)
{
    return w->visit.depth ? "seg" : "ab";
}

/* ---- Signs ---- */

static void write_gap(struct writing *w, const char *unit, unsigned quantity)
{
    xml_begin(w->xml, "gap");
    xml_attribute(w->xml, "reason", "illegible");
    xml_attribute(w->xml, "unit", unit);
    if (quantity)
        xml_count(w->xml, "quantity", quantity);
    xml_end(w->xml);
}

static size_t sign_length(const char *text, size_t length)
{
    unsigned bytes = text_sequence(text, length);
    return bytes ? bytes : 1;
}

/* Writes one sign, or all `_` of a run; returns how many bytes it was. */
static size_t write_sign(struct writing *w, const char *text, size_t length)
{
    size_t bytes = sign_length(text, length), lost = 0;
    unsigned doubt = leiden_unclear(text + bytes, length - bytes);
    while (lost < length && text[lost] == '_')
        lost++;
    if (lost) {
        write_gap(w, "character", (unsigned)lost);
        return lost;
    }
    if (doubt)
        xml_begin(w->xml, "unclear");
    xml_text(w->xml, text, bytes);
    if (doubt)
        xml_end(w->xml);
    return bytes + doubt;
}

/* The text of a number, roll or move, with elements for what is lost, unclear or supplied. */
static void write_signs(struct writing *w, const char *text, size_t length)
{
    bool supplied = false;
    size_t closed = length; /* behind the last > */
    while (closed > 0 && text[closed - 1] != '>')
        closed--;
    for (size_t at = 0; at < length;) {
        if (!supplied && text[at] == '<' && at < closed) {
            xml_begin(w->xml, "supplied");
            supplied = true;
            at++;
        } else if (supplied && text[at] == '>') {
            xml_end(w->xml);
            supplied = false;
            at++;
        } else {
            at += write_sign(w, text + at, length - at);
        }
    }
}

/* ---- Readings ---- */

/* The witnesses that the header tells of are those whose readings are written. */
static void find_witnesses(struct writing *w)
{
    struct visit visit = w->visit;
    for (enum ludus_event event; (event = visit_next(&visit)) != LUDUS_EVENT_END; forget(&w->readings))
        if (event == LUDUS_EVENT_COMMENT)
            gather(&w->record, visit.item, &w->readings);
}

/* Lines may break in one and not in the other. */
static bool same_sign(char one, char other)
{
    return one == other || ((one == ' ' || one == '\n') && (other == ' ' || other == '\n'));
}

static bool same_reading(const struct tei_reading *one, const struct tei_reading *other)
{
    bool same = one->added == other->added && one->text.length == other->text.length;
    for (size_t i = 0; same && i < one->text.length; i++)
        same = same_sign(one->text.text[i], other->text.text[i]);
    return same;
}

/* Writes reading number `index` with all witnesses that have it, unless it has been written before. */
static void write_reading(struct writing *w, size_t index)
{
    const struct tei_reading *list = w->readings.list, *reading = &list[index];
    struct ludus_buffer witnesses = { 0 };
    for (size_t i = 0; i < index; i++)
        if (same_reading(&list[i], reading))
            return;
    begin(w, "rdg", NULL);
    for (size_t i = index; i < w->readings.count; i++)
        if (same_reading(&list[i], reading))
            buf_format(&witnesses, "%s#r%zu-w%zu", witnesses.length ? " " : "", w->record.number,
                       list[i].witness);
    xml_attribute(w->xml, "wit", buf_string(&witnesses));
    w->out->failed |= witnesses.failed;
    buf_free(&witnesses);
    write_signs(w, reading->text.text, reading->text.length);
    xml_end(w->xml);
}

static void write_readings(struct writing *w, bool added)
{
    for (size_t i = 0; i < w->readings.count; i++)
        if (w->readings.list[i].added == added)
            write_reading(w, i);
}

static bool has_readings(const struct writing *w, bool added)
{
    for (size_t i = 0; i < w->readings.count; i++)
        if (w->readings.list[i].added == added)
            return true;
    return false;
}

static void begin_lemma(struct writing *w, const char *type)
{
    begin(w, "app", type);
    begin(w, "lem", NULL);
    char own[32];
    snprintf(own, sizeof own, "#r%zu-w0", w->record.number);
    xml_attribute(w->xml, "wit", own);
}

/* ---- Items ---- */

/* Plain text of a comment as a note, unless it is blank. */
static void write_note(struct writing *w, const char *text, size_t length)
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
    begin(w, "note", NULL);
    xml_text(w->xml, text, length);
    xml_end(w->xml);
}

/* Is a command told elsewhere: readings in the apparatus, certainty with its move? */
static bool is_told(const struct writing *w, const struct command *command)
{
    if (command_is(command, "rdg"))
        return !w->readings.crowded;
    return w->moved && command_certainty(command);
}

/* A comment: its text, and its commands, as notes. */
static void write_comment(struct writing *w, const struct item *item)
{
    const char *at = item->text, *end = at + item->length, *text = at;
    struct command command;
    while (command_next(&at, end, &command)) {
        write_note(w, text, (size_t)(command.begin - text));
        text = at;
        if (is_told(w, &command))
            continue;
        begin(w, "note", NULL);
        xml_attribute_text(w->xml, "type", command.name.text, command.name.length);
        xml_text(w->xml, command.value.text, command.value.length);
        xml_end(w->xml);
    }
    write_note(w, text, (size_t)(end - text));
}

/* The certainty of the move that has come last, as a comment behind it says, or NULL. */
static const char *certainty(struct visit ahead)
{
    const char *found = NULL;
    enum ludus_event event;
    while (!found && ((event = visit_next(&ahead)) == LUDUS_EVENT_COMMENT || event == LUDUS_EVENT_NAG ||
                      event == LUDUS_EVENT_ESCAPE || event == LUDUS_EVENT_UNREAD)) {
        const char *at = ahead.item->text, *end = at + ahead.item->length;
        struct command command;
        while (event == LUDUS_EVENT_COMMENT && !found && command_next(&at, end, &command))
            found = command_certainty(&command);
    }
    return found;
}

static void write_move(struct writing *w, const struct item *item)
{
    if (turns_joined(item))
        xml_text(w->xml, ",", 1);
    begin(w, "seg", "move");
    xml_attribute(w->xml, "cert", certainty(w->visit));
    if (item->move.style == MOVE_LOST)
        write_gap(w, "move", item->length == 1);
    else
        write_signs(w, item->text, item->length);
    xml_end(w->xml);
}

/* What has come last, which is neither a turn nor a variation. */
static void write_item(struct writing *w, enum ludus_event event)
{
    const struct item *item = w->visit.item;
    switch (event) {
    case LUDUS_EVENT_NUMBER:
        begin(w, "num", NULL);
        write_signs(w, item->text, item->length);
        break;
    case LUDUS_EVENT_DICE:
        begin(w, "seg", "roll");
        write_signs(w, item->text, item->length);
        break;
    case LUDUS_EVENT_MOVE:
        write_move(w, item);
        return;
    case LUDUS_EVENT_COMMENT:
        write_comment(w, item);
        return;
    case LUDUS_EVENT_NAG:
        begin(w, "note", "nag");
        xml_count(w->xml, NULL, item->number);
        break;
    case LUDUS_EVENT_RESULT:
        begin(w, block(w), "result");
        xml_text(w->xml, item->text, item->length);
        break;
    default:
        begin(w, "note", event == LUDUS_EVENT_UNREAD ? "unread" : "escape");
        xml_text(w->xml, item->text, item->length);
    }
    xml_end(w->xml);
}

/* Gathers the readings of the turn that begins here, those behind its last move. Returns the number of the
 * item behind that move; 0 if it has none. */
static size_t look_ahead(struct writing *w)
{
    struct visit ahead = w->visit;
    size_t last = 0;
    forget(&w->readings);
    for (enum ludus_event event; (event = visit_next(&ahead)) != LUDUS_EVENT_TURN_END;)
        if (event == LUDUS_EVENT_MOVE) {
            last = ahead.at;
            forget(&w->readings);
        } else if (event == LUDUS_EVENT_COMMENT) {
            gather(&w->record, ahead.item, &w->readings);
        }
    return last;
}

static enum ludus_event write_label(struct writing *w)
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
static void write_additions(struct writing *w)
{
    if (!has_readings(w, true))
        return;
    begin_lemma(w, "addition");
    xml_end(w->xml);
    write_readings(w, true);
    xml_end(w->xml);
}

/* Writes the turn that begins here, to its end. */
static void write_turn(struct writing *w)
{
    size_t last = look_ahead(w);
    bool varies = has_readings(w, false);
    begin(w, block(w), "turn");
    enum ludus_event event = visit_next(&w->visit);
    if (event == LUDUS_EVENT_NUMBER)
        event = write_label(w);
    if (varies)
        begin_lemma(w, NULL);
    for (; event != LUDUS_EVENT_TURN_END && w->visit.at <= last; event = visit_next(&w->visit)) {
        write_item(w, event);
        w->moved |= event == LUDUS_EVENT_MOVE;
    }
    if (varies) {
        xml_end(w->xml);
        write_readings(w, false);
        xml_end(w->xml);
    }
    write_additions(w);
    w->moved = last > 0;
    for (; event != LUDUS_EVENT_TURN_END; event = visit_next(&w->visit))
        write_item(w, event);
    w->moved = false;
    new_line(w);
    xml_end(w->xml);
}

/* A comment that stands in no turn, and before it the readings of turns that stand before the first. */
static void write_lone_comment(struct writing *w)
{
    forget(&w->readings);
    gather(&w->record, w->visit.item, &w->readings);
    if (has_readings(w, true)) {
        begin(w, block(w), "turn");
        write_additions(w);
        xml_end(w->xml);
    }
    write_comment(w, w->visit.item);
}

static void write_body(struct writing *w)
{
    for (enum ludus_event event; (event = visit_next(&w->visit)) != LUDUS_EVENT_END;)
        if (event == LUDUS_EVENT_TURN)
            write_turn(w);
        else if (event == LUDUS_EVENT_VARIATION)
            begin(w, w->visit.depth > 1 ? "seg" : "ab", "variation");
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
    struct writing w = { .xml = xml_open(out),
                         .out = out,
                         .visit = { .game = game },
                         .record = { .game = game, .number = number } };
    if (!w.xml)
        return;
    find_witnesses(&w);
    xml_begin(w.xml, "TEI");
    tei_write_header(w.xml, &w.record);
    begin(&w, "text", NULL);
    begin(&w, "body", NULL);
    begin(&w, "div", "game");
    if (game->item_count == 0) {
        begin(&w, "ab", NULL);
        xml_end(w.xml);
    }
    write_body(&w);
    for (unsigned open = 0; open < 4; open++) {
        new_line(&w);
        xml_end(w.xml);
    }
    new_line(&w);
    xml_close(w.xml);
}
