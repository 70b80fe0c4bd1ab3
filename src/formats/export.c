/* export.c - records written in any format. */
#include "base/memory.h"
#include "base/sized.h"
#include "decode/transcript_write.h"
#include "formats/json_write.h"
#include "formats/pgn_write.h"
#include "formats/tei_write.h"
#include "formats/xml_names.h"
#include "formats/xml_write.h"
#include "notation/canonical.h"
#include "play/played.h"

#include <stdlib.h>
#include <string.h>

struct ludus_export {
    enum ludus_format format;
    bool tei;
    size_t count;                /* records written */
    struct ludus_replay *replay; /* owned */
    struct played played;
    struct canonical canonical;
};

static const struct {
    const char *name;
    const char *suffix; /* of file names */
} formats[] = {
    [LUDUS_FORMAT_ANY] = { "", NULL },         [LUDUS_FORMAT_LUDUS] = { "ludus", ".ludus" },
    [LUDUS_FORMAT_PGN] = { "pgn", ".pgn" },    [LUDUS_FORMAT_XML] = { "xml", ".xml" },
    [LUDUS_FORMAT_JSON] = { "json", ".json" }, [LUDUS_FORMAT_TRANSCRIPT] = { "transcript", ".txt" },
};

static size_t without(const char *name, size_t length, const char *suffix)
{
    size_t wanted = strlen(suffix);
    return length > wanted && memcmp(name + length - wanted, suffix, wanted) == 0 ? length - wanted : 0;
}

enum ludus_format ludus_format_of(const char *name)
{
    size_t length = strlen(name), gz = without(name, length, ".gz"), zst = without(name, length, ".zst");
    length = gz ? gz : zst ? zst : length;
    if (without(name, length, ".jsonl"))
        return LUDUS_FORMAT_JSON;
    for (unsigned i = LUDUS_FORMAT_LUDUS; i <= LUDUS_FORMAT_TRANSCRIPT; i++)
        if (without(name, length, formats[i].suffix))
            return (enum ludus_format)i;
    return LUDUS_FORMAT_ANY;
}

struct ludus_export *ludus_export_new(const struct ludus_export_options *options)
{
    struct ludus_export_options given = { .format = LUDUS_FORMAT_ANY };
    struct ludus_export *writer =
        sized_take(&given, sizeof given, options) ? memory_zeroed(1, sizeof *writer) : NULL;
    if (!writer)
        return NULL;
    writer->format = given.format;
    writer->tei = given.tei && given.format == LUDUS_FORMAT_XML;
    writer->replay = ludus_replay_new(given.rules);
    writer->played.replay = writer->replay;
    writer->played.positions = given.positions;
    writer->played.moves = given.resolve;
    if (!writer->replay) {
        ludus_export_free(writer);
        return NULL;
    }
    return writer;
}

void ludus_export_free(struct ludus_export *writer)
{
    if (!writer)
        return;
    ludus_replay_free(writer->replay);
    played_free(&writer->played);
    canonical_free(&writer->canonical);
    free(writer);
}

void ludus_export_begin(struct ludus_export *writer, struct ludus_buffer *out)
{
    if (writer->tei)
        tei_begin(out);
    else if (writer->format == LUDUS_FORMAT_XML)
        buf_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<records xmlns=\"" XML_RECORD_NAMESPACE
                      "\" xml:space=\"preserve\">\n");
}

void ludus_export_end(struct ludus_export *writer, size_t records, struct ludus_buffer *out)
{
    static const struct ludus_game nothing;
    if (writer->tei && records == 0) /* TEI has no empty corpus */
        tei_write_record(&nothing, 0, out);
    if (writer->tei)
        tei_end(out);
    else if (writer->format == LUDUS_FORMAT_XML)
        buf_text(out, "</records>\n");
}

void ludus_export_game(struct ludus_export *writer, struct ludus_game *game, struct ludus_buffer *out)
{
    switch (writer->format) {
    case LUDUS_FORMAT_XML:
        if (writer->tei)
            tei_write_record(game, ++writer->count, out);
        else
            xml_write_record(game, &writer->played, out);
        return;
    case LUDUS_FORMAT_JSON:
        json_write_record(game, &writer->played, out);
        return;
    case LUDUS_FORMAT_PGN:
    case LUDUS_FORMAT_TRANSCRIPT:
        if (!canonical_read(&writer->canonical, writer->replay, game))
            out->failed = true;
        else if (writer->format == LUDUS_FORMAT_PGN)
            pgn_write_record(&writer->canonical, writer->replay, ludus_game_count(game, LUDUS_ERROR) == 0,
                             out);
        else
            transcript_write_record(&writer->canonical, out);
        return;
    default:
        ludus_game_format(writer->replay, game, out);
        return;
    }
}
