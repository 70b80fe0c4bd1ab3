/* mend.c - what the restorer finds of signs that were blanked on purpose. Each line it prints is a table row:
 * what was blanked, records, places, places whose true reading is among those found, places with one reading
 * only, records given up, CPU seconds, and the seconds of the slowest record.
 *
 *   mend each FILE                       every die, every file and rank, every move of the first record, one
 * at a time mend gaps RULESET GAMES TURNS GAPS   so many random places at once in each of so many random
 * games
 *
 * The status is 1 when a search that was not given up has missed a true reading. */
#include "play/sheet.h"
#include "tests/damage_text.h"

#include <errno.h>
#include <stdio.h>

enum what { A_DIE, A_SIGN, A_MOVE, KINDS };

static const char *const names[KINDS] = { "die", "file or rank", "move" };

/* A place that can be blanked. */
struct place {
    enum what what;
    const struct item *item;
    size_t begin, end; /* in the record */
};

struct record {
    struct ludus_game *game;
    struct place *places[KINDS];
    size_t count[KINDS];
};

struct score {
    size_t records, places, found, unique, given_up;
    double seconds, slowest;
};

static bool missed;

static void add_place(struct record *record, enum what what, const struct item *item, size_t begin,
                      size_t end)
{
    size_t base = item_begin(record->game, item);
    record->places[what][record->count[what]++] = (struct place){ what, item, base + begin, base + end };
}

static bool is_sign(char c)
{
    return (c >= 'a' && c <= 'p') || (c >= '0' && c <= '9');
}

static void find_in_item(struct record *record, const struct item *item)
{
    for (size_t i = 0; item->kind == ITEM_DICE && i < item->length; i++)
        if (is_sign(item->text[i]))
            add_place(record, A_DIE, item, i, i + 1);
    if (item->kind != ITEM_MOVE || item->move.style == MOVE_PASS)
        return;
    add_place(record, A_MOVE, item, 0, item->length);
    for (size_t i = item->move.squares, n = 0; n < item->move.squares_length; i++, n++)
        if (is_sign(item->text[i]))
            add_place(record, A_SIGN, item, i, i + 1);
}

/* Finds all places of the main line. */
static void find_places(struct record *record)
{
    const struct ludus_game *game = record->game;
    for (unsigned k = 0; k < KINDS; k++) {
        record->places[k] = malloc((game->source.length + 1) * sizeof *record->places[k]);
        record->count[k] = 0;
        if (!record->places[k])
            exit(2);
    }
    for (size_t i = 0; i < game->item_count; i++)
        if (game->items[i].kind == ITEM_OPEN)
            i = game->items[i].partner;
        else
            find_in_item(record, &game->items[i]);
}

static void free_places(struct record *record)
{
    for (unsigned k = 0; k < KINDS; k++)
        free(record->places[k]);
}

/* Is `text` what the item says, but for check signs and marks? */
static bool says(const char *text, const struct item *item)
{
    size_t length = strcspn(text, "+#");
    if (item->kind == ITEM_DICE)
        return strlen(text) == item->length && memcmp(text, item->text, item->length) == 0;
    return length == item->move.plain_length && memcmp(text, item->move.plain, length) == 0;
}

/* Looks for what `place` said among the readings of the gap at byte `at`. */
static void judge(struct ludus_mend *mend, const struct place *place, size_t at, struct score *score,
                  bool given_up)
{
    struct ludus_gap gap = { .size = sizeof gap };
    struct ludus_reading reading = { .size = sizeof reading };
    bool found = false;
    size_t g = 0;
    while (ludus_mend_gap(mend, g, &gap) && gap.offset != at)
        g++;
    for (size_t r = 0; ludus_mend_reading(mend, g, r, &reading) && reading.allowed; r++)
        found |= says(reading.text, place->item);
    score->places++;
    score->found += found;
    score->unique += found && gap.exact && gap.readings == 1;
    if (!found && !given_up) {
        missed = true;
        printf("# missed: %.*s\n", (int)place->item->length, place->item->text);
    }
}

