/* generate.c - generates random legal games, with a generator of our own, so that a seed means the same
 * everywhere. They are written as plain text and then formatted like any other record. */
#include "base/buf.h"
#include "base/memory.h"
#include "notation/record.h"
#include "play/san.h"
#include "rules/engine.h"
#include "rules/position.h"

#include <stdlib.h>

enum { MOVE_TEXT = 200 };

/* A game that is generated. */
struct making {
    uint64_t state; /* of the generator */
    struct ludus_position *pos;
    struct ludus_move *moves; /* room for all legal moves */
    struct ludus_buffer text; /* the moves so far; `failed` also if memory for another purpose runs out */
};

/* Returns a random number below `bound`, all equally likely. */
static size_t draw_below(struct making *making, size_t bound)
{
    uint64_t limit = UINT64_MAX - UINT64_MAX % bound, drawn;
    do
        drawn = random_next(&making->state);
    while (drawn >= limit);
    return (size_t)(drawn % bound);
}

/* Plays a random legal move; with `or_stop`, stopping is as likely as each of them. False if it stops. */
static bool play_random_move(struct making *making, bool first, bool or_stop)
{
    size_t count = movegen_all(making->pos, making->moves), chosen;
    if (count + or_stop == 0)
        return false;
    chosen = draw_below(making, count + or_stop);
    if (chosen == count)
        return false;
    char text[MOVE_TEXT];
    struct ludus_move move = making->moves[chosen];
    ludus_move_text(making->pos, move, text, sizeof text);
    buf_format(&making->text, "%s%s", first ? "" : ", ", text);
    making->text.failed |= !ludus_position_make(making->pos, move);
    if (making->text.failed)
        return false;
    unsigned code = move.to < making->pos->ruleset->squares ? making->pos->cell[move.to] : 0;
    if (code && in_set(making->pos->ruleset->rules.squeeze, CODE_KIND(code)) &&
        capture_between(making->pos, move.to, CODE_SIDE(code) ^ 1, true))
        buf_text(&making->text, " squeeze");
    return true;
}

static void play_turn(struct making *making)
{
    struct ludus_position *pos = making->pos;
    const struct rules *rules = &pos->ruleset->rules;
    unsigned side = pos->side;
    bool first = true;
    buf_format(&making->text, "%u%s ", pos->number, side == LUDUS_WHITE ? "W." : "B.");
    if (rules->dice) {
        uint8_t dice[LUDUS_DICE_MAX];
        char roll[SAN_ROLL];
        for (unsigned i = 0; i < rules->dice; i++)
            dice[i] = (uint8_t)(1 + draw_below(making, rules->faces));
        buf_format(&making->text, "%s ", san_roll_text(roll, dice, rules->dice));
        ludus_position_roll(pos, dice, rules->dice);
        while (play_random_move(making, first, true) && !outcome_ended(pos))
            first = false;
        if (first && !outcome_ended(pos))
            buf_text(&making->text, "pass");
        making->text.failed |= !ludus_position_end_turn(pos);
    } else
        while (pos->side == side && play_random_move(making, first, false))
            first = false;
    buf_char(&making->text, '\n');
}

/* Throws dice for who begins: the higher sum. Adds the tag FirstRoll. */
static void throw_for_first(struct making *making, struct ludus_buffer *tags)
{
    const struct rules *rules = &making->pos->ruleset->rules;
    unsigned sums[2] = { 0, 0 };
    while (sums[0] == sums[1])
        for (unsigned side = 0; side < 2; side++) {
            sums[side] = 0;
            for (unsigned i = 0; i < rules->dice; i++)
                sums[side] += (unsigned)(1 + draw_below(making, rules->faces));
        }
    buf_format(tags, "[FirstRoll \"%u-%u\"]\n", sums[0], sums[1]);
    position_set_side(making->pos, sums[0] > sums[1] ? LUDUS_WHITE : LUDUS_BLACK);
}

bool ludus_game_generate(const struct ludus_ruleset *ruleset, uint64_t seed, unsigned max_turns,
                         size_t number, struct ludus_buffer *out)
{
    struct making making = { .state = seed };
    struct ludus_buffer text = { 0 };
    bool ok = false;
    making.pos = ludus_position_new(ruleset);
    making.moves = memory_new(ruleset->max_moves * sizeof *making.moves);
    if (!making.pos || !making.moves)
        goto out;
    buf_format(&text, "[Event \"Random game\"]\n[Round \"%zu\"]\n[White \"Random\"]\n[Black \"Random\"]\n",
               number);
    buf_format(&text, "[Variant \"%s\"]\n[Seed \"%llu\"]\n", ruleset->rules.id, (unsigned long long)seed);
    if (ruleset->rules.first == FIRST_EITHER && ruleset->rules.dice)
        throw_for_first(&making, &text);
    for (unsigned turn = 0; turn < max_turns && !making.text.failed && !outcome_ended(making.pos); turn++)
        play_turn(&making);
    const char *result = result_text(outcome_of(making.pos, NULL));
    buf_format(&text, "[Result \"%s\"]\n\n", result);
    buf_add(&text, making.text.bytes, making.text.length);
    buf_format(&text, "%s\n", result);
    buf_string(&text);
    if (text.failed || making.text.failed)
        goto out;
    struct ludus_game *game = record_from(ludus_buffer_text(&text), "-"); /* for canonical form */
    struct ludus_replay *replay = ludus_replay_new(ruleset);
    ok = game && replay;
    if (ok)
        ludus_game_format(replay, game, out);
    ok = ok && !out->failed;
    ludus_replay_free(replay);
    ludus_game_free(game);
out:
    buf_free(&text);
    buf_free(&making.text);
    free(making.moves);
    ludus_position_free(making.pos);
    return ok;
}
