/* find.c - queries for move generation: attacks, castling, jumps; and why a move is illegal. */
#include "rules/leap.h"
#include "rules/movegen.h"

/* Does a group of the move stream (see ruleset.h) reach the target when `without` (or NONE) is empty? */
static bool group_reaches(const struct ludus_position *pos, const uint8_t *group, unsigned target,
                          unsigned without)
{
    unsigned i = 0;
    while (group[1] & MODE_HOP && i < group[0] && (!pos->cell[group[2 + i]] || group[2 + i] == without))
        if (group[2 + i++] == target)
            return false;
    for (i += (group[1] & MODE_HOP) != 0; i < group[0]; i++) { /* beyond the piece that is hopped over */
        unsigned to = group[2 + i];
        if (to == target && (!(group[1] & MODE_LAME) || i + 1u == group[0]))
            return true;
        if (!(group[1] & MODE_LEAPS) && pos->cell[to] && to != without)
            return false;
    }
    return false;
}

/* Do two royals stand on one file with nothing between? */
static bool is_faced(const struct ludus_position *pos, unsigned square, unsigned other, unsigned without)
{
    unsigned files = pos->ruleset->rules.files;
    unsigned low = square < other ? square : other, high = square + other - low;
    if (other == NONE || low % files != high % files)
        return false;
    for (low += files; low < high; low += files)
        if (pos->cell[low] && low != without)
            return false;
    return true;
}

/* Tests attacks by trying the moves of every enemy: for rules with lame or first-move captures, or with
 * enemies that cannot capture a royal. */
static bool search_attack(const struct ludus_position *pos, unsigned square, unsigned side, unsigned without)
{
    const struct tables *tables = pos->ruleset->tables;
    kind_set royals = pos->ruleset->rules.royal;
    while (royals && !pos->count[CODE_OF((unsigned)__builtin_ctz(royals), side ^ 1)])
        royals &= royals - 1;
    royals &= -royals; /* a side has only one */
    if (pos->ruleset->rules.facing && is_faced(pos, square, pos->royal[side], without))
        return true;
    for (unsigned w = 0; w < pos->ruleset->words; w++)
        for (uint64_t bits = position_sources(pos, tables->strike, square, side, w); bits; bits &= bits - 1) {
            unsigned from = w * 64 + (unsigned)__builtin_ctzll(bits);
            kind_set spares = pos->ruleset->rules.kinds[CODE_KIND(pos->cell[from])].spares;
            if (squares_has(&pos->bound, from) || spares & royals || from == without)
                continue;
            const uint8_t *group = tables->stream + tables->moves[pos->cell[from]][from];
            for (; group[0]; group += 2 + group[0])
                if (group[1] & MODE_TAKE && gen_is_open(pos, group, from) &&
                    group_reaches(pos, group, square, without))
                    return true;
        }
    return false;
}

bool attack_on(const struct ludus_position *pos, unsigned square, unsigned side, unsigned without)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    if (rs->tables->odd_attacks)
        return search_attack(pos, square, side, without);
    struct squares men = position_occupied(pos);
    if (without != NONE)
        squares_remove(&men, without);
    for (unsigned w = 0; w < rs->words; w++)
        for (uint64_t bits = position_sources(pos, rs->tables->strike, square, side, w); bits;
             bits &= bits - 1) {
            unsigned from = w * 64 + (unsigned)__builtin_ctzll(bits);
            if (attack_clear(rs, square, from, &men) || leaps_over(rs, pos->cell[from], from, square))
                return true;
        }
    return false;
}

bool position_checked(const struct ludus_position *pos)
{
    unsigned king = pos->royal[pos->side];
    return pos->ruleset->rules.check && king != NONE && royal_attacked(pos, king, pos->side);
}

