/* list.c - the turns of the records of a file: number, side, depth of variation, canonical notation, and the
 * position after each as FEN, a line each.
 * usage: list [FILE] */
#include <ludus.h>

static void list(struct ludus_replay *replay)
{
    struct ludus_turn turn;
    char fen[512];

    turn.size = sizeof turn;
    while (ludus_replay_next(replay, &turn)) {
        if (turn.state == LUDUS_TURN_PLAYED)
            ludus_position_fen(ludus_replay_after(replay), false, fen, sizeof fen);
        else
            snprintf(fen, sizeof fen, "%s", turn.state == LUDUS_TURN_ILLEGAL ? "illegal" : "unknown");
        printf("%u%c\t%u\t%s\t%s\n", turn.number, turn.side == LUDUS_WHITE ? 'W' : 'B', turn.depth, turn.text,
               fen);
    }
}

int main(int argc, char **argv)
{
    struct ludus_reader *reader = ludus_reader_open(argc > 1 ? argv[1] : "-");
    struct ludus_replay *replay = ludus_replay_new(NULL);
    struct ludus_game *game;
    int error;

    if (!reader || !replay) {
        fputs("list: the file cannot be read\n", stderr);
        return 2;
    }
    while ((game = ludus_reader_next(reader)))
        if (ludus_replay_start(replay, game))
            list(replay);
    error = ludus_reader_error(reader);
    ludus_replay_free(replay);
    ludus_reader_close(reader);
    return error ? 2 : 0;
}
