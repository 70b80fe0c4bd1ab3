/* reference.c - moves of the reference, made: how men go, attack, capture and bind; see reference.h. */
#include "rules/reference.h"

#include <string.h>

/* ---- Ways of moving ---- */

bool board_is_open(const struct reference *ref, int from, const struct atom *atom)
{
    const struct reference_man *man = &ref->board[from];
    const struct kind *kind = &rules_of(ref)->kinds[man->kind];
    if (!(atom->mode & MODE_FIRST))
        return true;
    if (kind->first_until_capture && ref->captured)
        return false;
    return kind->piece_first ? man->unmoved
                             : ref->ruleset->start->cell[from] == CODE_OF(man->kind, man->side);
}

/* Squares that a lame leap may not pass over: along its line; a crooked leap goes straight first. */
static bool is_lamed(const struct reference *ref, int from, int file, int rank)
{
    int wide = file < 0 ? -file : file, high = rank < 0 ? -rank : rank, far = wide > high ? wide : high;
    for (int n = 1; n < far; n++)
        if (!is_empty(ref, go(ref, from, wide == far ? n * file / far : 0, high == far ? n * rank / far : 0)))
            return true;
    return false;
}

int board_reach(const struct reference *ref, int from, const struct atom *atom, int n)
{
    int turn = forward(ref->board[from].side), file = turn * atom->file, rank = turn * atom->rank;
    for (int i = 1; i < n; i++)
        if (!is_empty(ref, go(ref, from, i * file, i * rank)))
            return NOWHERE;
    if (atom->mode & MODE_LAME && is_lamed(ref, from, file, rank))
        return NOWHERE;
    return go(ref, from, n * file, n * rank);
}

/* Does the man on `from` attack the square, where a man of `kind` stands or would? */
static bool attacks(const struct reference *ref, int from, int target, unsigned victim)
{
    const struct kind *kind = &rules_of(ref)->kinds[ref->board[from].kind];
    if (ref->board[from].bound || has(kind->spares, victim))
        return false;
    for (unsigned i = 0; i < kind->atom_count; i++)
        for (int n = 1; n <= kind->atoms[i].length; n++)
            if (kind->atoms[i].mode & MODE_TAKE && board_is_open(ref, from, &kind->atoms[i]) &&
                board_reach(ref, from, &kind->atoms[i], n) == target)
                return true;
    return false;
}

bool board_is_attacked(const struct reference *ref, int target, unsigned by, unsigned victim)
{
    for (int from = 0; from < squares_of(ref); from++)
        if (is_of(ref, from, by) && attacks(ref, from, target, victim))
            return true;
    return false;
}

bool board_is_in_check(const struct reference *ref, unsigned side)
{
    for (int square = 0; rules_of(ref)->check && square < squares_of(ref); square++)
        if (is_of(ref, square, side) && has(rules_of(ref)->royal, ref->board[square].kind) &&
            board_is_attacked(ref, square, side ^ 1, ref->board[square].kind))
            return true;
    return false;
}

bool reference_checked(const struct reference *ref)
{
    return board_is_in_check(ref, ref->side);
}

/* ---- Flanking and surrounding ---- */

static bool is_corner(const struct reference *ref, int square)
{
    return (go(ref, square, 1, 0) == NOWHERE || go(ref, square, -1, 0) == NOWHERE) &&
           (go(ref, square, 0, 1) == NOWHERE || go(ref, square, 0, -1) == NOWHERE);
}

bool board_is_flanker(const struct reference *ref, int square, unsigned side)
{
    return is_of(ref, square, side) && has(rules_of(ref)->flankers, ref->board[square].kind);
}

/* While captures are judged. */
static bool flanks(const struct reference *ref, int square, unsigned side)
{
    return board_is_flanker(ref, square, side) &&
           (!ref->board[square].bound || rules_of(ref)->bound_flank == BOUND_FLANKS);
}

/* Keeps a bound man bound. */
static bool holds(const struct reference *ref, int square, unsigned side)
{
    return board_is_flanker(ref, square, side) &&
           (!ref->board[square].bound || rules_of(ref)->bound_flank != BOUND_IDLE);
}

bool board_is_free(const struct reference *ref, int square, unsigned side)
{
    return board_is_flanker(ref, square, side) && !ref->board[square].bound;
}

static int line_ways(const struct reference *ref)
{
    return rules_of(ref)->custodian_diagonal ? 8 : 4;
}

bool board_is_between(const struct reference *ref, int square, unsigned side, board_counts_fn *counts)
{
    for (int w = 0; w < line_ways(ref); w += 2)
        if (counts(ref, go(ref, square, ways[w][0], ways[w][1]), side) &&
            counts(ref, go(ref, square, -ways[w][0], -ways[w][1]), side))
            return true;
    return false;
}