/* Adds the check or pin by an enemy on `from` that attacks the royal on an empty board. */
static void add_attacker(const struct ludus_position *pos, struct guard *guard, unsigned from)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    const uint64_t *between = ray_between(rs, guard->king, from);
    uint64_t shield = 0; /* the only man between, in word `word` */
    unsigned word = 0;
    bool leaps = leaps_over(rs, pos->cell[from], from, guard->king);
    for (unsigned w = 0; w < rs->words && !leaps; w++) {
        uint64_t men = between[w] & (pos->men[0].word[w] | pos->men[1].word[w]);
        if (men & ~pos->men[pos->side].word[w] || men & (men - 1) || (men && shield))
            return;
        shield |= men;
        word = men ? w : word;
    }
    struct squares *held = shield ? &guard->pins : &guard->block;
    for (unsigned w = 0; w < rs->words && !leaps; w++)
        held->word[w] |= between[w];
    squares_add(held, from);
    guard->pinned.word[word] |= shield;
    guard->checkers += !shield;
}

/* Adds the squares up to the royal on which a move can open or close an attack by the enemy on `from`. */
static void add_watched(const struct ludus_position *pos, struct guard *guard, unsigned from)
{
    const struct tables *tables = pos->ruleset->tables;
    const uint8_t *group = tables->stream + tables->moves[pos->cell[from]][from];
    squares_add(&guard->block, from);
    for (; group[0]; group += 2 + group[0]) {
        unsigned at = 0;
        while (at < group[0] && group[2 + at] != guard->king)
            at++;
        for (unsigned i = 0; i < at && at < group[0] && group[1] & MODE_TAKE && !(group[1] & MODE_LEAPS); i++)
            squares_add(&guard->block, group[2 + i]);
    }
}

/* Finds the squares that matter for the royal's safety where attacks are not in the tables, as `block`; with
 * a check all do. */
static void guard_odd(const struct ludus_position *pos, struct guard *guard)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    guard->checkers = attack_on(pos, guard->king, pos->side ^ 1, NONE);
    if (rs->tables->first_takes || guard->checkers) { /* a capture anywhere can end first moves */
        guard->block = rs->board;
        return;
    }
    for (unsigned w = 0; w < rs->words; w++)
        for (uint64_t bits = position_sources(pos, rs->tables->strike, guard->king, pos->side ^ 1, w); bits;
             bits &= bits - 1)
            add_watched(pos, guard, w * 64 + (unsigned)__builtin_ctzll(bits));
    unsigned other = pos->royal[pos->side ^ 1], files = rs->rules.files;
    unsigned low = guard->king < other ? guard->king : other, high = guard->king + other - low;
    for (; rs->rules.facing && other != NONE && low % files == high % files && low < high; low += files)
        squares_add(&guard->block, low);
}

void attack_guard(const struct ludus_position *pos, struct guard *guard)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    guard->king = pos->royal[pos->side];
    guard->checkers = 0;
    guard->block = guard->pinned = guard->pins = (struct squares){ { 0 } };
    if (guard->king == NONE)
        return;
    if (rs->tables->odd_attacks) {
        guard_odd(pos, guard);
        return;
    }
    for (unsigned w = 0; w < rs->words; w++)
        for (uint64_t bits = position_sources(pos, rs->tables->strike, guard->king, pos->side ^ 1, w); bits;
             bits &= bits - 1)
            add_attacker(pos, guard, w * 64 + (unsigned)__builtin_ctzll(bits));
}

bool attack_safe_after(const struct ludus_position *pos, unsigned from, unsigned to, unsigned victim)
{
    struct ludus_position *board = position_trial(pos);
    unsigned enemy = pos->side ^ 1, king = pos->royal[pos->side] == from ? to : pos->royal[pos->side];
    unsigned taken = victim == NONE ? to : victim;
    uint8_t moved = pos->cell[from], fallen = pos->cell[taken], captured = pos->captured;
    bool safe;
    if (fallen) {
        board->captured = 1; /* can end captures by first moves */
        board->cell[taken] = 0;
        squares_remove(&board->men[enemy], taken);
        squares_remove(&board->of[fallen], taken);
    }
    board->cell[from] = 0;
    board->cell[to] = moved;
    squares_remove(&board->men[pos->side], from);
    squares_add(&board->men[pos->side], to);
    safe = king == NONE || !royal_attacked(pos, king, pos->side);
    board->captured = captured;
    board->cell[to] = 0;
    board->cell[from] = moved;
    squares_remove(&board->men[pos->side], to);
    squares_add(&board->men[pos->side], from);
    if (fallen) {
        board->cell[taken] = fallen;
        squares_add(&board->men[enemy], taken);
        squares_add(&board->of[fallen], taken);
    }
    return safe;
}

