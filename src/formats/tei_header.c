/* tei_header.c - the header of a record in TEI: title, source, scribe and editor. */
#include "formats/record_write.h"
#include "notation/record.h"

#include <string.h>

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
        struct tei_place place = { is_placed(tei, name, true) ? NULL : &tei->tags, name, false };
        if (!open)
            xml_put(tei->xml, "\n<notesStmt");
        open = true;
        xml_put(tei->xml, "\n<note type=tag n=%.*s", (int)name.length, name.text);
        tei_begin_lemma(tei, place);
        if (own && game->tags[i].value.length)
            xml_text(tei->xml, game->tags[i].value.text, game->tags[i].value.length);
        tei_end_lemma(tei);
        xml_end(tei->xml);
    }
    if (open)
        xml_put(tei->xml, "\n/>");
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
        xml_put(tei->xml, "\n/>");
    xml_put(tei->xml, "\n/>");
}

void tei_write_header(struct tei *tei)
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
