/* import.c - reads the records of a file, one after the other: from the notation, or from what the reader of
 * another format composes. */
#include "notation/import.h"

#include "base/memory.h"
#include "base/text.h"
#include "notation/turns.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- Records of a file, one after the other ---- */

struct ludus_reader {
    struct input *input;      /* owned */
    char *name;               /* of the file; owned */
    struct input_chunk chunk; /* rest of the chunk */
    struct ludus_game game;
    size_t number; /* records so far that are not empty */
    bool skims;    /* only tags are read at first */
    int error;
};

/* Makes a reader, which owns the source. NULL without memory. */
static struct ludus_reader *read_source(struct source *source, unsigned most,
                                        const struct ludus_origin *origin)
{
    struct input *input = input_new(source, most, origin->line, origin->offset);
    struct ludus_reader *reader = input ? memory_zeroed(1, sizeof *reader) : NULL;
    char *name = reader ? memory_copied(origin->name) : NULL;
    if (!name) {
        input_close(input);
        free(reader);
        return NULL;
    }
    *reader = (struct ludus_reader){ .input = input, .name = name, .number = origin->games };
    reader->game.diag.file = name;
    return reader;
}

struct ludus_piece *ludus_piece_new(void)
{
    return memory_zeroed(1, sizeof(struct ludus_piece));
}

void ludus_piece_free(struct ludus_piece *piece)
{
    if (piece) {
        buf_free(&piece->text);
        free(piece);
    }
}

bool ludus_reader_take(struct ludus_reader *reader, size_t least, struct ludus_piece *piece)
{
    piece->follows = reader->game.follows;
    buf_clear(&piece->text);
    if (reader->error || !input_next(reader->input, least, &piece->chunk))
        return false;
    buf_add(&piece->text, piece->chunk.text, piece->chunk.length);
    reader->error = piece->text.failed ? ENOMEM : 0;
    return !reader->error;
}

struct ludus_reader *ludus_reader_pieces(void)
{
    return read_source(source_bytes("", 0), INPUT_MIB, &(struct ludus_origin){ .name = "" });
}

void ludus_reader_lend(struct ludus_reader *reader, struct ludus_piece *piece, const char *name)
{
    input_lend(reader->input, piece);
    reader->chunk.length = 0;
    reader->number = 0;
    reader->game.diag.file = name;
    reader->game.follows = piece->follows;
}

struct ludus_reader *ludus_reader_open(const char *path)
{
    return read_source(source_open(path), INPUT_MIB, &(struct ludus_origin){ .name = path, .line = 1 });
}

struct ludus_reader *ludus_reader_fd(int fd, const char *name, bool owned)
{
    return read_source(source_fd(fd, owned), INPUT_MIB, &(struct ludus_origin){ .name = name, .line = 1 });
}

struct ludus_game *ludus_reader_next(struct ludus_reader *reader)
{
    struct ludus_game *game = &reader->game;
    if (reader->error || (reader->chunk.length == 0 && !input_next(reader->input, 1, &reader->chunk)))
        return NULL;
    game->number = reader->number + 1;
    if (!(reader->skims ? record_skim : record_read)(game, &reader->chunk)) {
        reader->error = ENOMEM;
        return NULL;
    }
    if (ludus_game_empty(game) && !game->large)
        game->number = game->diag.game = 0;
    else
        reader->number++;
    return game;
}

void ludus_reader_limit(struct ludus_reader *reader, unsigned mib)
{
    input_limit(reader->input, mib);
}

void ludus_reader_skim(struct ludus_reader *reader)
{
    reader->skims = true;
}

int ludus_reader_error(const struct ludus_reader *reader)
{
    return reader->error ? reader->error : input_error(reader->input);
}

void ludus_reader_close(struct ludus_reader *reader)
{
    if (reader) {
        record_free(&reader->game);
        input_close(reader->input);
        free(reader->name);
        free(reader);
    }
}

/* ---- Records of any format: detects it, and reads each record from what its reader composes ---- */

enum { FAULT_TEXT = 400, DETECT_BYTES = 128 * 1024 };

static const struct import_format *const formats[] = {
    [LUDUS_FORMAT_XML] = &import_xml,
    [LUDUS_FORMAT_JSON] = &import_json,
    [LUDUS_FORMAT_TRANSCRIPT] = &import_transcript,
    [LUDUS_FORMAT_PDN] = &import_pdn,
};

