/* fuzz_pieces.c - a record drawn with a piece set, a line `----` between them: what is drawn is SVG that
 * gives the record back, or a reason is told. */
#include "tests/fuzz/parts.h"
#include "tests/fuzz/play.h"
#include "tests/record_text.h"

typedef bool draw_fn(struct ludus_replay *replay, struct ludus_game *game,
                     const struct ludus_drawing_options *options, struct ludus_buffer *out, char *reason,
                     size_t size);

static void draw(draw_fn *drawing, struct ludus_game *game, const struct ludus_drawing_options *options)
{
    struct ludus_replay *replay = ludus_replay_new(NULL);
    struct ludus_buffer *out = ludus_buffer_new(), *record = ludus_buffer_new();
    char reason[256] = "";
    demand(replay && out && record);
    if (drawing(replay, game, options, out, reason, sizeof reason)) {
        struct ludus_text svg = ludus_buffer_text(out);
        demand(svg.length > 0);
        demand(!options->record ||
               ludus_drawing_extract(svg.text, svg.length, record, reason, sizeof reason));
    } else {
        demand(reason[0] != '\0');
    }
    ludus_buffer_free(out);
    ludus_buffer_free(record);
    ludus_replay_free(replay);
}

static void draw_page(struct ludus_game *game, const struct ludus_drawing_options *options)
{
    struct ludus_replay *replay = ludus_replay_new(NULL);
    struct ludus_page *page = ludus_page_new(options);
    struct ludus_buffer *out = ludus_buffer_new();
    char reason[256] = "";
    demand(replay && page && out);
    if (ludus_page_add(page, replay, game, reason, sizeof reason))
        (void)ludus_page_write(page, out);
    ludus_buffer_free(out);
    ludus_page_free(page);
    ludus_replay_free(replay);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data, *end = text + size, *stop = part_end(text, end);
    struct sample sample;
    sample_open(&sample, text, (size_t)(stop - text));
    struct ludus_game *game = sample_next(&sample);
    if (game && stop < end) {
        struct ludus_drawing_options options;
        ludus_drawing_options_init(&options, sizeof options);
        options.pieces = part_next(stop, end);
        options.pieces_length = (size_t)(end - options.pieces);
        options.turns = size % 2 ? "end" : "start";
        draw(ludus_game_draw, game, &options);
        options.turns = "all";
        draw(size % 3 ? ludus_game_draw_animation : ludus_game_draw_strip, game, &options);
        options.turns = NULL;
        draw_page(game, &options);
    }
    sample_close(&sample);
    return 0;
}
