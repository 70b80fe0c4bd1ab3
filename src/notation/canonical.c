/* canonical.c - a record as its canonical form has it. */
#include "notation/canonical.h"

#include "base/input.h"

#include <string.h>

bool canonical_read(struct canonical *canonical, struct ludus_replay *replay, struct ludus_game *game)
{
    buf_clear(&canonical->text);
    ludus_game_format(replay, game, &canonical->text);
    canonical->rules = game->item_count ? ludus_replay_ruleset(replay) : NULL;
    struct input_chunk chunk = { .text = buf_string(&canonical->text),
                                 .length = canonical->text.length,
                                 .line = 1,
                                 .stray = INPUT_NO_STRAY };
    canonical->game.number = game->number;
    canonical->game.diag.file = game->diag.file;
    return !canonical->text.failed && record_read(&canonical->game, &chunk);
}

void canonical_free(struct canonical *canonical)
{
    buf_free(&canonical->text);
    record_free(&canonical->game);
}

struct ludus_text canonical_tag(const struct canonical *canonical, const char *name, const char *otherwise)
{
    const struct tag *tag = record_tag(&canonical->game, name);
    return tag ? tag->value : (struct ludus_text){ otherwise, strlen(otherwise) };
}
