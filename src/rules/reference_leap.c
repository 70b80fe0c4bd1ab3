/* reference_leap.c - captures by leaping, mills and rows of the reference; see reference.h. */
#include "base/memory.h"
#include "rules/reference.h"

#include <stdlib.h>
#include <string.h>

/* A chain of leaps that is being tried. */
struct chain {
    struct reference after; /* with the taken men still on the board, unless they leave it at once */
    struct reference_chain now;
};

struct chains {
    const struct reference *start;
    struct reference_chain *list;
    size_t count;
};

/* Returns the kind that the man becomes on the square, or its own. */
static unsigned crowned(const struct reference *ref, unsigned kind, int square)
{
    kind_set becomes = reference_becomes(ref, kind, ref->side, square);
    for (unsigned k = 0; k < ref->rules->kind_count; k++)
        if (in_set(becomes, k))
            return k;
    return kind;
}

/* May a man of the kind land on the square, by its regions? */
static bool may_land(const struct reference *ref, unsigned kind, int square)
{
    const struct kind *man = &ref->rules->kinds[kind];
    return (!man->keeps_to || region_has(ref->rules, man->keeps_to, ref->side, (unsigned)square)) &&
           !region_has(ref->rules, man->keeps_off, ref->side, (unsigned)square);
}

/* Finds the man that is leapt over from `at` in a direction, and the squares behind him to land on. Returns
 * their count. */
static unsigned find_landings(const struct chain *chain, unsigned kind, int at, int way, int *over,
                              int landings[SIDE_MAX])
{
    const struct reference *ref = &chain->after;
    const struct kind *mover = &ref->rules->kinds[kind];
    bool leaps = false, flies = false;
    unsigned count = 0;
    for (unsigned i = 0; i < mover->leap_count; i++)
        if (forward(ref->side) * mover->leaps[i].file == directions[way][0] &&
            forward(ref->side) * mover->leaps[i].rank == directions[way][1]) {
            leaps = true;
            flies |= mover->leaps[i].length > 1;
        }
    *over = beside(ref, at, way, 1);
    while (flies && is_empty(ref, *over))
        *over = beside(ref, *over, way, 1);
    if (!leaps || !is_of(ref, *over, ref->side ^ 1) || chain->now.taken[*over] ||
        in_set(mover->spares, ref->board[*over].kind))
        return 0;
    for (int to = beside(ref, *over, way, 1); is_empty(ref, to);
         to = flies ? beside(ref, to, way, 1) : NOWHERE)
        if (may_land(ref, kind, to))
            landings[count++] = to;
    return count;
}

static bool can_leap(const struct chain *chain, unsigned kind, int at)
{
    int over, landings[SIDE_MAX];
    for (int way = 0; way < 8; way++)
        if (find_landings(chain, kind, at, way, &over, landings))
            return true;
    return false;
}

/* Is the first chain better than the other, by the ties of the rules? */
static bool is_better(const struct reference *ref, const struct reference_chain *a,
                      const struct reference_chain *b)
{
    unsigned ties = ref->rules->take_ties;
    if (a->count != b->count)
        return a->count > b->count;
    if (ties & TIE_WITH && a->with != b->with)
        return a->with;
    if (ties & TIE_MOST && a->first != b->first)
        return a->first > b->first;
    for (unsigned i = 0; ties & TIE_SOONEST && i < a->count; i++)
        if (a->order[i] != b->order[i])
            return a->order[i];
    return false;
}

static void end_chain(struct chains *chains, const struct chain *chain, unsigned kind, int at)
{
    struct reference_chain found = chain->now;
    found.to = at;
    found.kind = kind;
    for (size_t i = 0; i < chains->count; i++) {
        struct reference_chain *known = &chains->list[i];
        found.number += known->from == found.from;
        if (known->from != found.from || known->to != at || known->kind != kind ||
            memcmp(known->taken, found.taken, sizeof found.taken) != 0)
            continue;
        if (is_better(chains->start, &found, known)) {
            found.number = known->number;
            *known = found;
        }
        return;
    }
    if (chains->count < CHAINS_MOST)
        chains->list[chains->count++] = found;
}

