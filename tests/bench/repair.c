/* repair.c - how the repairer ranks the truth: `repair RULESET GAMES TURNS` puts one random fault into each
 * of so many random games, such that the game is no longer legal, and prints a table row for each kind of
 * fault and for all of them: faults, those whose true repair is ranked first, among the first three, listed
 * at all, faults that were passed over because the game stayed legal, CPU seconds, and the seconds of the
 * slowest record. */
#include "play/sheet.h"
#include "tests/damage_text.h"

#include <stdio.h>

enum fault {
    WRONG_SIGN,
    WRONG_NAME,
    MOVES_EXCHANGED,
    DICE_EXCHANGED,
    TURNS_EXCHANGED,
    LEFT_OUT,
    DOUBLED,
    KINDS
};

static const char *const names[KINDS] = {
    "sign", "name", "moves exchanged", "dice exchanged", "turns exchanged", "turn left out", "turn doubled"
};

struct score {
    size_t faults, first, three, listed, unseen;
    double seconds, slowest;
};

/* A fault under way: edits of the record that sheet holds. */
struct damage {
    const struct sheet *sheet;
    uint64_t *random;
    struct edit edits[2];
    size_t count;
    char sign;
};

static size_t begin_of(const struct damage *damage, const struct item *item)
{
    return item_begin(damage->sheet->game, item);
}

static void replace(struct damage *damage, size_t begin, size_t end, const char *text, size_t length)
{
    damage->edits[damage->count++] = (struct edit){ begin, end, text, length };
}

static void exchange(struct damage *damage, size_t begin, size_t end, size_t other, size_t other_end)
{
    const char *text = damage->sheet->game->source.text;
    replace(damage, begin, end, text + other, other_end - other);
    replace(damage, other, other_end, text + begin, end - begin);
}

static void exchange_items(struct damage *damage, const struct item *one, const struct item *other)
{
    size_t begin = begin_of(damage, one), second = begin_of(damage, other);
    exchange(damage, begin, begin + one->length, second, second + other->length);
}

static const struct rules *rules_of(const struct damage *damage)
{
    return &damage->sheet->replay->ruleset->rules;
}

/* Another sign of the same class; '\0' when it is no die, file or rank. */
static char other_sign(struct damage *damage, char was, bool die)
{
    const struct rules *rules = rules_of(damage);
    char first = was >= 'a' ? 'a' : '1';
    size_t count = was >= 'a' ? rules->files : die ? rules->faces : rules->ranks < 9 ? rules->ranks : 9;
    if (!(was >= '1' && was <= '9') && !(was >= 'a' && was <= 'p'))
        return '\0';
    char sign = (char)(first + (char)draw_below(damage->random, count));
    return sign == was ? '\0' : sign;
}

static void change_sign(struct damage *damage, const struct sheet_entry *entry)
{
    size_t part = draw_below(damage->random, entry->count + (entry->dice != NULL));
    const struct item *item = part < entry->count ? entry->items[part] : entry->dice;
    if (!item)
        return;
    size_t at = draw_below(damage->random, item->length);
    bool die = item == entry->dice;
    if (!die && (item->move.style == MOVE_PASS || at < item->move.squares ||
                 at >= (size_t)item->move.squares + item->move.squares_length))
        return;
    damage->sign = other_sign(damage, item->text[at], die);
    if (damage->sign)
        replace(damage, begin_of(damage, item) + at, begin_of(damage, item) + at + 1, &damage->sign, 1);
}

static void change_name(struct damage *damage, const struct sheet_entry *entry)
{
    const struct item *item = entry->items[draw_below(damage->random, entry->count)];
    const struct kind *kind =
        &rules_of(damage)->kinds[draw_below(damage->random, rules_of(damage)->kind_count)];
    size_t length = item->move.name_length;
    const char *name = length > 1 ? kind->names[0] : &kind->letter;
    size_t name_length = length > 1 ? strlen(name) : 1;
    if (length && (name_length != length || memcmp(name, item->text, length) != 0))
        replace(damage, begin_of(damage, item), begin_of(damage, item) + length, name, name_length);
}

