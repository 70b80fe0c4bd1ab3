/* unique.c - which games have been seen before, by their moves. */
#include "base/memory.h"
#include "play/replay.h"
#include "rules/fen.h"

#include <stdlib.h>
#include <string.h>

struct ludus_seen {
    struct ludus_digest *table; /* owned; all zero is a free place */
    size_t count, capacity;     /* a power of two */
};

static uint64_t scramble(uint64_t word)
{
    word ^= word >> 32;
    word *= 0xd6e8feb86659fd93u;
    word ^= word >> 32;
    word *= 0xd6e8feb86659fd93u;
    return word ^ word >> 32;
}

static void add_word(struct ludus_digest *digest, uint64_t word)
{
    digest->low = scramble(digest->low + word + 0x9e3779b97f4a7c15u);
    digest->high = scramble((digest->high ^ word) * 0xff51afd7ed558ccdu + digest->low);
}

static void add_bytes(struct ludus_digest *digest, const char *text, size_t length)
{
    add_word(digest, length);
    for (; length > 0; text++, length--)
        add_word(digest, (unsigned char)*text);
}

/* Dice in any order are one roll: the count, and the faces from the highest. */
static void add_roll(struct ludus_digest *digest, const uint8_t *roll, unsigned count)
{
    uint8_t faces[LUDUS_DICE_MAX];
    uint64_t word = count;
    for (unsigned i = 0; i < count; i++) {
        unsigned at = i;
        for (; at > 0 && faces[at - 1] < roll[i]; at--)
            faces[at] = faces[at - 1];
        faces[at] = roll[i];
    }
    for (unsigned i = 0; i < count; i++)
        word = word << 8 | faces[i];
    add_word(digest, word);
}

static void add_move(struct ludus_digest *digest, struct ludus_move move)
{
    if (move.type == LUDUS_PLACE && move.from < move.to) { /* two men placed in either order */
        uint8_t second = move.from;
        move.from = move.to;
        move.to = second;
    }
    add_word(digest,
             (uint64_t)move.from << 24 | (uint64_t)move.to << 16 | (uint64_t)move.type << 8 | move.piece);
}

/* A turn that cannot be played is known by its text. */
static void add_turn(struct ludus_digest *digest, const struct turn *turn)
{
    add_roll(digest, turn->roll, turn->roll_count);
    if (turn->state != LUDUS_TURN_PLAYED)
        for (unsigned i = 0; i < turn->item_count; i++) {
            const struct item *item = turn->items[i];
            if (item->kind == ITEM_MOVE)
                add_bytes(digest, item->move.plain, item->move.plain_length);
            else
                add_bytes(digest, item->text, item->length);
        }
    else
        for (unsigned i = 0; i < turn->move_count; i++)
            add_move(digest, turn->moves[i]);
    add_word(digest, turn->state);
}

/* The start as it is, not as it is written: without the counts of turns, and with a square to take in passing
 * only where somebody can. */
static void add_start(struct ludus_replay *replay, struct ludus_digest *digest)
{
    struct ludus_position *start = replay->before;
    struct ludus_buffer fen = { 0 };
    *start = replay->line.pos;
    start->quiet = 0;
    start->number = 1;
    if (!start->passing_counts)
        start->en_passant = NONE;
    fen_write(start, true, &fen);
    replay->failed |= fen.failed;
    add_bytes(digest, buf_string(&fen), fen.length);
    buf_free(&fen);
}

/* Moves of the main line, rules and start. False when the record has no moves, and so is like no other. */
static bool digest_game(struct ludus_replay *replay, struct ludus_game *game, struct ludus_digest *digest)
{
    bool any = false;
    const struct tag *variant = record_tag(game, "Variant");
    *digest = (struct ludus_digest){ 1, 2 };
    replay->texts = false;
    if (!ludus_replay_start(replay, game)) {
        if (variant)
            add_bytes(digest, variant->value.text, variant->value.length);
        for (size_t i = 0; i < game->item_count; i++) {
            any |= game->items[i].kind == ITEM_MOVE;
            if (game->items[i].kind == ITEM_MOVE || game->items[i].kind == ITEM_DICE)
                add_bytes(digest, game->items[i].text, game->items[i].length);
        }
        return any;
    }
    const char *id = replay->ruleset->rules.id;
    add_bytes(digest, id, strlen(id));
    add_start(replay, digest);
    while (replay_step(replay)) {
        if (replay->depth == 0)
            add_turn(digest, &replay->turn);
        any = true;
    }
    return any;
}

static struct ludus_digest *find(const struct ludus_seen *seen, struct ludus_digest digest)
{
    size_t at = digest.low & (seen->capacity - 1);
    while ((seen->table[at].low || seen->table[at].high) &&
           (seen->table[at].low != digest.low || seen->table[at].high != digest.high))
        at = (at + 1) & (seen->capacity - 1);
    return &seen->table[at];
}

static bool grow(struct ludus_seen *seen)
{
    struct ludus_seen larger = { .count = seen->count,
                                 .capacity = seen->capacity ? 2 * seen->capacity : 1024 };
    larger.table = memory_zeroed(larger.capacity, sizeof *larger.table);
    if (!larger.table)
        return false;
    for (size_t i = 0; i < seen->capacity; i++)
        if (seen->table[i].low || seen->table[i].high)
            *find(&larger, seen->table[i]) = seen->table[i];
    free(seen->table);
    *seen = larger;
    return true;
}

struct ludus_seen *ludus_seen_new(void)
{
    return memory_zeroed(1, sizeof(struct ludus_seen));
}

bool ludus_game_digest(struct ludus_replay *replay, struct ludus_game *game, struct ludus_digest *digest)
{
    *digest = (struct ludus_digest){ 0, 0 };
    if (!record_complete(game))
        return false;
    if (!digest_game(replay, game, digest))
        *digest = (struct ludus_digest){ 0, 0 };
    return !replay->failed;
}

bool ludus_seen_add(struct ludus_seen *seen, struct ludus_digest digest, bool *known)
{
    *known = false;
    if (!digest.low && !digest.high)
        return true;
    if (2 * seen->count >= seen->capacity && !grow(seen))
        return false;
    struct ludus_digest *place = find(seen, digest);
    *known = place->low || place->high;
    seen->count += !*known;
    *place = digest;
    return true;
}

void ludus_seen_free(struct ludus_seen *seen)
{
    if (seen)
        free(seen->table);
    free(seen);
}
