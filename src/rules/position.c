/* position.c - a position's state, and making and taking back moves. */

#include "rules/engine.h"

#include <stddef.h>
#include <string.h>

static uint64_t hand_key(const struct tables *tables, unsigned side, unsigned kind, unsigned count)
{
    return count ? tables->key_hand * (CODE_OF(kind, side) * 512u + count) : 0;
}

static inline void lift(struct ludus_position *pos, unsigned square, unsigned code)
{
    squares_remove(&pos->men[CODE_SIDE(code)], square);
    squares_remove(&pos->of[code], square);
    pos->count[code]--;
    pos->hash ^= pos->ruleset->tables->key_piece[code][square];
    if (pos->royal[CODE_SIDE(code)] == square)
        pos->royal[CODE_SIDE(code)] = NONE;
}

static inline void drop(struct ludus_position *pos, unsigned square, unsigned code)
{
    squares_add(&pos->men[CODE_SIDE(code)], square);
    squares_add(&pos->of[code], square);
    pos->count[code]++;
    pos->hash ^= pos->ruleset->tables->key_piece[code][square];
    if (in_set(pos->ruleset->rules.royal, CODE_KIND(code)))
        pos->royal[CODE_SIDE(code)] = (uint8_t)square;
}

void position_put(struct ludus_position *pos, unsigned square, unsigned code)
{
    if (pos->cell[square])
        lift(pos, square, pos->cell[square]);
    pos->cell[square] = (uint8_t)code;
    if (code)
        drop(pos, square, code);
}

void position_clear(struct ludus_position *pos, const struct ludus_ruleset *rs)
{
    memset(pos, 0, sizeof *pos);
    pos->ruleset = rs;
    pos->royal[0] = pos->royal[1] = pos->en_passant = pos->pending = NONE;
    pos->number = 1;
    pos->dice_used = DICE_UNUSED;
}

void position_set_hand(struct ludus_position *pos, unsigned side, unsigned kind, unsigned count)
{
    const struct tables *tables = pos->ruleset->tables;
    pos->hash ^= hand_key(tables, side, kind, pos->hand[side][kind]) ^ hand_key(tables, side, kind, count);
    pos->hand[side][kind] = (uint8_t)count;
}

void position_set_side(struct ludus_position *pos, unsigned side)
{
    if (pos->side != side)
        pos->hash ^= pos->ruleset->tables->key_side;
    pos->side = (uint8_t)side;
}

static void set_pending(struct ludus_position *pos, unsigned square)
{
    if (pos->pending != NONE)
        pos->hash ^= pos->ruleset->tables->key_pending[pos->pending];
    if (square != NONE)
        pos->hash ^= pos->ruleset->tables->key_pending[square];
    pos->pending = (uint8_t)square;
}

/* Stands a piece of `by` ready to take in passing on `square`, without leaving its royal in check? Only then
 * does it make a difference. */
static bool passing_matters(const struct ludus_position *pos, unsigned square, unsigned by)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    struct ludus_position *board = position_trial(pos);
    unsigned victim = rs->tables->near[square][by == LUDUS_WHITE ? SOUTH : NORTH];
    uint8_t side = pos->side;
    bool matters = false;
    board->side = (uint8_t)by;
    for (kind_set kinds = rs->en_passant; kinds && !matters; kinds &= kinds - 1) {
        unsigned code = CODE_OF((unsigned)__builtin_ctz(kinds), by);
        const uint64_t *strike = strike_to(rs, code, square);
        for (unsigned w = 0; w < rs->words; w++)
            for (uint64_t men = pos->of[code].word[w] & strike[w]; men && !matters; men &= men - 1) {
                unsigned from = w * 64 + (unsigned)__builtin_ctzll(men);
                matters =
                    attack_clear(pos, square, from, NONE) &&
                    (!rs->rules.check || victim == NONE || attack_safe_after(pos, from, square, victim));
            }
    }
    board->side = side;
    return matters;
}