static size_t first_token(const struct damage *damage, const struct sheet_entry *entry)
{
    return begin_of(damage, entry->dice ? entry->dice : entry->items[0]);
}

/* Puts a fault of this kind at a random turn; no edit is made where it cannot be. */
static void spoil(struct damage *damage, enum fault fault)
{
    const struct sheet *sheet = damage->sheet;
    size_t index = draw_below(damage->random, sheet->count);
    const struct sheet_entry *entry = &sheet->entries[index], *next = entry + 1;
    if (fault >= DICE_EXCHANGED && index + 1 == sheet->count)
        return;
    switch (fault) {
    case WRONG_SIGN:
        change_sign(damage, entry);
        break;
    case WRONG_NAME:
        change_name(damage, entry);
        break;
    case MOVES_EXCHANGED:
        if (entry->count > 1)
            exchange_items(damage, entry->items[0], entry->items[1]);
        break;
    case DICE_EXCHANGED:
        if (entry->dice && next->dice)
            exchange_items(damage, entry->dice, next->dice);
        break;
    case TURNS_EXCHANGED:
        exchange(damage, first_token(damage, entry), entry->end, first_token(damage, next), next->end);
        break;
    case LEFT_OUT:
        replace(damage, entry->begin, next->begin, "", 0);
        break;
    case DOUBLED:
        replace(damage, next->begin, next->begin, sheet->game->source.text + entry->begin,
                next->begin - entry->begin);
        break;
    case KINDS:
        break;
    }
}

/* Appends what the turn says, without its number. */
static void add_turn(struct ludus_buffer *out, const struct sheet_entry *entry)
{
    for (unsigned i = 0; entry->dice && i < entry->dice->dice.count; i++)
        buf_format(out, "%u,", entry->dice->dice.face[i]);
    for (unsigned i = 0; i < entry->count; i++) {
        buf_add(out, entry->items[i]->move.plain, entry->items[i]->move.plain_length);
        buf_char(out, ';');
    }
    buf_char(out, '\n');
}

static bool is_lost(const struct sheet_entry *entry)
{
    return entry->count == 1 && entry->items[0]->move.style == MOVE_LOST;
}

/* Do two records say the same, turn by turn? A lost turn of the second can be any. */
static bool same_records(const struct sheet *truth, const struct sheet *repaired)
{
    bool same = truth->count == repaired->count;
    for (size_t i = 0; same && i < truth->count; i++) {
        struct ludus_buffer one = { 0 }, other = { 0 };
        add_turn(&one, &truth->entries[i]);
        add_turn(&other, &repaired->entries[i]);
        same = is_lost(&repaired->entries[i]) || strcmp(buf_string(&one), buf_string(&other)) == 0;
        buf_free(&one);
        buf_free(&other);
    }
    return same;
}

/* Is repair number `index` the true one? */
static bool is_true(const struct ludus_mend *mend, size_t index, const struct sheet *truth,
                    struct sheet *room)
{
    struct ludus_buffer text = { 0 };
    struct sample sample;
    ludus_mend_apply(mend, index, &text);
    sample_open(&sample, text.bytes, text.length);
    struct ludus_game *game = sample_next(&sample);
    bool same = game && sheet_read(room, game, SHEET_LEGAL) && same_records(truth, room);
    sample_close(&sample);
    buf_free(&text);
    return same;
}

static void judge(struct ludus_mend *mend, struct ludus_game *game, const struct sheet *truth,
                  struct sheet *room, struct score *score)
{
    double before = cpu_seconds();
    size_t count = ludus_mend_repair(mend, game), sound, turns = ludus_mend_turns(mend, &sound), rank = 0;
    double seconds = cpu_seconds() - before;
    if (sound == turns) {
        score->unseen++;
        return;
    }
    while (rank < count && !is_true(mend, rank, truth, room))
        rank++;
    score->faults++;
    score->first += rank < count && rank == 0;
    score->three += rank < count && rank < 3;
    score->listed += rank < count;
    score->seconds += seconds;
    score->slowest = seconds > score->slowest ? seconds : score->slowest;
}