bool attack_in_passing(const struct ludus_position *pos, unsigned from, unsigned to)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    unsigned side = CODE_SIDE(pos->cell[from]), victim = square_ahead(rs, to, side ^ 1);
    unsigned code = victim == NONE ? 0 : pos->cell[victim];
    if (!code || CODE_SIDE(code) == side || !in_set(rs->en_passant, CODE_KIND(code)) ||
        in_set(rs->rules.kinds[CODE_KIND(pos->cell[from])].spares, CODE_KIND(code)))
        return false;
    return !rs->rules.check || rs->tries_safety || attack_safe_after(pos, from, to, victim);
}

/* ---- Castling; castle->path is set when the rules file is read ---- */

const struct castle *castle_named(const struct rules *rules, unsigned side, bool is_short)
{
    for (unsigned i = 0; i < rules->castle_count; i++)
        if (rules->castles[i].side == side && castle_is_short(&rules->castles[i]) == is_short)
            return &rules->castles[i];
    return NULL;
}

const struct castle *castle_between(const struct rules *rules, unsigned king_from, unsigned king_to)
{
    for (unsigned i = 0; i < rules->castle_count; i++)
        if ((rules->castle_any || rules->castles[i].king_from == king_from) &&
            rules->castles[i].king_to == king_to)
            return &rules->castles[i];
    return NULL;
}

struct castle castle_here(const struct ludus_position *pos, const struct castle *castle)
{
    struct castle here = *castle;
    if (!pos->ruleset->rules.castle_any)
        return here;
    here.king_from = pos->royal[castle->side];
    here.rook_from = pos->castle_rook[castle - pos->ruleset->rules.castles];
    castle_find_path(&here);
    return here;
}

unsigned castle_outer_rook(const struct ludus_position *pos, const struct castle *castle)
{
    unsigned king = pos->royal[castle->side], files = pos->ruleset->rules.files, first = king - king % files;
    unsigned rook = pos->ruleset->start->cell[castle->rook_from];
    bool is_short = castle_is_short(castle);
    unsigned square = is_short ? first + files - 1 : first;
    while (square != king && pos->cell[square] != rook)
        square = is_short ? square - 1 : square + 1;
    return square;
}

enum illegality castle_judge(const struct ludus_position *pos, const struct castle *named)
{
    if (named->side != pos->side || !(pos->castling >> (named - pos->ruleset->rules.castles) & 1))
        return ILLEGAL_CASTLE_RIGHT;
    struct castle here;
    const struct castle *castle = named;
    if (pos->ruleset->rules.castle_any)
        here = castle_here(pos, named), castle = &here;
    unsigned from = castle->king_from, to = castle->king_to, rook = pos->cell[castle->rook_from];
    unsigned low = from < to ? from : to, high = from + to - low;
    if (pos->royal[pos->side] != from || !rook || CODE_SIDE(rook) != castle->side)
        return ILLEGAL_CASTLE_RIGHT;
    for (unsigned w = 0; w < pos->ruleset->words; w++)
        if ((pos->men[0].word[w] | pos->men[1].word[w]) & castle->path.word[w])
            return ILLEGAL_CASTLE_PATH;
    /* After castling the rook no longer shields the king from behind. */
    for (unsigned square = low; square <= high; square++)
        if (attack_on(pos, square, pos->side ^ 1u, square == to ? castle->rook_from : NONE))
            return ILLEGAL_CASTLE_CHECK;
    return LEGAL;
}

/* ---- Jumps over adjacent pieces. A chain is a breadth-first search: only its end matters ---- */

/* Returns the landing square of a jump from `from` in direction `way`, with the jumper removed from `origin`;
 * NONE if it is not possible. */
static inline unsigned landing_of(const struct ludus_position *pos, unsigned origin, unsigned from,
                                  unsigned way)
{
    const struct rules *rules = &pos->ruleset->rules;
    const struct tables *tables = pos->ruleset->tables;
    unsigned over = tables->near[from][way], code = over == NONE ? 0 : pos->cell[over];
    if (!code || over == origin || in_set(rules->firm, CODE_KIND(code)) ||
        !(CODE_SIDE(code) == pos->side ? rules->jump_over & OVER_OWN
                                       : rules->jump_over & OVER_ENEMY || (rules->jump_over & OVER_BOUND &&
                                                                           squares_has(&pos->bound, over))))
        return NONE;
    unsigned landing = tables->near[over][way];
    return landing != NONE && (!pos->cell[landing] || landing == origin) ? landing : NONE;
}

