/* tei_write.c - writes a record in TEI: a block for each turn, with segments for roll and moves, notes, and
 * an apparatus with the readings of the witnesses where they differ. */
#include "base/text.h"
#include "formats/record_write.h"
#include "notation/record.h"
#include "notation/turns.h"

#include <stdio.h>
#include <string.h>

/* ---- Witnesses ---- */

/* Makes a unique id from a siglum: blanks become -, other signs that an id cannot have become _. Records
 * after the first add their number as a prefix. */
static void make_id(const struct tei *tei, struct ludus_text name, char id[TEI_ID])
{
    char sign[8] = "a";
    size_t end = 0, bytes, before = 0;
    for (size_t at = 0; at < name.length && end < TEI_ID - 40; at += bytes) {
        bytes = text_step(name.text + at, name.length - at);
        memcpy(sign + 1, name.text + at, bytes);
        sign[1 + bytes] = '\0';
        bool stands = xmlValidateNCName((const xmlChar *)sign, 0) == 0;
        memcpy(id + end, stands ? sign + 1 : is_space(sign[1]) ? "-" : "_", stands ? bytes : 1);
        end += stands ? bytes : 1;
    }
    id[end] = '\0';
    char prefix[32] = "";
    if (tei->number > 1)
        snprintf(prefix, sizeof prefix, "r%zu-", tei->number);
    else if (xmlValidateNCName((const xmlChar *)id, 0) != 0 || (*id == 'r' && is_digit(id[1])) ||
             (strncmp(id, "app", 3) == 0 && is_digit(id[3])))
        snprintf(prefix, sizeof prefix, "w-"); /* not a valid id, or like a numbered one */
    before = strlen(prefix);
    memmove(id + before, id, end + 1);
    memcpy(id, prefix, before);
}

/* Returns the index of the witness, which is added if it is new; TEI_WITNESSES_MAX if there is no room. */
static size_t witness_number(struct tei *tei, struct ludus_text name)
{
    size_t count = tei->witness_count, i = 0, length;
    while (i < count && !text_same(tei->witness[i].name, name))
        i++;
    if (i < count || i == TEI_WITNESSES_MAX)
        return i;
    tei->witness[tei->witness_count++].name = name;
    char *id = tei->witness[i].id;
    make_id(tei, name, id);
    for (size_t other = 0; other < count; other++)
        if (strcmp(tei->witness[other].id, id) == 0) { /* another name with the same id */
            length = strlen(id);
            snprintf(id + (length < TEI_ID - 6 ? length : TEI_ID - 6), 6, ".%zu", i % 1000);
        }
    return i;
}

static void forget(struct tei_readings *readings)
{
    readings->count = 0;
    readings->added = readings->crowded = false;
}

/* Adds the readings in a comment to `out`: those of turns, or of tags. */
static void gather(struct tei *tei, const struct item *item, bool tags, struct tei_readings *out)
{
    static const char add[] = "add. ";
    struct command command = command_begin(item->text, item->length);
    while (!out->crowded && command_find(&command, tags ? "tag" : "rdg")) {
        struct command_reading it;
        out->crowded = out->count == TEI_READINGS_MAX || !command_reading(&command, &it);
        if (out->crowded)
            break;
        size_t witness = witness_number(tei, it.witness), skip = strlen(add);
        bool added = !tags && it.text.length >= skip && memcmp(it.text.text, add, skip) == 0;
        it.text.text += added ? skip : 0;
        it.text.length -= added ? skip : 0;
        out->list[out->count++] = (struct tei_reading){ it, witness, added };
        out->crowded = witness == TEI_WITNESSES_MAX;
        out->added |= added;
    }
    out->count = out->crowded ? 0 : out->count;
    out->added &= !out->crowded;
}

/* Adds the witnesses of [%wit A B C]; the first is the one that the record follows. */
static void add_witnesses(struct tei *tei, struct ludus_text names)
{
    const char *end = names.text + names.length, *stop;
    for (const char *at = names.text; at < end; at = stop + 1) {
        for (stop = at; stop < end && !is_space(*stop);)
            stop++;
        if (stop > at && (at > names.text || tei->witness_count == 0))
            (void)witness_number(tei, (struct ludus_text){ at, (size_t)(stop - at) });
    }
}

/* Finds the witnesses of the record, and their readings of its tags. */
static void find_witnesses(struct tei *tei)
{
    const struct tag *own = record_tag(tei->visit.game, "Witness");
    if (own && own->value.length && !text_is(own->value.text, own->value.length, "?"))
        (void)witness_number(tei, own->value);
    /* First the witnesses that comments name, then those with readings. */
    for (unsigned readings = 0; readings < 2; readings++) {
        struct visit visit = tei->visit;
        if (readings && tei->witness_count == 0)
            (void)witness_number(tei, (struct ludus_text){ "base", strlen("base") });
        for (enum ludus_event event; (event = visit_next(&visit)) != LUDUS_EVENT_END;) {
            tei->has_result |= event == LUDUS_EVENT_RESULT && visit.depth == 0;
            if (event != LUDUS_EVENT_COMMENT)
                continue;
            struct command command = command_begin(visit.item->text, visit.item->length);
            while (!readings && command_find(&command, "wit"))
                add_witnesses(tei, command.value);
            forget(&tei->readings);
            if (readings) {
                gather(tei, visit.item, true, &tei->tags);
                gather(tei, visit.item, false, &tei->readings);
            }
        }
    }
}

/* ---- The apparatus ---- */

static bool at_place(struct tei_place place, const struct tei_reading *reading)
{
    return reading->added == place.added && text_same(reading->it.tag, place.tag);
}

