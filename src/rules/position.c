/* position.c - the state of a position; makes moves and takes them back. */

#include "rules/leap.h"

#include <stddef.h>
#include <string.h>

static uint64_t hand_key(const struct tables *tables, unsigned side, unsigned kind, unsigned count)
{
    return count ? tables->key_hand * (CODE_OF(kind, side) * 512u + count) : 0;
}

void position_put(struct ludus_position *pos, unsigned square, unsigned code)
{
    unsigned was = pos->cell[square];
    pos->cell[square] = (uint8_t)code;
    if (was) {
        squares_remove(&pos->men[CODE_SIDE(was)], square);
        squares_remove(&pos->of[was], square);
        pos->count[was]--;
        pos->hash ^= pos->ruleset->tables->key_piece[was][square];
        if (pos->royal[CODE_SIDE(was)] == square)
            pos->royal[CODE_SIDE(was)] = NONE;
    }
    if (code) {
        squares_add(&pos->men[CODE_SIDE(code)], square);
        squares_add(&pos->of[code], square);
        pos->count[code]++;
        pos->hash ^= pos->ruleset->tables->key_piece[code][square];
        if (in_set(pos->ruleset->rules.royal, CODE_KIND(code)))
            pos->royal[CODE_SIDE(code)] = (uint8_t)square;
    }
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

void position_set_en_passant(struct ludus_position *pos, unsigned square, unsigned by)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    unsigned victim = square == NONE ? NONE : square_ahead(rs, square, by ^ 1);
    struct squares all = position_occupied(pos);
    uint8_t side = pos->side;
    bool matters = false;
    if (pos->passing_counts)
        pos->hash ^= rs->tables->key_en_passant[pos->en_passant];
    /* The square is part of the key if a piece can capture there without leaving its royal in check. */
    pos->side = (uint8_t)by;
    for (unsigned w = 0; square != NONE && w < rs->words; w++)
        for (uint64_t men = position_sources(pos, rs->tables->strike, square, by, w); men && !matters;
             men &= men - 1) {
            unsigned from = w * 64 + (unsigned)__builtin_ctzll(men);
            matters = in_set(rs->en_passant, CODE_KIND(pos->cell[from])) &&
                      attack_clear(rs, square, from, &all) &&
                      (!rs->rules.check || victim == NONE || attack_safe_after(pos, from, square, victim));
        }
    pos->side = side;
    pos->passing_counts = matters;
    if (matters)
        pos->hash ^= rs->tables->key_en_passant[square];
    pos->en_passant = (uint8_t)square;
}

/* Sets how many enemies must still be removed in this turn. */
static void set_removals(struct ludus_position *pos, unsigned count)
{
    uint64_t key = pos->ruleset->tables->key_hand * 1019;
    pos->hash ^= key * pos->removals ^ key * count;
    pos->removals = (uint8_t)count;
}

/* Sets the lines that men must fill in this turn. */
static void set_rows(struct ludus_position *pos, uint64_t rows)
{
    uint64_t key = pos->ruleset->tables->key_hand * 1013;
    pos->hash ^= key * pos->rows ^ key * rows;
    pos->rows = rows;
}

unsigned position_dice(const struct ludus_position *pos)
{
    const struct rules *rules = &pos->ruleset->rules;
    return rules->place_dice && movegen_placing(pos, &(kind_set){ 0 }) ? rules->place_dice : rules->dice;
}

unsigned position_men(const struct ludus_position *pos, unsigned side, kind_set kinds)
{
    unsigned men = 0;
    for (kinds &= ((kind_set)1 << pos->ruleset->rules.kind_count) - 1; kinds; kinds &= kinds - 1) {
        unsigned k = (unsigned)__builtin_ctz(kinds);
        men += (unsigned)pos->count[CODE_OF(k, side)] + pos->hand[side][k];
    }
    return men;
}

unsigned position_odd_royals(struct ludus_position *pos)
{
    const struct rules *rules = &pos->ruleset->rules;
    unsigned royal = pos->royal[pos->side ^ 1];
    pos->irregular = false;
    const bool *has = pos->ruleset->has_royal;
    for (unsigned side = 0; rules->check && rules->royal && side < 2; side++)
        if ((has[side] || !has[side ^ 1]) && position_men(pos, side, rules->royal) != 1 &&
            !(rules->royal_capture && position_men(pos, side, rules->royal) == 0))
            return side;
    pos->irregular = rules->check && royal != NONE && attack_on(pos, royal, pos->side, NONE);
    return NONE;
}