struct squares jump_targets(const struct ludus_position *pos, unsigned from)
{
    const struct rules *rules = &pos->ruleset->rules;
    struct squares seen = { { 0 } };
    uint8_t queue[SQUARES_MAX];
    unsigned head = 0, tail = 0;
    queue[tail++] = (uint8_t)from;
    squares_add(&seen, from);
    while (head < tail) {
        unsigned at = queue[head++];
        if (at != from && !rules->jump_chain)
            break;
        for (unsigned way = NORTH; way <= (rules->jump_diagonal ? SOUTH_EAST : WEST); way++) {
            unsigned landing = landing_of(pos, from, at, way);
            if (landing == NONE || squares_has(&seen, landing))
                continue;
            squares_add(&seen, landing);
            queue[tail++] = (uint8_t)landing;
        }
    }
    squares_remove(&seen, from);
    return seen;
}

bool movegen_jump_path(const struct ludus_position *pos, const uint8_t *path, unsigned count)
{
    const struct rules *rules = &pos->ruleset->rules;
    struct squares seen = { { 0 } };
    if (count < 2 || (count > 2 && !rules->jump_chain) || path[0] == path[count - 1] || !pos->cell[path[0]] ||
        !in_set(rules->jumpers, CODE_KIND(pos->cell[path[0]])))
        return false;
    for (unsigned i = 0; i + 1 < count; i++) {
        bool leg = false;
        if (!rules->jump_revisit && squares_has(&seen, path[i]))
            return false;
        squares_add(&seen, path[i]);
        for (unsigned way = NORTH; way <= (rules->jump_diagonal ? SOUTH_EAST : WEST); way++)
            leg |= landing_of(pos, path[0], path[i], way) == path[i + 1];
        if (!leg)
            return false;
    }
    return rules->jump_revisit || !squares_has(&seen, path[count - 1]);
}

/* ---- Why a move is illegal, in the order of a player's questions ---- */

bool kind_leads(const struct ludus_position *pos, struct ludus_move move, unsigned mode)
{
    const struct kind *kind = &pos->ruleset->rules.kinds[CODE_KIND(pos->cell[move.from])];
    int turn = pos->side == LUDUS_WHITE ? 1 : -1;
    int file = turn * ((int)square_file(pos->ruleset, move.to) - (int)square_file(pos->ruleset, move.from));
    int rank = turn * ((int)square_rank(pos->ruleset, move.to) - (int)square_rank(pos->ruleset, move.from));
    for (unsigned i = 0; i < kind->atom_count; i++)
        for (int n = kind->atoms[i].mode & mode ? kind->atoms[i].length - 1 : -1; n >= 0; n--)
            if (kind->atoms[i].file + n * kind->atoms[i].next_file == file &&
                kind->atoms[i].rank + n * kind->atoms[i].next_rank == rank)
                return true;
    return false;
}

