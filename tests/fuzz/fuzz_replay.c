/* fuzz_replay.c - any bytes are read, checked, replayed and written; the short way of checking plain turns
 * finds what the long way finds, which notes make it take, and writes the same. */
#include "tests/record_text.h"

#include <stdlib.h>
#include <string.h>

static void ignore(void *context, const struct ludus_message *message)
{
    (void)context;
    if (message->end_column < message->column || message->length > message->offset + message->length)
        abort();
}

/* Replays a record turn by turn, and asks for every position. */
static void walk(struct ludus_replay *replay, struct ludus_game *game)
{
    struct ludus_turn turn = { .size = sizeof turn };
    char fen[1024];
    if (!ludus_replay_start(replay, game))
        return;
    while (ludus_replay_next(replay, &turn)) {
        ludus_position_fen(ludus_replay_before(replay), true, fen, sizeof fen);
        ludus_position_fen(ludus_replay_after(replay), true, fen, sizeof fen);
    }
}

struct findings {
    size_t turns, errors, warnings;
};

/* Checks, replays and writes all records of the input. */
static struct findings read_all(const uint8_t *data, size_t size, bool notes, struct ludus_buffer *text)
{
    struct findings found = { 0, 0, 0 };
    struct sample sample;
    struct ludus_game *game;
    struct ludus_replay *replay = ludus_replay_new(NULL);
    sample_open(&sample, (const char *)data, size);
    ludus_replay_notes(replay, notes);
    while ((game = sample_next(&sample)) != NULL) {
        found.turns += ludus_game_check(replay, game);
        found.errors += ludus_game_count(game, LUDUS_ERROR);
        found.warnings += ludus_game_count(game, LUDUS_WARNING);
        ludus_game_messages(game, ignore, NULL);
        walk(replay, game);
        ludus_game_format(replay, game, text);
    }
    sample_close(&sample);
    ludus_replay_free(replay);
    return found;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ludus_buffer quick_text = { 0 }, slow_text = { 0 };
    struct findings quick = read_all(data, size, false, &quick_text),
                    slow = read_all(data, size, true, &slow_text);
    if (quick.turns != slow.turns || quick.errors != slow.errors || quick.warnings != slow.warnings ||
        strcmp(buf_string(&quick_text), buf_string(&slow_text)) != 0)
        abort();
    buf_free(&quick_text);
    buf_free(&slow_text);
    return 0;
}
