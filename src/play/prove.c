/* prove.c - random games in which the engine is held, position by position, against the reference. */
#include "play/prove.h"

#include "base/chars.h"
#include "base/memory.h"
#include "play/san.h"
#include "rules/engine.h"
#include "rules/reference.h"

#include <stdlib.h>
#include <string.h>

/* ---- Positions of the reference, beside those of the engine ---- */

/* The start of the game, or any position of the engine's at the beginning of a turn. */
static void reference_take(struct reference *ref, const struct ludus_position *pos)
{
    memset(ref, 0, sizeof *ref);
    ref->ruleset = pos->ruleset;
    for (int square = 0; square < squares_of(ref); square++) {
        unsigned code = pos->cell[square];
        if (code)
            ref->board[square] =
                (struct reference_man){ .there = true,
                                        .bound = pos->bound.word[square / 64] >> square % 64 & 1,
                                        .unmoved = pos->fresh.word[square / 64] >> square % 64 & 1,
                                        .kind = (uint8_t)CODE_KIND(code),
                                        .side = (uint8_t)CODE_SIDE(code) };
    }
    memcpy(ref->hand, pos->hand, sizeof ref->hand);
    ref->taken[0] = pos->taken[0];
    ref->taken[1] = pos->taken[1];
    ref->quiet = pos->quiet;
    ref->number = pos->number;
    ref->side = pos->side;
    ref->castling = pos->castling;
    ref->passed = pos->en_passant == NONE ? NOWHERE : pos->en_passant;
    ref->pending = NOWHERE;
    ref->captured = pos->captured;
    ref->begins_turn = true;
}

bool reference_same(const struct reference *ref, const struct ludus_position *pos)
{
    struct reference taken;
    reference_take(&taken, pos);
    for (int square = 0; square < squares_of(ref); square++) {
        const struct reference_man *a = &ref->board[square], *b = &taken.board[square];
        bool stray =
            !b->there && (pos->bound.word[square / 64] | pos->fresh.word[square / 64]) >> square % 64 & 1;
        if (a->there != b->there || a->kind != b->kind || a->side != b->side || a->bound != b->bound ||
            (ref->ruleset->rules.kinds[a->kind].piece_first && a->unmoved != b->unmoved) || stray)
            return false;
    }
    return memcmp(ref->hand, taken.hand, sizeof ref->hand) == 0 && ref->taken[0] == taken.taken[0] &&
           ref->taken[1] == taken.taken[1] && ref->quiet == taken.quiet && ref->number == taken.number &&
           ref->side == taken.side && ref->castling == taken.castling && ref->passed == taken.passed &&
           ref->pending == (pos->pending == NONE ? NOWHERE : pos->pending) &&
           (!ref->ruleset->tracks_captured || ref->captured == taken.captured);
}

/* ---- Games ---- */

size_t prove_draw(struct prove *prove, size_t bound)
{
    return (size_t)(random_next(&prove->state) % bound);
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

/* Makes a move on both, or ends the turn (NULL). */
static bool play(struct prove *prove, const struct ludus_move *move)
{
    struct reference *next = push(prove);
    if (!next || !(move ? ludus_position_make(prove->pos, *move) : ludus_position_end_turn(prove->pos)))
        return false;
    if (move)
        reference_make(next, *move);
    else
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
        if (rules->check &&
            (position_men(prove->pos, 0, rules->royal) != 1 ||
             position_men(prove->pos, 1, rules->royal) != 1)) /* it could be taken at the start */
            return true;
        if (prove_current(prove)->begins_turn && !roll(prove))
            return false;
        if (!prove_compare(prove))
            return false;
        bool ends = rules->dice && prove_draw(prove, prove->list.count + 1) == 0;
        if (reference_ended(prove_current(prove)) || (prove->list.count == 0 && !rules->dice))
            return true;
        struct ludus_move move = { NONE, NONE, LUDUS_PASS, NONE };
        bool passes = prove->list.count == 0 || ends;
        if (!passes)
            move = choose(prove);
        if (!play(prove, passes ? NULL : &move))
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
