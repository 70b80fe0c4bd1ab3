/* reference.c - the rules of a rules file, played slowly and obviously; see reference.h. */
#include "rules/reference.h"

#include "base/chars.h"
#include "rules/position.h"

#include <string.h>

/* What a move does besides moving. */
struct deed {
    bool captures, binds;
};

static const int ways[8][2] = { { 0, 1 }, { 0, -1 },  { 1, 0 },  { -1, 0 },
                                { 1, 1 }, { -1, -1 }, { 1, -1 }, { -1, 1 } };

/* ---- The board ---- */

static const struct rules *rules_of(const struct reference *ref)
{
    return &ref->ruleset->rules;
}

static bool has(kind_set set, unsigned kind)
{
    return set >> kind & 1;
}

static int squares_of(const struct reference *ref)
{
    return (int)(rules_of(ref)->files * rules_of(ref)->ranks);
}

/* The square so many files and ranks away, or NOWHERE. */
static int go(const struct reference *ref, int square, int file, int rank)
{
    int files = (int)rules_of(ref)->files, ranks = (int)rules_of(ref)->ranks;
    int f = square % files + file, r = square / files + rank;

    return f < 0 || r < 0 || f >= files || r >= ranks ? NOWHERE : r * files + f;
}

static bool is_of(const struct reference *ref, int square, unsigned side)
{
    return square != NOWHERE && ref->board[square].there && ref->board[square].side == side;
}

static bool is_empty(const struct reference *ref, int square)
{
    return square != NOWHERE && !ref->board[square].there;
}

static bool is_corner(const struct reference *ref, int square)
{
    return (go(ref, square, 1, 0) == NOWHERE || go(ref, square, -1, 0) == NOWHERE) &&
           (go(ref, square, 0, 1) == NOWHERE || go(ref, square, 0, -1) == NOWHERE);
}

static int forward(unsigned side)
{
    return side == LUDUS_WHITE ? 1 : -1;
}

/* Men of these kinds, on the board and in hand. */
static unsigned count_men(const struct reference *ref, unsigned side, kind_set kinds)
{
    unsigned count = 0;

    for (int square = 0; square < squares_of(ref); square++)
        count += is_of(ref, square, side) && has(kinds, ref->board[square].kind);
    for (unsigned k = 0; k < KINDS_MAX; k++)
        count += has(kinds, k) ? ref->hand[side][k] : 0;
    return count;
}

/* ---- Ways of moving ---- */

/* Is a way of moving open to the man on `from`, as far as first moves go? */
static bool is_open(const struct reference *ref, int from, const struct atom *atom)
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

/* Where `n` steps of a way of moving lead, or NOWHERE when something stands between. */
static int reach(const struct reference *ref, int from, const struct atom *atom, int n)
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
            if (kind->atoms[i].mode & MODE_TAKE && is_open(ref, from, &kind->atoms[i]) &&
                reach(ref, from, &kind->atoms[i], n) == target)
                return true;
    return false;
}

static bool is_attacked(const struct reference *ref, int target, unsigned by, unsigned victim)
{
    for (int from = 0; from < squares_of(ref); from++)
        if (is_of(ref, from, by) && attacks(ref, from, target, victim))
            return true;
    return false;
}

static bool is_in_check(const struct reference *ref, unsigned side)
{
    for (int square = 0; rules_of(ref)->check && square < squares_of(ref); square++)
        if (is_of(ref, square, side) && has(rules_of(ref)->royal, ref->board[square].kind) &&
            is_attacked(ref, square, side ^ 1, ref->board[square].kind))
            return true;
    return false;
}

bool reference_checked(const struct reference *ref)
{
    return is_in_check(ref, ref->side);
}

/* ---- Flanking and surrounding ---- */

static bool is_flanker(const struct reference *ref, int square, unsigned side)
{
    return is_of(ref, square, side) && has(rules_of(ref)->flankers, ref->board[square].kind);
}

