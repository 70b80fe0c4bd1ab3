/* draw.c - draws the positions of FILE's records, each its own SVG document, as a program that links the
 * library would: `draw FILE` prints how many there were and their mean size. */
#include "ludus.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    struct ludus_drawing_options options;
    struct ludus_reader *reader = argc == 2 ? ludus_reader_open(argv[1]) : NULL;
    struct ludus_replay *replay = ludus_replay_new(NULL);
    struct ludus_buffer *out = ludus_buffer_new();
    struct ludus_game *game;
    char reason[256];
    size_t count = 0, bytes = 0;

    if (!reader || !replay || !out)
        return 2;
    ludus_drawing_options_init(&options, sizeof options);
    while ((game = ludus_reader_next(reader))) {
        ludus_buffer_clear(out);
        if (!ludus_game_draw(replay, game, &options, out, reason, sizeof reason)) {
            fprintf(stderr, "%s\n", reason);
            return 1;
        }
        bytes += ludus_buffer_text(out).length;
        count++;
    }
    printf("%zu drawings of %zu bytes\n", count, count ? bytes / count : 0);
    ludus_buffer_free(out);
    ludus_replay_free(replay);
    ludus_reader_close(reader);
    return 0;
}
