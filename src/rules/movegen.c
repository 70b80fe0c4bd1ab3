/* movegen.c - generates the legal moves of a position.
 *
 * One generator lists and counts moves: it is inlined twice, and a rule that the ruleset lacks costs one test
 * of a flag. Under check rules, checks and pins are found once; only moves of the royal and en passant are
 * tried one by one, unless the attack tables are incomplete. */
#include "rules/movegen.h"

#include "rules/leap.h"
#include "rules/tally.h"

/* Adds a step or jump, once for each kind that the piece can promote to. */
static inline __attribute__((always_inline)) void add_step(struct gen *gen, bool counting,
                                                           const kind_set *promotions, unsigned from,
                                                           unsigned to, unsigned type)
{
    const struct ludus_ruleset *rs = gen->pos->ruleset;
    kind_set becomes = promotions ? promotions[to] : 0;

    if (!becomes) {
        add_move(gen, counting, from, to, type, NONE);
        return;
    }
    for (unsigned k = 0; k < rs->rules.kind_count; k++)
        if (in_set(becomes, k))
            add_move(gen, counting, from, to, type, k);
}

/* May the piece capture the enemy on `to`, in a game in which not all pieces capture all others? */
static bool may_take(const struct ludus_position *pos, unsigned code, unsigned to)
{
    const struct rules *rules = &pos->ruleset->rules;
    unsigned kind = CODE_KIND(code);
    return !in_set(rules->kinds[kind].spares, CODE_KIND(pos->cell[to])) &&
           (rules->displacement || (rules->bound_capture == BOUND_DISPLACED &&
                                    in_set(rules->displacers, kind) && squares_has(&pos->bound, to)));
}

/* Returns the promotions of a piece by target; NULL if it is never promoted. */
static inline const kind_set *promotions_of(const struct ludus_ruleset *rs, unsigned code)
{
    return in_set(rs->promoted, CODE_KIND(code)) ? rs->tables->becomes + code * rs->squares : NULL;
}

/* Restrictions on a piece's steps: `only` these targets (or NULL); if `asked`, may_reach rejects duplicates
 * and, if `tried`, steps that leave the royal attacked. */
struct bounds {
    const kind_set *promotions; /* see promotions_of */
    const struct squares *only;
    bool asked, tried;
};

static __attribute__((noinline)) bool may_reach(struct gen *gen, bool tried, unsigned from, unsigned to)
{
    const struct squares *watched = &gen->guard.block;
    if (gen->pos->ruleset->paths_meet) {
        if (squares_has(&gen->stepped, to))
            return false;
        squares_add(&gen->stepped, to);
    }
    if (!tried || (from != gen->guard.king && !squares_has(watched, from) && !squares_has(watched, to)))
        return true;
    return attack_safe_after(gen->pos, from, to, NONE);
}

static inline __attribute__((always_inline)) void
add_reached(struct gen *gen, bool counting, const struct bounds *bounds, unsigned from, unsigned to)
{
    if ((bounds->only && !squares_has(bounds->only, to)) ||
        (!counting && gen->target != NONE && gen->target != to))
        return;
    if (bounds->asked && !may_reach(gen, bounds->tried, from, to))
        return;
    add_step(gen, counting, bounds->promotions, from, to, LUDUS_STEP);
}

static inline __attribute__((always_inline)) void
add_steps(struct gen *gen, bool counting, const struct bounds *bounds, unsigned code, unsigned from)
{
    const struct ludus_position *pos = gen->pos;
    const uint8_t *group = pos->ruleset->tables->stream + pos->ruleset->tables->moves[code][from];
    for (; group[0]; group += 2 + group[0]) {
        unsigned mode = group[1], n = group[0];
        if (!gen_is_open(pos, group, from))
            continue;
        unsigned i = 0;
        if (mode &
            (MODE_LAME | MODE_HOP)) { /* the last square if all others are empty; or those beyond a piece */
            while (i + !(mode & MODE_HOP) < n && !pos->cell[group[2 + i]])
                i++;
            if (mode & MODE_LAME && i + 1 < n)
                continue;
            i += (mode & MODE_HOP) != 0;
        }
        for (; i < n; i++) {
            unsigned to = group[2 + i];
            if (!pos->cell[to]) {
                if (mode & MODE_MOVE)
                    add_reached(gen, counting, bounds, from, to);
                else if (mode & MODE_PASSING && to == pos->en_passant && attack_in_passing(pos, from, to))
                    add_move(gen, counting, from, to, LUDUS_EN_PASSANT, NONE);
                continue;
            }
            if (mode & MODE_TAKE && CODE_SIDE(pos->cell[to]) != CODE_SIDE(code) &&
                (pos->ruleset->takes_all || may_take(pos, code, to)))
                add_reached(gen, counting, bounds, from, to);
            if (!(mode & MODE_LEAPS))
                break;
        }
    }
}

