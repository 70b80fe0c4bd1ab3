/* stat_count.c - counts one game: plays its main line and adds what happened to the table. */
#include "notation/record.h"
#include "play/replay.h"
#include "rules/engine.h"
#include "study/stat.h"

#include <stdio.h>
#include <string.h>

enum { TEXT_SIZE = 64 };

/* What one side did. */
struct deeds {
    uint64_t turns, captures, forced, free;
};

/* ---- Groups ---- */

/* The value of a dimension, on one line; `side` is 2 where both are counted together. */
static struct ludus_text dimension_value(const struct ludus_game *game, const char *dimension,
                                         struct ludus_text ruleset, unsigned side)
{
    static const char *const sides[] = { "white", "black", "both" };
    const char *name = dimension;
    if (strcmp(dimension, "ruleset") == 0)
        return ruleset;
    if (strcmp(dimension, "side") == 0)
        return (struct ludus_text){ sides[side], strlen(sides[side]) };
    if (strcmp(dimension, "player") == 0)
        name = side == LUDUS_WHITE ? "White" : "Black";
    bool year = strcmp(dimension, "year") == 0;
    const struct tag *tag = record_tag(game, year ? "Date" : name);
    struct ludus_text value = tag ? tag->value : (struct ludus_text){ "", 0 };
    if (year && value.length > 4) /* whole characters only */
        for (value.length = 4; ((unsigned char)value.text[value.length] & 0xc0) == 0x80;)
            value.length--;
    return value.length ? value : (struct ludus_text){ "?", 1 };
}

static void name_group(struct ludus_stats *stats, const struct ludus_game *game, struct ludus_text ruleset,
                       unsigned side)
{
    struct ludus_buffer *group = &stats->groups[side & 1];
    buf_clear(group);
    for (unsigned i = 0; i < stats->dimension_count; i++) {
        struct ludus_text value = dimension_value(game, stats->dimensions[i], ruleset, side);
        if (i)
            buf_char(group, '\t');
        for (size_t c = 0; c < value.length; c++)
            buf_char(group, (unsigned char)value.text[c] < ' ' ? ' ' : value.text[c]);
    }
    (void)buf_string(group);
    stats->failed |= group->failed;
}

/* The group that a side's deeds go to. */
static const char *group_of(struct ludus_stats *stats, unsigned side)
{
    return buf_string(&stats->groups[stats->by_side ? side : 0]);
}

/* ---- Turns ---- */

static void count_dice(struct ludus_stats *stats, const char *group, const struct item *item,
                       const struct rules *rules)
{
    uint8_t dice[LUDUS_DICE_MAX];
    char text[TEXT_SIZE] = "";
    bool whole = item->dice.count == rules->dice;
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

/* Counts a pass: as forced if the side could do nothing else, as free if it could; where the roll is not
 * known, as neither. */
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

/* Plays the main line. False when it could not be played to its end. */
static bool play_game(struct ludus_stats *stats, struct ludus_replay *replay, struct deeds deeds[2])
{
    size_t turns = 0;
    uint16_t taken[2] = { replay->line.pos.taken[0], replay->line.pos.taken[1] };
    buf_clear(&stats->text);
    for (;; turns = replay->turn_count) {
        replay->texts = turns < stats->openings;
        if (turns == stats->openings)
            quick_allow(replay);
        if (!replay_steps(replay))
            break;
        if (replay->depth > 0)
            continue;
        /* One turn, or several plain ones together, of which none is a pass. */
        size_t plain = replay->quick.turn_count;
        unsigned side = replay->turn.side & 1;
        if (plain == 0) {
            const struct turn *turn = &replay->turn;
            bool played = turn->state == LUDUS_TURN_PLAYED;
            bool passed = turn->move_count == 0 || turn->moves[0].type == LUDUS_PASS;
            deeds[side].turns++;
            if (played && passed)
                count_pass(replay, &deeds[side]);
            if (turn->dice && replay->ruleset->rules.dice)
                count_dice(stats, group_of(stats, turn->side), turn->dice, &replay->ruleset->rules);
        }
        deeds[side].turns += (plain + 1) / 2;
        deeds[side ^ 1].turns += plain / 2;
        if (turns >= stats->openings)
            continue;
        const char *text = buf_string(&replay->text), *end = *text == '(' ? strchr(text, ')') : NULL;
        buf_text(&stats->text, stats->text.length ? "; " : "");
        for (text = end ? end + 1 + (end[1] == ' ') : text; *text; text++) /* without dice */
            buf_char(&stats->text, (unsigned char)*text < ' ' ? ' ' : *text);
    }
    const struct ludus_position *final = quick_final(replay);
    for (unsigned side = 0; side < 2; side++)
        deeds[side].captures = (uint64_t)(final->taken[side] - taken[side]);
    return replay_whole(replay);
}

/* ---- Games ---- */

/* Adds what a game came to for one side, or for both (2), whose deeds are then those of both together. */
static void add_played(struct ludus_stats *stats, enum ludus_result result, unsigned side,
                       const struct deeds *deeds, bool started, bool sound)
{
    static const char *const results[2][4] = { { "open", "won", "lost", "drawn" },
                                               { "open", "lost", "won", "drawn" } };
    const char *group = group_of(stats, side & 1);
    /* One who plays both sides has played one game. */
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
        for (unsigned face = 1;
             started && replay->ruleset->rules.dice && face <= replay->ruleset->rules.faces;
             face++) { /* faces that never fell are counted too */
            char text[TEXT_SIZE];
            snprintf(text, sizeof text, "%u", face);
            stat_add(stats, group_of(stats, side), STAT_DIE, text, 0);
        }
    }
    if (started)
        sound = play_game(stats, replay, deeds);
    struct deeds both = { deeds[0].turns + deeds[1].turns, deeds[0].captures + deeds[1].captures,
                          deeds[0].forced + deeds[1].forced, deeds[0].free + deeds[1].free };
    for (unsigned side = 0; side <= stats->by_side; side++)
        add_played(stats, stated_result(game), stats->by_side ? side : 2,
                   stats->by_side ? &deeds[side] : &both, started, sound);
    stats->failed |= replay->failed || stats->text.failed;
    return !stats->failed;
}
