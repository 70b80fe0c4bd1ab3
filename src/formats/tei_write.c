/* tei_write.c - writes a record in TEI: a header, and a block for each turn, with segments for roll and
 * moves, notes, and an apparatus where witnesses differ. */
#include "base/chars.h"
#include "formats/record_write.h"
#include "notation/record.h"
#include "notation/turns.h"

#include <stdlib.h>
#include <string.h>

/* Begins the element of a turn or a result: a block, or a segment in a variation, which is a block itself. */
static void begin_block(struct tei *w, const char *type)
{
    xml_put(w->xml, w->visit.depth ? "\n<seg type=%s" : "\n<ab type=%s", type);
}

/* Ends an element on a new line. */
static void end_line(struct tei *w)
{
    xml_raw(w->xml, "\n");
    xml_end(w->xml);
}

/* ---- Items ---- */

/* Writes plain text of a comment as a note, unless it is blank. */
static void write_note(struct tei *w, const char *text, const char *end)
{
    while (text < end && strchr(" \t\r\n", *text))
        text++;
    while (end > text && strchr(" \t\r\n", end[-1]))
        end--;
    if (text < end)
        xml_put(w->xml, "\n<note >%.*s", (int)(end - text), text);
}

/* Writes a comment as notes: its text, and its commands, except those written elsewhere: witnesses and their
 * tags in the header, readings in the apparatus, certainty and correction with their move. */
static void write_comment(struct tei *w, const struct item *item)
{
    const char *text = item->text;
    struct command command = command_begin(text, item->length);
    struct reading reading;
    while (command_next(&command)) {
        bool of_move = command_certainty(&command) ||
                       (command_is(&command, "corr") && command_reading(&command, &reading));
        write_note(w, text, command.begin);
        text = command.end;
        if (command_is(&command, "rdg")   ? !w->readings.crowded
            : command_is(&command, "tag") ? !w->tags.crowded
                                          : command_is(&command, "wit") || (w->moved && of_move))
            continue;
        xml_put(w->xml, "\n<note type=%.*s", (int)command.name.length, command.name.text);
        xml_put(w->xml, ">%.*s", (int)command.value.length, command.value.text);
    }
    write_note(w, text, command.stop);
}

/* Finds the certainty of the last move, or NULL, and the source's own text, in the comments after it. */
static const char *find_certainty(struct visit ahead, struct ludus_text *source)
{
    const char *found = NULL;
    enum ludus_event event;
    struct reading reading;
    *source = (struct ludus_text){ "", 0 };
    while ((event = visit_next(&ahead)) == LUDUS_EVENT_COMMENT || event == LUDUS_EVENT_NAG ||
           event == LUDUS_EVENT_ESCAPE || event == LUDUS_EVENT_UNREAD) {
        struct command command = command_begin(ahead.item->text, ahead.item->length);
        while (event == LUDUS_EVENT_COMMENT && command_next(&command)) {
            found = found ? found : command_certainty(&command);
            if (command_is(&command, "corr") && command_reading(&command, &reading) && !source->length)
                *source = reading.text;
        }
    }
    return found;
}

/* Writes a text of the source, and begins its correction. */
static void begin_correction(struct tei *w, struct ludus_text source)
{
    xml_put(w->xml, "<choice");
    xml_put(w->xml, "<sic >%.*s", (int)source.length, source.text);
    xml_put(w->xml, "<corr");
    w->corrected = true;
}

static void end_correction(struct tei *w)
{
    xml_end(w->xml);
    xml_end(w->xml);
    w->corrected = false;
}

/* Writes the text of a number, roll or move. */
static void write_signs(struct tei *w, const struct item *item)
{
    write_damaged(w->xml, item->text, item->length, w->corrected ? DAMAGE_CORRECTED : DAMAGE_OF_EDITION);
}