/* Puts one fault into the record and has it repaired. False when none could be made that breaks the rules. */
static bool try_fault(struct ludus_mend *mend, const struct sheet *truth, struct sheet *room,
                      uint64_t *random, enum fault fault, struct score *score)
{
    for (unsigned tries = 0; tries < 100; tries++) {
        struct damage damage = { .sheet = truth, .random = random };
        struct ludus_buffer text = { 0 };
        struct sample sample;
        size_t faults = score->faults;
        spoil(&damage, fault);
        if (damage.count == 0)
            continue;
        make_edits(truth->game->source, damage.edits, damage.count, &text);
        sample_open(&sample, text.bytes, text.length);
        struct ludus_game *game = sample_next(&sample);
        if (game)
            judge(mend, game, truth, room, score);
        sample_close(&sample);
        buf_free(&text);
        if (score->faults > faults)
            return true;
    }
    return false;
}

/* Draws a fault that breaks the rules; every second is a wrong sign. */
static void draw_fault(struct ludus_mend *mend, const struct sheet *truth, struct sheet *room,
                       uint64_t *random, struct score scores[KINDS])
{
    size_t kind;
    do
        kind = draw_below(random, 2) ? WRONG_SIGN : 1 + draw_below(random, KINDS - 1);
    while (!try_fault(mend, truth, room, random, (enum fault)kind, &scores[kind]));
}

static void print_score(const char *id, const char *name, const struct score *score)
{
    printf("%-20s %-16s %7zu %7zu %7zu %7zu %7zu %9.2f %8.3f\n", id, name, score->faults, score->first,
           score->three, score->listed, score->unseen, score->seconds, score->slowest);
}

static void add_score(struct score *sum, const struct score *score)
{
    sum->faults += score->faults;
    sum->first += score->first;
    sum->three += score->three;
    sum->listed += score->listed;
    sum->unseen += score->unseen;
    sum->seconds += score->seconds;
    sum->slowest = score->slowest > sum->slowest ? score->slowest : sum->slowest;
}

int main(int argc, char **argv)
{
    const struct ludus_ruleset *rules = argc == 4 ? ludus_ruleset_find(argv[1]) : NULL;
    struct ludus_mend *mend = ludus_mend_new(rules, NULL);
    struct score scores[KINDS] = { { 0 } }, all = { 0 };
    struct sheet truth, room;
    if (!rules || !mend || !sheet_init(&truth, rules) || !sheet_init(&room, rules)) {
        fputs("usage: repair RULESET GAMES TURNS\n", stderr);
        return 2;
    }
    for (size_t g = 0; g < strtoul(argv[2], NULL, 10); g++) {
        struct ludus_buffer text = { 0 };
        struct sample sample;
        uint64_t random = g;
        if (!ludus_game_generate(rules, g + 1, (unsigned)strtoul(argv[3], NULL, 10), 1, &text))
            return 2;
        sample_open(&sample, text.bytes, text.length);
        struct ludus_game *game = sample_next(&sample);
        if (game && sheet_read(&truth, game, SHEET_LEGAL) && truth.count > 1)
            draw_fault(mend, &truth, &room, &random, scores);
        sample_close(&sample);
        buf_free(&text);
    }
    for (unsigned k = 0; k < KINDS; k++) {
        add_score(&all, &scores[k]);
        if (scores[k].faults)
            print_score(argv[1], names[k], &scores[k]);
    }
    print_score(argv[1], "all", &all);
    sheet_free(&truth);
    sheet_free(&room);
    ludus_mend_free(mend);
    return 0;
}
