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

enum ludus_result stated_result(const struct ludus_game *game)
{
    enum ludus_result tag = stated_result_of_tag(game);
    const struct item *result = tag == LUDUS_OPEN ? turns_result(game) : NULL;
    return result ? (enum ludus_result)result->result : tag;
}
