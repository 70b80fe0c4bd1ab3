/* fuzz_record.c - any bytes as a file of records: read, told about, written, and read again.
 *
 * Besides not crashing: what has been written once is written the same again, and a record whose tags alone
 * are read has the tags and the bounds of the whole one. */
#include "notation/format.h"
#include "tests/record_text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool holds)
{
    if (!holds)
        abort();
}

/* Unreadable text among the tags comes together when they are put in order, and may then read differently. */
static bool is_mixed(const struct ludus_game *game)
{
    size_t last = game->tag_count ? game->tags[game->tag_count - 1].begin : 0;

    for (size_t i = 0; i < game->item_count; i++)
        if (game->items[i].kind == ITEM_BAD && item_begin(game, &game->items[i]) < last)
            return true;
    return false;
}

static void check_places(const struct ludus_game *game)
{
    for (size_t i = 0; i < game->item_count; i++) {
        const struct item *item = &game->items[i];
        demand(item_end(game, item) <= game->source.length);
        if (item->kind == ITEM_CLOSE)
            demand(game->items[item->partner].kind == ITEM_OPEN && game->items[item->partner].partner == i);
    }
}

static bool write_all(const char *text, size_t length, struct ludus_buffer *out)
{
    struct sample sample;
    struct ludus_buffer messages = { 0 };
    bool mixed = false;

    sample_open(&sample, text, length);
    for (const struct ludus_game *game; (game = sample_next(&sample)) != NULL;) {
        check_places(game);
        mixed |= is_mixed(game);
        diag_report(&game->diag, add_message, &messages);
        buf_clear(&messages);
        record_write(game, NULL, NULL, 0, out);
    }
    sample_close(&sample);
    buf_free(&messages);
    (void)buf_string(out);
    return mixed;
}

static struct ludus_game *skim_next(struct sample *sample)
{
    if (sample->chunk.length == 0 && !input_next(sample->input, 1, &sample->chunk))
        return NULL;
    return record_skim(&sample->game, &sample->chunk) ? &sample->game : NULL;
}

static void compare_skimmed(const char *text, size_t length)
{
    struct sample whole, skimmed;
    const struct ludus_game *game;

    sample_open(&whole, text, length);
    sample_open(&skimmed, text, length);
    while ((game = sample_next(&whole)) != NULL) {
        const struct ludus_game *other = skim_next(&skimmed);
        demand(other && other->tag_count == game->tag_count && other->source.length == game->source.length);
        for (size_t i = 0; i < game->tag_count; i++)
            demand(other->tags[i].begin == game->tags[i].begin && other->tags[i].end == game->tags[i].end);
    }
    demand(!skim_next(&skimmed));
    sample_close(&whole);
    sample_close(&skimmed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ludus_buffer once = { 0 }, twice = { 0 };
    const char *text = size ? (const char *)data : "";

    bool mixed = write_all(text, size, &once);
    if (!mixed) {
        (void)write_all(once.bytes, once.length, &twice);
        demand(once.length == twice.length && memcmp(once.bytes, twice.bytes, once.length) == 0);
    }
    compare_skimmed(text, size);
    buf_free(&once);
    buf_free(&twice);
    return 0;
}
