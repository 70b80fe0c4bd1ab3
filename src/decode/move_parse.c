/* move_parse.c - reads the text of one move, in any notation, in a position. */
#include "base/chars.h"
#include "base/input.h"
#include "base/memory.h"
#include "decode/reading.h"
#include "notation/turns.h"
#include "play/replay.h"
#include "rules/position.h"

#include <stdio.h>
#include <stdlib.h>

enum { WORST_PRICE = 399 }; /* no piece or square differs from the text */

/* The text of a move, which is also read as a record. */
struct query {
    const struct ludus_position *position;
    char *text; /* owned; `length` bytes and a NUL */
    size_t length;
    struct ludus_game game; /* owned */
    struct ludus_move found[RESOLVE_MAX];
    size_t count;
};

/* Is the text one move in the notation of records? A pair of placements is one. */
static bool is_record_move(const struct query *query)
{
    const struct item *items = query->game.items;
    size_t count = query->game.item_count;
    bool pair = count == 2 && turns_begins(&items[0]) && turns_joined(&items[1]) &&
                items[0].move.style == MOVE_PLACE && items[1].move.style == MOVE_PLACE;
    return pair || (count == 1 && turns_begins(&items[0]));
}

/* ---- Other notations ---- */

/* Adds a move that matches the text at `price` unless another matches better; drops those that are worse. */
static void add_match(struct query *query, struct ludus_move move, unsigned price, unsigned *least)
{
    if (price > *least)
        return;
    if (price < *least)
        query->count = 0;
    *least = price;
    for (const struct ludus_move *at = query->found; at < query->found + query->count; at++)
        if (memcmp(at, &move, sizeof move) == 0)
            return;
    if (query->count < RESOLVE_MAX)
        query->found[query->count++] = move;
}

/* Finds the legal moves that match the text best in the notations of books. It is not known where a piece
 * began: the file on which it stands is assumed. */
static void find_printed(struct query *query)
{
    const struct ludus_position *position = query->position;
    struct readings readings = { .count = 0 };
    struct tracked at;
    struct dialects dialects;
    unsigned least = WORST_PRICE;
    struct ludus_move *moves = memory_new((position->ruleset->max_moves + 1) * sizeof *moves);
    if (moves && dialects_open(&dialects, NULL, position->ruleset)) {
        size_t count = movegen_all(position, moves);
        tracked_start(&at, position);
        reading_find(&dialects, query->text, query->length, UINT32_MAX, &readings);
        for (unsigned r = 0; r < readings.count; r++)
            for (size_t m = 0; m < count && readings.each[r].length == query->length; m++)
                add_match(query, moves[m], reading_price(&dialects, &readings.each[r], &at, moves[m]),
                          &least);
        dialects_close(&dialects);
    }
    free(moves);
}

/* ---- Errors ---- */

/* Writes why the text is not one move: the error that a record with it would get, if it can be a record. */
static void write_reason(struct query *query, char *reason, size_t size)
{
    const bool noted = is_record_move(query);
    struct ludus_replay *replay = noted ? ludus_replay_new(query->position->ruleset) : NULL;
    if (replay && ludus_replay_start(replay, &query->game)) {
        replay->line.pos = *query->position;
        replay->line.number = query->position->number;
        replay->line.side = query->position->side;
        for (unsigned i = 0; i < query->game.item_count; i++)
            replay->turn.items[replay->turn.item_count++] = &query->game.items[i];
        explain_move(replay, 0, query->found, query->count);
    }
    ludus_replay_free(replay);
    const struct message *message = query->game.diag.first;
    while (message && message->severity != LUDUS_ERROR)
        message = message->next;
    if (message && (noted || query->count == 0))
        (void)snprintf(reason, size, "%s%s%s", message->text, message->hint ? "; " : "",
                       message->hint ? message->hint : "");
    else
        (void)snprintf(reason, size, "'%.*s' %s", (int)query->length, query->text,
                       query->count > 1 ? "can be several moves" : "is not one move");
}

bool ludus_move_parse(const struct ludus_position *position, const char *text, struct ludus_move *move,
                      char *reason, size_t size)
{
    while (is_filler(*text))
        text++;
    struct query query = { .position = position, .text = memory_copied(text), .length = strlen(text) };
    struct input_chunk chunk = { .text = query.text, .line = 1, .stray = INPUT_NO_STRAY };
    if (query.text) {
        while (query.length > 0 && is_filler(text[query.length - 1]))
            query.length--;
        query.text[query.length] = '\0';
        query.game.diag.file = "";
        chunk.length = query.length;
    }
    /* The text is read as a record, of which only the items are used. */
    if (!query.text || !record_read(&query.game, &chunk)) {
        (void)snprintf(reason, size, "there is no memory");
        free(query.text);
        return false;
    }
    const struct item *items = query.game.items;
    const bool noted = is_record_move(&query);
    struct lexicon lexicon;
    lexicon_init(&lexicon, position->ruleset);
    if (noted)
        query.count = query.game.item_count == 1
                          ? resolve_move(&lexicon, position, &items[0].move, query.found)
                          : resolve_pair(&lexicon, position, &items[0].move, &items[1].move, query.found);
    /* A letter of a piece of this ruleset does not mean another piece in another notation. */
    if (query.count == 0 && query.length > 0 &&
        (!noted || resolve_kinds(&lexicon, position->cell, position->side, &items[0].move) == 0))
        find_printed(&query);
    if (query.count == 1)
        *move = query.found[0];
    else
        write_reason(&query, reason, size);
    record_free(&query.game);
    free(query.text);
    return query.count == 1;
}
