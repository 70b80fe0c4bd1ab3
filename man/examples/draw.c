/* draw.c - the first record of a file as a strip of diagrams, wherever something was captured: SVG.
 * usage: draw FILE >strip.svg */
#include <ludus.h>

int main(int argc, char **argv)
{
    struct ludus_reader *reader = argc > 1 ? ludus_reader_open(argv[1]) : NULL;
    struct ludus_game *game = reader ? ludus_reader_next(reader) : NULL;
    struct ludus_replay *replay = ludus_replay_new(NULL);
    struct ludus_buffer *svg = ludus_buffer_new();
    struct ludus_drawing_options options;
    char reason[200] = "there is no record";
    bool drawn = false;

    ludus_drawing_options_init(&options, sizeof options);
    options.turns = "captures";
    options.theme = LUDUS_THEME_HATCHED;
    options.width = 120;
    options.unit = "mm";
    if (game && replay && svg)
        drawn = ludus_game_draw_strip(replay, game, &options, svg, reason, sizeof reason);
    if (drawn) {
        struct ludus_text text = ludus_buffer_text(svg);
        drawn = fwrite(text.text, 1, text.length, stdout) == text.length && fflush(stdout) == 0;
    } else {
        fprintf(stderr, "draw: %s\n", reason);
    }
    ludus_buffer_free(svg);
    ludus_replay_free(replay);
    ludus_reader_close(reader);
    return drawn ? 0 : 1;
}
