/* move_parse.c - one move that is given as text, in whatever notation, for a position. */
#include "base/chars.h"
#include "base/input.h"
#include "base/memory.h"
#include "decode/reading.h"
#include "notation/turns.h"
#include "play/replay.h"
#include "rules/position.h"

#include <stdio.h>
#include <stdlib.h>

enum { WORST_PRICE = 399 }; /* no piece and no square is another than the text says */

/* The text, and the record that it is when it is read as one. */
struct asked {
    const struct ludus_position *position;
    char *text; /* owned; `length` bytes and a NUL */
    size_t length;
    struct ludus_game game; /* owned */
    struct ludus_move found[RESOLVE_MAX];
    size_t count;
};

/* Is it a move of the notation of records, or a pair of placings, which is one move? */
static bool is_move(const struct asked *asked)
{
    const struct item *items = asked->game.items;
    size_t count = asked->game.item_count;
    bool pair = count == 2 && turns_begins(&items[0]) && turns_joined(&items[1]) &&
                items[0].move.style == MOVE_PLACE && items[1].move.style == MOVE_PLACE;
    return pair || (count == 1 && turns_begins(&items[0]));
}

/* ---- Other notations ---- */

/* Keeps a move that agrees with the text at this price, if none agrees better. */
static void offer(struct asked *asked, struct ludus_move move, unsigned price, unsigned *least)
{
    if (price > *least)
        return;
    if (price < *least)
        asked->count = 0;
    *least = price;
    for (const struct ludus_move *at = asked->found; at < asked->found + asked->count; at++)
        if (memcmp(at, &move, sizeof move) == 0)
            return;
    if (asked->count < RESOLVE_MAX)
        asked->found[asked->count++] = move;
}

/* The legal moves that agree best with the text as books of any language may have it. Where a piece began is
 * not known: it counts as of the file that it stands on. */
static void find_printed(struct asked *asked)
{
    const struct ludus_position *position = asked->position;
    struct readings readings = { .count = 0 };
    struct tracked at;
    struct dialects dialects;
    unsigned least = WORST_PRICE;
    struct ludus_move *moves = memory_new((position->ruleset->max_moves + 1) * sizeof *moves);
    if (moves && dialects_open(&dialects, NULL, position->ruleset)) {
        size_t count = movegen_all(position, moves);
        tracked_start(&at, position);
        reading_find(&dialects, asked->text, asked->length, UINT32_MAX, &readings);
        for (unsigned r = 0; r < readings.count; r++)
            for (size_t m = 0; m < count && readings.each[r].length == asked->length; m++)
                offer(asked, moves[m], reading_price(&dialects, &readings.each[r], &at, moves[m]), &least);
        dialects_close(&dialects);
    }
    free(moves);
}

/* ---- Why it is none ---- */

/* The message that a record with this move would get, if it is one. */
static void blame(struct asked *asked, char *reason, size_t size)
{
    const bool noted = is_move(asked);
    struct ludus_replay *replay = noted ? ludus_replay_new(asked->position->ruleset) : NULL;
    if (replay && ludus_replay_start(replay, &asked->game)) {
        replay->line.pos = *asked->position;
        replay->line.number = asked->position->number;
        replay->line.side = asked->position->side;
        for (unsigned i = 0; i < asked->game.item_count; i++)
            replay->turn.items[replay->turn.item_count++] = &asked->game.items[i];
        explain_move(replay, 0, asked->found, asked->count);
    }
    ludus_replay_free(replay);
    const struct message *message = asked->game.diag.first;
    while (message && message->severity != LUDUS_ERROR)
        message = message->next;
    if (message && (noted || asked->count == 0))
        (void)snprintf(reason, size, "%s%s%s", message->text, message->hint ? "; " : "",
                       message->hint ? message->hint : "");
    else
        (void)snprintf(reason, size, "'%.*s' %s", (int)asked->length, asked->text,
                       asked->count > 1 ? "can be several moves" : "is not one move");
}

bool ludus_move_parse(const struct ludus_position *position, const char *text, struct ludus_move *move,
                      char *reason, size_t size)
{
    while (is_filler(*text))
        text++;
    struct asked asked = { .position = position, .text = memory_copied(text), .length = strlen(text) };
    struct input_chunk chunk = { .text = asked.text, .line = 1, .stray = INPUT_NO_STRAY };
    if (asked.text) {
        while (asked.length > 0 && is_filler(text[asked.length - 1]))
            asked.length--;
        asked.text[asked.length] = '\0';
        asked.game.diag.file = "";
        chunk.length = asked.length;
    }
    /* As a record, of which nothing else is asked than its items. */
    if (!asked.text || !record_read(&asked.game, &chunk)) {
        (void)snprintf(reason, size, "there is no memory");
        free(asked.text);
        return false;
    }
    const struct item *items = asked.game.items;
    const bool noted = is_move(&asked);
    struct lexicon lexicon;
    lexicon_init(&lexicon, position->ruleset);
    if (noted)
        asked.count = asked.game.item_count == 1
                          ? resolve_move(&lexicon, position, &items[0].move, asked.found)
                          : resolve_pair(&lexicon, position, &items[0].move, &items[1].move, asked.found);
    /* A letter that is a piece's here means no other elsewhere. */
    if (asked.count == 0 && asked.length > 0 &&
        (!noted || resolve_kinds(&lexicon, position->cell, position->side, &items[0].move) == 0))
        find_printed(&asked);
    if (asked.count == 1)
        *move = asked.found[0];
    else
        blame(&asked, reason, size);
    record_free(&asked.game);
    free(asked.text);
    return asked.count == 1;
}
