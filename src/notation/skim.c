/* skim.c - reads the tags of a record and makes sure that its text holds no second game.
 *
 * A second game in one chunk begins with a tag, or with turn 1 after a result (see token_number and
 * token_tag). So a text without tags in which nothing stands after the first thing that looks like a result
 * is one game, and need not be read. Whatever is not as plain as that is left to the grammar. */
#include "notation/skim.h"

#include "base/chars.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

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

/* Adds the tag that stands behind the others, and makes room for the next. */
static bool add_tag(struct ludus_game *game)
{
    game->tag_names |= tag_bit(game->tags[game->tag_count++].name);
    struct tag *tags = memory_room(game->tags, game->tag_count, &game->tag_capacity, sizeof *tags);
    if (tags)
        game->tags = tags;
    return tags != NULL;
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
        return (at[-1] == '1' && at[1] == '0') || (at[-1] == '0' && at[1] == '1');
    case ':': /* not that of a time of the clock */
        return ((at[-1] == '1' && at[1] == '0') || (at[-1] == '0' && at[1] == '1')) && !is_digit(at[2]);
    case '/':
        return at[-1] == '1' && at[1] == '2';
    case 0xc2: /* one half */
        return (unsigned char)at[1] == 0xbd;
    case 0xe2: /* longer dashes */
        return at[-1] == '1' || at[-1] == '0';
    default:
        return true;
    }
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
    if (stop < limit && !ends_with_result(stop, limit))
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
        if (!at || !add_tag(game))
            return false;
        at = skip_space(at);
    }
    return game->tag_count > 0 && is_one_game(at, limit);
}