static void write_move(struct tei *w, const struct item *item)
{
    struct ludus_text source;
    bool lost = item->move.style == MOVE_LOST;
    if (turns_joined(item))
        xml_text(w->xml, ",", 1);
    xml_put(w->xml, "\n<seg type=move cert=%s", find_certainty(w->visit, &source));
    bool corrects = source.length && !w->corrected && !lost;
    if (corrects)
        begin_correction(w, source);
    if (lost && source.length) /* the source is wrong, and the correction is unknown */
        xml_put(w->xml, "<sic >%.*s", (int)source.length, source.text);
    else if (lost)
        xml_put(w->xml, item->length == 1 ? "<gap reason=illegible unit=move quantity=1 />"
                                          : "<gap reason=illegible unit=move />");
    else
        write_signs(w, item);
    if (corrects)
        end_correction(w);
    xml_end(w->xml);
}

/* Writes the last event, which is neither a turn nor a variation. */
static void write_item(struct tei *w, enum ludus_event event)
{
    static const struct tei_readings none;
    const struct item *item = w->visit.item;
    const struct tei_place result = { w->visit.depth ? &none : &w->tags, { "Result", 6 }, false };
    switch (event) {
    case LUDUS_EVENT_NUMBER:
        xml_put(w->xml, "\n<num");
        write_signs(w, item);
        break;
    case LUDUS_EVENT_DICE:
        xml_put(w->xml, "\n<seg type=roll");
        write_signs(w, item);
        break;
    case LUDUS_EVENT_MOVE:
        write_move(w, item);
        return;
    case LUDUS_EVENT_COMMENT:
        write_comment(w, item);
        return;
    case LUDUS_EVENT_NAG:
        xml_put(w->xml, "\n<note type=nag >%u", (unsigned)item->number);
        return;
    case LUDUS_EVENT_RESULT:
        begin_block(w, "result");
        tei_begin_lemma(w, result);
        xml_text(w->xml, item->text, item->length);
        tei_end_lemma(w, result);
        break;
    default:
        xml_put(w->xml, "\n<note type=%s >%.*s", event == LUDUS_EVENT_UNREAD ? "unread" : "escape",
                (int)item->length, item->text);
        return;
    }
    xml_end(w->xml);
}

/* Finds the source's text, without the turn's label, in the comment of a turn that ludmend repaired. */
static struct ludus_text find_source(const struct item *comment, struct ludus_text label)
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

/* Writes turns that only witnesses have. */
static void write_additions(struct tei *w)
{
    const struct tei_place added = { &w->readings, { "", 0 }, true };
    tei_begin_lemma(w, added);
    tei_end_lemma(w, added);
}

/* Writes from the last event to the end of the turn, or to the next text after its readings. */
static enum ludus_event write_part(struct tei *w, enum ludus_event event, struct ludus_text label)
{
    const struct tei_place place = { &w->readings, { "", 0 }, false };
    struct ludus_text source = { "", 0 }; /* the text that is corrected */
    struct visit ahead = w->visit;
    size_t last = 0;        /* after its last move, or the text in its place; 0: there is none */
    size_t stop = SIZE_MAX; /* after the move or text that follows its readings and begins the next place */
    bool marked = false;
    tei_forget(&w->readings);
    for (enum ludus_event next = event; next != LUDUS_EVENT_TURN_END; next = visit_next(&ahead)) {
        bool move = next == LUDUS_EVENT_MOVE, unread = next == LUDUS_EVENT_UNREAD;
        if ((move || unread) && w->readings.count) {
            stop = ahead.at;
            break;
        }
        if (move || next == LUDUS_EVENT_DICE)
            marked |= memchr(ahead.item->text, '<', ahead.item->length) != NULL;
        if (move || (unread && last == 0))
            last = ahead.at;
        if (next != LUDUS_EVENT_COMMENT)
            continue;
        tei_gather(w, ahead.item, false, &w->readings);
        if (marked && !source.length)
            source = find_source(ahead.item, label);
    }
    tei_begin_lemma(w, place);
    if (source.length) {
        xml_raw(w->xml, "\n");
        begin_correction(w, source);
    }
    for (; event != LUDUS_EVENT_TURN_END && w->visit.at <= last; event = visit_next(&w->visit)) {
        write_item(w, event);
        w->moved |= event == LUDUS_EVENT_MOVE;
    }
    if (source.length)
        end_correction(w);
    tei_end_lemma(w, place);
    write_additions(w);
    for (; event != LUDUS_EVENT_TURN_END && w->visit.at < stop; event = visit_next(&w->visit))
        write_item(w, event);
    return event;
}

