/* provenance.c - checks where a text is said to come from and how certain it is. */
#include "provenance.h"

#include <string.h>

enum { QUOTED_MAX = 60 };

/* ---- Tags -----------------------------------------------------------------------------------------------
 */

static bool is_named(const struct tag *tag, const char *name)
{
    return tag->name.length == strlen(name) && memcmp(tag->name.text, name, tag->name.length) == 0;
}

static bool is_blank(struct ludus_text text)
{
    size_t at = 0;
    while (at < text.length && (text.text[at] == ' ' || text.text[at] == '\t'))
        at++;
    return at == text.length;
}

static void check_tag(struct ludus_replay *replay, const struct tag *tag)
{
    static const char *const names[] = { "Source", "Folio", "Hand", "Editor", "Witness" };
    bool part = is_named(tag, "Folio") || is_named(tag, "Hand");
    unsigned i = 0;
    while (i < sizeof names / sizeof *names && !is_named(tag, names[i]))
        i++;
    if (i == sizeof names / sizeof *names)
        return;
    if (is_blank(tag->value))
        diag_add(replay_diag(replay), MSG_EMPTY_SOURCE, tag->value_begin, tag->value_end, names[i]);
    else if (part && !record_tag(replay->game, "Source") && !record_tag(replay->game, "Witness"))
        diag_add(replay_diag(replay), MSG_NO_SOURCE, tag->begin, tag->end, names[i]);
}

/* ---- Commands -------------------------------------------------------------------------------------------
 */

/* A command in a comment: what stands behind its name, up to the bracket. */
struct command {
    const char *begin, *end; /* with its brackets */
    const char *value;
    size_t length;
};

static bool is_command(const char *text, size_t length, const char *name)
{
    size_t name_length = strlen(name);
    return length > name_length && memcmp(text, name, name_length) == 0 &&
           (text[name_length] == ' ' || text[name_length] == ']');
}

static void say(struct ludus_replay *replay, enum message_id id, const struct command *command)
{
    const char *text = replay->game->source.text;
    size_t length = command->length < QUOTED_MAX ? command->length : QUOTED_MAX;
    while (length > 0 && length < command->length && (command->value[length] & 0xc0) == 0x80)
        length--;
    diag_add(replay_diag(replay), id, (size_t)(command->begin - text), (size_t)(command->end - text),
             (int)length, command->value);
}

static bool is_certainty(const struct command *command)
{
    static const char *const values[] = { "high", "medium", "low" };
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++)
        if (command->length == strlen(values[i]) && memcmp(command->value, values[i], command->length) == 0)
            return true;
    return false;
}

/* NAME "text" */
static bool is_reading(const struct command *command)
{
    const char *end = command->value + command->length, *at = command->value;
    while (at < end && *at != ' ' && *at != '"')
        at++;
    return at > command->value && end - at > 2 && at[0] == ' ' && at[1] == '"' &&
           memchr(at + 2, '"', (size_t)(end - at - 2)) == end - 1;
}

static void check_command(struct ludus_replay *replay, struct command command, bool after_move)
{
    const char *name = command.begin + 2;
    size_t rest = (size_t)(command.end - name);
    bool certainty = is_command(name, rest, "cert");
    if (!certainty && !is_command(name, rest, "rdg"))
        return;
    command.value = name + (certainty ? strlen("cert") : strlen("rdg"));
    command.value += *command.value == ' ';
    command.length = (size_t)(command.end - 1 - command.value);
    if (certainty && !is_certainty(&command))
        say(replay, MSG_BAD_CERTAINTY, &command);
    else if (certainty && !after_move)
        say(replay, MSG_STRAY_CERTAINTY, &command);
    else if (!certainty && !is_reading(&command))
        say(replay, MSG_BAD_READING, &command);
}

static void check_comment(struct ludus_replay *replay, const struct item *item, bool after_move)
{
    const char *at = item->text, *end = at + item->length;
    while ((at = memchr(at, '[', (size_t)(end - at))) != NULL) {
        struct command command = { .begin = at++ };
        if (at == end || *at != '%')
            continue;
        command.end = memchr(at, ']', (size_t)(end - at));
        if (!command.end)
            return;
        command.end++;
        check_command(replay, command, after_move);
    }
}

static void check_comments(struct ludus_replay *replay)
{
    const struct ludus_game *game = replay->game;
    bool after_move = false;
    for (size_t i = 0; i < game->item_count; i++) {
        const struct item *item = &game->items[i];
        if (item->kind == ITEM_COMMENT)
            check_comment(replay, item, after_move);
        else if (item->kind != ITEM_NAG && item->kind != ITEM_ESCAPE && item->kind != ITEM_BAD)
            after_move = item->kind == ITEM_MOVE;
    }
}

void provenance_check(struct ludus_replay *replay)
{
    const struct ludus_game *game = replay->game;
    for (size_t i = 0; i < game->tag_count; i++)
        check_tag(replay, &game->tags[i]);
    if (game->source.length && memchr(game->source.text, '%', game->source.length))
        check_comments(replay);
}
