/* fit.c - how far a ruleset admits a record. The record is replayed under the ruleset, and what would have
 * been said of it is measured instead of told. */
#include "replay/replay.h"

#include <stdio.h>
#include <string.h>

/* Does every square of the record's moves exist on the board? */
static bool on_board(const struct ludus_game *game, const struct rules *rules)
{
    for (size_t i = 0; i < game->item_count; i++) {
        const struct move_text *move = &game->items[i].move;
        if (game->items[i].kind != ITEM_MOVE)
            continue;
        if (move->from_file > rules->files || move->to_file > rules->files ||
            move->from_rank > rules->ranks || move->to_rank > rules->ranks)
            return false;
    }
    return true;
}

/* The error that stands first in the record. */
static const struct message *first_error(const struct diag *diag)
{
    const struct message *first = NULL;

    for (const struct message *message = diag->first; message; message = message->next)
        if (message->severity == LUDUS_ERROR && (!first || message->begin < first->begin))
            first = message;
    return first;
}

static void note_refused(struct ludus_fit *fit, const struct ludus_replay *replay)
{
    snprintf(fit->label, sizeof fit->label, "%u%c", replay->turn.number,
             replay->turn.side == LUDUS_WHITE ? 'W' : 'B');
}

void ludus_game_fit(struct ludus_replay *replay, struct ludus_game *game, struct ludus_fit *fit)
{
    struct diag told = game->diag;
    struct arena scratch = { 0 }; /* many rulesets may have much to say about one record */
    const struct message *error;
    bool refused = false;
    size_t before = 0;

    *fit = (struct ludus_fit){ .ruleset = replay->forced, .board = true };
    diag_clear(&game->diag);
    game->diag.arena = &scratch;
    replay->texts = false;
    fit->board = on_board(game, &replay->forced->rules) && ludus_replay_start(replay, game);
    while (fit->board && replay_step(replay)) {
        bool main_line = replay->turns > before;
        before = replay->turns;
        if (!main_line)
            continue;
        refused |= replay->turn.state != LUDUS_TURN_PLAYED;
        if (!refused)
            fit->turns++;
        else if (!*fit->label)
            note_refused(fit, replay);
    }
    fit->total = replay->turns;
    fit->faults = game->diag.count[LUDUS_ERROR];
    error = first_error(&game->diag);
    if (error) {
        snprintf(fit->reason, sizeof fit->reason, "%s", error->text);
        snprintf(fit->code, sizeof fit->code, "%s", message_code(error->id));
    } else if (!fit->board) {
        snprintf(fit->reason, sizeof fit->reason, "the record has squares that this board has not");
        snprintf(fit->code, sizeof fit->code, "off-board");
    }
    game->diag = told;
    arena_free(&scratch);
}
