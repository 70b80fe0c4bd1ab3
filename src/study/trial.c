/* trial.c - tries a ruleset: plays random games by it, and measures how far the games of records fit it. */
#include "base/memory.h"
#include "notation/record.h"
#include "play/replay.h"
#include "play/resolve.h"
#include "rules/position.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- Random legal games, with a generator of our own, so that a seed means the same everywhere. They are
 * written as plain text and then formatted like any other record ---- */

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

/* Plays a random turn. False if a side without dice has no move. */
static bool play_turn(struct making *making)
{
    struct ludus_position *pos = making->pos;
    const struct rules *rules = &pos->ruleset->rules;
    unsigned side = pos->side;
    bool first = true;
    const size_t begin = making->text.length;
    buf_format(&making->text, "%u%s ", pos->number, side == LUDUS_WHITE ? "W." : "B.");
    unsigned thrown = position_dice(pos);
    if (thrown) {
        uint8_t dice[LUDUS_DICE_MAX];
        char roll[SAN_ROLL];
        for (unsigned i = 0; i < thrown; i++)
            dice[i] = (uint8_t)(1 + draw_below(making, rules->faces));
        buf_format(&making->text, "%s ", san_roll_text(roll, dice, thrown));
        ludus_position_roll(pos, dice, thrown);
    }
    if (rules->dice) {
        while (play_random_move(making, first, rules->pass != PASS_NO) && !outcome_ended(pos))
            first = false;
        if (first && !outcome_ended(pos))
            buf_text(&making->text, "pass");
        making->text.failed |= !ludus_position_end_turn(pos);
    } else
        while (pos->side == side && play_random_move(making, first, false))
            first = false;
    if (first && !rules->dice)
        making->text.length = begin; /* without a label that has no move */
    else
        buf_char(&making->text, '\n');
    return !first || rules->dice;
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
        if (!play_turn(&making))
            break;
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

/* ---- How far a record fits: it is replayed under the ruleset, and its faults are measured instead of
 * reported ---- */

/* Does every square of the record's moves exist on the board? */
static bool on_board(const struct ludus_game *game, const struct rules *rules)
{
    for (size_t i = 0; i < game->item_count; i++) {
        const struct move_text *move = &game->items[i].move;
        if (turns_is_move(&game->items[i]) &&
            (move->from_file > rules->files || move->to_file > rules->files ||
             move->from_rank > rules->ranks || move->to_rank > rules->ranks))
            return false;
    }
    return true;
}

/* Sets the reason to the first error, or the last, that begins at [from, until) of the record. */
static void set_reason(struct ludus_fit *fit, const struct diag *diag, size_t from, size_t until, bool last)
{
    const struct message *error = NULL;
    for (const struct message *message = diag->first; message; message = message->next)
        if (message->severity == LUDUS_ERROR && message->begin >= from && message->begin < until &&
            (!error || (last ? message->begin > error->begin : message->begin < error->begin)))
            error = message;
    if (!error)
        return;
    snprintf(fit->reason, sizeof fit->reason, "%s", error->text);
    snprintf(fit->code, sizeof fit->code, "%s", message_kinds[error->id].code);
}

/* Replays the record. Damage that leaves a move open is no refusal, but what follows is not counted. */
static void measure_turns(struct ludus_fit *fit, struct ludus_replay *replay)
{
    bool ended = false;
    while (replay_steps(replay, 1)) {
        if (replay->depth > 0 || ended)
            continue;
        const struct turn *turn = &replay->turn;
        ended = turn->state != LUDUS_TURN_PLAYED;
        if (turn->state != LUDUS_TURN_ILLEGAL && !turn->unread) {
            fit->turns++;
            continue;
        }
        /* The first refused turn: the reason is an error in it, or else the last one before it, which has
         * misled it. */
        const struct item *first = turn->label ? turn->label : turn->dice ? turn->dice : turn->items[0];
        size_t begin = item_begin(replay->game, first);
        snprintf(fit->label, sizeof fit->label, "%u%c", turn->number, turn->side == LUDUS_WHITE ? 'W' : 'B');
        set_reason(fit, &replay->game->diag, begin, item_end(replay->game, turn->items[turn->item_count - 1]),
                   false);
        if (!*fit->code)
            set_reason(fit, &replay->game->diag, 0, begin, true);
    }
    fit->total = replay->turn_count;
}

void ludus_game_fit(struct ludus_replay *replay, struct ludus_game *game, struct ludus_fit *fit)
{
    struct diag told = game->diag;
    struct message *played = game->read ? game->read->next : NULL;
    struct arena scratch = { 0 }; /* many rulesets may give many messages about one record */
    struct ludus_fit found = { .ruleset = replay->forced, .board = true };
    found.usual = found.ruleset && found.ruleset == ludus_ruleset_usual();
    if (!replay->forced) {
        found = (struct ludus_fit){ .reason = "no ruleset is given to try the record with" };
        sized_give(fit, &found, sizeof found);
        return;
    }
    record_forget_play(game);
    size_t faults = game->diag.count[LUDUS_ERROR];
    game->diag.arena = &scratch;
    game->diag.terse = true;
    replay->texts = false;
    found.board = on_board(game, &replay->forced->rules) && ludus_replay_start(replay, game);
    if (found.board)
        measure_turns(&found, replay);
    found.faults = game->diag.count[LUDUS_ERROR];
    if (!*found.code)
        set_reason(&found, &game->diag, 0, SIZE_MAX, false);
    if (!found.board && found.faults == faults) {
        snprintf(found.reason, sizeof found.reason, "the record has squares that this board has not");
        snprintf(found.code, sizeof found.code, "off-board");
    }
    game->diag = told;
    if (game->read)
        game->read->next = played;
    arena_free(&scratch);
    sized_give(fit, &found, sizeof found);
}