/* Blanks the places and restores the record. */
static void restore(struct ludus_mend *mend, const struct record *record, const struct place *places,
                    size_t count, struct score *score)
{
    struct edit edits[EDITS_MAX];
    struct ludus_buffer text = { 0 };
    struct sample sample;
    unsigned number;
    enum ludus_side side;
    for (size_t i = 0; i < count; i++)
        edits[i] = (struct edit){ places[i].begin, places[i].end, "_", 1 };
    make_edits(record->game->source, edits, count, &text);
    sample_open(&sample, text.bytes, text.length);
    double before = cpu_seconds();
    struct ludus_game *game = sample_next(&sample);
    bool done = game && ludus_mend_restore(mend, game);
    double seconds = cpu_seconds() - before;
    bool given_up = done && ludus_mend_gave_up(mend, &number, &side);
    missed |= !done;
    score->records++;
    score->given_up += given_up;
    score->seconds += seconds;
    score->slowest = seconds > score->slowest ? seconds : score->slowest;
    for (size_t i = 0; done && i < count; i++) {
        size_t at = item_begin(record->game, places[i].item), moved = at;
        for (size_t e = 0; e < count && edits[e].begin < at; e++)
            moved -= edits[e].end - edits[e].begin - 1;
        judge(mend, &places[i], moved, score, given_up);
    }
    sample_close(&sample);
    buf_free(&text);
}

static void print_score(const char *name, const struct score *score)
{
    printf("%-34s %8zu %8zu %8zu %8zu %8zu %9.2f %9.3f\n", name, score->records, score->places, score->found,
           score->unique, score->given_up, score->seconds, score->slowest);
    fflush(stdout);
}

static int mend_each(const char *path)
{
    struct ludus_reader *reader = ludus_reader_open(path);
    struct ludus_mend *mend = ludus_mend_new(NULL, NULL);
    struct record record = { .game = reader ? ludus_reader_next(reader) : NULL };
    if (!record.game || !mend) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return 2;
    }
    find_places(&record);
    for (unsigned k = 0; k < KINDS; k++) {
        struct score score = { 0 };
        for (size_t i = 0; i < record.count[k]; i++)
            restore(mend, &record, &record.places[k][i], 1, &score);
        if (record.count[k])
            print_score(names[k], &score);
    }
    free_places(&record);
    ludus_mend_free(mend);
    ludus_reader_close(reader);
    return missed;
}

/* Two signs of one token can be blanked, but nothing of a move that is lost as a whole. */
static bool goes_with(const struct place *place, const struct place *others, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (place->begin < others[i].end && others[i].begin < place->end)
            return false;
    return true;
}

/* Draws a place: first what it is, then which, so that dice, signs and moves come equally often. */
static struct place draw_place(const struct record *record, uint64_t *random)
{
    size_t kind;
    do
        kind = draw_below(random, KINDS);
    while (record->count[kind] == 0);
    return record->places[kind][draw_below(random, record->count[kind])];
}

static void restore_random(struct ludus_mend *mend, const struct record *record, size_t gaps,
                           uint64_t *random, struct score *score)
{
    struct place places[EDITS_MAX];
    size_t count = 0;
    if (record->count[A_MOVE] < 2 * gaps)
        return;
    while (count < gaps) {
        places[count] = draw_place(record, random);
        count += goes_with(&places[count], places, count);
    }
    restore(mend, record, places, gaps, score);
}

static int mend_gaps(const char *id, size_t games, unsigned turns, size_t gaps)
{
    const struct ludus_ruleset *rules = ludus_ruleset_find(id);
    struct ludus_mend *mend = ludus_mend_new(rules, NULL);
    struct score score = { 0 };
    char name[80];
    if (!rules || !mend || gaps > EDITS_MAX)
        return 2;
    for (size_t g = 0; g < games; g++) {
        struct ludus_buffer text = { 0 };
        struct sample sample;
        uint64_t random = g;
        if (!ludus_game_generate(rules, g + 1, turns, 1, &text))
            return 2;
        sample_open(&sample, text.bytes, text.length);
        struct record record = { .game = sample_next(&sample) };
        if (!record.game)
            return 2;
        find_places(&record);
        restore_random(mend, &record, gaps, &random, &score);
        free_places(&record);
        sample_close(&sample);
        buf_free(&text);
    }
    snprintf(name, sizeof name, "%s %zu", id, gaps);
    print_score(name, &score);
    ludus_mend_free(mend);
    return missed;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "each") == 0)
        return mend_each(argv[2]);
    if (argc == 6 && strcmp(argv[1], "gaps") == 0)
        return mend_gaps(argv[2], strtoul(argv[3], NULL, 10), (unsigned)strtoul(argv[4], NULL, 10),
                         strtoul(argv[5], NULL, 10));
    fputs("usage: mend each FILE | mend gaps RULESET GAMES TURNS GAPS\n", stderr);
    return 2;
}