void position_set_en_passant(struct ludus_position *pos, unsigned square, unsigned by)
{
    const struct tables *tables = pos->ruleset->tables;
    if (pos->en_passant != NONE && pos->passing_counts)
        pos->hash ^= tables->key_en_passant[pos->en_passant];
    pos->passing_counts = square != NONE && passing_matters(pos, square, by);
    if (pos->passing_counts)
        pos->hash ^= tables->key_en_passant[square];
    pos->en_passant = (uint8_t)square;
}

unsigned position_men(const struct ludus_position *pos, unsigned side, kind_set kinds)
{
    unsigned men = 0;
    for (unsigned k = 0; k < pos->ruleset->rules.kind_count; k++)
        if (in_set(kinds, k))
            men += (unsigned)pos->count[CODE_OF(k, side)] + pos->hand[side][k];
    return men;
}

bool position_die_allows(const struct ludus_position *pos, unsigned kind)
{
    const struct rules *rules = &pos->ruleset->rules;
    return !rules->dice ||
           dice_use(pos->dice, pos->dice_count, pos->dice_used, rules->kinds[kind].faces) != 0;
}

/* ---- Making ---- */

/* What the two structs have in common lies together in both. */
#define STATE_SIZE (offsetof(struct undo, move) - offsetof(struct undo, hash))
_Static_assert(offsetof(struct ludus_position, royal) - offsetof(struct ludus_position, hash) == STATE_SIZE,
               "undo and position keep the same state");

static inline void save_state(struct ludus_position *pos, struct undo *undo)
{
    memcpy(&undo->hash, &pos->hash, STATE_SIZE);
    undo->past = pos->past;
    undo->captures = false;
    undo->changes = 0;
    if (pos->ruleset->rules.binds)
        undo->bound = pos->bound;
    if (pos->ruleset->tracks_fresh)
        undo->fresh = pos->fresh;
    if (pos->ruleset->rules.dice)
        memcpy(undo->dice, pos->dice, sizeof undo->dice);
    pos->past = undo;
}

static inline void change_square(struct ludus_position *pos, struct undo *undo, unsigned square,
                                 unsigned code)
{
    undo->change[undo->changes].square = (uint8_t)square;
    undo->change[undo->changes].was = pos->cell[square];
    undo->changes++;
    position_put(pos, square, code);
}

/* Takes the piece on `square` off the board as a capture. */
static void take_piece(struct ludus_position *pos, struct undo *undo, unsigned square)
{
    pos->taken[CODE_SIDE(pos->cell[square]) ^ 1]++;
    undo->captures = true;
    if (pos->ruleset->tracks_captured)
        position_set_captured(pos, 1);
    if (pos->castling)
        position_set_castling(pos, pos->castling & pos->ruleset->tables->castle_keep[square]);
    if (pos->ruleset->tracks_fresh)
        position_freshen(pos, square, false);
    position_bind(pos, square, false);
    change_square(pos, undo, square, 0);
}

static void release_bound(struct ludus_position *pos)
{
    struct squares freed = capture_freed(pos);
    FOR_SQUARES(square, &freed, pos->ruleset->words)
    {
        position_bind(pos, square, false);
    }
}

static void finish_turn(struct ludus_position *pos, struct undo *undo)
{
    const struct rules *rules = &pos->ruleset->rules;
    unsigned last = rules->first == FIRST_BLACK ? LUDUS_WHITE : LUDUS_BLACK;
    pos->quiet = pos->restart ? 0 : pos->quiet + 1;
    pos->restart = 0;
    pos->number += pos->side == last;
    pos->side ^= 1;
    pos->hash ^= pos->ruleset->tables->key_side;
    pos->dice_count = 0;
    pos->dice_used = DICE_UNUSED;
    if (rules->bound_capture != BOUND_FALLS || !squares_any(&pos->bound))
        return;
    /* Every bound man of the side that does not move now falls. */
    struct squares fallen = pos->bound;
    for (unsigned w = 0; w < pos->ruleset->words; w++)
        fallen.word[w] &= pos->men[pos->side ^ 1].word[w];
    FOR_SQUARES(square, &fallen, pos->ruleset->words)
    {
        take_piece(pos, undo, square);
        pos->quiet = 0;
    }
    if (squares_any(&fallen))
        release_bound(pos);
}