bool position_die_allows(const struct ludus_position *pos, unsigned kind)
{
    const struct rules *rules = &pos->ruleset->rules;
    return !rules->dice ||
           dice_use(pos->dice, pos->dice_count, pos->dice_used, rules->kinds[kind].faces) != 0;
}

/* ---- Making ---- */

/* The common members are contiguous in both structs. */
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
    if (pos->ruleset->rules.drops)
        undo->bound = pos->promoted;
    if (pos->ruleset->rules.faces)
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

/* Adds a captured piece to the hand of its captor, a promoted one as a pawn; or takes it away again. */
static void hold_piece(struct ludus_position *pos, unsigned code, bool promoted, int count)
{
    const struct rules *rules = &pos->ruleset->rules;
    unsigned kind = promoted && rules->pawns ? (unsigned)__builtin_ctz(rules->pawns) : CODE_KIND(code);
    unsigned side = CODE_SIDE(code) ^ 1;
    position_set_hand(pos, side, kind, (unsigned)(pos->hand[side][kind] + count));
}

/* Captures the piece on `square`. */
static void take_piece(struct ludus_position *pos, struct undo *undo, unsigned square)
{
    if (pos->ruleset->rules.drops) {
        hold_piece(pos, pos->cell[square], squares_has(&pos->promoted, square), 1);
        position_promote(pos, square, false);
    }
    pos->taken[CODE_SIDE(pos->cell[square]) ^ 1]++;
    undo->captures = true;
    if (pos->ruleset->tracks_captured)
        position_set_captured(pos, 1);
    if (pos->castling)
        position_set_castling(pos, pos->castling & castle_kept(pos, square));
    if (pos->ruleset->tracks_fresh)
        position_freshen(pos, square, false);
    position_bind(pos, square, false);
    change_square(pos, undo, square, 0);
}

static void finish_turn(struct ludus_position *pos, struct undo *undo)
{
    const struct rules *rules = &pos->ruleset->rules;
    pos->quiet = pos->restart ? 0 : pos->quiet + 1;
    pos->restart = 0;
    pos->number += pos->side != turn_first(rules);
    pos->side ^= 1;
    pos->hash ^= pos->ruleset->tables->key_side;
    pos->dice_count = 0;
    pos->dice_used = DICE_UNUSED;
    if (pos->rows)
        set_rows(pos, 0);
    if (rules->checks_win && position_checked(pos))
        position_set_checks(pos, pos->side ^ 1, pos->checks[pos->side ^ 1] - 1u);
    if (rules->bound_capture != BOUND_FALLS || !squares_any(&pos->bound))
        return;
    /* All bound men of the side that has just moved fall. */
    struct squares fallen = pos->bound;
    for (unsigned w = 0; w < pos->ruleset->words; w++)
        fallen.word[w] &= pos->men[pos->side ^ 1].word[w];
    FOR_SQUARES(square, &fallen, pos->ruleset->words)
    {
        take_piece(pos, undo, square);
        pos->quiet = 0;
    }
    if (squares_any(&fallen))
        capture_release(pos);
}

/* Captures or binds what the move flanks or surrounds, if `captures`; frees bound men. */
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
        capture_release(pos);
}

/* Ends first moves of enemies onto whose rank or file a piece of the kind has moved. */
static void spoil_first_moves(struct ludus_position *pos, unsigned kind, unsigned to)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    struct squares fresh = pos->fresh;
    FOR_SQUARES(square, &fresh, rs->words)
    {
        if (CODE_SIDE(pos->cell[square]) != pos->side &&
            in_set(rs->rules.kinds[CODE_KIND(pos->cell[square])].first_lost_to, kind) &&
            (square_file(rs, square) == square_file(rs, to) ||
             square_rank(rs, square) == square_rank(rs, to)))
            position_freshen(pos, square, false);
    }
}

/* Removes the capturer and all pieces around it but pawns. */
static void explode(struct ludus_position *pos, struct undo *undo, unsigned centre)
{
    take_piece(pos, undo, centre);
    for (unsigned way = 0; way < 8; way++) {
        unsigned square = pos->ruleset->tables->near[centre][way];
        if (square != NONE && pos->cell[square] &&
            !in_set(pos->ruleset->rules.pawns, CODE_KIND(pos->cell[square])))
            take_piece(pos, undo, square);
    }
}

