/* reference_board.c - flanking, surrounding and results of the reference; see reference.h. */
#include "rules/reference.h"

/* ---- Flanking and surrounding ---- */

static bool is_corner(const struct reference *ref, int square)
{
    return (shift_square(ref, square, 1, 0) == NOWHERE || shift_square(ref, square, -1, 0) == NOWHERE) &&
           (shift_square(ref, square, 0, 1) == NOWHERE || shift_square(ref, square, 0, -1) == NOWHERE);
}

/* Is there a flanker of the side on the square? A bound one counts if `bound_too`. */
static bool flanks(const struct reference *ref, int square, unsigned side, bool bound_too)
{
    return is_of(ref, square, side) && in_set(ref->rules->flankers, ref->board[square].kind) &&
           (bound_too || !ref->board[square].bound);
}

bool reference_between(const struct reference *ref, int square, unsigned side, bool bound_too)
{
    for (int way = 0; way < (ref->rules->custodian_diagonal ? 8 : 4); way += 2)
        if (flanks(ref, beside(ref, square, way, 1), side, bound_too) &&
            flanks(ref, beside(ref, square, way, -1), side, bound_too))
            return true;
    return false;
}

/* Are all orthogonal neighbours flankers of `side`? The edge counts as one if `walls`. */
static bool is_shut(const struct reference *ref, int square, unsigned side, bool walls, bool bound_too)
{
    for (int way = 0; way < 4; way++) {
        int next = beside(ref, square, way, 1);
        if (next == NOWHERE ? !walls : !flanks(ref, next, side, bound_too))
            return false;
    }
    return true;
}

bool reference_cornered(const struct reference *ref, int square, unsigned side, bool bound_too)
{
    return ref->rules->corner_capture && is_corner(ref, square) &&
           in_set(ref->rules->custodian, ref->board[square].kind) &&
           is_shut(ref, square, side, true, bound_too);
}

/* Marks the enemies captured between `at` and the next own flanker in direction `way`. */
static void mark_flanked(const struct reference *ref, int at, int way, bool falls[SQUARES_MAX])
{
    const struct rules *rules = ref->rules;
    unsigned side = ref->board[at].side;
    bool shielded = false;
    int end = 1;
    for (;; end++) {
        int square = beside(ref, at, way, end);
        if (end > 1 && square != NOWHERE &&
            (flanks(ref, square, side, rules->bound_flank == BOUND_FLANKS) ||
             (rules->corner_partner && is_corner(ref, square))))
            break;
        if (!is_of(ref, square, side ^ 1))
            return;
        shielded |= !in_set(rules->custodian, ref->board[square].kind);
    }
    if ((!rules->custodian_lines && end > 2) || (shielded && rules->shielded_lines))
        return;
    while (--end > 0) {
        int square = beside(ref, at, way, end);
        falls[square] |= in_set(rules->custodian, ref->board[square].kind);
    }
}

void reference_judge(const struct reference *ref, int at, bool falls[SQUARES_MAX])
{
    const struct rules *rules = ref->rules;
    unsigned side = ref->board[at].side;
    bool bound_too = rules->bound_flank == BOUND_FLANKS;
    for (int way = 0; flanks(ref, at, side, bound_too) && way < (rules->custodian_diagonal ? 8 : 4); way++) {
        int next = beside(ref, at, way, 1);
        mark_flanked(ref, at, way, falls);
        if (way < 4 && is_of(ref, next, side ^ 1))
            falls[next] |= (in_set(rules->surround, ref->board[next].kind) &&
                            is_shut(ref, next, side, rules->surround_walls, bound_too)) ||
                           reference_cornered(ref, next, side, bound_too);
    }
}