static void write_turn(struct tei *w)
{
    static const char *const sides[] = { "W", "B", "" };
    struct ludus_text label = { "", 0 };
    begin_block(w, "turn");
    enum ludus_event event = visit_next(&w->visit);
    if (event == LUDUS_EVENT_NUMBER) {
        const struct item *number = w->visit.item;
        label = (struct ludus_text){ number->text, number->length };
        if (number->number != UNNUMBERED)
            xml_put(w->xml, "n=%u%s", (unsigned)number->number, sides[number->side]);
        write_item(w, event);
        event = visit_next(&w->visit);
    }
    while (event != LUDUS_EVENT_TURN_END)
        event = write_part(w, event, label);
    w->moved = false;
    end_line(w);
}

static void write_body(struct tei *w)
{
    for (enum ludus_event event; (event = visit_next(&w->visit)) != LUDUS_EVENT_END;)
        if (event == LUDUS_EVENT_TURN)
            write_turn(w);
        else if (event == LUDUS_EVENT_VARIATION)
            xml_put(w->xml, w->visit.depth > 1 ? "\n<seg type=variation" : "\n<ab type=variation");
        else if (event == LUDUS_EVENT_VARIATION_END)
            xml_end(w->xml);
        else if (event == LUDUS_EVENT_COMMENT) {
            /* This comment is outside of turns. Readings in it are turns before the first one. */
            tei_forget(&w->readings);
            tei_gather(w, w->visit.item, false, &w->readings);
            if (w->readings.added) {
                begin_block(w, "turn");
                write_additions(w);
                xml_end(w->xml);
            }
            write_comment(w, w->visit.item);
        } else if (event != LUDUS_EVENT_TAG)
            write_item(w, event);
}

/* ---- The header: title, source, scribe and editor ---- */

/* Returns the value of a tag; NULL if it is unknown. */
static const struct ludus_text *find_value(const struct ludus_game *game, const char *name)
{
    const struct tag *tag = record_tag(game, name);
    bool says = tag && tag->value.length && !text_is(tag->value.text, tag->value.length, "?");
    return says ? &tag->value : NULL;
}

/* Is the tag written elsewhere, in the header or at the end of the game? */
static bool is_placed(const struct tei *tei, struct ludus_text name, bool reading)
{
    return text_among(name.text, name.length, "Source Folio Hand Editor Witness") >= 0 ||
           (reading && tei->has_result && text_is(name.text, name.length, "Result"));
}

/* Writes the tags for which TEI has no element: those of the record with the readings of other witnesses, and
 * those that only other witnesses have. */
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
            xml_put(tei->xml, "\n<notesStmt");
        open = true;
        xml_put(tei->xml, "\n<note type=tag n=%.*s", (int)name.length, name.text);
        tei_begin_lemma(tei, place);
        if (own && game->tags[i].value.length)
            xml_text(tei->xml, game->tags[i].value.text, game->tags[i].value.length);
        tei_end_lemma(tei, place);
        xml_end(tei->xml);
    }
    if (open)
        end_line(tei);
}

/* Writes a source and the place in it; either may be NULL. */
static void write_bibl(struct tei *tei, const struct ludus_text *source, const struct ludus_text *folio)
{
    xml_put(tei->xml, "<bibl");
    if (source)
        xml_text(tei->xml, source->text, source->length);
    if (folio) {
        xml_text(tei->xml, " ", source ? 1 : 0);
        xml_put(tei->xml, "<biblScope unit=folio >%.*s", (int)folio->length, folio->text);
    }
    xml_end(tei->xml);
}

