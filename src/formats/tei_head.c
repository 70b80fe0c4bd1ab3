/* tei_head.c - the header of a record in TEI: what it is called, where it comes from, who wrote and edited
 * it. */
#include "formats/tei_write.h"
#include "formats/xml.h"

#include <string.h>

/* Tags that have a place of their own in the header. */
static const char *const placed[] = { "Source", "Folio", "Hand", "Editor", "Witness" };

static void new_line(struct xml_writer *xml)
{
    xml_raw(xml, "\n");
}

static void begin(struct xml_writer *xml, const char *name)
{
    new_line(xml);
    xml_begin(xml, name);
}

static void end(struct xml_writer *xml)
{
    new_line(xml);
    xml_end(xml);
}

static const struct ludus_text *value_of(const struct ludus_game *game, const char *name)
{
    const struct tag *tag = record_tag(game, name);
    return tag && tag->value.length && !(tag->value.length == 1 && *tag->value.text == '?') ? &tag->value
                                                                                            : NULL;
}

static void write_element(struct xml_writer *xml, const char *name, const struct ludus_text *text)
{
    if (!text)
        return;
    begin(xml, name);
    xml_text(xml, text->text, text->length);
    xml_end(xml);
}

static void write_title(struct xml_writer *xml, const struct tei_record *record)
{
    const struct ludus_game *game = record->game;
    static const char *const parts[] = { "Event", "White", "Black" };
    static const char *const before[] = { "", ": ", " - " };
    bool any = false;
    begin(xml, "title");
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) {
        const struct ludus_text *value = value_of(game, parts[i]);
        if (!value)
            continue;
        xml_text(xml, before[i], any ? strlen(before[i]) : 0);
        xml_text(xml, value->text, value->length);
        any = true;
    }
    if (!any && record->number == 0)
        xml_text(xml, "No record", strlen("No record"));
    else if (!any) {
        xml_text(xml, "Record ", strlen("Record "));
        xml_count(xml, NULL, record->number);
    }
    xml_end(xml);
}

static bool is_placed(const struct tag *tag)
{
    for (unsigned i = 0; i < sizeof placed / sizeof *placed; i++)
        if (tag->name.length == strlen(placed[i]) && memcmp(tag->name.text, placed[i], tag->name.length) == 0)
            return true;
    return false;
}

/* The tags that TEI has no element for. */
static void write_notes(struct xml_writer *xml, const struct ludus_game *game)
{
    bool open = false;
    for (size_t i = 0; i < game->tag_count; i++) {
        const struct tag *tag = &game->tags[i];
        if (is_placed(tag))
            continue;
        if (!open)
            begin(xml, "notesStmt");
        open = true;
        begin(xml, "note");
        xml_attribute(xml, "type", "tag");
        xml_attribute_text(xml, "n", tag->name.text, tag->name.length);
        xml_text(xml, tag->value.text, tag->value.length);
        xml_end(xml);
    }
    if (open)
        end(xml);
}

static void begin_witness(struct xml_writer *xml, const struct tei_record *record, size_t index)
{
    begin(xml, "witness");
    char id[48];
    snprintf(id, sizeof id, "r%zu-w%zu", record->number, index);
    xml_attribute(xml, "xml:id", id);
}

/* The witness that the record follows is number 0. */
static void write_witnesses(struct xml_writer *xml, const struct tei_record *record)
{
    const struct ludus_text *own = value_of(record->game, "Witness");
    begin(xml, "listWit");
    begin_witness(xml, record, 0);
    xml_text(xml, own ? own->text : "base", own ? own->length : strlen("base"));
    xml_end(xml);
    for (size_t i = 0; i < record->witness_count; i++) {
        begin_witness(xml, record, i + 1);
        xml_text(xml, record->witness[i].text, record->witness[i].length);
        xml_end(xml);
    }
    end(xml);
}

static void write_source(struct xml_writer *xml, const struct tei_record *record)
{
    const struct ludus_game *game = record->game;
    const struct ludus_text *source = value_of(game, "Source"), *folio = value_of(game, "Folio");
    bool witnessed = value_of(game, "Witness") || record->witness_count;
    begin(xml, "sourceDesc");
    if (source || folio || !witnessed) {
        begin(xml, "bibl");
        xml_text(xml, source ? source->text : "unknown", source ? source->length : strlen("unknown"));
        if (folio) {
            xml_text(xml, " ", 1);
            xml_begin(xml, "biblScope");
            xml_attribute(xml, "unit", "folio");
            xml_text(xml, folio->text, folio->length);
            xml_end(xml);
        }
        xml_end(xml);
    }
    if (witnessed)
        write_witnesses(xml, record);
    end(xml);
}

void tei_write_header(struct xml_writer *xml, const struct tei_record *record)
{
    const struct ludus_game *game = record->game;
    const struct ludus_text *hand = value_of(game, "Hand");
    begin(xml, "teiHeader");
    begin(xml, "fileDesc");
    begin(xml, "titleStmt");
    write_title(xml, record);
    write_element(xml, "editor", value_of(game, "Editor"));
    end(xml);
    begin(xml, "publicationStmt");
    write_element(xml, "p", &(struct ludus_text){ "Made from a record.", strlen("Made from a record.") });
    end(xml);
    write_notes(xml, game);
    write_source(xml, record);
    end(xml);
    if (record->witness_count) {
        begin(xml, "encodingDesc");
        begin(xml, "variantEncoding");
        xml_attribute(xml, "method", "parallel-segmentation");
        xml_attribute(xml, "location", "internal");
        xml_end(xml);
        end(xml);
    }
    if (hand) {
        begin(xml, "profileDesc");
        begin(xml, "handNotes");
        write_element(xml, "handNote", hand);
        end(xml);
        end(xml);
    }
    end(xml);
}