void reference_release(struct reference *ref)
{
    const struct rules *rules = ref->rules;
    bool held[SQUARES_MAX], bound_too = rules->bound_flank != BOUND_IDLE;
    for (int square = 0; square < ref->squares; square++) {
        unsigned by = ref->board[square].side ^ 1u;
        held[square] = ref->board[square].bound &&
                       ((in_set(rules->held_by_two, ref->board[square].kind) &&
                         reference_between(ref, square, by, bound_too)) ||
                        reference_cornered(ref, square, by, bound_too) ||
                        (rules->surround && is_shut(ref, square, by, rules->surround_walls, bound_too)));
    }
    for (int square = 0; square < ref->squares; square++)
        ref->board[square].bound = held[square];
}

/* ---- Results ---- */

/* Counts men of these kinds, on the board and in hand. */
static unsigned count_men(const struct reference *ref, unsigned side, kind_set kinds)
{
    unsigned count = 0;
    for (int square = 0; square < ref->squares; square++)
        count += is_of(ref, square, side) && in_set(kinds, ref->board[square].kind);
    for (unsigned k = 0; k < KINDS_MAX; k++)
        count += in_set(kinds, k) ? ref->hand[side][k] : 0;
    return count;
}

static bool is_lost(const struct reference *ref, unsigned side)
{
    const struct rules *rules = ref->rules;
    return (rules->royal_capture && count_men(ref, side, rules->royal) == 0) ||
           (rules->bare_royal && count_men(ref, side, ~rules->royal) == 0) ||
           (rules->lost_at != NONE && count_men(ref, side, rules->men) <= rules->lost_at);
}

static bool is_immobile(const struct reference *ref, unsigned side)
{
    for (int square = 0; square < ref->squares; square++) {
        bool shut = is_of(ref, square, side) && in_set(ref->rules->immobile, ref->board[square].kind);
        bool enemy = false;
        for (int way = 0; way < 4; way++) {
            int next = beside(ref, square, way, 1);
            shut &= !is_empty(ref, next);
            enemy |= is_of(ref, next, side ^ 1);
        }
        if (shut && enemy)
            return true;
    }
    return false;
}

static enum ludus_result win_for(unsigned side)
{
    return side == LUDUS_WHITE ? LUDUS_WHITE_WINS : LUDUS_BLACK_WINS;
}

static enum ludus_result compare_counts(unsigned white, unsigned black)
{
    return white == black ? LUDUS_DRAW : win_for(white > black ? LUDUS_WHITE : LUDUS_BLACK);
}

/* Returns the result by the board alone. If both sides have lost, the one that has moved wins. */
static enum ludus_result result_on_board(const struct reference *ref)
{
    const struct rules *rules = ref->rules;
    unsigned mover = ref->begins_turn ? ref->side ^ 1 : ref->side;
    if (is_lost(ref, mover ^ 1))
        return win_for(mover);
    if (is_lost(ref, mover))
        return win_for(mover ^ 1);
    if (is_immobile(ref, ref->side))
        return win_for(ref->side ^ 1);
    if (rules->quiet_limit && ref->quiet >= rules->quiet_limit)
        return rules->quiet_counts ? compare_counts(count_men(ref, 0, ~0u), count_men(ref, 1, ~0u))
                                   : LUDUS_DRAW;
    return LUDUS_OPEN;
}

bool reference_ended(const struct reference *ref)
{
    return result_on_board(ref) != LUDUS_OPEN;
}

enum ludus_result reference_result(const struct reference *ref)
{
    struct reference_list list = { NULL, 0, 0 };
    enum ludus_result result = result_on_board(ref);
    if (result != LUDUS_OPEN || ref->rules->dice)
        return result;
    reference_moves(ref, &list);
    if (list.count)
        return LUDUS_OPEN;
    if (reference_checked(ref, ref->side) || ref->rules->blocked == BLOCKED_LOSES)
        return win_for(ref->side ^ 1);
    if (ref->rules->blocked == BLOCKED_COUNTS_TAKEN)
        return compare_counts(ref->taken[LUDUS_WHITE], ref->taken[LUDUS_BLACK]);
    if (ref->rules->blocked == BLOCKED_COUNTS_PIECES)
        return compare_counts(count_men(ref, 0, ~0u), count_men(ref, 1, ~0u));
    return LUDUS_DRAW;
}