/* Finds a tag of a witness that the record does not follow. Returns its value, or NULL. */
static const struct ludus_text *find_witness_tag(const struct tei *tei, size_t witness, const char *name)
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
    const struct ludus_text *source = find_value(game, "Source"), *folio = find_value(game, "Folio");
    bool witnessed = find_value(game, "Witness") || tei->witness_count > 1;
    xml_put(tei->xml, "\n<sourceDesc");
    if (source || folio || !witnessed) {
        xml_raw(tei->xml, "\n");
        write_bibl(tei, source ? source : &unknown, folio);
    }
    if (witnessed)
        xml_put(tei->xml, "\n<listWit");
    for (size_t i = 0; witnessed && i < tei->witness_count; i++) {
        const struct ludus_text *name = &tei->witness[i].name;
        xml_put(tei->xml, "\n<witness xml:id=%s", tei->witness[i].id);
        xml_text(tei->xml, name->text, name->length);
        source = find_witness_tag(tei, i, "Source");
        folio = find_witness_tag(tei, i, "Folio");
        xml_text(tei->xml, " ", source || folio ? 1 : 0);
        if (source || folio)
            write_bibl(tei, source, folio);
        xml_end(tei->xml);
    }
    if (witnessed)
        end_line(tei);
    end_line(tei);
}

static void write_header(struct tei *tei)
{
    const struct ludus_game *game = tei->visit.game;
    const struct ludus_text *hand = find_value(game, "Hand"), *editor = find_value(game, "Editor"), *value;
    static const char *const parts[] = { "Event", "White", "Black" };
    static const char *const before[] = { "", ": ", " - " };
    bool any = false;
    xml_raw(tei->xml, "\n<teiHeader>\n<fileDesc>\n<titleStmt>");
    xml_put(tei->xml, "\n<title");
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) {
        if ((value = find_value(game, parts[i])) == NULL)
            continue;
        xml_text(tei->xml, before[i], any ? strlen(before[i]) : 0);
        xml_text(tei->xml, value->text, value->length);
        any = true;
    }
    if (any)
        xml_end(tei->xml);
    else if (tei->number)
        xml_put(tei->xml, ">Record %zu", tei->number);
    else
        xml_put(tei->xml, ">No record");
    if (editor)
        xml_put(tei->xml, "\n<editor >%.*s", (int)editor->length, editor->text);
    xml_raw(tei->xml, "\n</titleStmt>\n<publicationStmt>\n<p>Made from a record.</p>\n</publicationStmt>");
    write_notes(tei);
    write_source(tei);
    xml_raw(tei->xml, "\n</fileDesc>");
    if (tei->witness_count > 1)
        xml_raw(tei->xml, "\n<encodingDesc>\n<variantEncoding method=\"parallel-segmentation\" "
                          "location=\"internal\"/>\n</encodingDesc>");
    if (hand) {
        xml_raw(tei->xml, "\n<profileDesc>\n<handNotes>");
        xml_put(tei->xml, "\n<handNote >%.*s", (int)hand->length, hand->text);
        xml_raw(tei->xml, "\n</handNotes>\n</profileDesc>");
    }
    xml_raw(tei->xml, "\n</teiHeader>");
}

void tei_write_record(const struct ludus_game *game, size_t number, struct ludus_buffer *out)
{
    struct xml_writer xml = { .out = out };
    struct tei w = { .xml = &xml, .visit = { .game = game }, .number = number };
    tei_find_witnesses(&w);
    xml_begin(&xml, "TEI");
    write_header(&w);
    xml_raw(&xml, "\n<text>\n<body>\n<div type=\"game\">");
    xml_raw(&xml, game->item_count ? "" : "\n<ab/>");
    write_body(&w);
    xml_raw(&xml, "\n</div>\n</body>\n</text>");
    end_line(&w);
    xml_raw(&xml, "\n");
    buf_free(&xml.open);
    free(w.witness);
    free(w.tags.list);
    free(w.readings.list);
}
