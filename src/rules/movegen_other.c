/* movegen_other.c - moves besides steps and jumps: placings, leaps, flights, removals. */
#include "rules/leap.h"
#include "rules/movegen.h"

static void add_placings_of(struct gen *gen, bool counting, unsigned kind, unsigned count)
{
    const struct ludus_position *pos = gen->pos;
    unsigned squares = pos->ruleset->squares;
    size_t empty = pos->ruleset->points - squares_count(&pos->men[0]) - squares_count(&pos->men[1]);
    if (!in_set(gen->kinds, kind))
        return;
    if (counting && !gen->filter) {
        gen->count += count == 2 ? empty * (empty - (empty > 0)) / 2 : empty;
        return;
    }
    for (unsigned to = 0; to < squares; to++) {
        if (pos->cell[to] || !squares_has(&pos->ruleset->board, to) ||
            (!counting && gen->source != NONE && to != gen->source))
            continue;
        if (count == 1)
            add_move(gen, counting, NONE, to, LUDUS_PLACE, kind);
        bool any = counting || gen->target == NONE || to == gen->target;
        unsigned other = any || gen->target <= to ? to + 1 : gen->target;
        for (; count == 2 && other < squares && (any || other == gen->target); other++)
            if (!pos->cell[other] && squares_has(&pos->ruleset->board, other))
                add_move(gen, counting, other, to, LUDUS_PLACE, kind);
    }
}

unsigned movegen_placing(const struct ludus_position *pos, kind_set *kinds)
{
    const struct rules *rules = &pos->ruleset->rules;
    const uint8_t *hand = pos->hand[pos->side];
    kind_set early = 0, late = 0;
    for (unsigned k = 0; k < rules->kind_count; k++)
        if (hand[k])
            *(in_set(rules->place_last, k) ? &late : &early) |= (kind_set)1 << k;
    *kinds = early ? early : late;
    if (!early)
        return late != 0;
    if (rules->place_first && !squares_any(&pos->men[0]) && !squares_any(&pos->men[1]))
        return rules->place_first;
    return rules->place_count;
}

uint64_t movegen_rows(const struct ludus_position *pos)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    uint64_t rows = 0;
    unsigned hand = 0;
    if (pos->rows || pos->removals || !pos->dice_count || !dice_place_row(&rs->rules, pos->dice))
        return pos->rows;
    for (unsigned k = 0; k < rs->rules.kind_count; k++)
        hand += pos->hand[pos->side][k];
    for (unsigned i = 0; i < rs->rules.line_count; i++) {
        const struct squares *line = &rs->tables->line[i];
        bool empty = squares_count(line) <= hand;
        for (unsigned w = 0; w < rs->words; w++)
            empty &= !(line->word[w] & (pos->men[0].word[w] | pos->men[1].word[w]));
        rows |= (uint64_t)empty << i;
    }
    return rows;
}

/* Adds the placings of men of the kind on lines to be filled. */
static void add_row_placings(struct gen *gen, bool counting, unsigned kind, uint64_t rows)
{
    struct squares points = { { 0 } };
    for (; rows; rows &= rows - 1)
        squares_add(&points, movegen_row_point(gen->pos, (unsigned)__builtin_ctzll(rows)));
    FOR_SQUARES(to, &points, gen->pos->ruleset->words)
    {
        if (in_set(gen->kinds, kind))
            add_move(gen, counting, NONE, to, LUDUS_PLACE, kind);
    }
}

static bool add_placings(struct gen *gen, bool counting)
{
    kind_set kinds;
    unsigned count = movegen_placing(gen->pos, &kinds);
    uint64_t rows = count ? movegen_rows(gen->pos) : 0;
    for (unsigned k = 0; count && k < gen->pos->ruleset->rules.kind_count; k++)
        if (in_set(kinds, k) && rows) {
            add_row_placings(gen, counting, k, rows);
        } else if (in_set(kinds, k)) {
            unsigned left = gen->pos->hand[gen->pos->side][k];
            add_placings_of(gen, counting, k, left < count ? left : count);
        }
    return count != 0;
}

/* Adds the chains of leaps of a piece that are worth as much as the best must be. */
static void add_leaps(struct gen *gen, bool counting, unsigned from)
{
    struct leap list[LEAPS_MAX];
    size_t count = leap_list(gen->pos, from, list);
    for (size_t i = 0; i < count; i++) {
        if (gen->best && list[i].value > gen->least) { /* what was added before is worth less */
            gen->least = list[i].value;
            gen->count = 0;
        }
        if (list[i].value >= gen->least)
            add_move(gen, counting, from, list[i].to, LUDUS_LEAP, (unsigned)i);
    }
}

