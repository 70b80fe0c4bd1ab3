/* stated_result.c - reads the result that a record gives itself, in its tags or at the end of its moves. */
#include "play/stated_result.h"

#include "notation/result.h"

#include <string.h>

int stated_result_read(const char *text)
{
    static const struct {
        const char *text;
        enum ludus_result result;
    } words[] = {
        { "white", LUDUS_WHITE_WINS },
        { "black", LUDUS_BLACK_WINS },
        { "draw", LUDUS_DRAW },
        { "open", LUDUS_OPEN },
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].text, text) == 0)
            return (int)words[i].result;
    unsigned result = result_read((struct ludus_text){ text, strlen(text) });
    return result == NO_RESULT ? -1 : (int)result;
}

enum ludus_result stated_result_of_tag(const struct ludus_game *game)
{
    const struct tag *tag = record_tag(game, "Result");
    unsigned result = tag ? result_read(tag->value) : NO_RESULT;
    return result == NO_RESULT ? LUDUS_OPEN : (enum ludus_result)result;
}

const struct item *stated_result_item(const struct ludus_game *game, size_t *at)
{
    while (*at < game->item_count) {
        const struct item *item = &game->items[(*at)++];
        if (item->kind != ITEM_OPEN)
            return item;
        *at = item->partner; /* its end, or that of the record */
    }
    return NULL;
}

enum ludus_result stated_result(const struct ludus_game *game)
{
    enum ludus_result result = stated_result_of_tag(game);
    size_t at = 0;
    if (result != LUDUS_OPEN)
        return result;
    for (const struct item *item; (item = stated_result_item(game, &at)) != NULL;)
        if (item->kind == ITEM_RESULT)
            result = (enum ludus_result)item->result;
    return result;
}
