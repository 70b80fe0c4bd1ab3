/* reference.c - the rules, slow and obvious; see reference.h. */
#include "rules/reference.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* ---- Geometry of moves ---- */

/* May the man stop on the square, by its regions, or if `over` pass it? */
static bool is_allowed(const struct reference *ref, const struct reference_man *man, int square, bool over)
{
    const struct kind *kind = &ref->rules->kinds[man->kind];
    bool off = region_has(ref->rules, kind->keeps_off, man->side, (unsigned)square);
    return (!kind->keeps_to || region_has(ref->rules, kind->keeps_to, man->side, (unsigned)square)) &&
           (!off || (over && kind->passes_off));
}

static bool is_attacked(const struct reference *ref, int target, unsigned by, unsigned victim);

/* Returns the target of `n` steps of an atom; NOWHERE if a piece is in between, or if it is a first move that
 * the man has lost. */
static int find_target(const struct reference *ref, int from, const struct atom *atom, int n)
{
    const struct reference_man *man = &ref->board[from];
    const struct kind *kind = &ref->rules->kinds[man->kind];
    int turn = forward(man->side), file = turn * atom->file, rank = turn * atom->rank, to = from, hurdles = 0;
    int wide = abs(file), high = abs(rank), far = wide > high ? wide : high;
    bool first = kind->piece_first ? man->unmoved : ref->start[from] == CODE_OF(man->kind, man->side);
    if (atom->mode & MODE_FIRST ? kind->first_unchecked && reference_checked(ref, man->side)
                                : kind->first_only && first)
        return NOWHERE;
    if ((atom->mode & MODE_FIRST && (!first || (kind->first_until_capture && ref->captured))) ||
        (atom->region && !region_has(ref->rules, atom->region, man->side, (unsigned)from)))
        return NOWHERE;
    if (n <= atom->passes)
        return NOWHERE;
    if (atom->mode & MODE_FIRST && kind->first_unattacked && far == 2 && wide != 1 && high != 1 &&
        is_attacked(ref, shift_square(ref, from, file / 2, rank / 2), man->side ^ 1, man->kind))
        return NOWHERE;
    for (int i = 1; i <= n; i++) {
        to = i == 1 ? step_square(ref, to, file, rank)
                    : step_square(ref, to, turn * atom->next_file, turn * atom->next_rank);
        if (to == NOWHERE || !is_allowed(ref, man, to, i < n))
            return NOWHERE;
        hurdles += i < n && ref->board[to].there;
    }
    if (hurdles != (atom->mode & MODE_HOP ? 1 : 0))
        return NOWHERE;
    /* A lame leap passes the squares along its line; one like a knight's goes straight first. */
    for (int i = 1; atom->mode & MODE_LAME && i < far; i++)
        if (!is_empty(ref, shift_square(ref, from, wide == far ? i * file / far : 0,
                                        high == far ? i * rank / far : 0)))
            return NOWHERE;
    return to;
}

/* Do the two royals stand on one file with nothing between? */
static bool is_faced(const struct reference *ref, int target, unsigned by)
{
    for (int way = 0; way < 2; way++) {
        int square = beside(ref, target, way, 1);
        while (is_empty(ref, square))
            square = beside(ref, square, way, 1);
        if (is_of(ref, square, by) && in_set(ref->rules->royal, ref->board[square].kind))
            return true;
    }
    return false;
}

