/* copy.c - records that outlive their reader. */
#include "base/input.h"
#include "base/memory.h"
#include "notation/record.h"

#include <stdlib.h>
#include <string.h>

struct copy {
    struct ludus_game game;      /* first, so that it is what programs hold */
    char *text, *file;           /* owned */
    struct diag_origin *origins; /* owned */
};

/* Where a byte that is no UTF-8 was met when `game` was read, or INPUT_NO_STRAY. */
static size_t stray_byte(const struct ludus_game *game)
{
    for (const struct message *message = game->diag.first; message; message = message->next)
        if (message->id == MSG_STRAY_BYTE)
            return message->begin;
    return INPUT_NO_STRAY;
}

struct ludus_game *ludus_game_copy(const struct ludus_game *game)
{
    struct copy *copy = memory_zeroed(1, sizeof *copy);
    size_t length = game->source.length;

    if (!copy)
        return NULL;
    copy->text = memory_new(length + 1);
    copy->file = memory_copied(game->diag.file);
    copy->origins = memory_new((game->diag.origin_count + 1) * sizeof *copy->origins);
    if (copy->text && copy->file && copy->origins) {
        memcpy(copy->text, game->source.text, length);
        copy->text[length] = '\0';
        copy->game.number = game->number;
        copy->game.follows = game->follows;
        copy->game.diag.file = copy->file;
        struct input_chunk chunk = { .text = copy->text,
                                     .length = length,
                                     .line = game->diag.line,
                                     .column = game->diag.column,
                                     .offset = game->diag.offset,
                                     .stray = stray_byte(game) };
        if (record_read(&copy->game, &chunk)) {
            copy->game.diag.game = game->diag.game;
            if (game->diag.origin_count > 0)
                memcpy(copy->origins, game->diag.origins, game->diag.origin_count * sizeof *copy->origins);
            copy->game.diag.origins = game->diag.origins ? copy->origins : NULL;
            copy->game.diag.origin_count = game->diag.origin_count;
            return &copy->game;
        }
    }
    ludus_game_free(&copy->game);
    return NULL;
}

void ludus_game_free(struct ludus_game *game)
{
    struct copy *copy = (struct copy *)(void *)game;

    if (!copy)
        return;
    record_free(&copy->game);
    free(copy->text);
    free(copy->file);
    free(copy->origins);
    free(copy);
}
