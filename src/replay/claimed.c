/* claimed.c - reads the result that a record gives itself, in its tags or at the end of its moves. */
#include "replay/claimed.h"

#include <string.h>

enum { RESULT_TEXT = 16 };

int claimed_read(const char *text)
{
    static const struct {
        const char *text;
        enum ludus_result result;
    } results[] = {
        { "1-0", LUDUS_WHITE_WINS },   { "0-1", LUDUS_BLACK_WINS },   { "1/2-1/2", LUDUS_DRAW },
        { "*", LUDUS_OPEN },           { "[1:0]", LUDUS_WHITE_WINS }, { "[0:1]", LUDUS_BLACK_WINS },
        { "[1/2:1/2]", LUDUS_DRAW },   { "1:0", LUDUS_WHITE_WINS },   { "0:1", LUDUS_BLACK_WINS },
        { "1/2:1/2", LUDUS_DRAW },     { "1/2", LUDUS_DRAW },         { "\xc2\xbd-\xc2\xbd", LUDUS_DRAW },
        { "white", LUDUS_WHITE_WINS }, { "black", LUDUS_BLACK_WINS }, { "draw", LUDUS_DRAW },
        { "open", LUDUS_OPEN },
    };
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (strcmp(results[i].text, text) == 0)
            return (int)results[i].result;
    return -1;
}

enum ludus_result claimed_by_tag(const struct ludus_game *game)
{
    char text[RESULT_TEXT] = "";
    const struct tag *tag = record_tag(game, "Result");
    if (tag && tag->value.length < sizeof text)
        memcpy(text, tag->value.text, tag->value.length);
    int result = claimed_read(text);
    return result < 0 ? LUDUS_OPEN : (enum ludus_result)result;
}

const struct item *claimed_next_item(const struct ludus_game *game, size_t *at)
{
    while (*at < game->item_count) {
        const struct item *item = &game->items[(*at)++];
        if (item->kind != ITEM_OPEN)
            return item;
        *at = item->partner; /* its end, or that of the record */
    }
    return NULL;
}

enum ludus_result claimed_result(const struct ludus_game *game)
{
    enum ludus_result result = claimed_by_tag(game);
    size_t at = 0;
    if (result != LUDUS_OPEN)
        return result;
    for (const struct item *item; (item = claimed_next_item(game, &at)) != NULL;)
        if (item->kind == ITEM_RESULT)
            result = (enum ludus_result)item->result;
    return result;
}
