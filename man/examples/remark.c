/* remark.c - adds a comment to every capture of the records of a file, and writes them in canonical form.
 * usage: remark [FILE] */
#include <ludus.h>

/* What the turn captured; with chains and pushed men there may be more than stood on its target. */
static unsigned taken(const struct ludus_replay *replay, enum ludus_side by)
{
    return ludus_position_taken(ludus_replay_after(replay), by) -
           ludus_position_taken(ludus_replay_before(replay), by);
}

/* The record with its comments; NULL without memory. */
static struct ludus_game *remark(struct ludus_replay *replay, struct ludus_game *game)
{
    struct ludus_editor *editor = ludus_editor_new(game);
    struct ludus_game *made = NULL;
    struct ludus_turn turn;
    char text[40];
    bool sound = editor && ludus_replay_start(replay, game);

    turn.size = sizeof turn;
    while (sound && ludus_replay_next(replay, &turn)) {
        unsigned count = turn.state == LUDUS_TURN_PLAYED ? taken(replay, turn.side) : 0;
        if (count > 0) {
            snprintf(text, sizeof text, count > 1 ? "captures %u pieces" : "captures a piece", count);
            sound = ludus_editor_after(editor, &turn) && ludus_editor_comment(editor, text);
        }
    }
    if (editor)
        made = ludus_editor_finish(editor);
    ludus_editor_free(editor);
    return made;
}

int main(int argc, char **argv)
{
    struct ludus_reader *reader = ludus_reader_open(argc > 1 ? argv[1] : "-");
    struct ludus_replay *replay = ludus_replay_new(NULL);
    struct ludus_buffer *out = ludus_buffer_new();
    struct ludus_game *game, *made;
    struct ludus_text text;

    if (!reader || !replay || !out) {
        fputs("remark: the file cannot be read\n", stderr);
        return 2;
    }
    while ((game = ludus_reader_next(reader)) && (made = remark(replay, game))) {
        ludus_game_format(replay, made, out);
        ludus_game_free(made);
    }
    text = ludus_buffer_text(out);
    fwrite(text.text, 1, text.length, stdout);
    ludus_buffer_free(out);
    ludus_replay_free(replay);
    ludus_reader_close(reader);
    return ludus_memory_failed() || fflush(stdout) != 0 ? 2 : 0;
}