/* Adds the legal castlings. */
static void add_castles(struct gen *gen, bool counting)
{
    const struct rules *rules = &gen->pos->ruleset->rules;
    for (unsigned i = 0; i < rules->castle_count; i++) {
        const struct castle *castle = &rules->castles[i];
        if ((gen->target != NONE && gen->target != castle->king_to) ||
            castle_judge(gen->pos, castle) != LEGAL)
            continue;
        add_move(gen, counting, gen->pos->royal[castle->side], castle->king_to, LUDUS_CASTLE, NONE);
    }
}

/* Adds the steps of a piece that leave the royal safe. */
static inline __attribute__((always_inline)) void add_guarded(struct gen *gen, bool counting, unsigned code,
                                                              unsigned from)
{
    const struct guard *guard = &gen->guard;
    struct bounds bounds = { promotions_of(gen->pos->ruleset, code), gen->only, gen->pos->ruleset->paths_meet,
                             false };
    struct squares line;
    if (gen->pos->ruleset->tables->odd_attacks || from == guard->king) {
        bounds.asked = bounds.tried = true;
    } else if (guard->checkers) {
        if (guard->checkers > 1 || squares_has(&guard->pinned, from))
            return;
        bounds.only = &guard->block;
    } else if (squares_has(&guard->pinned, from)) {
        const uint64_t *ray = ray_through(gen->pos->ruleset, guard->king, from);
        line = guard->pins;
        for (unsigned w = 0; w < gen->pos->ruleset->words; w++)
            line.word[w] &= ray[w];
        bounds.only = &line;
    }
    if (gen->only && bounds.only != gen->only) {
        for (unsigned w = 0; w < 4; w++)
            line.word[w] = bounds.only->word[w] & gen->only->word[w];
        bounds.only = &line;
    }
    add_steps(gen, counting, &bounds, code, from);
}

static void add_jumps(struct gen *gen, bool counting, unsigned code, unsigned from)
{
    const struct ludus_ruleset *rs = gen->pos->ruleset;
    struct squares targets = jump_targets(gen->pos, from);
    for (unsigned w = 0; rs->paths_meet && w < rs->words; w++)
        targets.word[w] &= ~gen->stepped.word[w];
    if (counting && !gen->filter && !rs->rules.kinds[CODE_KIND(code)].becomes) {
        gen->count += squares_count(&targets);
        return;
    }
    FOR_SQUARES(to, &targets, rs->words)
    {
        add_step(gen, counting, promotions_of(rs, code), from, to, LUDUS_JUMP);
    }
}

/* ---- Moves of all pieces at once ---- */

/* Finds the empty squares. False if moves can have other targets, or if it is faster to ask every man. */
static bool find_empty(const struct ludus_position *pos, struct squares *empty)
{
    if (!pos->ruleset->only_steps)
        return false;
    *empty = position_occupied(pos);
    for (unsigned w = 0; w < pos->ruleset->words; w++)
        empty->word[w] = pos->ruleset->board.word[w] & ~empty->word[w];
    return 2 * squares_count(empty) < squares_count(&pos->men[pos->side]);
}

/* Finds the men of the side to move that reach one of the squares on an empty board. */
static struct squares find_movers(const struct ludus_position *pos, const struct squares *goals)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    struct squares movers = { { 0 } };
    FOR_SQUARES(to, goals, rs->words)
    {
        for (unsigned w = 0; w < rs->words; w++)
            movers.word[w] |= position_sources(pos, rs->tables->reach, to, pos->side, w);
    }
    return movers;
}

/* Counts the moves of `steppers`, but for those to `left`, all of a kind at once in each direction, and takes
 * these out of `men`. */
static inline __attribute__((always_inline)) void count_steps(struct gen *gen, struct squares *men,
                                                              const struct squares *left, unsigned words)
{
    const struct ludus_position *pos = gen->pos;
    const struct tables *tables = pos->ruleset->tables;
    for (unsigned code = CODE_OF(0, pos->side); code < pos->ruleset->codes; code += 2) {
        if (!pos->count[code] || !in_set(pos->ruleset->steppers, CODE_KIND(code)))
            continue;
        struct squares lands;
        for (unsigned w = 0; w < words; w++) {
            lands.word[w] = tables->stops[code].word[w] & ~(pos->men[0].word[w] | pos->men[1].word[w]);
            men->word[w] &= ~pos->of[code].word[w];
        }
        for (unsigned way = 0; way < 8; way++) {
            struct squares at = pos->of[code], from;
            for (unsigned w = 0; w < words; w++)
                at.word[w] &= ~pos->bound.word[w];
            uint64_t any = 1;
            for (unsigned n = tables->reaches[code][way]; n > 0 && any; n--) {
                any = 0;
                for (unsigned w = 0; w < words; w++)
                    from.word[w] = at.word[w] & tables->link[way].word[w];
                for (unsigned w = 0; w < words; w++) {
                    any |= at.word[w] = squares_shifted(&from, tables->step[way], w, words) & lands.word[w];
                    uint64_t to = at.word[w] & ~left->word[w];
                    gen->count += to ? (unsigned)__builtin_popcountll(to) : 0;
                }
            }
        }
    }
}

