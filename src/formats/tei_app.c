/* tei_app.c - the critical apparatus of a record in TEI: who its witnesses are, what each has, and signs that
 * are lost, unclear, supplied or corrected. */
#include "base/chars.h"
#include "formats/record_write.h"
#include "notation/move_text.h"
#include "notation/record.h"

#include <stdio.h>
#include <string.h>

void tei_open(struct tei *tei, const char *name, const char *type)
{
    xml_raw(tei->xml, "\n");
    xml_begin(tei->xml, name);
    xml_attribute(tei->xml, "type", type);
}

void tei_close(struct tei *tei)
{
    xml_raw(tei->xml, "\n");
    xml_end(tei->xml);
}

/* ---- Signs ---- */

void tei_gap(struct tei *tei, const char *unit, unsigned quantity)
{
    xml_put(tei->xml, "<gap reason=illegible unit=%s", unit);
    if (quantity)
        xml_put(tei->xml, "quantity=%u", quantity);
    xml_end(tei->xml);
}

void tei_signs(struct tei *tei, struct ludus_text text)
{
    bool supplied = false;
    size_t closed = text.length; /* behind the last > */
    while (closed > 0 && text.text[closed - 1] != '>')
        closed--;
    for (size_t at = 0, step; at < text.length; at += step) {
        const char *sign = text.text + at;
        size_t left = text.length - at;
        bool begins = !supplied && *sign == '<' && at < closed;
        step = 0;
        while (step < left && sign[step] == '_')
            step++;
        if (begins || (supplied && *sign == '>')) {
            supplied = begins;
            step = 1;
            if (begins && !tei->corrected)
                xml_begin(tei->xml, "supplied");
            else if (!tei->corrected)
                xml_end(tei->xml);
        } else if (step) {
            tei_gap(tei, "character", (unsigned)step);
        } else {
            step = text_sequence(sign, left);
            step += step == 0;
            unsigned doubt = leiden_unclear(sign + step, left - step);
            if (doubt)
                xml_begin(tei->xml, "unclear");
            xml_text(tei->xml, sign, step);
            if (doubt)
                xml_end(tei->xml);
            step += doubt;
        }
    }
}

/* ---- Witnesses ---- */

/* The siglum as an id that no other has: blanks become - and other signs that cannot stand there _, and
 * records after the first put their number before it. */
