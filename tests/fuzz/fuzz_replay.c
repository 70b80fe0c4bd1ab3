/* fuzz_replay.c - any bytes are read, checked, replayed and written; what has been written is canonical. */
#include <stdlib.h>
#include <string.h>

#include "tests/record_text.h"

static void ignore(void *context, const struct ludus_message *message)
{
    (void)context;
    if (message->end_column < message->column || message->length > message->offset + message->length)
        abort();
}

/* Replays a record turn by turn, and asks for every position. */
static void walk(struct ludus_replay *replay, struct ludus_game *game)
{
    struct ludus_turn turn;
    char fen[1024];
    if (!ludus_replay_start(replay, game))
        return;
    while (ludus_replay_next(replay, &turn)) {
        ludus_position_fen(ludus_replay_before(replay), true, fen, sizeof fen);
        ludus_position_fen(ludus_replay_after(replay), true, fen, sizeof fen);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sample sample;
    struct ludus_game *game;
    struct ludus_buffer text = { 0 };
    struct ludus_replay *replay = ludus_replay_new(NULL);
    sample_open(&sample, (const char *)data, size);
    ludus_replay_notes(replay, true);
    while ((game = sample_next(&sample)) != NULL) {
        ludus_game_check(replay, game);
        ludus_game_messages(game, ignore, NULL);
        walk(replay, game);
        buf_clear(&text);
        ludus_game_format(replay, game, &text);
    }
    sample_close(&sample);
    buf_free(&text);
    ludus_replay_free(replay);
    return 0;
}
