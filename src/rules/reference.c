/* reference.c - the rules, slow and obvious; see reference.h. */
#include "rules/reference.h"

#include <stdlib.h>
#include <string.h>

static int forward(unsigned side)
{
    return side == LUDUS_WHITE ? 1 : -1;
}

/* ---- Geometry of moves ---- */

/* Returns the target of `n` steps of an atom; NOWHERE if a piece is in between, or if it is a first move that
 * the man has lost. */
static int find_target(const struct reference *ref, int from, const struct atom *atom, int n)
{
    const struct reference_man *man = &ref->board[from];
    const struct kind *kind = &ref->rules->kinds[man->kind];
    int file = forward(man->side) * atom->file, rank = forward(man->side) * atom->rank;
    int wide = abs(file), high = abs(rank), far = wide > high ? wide : high;
    bool first = kind->piece_first ? man->unmoved : ref->start[from] == CODE_OF(man->kind, man->side);
    if (atom->mode & MODE_FIRST && (!first || (kind->first_until_capture && ref->captured)))
        return NOWHERE;
    for (int i = 1; i < n; i++)
        if (!is_empty(ref, shift_square(ref, from, i * file, i * rank)))
            return NOWHERE;
    /* A lame leap passes the squares along its line; one like a knight's goes straight first. */
    for (int i = 1; atom->mode & MODE_LAME && i < far; i++)
        if (!is_empty(ref, shift_square(ref, from, wide == far ? i * file / far : 0,
                                        high == far ? i * rank / far : 0)))
            return NOWHERE;
    return shift_square(ref, from, n * file, n * rank);
}

/* Could a man of `by` capture one of the kind `victim` on the square? */
static bool is_attacked(const struct reference *ref, int target, unsigned by, unsigned victim)
{
    for (int from = 0; from < ref->squares; from++) {
        const struct kind *kind = &ref->rules->kinds[ref->board[from].kind];
        if (!is_of(ref, from, by) || ref->board[from].bound || in_set(kind->spares, victim))
            continue;
        for (unsigned i = 0; i < kind->atom_count; i++)
            for (int n = 1; n <= kind->atoms[i].length; n++)
                if (kind->atoms[i].mode & MODE_TAKE && find_target(ref, from, &kind->atoms[i], n) == target)
                    return true;
    }
    return false;
}

bool reference_checked(const struct reference *ref, unsigned side)
{
    for (int square = 0; ref->rules->check && square < ref->squares; square++)
        if (is_of(ref, square, side) && in_set(ref->rules->royal, ref->board[square].kind) &&
            is_attacked(ref, square, side ^ 1, ref->board[square].kind))
            return true;
    return false;
}

/* ---- Making moves ---- */

static void lose_rights(struct reference *ref, int square)
{
    for (unsigned i = 0; i < ref->rules->castle_count; i++)
        if (ref->rules->castles[i].king_from == square || ref->rules->castles[i].rook_from == square)
            ref->castling &= ~(1u << i);
}

static void take_man(struct reference *ref, int square)
{
    ref->taken[ref->board[square].side ^ 1]++;
    ref->board[square] = (struct reference_man){ 0 };
    ref->captured = ref->captures = ref->restart = true;
    lose_rights(ref, square);
}

static bool takes_in_passing(const struct kind *kind)
{
    for (unsigned i = 0; i < kind->atom_count; i++)
        if (kind->atoms[i].mode & MODE_PASSING)
            return true;
    return false;
}

static void make_step(struct reference *ref, struct ludus_move move)
{
    struct reference_man man = ref->board[move.from];
    int ahead = forward(ref->side), middle = shift_square(ref, move.from, 0, ahead);
    bool promotes = move.piece != NONE;
    if (ref->board[move.to].there)
        take_man(ref, move.to);
    if (move.type == LUDUS_EN_PASSANT)
        take_man(ref, shift_square(ref, move.to, 0, -ahead));
    ref->restart |= promotes || in_set(ref->rules->pawns, man.kind);
    if (takes_in_passing(&ref->rules->kinds[man.kind]) &&
        shift_square(ref, move.from, 0, 2 * ahead) == move.to && is_empty(ref, middle))
        ref->passed = middle;
    man.kind = promotes ? move.piece : man.kind;
    man.unmoved = promotes && ref->rules->kinds[move.piece].promoted_first;
    ref->board[move.from] = (struct reference_man){ 0 };
    ref->board[move.to] = man;
    lose_rights(ref, move.from);
    lose_rights(ref, move.to);
}