static void make_id(const struct tei *tei, struct ludus_text name, char id[TEI_ID])
{
    char sign[8] = "a";
    size_t end = 0, bytes, before = 0;
    for (size_t at = 0; at < name.length && end < TEI_ID - 40; at += bytes) {
        bytes = text_sequence(name.text + at, name.length - at);
        bytes += bytes == 0;
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
        snprintf(prefix, sizeof prefix, "w-"); /* it is none, or like those that are made of numbers */
    before = strlen(prefix);
    memmove(id + before, id, end + 1);
    memcpy(id, prefix, before);
}

/* Number of the witness; it is added if it is new. TEI_WITNESSES_MAX when there is no room. */
static size_t witness_number(struct tei *tei, struct ludus_text name)
{
    size_t count = tei->witness_count, i = 0, length;
    while (i < count && !text_same(tei->witness[i].name, name))
        i++;
    if (i < count || i == TEI_WITNESSES_MAX)
        return i;
    char *id = tei->witness[i].id;
    tei->witness[tei->witness_count++].name = name;
    make_id(tei, name, id);
    for (size_t other = 0; other < count; other++)
        if (strcmp(tei->witness[other].id, id) == 0) { /* another name, of the same signs */
            length = strlen(id);
            snprintf(id + (length < TEI_ID - 6 ? length : TEI_ID - 6), 6, ".%zu", i % 1000);
        }
    return i;
}

void tei_gather(struct tei *tei, const struct item *item, bool tags, struct tei_readings *out)
{
    static const char add[] = "add. ";
    const char *at = item->text, *end = at + item->length;
    struct command command;
    while (!out->crowded && command_next(&at, end, &command)) {
        struct reading it;
        if (!command_is(&command, tags ? "tag" : "rdg"))
            continue;
        out->crowded = out->count == TEI_READINGS_MAX || !command_reading(&command, &it);
        if (out->crowded)
            break;
        size_t witness = witness_number(tei, it.witness), skip = strlen(add);
        bool added = !tags && it.text.length >= skip && memcmp(it.text.text, add, skip) == 0;
        it.text.text += added ? skip : 0;
        it.text.length -= added ? skip : 0;
        out->crowded = witness == TEI_WITNESSES_MAX;
        out->list[out->count++] = (struct tei_reading){ it, witness, added };
    }
    out->count = out->crowded ? 0 : out->count;
}

/* [%wit A B C], first the one that the record follows. */
static void name_witnesses(struct tei *tei, struct ludus_text names)
{
    const char *end = names.text + names.length, *stop;
    for (const char *at = names.text; at < end; at = stop + 1) {
        for (stop = at; stop < end && !is_space(*stop);)
            stop++;
        if (stop > at && (at > names.text || tei->witness_count == 0))
            (void)witness_number(tei, (struct ludus_text){ at, (size_t)(stop - at) });
    }
}

void tei_find_witnesses(struct tei *tei)
{
    const struct tag *own = record_tag(tei->visit.game, "Witness");
    if (own && own->value.length && !text_is(own->value.text, own->value.length, "?"))
        (void)witness_number(tei, own->value);
    /* First those that comments name, then those of which they have readings. */
    for (unsigned readings = 0; readings < 2; readings++) {
        struct visit visit = tei->visit;
        struct command command;
        if (readings && tei->witness_count == 0)
            (void)witness_number(tei, (struct ludus_text){ "base", strlen("base") });
        for (enum ludus_event event; (event = visit_next(&visit)) != LUDUS_EVENT_END;) {
            tei->has_result |= event == LUDUS_EVENT_RESULT && visit.depth == 0;
            if (event != LUDUS_EVENT_COMMENT)
                continue;
            const char *at = visit.item->text, *end = at + visit.item->length;
            while (!readings && command_next(&at, end, &command))
                if (command_is(&command, "wit"))
                    name_witnesses(tei, command.value);
            tei_forget(&tei->readings);
            if (readings) {
                tei_gather(tei, visit.item, true, &tei->tags);
                tei_gather(tei, visit.item, false, &tei->readings);
            }
        }
    }
}

/* ---- The apparatus ---- */

static bool is_there(struct tei_place place, const struct tei_reading *reading)
{
    return reading->added == place.added && text_same(reading->it.tag, place.tag);
}

bool tei_varies(struct tei_place place)
{
    for (size_t i = 0; i < place.readings->count; i++)
        if (is_there(place, &place.readings->list[i]))
            return true;
    return false;
}

/* Lines may break in one and not in the other. */
static bool same_reading(const struct tei_reading *one, const struct tei_reading *other)
{
    bool same = one->it.text.length == other->it.text.length;
    for (size_t i = 0; same && i < one->it.text.length; i++) {
        char a = one->it.text.text[i], b = other->it.text.text[i];
        same = a == b || (is_space(a) && is_space(b));
    }
    return same;
}

/* What all readings of a place are: of one kind, missing turns, or more than that. */
static const char *type_of(struct tei_place place)
{
    bool missing = true, alike = true;
    const char *kind = NULL;
    for (size_t i = 0, n = 0; i < place.readings->count; i++) {
        const struct tei_reading *reading = &place.readings->list[i];
        if (!is_there(place, reading))
            continue;
        missing &= reading->it.text.length == 0;
        alike &= n++ == 0 || reading->it.kind == kind;
        kind = reading->it.kind;
    }
    return place.added ? "addition" : missing ? "omission" : alike && kind ? kind : "substantive";
}

/* The attribute `wit`: the witnesses that have one of the readings there, or with NULL those that have none.
 */
static void write_witnesses(struct tei *tei, struct tei_place place, const struct tei_reading *reading)
{
    struct ludus_buffer ids = { 0 };
    for (size_t witness = 0; witness < tei->witness_count; witness++) {
        bool has = false;
        for (size_t i = 0; i < place.readings->count && !has; i++) {
            const struct tei_reading *its = &place.readings->list[i];
            has = its->witness == witness && is_there(place, its) && (!reading || same_reading(its, reading));
        }
        if (has == (reading != NULL))
            buf_format(&ids, "%s#%s", ids.length ? " " : "", tei->witness[witness].id);
    }
    xml_attribute(tei->xml, "wit", ids.length ? buf_string(&ids) : NULL);
    tei->out->failed |= ids.failed;
    buf_free(&ids);
}

void tei_begin_lemma(struct tei *tei, struct tei_place place)
{
    if (!tei_varies(place))
        return;
    tei_open(tei, "app", type_of(place));
    xml_put(tei->xml, "xml:id=app%u.%u", (unsigned)tei->number, (unsigned)++tei->apps);
    tei_open(tei, "lem", NULL);
    write_witnesses(tei, place, NULL);
}

/* Each reading is written once, with all witnesses that have it. */
void tei_end_lemma(struct tei *tei, struct tei_place place)
{
    const struct tei_reading *list = place.readings->list;
    if (!tei_varies(place))
        return;
    xml_end(tei->xml);
    for (size_t i = 0; i < place.readings->count; i++) {
        size_t before = 0;
        while (before < i && !(is_there(place, &list[before]) && same_reading(&list[before], &list[i])))
            before++;
        if (before < i || !is_there(place, &list[i]))
            continue;
        tei_open(tei, "rdg", list[i].it.kind);
        write_witnesses(tei, place, &list[i]);
        tei_signs(tei, list[i].it.text);
        xml_end(tei->xml);
    }
    xml_end(tei->xml);
}
