/* prove.c - random games in which the engine is held, position by position, against the reference. */
#include "play/prove.h"

#include "base/chars.h"
#include "base/memory.h"
#include "play/san.h"
#include "rules/engine.h"
#include "rules/reference.h"

#include <stdlib.h>
#include <string.h>

/* ---- Positions of the reference, beside those of the engine and as FEN ---- */

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

static void write_square(const struct reference *ref, int square, struct ludus_buffer *out)
{
    int files = (int)rules_of(ref)->files;

    buf_format(out, "%c%d", 'a' + square % files, square / files + 1);
}

static void write_man(const struct reference *ref, const struct reference_man *man, struct ludus_buffer *out)
{
    char letter = rules_of(ref)->kinds[man->kind].letter;

    buf_char(out, man->side == LUDUS_WHITE ? letter : to_lower(letter));
    if (man->bound)
        buf_char(out, '\'');
}

static void write_board(const struct reference *ref, struct ludus_buffer *out)
{
    for (int rank = (int)rules_of(ref)->ranks - 1; rank >= 0; rank--) {
        int files = (int)rules_of(ref)->files;
        for (int file = 0, empty = 0; file < files; file++) {
            const struct reference_man *man = &ref->board[rank * files + file];
            empty += !man->there;
            if (empty && (man->there || file == files - 1))
                buf_format(out, "%d", empty);
            if (man->there) {
                empty = 0;
                write_man(ref, man, out);
            }
        }
        buf_text(out, rank ? "/" : "");
    }
}

/* Fields that only some rulesets have. */
static void write_fields(const struct reference *ref, struct ludus_buffer *out)
{
    const struct rules *rules = rules_of(ref);
    size_t begin;

    for (unsigned side = 0, any = 0; side < 2; side++)
        for (unsigned k = 0; k < rules->kind_count; k++)
            if (ref->hand[side][k]) {
                buf_text(out, any++ ? "" : " hand=");
                write_man(ref, &(struct reference_man){ .kind = (uint8_t)k, .side = (uint8_t)side }, out);
                buf_format(out, "%u", ref->hand[side][k]);
            }
    if (rules->blocked == BLOCKED_COUNTS_TAKEN)
        buf_format(out, " taken=%u/%u", ref->taken[0], ref->taken[1]);
    if (ref->ruleset->fresh_field) {
        buf_format(out, " %s=", ref->ruleset->fresh_field);
        begin = out->length;
        for (int file = 0; file < (int)rules->files; file++)
            for (int square = file; square < squares_of(ref); square += (int)rules->files)
                if (ref->board[square].unmoved)
                    write_square(ref, square, out);
        buf_text(out, out->length == begin ? "-" : "");
    }
    if (ref->ruleset->tracks_captured)
        buf_format(out, " captured=%d", ref->captured);
}

void reference_fen(const struct reference *ref, struct ludus_buffer *out)
{
    write_board(ref, out);
    buf_text(out, ref->side == LUDUS_WHITE ? " w " : " b ");
    for (unsigned i = 0; i < rules_of(ref)->castle_count; i++)
        if (ref->castling >> i & 1)
            buf_char(out, rules_of(ref)->castles[i].letter);
    buf_text(out, ref->castling ? " " : "- ");
    if (ref->passed == NOWHERE)
        buf_char(out, '-');
    else
        write_square(ref, ref->passed, out);
    buf_format(out, " %u %u", ref->quiet, ref->number);
    write_fields(ref, out);
}

/* ---- ---- */

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