/* Do men of `side` stand on every square beside it, the edge (if `walls`) apart? */
static bool is_shut(const struct reference *ref, int square, unsigned side, bool walls,
                    board_counts_fn *counts)
{
    for (int w = 0; w < 4; w++) {
        int next = go(ref, square, ways[w][0], ways[w][1]);
        if (next == NOWHERE ? !walls : !counts(ref, next, side))
            return false;
    }
    return true;
}

bool board_is_cornered(const struct reference *ref, int square, unsigned side, board_counts_fn *counts)
{
    return rules_of(ref)->corner_capture && is_corner(ref, square) &&
           has(rules_of(ref)->custodian, ref->board[square].kind) && is_shut(ref, square, side, true, counts);
}

/* Marks what falls on the line from `at` to the next man of one's own. */
static void judge_line(const struct reference *ref, int at, const int way[2], bool falls[SQUARES_MAX])
{
    const struct rules *rules = rules_of(ref);
    unsigned side = ref->board[at].side;
    int end = 1;
    bool shielded = false;
    for (;; end++) {
        int square = go(ref, at, end * way[0], end * way[1]);
        if (end > 1 && square != NOWHERE &&
            (flanks(ref, square, side) || (rules->corner_partner && is_corner(ref, square))))
            break;
        if (!is_of(ref, square, side ^ 1))
            return;
        shielded |= !has(rules->custodian, ref->board[square].kind);
    }
    if ((!rules->custodian_lines && end > 2) || (shielded && rules->shielded_lines))
        return;
    for (int n = 1; n < end; n++) {
        int square = go(ref, at, n * way[0], n * way[1]);
        falls[square] |= has(rules->custodian, ref->board[square].kind);
    }
}

/* Marks the enemies that the man who has arrived on `at` captures or binds. */
static void judge_captures(const struct reference *ref, int at, bool falls[SQUARES_MAX])
{
    const struct rules *rules = rules_of(ref);
    unsigned side = ref->board[at].side;
    memset(falls, 0, SQUARES_MAX * sizeof *falls);
    if (!flanks(ref, at, side))
        return;
    for (int w = 0; w < line_ways(ref); w++)
        judge_line(ref, at, ways[w], falls);
    for (int w = 0; w < 4; w++) {
        int next = go(ref, at, ways[w][0], ways[w][1]);
        if (!is_of(ref, next, side ^ 1))
            continue;
        falls[next] |= has(rules->surround, ref->board[next].kind) &&
                       is_shut(ref, next, side, rules->surround_walls, flanks);
        falls[next] |= board_is_cornered(ref, next, side, flanks);
    }
}

/* Is the bound man kept bound? */
static bool is_held(const struct reference *ref, int square)
{
    const struct rules *rules = rules_of(ref);
    unsigned by = ref->board[square].side ^ 1u;
    return (has(rules->held_by_two, ref->board[square].kind) && board_is_between(ref, square, by, holds)) ||
           board_is_cornered(ref, square, by, holds) ||
           (rules->surround && is_shut(ref, square, by, rules->surround_walls, holds));
}

/* Frees all that are not, at once. */
static void release(struct reference *ref)
{
    bool freed[SQUARES_MAX] = { false };
    for (int square = 0; square < squares_of(ref); square++)
        freed[square] = ref->board[square].there && ref->board[square].bound && !is_held(ref, square);
    for (int square = 0; square < squares_of(ref); square++)
        ref->board[square].bound &= !freed[square];
}

/* ---- Making moves ---- */

static void lose_rights(struct reference *ref, int square)
{
    for (unsigned i = 0; i < rules_of(ref)->castle_count; i++)
        if (rules_of(ref)->castles[i].king_from == square || rules_of(ref)->castles[i].rook_from == square)
            ref->castling &= ~(1u << i);
}

static void take_man(struct reference *ref, int square)
{
    ref->taken[ref->board[square].side ^ 1]++;
    ref->board[square] = (struct reference_man){ 0 };
    ref->captured = ref->restart = true;
    lose_rights(ref, square);
}

static void move_man(struct reference *ref, int from, int to)
{
    ref->board[to] = ref->board[from];
    ref->board[to].unmoved = false;
    ref->board[from] = (struct reference_man){ 0 };
    lose_rights(ref, from);
    lose_rights(ref, to);
}

bool board_takes_in_passing(const struct kind *kind)
{
    for (unsigned i = 0; i < kind->atom_count; i++)
        if (kind->atoms[i].mode & MODE_PASSING)
            return true;
    return false;
}

