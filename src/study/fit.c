/* fit.c - how far a ruleset admits a record. The record is replayed under the ruleset, and what would have
 * been said of it is measured instead of told. */
#include "base/memory.h"
#include "play/replay.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Does every square of the record's moves exist on the board? */
static bool on_board(const struct ludus_game *game, const struct rules *rules)
{
    struct turns turns = { .game = game };
    for (enum turns_event event; (event = turns_next(&turns)) != TURNS_END;) {
        if (event != TURNS_TURN)
            continue;
        const struct move_text *move = &turns.item->move;
        if (move->from_file > rules->files || move->to_file > rules->files ||
            move->from_rank > rules->ranks || move->to_rank > rules->ranks)
            return false;
    }
    return true;
}

/* What is said of the record: by its reader, and by the replayer. */
struct said {
    const struct message *read, *end; /* the reader's are those from `read` to before `end` */
    const struct message *played;
};

/* Which error is looked for: one that begins in these bytes of the record, the first or the last. */
struct wanted {
    size_t from, until;
    bool last;
};

static const struct message *better(const struct message *best, const struct message *message,
                                    struct wanted wanted)
{
    if (message->severity != LUDUS_ERROR || message->begin < wanted.from || message->begin >= wanted.until)
        return best;
    if (!best)
        return message;
    return (wanted.last ? message->begin > best->begin : message->begin < best->begin) ? message : best;
}

static const struct message *find_error(const struct said *said, struct wanted wanted)
{
    const struct message *best = NULL;
    for (const struct message *message = said->read; message != said->end; message = message->next)
        best = better(best, message, wanted);
    for (const struct message *message = said->played; message; message = message->next)
        best = better(best, message, wanted);
    return best;
}

static void tell(struct ludus_fit *fit, const struct message *error)
{
    if (!error)
        return;
    snprintf(fit->reason, sizeof fit->reason, "%s", error->text);
    snprintf(fit->code, sizeof fit->code, "%s", message_code(error->id));
}

/* The turn just played is the first that is refused: for a fault of its own, or else for what has misled it,
 * which stands before it. */
static void note_refused(struct ludus_fit *fit, const struct ludus_replay *replay, struct said said)
{
    const struct turn *turn = &replay->turn;
    const struct item *first = turn->label ? turn->label : turn->dice ? turn->dice : turn->items[0];
    struct wanted own = { item_begin(replay->game, first),
                          item_end(replay->game, turn->items[turn->item_count - 1]), false };
    struct wanted before = { 0, own.from, true };
    said.played = replay->game->diag.first;
    snprintf(fit->label, sizeof fit->label, "%u%c", turn->number, turn->side == LUDUS_WHITE ? 'W' : 'B');
    tell(fit, find_error(&said, own));
    if (!*fit->code)
        tell(fit, find_error(&said, before));
}

/* Replays the record. Damage that leaves a move open is no refusal, but what follows is not known. */
static void measure(struct ludus_fit *fit, struct ludus_replay *replay, const struct said *said)
{
    bool ended = false;
    size_t before = 0;
    while (replay_step(replay)) {
        bool main_line = replay->turn_count > before;
        before = replay->turn_count;
        if (!main_line || ended)
            continue;
        ended = replay->turn.state != LUDUS_TURN_PLAYED;
        if (replay->turn.state == LUDUS_TURN_ILLEGAL || replay->turn.unread)
            note_refused(fit, replay, *said);
        else
            fit->turns++;
    }
    fit->total = replay->turn_count;
}

static void find_fit(struct ludus_replay *replay, struct ludus_game *game, struct ludus_fit *fit)
{
    struct diag told = game->diag;
    struct message *read = game->read;
    struct said said = { .read = game->read ? told.first : NULL,
                         .end = game->read ? game->read->next : NULL };
    struct arena scratch = { 0 }; /* many rulesets may have much to say about one record */
    *fit = (struct ludus_fit){ .ruleset = replay->forced, .board = true };
    fit->usual = fit->ruleset && fit->ruleset == ludus_ruleset_usual();
    if (!replay->forced) {
        snprintf(fit->reason, sizeof fit->reason, "no ruleset is given to try the record with");
        fit->board = false;
        return;
    }
    diag_clear(&game->diag);
    game->read = NULL;
    game->diag.arena = &scratch;
    game->diag.terse = true;
    replay->texts = false;
    fit->board = on_board(game, &replay->forced->rules) && ludus_replay_start(replay, game);
    if (fit->board)
        measure(fit, replay, &said);
    said.played = game->diag.first;
    fit->faults = game->diag.count[LUDUS_ERROR];
    for (const struct message *message = said.read; message != said.end; message = message->next)
        fit->faults += message->severity == LUDUS_ERROR;
    if (!*fit->code)
        tell(fit, find_error(&said, (struct wanted){ 0, SIZE_MAX, false }));
    if (!fit->board && game->diag.count[LUDUS_ERROR] == 0) {
        snprintf(fit->reason, sizeof fit->reason, "the record has squares that this board has not");
        snprintf(fit->code, sizeof fit->code, "off-board");
    }
    game->diag = told;
    game->read = read;
    arena_free(&scratch);
}

void ludus_game_fit(struct ludus_replay *replay, struct ludus_game *game, struct ludus_fit *fit)
{
    struct ludus_fit found;
    find_fit(replay, game, &found);
    sized_give(fit, &found, sizeof found);
}
