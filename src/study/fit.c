/* fit.c - measures how far a record fits a ruleset. The record is replayed under the ruleset, and its faults
 * are measured instead of reported. */
#include "base/memory.h"
#include "play/replay.h"

#include <stdint.h>
#include <stdio.h>

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