static struct deed make_step(struct reference *ref, struct ludus_move move)
{
    const struct rules *rules = rules_of(ref);
    unsigned kind = ref->board[move.from].kind;
    int ahead = forward(ref->side), middle = go(ref, move.from, 0, ahead);
    struct deed deed = { ref->board[move.to].there || move.type == LUDUS_EN_PASSANT, false };
    if (ref->board[move.to].there)
        take_man(ref, move.to);
    if (move.type == LUDUS_EN_PASSANT)
        take_man(ref, go(ref, move.to, 0, -ahead));
    move_man(ref, move.from, move.to);
    if (move.piece != NONE) {
        ref->board[move.to].kind = move.piece;
        ref->board[move.to].unmoved = rules->kinds[move.piece].promoted_first;
    }
    ref->restart |= move.piece != NONE || has(rules->pawns, kind);
    if (board_takes_in_passing(&rules->kinds[kind]) && go(ref, move.from, 0, 2 * ahead) == move.to &&
        is_empty(ref, middle))
        ref->passed = middle;
    return deed;
}

static void make_castle(struct reference *ref, struct ludus_move move)
{
    for (unsigned i = 0; i < rules_of(ref)->castle_count; i++) {
        const struct castle *castle = &rules_of(ref)->castles[i];
        struct reference_man king = ref->board[castle->king_from], rook = ref->board[castle->rook_from];
        if (castle->side != ref->side || castle->king_from != move.from || castle->king_to != move.to)
            continue;
        ref->board[castle->king_from] = ref->board[castle->rook_from] = (struct reference_man){ 0 };
        king.unmoved = rook.unmoved = false;
        ref->board[castle->king_to] = king;
        ref->board[castle->rook_to] = rook;
        break;
    }
    lose_rights(ref, move.from);
}

static void place(struct reference *ref, unsigned square, unsigned kind)
{
    if (square == NONE)
        return;
    ref->board[square] =
        (struct reference_man){ .there = true, .kind = (uint8_t)kind, .side = (uint8_t)ref->side };
    ref->hand[ref->side][kind]--;
    ref->restart = true;
}

/* What the man who has arrived captures or binds; then who is free again. */
static struct deed settle(struct reference *ref, int at, bool captures)
{
    bool falls[SQUARES_MAX] = { false }, bound[SQUARES_MAX] = { false };
    struct deed deed = { false, false };
    if (captures)
        judge_captures(ref, at, falls);
    for (int square = 0; square < squares_of(ref); square++)
        if (falls[square] && rules_of(ref)->binds) {
            bound[square] = !ref->board[square].bound;
            ref->board[square].bound = true;
        } else if (falls[square]) {
            take_man(ref, square);
            deed.captures = true;
        }
    release(ref);
    for (int square = 0; square < squares_of(ref); square++)
        deed.binds |= bound[square] && ref->board[square].bound;
    return deed;
}

struct deed board_make(struct reference *ref, struct ludus_move move)
{
    struct deed deed = { false, false }, settled;
    if (ref->dice_count && move.type <= LUDUS_CASTLE)
        ref->moved[ref->moved_count++] = ref->board[move.from].kind;
    ref->passed = ref->pending = NOWHERE;
    ref->begins_turn = false;
    if (move.type <= LUDUS_EN_PASSANT)
        deed = make_step(ref, move);
    else if (move.type == LUDUS_CASTLE)
        make_castle(ref, move);
    else if (move.type == LUDUS_REMOVE)
        take_man(ref, move.to);
    if (move.type == LUDUS_PLACE) {
        place(ref, move.to, move.piece);
        place(ref, move.from, move.piece);
        return deed;
    }
    settled = settle(ref, move.to,
                     move.type == LUDUS_STEP || (move.type == LUDUS_JUMP && rules_of(ref)->jump_captures));
    return (struct deed){ deed.captures || settled.captures || move.type == LUDUS_REMOVE, settled.binds };
}

/* Bound men fall at the start of their captor's turn. */
static void fall(struct reference *ref)
{
    for (int square = 0; square < squares_of(ref); square++)
        if (is_of(ref, square, ref->side ^ 1) && ref->board[square].bound) {
            take_man(ref, square);
            ref->quiet = 0;
        }
    ref->restart = false;
    release(ref);
}

void reference_end_turn(struct reference *ref)
{
    unsigned last = rules_of(ref)->first == FIRST_BLACK ? LUDUS_WHITE : LUDUS_BLACK;
    ref->quiet = ref->restart ? 0 : ref->quiet + 1;
    ref->number += ref->side == last;
    if (rules_of(ref)->dice && ref->moved_count == 0)
        ref->passed = NOWHERE;
    ref->side ^= 1;
    ref->restart = false;
    ref->pending = NOWHERE;
    ref->begins_turn = true;
    ref->dice_count = ref->moved_count = 0;
    if (rules_of(ref)->bound_capture == BOUND_FALLS)
        fall(ref);
}

void reference_make(struct reference *ref, struct ludus_move move)
{
    struct deed deed = board_make(ref, move);
    if (rules_of(ref)->dice)
        return;
    if (rules_of(ref)->further_move && deed.captures && move.type <= LUDUS_EN_PASSANT) {
        struct reference_list list = { NULL, 0, 0 };
        ref->pending = move.to;
        reference_moves(ref, &list);
        if (list.count)
            return;
    }
    reference_end_turn(ref);
}
