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

/* Is the square hostile to the kind? */
static bool is_hostile(const struct reference *ref, int square, unsigned kind)
{
    for (unsigned i = 0; square != NOWHERE && i < ref->rules->hostile_count; i++)
        if (region_has(ref->rules, ref->rules->hostile[i].region, LUDUS_WHITE, (unsigned)square) &&
            (ref->rules->hostile[i].always || is_empty(ref, square)) &&
            (!ref->rules->hostile[i].kinds || in_set(ref->rules->hostile[i].kinds, kind)))
            return true;
    return false;
}

/* Does only surrounding capture the man, where it stands? */
static bool is_strong(const struct reference *ref, int square)
{
    const struct reference_man *man = &ref->board[square];
    return region_has(ref->rules, ref->rules->kinds[man->kind].surrounded_on, man->side, (unsigned)square);
}

/* Are all orthogonal neighbours flankers of `side`, or hostile? The edge counts as one if `walls`. */
static bool is_shut(const struct reference *ref, int square, unsigned side, bool walls, bool bound_too)
{
    for (int way = 0; way < 4; way++) {
        int next = beside(ref, square, way, 1);
        if (next == NOWHERE
                ? !walls
                : !flanks(ref, next, side, bound_too) && !is_hostile(ref, next, ref->board[square].kind))
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
             (rules->corner_partner && is_corner(ref, square)) ||
             is_hostile(ref, square, ref->board[beside(ref, at, way, end - 1)].kind)))
            break;
        if (!is_of(ref, square, side ^ 1))
            return;
        shielded |= !(in_set(rules->custodian, ref->board[square].kind) && !is_strong(ref, square));
    }
    if ((!rules->custodian_lines && end > 2) || (shielded && rules->shielded_lines))
        return;
    while (--end > 0) {
        int square = beside(ref, at, way, end);
        falls[square] |= (in_set(rules->custodian, ref->board[square].kind) && !is_strong(ref, square));
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
            falls[next] |= ((in_set(rules->surround, ref->board[next].kind) || is_strong(ref, next)) &&
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

/* Does the side begin with a royal, or have men to place? */
static bool begins_royal(const struct reference *ref, unsigned side)
{
    bool royal = false;
    for (int square = 0; square < ref->squares; square++)
        royal |= ref->start[square] && CODE_SIDE(ref->start[square]) == side &&
                 in_set(ref->rules->royal, CODE_KIND(ref->start[square]));
    for (unsigned k = 0; k < ref->rules->kind_count; k++)
        royal |= ref->rules->hand[k] > 0;
    return royal || ref->rules->drops;
}

static bool is_lost(const struct reference *ref, unsigned side)
{
    const struct rules *rules = ref->rules;
    bool royal = begins_royal(ref, side);
    unsigned others = count_men(ref, side ^ 1, ~rules->royal), enough = side == ref->side ? 2 : 1;
    return (royal && rules->royal_capture && count_men(ref, side, rules->royal) == 0) ||
           (royal && rules->bare_royal && count_men(ref, side, ~rules->royal) == 0 &&
            (rules->bare_royal == BARE_LOSES || others >= enough)) ||
           (rules->checks_win && ref->checks[side ^ 1] == 0) ||
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

static bool at_goal(const struct reference *ref, unsigned side)
{
    for (int square = 0; square < ref->squares; square++)
        if (is_of(ref, square, side) &&
            region_has(ref->rules, ref->rules->kinds[ref->board[square].kind].goal, side, (unsigned)square))
            return true;
    return false;
}

/* Can the side to move reach a goal at once? */
static bool can_reach(const struct reference *ref)
{
    struct rules open = *ref->rules;
    struct reference free = *ref;
    static _Thread_local struct ludus_move moves[4096];
    struct reference_list list = { moves, 0, sizeof moves / sizeof *moves };
    for (unsigned k = 0; k < open.kind_count; k++)
        open.kinds[k].goal = 0; /* or the game would be over, and without moves */
    free.rules = &open;
    reference_moves(&free, &list);
    for (size_t i = 0; i < list.count && i < list.capacity; i++)
        if (moves[i].from != NONE &&
            region_has(ref->rules, ref->rules->kinds[ref->board[moves[i].from].kind].goal, ref->side,
                       moves[i].to))
            return true;
    return false;
}

/* Returns the result by goals reached and lines filled. */
static enum ludus_result result_by_places(const struct reference *ref)
{
    unsigned first = ref->rules->first == FIRST_BLACK ? LUDUS_BLACK : LUDUS_WHITE, last = first ^ 1;
    bool reply = ref->rules->goal_reply, both = at_goal(ref, first) && at_goal(ref, last);
    if (both)
        return reply ? LUDUS_DRAW : win_for(ref->side ^ 1);
    if (at_goal(ref, last))
        return win_for(last);
    if (at_goal(ref, first) && !(reply && ref->side == last && can_reach(ref)))
        return win_for(first);
    for (int square = 0; ref->rules->mill == MILL_WINS && square < ref->squares; square++)
        if (ref->board[square].there && reference_mills(ref, square))
            return win_for(ref->board[square].side);
    return LUDUS_OPEN;
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
    enum ludus_result places = result_by_places(ref);
    if (places != LUDUS_OPEN)
        return places;
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
    if (ref->rules->blocked == BLOCKED_WINS)
        return win_for(ref->side);
    if (ref->rules->blocked == BLOCKED_COUNTS_TAKEN)
        return compare_counts(ref->taken[LUDUS_WHITE], ref->taken[LUDUS_BLACK]);
    if (ref->rules->blocked == BLOCKED_COUNTS_PIECES)
        return compare_counts(count_men(ref, 0, ~0u), count_men(ref, 1, ~0u));
    return LUDUS_DRAW;
}