/* While captures are judged. */
static bool flanks(const struct reference *ref, int square, unsigned side)
{
    return is_flanker(ref, square, side) &&
           (!ref->board[square].bound || rules_of(ref)->bound_flank == BOUND_FLANKS);
}

/* Keeps a bound man bound. */
static bool holds(const struct reference *ref, int square, unsigned side)
{
    return is_flanker(ref, square, side) &&
           (!ref->board[square].bound || rules_of(ref)->bound_flank != BOUND_IDLE);
}

static bool is_free(const struct reference *ref, int square, unsigned side)
{
    return is_flanker(ref, square, side) && !ref->board[square].bound;
}

typedef bool counts_fn(const struct reference *, int, unsigned);

static int line_ways(const struct reference *ref)
{
    return rules_of(ref)->custodian_diagonal ? 8 : 4;
}

/* Do two men of `side` stand on two opposite sides of the square? */
static bool is_between(const struct reference *ref, int square, unsigned side, counts_fn *counts)
{
    for (int w = 0; w < line_ways(ref); w += 2)
        if (counts(ref, go(ref, square, ways[w][0], ways[w][1]), side) &&
            counts(ref, go(ref, square, -ways[w][0], -ways[w][1]), side))
            return true;
    return false;
}

/* Do men of `side` stand on every square beside it, the edge (if `walls`) apart? */
static bool is_shut(const struct reference *ref, int square, unsigned side, bool walls, counts_fn *counts)
{
    for (int w = 0; w < 4; w++) {
        int next = go(ref, square, ways[w][0], ways[w][1]);
        if (next == NOWHERE ? !walls : !counts(ref, next, side))
            return false;
    }
    return true;
}

static bool is_cornered(const struct reference *ref, int square, unsigned side, counts_fn *counts)
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
static void judge(const struct reference *ref, int at, bool falls[SQUARES_MAX])
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
        falls[next] |= is_cornered(ref, next, side, flanks);
    }
}