void import_fault_list(struct ludus_import *import, const char *code, size_t line, size_t column,
                       const char *format, va_list arguments)
{
    static const char notes[] = "left-out read-result read-heading read-descriptive";
    static const char warnings[] = "misread-label changed unknown-game";
    size_t length = strlen(code);
    char text[FAULT_TEXT];
    (void)vsnprintf(text, sizeof text, format, arguments);
    struct ludus_message message = {
        .severity = text_among(code, length, notes) >= 0      ? LUDUS_NOTE
                    : text_among(code, length, warnings) >= 0 ? LUDUS_WARNING
                                                              : LUDUS_ERROR,
        .code = code,
        .file = import->name,
        .line = import->lines + line,
        .column = column,
        .end_column = column,
        .game = import->number + 1,
        .text = text,
    };
    import->faulty |= message.severity == LUDUS_ERROR;
    if (import->options.report)
        import->options.report(import->options.context, &message);
}

void import_fault(struct ludus_import *import, const char *code, size_t line, size_t column,
                  const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    import_fault_list(import, code, line, column, format, arguments);
    va_end(arguments);
}

/* Detects the format if it is not given, and opens its reader. Peeks no further than it must, as records may
 * come one by one through a pipe. */
static bool open_reader(struct ludus_import *import, const struct ludus_origin *origin)
{
    enum ludus_format format = import->options.format;
    const char *head = "";
    for (size_t wanted = 1, length = 0; format == LUDUS_FORMAT_ANY && wanted < DETECT_BYTES; wanted *= 2) {
        if (length >= wanted)
            continue;
        length = source_peek(import->source, wanted, &head);
        format = detect_format(head, length);
        if (length < wanted)
            break;
    }
    format = format == LUDUS_FORMAT_ANY ? LUDUS_FORMAT_LUDUS : format;
    import->options.format = format;
    if (format == LUDUS_FORMAT_LUDUS || format == LUDUS_FORMAT_PGN) {
        import->reader = read_source(import->source, import->most, origin);
        import->source = NULL;
        if (import->reader)
            import->reader->game.follows = import->game.follows;
        return import->reader != NULL;
    }
    import->how = formats[format];
    import->state = memory_zeroed(1, import->how->size);
    return import->state != NULL;
}

static struct ludus_import *import_source(struct source *source, const char *name,
                                          const struct ludus_import_options *given)
{
    struct ludus_import_options options = { .format = LUDUS_FORMAT_ANY };
    struct ludus_origin origin = { .name = name, .line = 1 };
    bool sized =
        sized_take(&options, sizeof options, given) && sized_take(&origin, sizeof origin, options.origin);
    struct ludus_import *import = source && sized ? memory_zeroed(1, sizeof *import) : NULL;
    if (!import) {
        source_close(source);
        return NULL;
    }
    import->source = source;
    import->most = options.max_record ? options.max_record : INPUT_MIB;
    import->compose.most = (size_t)import->most << 20;
    source_limit(source, import->most);
    import->game.follows = options.follows;
    import->options = options;
    import->name = memory_copied(origin.name);
    if (!import->name || !open_reader(import, &origin)) {
        ludus_import_close(import);
        errno = ENOMEM;
        return NULL;
    }
    import->number = origin.games;
    import->lines = origin.line - 1;
    return import;
}

struct ludus_import *ludus_import_open(const char *path, const struct ludus_import_options *options)
{
    return import_source(source_open(path), path, options);
}

struct ludus_import *ludus_import_bytes(const char *bytes, size_t length, const char *name,
                                        const struct ludus_import_options *options)
{
    return import_source(source_bytes(bytes, length), name, options);
}

void ludus_import_close(struct ludus_import *import)
{
    if (!import)
        return;
    if (import->state)
        import->how->close(import);
    free(import->state);
    ludus_reader_close(import->reader);
    source_close(import->source);
    compose_free(&import->compose);
    record_free(&import->game);
    free(import->name);
    free(import);
}

enum ludus_format ludus_import_format(const struct ludus_import *import)
{
    return import->options.format;
}

struct ludus_reader *ludus_import_reader(struct ludus_import *import)
{
    return import->reader;
}

int ludus_import_error(const struct ludus_import *import)
{
    if (import->error || import->reader)
        return import->error ? import->error : ludus_reader_error(import->reader);
    return import->source ? source_error(import->source) : 0;
}

