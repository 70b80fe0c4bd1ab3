/* repair_comments.c - a comment that is not closed where it ends, and so has swallowed turns. */
#include "base/buf.h"
#include "base/chars.h"
#include "decode/repair.h"

#include <string.h>

enum { COMMENTS_MAX = 8, WORDS_MAX = 100, BYTES_MAX = 1 << 24 };

#define COST_CLOSED 1.5
#define COST_WORD 0.2 /* that stays in the comment */

/* Where another comment begins in a comment, or the comment ends, if nothing closes it; SIZE_MAX: it is
 * sound. Places are in the record. */
static size_t find_inner(const struct ludus_game *game, const struct item *item)
{
    if (!turns_braced(item))
        return SIZE_MAX;
    const char *inner = memchr(item->text, '{', item->length);
    if (inner)
        return (size_t)(inner - game->source.text);
    return record_is_cut(game, item) ? item_end(game, item) : SIZE_MAX;
}

/* Closes the comment behind each of its words up to `end`, as long as there are trials `left`. */
static void try_closing(struct ludus_mend *mend, const struct item *comment, size_t end, size_t *left)
{
    const char *source = mend->slots.game->source.text;
    size_t word = item_begin(mend->slots.game, comment), next;
    struct ludus_buffer text = { .bytes = NULL };
    for (size_t words = 0; words < WORDS_MAX && *left && !repair_spent(mend); words++, word = next) {
        --*left;
        size_t last = word;
        while (last < end && !is_filler(source[last]))
            last++;
        for (next = last; next < end && is_filler(source[next]);)
            next++;
        if (next >= end)
            break;
        buf_clear(&text);
        buf_add(&text, source + word, last - word);
        buf_char(&text, '}');
        struct patch patch = { .begin = word, .end = last, .text = buf_string(&text), .frees = true };
        repair_try_patch(mend, patch, (struct repair_edit){ .kind = FAULT_SIGN },
                         COST_CLOSED + COST_WORD * (double)words);
    }
    mend->failed |= text.failed;
    buf_free(&text);
}

void repair_comments(struct ludus_mend *mend)
{
    const struct ludus_game *game = mend->slots.game;
    size_t fault = mend->legal < mend->slots.count ? mend->slots.slot[mend->legal].end : game->source.length;
    size_t left = 1 + BYTES_MAX / (game->source.length + 1); /* each reads the whole record */
    unsigned tried = 0;
    for (size_t i = game->item_count; i > 0 && tried < COMMENTS_MAX; i--) {
        const struct item *item = &game->items[i - 1];
        size_t inner = item_begin(game, item) < fault ? find_inner(game, item) : SIZE_MAX;
        if (inner == SIZE_MAX)
            continue;
        try_closing(mend, item, inner, &left);
        tried++;
    }
}
