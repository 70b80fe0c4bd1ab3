/* reference_board.c - flanking, surrounding, moves and results of the reference; see reference.h. */
#include "base/memory.h"
#include "rules/reference.h"

#include <stdlib.h>

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

/* Marks the enemies that the man who has moved to `at` captures or binds. */
static void judge_move(const struct reference *ref, int at, bool falls[SQUARES_MAX])
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

/* Frees all bound men that are not held. */
static void release_men(struct reference *ref)
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

static enum ludus_result compare_counts(unsigned white, unsigned black)
{
    return white == black ? LUDUS_DRAW : side_wins(white > black ? LUDUS_WHITE : LUDUS_BLACK);
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
        return reply ? LUDUS_DRAW : side_wins(ref->side ^ 1);
    if (at_goal(ref, last))
        return side_wins(last);
    if (at_goal(ref, first) && !(reply && ref->side == last && can_reach(ref)))
        return side_wins(first);
    for (int square = 0; ref->rules->mill == MILL_WINS && square < ref->squares; square++)
        if (ref->board[square].there && reference_mills(ref, square))
            return side_wins(ref->board[square].side);
    return LUDUS_OPEN;
}

/* Returns the result by the board alone. If both sides have lost, the one that has moved wins. */
static enum ludus_result result_on_board(const struct reference *ref)
{
    const struct rules *rules = ref->rules;
    unsigned mover = ref->begins_turn ? ref->side ^ 1 : ref->side;
    if (is_lost(ref, mover ^ 1))
        return side_wins(mover);
    if (is_lost(ref, mover))
        return side_wins(mover ^ 1);
    enum ludus_result places = result_by_places(ref);
    if (places != LUDUS_OPEN)
        return places;
    if (is_immobile(ref, ref->side))
        return side_wins(ref->side ^ 1);
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
        return side_wins(ref->side ^ 1);
    if (ref->rules->blocked == BLOCKED_WINS)
        return side_wins(ref->side);
    if (ref->rules->blocked == BLOCKED_COUNTS_TAKEN)
        return compare_counts(ref->taken[LUDUS_WHITE], ref->taken[LUDUS_BLACK]);
    if (ref->rules->blocked == BLOCKED_COUNTS_PIECES)
        return compare_counts(count_men(ref, 0, ~0u), count_men(ref, 1, ~0u));
    return LUDUS_DRAW;
}

/* ---- Making moves ---- */

static void lose_rights(struct reference *ref, int square)
{
    for (unsigned i = 0; i < ref->rules->castle_count; i++)
        if (reference_castle(ref, i).king_from == square || reference_castle(ref, i).rook_from == square)
            ref->castling &= ~(1u << i);
}

static void take_man(struct reference *ref, int square)
{
    const struct rules *rules = ref->rules;
    struct reference_man man = ref->board[square];
    for (unsigned k = 0; rules->drops && k < rules->kind_count; k++)
        if (man.promoted && rules->pawns ? in_set(rules->pawns, k) : k == man.kind)
            ref->hand[man.side ^ 1][k]++;
    ref->taken[man.side ^ 1]++;
    lose_rights(ref, square);
    ref->board[square] = (struct reference_man){ 0 };
    ref->captured = ref->captures = ref->restart = true;
}

static void make_step(struct reference *ref, struct ludus_move move)
{
    lose_rights(ref, move.from); /* while the king still stands there */
    struct reference_man man = ref->board[move.from];
    int ahead = forward(ref->side), middle = shift_square(ref, move.from, 0, ahead);
    bool promotes = move.piece != NONE;
    if (ref->board[move.to].there)
        take_man(ref, move.to);
    if (move.type == LUDUS_EN_PASSANT)
        take_man(ref, shift_square(ref, move.to, 0, -ahead));
    ref->restart |= promotes || in_set(ref->rules->pawns, man.kind);
    if (reference_passes(&ref->rules->kinds[man.kind]) &&
        shift_square(ref, move.from, 0, 2 * ahead) == move.to && is_empty(ref, middle))
        ref->passed =
            !ref->rules->kinds[man.kind].passed_on ||
                    region_has(ref->rules, ref->rules->kinds[man.kind].passed_on, man.side, (unsigned)middle)
                ? middle
                : NOWHERE;
    for (int square = 0; square < ref->squares; square++)
        if (is_of(ref, square, ref->side ^ 1) &&
            in_set(ref->rules->kinds[ref->board[square].kind].first_lost_to, man.kind) &&
            (square % (int)ref->rules->files == move.to % (int)ref->rules->files ||
             square / (int)ref->rules->files == move.to / (int)ref->rules->files))
            ref->board[square].unmoved = false;
    man.promoted |= promotes && ref->rules->drops;
    man.kind = promotes ? move.piece : man.kind;
    man.unmoved = promotes && ref->rules->kinds[move.piece].promoted_first;
    ref->board[move.from] = (struct reference_man){ 0 };
    ref->board[move.to] = man;
    lose_rights(ref, move.to);
    if (!ref->rules->explodes || !ref->captures)
        return;
    take_man(ref, move.to);
    for (int way = 0; way < 8; way++) {
        int square = beside(ref, move.to, way, 1);
        if (square != NOWHERE && ref->board[square].there &&
            !in_set(ref->rules->pawns, ref->board[square].kind))
            take_man(ref, square);
    }
}

