/* fuzz_mend.c - any records are restored, repaired, compared and made editions of, with little work for each:
 * shares add up, what is certain stays certain when it is written, a record is no other than itself, and
 * editions are XML. */
#include "tests/record_text.h"

#include <libxml/parser.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LIMIT = 300, RECORDS = 8, TURNS = 400 };

static void demand(bool holds)
{
    if (!holds)
        abort();
}

/* Restores a record. Returns the number of its gaps when all have one reading only, else SIZE_MAX. */
static size_t restore(struct ludus_mend *mend, struct ludus_game *game, struct ludus_buffer *out)
{
    struct ludus_gap gap = { .size = sizeof gap };
    struct ludus_reading reading = { .size = sizeof reading };
    bool unique = true;
    if (!ludus_mend_restore(mend, game))
        return SIZE_MAX;
    for (size_t g = 0; ludus_mend_gap(mend, g, &gap); g++) {
        double sum = 0;
        for (size_t r = 0; ludus_mend_reading(mend, g, r, &reading); r++) {
            demand(reading.allowed == (r < gap.readings));
            sum += reading.share;
        }
        demand(!gap.exact || gap.readings == 0 || (sum > 0.999 && sum < 1.001));
        unique &= gap.exact && gap.readings == 1;
    }
    buf_clear(out);
    ludus_mend_write(mend, out);
    return unique && ludus_mend_sound(mend) ? ludus_mend_gaps(mend) : SIZE_MAX;
}

/* What has been restored is a record that goes on being possible. */
static void restore_again(struct ludus_mend *mend, struct ludus_game *game)
{
    struct ludus_buffer first = { 0 }, second = { 0 };
    struct sample sample;
    unsigned number;
    enum ludus_side side;
    if (restore(mend, game, &first) < SIZE_MAX) {
        sample_open(&sample, buf_string(&first), first.length);
        struct ludus_game *again = sample_next(&sample);
        if (again && restore(mend, again, &second) == SIZE_MAX)
            demand(ludus_mend_gave_up(mend, &number, &side) || ludus_mend_sound(mend));
        sample_close(&sample);
    }
    buf_free(&first);
    buf_free(&second);
}

static void repair(struct ludus_mend *mend, struct ludus_game *game)
{
    struct ludus_buffer out = { 0 };
    struct ludus_repair found = { .size = sizeof found };
    size_t count = ludus_mend_repair(mend, game), sound;
    (void)ludus_mend_turns(mend, &sound);
    for (size_t i = 0; ludus_mend_repair_at(mend, i, &found); i++)
        demand(found.turns + found.whole > sound && found.gain == found.turns - sound);
    if (count)
        ludus_mend_apply(mend, count - 1, &out);
    buf_free(&out);
}

/* Is an apparatus the record itself, but for the names of its witnesses? */
static bool is_same(struct ludus_buffer *apparatus, struct ludus_text source)
{
    static const char names[] = "{[%wit A B]}";
    const size_t length = sizeof names - 1;
    size_t begin = 0;
    while (begin + length <= apparatus->length && memcmp(apparatus->bytes + begin, names, length) != 0)
        begin++;
    bool named = begin + length <= apparatus->length;
    begin = named ? begin : 0;
    size_t behind = begin + (named ? length : 0);
    if (named && behind < apparatus->length && apparatus->bytes[behind] == ' ')
        behind++;
    else if (named && begin > 0)
        begin--; /* the blank stands before them */
    return apparatus->length - (behind - begin) == source.length &&
           memcmp(apparatus->bytes, source.text, begin) == 0 &&
           memcmp(apparatus->bytes + behind, source.text + begin, source.length - begin) == 0;
}

static void compare(struct ludus_collation *collation, struct ludus_game *game)
{
    static const char *const names[] = { "A", "B" };
    struct ludus_buffer out = { 0 };
    ludus_collation_clear(collation);
    if (ludus_collation_add(collation, game) && ludus_collation_add(collation, game)) {
        demand(ludus_collation_compare(collation) == 0);
        ludus_collation_apparatus(collation, names, &out);
        demand(is_same(&out, ludus_game_source(game)));
    }
    buf_free(&out);
}

static void edit(struct ludus_export *export, struct ludus_game *game, struct ludus_buffer *out)
{
    buf_clear(out);
    ludus_export_begin(export, out);
    ludus_export_game(export, game, out);
    ludus_export_end(export, 1, out);
    xmlDocPtr document =
        xmlReadMemory(out->bytes, (int)out->length, "edition", NULL, XML_PARSE_NONET | XML_PARSE_HUGE);
    demand(document != NULL);
    xmlFreeDoc(document);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct ludus_mend_options few = { .size = sizeof few, .limit = LIMIT, .explain = true };
    const struct ludus_export_options tei = { .size = sizeof tei, .format = LUDUS_FORMAT_XML, .tei = true };
    struct ludus_mend *mend = ludus_mend_new(NULL, &few);
    struct ludus_collation *collation = ludus_collation_new(NULL);
    struct ludus_export *export = ludus_export_new(&tei);
    struct ludus_buffer out = { 0 };
    struct sample sample;
    struct ludus_game *game;
    sample_open(&sample, (const char *)data, size);
    for (unsigned i = 0; i < RECORDS && (game = sample_next(&sample)) != NULL; i++) {
        edit(export, game, &out);
        if (game->item_count > 2 * TURNS)
            continue;
        restore_again(mend, game);
        repair(mend, game);
        compare(collation, game);
    }
    sample_close(&sample);
    buf_free(&out);
    ludus_export_free(export);
    ludus_collation_free(collation);
    ludus_mend_free(mend);
    return 0;
}
