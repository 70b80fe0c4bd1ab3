/* fuzz_grep.c - the first line is an expression, the rest are records: what the tags alone decide must be
 * what the whole record decides. */
#include "tests/record_text.h"

#include <stdlib.h>
#include <string.h>

static void check_place(void *context, const struct ludus_message *message)
{
    (void)context;
    if (message->end_column < message->column)
        abort();
}

/* Asks every record, and mixes the answers. */
static uint64_t ask(struct ludus_query *query, const char *text, size_t length, bool skim)
{
    struct sample sample;
    struct ludus_replay *replay = ludus_replay_new(NULL);
    uint64_t answers = 1;
    sample_open(&sample, text, length);
    while (sample.chunk.length > 0 || input_next(sample.input, 1, &sample.chunk)) {
        if (!(skim ? record_skim : record_read)(&sample.game, &sample.chunk))
            break;
        answers = answers * 3 + ludus_query_matches(query, replay, &sample.game) + sample.game.source.length;
    }
    sample_close(&sample);
    ludus_replay_free(replay);
    return answers;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    const char *line = size ? memchr(text, '\n', size) : NULL;
    size_t length = line ? (size_t)(line - text) : size;
    struct ludus_query *query = ludus_query_new(size % 2, NULL);
    if (length < 2000 && ludus_query_add(query, text, length, "fuzz", check_place, NULL) && line) {
        const char *records = line + 1;
        size_t rest = size - length - 1;
        if (ask(query, records, rest, true) != ask(query, records, rest, false))
            abort();
    }
    ludus_query_free(query);
    return 0;
}
