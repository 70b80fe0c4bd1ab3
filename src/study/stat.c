/* stat.c - the table of counts, and what the main line of a game adds to it. */
#include "study/stat.h"

#include "base/text.h"
#include "notation/record.h"
#include "play/replay.h"
#include "rules/position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The table ---- */

const char *const stat_measures[STAT_MEASURES] = {
    [STAT_GAMES] = "games",   [STAT_RESULT] = "result", [STAT_TURNS] = "turns", [STAT_CAPTURES] = "captures",
    [STAT_PASSES] = "passes", [STAT_DIE] = "die",       [STAT_ROLL] = "roll",   [STAT_OPENING] = "opening",
};

/* The items of measures that have a fixed set of them, in their order. */
static const char items[] = "all cut unplayed 1-0 0-1 1/2-1/2 * won lost drawn open "
                            "shortest longest forced free";

static uint64_t row_key(const char *group, unsigned measure, const char *item)
{
    const char *const texts[] = { group, item };
    uint64_t hash = measure + 14695981039346656037u;
    for (unsigned i = 0; i < 2; i++, hash *= 31)
        for (const char *at = texts[i]; *at; at++)
            hash = (hash ^ (unsigned char)*at) * 1099511628211u;
    return hash ^ hash >> 32;
}

void stat_add(struct ludus_stats *stats, const char *group, enum stat_measure measure, const char *item,
              uint64_t count)
{
    const uint64_t key = row_key(group, measure, item);
    struct stat_row *row = NULL;
    for (uint32_t at = keyed_find(&stats->keys, key); at != KEYED_NONE && !row;
         at = keyed_before(&stats->keys, at))
        if (stats->rows[at].measure == measure && strcmp(stats->rows[at].group, group) == 0 &&
            strcmp(stats->rows[at].item, item) == 0)
            row = &stats->rows[at];
    if (row) {
        if (row->measure == STAT_TURNS && strcmp(row->item, "shortest") == 0)
            row->count = count < row->count ? count : row->count;
        else if (row->measure == STAT_TURNS && strcmp(row->item, "longest") == 0)
            row->count = count > row->count ? count : row->count;
        else
            row->count += count;
        return;
    }
    struct stat_row added = { arena_copy(&stats->arena, group, strlen(group)),
                              arena_copy(&stats->arena, item, strlen(item)), count, (uint8_t)measure };
    stats->failed |= !added.group || !added.item ||
                     !memory_add(&stats->rows, &stats->count, &stats->capacity, &added, sizeof added) ||
                     keyed_add(&stats->keys, key) == KEYED_NONE;
}

bool ludus_stats_join(struct ludus_stats *stats, const struct ludus_stats *other)
{
    for (size_t i = 0; i < other->count; i++) {
        const struct stat_row *row = &other->rows[i];
        stat_add(stats, row->group, (enum stat_measure)row->measure, row->item, row->count);
    }
    stats->failed |= other->failed;
    return !stats->failed;
}

/* Returns the place of a row's item in `items`; other items come after them. */
static unsigned item_rank(const struct stat_row *row)
{
    return row->measure == STAT_OPENING ? 0 : (unsigned)text_among(row->item, strlen(row->item), items);
}

/* Orders rows: groups by name, measures by number, openings by frequency, numbers as numbers. */
static int in_order(const void *a, const void *b)
{
    const struct stat_row *left = a, *right = b;
    int order = strcmp(left->group, right->group);
    order = order ? order : left->measure - right->measure;
    if (order)
        return order;
    if (left->measure == STAT_OPENING && left->count != right->count)
        return left->count > right->count ? -1 : 1;
    order = (item_rank(left) > item_rank(right)) - (item_rank(left) < item_rank(right));
    if (!order && left->measure == STAT_DIE)
        order = (int)strlen(left->item) - (int)strlen(right->item);
    return order ? order : strcmp(left->item, right->item);
}

struct stat_row *stat_sorted(struct ludus_stats *stats)
{
    struct stat_row *rows = arena_alloc(&stats->arena, (stats->count + 1) * sizeof *rows);
    stats->failed |= !rows;
    if (!rows || !stats->count)
        return rows;
    memcpy(rows, stats->rows, stats->count * sizeof *rows);
    qsort(rows, stats->count, sizeof *rows, in_order);
    return rows;
}

const struct stat_row *stat_run(const struct stat_row *row, const struct stat_row *end, bool measure)
{
    const struct stat_row *at = row;
    while (at < end && strcmp(at->group, row->group) == 0 && (!measure || at->measure == row->measure))
        at++;
    return at;
}