/* What the move captures or binds besides its target, and which bound men it sets free. */
static void settle_captures(struct ludus_position *pos, struct undo *undo, bool captures)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    if (captures) {
        struct squares victims = capture_victims(pos, undo->move.to);
        FOR_SQUARES(square, &victims, rs->words)
        {
            if (rs->rules.binds)
                position_bind(pos, square, true);
            else
                take_piece(pos, undo, square);
        }
    }
    if (rs->rules.binds && squares_any(&pos->bound))
        release_bound(pos);
}

/* Moves the piece `code` to an empty square. */
static inline void shift(struct ludus_position *pos, struct undo *undo, unsigned from, unsigned to,
                         unsigned code)
{
    const uint64_t *keys = pos->ruleset->tables->key_piece[code];
    struct squares *men = &pos->men[CODE_SIDE(code)], *of = &pos->of[code];
    undo->change[undo->changes].square = (uint8_t)from;
    undo->change[undo->changes].was = (uint8_t)code;
    undo->change[undo->changes + 1].square = (uint8_t)to;
    undo->change[undo->changes + 1].was = 0;
    undo->changes = (uint8_t)(undo->changes + 2);
    pos->cell[from] = 0;
    pos->cell[to] = (uint8_t)code;
    squares_remove(men, from);
    squares_add(men, to);
    squares_remove(of, from);
    squares_add(of, to);
    pos->hash ^= keys[from] ^ keys[to];
    if (pos->royal[CODE_SIDE(code)] == from)
        pos->royal[CODE_SIDE(code)] = (uint8_t)to;
}

static void make_step(struct ludus_position *pos, struct undo *undo, struct ludus_move move)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    unsigned code = pos->cell[move.from], kind = CODE_KIND(code), side = pos->side, middle = NONE;
    if (pos->cell[move.to])
        take_piece(pos, undo, move.to);
    if (move.type == LUDUS_EN_PASSANT)
        take_piece(pos, undo, rs->tables->near[move.to][side == LUDUS_WHITE ? SOUTH : NORTH]);
    if (rs->tracks_fresh)
        position_freshen(pos, move.from, false);
    if (move.piece == NONE) {
        shift(pos, undo, move.from, move.to, code);
    } else {
        change_square(pos, undo, move.from, 0);
        change_square(pos, undo, move.to, CODE_OF(move.piece, side));
        if (rs->rules.kinds[move.piece].promoted_first)
            position_freshen(pos, move.to, true);
        pos->restart = 1;
    }
    if (in_set(rs->rules.pawns, kind))
        pos->restart = 1;
    if (in_set(rs->en_passant, kind)) {
        /* The square that a double step has passed: nobody takes where another piece stands. */
        unsigned way = side == LUDUS_WHITE ? NORTH : SOUTH, next = rs->tables->near[move.from][way];
        if (next != NONE && rs->tables->near[next][way] == move.to && !pos->cell[next])
            middle = next;
    }
    if (middle != pos->en_passant)
        position_set_en_passant(pos, middle, side ^ 1);
    if (pos->castling)
        position_set_castling(pos, pos->castling & rs->tables->castle_keep[move.from] &
                                       rs->tables->castle_keep[move.to]);
}