/* Leaps on from `at`, or ends the chain there. */
static void leap_on(struct chains *chains, const struct chain *chain, unsigned kind, int at)
{
    const struct rules *rules = chains->start->rules;
    int over, landings[SIDE_MAX];
    for (int way = 0; way < 8; way++) {
        unsigned count = find_landings(chain, kind, at, way, &over, landings);
        struct chain *next = count ? memory_new(sizeof *next) : NULL;
        if (!next)
            continue;
        bool first = in_set(rules->take_first, chain->after.board[over].kind), must = false;
        *next = *chain;
        next->now.taken[over] = true;
        next->now.order[next->now.count++] = first;
        next->now.first += first;
        if (rules->removes_at_once)
            next->after.board[over] = (struct reference_man){ 0 };
        for (unsigned i = 0; rules->chain == CHAIN_WHOLE && i < count; i++)
            must |= can_leap(next, kind, landings[i]);
        for (unsigned i = 0; i < count; i++) {
            int to = landings[i];
            unsigned king = crowned(chains->start, kind, to),
                     now = rules->crown == CROWN_AT_ONCE ? king : kind;
            bool stops = rules->chain == CHAIN_ONE || (king != kind && rules->crown == CROWN_STOPS);
            bool goes = !stops && can_leap(next, now, to);
            if (must && !can_leap(next, kind, to))
                continue;
            if (!goes || rules->chain == CHAIN_FREE)
                end_chain(chains, next, crowned(chains->start, now, to), to);
            if (goes)
                leap_on(chains, next, now, to);
        }
        free(next);
    }
}

size_t reference_chains(const struct reference *ref, struct reference_chain *list)
{
    struct chains chains = { .start = ref, .list = list };
    struct chain *chain = memory_zeroed(1, sizeof *chain);
    size_t kept = 0;
    for (int from = 0; chain && from < ref->squares; from++) {
        if (!is_of(ref, from, ref->side))
            continue;
        unsigned kind = ref->board[from].kind;
        *chain = (struct chain){ .after = *ref,
                                 .now = { .from = from, .with = in_set(ref->rules->take_first, kind) } };
        chain->after.board[from] = (struct reference_man){ 0 };
        leap_on(&chains, chain, kind, from);
    }
    free(chain);
    for (size_t i = 0; ref->rules->must_take == TAKE_MOST && i < chains.count; i++) {
        bool best = true;
        for (size_t j = 0; j < chains.count; j++)
            best &= !is_better(ref, &list[j], &list[i]);
        if (best)
            list[kept++] = list[i];
    }
    return ref->rules->must_take == TAKE_MOST ? kept : chains.count;
}

unsigned reference_mills(const struct reference *ref, int square)
{
    unsigned mills = 0;
    for (unsigned i = 0; i < ref->rules->line_count; i++) {
        const struct board_line *line = &ref->rules->lines[i];
        unsigned own = 0, on = 0;
        for (unsigned n = 0; n < line->count; n++) {
            own += is_of(ref, line->square[n], ref->board[square].side);
            on += line->square[n] == square;
        }
        mills += on && own == line->count;
    }
    return mills;
}

/* Is this a roll that fills a line, in whatever order the dice lie? */
static bool is_row_roll(const struct reference *ref)
{
    const struct rules *rules = ref->rules;
    for (unsigned i = 0; i < rules->place_rows && ref->dice_count; i++) {
        bool same = true;
        for (unsigned face = 1; face <= rules->faces; face++) {
            int more = 0;
            for (unsigned die = 0; die < rules->place_dice; die++)
                more += (ref->dice[die] == face) - (rules->place_row[i][die] == face);
            same &= more == 0;
        }
        if (same)
            return true;
    }
    return false;
}

/* Returns the point of a line on which the next man must be placed, so that the men of this turn fill it, or
 * NOWHERE. */
static int find_row_point(const struct reference *ref, const struct board_line *line)
{
    unsigned men = 0, own = 0, left = 0;
    int first = NOWHERE, last = NOWHERE; /* the lowest empty point, and the highest that was placed on */
    for (unsigned k = 0; k < ref->rules->kind_count; k++)
        left += ref->hand[ref->side][k];
    for (unsigned n = 0; n < line->count; n++) {
        int point = line->square[n];
        men += ref->board[point].there;
        if (is_empty(ref, point) && (first == NOWHERE || point < first))
            first = point;
        for (unsigned i = 0; i < ref->placed_count; i++)
            if (ref->placed[i] == point) {
                own++;
                last = point > last ? point : last;
            }
    }
    bool fits = is_row_roll(ref) && men == own && own == ref->placed_count && line->count - men <= left;
    return fits && first > last ? first : NOWHERE;
}

bool reference_row(const struct reference *ref, int point)
{
    for (unsigned i = 0; i < ref->rules->line_count; i++) {
        int next = find_row_point(ref, &ref->rules->lines[i]);
        if (next != NOWHERE && (next == point || point == NOWHERE))
            return true;
    }
    return false;
}