struct ludus_stats *ludus_stats_new(const char *by, unsigned openings)
{
    struct ludus_stats *stats = memory_zeroed(1, sizeof *stats);
    bool sound = stats != NULL, more = strcmp(by, "all") != 0; /* that is no dimension */
    if (stats)
        stats->openings = openings;
    for (size_t length; sound && more; by += length + 1) {
        length = strcspn(by, ",");
        more = by[length] != '\0';
        char *name = arena_copy(&stats->arena, by, length);
        sound = name && ludus_tag_valid((struct ludus_text){ by, length }, (struct ludus_text){ "", 0 }) &&
                stats->dimension_count < STAT_DIMENSIONS_MAX;
        stats->by_side |= sound && (strcmp(name, "player") == 0 || strcmp(name, "side") == 0);
        if (sound)
            stats->dimensions[stats->dimension_count++] = name;
    }
    if (sound)
        return stats;
    ludus_stats_free(stats);
    return NULL;
}

void ludus_stats_free(struct ludus_stats *stats)
{
    if (!stats)
        return;
    free(stats->rows);
    keyed_free(&stats->keys);
    buf_free(&stats->groups[0]);
    buf_free(&stats->groups[1]);
    buf_free(&stats->text);
    arena_free(&stats->arena);
    free(stats);
}

/* ---- Counts of a game ---- */

enum { TEXT_SIZE = 64 };

/* Counts for one side, or for both together. */
struct deeds {
    uint64_t turns, captures, forced, free;
};

/* Sets the group of a side: the values of the dimensions, on one line; `side` is 2 if both are one. */
static void name_group(struct ludus_stats *stats, const struct ludus_game *game, struct ludus_text ruleset,
                       unsigned side)
{
    static const char *const sides[] = { "white", "black", "both" };
    struct ludus_buffer *group = &stats->groups[side & 1];
    buf_clear(group);
    for (unsigned i = 0; i < stats->dimension_count; i++) {
        const char *name = stats->dimensions[i], *player = side == LUDUS_WHITE ? "White" : "Black";
        bool year = strcmp(name, "year") == 0;
        struct ludus_text value = { "", 0 };
        ludus_game_tag(game, year ? "Date" : strcmp(name, "player") == 0 ? player : name, &value);
        value = value.length ? value : (struct ludus_text){ "?", 1 };
        value.length = year ? text_fit(value.text, value.length, 4) : value.length;
        if (strcmp(name, "ruleset") == 0)
            value = ruleset;
        else if (strcmp(name, "side") == 0)
            value = (struct ludus_text){ sides[side], strlen(sides[side]) };
        if (i)
            buf_char(group, '\t');
        for (size_t c = 0; c < value.length; c++)
            buf_char(group, (unsigned char)value.text[c] < ' ' ? ' ' : value.text[c]);
    }
    (void)buf_string(group);
    stats->failed |= group->failed;
}

static const char *group_of(struct ludus_stats *stats, unsigned side)
{
    return buf_string(&stats->groups[side & stats->by_side]);
}

static void count_dice(struct ludus_stats *stats, const char *group, const struct item *item,
                       const struct rules *rules)
{
    uint8_t dice[LUDUS_DICE_MAX];
    char text[TEXT_SIZE] = "";
    bool whole = item->dice.count == dice_thrown(rules);
    for (unsigned i = 0; i < item->dice.count; i++) {
        dice[i] = item->dice.face[i];
        if (dice[i] == 0 || dice[i] > rules->faces) {
            whole = false;
            continue;
        }
        snprintf(text, sizeof text, "%u", dice[i]);
        stat_add(stats, group, STAT_DIE, text, 1);
    }
    if (!whole)
        return;
    dice_sort(dice, item->dice.count);
    for (unsigned i = 0, length = 0; i < item->dice.count; i++)
        length += (unsigned)snprintf(text + length, sizeof text - length, i ? ",%u" : "%u", dice[i]);
    stat_add(stats, group, STAT_ROLL, text, 1);
}

/* Counts a pass: forced if nothing else was legal, free if something was; none if the roll is unknown. */
static void count_pass(const struct ludus_replay *replay, struct deeds *deeds)
{
    const struct turn *turn = &replay->turn;
    struct ludus_position *before = replay->before;
    bool dice = replay->ruleset->rules.dice > 0;
    (void)ludus_replay_before(replay);
    if (dice && (turn->roll_count == 0 || !ludus_position_roll(before, turn->roll, turn->roll_count)))
        return;
    bool forced = dice ? !movegen_any(before) : movegen_count(before) < 2;
    deeds->forced += forced;
    deeds->free += !forced;
}

