/* check.c - tells what is wrong with the records of a file: place, code and sentence, a line each. */
#include <ludus.h>

static void print(void *context, const struct ludus_message *message)
{
    size_t *faults = (size_t *)context;
    printf("%s:%zu:%zu: %s [%s]\n", message->file, message->line, message->column, message->text,
           message->code);
    *faults += message->severity == LUDUS_ERROR;
}

int main(int argc, char **argv)
{
    struct ludus_reader *reader = ludus_reader_open(argc > 1 ? argv[1] : "-");
    struct ludus_replay *replay = ludus_replay_new(NULL);
    struct ludus_game *game;
    size_t faults = 0;

    if (!reader || !replay) {
        fputs("check: the file cannot be read\n", stderr);
        return 2;
    }
    while ((game = ludus_reader_next(reader))) {
        ludus_game_check(replay, game);
        ludus_game_messages(game, print, &faults);
    }
    int error = ludus_reader_error(reader);
    ludus_replay_free(replay);
    ludus_reader_close(reader);
    return error ? 2 : faults > 0;
}
