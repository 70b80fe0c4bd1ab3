/* tei_write.c - a record in TEI: a header, and a block for each turn, in it segments for roll and moves,
 * notes, and an apparatus where witnesses differ. */
#include "base/chars.h"
#include "base/memory.h"
#include "formats/record_write.h"
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

/* An element with a text. */
static void write_text(struct tei *w, const char *name, const char *type, struct ludus_text text)
{
    tei_open(w, name, type);
    xml_text(w->xml, text.text, text.length);
    xml_end(w->xml);
}

/* Plain text of a comment as a note, unless it is blank. */
static void write_note(struct tei *w, const char *text, const char *end)
{
    while (text < end && strchr(" \t\r\n", *text))
        text++;
    while (end > text && strchr(" \t\r\n", end[-1]))
        end--;
    if (text < end)
        write_text(w, "note", NULL, (struct ludus_text){ text, (size_t)(end - text) });
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
        write_note(w, text, command.begin);
        text = at;
        if (is_told(w, &command))
            continue;
        tei_open(w, "note", NULL);
        xml_attribute_text(w->xml, "type", command.name.text, command.name.length);
        xml_text(w->xml, command.value.text, command.value.length);
        xml_end(w->xml);
    }
    write_note(w, text, end);
}

/* How certain comments say that the last move is, or NULL, and what the source has in its place. */
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

static void write_sic(struct tei *w, struct ludus_text source)
{
    xml_begin(w->xml, "sic");
    xml_text(w->xml, source.text, source.length);
    xml_end(w->xml);
}

/* A text of the source, up to its correction. */
static void begin_correction(struct tei *w, struct ludus_text source)
{
    xml_begin(w->xml, "choice");
    write_sic(w, source);
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
    if (lost && source.length) /* it is wrong, and nobody knows what is right */
        write_sic(w, source);
    else if (lost)
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
        xml_put(w->xml, ">%u", (unsigned)item->number);
        return;
    case LUDUS_EVENT_RESULT:
        tei_open(w, block(w), "result");
        tei_begin_lemma(w, result);
        xml_text(w->xml, item->text, item->length);
        tei_end_lemma(w, result);
        break;
    default:
        write_text(w, "note", event == LUDUS_EVENT_UNREAD ? "unread" : "escape", text_of(item));
        return;
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
    static const char *const sides[] = { "W", "B", "" };
    struct ludus_text label = { "", 0 };
    tei_open(w, block(w), "turn");
    enum ludus_event event = visit_next(&w->visit);
    if (event == LUDUS_EVENT_NUMBER) {
        const struct item *number = w->visit.item;
        label = text_of(number);
        if (number->number != UNNUMBERED)
            xml_put(w->xml, "n=%u%s", (unsigned)number->number, sides[number->side]);
        write_item(w, event);
        event = visit_next(&w->visit);
    }
    while (event != LUDUS_EVENT_TURN_END)
        event = write_part(w, event, label);
    w->moved = false;
    tei_close(w);
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
        else if (event == LUDUS_EVENT_COMMENT) {
            /* It stands in no turn; before it the readings of turns that stand before the first. */
            tei_forget(&w->readings);
            tei_gather(w, w->visit.item, false, &w->readings);
            if (tei_varies((struct tei_place){ &w->readings, { "", 0 }, true })) {
                tei_open(w, block(w), "turn");
                write_additions(w);
                xml_end(w->xml);
            }
            write_comment(w, w->visit.item);
        } else if (event != LUDUS_EVENT_TAG)
            write_item(w, event);
}

/* ---- The header: what a record is called, where it comes from, who wrote and edited it ---- */

/* Tags that have a place of their own in the header. */
static const char *const placed[] = { "Source", "Folio", "Hand", "Editor", "Witness" };

/* What a tag says, or NULL. */
static const struct ludus_text *value_of(const struct ludus_game *game, const char *name)
{
    const struct tag *tag = record_tag(game, name);
    bool says = tag && tag->value.length && !text_is(tag->value.text, tag->value.length, "?");
    return says ? &tag->value : NULL;
}

static void write_title(struct tei *tei)
{
    const struct ludus_game *game = tei->visit.game;
    struct xml_writer *xml = tei->xml;
    static const char *const parts[] = { "Event", "White", "Black" };
    static const char *const before[] = { "", ": ", " - " };
    bool any = false;
    tei_open(tei, "title", NULL);
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) {
        const struct ludus_text *value = value_of(game, parts[i]);
        if (!value)
            continue;
        xml_text(xml, before[i], any ? strlen(before[i]) : 0);
        xml_text(xml, value->text, value->length);
        any = true;
    }
    if (any)
        xml_end(xml);
    else if (tei->number)
        xml_put(xml, ">Record %zu", tei->number);
    else
        xml_put(xml, ">No record");
}

static bool is_placed(const struct tei *tei, struct ludus_text name, bool reading)
{
    for (unsigned i = 0; i < sizeof placed / sizeof *placed; i++)
        if (text_is(name.text, name.length, placed[i]))
            return true;
    return reading && tei->has_result && text_is(name.text, name.length, "Result");
}

/* Tags that TEI has no element for: those of the record, with what other witnesses have in their place, and
 * those that only others have. */