/* Settles what a step of a piece of the kind does by rules that most games lack. */
static __attribute__((noinline)) void settle_step(struct ludus_position *pos, struct undo *undo,
                                                  unsigned kind)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    struct ludus_move move = undo->move;
    if (rs->rules.drops && squares_has(&pos->promoted, move.from)) {
        position_promote(pos, move.from, false);
        position_promote(pos, move.to, true);
    }
    if (rs->rules.drops && move.piece != NONE)
        position_promote(pos, move.to, true);
    if (rs->rules.explodes && undo->captures)
        explode(pos, undo, move.to);
    if (rs->first_lost)
        spoil_first_moves(pos, kind, move.to);
}

/* Finds the removals that a move of these rules brings about, or counts one. Does the turn go on with
 * another? */
static __attribute__((noinline)) bool settle_mills(struct ludus_position *pos, struct ludus_move move)
{
    unsigned rule = pos->ruleset->rules.mill, mills, enemies = squares_count(&pos->men[pos->side ^ 1]);
    if (pos->removals && move.type != LUDUS_PLACE) { /* an end of the turn leaves the others undone */
        set_removals(pos, move.type == NONE ? 0 : pos->removals - 1u);
    } else if (rule != MILL_WINS && move.to != NONE) {
        mills = pos->removals + mills_on(pos, move.to); /* of all men of a row */
        mills = mills && rule == MILL_TAKES_ONE ? 1 : mills;
        set_removals(pos, mills < enemies ? mills : enemies);
    }
    return pos->removals && move.type != NONE;
}

/* Places a man, or two. */
static void make_placing(struct ludus_position *pos, struct undo *undo, struct ludus_move move)
{
    uint64_t rows = pos->ruleset->rules.place_rows ? movegen_rows(pos) : 0, left = 0;
    for (; rows; rows &= rows - 1)
        if (movegen_row_point(pos, (unsigned)__builtin_ctzll(rows)) == move.to)
            left |= rows & -rows;
    change_square(pos, undo, move.to, CODE_OF(move.piece, pos->side));
    if (move.from != NONE)
        change_square(pos, undo, move.from, CODE_OF(move.piece, pos->side));
    position_set_hand(pos, pos->side, move.piece, pos->hand[pos->side][move.piece] - undo->changes);
    pos->restart = 1;
    for (rows = left; rows; rows &= rows - 1)
        if (movegen_row_point(pos, (unsigned)__builtin_ctzll(rows)) == NONE) /* a line is filled */
            left = 0;
    if (left != pos->rows)
        set_rows(pos, left);
}

static void make_step(struct ludus_position *pos, struct undo *undo, struct ludus_move move)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    unsigned code = pos->cell[move.from], kind = CODE_KIND(code), side = pos->side;
    if (pos->cell[move.to])
        take_piece(pos, undo, move.to);
    if (move.type == LUDUS_EN_PASSANT)
        take_piece(pos, undo, square_ahead(rs, move.to, side ^ 1));
    if (pos->castling) /* before the king moves */
        position_set_castling(pos, pos->castling & castle_kept(pos, move.from) & castle_kept(pos, move.to));
    if (rs->tracks_fresh)
        position_freshen(pos, move.from, false);
    if (move.piece == NONE) {
        const uint64_t *keys = rs->tables->key_piece[code];
        undo->change[undo->changes].square = move.from;
        undo->change[undo->changes++].was = (uint8_t)code;
        undo->change[undo->changes].square = move.to;
        undo->change[undo->changes++].was = 0;
        pos->cell[move.from] = 0;
        pos->cell[move.to] = (uint8_t)code;
        squares_remove(&pos->men[side], move.from);
        squares_add(&pos->men[side], move.to);
        squares_remove(&pos->of[code], move.from);
        squares_add(&pos->of[code], move.to);
        pos->hash ^= keys[move.from] ^ keys[move.to];
        if (pos->royal[side] == move.from)
            pos->royal[side] = move.to;
    } else {
        change_square(pos, undo, move.from, 0);
        change_square(pos, undo, move.to, CODE_OF(move.piece, side));
        if (rs->rules.kinds[move.piece].promoted_first)
            position_freshen(pos, move.to, true);
        pos->restart = 1;
    }
    if (in_set(rs->rules.pawns, kind))
        pos->restart = 1;
    if (rs->odd_effects)
        settle_step(pos, undo, kind);
    unsigned middle = in_set(rs->en_passant, kind) ? step_passes(pos, move.from, move.to) : NONE;
    if (middle != NONE && rs->rules.kinds[kind].passed_on &&
        !region_has(&rs->rules, rs->rules.kinds[kind].passed_on, side, middle))
        middle = NONE;
    if (middle != pos->en_passant)
        position_set_en_passant(pos, middle, side ^ 1);
}