/* Could a man of `by` capture one of the kind `victim` on the square? */
static bool is_attacked(const struct reference *ref, int target, unsigned by, unsigned victim)
{
    if (ref->rules->facing && is_faced(ref, target, by))
        return true;
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

/* Do two royals stand side by side, so that neither can be captured without the other's exploding? */
static bool are_beside(const struct reference *ref)
{
    int square[2] = { NOWHERE, NOWHERE };
    for (int at = 0; at < ref->squares; at++)
        if (ref->board[at].there && in_set(ref->rules->royal, ref->board[at].kind))
            square[ref->board[at].side] = at;
    for (int way = 0; way < 8 && square[0] != NOWHERE; way++)
        if (beside(ref, square[0], way, 1) == square[1] && square[1] != NOWHERE)
            return true;
    return false;
}

bool reference_checked(const struct reference *ref, unsigned side)
{
    if (ref->rules->explodes && are_beside(ref))
        return false;
    for (int square = 0; ref->rules->check && square < ref->squares; square++)
        if (is_of(ref, square, side) && in_set(ref->rules->royal, ref->board[square].kind) &&
            is_attacked(ref, square, side ^ 1, ref->board[square].kind))
            return true;
    return false;
}

/* Is a pseudo-legal move legal? */
static bool is_legal(const struct reference *ref, struct ludus_move move)
{
    enum repetition_rule rule = ref->rules->repetition;
    unsigned times = 0;
    struct reference after = *ref;
    reference_move(&after, move);
    bool captures = after.captures;
    if (!ref->rules->suicide && move.type <= LUDUS_JUMP && !captures && !after.binds &&
        reference_between(&after, move.to, ref->side ^ 1, true))
        return false;
    reference_finish(&after, move);
    if (ref->rules->explodes) { /* the own royal must not explode; if the other does, nothing else counts */
        unsigned royals[2] = { 0, 0 };
        for (int square = 0; square < ref->squares; square++)
            if (after.board[square].there && in_set(ref->rules->royal, after.board[square].kind))
                royals[after.board[square].side]++;
        if (!royals[ref->side] || !royals[ref->side ^ 1])
            return royals[ref->side] > 0;
    }
    if (reference_checked(&after, ref->side) ||
        (ref->rules->no_check && reference_checked(&after, ref->side ^ 1)))
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
    kind_set becomes = reference_becomes(ref, ref->board[from].kind, ref->side, to);
    if (!becomes || type == LUDUS_EN_PASSANT)
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
                     reference_passes(&rules->kinds[ref->board[victim].kind]) &&
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
    bool row = reference_row(ref, NOWHERE);
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
            if (count == 1 && is_empty(ref, to) && is_point(ref, to) && (!row || reference_row(ref, to)))
                add_move(ref, list, NONE, to, LUDUS_PLACE, k);
            for (int other = to + 1; count == 2 && is_empty(ref, to) && other < ref->squares; other++)
                if (is_empty(ref, other) && is_point(ref, to) && is_point(ref, other))
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

/* Has the side to move three men, which fly? */
static bool has_flights(const struct reference *ref)
{
    unsigned men = 0;
    for (int square = 0; square < ref->squares; square++)
        men += is_of(ref, square, ref->side);
    return ref->rules->mill_flies && men == 3;
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
        if (!has_flights(ref))
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
            if (ref->castling >> i & 1 && reference_castle(ref, i).king_from == square)
                add_castle(ref, list, (const struct castle[]){ reference_castle(ref, i) });
    }
}

/* Adds the captures by leaping. */
static void add_leaps(const struct reference *ref, struct reference_list *list)
{
    unsigned leaps = 0;
    for (unsigned k = 0; k < ref->rules->kind_count; k++)
        leaps += ref->rules->kinds[k].leap_count;
    if (leaps == 0)
        return;
    struct reference_chain *chains = memory_new(CHAINS_MOST * sizeof *chains);
    size_t count = chains ? reference_chains(ref, chains) : 0;
    for (size_t i = 0; i < count; i++)
        add_move(ref, list, chains[i].from, chains[i].to, LUDUS_LEAP, chains[i].number);
    free(chains);
}

/* Adds the removals for a mill. */
static void add_removals(const struct reference *ref, struct reference_list *list)
{
    bool all = true;
    for (int square = 0; square < ref->squares; square++)
        all &= !is_of(ref, square, ref->side ^ 1) || reference_mills(ref, square) > 0;
    for (int square = 0; square < ref->squares; square++)
        if (is_of(ref, square, ref->side ^ 1) &&
            (all || !ref->rules->mill_shields || reference_mills(ref, square) == 0))
            add_move(ref, list, NONE, square, LUDUS_REMOVE, NONE);
}

/* Adds the placings of captured pieces, and the flights of a side with three men. */
static void add_elsewhere(const struct reference *ref, struct reference_list *list)
{
    const struct rules *rules = ref->rules;
    bool flies = has_flights(ref);
    for (int to = 0; to < ref->squares; to++) {
        if (!is_empty(ref, to) || !is_point(ref, to))
            continue;
        for (unsigned k = 0; rules->drops && k < rules->kind_count; k++)
            if (ref->hand[ref->side][k] &&
                !region_has(rules, rules->kinds[k].place_off, ref->side, (unsigned)to))
                add_move(ref, list, NONE, to, LUDUS_PLACE, k);
        for (int from = 0; flies && from < ref->squares; from++)
            if (is_of(ref, from, ref->side))
                add_move(ref, list, from, to, LUDUS_STEP, NONE);
    }
}

/* Keeps only captures if there is one. Lists without room are only counted: that there are moves is all they
 * tell. */
static bool keep_captures(const struct reference *ref, struct reference_list *list)
{
    size_t kept = 0, count = list->count < list->capacity ? list->count : list->capacity;
    for (size_t i = 0; i < count; i++) {
        struct ludus_move move = list->moves[i];
        if (move.type == LUDUS_LEAP || move.type == LUDUS_EN_PASSANT || ref->board[move.to].there)
            list->moves[kept++] = move;
    }
    list->count = kept ? kept : list->count;
    return kept > 0;
}

void reference_moves(const struct reference *ref, struct reference_list *list)
{
    const struct rules *rules = ref->rules;
    list->count = 0;
    if (ref->removals && !(ref->placed_count && reference_row(ref, NOWHERE))) {
        add_removals(ref, list);
        return;
    }
    if (reference_ended(ref))
        return;
    if (rules->drops || !add_placings(ref, list)) {
        add_leaps(ref, list);
        add_all(ref, list);
        add_elsewhere(ref, list);
        if (rules->must_take && keep_captures(ref, list))
            return;
    }
    if (!rules->dice && ref->pending == NOWHERE && !ref->placed_count &&
        (rules->pass || (rules->blocked == BLOCKED_PASSES && list->count == 0)))
        add_move(ref, list, NONE, NONE, LUDUS_PASS, NONE);
}