void gen_drops(struct gen *gen, bool counting)
{
    const struct ludus_position *pos = gen->pos;
    const struct rules *rules = &pos->ruleset->rules;
    for (unsigned k = 0; k < rules->kind_count && gen->guard.checkers < 2; k++) {
        if (!pos->hand[pos->side][k] || !in_set(gen->kinds, k))
            continue;
        struct squares to = pos->ruleset->board;
        for (unsigned w = 0; w < pos->ruleset->words; w++)
            to.word[w] &= ~(pos->men[0].word[w] | pos->men[1].word[w]) &
                          (gen->guard.checkers ? gen->guard.block.word[w] : ~(uint64_t)0) &
                          ~rules->regions[rules->kinds[k].place_off].squares[pos->side].word[w];
        if (counting && !gen->filter) {
            gen->count += squares_count(&to);
            continue;
        }
        FOR_SQUARES(square, &to, pos->ruleset->words)
        {
            if (counting || gen->source == NONE || gen->source == square)
                add_move(gen, counting, NONE, square, LUDUS_PLACE, k);
        }
    }
}

/* ---- Mills ---- */

/* Adds the removals of enemies for a mill; men in mills are safe while there are others, if the rules say so.
 */
static void add_removals(struct gen *gen, bool counting)
{
    const struct ludus_position *pos = gen->pos;
    struct squares men = pos->men[pos->side ^ 1], free = men;
    FOR_SQUARES(square, &men, pos->ruleset->words)
    {
        if (pos->ruleset->rules.mill_shields && mills_on(pos, square))
            squares_remove(&free, square);
    }
    if (squares_any(&free))
        men = free;
    FOR_SQUARES(square, &men, pos->ruleset->words)
    {
        add_move(gen, counting, NONE, square, LUDUS_REMOVE, NONE);
    }
}

/* Adds the moves of a side with three men left, to any empty point. */
static void add_flights(struct gen *gen, bool counting, unsigned from)
{
    struct squares men = position_occupied(gen->pos);
    for (unsigned w = 0; w < gen->pos->ruleset->words; w++)
        men.word[w] = gen->pos->ruleset->board.word[w] & ~men.word[w];
    FOR_SQUARES(to, &men, gen->pos->ruleset->words)
    {
        add_move(gen, counting, from, to, LUDUS_STEP, NONE);
    }
}

bool gen_leaps(struct gen *gen, bool counting, unsigned from)
{
    const struct ludus_position *pos = gen->pos;
    bool flies = pos->ruleset->rules.mill_flies && squares_count(&pos->men[pos->side]) == 3;
    if (flies)
        add_flights(gen, counting, from);
    else if (pos->ruleset->leaps)
        add_leaps(gen, counting, from);
    return flies || gen->leaping;
}

/* Returns the greatest value of the chains of these pieces, or 0. */
static uint64_t best_leap(const struct ludus_position *pos, const struct squares *starters)
{
    struct leap list[LEAPS_MAX];
    uint64_t best = 0;
    FOR_SQUARES(from, starters, pos->ruleset->words)
    {
        for (size_t i = leap_list(pos, from, list); i > 0; i--)
            best = list[i - 1].value > best ? list[i - 1].value : best;
    }
    return best;
}

bool movegen_must_take(const struct ludus_position *pos)
{
    if (!pos->ruleset->rules.must_take)
        return false;
    if (!pos->ruleset->leaps)
        return movegen_reaches(pos, ~0u, &pos->men[pos->side ^ 1]);
    struct squares starters = leap_starters(pos);
    return squares_any(&starters);
}

/* Finds what must be captured. */
static void find_captures(struct gen *gen)
{
    const struct ludus_position *pos = gen->pos;
    bool whole = gen->kinds == ~0u && gen->source == NONE && gen->target == NONE && !gen->stop_at_one;
    if (!pos->ruleset->leaps) {
        gen->only = !gen->only && movegen_must_take(pos) ? &pos->men[pos->side ^ 1] : gen->only;
        return;
    }
    gen->starters = leap_starters(pos);
    gen->leaping = squares_any(&gen->starters);
    gen->best = pos->ruleset->rules.must_take == TAKE_MOST && gen->leaping;
    gen->least = gen->best && !whole ? best_leap(pos, &gen->starters) : 0; /* else it is found on the way */
}

bool gen_duties(struct gen *gen, bool counting)
{
    if (gen->pos->removals && !gen->pos->rows) {
        add_removals(gen, counting);
        return true;
    }
    if (gen->pos->ruleset->places && !gen->pos->ruleset->rules.drops && add_placings(gen, counting))
        return true;
    if (gen->pos->ruleset->rules.must_take)
        find_captures(gen);
    return false;
}
