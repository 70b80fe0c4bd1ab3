/* reader_bench.c - how fast the stages of reading are, each with those before it: cutting the input into
 * records, scanning, parsing, and then checking or writing in canonical form.
 *
 * usage: reader_bench FILE [ROUNDS]. Prints MB of text per second of CPU time, best of the rounds. */
#include "base/input.h"
#include "base/memory.h"
#include "notation/build.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SCRATCH_ITEMS = 256, SCRATCH_TAGS = 1 };

struct bench {
    struct ludus_game game;
    struct ludus_replay *replay; /* owned */
    struct ludus_buffer out;     /* owned */
};

/* Works on a piece of the input; returns its length. */
typedef size_t stage_fn(struct input_chunk *chunk, struct bench *bench);

static size_t cut_only(struct input_chunk *chunk, struct bench *bench)
{
    (void)bench;
    return chunk->length;
}

/* Every token is scanned into the same items. */
static size_t scan_only(struct input_chunk *chunk, struct bench *bench)
{
    struct ludus_game *game = &bench->game;
    struct build build = {
        .game = game, .text = chunk->text, .cursor = chunk->text, .open = NO_ITEM, .comma = NO_ITEM
    };
    struct item *item;

    build.limit = chunk->text + chunk->length;
    game->tag_count = game->item_count = 0;
    while (record_lex(&item, &build) != 0) {
    }
    return chunk->length;
}

static size_t scan_and_parse(struct input_chunk *chunk, struct bench *bench)
{
    size_t length = chunk->length;

    while (chunk->length > 0 && record_read(&bench->game, chunk)) {
    }
    return length;
}

static size_t check(struct input_chunk *chunk, struct bench *bench)
{
    size_t length = chunk->length;

    while (chunk->length > 0 && record_read(&bench->game, chunk))
        (void)ludus_game_check(bench->replay, &bench->game);
    return length;
}

static size_t format(struct input_chunk *chunk, struct bench *bench)
{
    size_t length = chunk->length;

    while (chunk->length > 0 && record_read(&bench->game, chunk)) {
        buf_clear(&bench->out);
        ludus_game_format(bench->replay, &bench->game, &bench->out);
    }
    return length;
}

/* MB a second of one round, or 0 when the file cannot be read. */
static double run(const char *path, stage_fn *stage, struct bench *bench)
{
    struct input *input = input_new(source_open(path), 64, 1, 0);
    struct input_chunk chunk;
    size_t bytes = 0;
    clock_t begin = clock();

    while (input && input_next(input, 1, &chunk))
        bytes += stage(&chunk, bench);
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    bool failed = !input || input_error(input);
    input_close(input);
    return failed || seconds <= 0 ? 0 : (double)bytes / seconds / 1e6;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        stage_fn *stage;
    } stages[] = { { "cut into records", cut_only },
                   { "scan", scan_only },
                   { "scan, parse", scan_and_parse },
                   { "scan, parse, check", check },
                   { "scan, parse, format", format } };
    struct bench bench = { .replay = ludus_replay_new(NULL) };
    struct ludus_game *game = &bench.game;
    int rounds = argc > 2 ? atoi(argv[2]) : 5;

    if (argc < 2 || !bench.replay) {
        (void)fputs("usage: reader_bench FILE [ROUNDS]\n", stderr);
        return 2;
    }
    game->diag.arena = &game->arena;
    game->diag.file = argv[1];
    game->items = calloc(SCRATCH_ITEMS, sizeof *game->items);
    game->item_capacity = game->items ? SCRATCH_ITEMS : 0;
    game->tags = calloc(SCRATCH_TAGS, sizeof *game->tags);
    game->tag_capacity = game->tags ? SCRATCH_TAGS : 0;
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
        double best = 0;
        for (int round = 0; round < rounds; round++) {
            double rate = run(argv[1], stages[i].stage, &bench);
            best = rate > best ? rate : best;
        }
        (void)printf("%-22s %6.0f MB/s\n", stages[i].name, best);
    }
    record_free(game);
    ludus_replay_free(bench.replay);
    buf_free(&bench.out);
    return 0;
}
