/* tei_head.c - the header of a record in TEI: what it is called, where it comes from, who wrote and edited
 * it. */
#include "formats/tei_write.h"
#include "notation/record.h"

#include <string.h>

/* Tags that have a place of their own in the header. */
static const char *const placed[] = { "Source", "Folio", "Hand", "Editor", "Witness" };

static const struct ludus_text *value_of(const struct ludus_game *game, const char *name)
{
    const struct tag *tag = record_tag(game, name);
    return tag && tag->value.length && !(tag->value.length == 1 && *tag->value.text == '?') ? &tag->value
                                                                                            : NULL;
}

static void write_element(struct tei *tei, const char *name, const struct ludus_text *text)
{
    if (!text)
        return;
    tei_open(tei, name, NULL);
    xml_text(tei->xml, text->text, text->length);
    xml_end(tei->xml);
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
    if (!any && tei->number == 0)
        xml_text(xml, "No record", strlen("No record"));
    else if (!any) {
        xml_text(xml, "Record ", strlen("Record "));
        xml_count(xml, NULL, tei->number);
    }
    xml_end(xml);
}

static bool is_placed(const struct tei *tei, struct ludus_text name, bool reading)
{
    for (unsigned i = 0; i < sizeof placed / sizeof *placed; i++)
        if (text_is(name.text, name.length, placed[i]))
            return true;
    return reading && tei->has_result && text_is(name.text, name.length, "Result");
}

/* A tag that TEI has no element for, with what other witnesses have in its place. */
static void write_note(struct tei *tei, struct ludus_text name, struct ludus_text value, bool *open)
{
    static const struct tei_readings none;
    struct tei_place place = { is_placed(tei, name, true) ? &none : &tei->tags, name, false };
    if (!*open)
        tei_open(tei, "notesStmt", NULL);
    *open = true;
    tei_open(tei, "note", "tag");
    xml_attribute_text(tei->xml, "n", name.text, name.length);
    tei_begin_lemma(tei, place);
    if (value.length)
        xml_text(tei->xml, value.text, value.length);
    tei_end_lemma(tei, place);
    xml_end(tei->xml);
}

static void write_notes(struct tei *tei)
{
    const struct ludus_game *game = tei->visit.game;
    const struct tei_reading *list = tei->tags.list;
    bool open = false;
    for (size_t i = 0; i < game->tag_count; i++)
        if (!is_placed(tei, game->tags[i].name, false))
            write_note(tei, game->tags[i].name, game->tags[i].value, &open);
    for (size_t i = 0; i < tei->tags.count; i++) { /* tags that only other witnesses have */
        struct ludus_text name = list[i].it.tag;
        bool known = is_placed(tei, name, true);
        for (size_t t = 0; t < game->tag_count && !known; t++)
            known = tei_same(game->tags[t].name, name);
        for (size_t before = 0; before < i && !known; before++)
            known = tei_same(list[before].it.tag, name);
        if (!known)
            write_note(tei, name, (struct ludus_text){ "", 0 }, &open);
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
        xml_begin(tei->xml, "biblScope");
        xml_attribute(tei->xml, "unit", "folio");
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

void tei_write_header(struct tei *tei)
{
    const struct ludus_game *game = tei->visit.game;
    const struct ludus_text *hand = value_of(game, "Hand");
    tei_open(tei, "teiHeader", NULL);
    tei_open(tei, "fileDesc", NULL);
    tei_open(tei, "titleStmt", NULL);
    write_title(tei);
    write_element(tei, "editor", value_of(game, "Editor"));
    tei_close(tei);
    tei_open(tei, "publicationStmt", NULL);
    write_element(tei, "p", &(struct ludus_text){ "Made from a record.", strlen("Made from a record.") });
    tei_close(tei);
    write_notes(tei);
    write_source(tei);
    tei_close(tei);
    if (tei->witness_count > 1) {
        tei_open(tei, "encodingDesc", NULL);
        tei_open(tei, "variantEncoding", NULL);
        xml_attribute(tei->xml, "method", "parallel-segmentation");
        xml_attribute(tei->xml, "location", "internal");
        xml_end(tei->xml);
        tei_close(tei);
    }
    if (hand) {
        tei_open(tei, "profileDesc", NULL);
        tei_open(tei, "handNotes", NULL);
        write_element(tei, "handNote", hand);
        tei_close(tei);
        tei_close(tei);
    }
    tei_close(tei);
}
