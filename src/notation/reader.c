/* reader.c - records of a file, one after the other: the public functions. */
#include "base/input.h"
#include "base/memory.h"
#include "ludus.h"
#include "notation/record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct ludus_piece {
    struct input_piece input;
    bool follows; /* struct ludus_game has it from here */
};

struct ludus_reader {
    struct input *input;      /* owned */
    struct input_chunk chunk; /* what is left of it */
    struct ludus_game game;
    size_t number; /* records so far that are not empty */
    bool skims;    /* only tags are read at first */
    int error;
};

struct ludus_reader *record_reader(struct input *input)
{
    struct ludus_reader *reader = input ? memory_zeroed(1, sizeof *reader) : NULL;

    if (!reader) {
        input_close(input);
        return NULL;
    }
    reader->input = input;
    reader->game.diag.file = input_name(input);
    return reader;
}

/* ---- Pieces ---- */

struct ludus_piece *ludus_piece_new(void)
{
    return memory_zeroed(1, sizeof(struct ludus_piece));
}

void ludus_piece_free(struct ludus_piece *piece)
{
    if (piece) {
        free(piece->input.text);
        free(piece);
    }
}

bool ludus_reader_take(struct ludus_reader *reader, size_t least, struct ludus_piece *piece)
{
    piece->follows = reader->game.follows;
    return input_take(reader->input, least, &piece->input);
}

struct ludus_reader *ludus_reader_pieces(void)
{
    return record_reader(input_pieces(""));
}

void ludus_reader_lend(struct ludus_reader *reader, struct ludus_piece *piece, const char *name)
{
    input_lend(reader->input, &piece->input);
    reader->chunk.length = 0;
    reader->number = 0;
    reader->game.diag.file = name;
    reader->game.follows = piece->follows;
}

/* ---- Opening and reading ---- */

struct ludus_reader *ludus_reader_open(const char *path)
{
    return record_reader(input_open(path));
}

struct ludus_reader *ludus_reader_fd(int fd, const char *name, bool owned)
{
    return record_reader(input_fd(fd, name, owned));
}

struct ludus_game *ludus_reader_next(struct ludus_reader *reader)
{
    struct ludus_game *game = &reader->game;

    if (reader->error || (reader->chunk.length == 0 && !input_next(reader->input, &reader->chunk)))
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

bool ludus_game_large(const struct ludus_game *game)
{
    return game->large;
}

void ludus_reader_limit(struct ludus_reader *reader, unsigned mib)
{
    input_limit(reader->input, mib);
}

bool record_reader_origin(struct ludus_reader *reader, const struct ludus_origin *origin)
{
    reader->number = origin->games;
    bool done = input_origin(reader->input, origin);
    reader->game.diag.file = input_name(reader->input);
    return done;
}

void record_reader_follows(struct ludus_reader *reader, bool follows)
{
    reader->game.follows = follows;
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
        free(reader);
    }
}

bool ludus_game_complete(struct ludus_game *game)
{
    return record_complete(game);
}

size_t ludus_game_number(const struct ludus_game *game)
{
    return game->number;
}

struct ludus_text ludus_game_source(const struct ludus_game *game)
{
    return game->source;
}

bool ludus_game_altered(const struct ludus_game *game)
{
    return game->altered;
}

size_t ludus_game_tags(const struct ludus_game *game)
{
    return game->tag_count;
}

struct ludus_text ludus_game_tag_name(const struct ludus_game *game, size_t index)
{
    return index < game->tag_count ? game->tags[index].name : (struct ludus_text){ "", 0 };
}

struct ludus_text ludus_game_tag_value(const struct ludus_game *game, size_t index)
{
    return index < game->tag_count ? game->tags[index].value : (struct ludus_text){ "", 0 };
}

bool ludus_game_tag(const struct ludus_game *game, const char *name, struct ludus_text *value)
{
    const struct tag *tag = record_tag(game, name);

    if (tag && value)
        *value = tag->value;
    return tag != NULL;
}

bool ludus_game_empty(const struct ludus_game *game)
{
    for (size_t i = 0; i < game->item_count; i++)
        if (game->items[i].kind != ITEM_COMMENT && game->items[i].kind != ITEM_ESCAPE)
            return false;
    return game->tag_count == 0;
}

void ludus_game_messages(const struct ludus_game *game, ludus_message_fn *report, void *context)
{
    diag_report(&game->diag, report, context);
}

size_t ludus_game_count(const struct ludus_game *game, enum ludus_severity severity)
{
    return game->diag.count[severity];
}
