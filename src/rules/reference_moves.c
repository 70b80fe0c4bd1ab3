/* reference_moves.c - moves of the reference, found: those that are legal, and the end of the game. */
#include "rules/reference.h"

#include <string.h>

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
    struct deed deed = board_make(&after, move);
    if (!rules_of(ref)->suicide && move.type <= LUDUS_JUMP && !deed.captures && !deed.binds &&
        board_is_between(&after, move.to, ref->side ^ 1, board_is_flanker))
        return false;
    after = *ref;
    reference_make(&after, move);
    if (board_is_in_check(&after, ref->side))
        return false;
    return deed.captures || move.type == LUDUS_PLACE || move.type == LUDUS_PASS || !is_repeated(&after, ref);
}

/* Adds a move that is legal; two ways to one square are one move, a step before a jump. */
static void add_move(const struct reference *ref, struct reference_list *list, size_t begin,
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
        add_move(ref, list, begin, move);
    else
        for (unsigned k = 0; k < rules_of(ref)->kind_count; k++)
            if (has(becomes, k)) {
                move.piece = (uint8_t)k;
                add_move(ref, list, begin, move);
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
            int to = board_reach(ref, from, &kind->atoms[i], n), victim;
            if (to == NOWHERE || !board_is_open(ref, from, &kind->atoms[i]))
                continue;
            victim = go(ref, to, 0, -forward(ref->side));
            if (is_empty(ref, to) ? mode & MODE_MOVE : mode & MODE_TAKE && may_take(ref, from, to))
                add_each(ref, list, begin, from, to, LUDUS_STEP);
            else if (mode & MODE_PASSING && to == ref->passed && is_of(ref, victim, ref->side ^ 1) &&
                     board_takes_in_passing(&rules->kinds[ref->board[victim].kind]) &&
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
            board_is_attacked(ref, square, ref->side ^ 1, king->kind))
            return;
    }
    add_move(ref, list, list->count,
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
            add_move(ref, list, list->count, move);
        for (int other = to + 1; is_empty(ref, to) && count == 2 && other < squares_of(ref); other++) {
            move.from = (uint8_t)other;
            if (is_empty(ref, other))
                add_move(ref, list, list->count, move);
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
            (board_is_between(ref, square, ref->side, board_is_free) ||
             board_is_cornered(ref, square, ref->side, board_is_free)))
            add_move(ref, list, list->count,
                     (struct ludus_move){ NONE, (uint8_t)square, LUDUS_REMOVE, NONE });
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
        add_move(ref, list, list->count, (struct ludus_move){ NONE, NONE, LUDUS_PASS, NONE });
}

/* ---- Ends ---- */

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