/* Plays the main line. False if it is not played to its end. */
static bool play_game(struct ludus_stats *stats, struct ludus_replay *replay, struct deeds deeds[2])
{
    size_t turns = 0;
    uint16_t taken[2] = { replay->line.pos.taken[0], replay->line.pos.taken[1] };
    buf_clear(&stats->text);
    for (;; turns = replay->turn_count) {
        replay->texts = turns < stats->openings;
        if (turns == stats->openings)
            quick_allow(replay);
        if (!replay_steps(replay, SIZE_MAX))
            break;
        if (replay->depth > 0)
            continue;
        /* One turn, or several plain ones together, of which none is a pass. */
        size_t plain = replay->quick.turn_count;
        unsigned side = replay->turn.side & stats->by_side;
        if (plain == 0) {
            const struct turn *turn = &replay->turn;
            bool played = turn->state == LUDUS_TURN_PLAYED;
            bool passed = turn->move_count == 0 || turn->moves[0].type == LUDUS_PASS;
            deeds[side].turns++;
            if (played && passed)
                count_pass(replay, &deeds[side]);
            if (turn->dice && dice_thrown(&replay->ruleset->rules))
                count_dice(stats, group_of(stats, turn->side), turn->dice, &replay->ruleset->rules);
        }
        deeds[side].turns += (plain + 1) / 2;
        deeds[side ^ stats->by_side].turns += plain / 2;
        if (turns >= stats->openings)
            continue;
        const char *text = buf_string(&replay->text), *end = *text == '(' ? strchr(text, ')') : NULL;
        buf_text(&stats->text, stats->text.length ? "; " : "");
        for (text = end ? end + 1 + (end[1] == ' ') : text; *text; text++) /* without dice */
            buf_char(&stats->text, (unsigned char)*text < ' ' ? ' ' : *text);
    }
    const struct ludus_position *final = quick_final(replay);
    for (unsigned side = 0; side < 2; side++)
        deeds[side & stats->by_side].captures += (uint64_t)(final->taken[side] - taken[side]);
    return replay_whole(replay);
}

/* Adds the counts of a game for one side, or for both (2). */
static void add_played(struct ludus_stats *stats, enum ludus_result result, unsigned side,
                       const struct deeds *deeds, bool started, bool sound)
{
    static const char *const results[2][4] = { { "open", "won", "lost", "drawn" },
                                               { "open", "lost", "won", "drawn" } };
    const char *group = group_of(stats, side & 1);
    /* A player who plays both sides has played one game. */
    if (side != LUDUS_BLACK || strcmp(group, group_of(stats, 0)) != 0) {
        stat_add(stats, group, STAT_GAMES, "all", 1);
        stat_add(stats, group, STAT_GAMES, "cut", !sound);
        if (!started)
            stat_add(stats, group, STAT_GAMES, "unplayed", 1);
        if (stats->openings && stats->text.length)
            stat_add(stats, group, STAT_OPENING, buf_string(&stats->text), 1);
    }
    stat_add(stats, group, STAT_RESULT, side < 2 ? results[side][result] : result_text(result), 1);
    if (!started)
        return;
    stat_add(stats, group, STAT_TURNS, "all", deeds->turns);
    stat_add(stats, group, STAT_TURNS, "shortest", deeds->turns);
    stat_add(stats, group, STAT_TURNS, "longest", deeds->turns);
    stat_add(stats, group, STAT_CAPTURES, "all", deeds->captures);
    stat_add(stats, group, STAT_PASSES, "forced", deeds->forced);
    stat_add(stats, group, STAT_PASSES, "free", deeds->free);
}

bool ludus_stats_add(struct ludus_stats *stats, struct ludus_replay *replay, struct ludus_game *game)
{
    struct deeds deeds[2] = { { 0 } };
    const struct tag *variant = record_tag(game, "Variant");
    struct ludus_text ruleset = { "?", 1 };
    replay->texts = stats->openings > 0;
    bool started = ludus_replay_start(replay, game), sound = started;
    if (started)
        ruleset = (struct ludus_text){ replay->ruleset->rules.id, strlen(replay->ruleset->rules.id) };
    else if (variant && variant->value.length > 0)
        ruleset = variant->value;
    buf_clear(&stats->text);
    for (unsigned side = 0; side <= stats->by_side; side++) {
        name_group(stats, game, ruleset, stats->by_side ? side : 2);
        unsigned faces = started ? replay->ruleset->rules.faces : 0;
        for (unsigned face = 1; face <= faces; face++) { /* faces that never fall have a row, too */
            char text[TEXT_SIZE];
            snprintf(text, sizeof text, "%u", face);
            stat_add(stats, group_of(stats, side), STAT_DIE, text, 0);
        }
    }
    if (started)
        sound = play_game(stats, replay, deeds);
    for (unsigned side = 0; side <= stats->by_side; side++)
        add_played(stats, stated_result(game), stats->by_side ? side : 2, &deeds[side], started, sound);
    stats->failed |= replay->failed || stats->text.failed;
    return !stats->failed;
}