static void make_castle(struct ludus_position *pos, struct undo *undo, struct ludus_move move)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    const struct castle *castle = castle_between(&rs->rules, move.from, move.to);
    if (castle) {
        unsigned king = pos->cell[castle->king_from], rook = pos->cell[castle->rook_from];
        if (rs->tracks_fresh) {
            position_freshen(pos, castle->king_from, false);
            position_freshen(pos, castle->rook_from, false);
        }
        change_square(pos, undo, castle->king_from, 0);
        change_square(pos, undo, castle->rook_from, 0);
        change_square(pos, undo, castle->king_to, king);
        change_square(pos, undo, castle->rook_to, rook);
    }
    position_set_castling(pos, pos->castling & rs->tables->castle_keep[move.from]);
}

/* After a capture, must (and can) the same piece go on? */
static bool goes_on(struct ludus_position *pos, const struct undo *undo)
{
    if (!pos->ruleset->rules.further_move || !undo->captures || undo->move.type > LUDUS_EN_PASSANT)
        return false;
    set_pending(pos, undo->move.to);
    if (!movegen_any(pos))
        set_pending(pos, NONE);
    return pos->pending != NONE;
}

void position_make(struct ludus_position *pos, struct ludus_move move, struct undo *undo)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    save_state(pos, undo);
    undo->move = move;
    if (rs->rules.dice && move.type <= LUDUS_CASTLE)
        pos->dice_used = (uint16_t)dice_use(pos->dice, pos->dice_count, pos->dice_used,
                                            rs->rules.kinds[CODE_KIND(pos->cell[move.from])].faces);
    if (pos->pending != NONE)
        set_pending(pos, NONE);
    if (move.type <= LUDUS_EN_PASSANT)
        make_step(pos, undo, move);
    else if (move.type == LUDUS_CASTLE)
        make_castle(pos, undo, move);
    else if (move.type == LUDUS_PLACE) {
        change_square(pos, undo, move.to, CODE_OF(move.piece, pos->side));
        if (move.from != NONE)
            change_square(pos, undo, move.from, CODE_OF(move.piece, pos->side));
        position_set_hand(pos, pos->side, move.piece, pos->hand[pos->side][move.piece] - undo->changes);
        pos->restart = 1;
    } else if (move.type == LUDUS_REMOVE)
        take_piece(pos, undo, move.to);
    if (pos->en_passant != NONE && move.type >= LUDUS_CASTLE)
        position_set_en_passant(pos, NONE, NONE);
    if (rs->custodial && move.type != LUDUS_PLACE)
        settle_captures(pos, undo,
                        move.type == LUDUS_STEP || (move.type == LUDUS_JUMP && rs->rules.jump_captures));
    if (undo->captures)
        pos->restart = 1;
    if (rs->rules.dice ? move.type == LUDUS_PASS : !goes_on(pos, undo))
        finish_turn(pos, undo);
}

void position_end_turn(struct ludus_position *pos, struct undo *undo)
{
    save_state(pos, undo);
    undo->move = (struct ludus_move){ NONE, NONE, NONE, NONE };
    if (pos->pending != NONE)
        set_pending(pos, NONE);
    if (pos->en_passant != NONE && pos->dice_used == DICE_UNUSED) /* nobody has moved */
        position_set_en_passant(pos, NONE, NONE);
    finish_turn(pos, undo);
}

void position_unmake(struct ludus_position *pos, const struct undo *undo)
{
    if (undo->move.type == LUDUS_PLACE) {
        unsigned placed = undo->move.from == NONE ? 1 : 2;
        pos->hand[undo->side][undo->move.piece] = (uint8_t)(pos->hand[undo->side][undo->move.piece] + placed);
    }
    for (unsigned i = undo->changes; i-- > 0;)
        position_put(pos, undo->change[i].square, undo->change[i].was);
    memcpy(&pos->hash, &undo->hash, STATE_SIZE);
    pos->past = undo->past;
    if (pos->ruleset->rules.binds)
        pos->bound = undo->bound;
    if (pos->ruleset->tracks_fresh)
        pos->fresh = undo->fresh;
    if (pos->ruleset->rules.dice)
        memcpy(pos->dice, undo->dice, sizeof pos->dice);
}