/* ---- All moves ---- */

/* Leaves the pieces that can have a wanted move that has not been counted yet. */
static inline __attribute__((always_inline)) void find_men(struct gen *gen, bool counting, bool odd,
                                                           struct squares *men)
{
    const struct ludus_position *pos = gen->pos;
    struct squares goals = { { 0 } };
    if (gen->source != NONE) {
        *men = (struct squares){ { 0 } };
        if (squares_has(&pos->men[pos->side], gen->source))
            squares_add(men, gen->source);
    } else if (gen->target != NONE && !pos->ruleset->rules.jumpers && !odd) {
        squares_add(&goals, gen->target);
        *men = find_movers(pos, &goals);
    } else if (counting && pos->ruleset->steppers && !gen->only && !odd && pos->pending == NONE &&
               gen->kinds == ~0u &&
               (!gen->filter || (pos->ruleset->only_steps && pos->ruleset->rules.suicide))) {
        if (gen->filter)
            goals = repetition_targets(pos);
        if (pos->ruleset->words == 1)
            count_steps(gen, men, &goals, 1);
        else
            count_steps(gen, men, &goals, pos->ruleset->words);
        if (gen->filter) {
            gen->left = goals;
            gen->only = &gen->left;
            *men = find_movers(pos, &goals);
        }
    } else if (find_empty(pos, &goals)) {
        *men = find_movers(pos, &goals);
    }
}

static inline __attribute__((always_inline)) void generate(struct gen *gen, bool counting)
{
    const struct ludus_position *pos = gen->pos;
    const struct ludus_ruleset *rs = pos->ruleset;
    bool check = rs->rules.check && !rs->tries_safety;
    if (rs->ends_early && !gen->endless && outcome_ended(pos))
        return;
    if ((rs->places || rs->rules.mill || rs->rules.must_take) && gen_duties(gen, counting))
        return;
    for (unsigned k = 0; rs->rules.dice && !gen->undiced && k < rs->rules.kind_count; k++)
        if (!position_die_allows(pos, k))
            gen->kinds &= ~((kind_set)1 << k);
    gen->filter = rs->filters &&
                  (!rs->rules.suicide || rs->tries_safety || rs->rules.no_check || repetition_possible(pos));
    if (check)
        attack_guard(pos, &gen->guard);
    struct squares men = gen->leaping ? gen->starters : pos->men[pos->side];
    bool odd = rs->rules.mill_flies || (rs->leaps && (gen->leaping || !rs->rules.must_take));
    find_men(gen, counting, odd, &men);
    FOR_SQUARES(from, &men, rs->words)
    {
        unsigned code = pos->cell[from];
        if (!in_set(gen->kinds, CODE_KIND(code)) || (rs->rules.binds && squares_has(&pos->bound, from)) ||
            (pos->pending != NONE && pos->pending != from))
            continue;
        if (rs->paths_meet)
            gen->stepped = (struct squares){ { 0 } };
        if (odd && gen_leaps(gen, counting, from))
            continue;
        if (check)
            add_guarded(gen, counting, code, from);
        else
            add_steps(gen, counting,
                      &(struct bounds){ promotions_of(rs, code), gen->only, rs->paths_meet, false }, code,
                      from);
        if (in_set(rs->rules.jumpers, CODE_KIND(code)))
            add_jumps(gen, counting, code, from);
        if (gen->stop_at_one && gen->count)
            return;
    }
    if (rs->rules.drops && pos->pending == NONE)
        gen_drops(gen, counting);
    if (pos->castling && pos->pending == NONE && pos->royal[pos->side] != NONE && !gen->only &&
        in_set(gen->kinds, CODE_KIND(pos->cell[pos->royal[pos->side]])) &&
        (gen->source == NONE || gen->source == pos->royal[pos->side]))
        add_castles(gen, counting);
    if (rs->rules.bound_capture == BOUND_REMOVED && pos->pending == NONE)
        FOR_SQUARES(square, &pos->bound, rs->words)
        {
            if (CODE_SIDE(pos->cell[square]) != pos->side && capture_held(pos, square, ~0u, false))
                add_move(gen, counting, NONE, square, LUDUS_REMOVE, NONE);
        }
}

