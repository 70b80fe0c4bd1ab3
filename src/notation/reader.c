/* reader.c - records of a file, one after the other: the public functions. */

#include "base/chars.h"
#include "base/input.h"
#include "base/memory.h"
#include "ludus.h"
#include "notation/record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reads the tags of a record and makes sure that its text holds no second game.  * A second game in one
 * chunk begins with a tag, or with turn 1 after a result (see token_number and token_tag). So a text without
 * tags in which nothing stands after the first thing that looks like a result is one game, and need not be
 * read. Whatever is not as plain as that is left to the grammar
 * ---- */

static const char *skip_space(const char *at)
{
    while (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t')
        at++;
    return at;
}

/* Reads one pair from its bracket on. Returns where its line ends, or NULL when it is not a plain one. */
static const char *read_pair(const char *text, const char *begin, struct tag *tag)
{
    const char *at = begin + 1;
    while (is_name(*at))
        at++;
    const char *name_end = at;
    while (*at == ' ')
        at++;
    if (!is_letter(begin[1]) || at == name_end || *at != '"')
        return NULL;
    const char *value = ++at;
    while ((unsigned char)*at >= ' ' && *at != '"' && *at != '\\')
        at++;
    if (*at != '"' || at[1] != ']' || (at[2] != '\n' && at[2] != '\r' && at[2] != '\0'))
        return NULL;
    *tag = (struct tag){
        .name = { begin + 1, (size_t)(name_end - begin) - 1 },
        .value = { value, (size_t)(at - value) },
        .begin = (size_t)(begin - text),
        .end = (size_t)(at + 2 - text),
        .value_begin = (size_t)(value - text),
        .value_end = (size_t)(at - text),
    };
    return at + 2;
}

/* Does the record end with the result that stands at `at`: its bracket, its star, or the middle of it? */
static bool ends_with_result(const char *at, const char *limit)
{
    if (*at == '[') {
        at += 1 + strspn(at + 1, "012/: \xc2\xbd");
        return *at == ']' && skip_space(at + 1) == limit;
    }
    at += *at == '*' ? 1 : strspn(at, "-/:0123456789\xc2\xbd");
    return skip_space(at) == limit;
}

/* Does a dash, a colon, a slash or a star at `at` look like part of a result? */
static bool in_result(const char *at)
{
    switch ((unsigned char)*at) {
    case '-':
        return is_space(at[1]) || (at[-1] == '1' && at[1] == '0') || (at[-1] == '0' && at[1] == '1');
    case ':': /* not that of a time of the clock */
        if (is_space(at[1]) && is_space(at[-1]))
            return true;
        return ((at[-1] == '1' && at[1] == '0') || (at[-1] == '0' && at[1] == '1')) && !is_digit(at[2]);
    case '/':
        return at[-1] == '1' && at[1] == '2';
    case 0xc2: /* one half */
        return (unsigned char)at[1] == 0xbd;
    case 0xe2: /* longer dashes */
        return at[-1] == '1' || at[-1] == '0' || is_space(at[-1]);
    default:
        return true;
    }
}

/* Stands a tag pair in parentheses for brackets in the text [begin, limit)? */
static bool has_misspelt_tag(const char *begin, const char *limit)
{
    for (const char *quote = begin; (quote = memchr(quote, '"', (size_t)(limit - quote))) != NULL; quote++) {
        const char *at = quote;
        while (at > begin && (at[-1] == ' ' || at[-1] == '\t'))
            at--;
        while (at > begin && is_name(at[-1]))
            at--;
        if (at > begin && at[-1] == '(')
            return true;
    }
    return false;
}

/* Has the text [begin, limit), with a NUL after it, no tag and only one result, at its end? */
static bool is_one_game(const char *begin, const char *limit)
{
    static const bool stops[256] = {
        ['\0'] = true, ['*'] = true, ['-'] = true, ['/'] = true, [':'] = true, [0xc2] = true, [0xe2] = true
    };
    const char *at = begin, *stop = limit;
    while ((at = memchr(at, '[', (size_t)(stop - at))) != NULL) {
        const char *next = skip_space(at + 1);
        bool half = strncmp(next, "\u00bd", 2) == 0;
        if (is_letter(*next) || (*next & 0x80 && !half)) /* perhaps a wide blank */
            return false;
        if (*next == '0' || *next == '1' || half) {
            stop = at; /* a result in brackets */
            break;
        }
        at++;
    }
    if ((stop < limit && !ends_with_result(stop, limit)) || has_misspelt_tag(begin, limit))
        return false;
    for (at = begin; at < stop; at++) {
        while (!stops[(unsigned char)*at])
            at++;
        if (at < stop && *at && in_result(at))
            return stop == limit && ends_with_result(at, limit);
    }
    return true;
}

bool skim_tags(struct ludus_game *game, const struct input_chunk *chunk)
{
    const char *at = chunk->text, *limit = at + chunk->length;
    while (*at == '[') {
        at = read_pair(chunk->text, at, &game->tags[game->tag_count]);
        if (!at)
            return false;
        game->tag_names |= tag_bit(game->tags[game->tag_count++].name);
        struct tag *tags = memory_room(game->tags, game->tag_count, &game->tag_capacity, sizeof *tags);
        if (!tags)
            return false;
        game->tags = tags;
        at = skip_space(at);
    }
    return game->tag_count > 0 && is_one_game(at, limit);
}

/* ---- Records of a file, one after the other: the public functions ---- */

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