/* Finds the first item that is not read as what it was composed from, or whose text contains more. Returns
 * compose->count if there is none, and the record that was read contains nothing else. */
static size_t find_mismatch(const struct compose *compose, const struct ludus_game *game)
{
    size_t read = 0, i = 0;
    size_t count = compose->ended ? compose->first : compose->count;
    for (; i < count; i++) {
        const struct composed *place = &compose->places[i];
        const struct item *next = read < game->item_count ? &game->items[read] : NULL;
        const struct item *last = read > 0 ? &game->items[read - 1] : NULL;
        bool comment = place->event == LUDUS_EVENT_COMMENT;
        if (next && visit_event(next) == place->event && item_begin(game, next) == place->at &&
            (place->event != LUDUS_EVENT_MOVE || place->joined == turns_joined(next)) &&
            (!comment || place->form == (char)next->form) &&
            (!comment || place->cut == record_is_cut(game, next))) {
            read++;
            continue;
        }
        /* Unreadable text may be joined to the unreadable text before it. */
        if (place->event == LUDUS_EVENT_UNREAD && last && last->kind == ITEM_BAD &&
            item_end(game, last) > place->at)
            continue;
        /* Is the comma before the move the first text that is not read, as no move precedes it? */
        bool lone = place->joined && next && item_begin(game, next) + 2 == place->at;
        if (i == 0 || lone)
            return i;
        /* Or is the text of the item before read as more than that item? */
        bool more = next && item_begin(game, next) < place->at;
        bool longer = last && item_end(game, last) > place->at;
        return more || longer || place[-1].at + place[-1].length > game->source.length ? i - 1 : i;
    }
    if (count < compose->count)
        return count;
    bool whole = read == game->item_count && game->tag_count == compose->tags;
    return whole || i == 0 ? i : i - 1;
}

static void report_mismatch(struct ludus_import *import, size_t index)
{
    enum { SHOWN = 40 };
    const struct compose *compose = &import->compose;
    if (compose->count == 0) {
        import_fault(import, "bad-item", compose->line, compose->column,
                     "these tags are more than one record");
        return;
    }
    const struct composed *place = &compose->places[index < compose->count ? index : compose->count - 1];
    struct diag_origin origin = diag_origin(compose->origins, compose->origin_count, place->at);
    const char *text = compose->text.bytes + place->at;
    size_t length = text_fit(text, place->length, SHOWN), first = strcspn(text, "\r\n");
    import_fault(import, "bad-item", origin.line, origin.column, "'%.*s' cannot stand here as %s%s",
                 (int)(length < first ? length : first), text, visit_words[place->event].called,
                 place->joined ? " joined to one before it" : "");
}

/* Reads the composed record. False if it differs from what was composed, or without memory. */
static bool read_composed(struct ludus_import *import)
{
    struct compose *compose = &import->compose;
    struct ludus_game *game = &import->game;
    compose_finish(compose);
    struct input_chunk chunk = { .text = buf_string(&compose->text),
                                 .length = compose->text.length,
                                 .line = import->lines + 1,
                                 .altered = true };
    game->diag.file = import->name;
    game->number = import->number + 1;
    if (compose->text.failed || !record_read(game, &chunk)) {
        import->error = ENOMEM;
        return false;
    }
    game->diag.origins = compose->origins;
    game->diag.origin_count = compose->origin_count;
    size_t same = find_mismatch(compose, game);
    if (same != compose->count || chunk.length > 0 || import->game.tag_count != compose->tags) {
        report_mismatch(import, same);
        return false;
    }
    if (ludus_game_empty(game))
        game->number = game->diag.game = 0;
    else
        import->number++;
    return true;
}

struct ludus_game *ludus_import_next(struct ludus_import *import)
{
    if (import->reader)
        return ludus_reader_next(import->reader);
    while (!import->error) {
        compose_clear(&import->compose);
        import->faulty = false;
        enum import_next next = import->how->next(import);
        if (next == IMPORT_END)
            return NULL;
        if (next == IMPORT_RECORD && import->compose.large)
            import_fault(import, "large-record", import->compose.line, import->compose.column, LARGE_TEXT,
                         "record", import->most);
        else if (next == IMPORT_RECORD && read_composed(import))
            return &import->game;
        if (!import->error)
            import->number++; /* a faulty record counts, as it does in the file */
    }
    return NULL;
}
