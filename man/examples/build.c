/* build.c - writes a game: tags, turns, a comment, a NAG, a variation, the result. */
#include <ludus.h>

static bool build(struct ludus_editor *editor)
{
    return ludus_editor_tag(editor, "White", "Anderssen") && ludus_editor_tag(editor, "Black", "NN") &&
           ludus_editor_turn(editor, "e4") &&
           ludus_editor_comment(editor, "[%clk 0:05:00] the king's pawn") &&
           ludus_editor_turn(editor, "e7e5") && ludus_editor_turn(editor, "Qh5") &&
           ludus_editor_turn(editor, "Ke7") && ludus_editor_nag(editor, 4) && ludus_editor_open(editor) &&
           ludus_editor_turn(editor, "Nc6") && ludus_editor_turn(editor, "Bc4") &&
           ludus_editor_close(editor) && ludus_editor_turn(editor, "Qxe5#") &&
           ludus_editor_result(editor, LUDUS_WHITE_WINS);
}

static void print(void *context, const struct ludus_message *message)
{
    (void)context;
    fprintf(stderr, "build: %s\n", message->text);
}

int main(void)
{
    struct ludus_editor *editor = ludus_editor_new(NULL);
    struct ludus_replay *replay = ludus_replay_new(NULL);
    struct ludus_buffer *out = ludus_buffer_new();
    struct ludus_game *game = editor && build(editor) ? ludus_editor_finish(editor) : NULL;

    if (game && replay && out) {
        ludus_game_check(replay, game);
        ludus_game_messages(game, print, NULL);
        ludus_game_format(replay, game, out);
        printf("%.*s", (int)ludus_buffer_text(out).length, ludus_buffer_text(out).text);
    }
    ludus_game_free(game);
    ludus_buffer_free(out);
    ludus_replay_free(replay);
    ludus_editor_free(editor);
    return game ? 0 : 2;
}
