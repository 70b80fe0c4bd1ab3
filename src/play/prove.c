/* prove.c - random games in which the engine is held, position by position, against the reference. */
#include "play/prove.h"

#include "base/memory.h"
#include "base/sized.h"
#include "play/san.h"
#include "rules/dice.h"

#include <stdlib.h>

size_t prove_draw(struct prove *prove, size_t bound)
{
    uint64_t z = prove->state += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (size_t)((z ^ z >> 31) % bound);
}

/* A new position of the game, a copy of the last; NULL without memory, and where the game has become long. */
static struct reference *push(struct prove *prove)
{
    struct reference *next;

    if (prove->length == prove->capacity)
        return NULL;
    next = &prove->line[prove->length++];
    *next = next[-1];
    next->past = next - 1;
    return next;
}

static bool play(struct prove *prove, struct ludus_move move)
{
    struct reference *next = push(prove);

    if (!next || !ludus_position_make(prove->pos, move))
        return false;
    reference_make(next, move);
    return true;
}

static bool end_turn(struct prove *prove)
{
    struct reference *next = push(prove);

    if (!next || !ludus_position_end_turn(prove->pos))
        return false;
    reference_end_turn(next);
    return true;
}

static bool roll(struct prove *prove)
{
    const struct rules *rules = &prove->ruleset->rules;
    struct reference *now = &prove->line[prove->length - 1];

    for (unsigned i = 0; i < rules->dice; i++)
        now->dice[i] = (uint8_t)(1 + prove_draw(prove, rules->faces));
    now->dice_count = (uint8_t)rules->dice;
    return !rules->dice || ludus_position_roll(prove->pos, now->dice, rules->dice);
}

/* One of the moves; more often than not a capture, if one of those drawn is. */
static struct ludus_move choose(struct prove *prove)
{
    struct ludus_move move = prove->list.moves[prove_draw(prove, prove->list.count)];

    for (unsigned n = 0; n < 2 && !san_takes(prove->pos, move); n++)
        move = prove->list.moves[prove_draw(prove, prove->list.count)];
    return move;
}

static bool lacks_royal(const struct ludus_position *pos)
{
    const struct rules *rules = &pos->ruleset->rules;

    return rules->check &&
           (position_men(pos, 0, rules->royal) != 1 || position_men(pos, 1, rules->royal) != 1);
}

/* Plays a game; false when it has come to a difference, or memory has run out (prove->failed). */
static bool play_game(struct prove *prove)
{
    const struct rules *rules = &prove->ruleset->rules;

    ludus_position_free(prove->pos);
    prove->pos = ludus_position_new(prove->ruleset);
    prove->failed |= !prove->pos;
    if (prove->failed)
        return false;
    if (rules->first == FIRST_EITHER)
        position_set_side(prove->pos, (unsigned)prove_draw(prove, 2));
    reference_take(&prove->line[0], prove->pos);
    prove->length = 1;
    prove->key_count = 0;
    for (unsigned turn = 0; turn < PROVE_TURNS;) {
        if (lacks_royal(prove->pos)) /* a start at which it could be taken */
            return true;
        if (prove_current(prove)->begins_turn && !roll(prove))
            return false;
        if (!prove_compare(prove))
            return false;
        bool ends = rules->dice && prove_draw(prove, prove->list.count + 1) == 0;
        if (reference_ended(prove_current(prove)) || (prove->list.count == 0 && !rules->dice))
            return true;
        if (!(prove->list.count == 0 || ends ? end_turn(prove) : play(prove, choose(prove))))
            return prove->length == prove->capacity;
        turn += prove_current(prove)->begins_turn;
    }
    return true;
}

bool ludus_ruleset_prove(const struct ludus_ruleset *ruleset, unsigned games, uint64_t seed,
                         struct ludus_proof *proof, struct ludus_buffer *out)
{
    struct ludus_proof found = { .sound = true };
    struct prove prove = { .ruleset = ruleset, .sound = true, .out = out, .proof = &found };
    size_t room = ruleset->max_moves;
    prove.capacity = 4 * PROVE_TURNS;
    prove.line = memory_new(prove.capacity * sizeof *prove.line);
    prove.engine = memory_new(room * sizeof *prove.engine);
    prove.list = (struct reference_list){ memory_new(room * sizeof *prove.engine), 0, room };
    prove.other = ludus_position_new(ruleset);
    prove.failed = !prove.line || !prove.engine || !prove.list.moves || !prove.other;
    lexicon_init(&prove.lexicon, ruleset);
    for (; found.games < games && !prove.failed && prove.sound; found.games++) {
        found.seed = seed + found.games;
        prove.state = found.seed;
        if (!play_game(&prove))
            break;
    }
    found.sound = prove.sound;
    sized_give(proof, &found, sizeof found);
    arena_free(&prove.arena);
    ludus_position_free(prove.pos);
    ludus_position_free(prove.other);
    free(prove.line);
    free(prove.engine);
    free(prove.list.moves);
    return !prove.failed && !out->failed;
}