/* Is the bound man kept bound? */
static bool is_held(const struct reference *ref, int square)
{
    const struct rules *rules = rules_of(ref);
    unsigned by = ref->board[square].side ^ 1u;

    return (has(rules->held_by_two, ref->board[square].kind) && is_between(ref, square, by, holds)) ||
           is_cornered(ref, square, by, holds) ||
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

static void take(struct reference *ref, int square)
{
    ref->taken[ref->board[square].side ^ 1]++;
    ref->board[square] = (struct reference_man){ 0 };
    ref->captured = ref->restart = true;
    lose_rights(ref, square);
}

static void put(struct reference *ref, int from, int to)
{
    ref->board[to] = ref->board[from];
    ref->board[to].unmoved = false;
    ref->board[from] = (struct reference_man){ 0 };
    lose_rights(ref, from);
    lose_rights(ref, to);
}

static bool takes_in_passing(const struct kind *kind)
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
        take(ref, move.to);
    if (move.type == LUDUS_EN_PASSANT)
        take(ref, go(ref, move.to, 0, -ahead));
    put(ref, move.from, move.to);
    if (move.piece != NONE) {
        ref->board[move.to].kind = move.piece;
        ref->board[move.to].unmoved = rules->kinds[move.piece].promoted_first;
    }
    ref->restart |= move.piece != NONE || has(rules->pawns, kind);
    if (takes_in_passing(&rules->kinds[kind]) && go(ref, move.from, 0, 2 * ahead) == move.to &&
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
        judge(ref, at, falls);
    for (int square = 0; square < squares_of(ref); square++)
        if (falls[square] && rules_of(ref)->binds) {
            bound[square] = !ref->board[square].bound;
            ref->board[square].bound = true;
        } else if (falls[square]) {
            take(ref, square);
            deed.captures = true;
        }
    release(ref);
    for (int square = 0; square < squares_of(ref); square++)
        deed.binds |= bound[square] && ref->board[square].bound;
    return deed;
}

/* Makes the move, up to the end of the turn. */
static struct deed apply(struct reference *ref, struct ludus_move move)
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
        take(ref, move.to);
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
            take(ref, square);
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
    struct deed deed = apply(ref, move);

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

/* ---- Legal moves ---- */

bool reference_repeats(const struct reference *ref, const struct reference *other, bool either)
{
    for (int square = 0; square < squares_of(ref); square++) {
        const struct reference_man *a = &ref->board[square], *b = &other->board[square];
        if (a->there != b->there || a->kind != b->kind || a->side != b->side || a->bound != b->bound ||
            a->unmoved != b->unmoved)
            return false;
    }
    return (either || ref->side == other->side) && ref->castling == other->castling &&
           memcmp(ref->hand, other->hand, sizeof ref->hand) == 0 && ref->captured == other->captured;
}

/* Does a position that a move leads to from `before` break the rule of repetition? */
static bool is_repeated(const struct reference *after, const struct reference *before)
{
    enum repetition_rule rule = rules_of(after)->repetition;
    unsigned times = 0;

    for (; rule != REPEAT_FREE && before; before = before->past)
        times += before->begins_turn && reference_repeats(after, before, rule == REPEAT_NEVER);
    return rule == REPEAT_THIRD ? times >= 2 : times >= 1;
}

/* May a move be made that the piece's way of moving allows? */
static bool is_legal(const struct reference *ref, struct ludus_move move)
{
    struct reference after = *ref;
    struct deed deed = apply(&after, move);

    if (!rules_of(ref)->suicide && move.type <= LUDUS_JUMP && !deed.captures && !deed.binds &&
        is_between(&after, move.to, ref->side ^ 1, is_flanker))
        return false;
    after = *ref;
    reference_make(&after, move);
    if (is_in_check(&after, ref->side))
        return false;
    return deed.captures || move.type == LUDUS_PLACE || move.type == LUDUS_PASS || !is_repeated(&after, ref);
}

/* Adds a move that is legal; two ways to one square are one move, a step before a jump. */
static void add(const struct reference *ref, struct reference_list *list, size_t begin,
                struct ludus_move move)
{
    for (size_t i = begin; i < list->count && i < list->capacity; i++) {
        const struct ludus_move *known = &list->moves[i];
        if (known->from == move.from && known->to == move.to && known->piece == move.piece &&
            (known->type == move.type || move.type == LUDUS_JUMP))
            return;
    }
    if (!is_legal(ref, move))
        return;
    if (list->count < list->capacity)
        list->moves[list->count] = move;
    list->count++;
}

/* Adds a step or jump, once for each kind that the piece may become. */
static void add_each(const struct reference *ref, struct reference_list *list, size_t begin, int from, int to,
                     unsigned type)
{
    kind_set becomes = rules_of(ref)->kinds[ref->board[from].kind].becomes;
    struct ludus_move move = { (uint8_t)from, (uint8_t)to, (uint8_t)type, NONE };

    if (!becomes || type == LUDUS_EN_PASSANT || go(ref, to, 0, forward(ref->side)) != NOWHERE)
        add(ref, list, begin, move);
    else
        for (unsigned k = 0; k < rules_of(ref)->kind_count; k++)
            if (has(becomes, k)) {
                move.piece = (uint8_t)k;
                add(ref, list, begin, move);
            }
}

static bool may_take(const struct reference *ref, int from, int victim)
{
    const struct rules *rules = rules_of(ref);
    unsigned kind = ref->board[from].kind;

    if (!is_of(ref, victim, ref->side ^ 1) || has(rules->kinds[kind].spares, ref->board[victim].kind))
        return false;
    return rules->displacement || (rules->bound_capture == BOUND_DISPLACED && has(rules->displacers, kind) &&
                                   ref->board[victim].bound);
}

static void add_steps(const struct reference *ref, struct reference_list *list, size_t begin, int from)
{
    const struct rules *rules = rules_of(ref);
    const struct kind *kind = &rules->kinds[ref->board[from].kind];

    for (unsigned i = 0; i < kind->atom_count; i++)
        for (int n = 1; n <= kind->atoms[i].length; n++) {
            unsigned mode = kind->atoms[i].mode;
            int to = reach(ref, from, &kind->atoms[i], n), victim;
            if (to == NOWHERE || !is_open(ref, from, &kind->atoms[i]))
                continue;
            victim = go(ref, to, 0, -forward(ref->side));
            if (is_empty(ref, to) ? mode & MODE_MOVE : mode & MODE_TAKE && may_take(ref, from, to))
                add_each(ref, list, begin, from, to, LUDUS_STEP);
            else if (mode & MODE_PASSING && to == ref->passed && is_of(ref, victim, ref->side ^ 1) &&
                     takes_in_passing(&rules->kinds[ref->board[victim].kind]) &&
                     !has(kind->spares, ref->board[victim].kind))
                add_each(ref, list, begin, from, to, LUDUS_EN_PASSANT);
        }
}

/* May the jumper, lifted off its square, jump over what stands on `over`? */
static bool is_jumped(const struct reference *ref, int over)
{
    const struct rules *rules = rules_of(ref);
    const struct reference_man *man = &ref->board[over];

    if (!man->there || has(rules->firm, man->kind))
        return false;
    if (man->side == ref->side)
        return rules->jump_over & OVER_OWN;
    return rules->jump_over & OVER_ENEMY || (rules->jump_over & OVER_BOUND && man->bound);
}

/* Marks all squares that jumps lead to from `at`. */
static void mark_jumps(const struct reference *lifted, int at, bool reached[SQUARES_MAX])
{
    const struct rules *rules = rules_of(lifted);

    for (int w = 0; w < (rules->jump_diagonal ? 8 : 4); w++) {
        int over = go(lifted, at, ways[w][0], ways[w][1]),
            to = go(lifted, at, 2 * ways[w][0], 2 * ways[w][1]);
        if (to == NOWHERE || !is_jumped(lifted, over) || !is_empty(lifted, to) || reached[to])
            continue;
        reached[to] = true;
        if (rules->jump_chain)
            mark_jumps(lifted, to, reached);
    }
}

static void add_jumps(const struct reference *ref, struct reference_list *list, size_t begin, int from)
{
    struct reference lifted = *ref;
    bool reached[SQUARES_MAX] = { false };

    lifted.board[from] = (struct reference_man){ 0 };
    mark_jumps(&lifted, from, reached);
    for (int to = 0; to < squares_of(ref); to++)
        if (reached[to] && to != from)
            add_each(ref, list, begin, from, to, LUDUS_JUMP);
}

/* Is a square one of those from a to b, on one rank? */
static bool is_from_to(int square, int a, int b)
{
    return a < b ? a <= square && square <= b : b <= square && square <= a;
}

static void add_castle(const struct reference *ref, struct reference_list *list, const struct castle *castle)
{
    const struct reference_man *king = &ref->board[castle->king_from];

    if (castle->side != ref->side || !is_of(ref, castle->king_from, ref->side) || king->bound ||
        !has(rules_of(ref)->royal, king->kind) || !is_of(ref, castle->rook_from, ref->side))
        return;
    for (int square = 0; square < squares_of(ref); square++) {
        bool passed = is_from_to(square, castle->king_from, castle->king_to) ||
                      is_from_to(square, castle->king_from, castle->rook_from) ||
                      is_from_to(square, castle->rook_from, castle->rook_to);
        if (passed && ref->board[square].there && square != castle->king_from && square != castle->rook_from)
            return;
        if (is_from_to(square, castle->king_from, castle->king_to) &&
            is_attacked(ref, square, ref->side ^ 1, king->kind))
            return;
    }
    add(ref, list, list->count,
        (struct ludus_move){ castle->king_from, castle->king_to, LUDUS_CASTLE, NONE });
}

static bool board_is_empty(const struct reference *ref)
{
    for (int square = 0; square < squares_of(ref); square++)
        if (ref->board[square].there)
            return false;
    return true;
}

/* Adds the ways of placing `count` men of a kind. */
static void add_places(const struct reference *ref, struct reference_list *list, unsigned kind,
                       unsigned count)
{
    for (int to = 0; to < squares_of(ref); to++) {
        struct ludus_move move = { NONE, (uint8_t)to, LUDUS_PLACE, (uint8_t)kind };
        if (is_empty(ref, to) && count == 1)
            add(ref, list, list->count, move);
        for (int other = to + 1; is_empty(ref, to) && count == 2 && other < squares_of(ref); other++) {
            move.from = (uint8_t)other;
            if (is_empty(ref, other))
                add(ref, list, list->count, move);
        }
    }
}

/* Adds all ways of placing, if something is to be placed. */
static bool add_placings(const struct reference *ref, struct reference_list *list)
{
    const struct rules *rules = rules_of(ref);
    const uint8_t *hand = ref->hand[ref->side];
    unsigned early = 0, late = 0;

    for (unsigned k = 0; k < rules->kind_count; k++)
        *(has(rules->place_last, k) ? &late : &early) += hand[k];
    for (unsigned k = 0; k < rules->kind_count; k++) {
        unsigned count = !early                                      ? 1
                         : rules->place_first && board_is_empty(ref) ? rules->place_first
                                                                     : rules->place_count;
        if (hand[k] && !(early && has(rules->place_last, k)))
            add_places(ref, list, k, hand[k] < count ? hand[k] : count);
    }
    return early || late;
}

/* Can the dice that are not used yet, in some order, have moved these kinds? */
static bool dice_allow(const struct reference *ref, const uint8_t *kinds, unsigned count, unsigned used)
{
    if (count == 0)
        return true;
    for (unsigned die = 0; die < ref->dice_count; die++)
        if (!(used >> die & 1) && rules_of(ref)->kinds[*kinds].faces >> (ref->dice[die] - 1) & 1 &&
            dice_allow(ref, kinds + 1, count - 1, used | 1u << die))
            return true;
    return false;
}

static bool is_diced(const struct reference *ref, unsigned kind)
{
    uint8_t kinds[LUDUS_DICE_MAX + 1];

    if (!rules_of(ref)->dice)
        return true;
    memcpy(kinds, ref->moved, sizeof ref->moved);
    kinds[ref->moved_count] = (uint8_t)kind;
    return dice_allow(ref, kinds, ref->moved_count + 1u, 0);
}

static void add_all(const struct reference *ref, struct reference_list *list)
{
    const struct rules *rules = rules_of(ref);

    for (int from = 0; from < squares_of(ref); from++) {
        const struct reference_man *man = &ref->board[from];
        if (!is_of(ref, from, ref->side) || man->bound || !is_diced(ref, man->kind) ||
            (ref->pending != NOWHERE && ref->pending != from))
            continue;
        size_t begin = list->count;
        add_steps(ref, list, begin, from);
        if (has(rules->jumpers, man->kind))
            add_jumps(ref, list, begin, from);
        for (unsigned i = 0; ref->pending == NOWHERE && i < rules->castle_count; i++)
            if (ref->castling >> i & 1 && rules->castles[i].king_from == from)
                add_castle(ref, list, &rules->castles[i]);
    }
    for (int square = 0;
         ref->pending == NOWHERE && rules->bound_capture == BOUND_REMOVED && square < squares_of(ref);
         square++)
        if (is_of(ref, square, ref->side ^ 1) && ref->board[square].bound &&
            (is_between(ref, square, ref->side, is_free) || is_cornered(ref, square, ref->side, is_free)))
            add(ref, list, list->count, (struct ludus_move){ NONE, (uint8_t)square, LUDUS_REMOVE, NONE });
}

void reference_moves(const struct reference *ref, struct reference_list *list)
{
    const struct rules *rules = rules_of(ref);

    list->count = 0;
    if (reference_ended(ref))
        return;
    if (!add_placings(ref, list))
        add_all(ref, list);
    if (!rules->dice && ref->pending == NOWHERE &&
        (rules->pass || (rules->blocked == BLOCKED_PASSES && list->count == 0)))
        add(ref, list, list->count, (struct ludus_move){ NONE, NONE, LUDUS_PASS, NONE });
}

/* ---- Ends ---- */

static bool is_lost(const struct reference *ref, unsigned side)
{
    const struct rules *rules = rules_of(ref);

    return (rules->royal_capture && count_men(ref, side, rules->royal) == 0) ||
           (rules->bare_royal && count_men(ref, side, ~rules->royal) == 0) ||
           (rules->lost_at != NONE && count_men(ref, side, rules->men) <= rules->lost_at);
}

static bool is_immobile(const struct reference *ref, unsigned side)
{
    for (int square = 0; square < squares_of(ref); square++) {
        bool shut = is_of(ref, square, side) && has(rules_of(ref)->immobile, ref->board[square].kind);
        bool enemy = false;
        for (int w = 0; w < 4; w++) {
            int next = go(ref, square, ways[w][0], ways[w][1]);
            shut &= !is_empty(ref, next);
            enemy |= is_of(ref, next, side ^ 1);
        }
        if (shut && enemy)
            return true;
    }
    return false;
}

static enum ludus_result win(unsigned side)
{
    return side == LUDUS_WHITE ? LUDUS_WHITE_WINS : LUDUS_BLACK_WINS;
}

static enum ludus_result more(unsigned white, unsigned black)
{
    return white == black ? LUDUS_DRAW : white > black ? LUDUS_WHITE_WINS : LUDUS_BLACK_WINS;
}

/* By the board alone; where both have lost, whoever has moved wins. */
static enum ludus_result standing(const struct reference *ref)
{
    const struct rules *rules = rules_of(ref);
    unsigned mover = ref->begins_turn ? ref->side ^ 1 : ref->side;

    if (is_lost(ref, mover ^ 1))
        return win(mover);
    if (is_lost(ref, mover))
        return win(mover ^ 1);
    if (is_immobile(ref, ref->side))
        return win(ref->side ^ 1);
    if (rules->quiet_limit && ref->quiet >= rules->quiet_limit)
        return rules->quiet_counts ? more(count_men(ref, 0, ~0u), count_men(ref, 1, ~0u)) : LUDUS_DRAW;
    return LUDUS_OPEN;
}

bool reference_ended(const struct reference *ref)
{
    return standing(ref) != LUDUS_OPEN;
}

enum ludus_result reference_result(const struct reference *ref)
{
    struct reference_list list = { NULL, 0, 0 };
    enum ludus_result result = standing(ref);

    if (result != LUDUS_OPEN || rules_of(ref)->dice)
        return result;
    reference_moves(ref, &list);
    if (list.count)
        return LUDUS_OPEN;
    if (reference_checked(ref))
        return win(ref->side ^ 1);
    switch (rules_of(ref)->blocked) {
    case BLOCKED_LOSES:
        return win(ref->side ^ 1);
    case BLOCKED_COUNTS_TAKEN:
        return more(ref->taken[LUDUS_WHITE], ref->taken[LUDUS_BLACK]);
    case BLOCKED_COUNTS_PIECES:
        return more(count_men(ref, 0, ~0u), count_men(ref, 1, ~0u));
    default:
        return LUDUS_DRAW;
    }
}

/* ---- The engine's position, and FEN ---- */

void reference_take(struct reference *ref, const struct ludus_position *pos)
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