/* Checks the geometry, the squares between and the target. */
static enum illegality judge_path(const struct ludus_position *pos, struct ludus_move move)
{
    const struct rules *rules = &pos->ruleset->rules;
    unsigned stands = pos->cell[move.to], kind = CODE_KIND(pos->cell[move.from]);
    const struct tables *tables = pos->ruleset->tables;
    const uint8_t *group = tables->stream + tables->moves[pos->cell[move.from]][move.from];
    unsigned open = 0; /* modes of the groups that lead there, without lost first moves */
    bool leads = false, clear = false, spent = false;
    for (; group[0]; group += 2 + group[0]) {
        unsigned mode = group[1], i = mode & MODE_LAME ? group[0] - 1u : 0;
        while (i < group[0] && group[2 + i] != move.to)
            i++;
        if (i == group[0])
            continue;
        bool is_open = gen_is_open(pos, group, move.from), is_clear = is_open;
        unsigned between = 0;
        for (unsigned n = 0; n < i && !(mode & MODE_LEAPS); n++)
            between += pos->cell[group[2 + n]] != 0;
        is_clear &= between == (mode & MODE_HOP ? 1 : 0);
        leads = true;
        spent |= !is_open;
        clear |= is_clear;
        open |= is_open ? mode : 0;
    }
    bool jumps = in_set(rules->jumpers, kind),
         late = leads ? spent && !(open & (MODE_MOVE | MODE_TAKE)) : kind_leads(pos, move, MODE_FIRST);
    struct squares landings = { { 0 } };
    if (jumps)
        landings = jump_targets(pos, move.from);
    if (squares_has(&landings, move.to))
        return LEGAL;
    if (stands && CODE_SIDE(stands) == pos->side)
        return late ? ILLEGAL_FIRST_ONLY : ILLEGAL_OWN_TARGET;
    if (!leads && stands && !rules->displacement)
        return ILLEGAL_TARGET_TAKEN;
    if (late)
        return ILLEGAL_FIRST_ONLY;
    if (!leads)
        return jumps ? ILLEGAL_NO_JUMP : ILLEGAL_GEOMETRY;
    if (!clear)
        return ILLEGAL_BLOCKED;
    if (!stands)
        return open & MODE_MOVE || (open & MODE_PASSING && move.to == pos->en_passant) ? LEGAL
                                                                                       : ILLEGAL_NO_ENEMY;
    if (in_set(rules->kinds[kind].spares, CODE_KIND(stands)))
        return ILLEGAL_IMMUNE;
    if (open & MODE_TAKE && rules->displacement)
        return LEGAL;
    if (open & MODE_TAKE && rules->bound_capture == BOUND_DISPLACED && in_set(rules->displacers, kind))
        return squares_has(&pos->bound, move.to) ? LEGAL : ILLEGAL_NOT_BOUND;
    return ILLEGAL_TARGET_TAKEN;
}

enum illegality movegen_illegality(const struct ludus_position *pos, struct ludus_move move)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    unsigned kind = CODE_KIND(pos->cell[move.from]);
    kind_set kinds, becomes = promotions_on(rs, pos->cell[move.from], move.to);
    for (move.type = LUDUS_STEP; move.type <= LUDUS_EN_PASSANT; move.type++)
        if (move.type != LUDUS_LEAP && movegen_legal(pos, move))
            return LEGAL;
    if (rs->places && movegen_placing(pos, &kinds))
        return ILLEGAL_PLACING;
    if (pos->pending != NONE && pos->pending != move.from)
        return ILLEGAL_MUST_GO_ON;
    if (squares_has(&pos->bound, move.from))
        return ILLEGAL_BOUND;
    if (!position_die_allows(pos, kind))
        return ILLEGAL_DIE;
    if (leap_leads(pos, move.from, move.to)) {
        move.type = LUDUS_LEAP;
        for (move.piece = 0; move.piece < LEAPS_MAX; move.piece++)
            if (movegen_legal(pos, move))
                return LEGAL;
        return ILLEGAL_MUST_TAKE;
    }
    enum illegality why = judge_path(pos, move);
    if (why == ILLEGAL_GEOMETRY && rs->rules.kinds[kind].leap_count)
        return ILLEGAL_NO_JUMP;
    if (why != LEGAL)
        return why;
    if (becomes ? move.piece >= KINDS_MAX || !in_set(becomes, move.piece) : move.piece != NONE)
        return ILLEGAL_PROMOTION;
    if (!pos->cell[move.to] && movegen_must_take(pos))
        return ILLEGAL_MUST_TAKE;
    if (rs->rules.no_check && (!rs->rules.check || attack_safe_after(pos, move.from, move.to, NONE)))
        return ILLEGAL_GIVES_CHECK;
    if (rs->rules.check) { /* it leaves a royal attacked */
        struct guard guard;
        attack_guard(pos, &guard);
        return !guard.checkers && squares_has(&guard.pinned, move.from) ? ILLEGAL_PINNED : ILLEGAL_CHECK;
    }
    return !rs->rules.suicide && rs->rules.repetition == REPEAT_FREE ? ILLEGAL_SUICIDE : ILLEGAL_REPETITION;
}