/* Begins to generate; what is set only where it is used is left as it is. */
static inline void begin_gen(struct gen *gen, const struct ludus_position *pos, struct ludus_move *out,
                             size_t capacity)
{
    gen->pos = pos;
    gen->out = out;
    gen->count = 0;
    gen->capacity = capacity;
    gen->kinds = ~0u;
    gen->source = gen->target = NONE;
    gen->stop_at_one = gen->leaping = gen->undiced = gen->endless = gen->filter = false;
    gen->least = 0;
    gen->best = false;
    gen->only = NULL;
    gen->guard.checkers = 0;
}

bool movegen_reaches(const struct ludus_position *pos, kind_set kinds, const struct squares *to)
{
    struct gen gen;
    begin_gen(&gen, pos, NULL, 0);
    gen.stop_at_one = gen.endless = true;
    gen.kinds = kinds;
    gen.only = to;
    generate(&gen, true);
    return gen.count > 0;
}

/* May the player pass, given `others` other moves? In dice games passing is ending the turn. */
static bool may_pass(const struct ludus_position *pos, size_t others)
{
    const struct rules *rules = &pos->ruleset->rules;
    if (!(rules->pass == PASS_YES || (rules->blocked == BLOCKED_PASSES && others == 0)))
        return false;
    return !rules->dice && pos->pending == NONE && !pos->removals && !pos->rows && !movegen_must_take(pos) &&
           !(pos->ruleset->ends_early && outcome_ended(pos)) && !position_checked(pos);
}

size_t ludus_position_moves(const struct ludus_position *pos, struct ludus_move *out, size_t capacity)
{
    struct gen gen;
    begin_gen(&gen, pos, out, capacity);
    generate(&gen, false);
    bool passes = may_pass(pos, gen.count);
    if (passes && gen.count < capacity)
        out[gen.count] = (struct ludus_move){ NONE, NONE, LUDUS_PASS, NONE };
    return gen.count + passes;
}

size_t movegen_count(const struct ludus_position *pos)
{
    struct gen gen;
    begin_gen(&gen, pos, NULL, 0);
    generate(&gen, true);
    return gen.count + may_pass(pos, gen.count);
}

size_t movegen_undiced(const struct ludus_position *pos, struct ludus_move *out)
{
    struct gen gen;
    begin_gen(&gen, pos, out, out ? pos->ruleset->max_moves : 0);
    gen.undiced = true;
    generate(&gen, !out);
    return gen.count;
}

/* Is there any move besides passing? */
static bool can_move(const struct ludus_position *pos)
{
    struct gen gen;
    begin_gen(&gen, pos, NULL, 0);
    gen.stop_at_one = true;
    generate(&gen, true);
    return gen.count > 0;
}

bool movegen_any(const struct ludus_position *pos)
{
    return can_move(pos) || may_pass(pos, 0);
}

size_t movegen_to(const struct ludus_position *pos, kind_set kinds, unsigned to, struct ludus_move *out,
                  size_t capacity)
{
    struct gen gen;
    begin_gen(&gen, pos, out, capacity);
    if (to >= pos->ruleset->squares)
        return 0;
    gen.kinds = kinds;
    gen.target = to;
    generate(&gen, false);
    return gen.count;
}

bool movegen_legal(const struct ludus_position *pos, struct ludus_move move)
{
    struct ludus_move some[LEAPS_MAX + 4];
    struct gen gen;
    begin_gen(&gen, pos, some, sizeof some / sizeof *some);
    if (move.type == LUDUS_PASS)
        return may_pass(pos, can_move(pos));
    if (move.to >= pos->ruleset->squares)
        return false;
    if (move.type == LUDUS_PLACE &&
        move.from < move.to) /* two men are listed with the greater square first */
        move = (struct ludus_move){ move.to, move.from, move.type, move.piece };
    gen.target = move.to;
    if (move.type == LUDUS_PLACE) {
        gen.source = move.to;
        gen.target = move.from == NONE ? move.to : move.from;
        gen.kinds = move.piece < KINDS_MAX ? (kind_set)1 << move.piece : 0;
    } else if (move.type == LUDUS_REMOVE) {
        gen.kinds = 0;
    } else if (move.from < pos->ruleset->squares && pos->cell[move.from]) {
        gen.source = move.from;
        gen.kinds = (kind_set)1 << CODE_KIND(pos->cell[move.from]);
    } else {
        return false;
    }
    generate(&gen, false);
    for (size_t i = 0; i < gen.count && i < gen.capacity; i++)
        if (some[i].type == move.type && some[i].from == move.from && some[i].to == move.to &&
            some[i].piece == move.piece)
            return true;
    return false;
}