/* Makes the move without ending the turn. */
static void make_move(struct reference *ref, struct ludus_move move)
{
    const struct rules *rules = ref->rules;
    const uint8_t placed[] = { move.to, move.from };
    bool falls[SQUARES_MAX] = { false };
    if (ref->dice_count && move.type <= LUDUS_CASTLE)
        ref->moved[ref->moved_count++] = ref->board[move.from].kind;
    ref->passed = ref->pending = NOWHERE;
    ref->begins_turn = ref->captures = ref->binds = false;
    for (int i = 0; move.type == LUDUS_PLACE && i < 2 && placed[i] != NONE; i++) {
        ref->board[placed[i]] =
            (struct reference_man){ .there = true, .kind = move.piece, .side = (uint8_t)ref->side };
        ref->hand[ref->side][move.piece]--;
        ref->restart = true;
    }
    if (move.type == LUDUS_PLACE)
        return;
    if (move.type <= LUDUS_EN_PASSANT)
        make_step(ref, move);
    else if (move.type == LUDUS_REMOVE)
        take_man(ref, move.to);
    for (unsigned i = 0; move.type == LUDUS_CASTLE && i < rules->castle_count; i++) {
        const struct castle *castle = &rules->castles[i];
        if (castle->king_from != move.from || castle->king_to != move.to)
            continue;
        struct reference_man king = ref->board[castle->king_from], rook = ref->board[castle->rook_from];
        ref->board[castle->king_from] = ref->board[castle->rook_from] = (struct reference_man){ 0 };
        king.unmoved = rook.unmoved = false;
        ref->board[castle->king_to] = king;
        ref->board[castle->rook_to] = rook;
        lose_rights(ref, castle->king_from);
    }
    /* Captures or binds what the move flanks or surrounds, then frees men. */
    if (move.type == LUDUS_STEP || (move.type == LUDUS_JUMP && rules->jump_captures))
        reference_judge(ref, move.to, falls);
    for (int square = 0; square < ref->squares; square++)
        if (falls[square] && !rules->binds) {
            take_man(ref, square);
        } else if (falls[square]) {
            falls[square] = !ref->board[square].bound;
            ref->board[square].bound = true;
        }
    reference_release(ref);
    for (int square = 0; square < ref->squares; square++)
        ref->binds |= falls[square] && ref->board[square].bound;
}

static void end_turn(struct reference *ref)
{
    unsigned last = ref->rules->first == FIRST_BLACK ? LUDUS_WHITE : LUDUS_BLACK;
    ref->quiet = ref->restart ? 0 : ref->quiet + 1;
    ref->number += ref->side == last;
    if (ref->rules->dice && ref->moved_count == 0)
        ref->passed = NOWHERE;
    ref->side ^= 1;
    ref->pending = NOWHERE;
    ref->begins_turn = true;
    ref->dice_count = ref->moved_count = 0;
    /* Bound men are captured at the start of their captor's turn. */
    for (int square = 0; ref->rules->bound_capture == BOUND_FALLS && square < ref->squares; square++)
        if (is_of(ref, square, ref->side ^ 1) && ref->board[square].bound) {
            take_man(ref, square);
            ref->quiet = 0;
        }
    ref->restart = false;
    if (ref->rules->bound_capture == BOUND_FALLS)
        reference_release(ref);
}

/* Ends the turn after a move, or in place of one (type NONE), unless it continues. */
static void finish_move(struct reference *ref, struct ludus_move move)
{
    struct reference_list list = { NULL, 0, 0 };
    if (ref->rules->further_move && ref->captures && move.type <= LUDUS_EN_PASSANT) {
        ref->pending = move.to;
        reference_moves(ref, &list);
    }
    if (move.type == NONE || (!ref->rules->dice && list.count == 0))
        end_turn(ref);
}

void reference_make(struct reference *ref, struct ludus_move move)
{
    if (move.type != NONE)
        make_move(ref, move);
    finish_move(ref, move);
}

/* ---- Legal moves ---- */

bool reference_repeats(const struct reference *ref, const struct reference *other, bool either)
{
    return reference_same_men(ref, other) && (either || ref->side == other->side) &&
           ref->castling == other->castling && ref->captured == other->captured;
}

/* Is a pseudo-legal move legal? */
static bool is_legal(const struct reference *ref, struct ludus_move move)
{
    enum repetition_rule rule = ref->rules->repetition;
    unsigned times = 0;
    struct reference after = *ref;
    make_move(&after, move);
    bool captures = after.captures;
    if (!ref->rules->suicide && move.type <= LUDUS_JUMP && !captures && !after.binds &&
        reference_between(&after, move.to, ref->side ^ 1, true))
        return false;
    finish_move(&after, move);
    if (reference_checked(&after, ref->side))
        return false;
    if (rule == REPEAT_FREE || captures || move.type == LUDUS_PLACE || move.type == LUDUS_PASS)
        return true;
    for (const struct reference *before = ref; before; before = before->past)
        times += before->begins_turn && reference_repeats(&after, before, rule == REPEAT_NEVER);
    return times < (rule == REPEAT_THIRD ? 2 : 1);
}

