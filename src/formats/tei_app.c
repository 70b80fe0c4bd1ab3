/* tei_app.c - the critical apparatus of a record in TEI: its witnesses and their readings. */
#include "base/chars.h"
#include "base/memory.h"
#include "formats/record_write.h"
#include "notation/record.h"

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
    struct tei_witness *added =
        memory_push(&tei->witness, &tei->witness_count, &tei->witness_capacity, sizeof *added);
    tei->xml->out->failed |= !added;
    if (!added)
        return TEI_WITNESSES_MAX;
    added->name = name;
    char *id = added->id;
    make_id(tei, name, id);
    for (size_t other = 0; other < count; other++)
        if (strcmp(tei->witness[other].id, id) == 0) { /* another name with the same id */
            length = strlen(id);
            snprintf(id + (length < TEI_ID - 6 ? length : TEI_ID - 6), 6, ".%zu", i % 1000);
        }
    return i;
}

void tei_gather(struct tei *tei, const struct item *item, bool tags, struct tei_readings *out)
{
    static const char add[] = "add. ";
    struct command command = command_begin(item->text, item->length);
    while (!out->crowded && command_find(&command, tags ? "tag" : "rdg")) {
        struct reading it;
        out->crowded = out->count == TEI_READINGS_MAX || !command_reading(&command, &it);
        if (out->crowded)
            break;
        size_t witness = witness_number(tei, it.witness), skip = strlen(add);
        bool added = !tags && it.text.length >= skip && memcmp(it.text.text, add, skip) == 0;
        it.text.text += added ? skip : 0;
        it.text.length -= added ? skip : 0;
        struct tei_reading *place = memory_push(&out->list, &out->count, &out->capacity, sizeof *place);
        tei->xml->out->failed |= !place;
        out->crowded = !place || witness == TEI_WITNESSES_MAX;
        out->added |= added;
        if (place)
            *place = (struct tei_reading){ it, witness, added };
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

void tei_find_witnesses(struct tei *tei)
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
            tei_forget(&tei->readings);
            if (readings) {
                tei_gather(tei, visit.item, true, &tei->tags);
                tei_gather(tei, visit.item, false, &tei->readings);
            }
        }
    }
}

/* ---- The apparatus ---- */

static bool at_place(struct tei_place place, const struct tei_reading *reading)
{
    return reading->added == place.added && text_same(reading->it.tag, place.tag);
}

static bool has_readings(struct tei_place place)
{
    for (size_t i = 0; i < place.readings->count; i++)
        if (at_place(place, &place.readings->list[i]))
            return true;
    return false;
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

/* Writes the attribute `wit`: the witnesses that have the reading there, or with NULL those without any. */
static void write_witnesses(struct tei *tei, struct tei_place place, const struct tei_reading *reading)
{
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
    if (!has_readings(place))
        return;
    for (size_t i = 0, n = 0; i < place.readings->count; i++) {
        const struct tei_reading *reading = &place.readings->list[i];
        if (!at_place(place, reading))
            continue;
        missing &= reading->it.text.length == 0;
        alike &= n++ == 0 || reading->it.kind == kind;
        kind = reading->it.kind;
    }
    const char *type = place.added ? "addition" : missing ? "omission" : alike && kind ? kind : "substantive";
    xml_put(tei->xml, "\n<app type=%s xml:id=app%zu.%zu", type, tei->number, ++tei->apps);
    xml_put(tei->xml, "\n<lem");
    write_witnesses(tei, place, NULL);
}

/* Writes each reading once, with all its witnesses. */
void tei_end_lemma(struct tei *tei, struct tei_place place)
{
    const struct tei_reading *list = place.readings->list;
    if (!has_readings(place))
        return;
    xml_end(tei->xml);
    for (size_t i = 0; i < place.readings->count; i++) {
        size_t before = 0;
        while (before < i && !(at_place(place, &list[before]) && same_reading(&list[before], &list[i])))
            before++;
        if (before < i || !at_place(place, &list[i]))
            continue;
        xml_put(tei->xml, "\n<rdg type=%s", list[i].it.kind);
        write_witnesses(tei, place, &list[i]);
        write_damaged(tei->xml, list[i].it.text.text, list[i].it.text.length, DAMAGE_OF_EDITION);
        xml_end(tei->xml);
    }
    xml_end(tei->xml);
}