static void make_leap(struct ludus_position *pos, struct undo *undo, struct ludus_move move)
{
    struct leap leap;
    if (!leap_find(pos, move, &leap))
        return;
    if (in_set(pos->ruleset->rules.pawns, CODE_KIND(pos->cell[move.from])))
        pos->restart = 1;
    FOR_SQUARES(square, &leap.taken, pos->ruleset->words)
    {
        take_piece(pos, undo, square);
    }
    change_square(pos, undo, move.from, 0);
    change_square(pos, undo, move.to, leap.code);
}

static void make_castle(struct ludus_position *pos, struct undo *undo, struct ludus_move move)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    const struct castle *named = castle_between(&rs->rules, move.from, move.to);
    position_set_castling(pos, pos->castling & castle_kept(pos, move.from));
    if (!named)
        return;
    const struct castle castle = castle_here(pos, named);
    unsigned king = pos->cell[castle.king_from], rook = pos->cell[castle.rook_from];
    if (rs->tracks_fresh) {
        position_freshen(pos, castle.king_from, false);
        position_freshen(pos, castle.rook_from, false);
    }
    change_square(pos, undo, castle.king_from, 0);
    change_square(pos, undo, castle.rook_from, 0);
    change_square(pos, undo, castle.king_to, king);
    change_square(pos, undo, castle.rook_to, rook);
}

/* Must (and can) the same piece move again after a capture? Sets pos->pending to it, or NONE. */
static bool goes_on(struct ludus_position *pos, const struct undo *undo)
{
    if (!pos->ruleset->rules.further_move || !undo->captures || undo->move.type > LUDUS_EN_PASSANT)
        return false;
    position_set_pending(pos, undo->move.to);
    if (!movegen_any(pos))
        position_set_pending(pos, NONE);
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
        position_set_pending(pos, NONE);
    if (move.type == LUDUS_LEAP)
        make_leap(pos, undo, move);
    else if (move.type <= LUDUS_EN_PASSANT)
        make_step(pos, undo, move);
    else if (move.type == LUDUS_CASTLE)
        make_castle(pos, undo, move);
    else if (move.type == LUDUS_PLACE)
        make_placing(pos, undo, move);
    else if (move.type == LUDUS_REMOVE)
        take_piece(pos, undo, move.to);
    if (pos->en_passant != NONE && move.type >= LUDUS_CASTLE &&
        (move.type != NONE || pos->dice_used == DICE_UNUSED)) /* a turn has had its move */
        position_set_en_passant(pos, NONE, NONE);
    if (rs->custodial && move.type != LUDUS_PLACE && move.type != NONE)
        settle_captures(pos, undo,
                        move.type == LUDUS_STEP || (move.type == LUDUS_JUMP && rs->rules.jump_captures));
    if (undo->captures)
        pos->restart = 1;
    if ((rs->rules.mill && settle_mills(pos, move)) || (pos->rows && move.type != NONE))
        return;
    if (rs->rules.dice ? move.type >= LUDUS_PASS : !goes_on(pos, undo))
        finish_turn(pos, undo);
}

void position_unmake(struct ludus_position *pos, const struct undo *undo)
{
    if (undo->move.type == LUDUS_PLACE) {
        unsigned placed = undo->move.from == NONE ? 1 : 2;
        pos->hand[undo->side][undo->move.piece] = (uint8_t)(pos->hand[undo->side][undo->move.piece] + placed);
    }
    if (pos->ruleset->rules.drops) {
        pos->promoted = undo->bound;
        for (unsigned i = 0; undo->captures && i < undo->changes; i++)
            if (undo->change[i].was && CODE_SIDE(undo->change[i].was) != undo->side)
                hold_piece(pos, undo->change[i].was, squares_has(&pos->promoted, undo->change[i].square), -1);
    }
    for (unsigned i = undo->changes; i-- > 0;)
        position_put(pos, undo->change[i].square, undo->change[i].was);
    memcpy(&pos->hash, &undo->hash, STATE_SIZE);
    pos->past = undo->past;
    if (pos->ruleset->rules.binds)
        pos->bound = undo->bound;
    if (pos->ruleset->tracks_fresh)
        pos->fresh = undo->fresh;
    if (pos->ruleset->rules.faces)
        memcpy(pos->dice, undo->dice, sizeof pos->dice);
}