static void write_notes(struct tei *tei)
{
    static const struct tei_readings none;
    const struct ludus_game *game = tei->visit.game;
    const struct tei_reading *list = tei->tags.list;
    bool open = false;
    for (size_t i = 0; i < game->tag_count + tei->tags.count; i++) {
        bool own = i < game->tag_count;
        struct ludus_text name = own ? game->tags[i].name : list[i - game->tag_count].it.tag;
        bool known = is_placed(tei, name, !own);
        for (size_t t = 0; t < game->tag_count && !own && !known; t++)
            known = text_same(game->tags[t].name, name);
        for (size_t before = 0; before + game->tag_count < i && !known; before++)
            known = text_same(list[before].it.tag, name);
        if (known)
            continue;
        struct tei_place place = { is_placed(tei, name, true) ? &none : &tei->tags, name, false };
        if (!open)
            tei_open(tei, "notesStmt", NULL);
        open = true;
        tei_open(tei, "note", "tag");
        xml_attribute_text(tei->xml, "n", name.text, name.length);
        tei_begin_lemma(tei, place);
        if (own && game->tags[i].value.length)
            xml_text(tei->xml, game->tags[i].value.text, game->tags[i].value.length);
        tei_end_lemma(tei, place);
        xml_end(tei->xml);
    }
    if (open)
        tei_close(tei);
}

/* What a witness is: a source, and the place in it; either may be NULL. */
static void write_bibl(struct tei *tei, const struct ludus_text *source, const struct ludus_text *folio)
{
    xml_begin(tei->xml, "bibl");
    if (source)
        xml_text(tei->xml, source->text, source->length);
    if (folio) {
        xml_text(tei->xml, " ", source ? 1 : 0);
        xml_put(tei->xml, "<biblScope unit=folio");
        xml_text(tei->xml, folio->text, folio->length);
        xml_end(tei->xml);
    }
    xml_end(tei->xml);
}

/* What a witness that the record does not follow has as its tag, or NULL. */
static const struct ludus_text *its_tag(const struct tei *tei, size_t witness, const char *name)
{
    for (size_t i = 0; i < tei->tags.count; i++) {
        const struct tei_reading *reading = &tei->tags.list[i];
        if (reading->witness == witness && reading->it.text.length &&
            text_is(reading->it.tag.text, reading->it.tag.length, name))
            return &reading->it.text;
    }
    return NULL;
}

static void write_source(struct tei *tei)
{
    static const struct ludus_text unknown = { "unknown", sizeof "unknown" - 1 };
    const struct ludus_game *game = tei->visit.game;
    const struct ludus_text *source = value_of(game, "Source"), *folio = value_of(game, "Folio");
    bool witnessed = value_of(game, "Witness") || tei->witness_count > 1;
    tei_open(tei, "sourceDesc", NULL);
    if (source || folio || !witnessed) {
        xml_raw(tei->xml, "\n");
        write_bibl(tei, source ? source : &unknown, folio);
    }
    if (witnessed)
        tei_open(tei, "listWit", NULL);
    for (size_t i = 0; witnessed && i < tei->witness_count; i++) {
        const struct ludus_text *name = &tei->witness[i].name;
        tei_open(tei, "witness", NULL);
        xml_attribute(tei->xml, "xml:id", tei->witness[i].id);
        xml_text(tei->xml, name->text, name->length);
        source = its_tag(tei, i, "Source");
        folio = its_tag(tei, i, "Folio");
        xml_text(tei->xml, " ", source || folio ? 1 : 0);
        if (source || folio)
            write_bibl(tei, source, folio);
        xml_end(tei->xml);
    }
    if (witnessed)
        tei_close(tei);
    tei_close(tei);
}

static void write_header(struct tei *tei)
{
    const struct ludus_game *game = tei->visit.game;
    const struct ludus_text *hand = value_of(game, "Hand"), *editor = value_of(game, "Editor");
    tei_open(tei, "teiHeader", NULL);
    tei_open(tei, "fileDesc", NULL);
    tei_open(tei, "titleStmt", NULL);
    write_title(tei);
    if (editor)
        write_text(tei, "editor", NULL, *editor);
    tei_close(tei);
    xml_raw(tei->xml, "\n<publicationStmt>\n<p>Made from a record.</p>\n</publicationStmt>");
    write_notes(tei);
    write_source(tei);
    tei_close(tei);
    if (tei->witness_count > 1)
        xml_raw(tei->xml, "\n<encodingDesc>\n<variantEncoding method=\"parallel-segmentation\" "
                          "location=\"internal\"/>\n</encodingDesc>");
    if (hand) {
        xml_raw(tei->xml, "\n<profileDesc>\n<handNotes>");
        write_text(tei, "handNote", NULL, *hand);
        xml_raw(tei->xml, "\n</handNotes>\n</profileDesc>");
    }
    tei_close(tei);
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
        write_header(w);
        xml_raw(w->xml, "\n<text>\n<body>\n<div type=\"game\">");
        xml_raw(w->xml, game->item_count ? "" : "\n<ab/>");
        write_body(w);
        xml_raw(w->xml, "\n</div>\n</body>\n</text>");
        tei_close(w);
        xml_raw(w->xml, "\n");
        xml_close(w->xml);
    }
    free(w);
}