/* Makes a capture by leaping. */
static void make_leap(struct reference *ref, struct ludus_move move)
{
    struct reference_chain *list = memory_new(CHAINS_MOST * sizeof *list);
    size_t count = list ? reference_chains(ref, list) : 0, i = 0;
    while (i < count && (list[i].from != move.from || list[i].number != move.piece))
        i++;
    if (i < count) {
        struct reference_man man = ref->board[move.from];
        man.kind = (uint8_t)list[i].kind;
        for (int square = 0; square < ref->squares; square++)
            if (list[i].taken[square])
                take_man(ref, square);
        ref->board[move.from] = (struct reference_man){ 0 };
        ref->board[move.to] = man;
    }
    free(list);
}

/* Counts the men to be removed after the move. */
static void count_removals(struct reference *ref, struct ludus_move move)
{
    unsigned mills = reference_mills(ref, move.to), enemies = 0;
    for (int square = 0; square < ref->squares; square++)
        enemies += is_of(ref, square, ref->side ^ 1);
    if (ref->rules->mill == MILL_TAKES_ONE && mills)
        mills = 1;
    mills = ref->rules->mill == MILL_TAKES_ONE && ref->removals ? 0 : mills;
    ref->removals = ref->removals + mills < enemies ? ref->removals + mills : enemies;
}

void reference_move(struct reference *ref, struct ludus_move move)
{
    const struct rules *rules = ref->rules;
    const uint8_t placed[] = { move.to, move.from };
    bool falls[SQUARES_MAX] = { false }, removes = ref->removals > 0 && move.type != LUDUS_PLACE;
    if (ref->dice_count && move.type <= LUDUS_CASTLE)
        ref->moved[ref->moved_count++] = ref->board[move.from].kind;
    ref->passed = ref->pending = NOWHERE;
    ref->begins_turn = ref->captures = ref->binds = false;
    for (int i = 0; move.type == LUDUS_PLACE && i < 2 && placed[i] != NONE; i++) {
        ref->board[placed[i]] =
            (struct reference_man){ .there = true, .kind = move.piece, .side = (uint8_t)ref->side };
        ref->hand[ref->side][move.piece]--;
        ref->placed[ref->placed_count++] = placed[i];
        ref->restart = true;
    }
    ref->removals -= removes;
    ref->placed_count = removes ? 0 : ref->placed_count;
    if (rules->mill && rules->mill != MILL_WINS && !removes && move.type == LUDUS_PLACE)
        count_removals(ref, move);
    if (move.type == LUDUS_PLACE)
        return;
    if (move.type == LUDUS_LEAP)
        make_leap(ref, move);
    else if (move.type <= LUDUS_EN_PASSANT)
        make_step(ref, move);
    else if (move.type == LUDUS_REMOVE)
        take_man(ref, move.to);
    for (unsigned i = 0; move.type == LUDUS_CASTLE && i < rules->castle_count; i++) {
        const struct castle here = reference_castle(ref, i), *castle = &here;
        if (castle->side != ref->side || castle->king_from == NONE || castle->rook_from == NONE ||
            castle->king_from != move.from || castle->king_to != move.to)
            continue;
        lose_rights(ref, castle->king_from);
        struct reference_man king = ref->board[castle->king_from], rook = ref->board[castle->rook_from];
        ref->board[castle->king_from] = ref->board[castle->rook_from] = (struct reference_man){ 0 };
        king.unmoved = rook.unmoved = false;
        ref->board[castle->king_to] = king;
        ref->board[castle->rook_to] = rook;
        break;
    }
    if (rules->mill && rules->mill != MILL_WINS && !removes && move.type == LUDUS_STEP)
        count_removals(ref, move);
    /* Captures or binds what the move flanks or surrounds, then frees men. */
    if (move.type == LUDUS_STEP || (move.type == LUDUS_JUMP && rules->jump_captures))
        judge_move(ref, move.to, falls);
    for (int square = 0; square < ref->squares; square++)
        if (falls[square] && !rules->binds) {
            take_man(ref, square);
        } else if (falls[square]) {
            falls[square] = !ref->board[square].bound;
            ref->board[square].bound = true;
        }
    release_men(ref);
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
    ref->dice_count = ref->moved_count = ref->placed_count = 0;
    /* Bound men are captured at the start of their captor's turn. */
    for (int square = 0; ref->rules->bound_capture == BOUND_FALLS && square < ref->squares; square++)
        if (is_of(ref, square, ref->side ^ 1) && ref->board[square].bound) {
            take_man(ref, square);
            ref->quiet = 0;
        }
    ref->restart = false;
    if (ref->rules->checks_win && reference_checked(ref, ref->side))
        ref->checks[ref->side ^ 1]--;
    if (ref->rules->bound_capture == BOUND_FALLS)
        release_men(ref);
}

void reference_finish(struct reference *ref, struct ludus_move move)
{
    struct reference_list list = { NULL, 0, 0 };
    if (ref->rules->further_move && ref->captures && move.type <= LUDUS_EN_PASSANT) {
        ref->pending = move.to;
        reference_moves(ref, &list);
    }
    bool goes_on = ref->rules->dice || list.count > 0 || ref->removals ||
                   (ref->placed_count && reference_row(ref, NOWHERE));
    if (move.type == NONE || !goes_on)
        end_turn(ref);
}

void reference_make(struct reference *ref, struct ludus_move move)
{
    if (move.type != NONE)
        reference_move(ref, move);
    reference_finish(ref, move);
}