/* Adds a move if it is legal and no duplicate: two moves to one square are one, a step before a jump. */
static void add_move(const struct reference *ref, struct reference_list *list, int from, int to,
                     unsigned type, unsigned piece)
{
    struct ludus_move move = { (uint8_t)from, (uint8_t)to, (uint8_t)type, (uint8_t)piece };
    for (size_t i = list->count; i-- > 0 && i < list->capacity && list->moves[i].from == from;) {
        const struct ludus_move *known = &list->moves[i];
        if (known->to == move.to && known->piece == move.piece &&
            (known->type == move.type || move.type == LUDUS_JUMP))
            return;
    }
    if (!is_legal(ref, move))
        return;
    if (list->count < list->capacity)
        list->moves[list->count] = move;
    list->count++;
}

/* Adds a step or jump, once for each kind that the piece can promote to. */
static void add_with_promotions(const struct reference *ref, struct reference_list *list, int from, int to,
                                unsigned type)
{
    kind_set becomes = ref->rules->kinds[ref->board[from].kind].becomes;
    if (!becomes || type == LUDUS_EN_PASSANT || shift_square(ref, to, 0, forward(ref->side)) != NOWHERE)
        add_move(ref, list, from, to, type, NONE);
    else
        for (unsigned k = 0; k < ref->rules->kind_count; k++)
            if (in_set(becomes, k))
                add_move(ref, list, from, to, type, k);
}

static void add_steps(const struct reference *ref, struct reference_list *list, int from)
{
    const struct rules *rules = ref->rules;
    const struct kind *kind = &rules->kinds[ref->board[from].kind];
    bool displaces =
        rules->bound_capture == BOUND_DISPLACED && in_set(rules->displacers, ref->board[from].kind);
    for (unsigned i = 0; i < kind->atom_count; i++)
        for (int n = 1; n <= kind->atoms[i].length; n++) {
            unsigned mode = kind->atoms[i].mode;
            int to = find_target(ref, from, &kind->atoms[i], n), victim;
            if (to == NOWHERE)
                continue;
            const struct reference_man *stands = &ref->board[to];
            bool takes = mode & MODE_TAKE && is_of(ref, to, ref->side ^ 1) &&
                         !in_set(kind->spares, stands->kind) &&
                         (rules->displacement || (displaces && stands->bound));
            victim = shift_square(ref, to, 0, -forward(ref->side));
            if (takes || (mode & MODE_MOVE && !stands->there))
                add_with_promotions(ref, list, from, to, LUDUS_STEP);
            else if (mode & MODE_PASSING && to == ref->passed && is_of(ref, victim, ref->side ^ 1) &&
                     takes_in_passing(&rules->kinds[ref->board[victim].kind]) &&
                     !in_set(kind->spares, ref->board[victim].kind))
                add_with_promotions(ref, list, from, to, LUDUS_EN_PASSANT);
        }
}

/* Marks all squares that jumps from `at` reach. */
static void mark_jumps(const struct reference *lifted, int at, bool reached[SQUARES_MAX])
{
    const struct rules *rules = lifted->rules;
    for (int way = 0; way < (rules->jump_diagonal ? 8 : 4); way++) {
        int over = beside(lifted, at, way, 1), to = beside(lifted, at, way, 2);
        if (to == NOWHERE || !is_empty(lifted, to) || reached[to])
            continue;
        const struct reference_man *man = &lifted->board[over];
        bool own = man->side == lifted->side;
        if (!man->there || in_set(rules->firm, man->kind) ||
            !(rules->jump_over & (own          ? OVER_OWN
                                  : man->bound ? OVER_ENEMY | OVER_BOUND
                                               : OVER_ENEMY)))
            continue;
        reached[to] = true;
        if (rules->jump_chain)
            mark_jumps(lifted, to, reached);
    }
}

/* Is the square between the lowest and the highest of these? */
static bool is_within(int square, const uint8_t *ends, int count)
{
    bool above = false, below = false;
    for (int i = 0; i < count; i++) {
        above |= ends[i] <= square;
        below |= square <= ends[i];
    }
    return above && below;
}