/* Compares two readings; all white space is equal. */
static bool same_reading(const struct tei_reading *one, const struct tei_reading *other)
{
    bool same = one->it.text.length == other->it.text.length;
    for (size_t i = 0; same && i < one->it.text.length; i++) {
        char a = one->it.text.text[i], b = other->it.text.text[i];
        same = a == b || (is_space(a) && is_space(b));
    }
    return same;
}

/* Writes the attribute `wit`: the witnesses that have the reading, or with NULL those without any. */
static void write_witnesses(struct tei *tei, const struct tei_reading *reading)
{
    const struct tei_place place = tei->place;
    struct ludus_buffer ids = { 0 };
    for (size_t witness = 0; witness < tei->witness_count; witness++) {
        bool has = false;
        for (size_t i = 0; i < place.readings->count && !has; i++) {
            const struct tei_reading *its = &place.readings->list[i];
            has = its->witness == witness && at_place(place, its) && (!reading || same_reading(its, reading));
        }
        if (has == (reading != NULL))
            buf_format(&ids, "%s#%s", ids.length ? " " : "", tei->witness[witness].id);
    }
    xml_put(tei->xml, "wit=%s", ids.length ? buf_string(&ids) : NULL);
    tei->xml->out->failed |= ids.failed;
    buf_free(&ids);
}

void tei_begin_lemma(struct tei *tei, struct tei_place place)
{
    bool missing = true, alike = true; /* are all readings omissions, or of one kind? */
    const char *kind = NULL;
    size_t n = 0;
    for (size_t i = 0; place.readings && i < place.readings->count; i++) {
        const struct tei_reading *reading = &place.readings->list[i];
        if (!at_place(place, reading))
            continue;
        missing &= reading->it.text.length == 0;
        alike &= n++ == 0 || reading->it.kind == kind;
        kind = reading->it.kind;
    }
    if (n == 0)
        return;
    tei->place = place;
    const char *type = place.added ? "addition" : missing ? "omission" : alike && kind ? kind : "substantive";
    xml_put(tei->xml, "\n<app type=%s xml:id=app%zu.%zu", type, tei->number, ++tei->apps);
    xml_put(tei->xml, "\n<lem");
    write_witnesses(tei, NULL);
}

/* Writes each reading once, with all its witnesses. */
void tei_end_lemma(struct tei *tei)
{
    const struct tei_place place = tei->place;
    if (!place.readings)
        return;
    const struct tei_reading *list = place.readings->list;
    xml_end(tei->xml);
    for (size_t i = 0; i < place.readings->count; i++) {
        size_t before = 0;
        while (before < i && !(at_place(place, &list[before]) && same_reading(&list[before], &list[i])))
            before++;
        if (before < i || !at_place(place, &list[i]))
            continue;
        xml_put(tei->xml, "\n<rdg type=%s", list[i].it.kind);
        write_witnesses(tei, &list[i]);
        write_damaged(tei->xml, list[i].it.text.text, list[i].it.text.length, DAMAGE_OF_EDITION);
        xml_end(tei->xml);
    }
    xml_end(tei->xml);
    tei->place.readings = NULL;
}

/* Begins the element of a turn or a result: a block, or a segment in a variation, which is a block itself. */
static void begin_block(struct tei *w, const char *type)
{
    xml_put(w->xml, w->visit.depth ? "\n<seg type=%s" : "\n<ab type=%s", type);
}

/* ---- Items ---- */

/* Writes plain text of a comment as a note, unless it is blank. */
static void write_note(struct tei *w, const char *text, const char *end)
{
    const struct ludus_text note = text_trimmed(text, (size_t)(end - text));
    if (note.length)
        xml_put(w->xml, "\n<note >%.*s", (int)note.length, note.text);
}

/* Writes a comment as notes: its text, and its commands, except those written elsewhere: witnesses and their
 * tags in the header, readings in the apparatus, certainty and correction with their move. */
static void write_comment(struct tei *w, const struct item *item)
{
    const char *text = item->text;
    struct command command = command_begin(text, item->length);
    struct command_reading reading;
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
    struct command_reading reading;
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
    const struct item *item = w->visit.item;
    const struct tei_place result = { w->visit.depth ? NULL : &w->tags, { "Result", 6 }, false };
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
        tei_end_lemma(w);
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
    tei_end_lemma(w);
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
    forget(&w->readings);
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
        gather(w, ahead.item, false, &w->readings);
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
    tei_end_lemma(w);
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
    xml_put(w->xml, "\n/>");
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
            forget(&w->readings);
            gather(w, w->visit.item, false, &w->readings);
            if (w->readings.added) {
                begin_block(w, "turn");
                write_additions(w);
                xml_end(w->xml);
            }
            write_comment(w, w->visit.item);
        } else if (event != LUDUS_EVENT_TAG)
            write_item(w, event);
}

void tei_write_record(const struct ludus_game *game, size_t number, struct ludus_buffer *out)
{
    struct xml_writer xml = { .out = out };
    struct tei w = { .xml = &xml, .visit = { .game = game }, .number = number };
    find_witnesses(&w);
    xml_begin(&xml, "TEI");
    tei_write_header(&w);
    xml_raw(&xml, "\n<text>\n<body>\n<div type=\"game\">");
    xml_raw(&xml, game->item_count ? "" : "\n<ab/>");
    write_body(&w);
    xml_raw(&xml, "\n</div>\n</body>\n</text>\n");
    xml_end(&xml);
    xml_raw(&xml, "\n");
    buf_free(&xml.open);
}
