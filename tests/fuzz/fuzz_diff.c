/* fuzz_diff.c - two or more witnesses of one game, a line `----` between them: however they differ, each
 * reading that is told is there, and a witness does not differ from itself. */
#include "tests/fuzz/parts.h"
#include "tests/fuzz/play.h"
#include "tests/record_text.h"

enum { WITNESSES = 4 };

static const char *const names[] = { "A", "B", "C", "D" };

/* What a caller asks of the differences. */
static void ask(const struct ludus_collation *collation, size_t count, size_t differences)
{
    struct ludus_difference difference = { .size = sizeof difference };
    struct ludus_variant variant = { .size = sizeof variant };
    size_t found = 0;
    for (; ludus_collation_difference(collation, found, &difference); found++)
        for (size_t w = 0; w < count; w++) {
            demand(ludus_collation_variant(collation, difference.column, w, &variant));
            demand(variant.missing || variant.text.length == 0 || variant.text.text);
        }
    demand(found == differences);
    struct ludus_buffer *text = ludus_buffer_new();
    demand(text);
    ludus_collation_apparatus(collation, names, text);
    demand(!ludus_buffer_failed(text));
    ludus_buffer_free(text);
}

static size_t compare(struct ludus_collation *collation, struct ludus_game *const *games, size_t count)
{
    size_t added = 0;
    ludus_collation_clear(collation);
    while (added < count && ludus_collation_add(collation, games[added]))
        added++;
    size_t differences = ludus_collation_compare(collation);
    if (differences != (size_t)-1)
        ask(collation, added, differences);
    return added == count ? differences : (size_t)-1;
}

/* Reads the first record of each part. */
static size_t read_parts(const char *at, const char *end, struct sample *samples, struct ludus_game **games)
{
    size_t count = 0;
    while (at < end && count < WITNESSES) {
        const char *stop = part_end(at, end);
        sample_open(&samples[count], at, (size_t)(stop - at));
        games[count] = sample_next(&samples[count]);
        at = part_next(stop, end);
        if (games[count])
            count++;
        else
            sample_close(&samples[count]);
    }
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sample samples[WITNESSES];
    struct ludus_game *games[WITNESSES] = { NULL };
    const struct ludus_ruleset *rules = size % 3 ? NULL : ludus_ruleset_find("ludus-equitum");
    struct ludus_collation *collation = ludus_collation_new(rules);
    size_t count = read_parts((const char *)data, (const char *)data + size, samples, games);
    demand(collation);
    (void)compare(collation, games, count);
    if (count > 1) {
        struct ludus_game *turned[] = { games[1], games[0] }, *same[] = { games[0], games[0] };
        (void)compare(collation, turned, 2);
        size_t differences = compare(collation, same, 2);
        demand(differences == 0 || differences == (size_t)-1);
    }
    ludus_collation_free(collation);
    for (size_t i = 0; i < count; i++)
        sample_close(&samples[i]);
    return 0;
}