static void add_castle(const struct reference *ref, struct reference_list *list, const struct castle *castle)
{
    const uint8_t ends[] = { castle->king_from, castle->king_to, castle->rook_from, castle->rook_to };
    const struct reference_man *king = &ref->board[castle->king_from];
    if (castle->side != ref->side || !in_set(ref->rules->royal, king->kind) ||
        !is_of(ref, castle->rook_from, ref->side))
        return;
    for (int square = 0; square < ref->squares; square++)
        if ((is_within(square, ends, 4) && ref->board[square].there && square != castle->king_from &&
             square != castle->rook_from) ||
            (is_within(square, ends, 2) && is_attacked(ref, square, ref->side ^ 1, king->kind)))
            return;
    add_move(ref, list, castle->king_from, castle->king_to, LUDUS_CASTLE, NONE);
}

/* Adds all placings. False if nothing is to be placed. */
static bool add_placings(const struct reference *ref, struct reference_list *list)
{
    const struct rules *rules = ref->rules;
    const uint8_t *hand = ref->hand[ref->side];
    unsigned early = 0, late = 0, most = rules->place_count, there = 0;
    for (unsigned k = 0; k < rules->kind_count; k++)
        *(in_set(rules->place_last, k) ? &late : &early) += hand[k];
    for (int square = 0; square < ref->squares; square++)
        there += ref->board[square].there;
    if (!early)
        most = 1;
    else if (rules->place_first && !there)
        most = rules->place_first;
    for (unsigned k = 0; k < rules->kind_count; k++) {
        unsigned count = hand[k] < most ? hand[k] : most;
        for (int to = 0; to < ref->squares && !(early && in_set(rules->place_last, k)); to++) {
            if (count == 1 && is_empty(ref, to))
                add_move(ref, list, NONE, to, LUDUS_PLACE, k);
            for (int other = to + 1; count == 2 && is_empty(ref, to) && other < ref->squares; other++)
                if (is_empty(ref, other))
                    add_move(ref, list, other, to, LUDUS_PLACE, k);
        }
    }
    return early || late;
}

/* Can the dice not in `used`, in some order, have moved the men of this turn from number `man` on, and then
 * move one of `kind`? */
static bool is_diced(const struct reference *ref, unsigned kind, unsigned man, unsigned used)
{
    bool last = man == ref->moved_count;
    uint32_t faces = ref->rules->kinds[last ? kind : ref->moved[man]].faces;
    for (unsigned die = 0; die < ref->dice_count; die++)
        if (!(used >> die & 1) && faces >> (ref->dice[die] - 1) & 1 &&
            (last || is_diced(ref, kind, man + 1, used | 1u << die)))
            return true;
    return !ref->rules->dice;
}

static void add_all(const struct reference *ref, struct reference_list *list)
{
    const struct rules *rules = ref->rules;
    bool goes_on = ref->pending != NOWHERE, removes = rules->bound_capture == BOUND_REMOVED && !goes_on;
    for (int square = 0; square < ref->squares; square++) {
        const struct reference_man *man = &ref->board[square];
        if (removes && man->bound && is_of(ref, square, ref->side ^ 1) &&
            (reference_between(ref, square, ref->side, false) ||
             reference_cornered(ref, square, ref->side, false)))
            add_move(ref, list, NONE, square, LUDUS_REMOVE, NONE);
        if (!is_of(ref, square, ref->side) || man->bound || !is_diced(ref, man->kind, 0, 0) ||
            (goes_on && ref->pending != square))
            continue;
        add_steps(ref, list, square);
        if (in_set(rules->jumpers, man->kind)) {
            struct reference lifted = *ref;
            bool reached[SQUARES_MAX] = { false };
            lifted.board[square] = (struct reference_man){ 0 };
            mark_jumps(&lifted, square, reached);
            for (int to = 0; to < ref->squares; to++)
                if (reached[to] && to != square)
                    add_with_promotions(ref, list, square, to, LUDUS_JUMP);
        }
        for (unsigned i = 0; !goes_on && i < rules->castle_count; i++)
            if (ref->castling >> i & 1 && rules->castles[i].king_from == square)
                add_castle(ref, list, &rules->castles[i]);
    }
}

void reference_moves(const struct reference *ref, struct reference_list *list)
{
    const struct rules *rules = ref->rules;
    list->count = 0;
    if (reference_ended(ref))
        return;
    if (!add_placings(ref, list))
        add_all(ref, list);
    if (!rules->dice && ref->pending == NOWHERE &&
        (rules->pass || (rules->blocked == BLOCKED_PASSES && list->count == 0)))
        add_move(ref, list, NONE, NONE, LUDUS_PASS, NONE);
}
