/* leap.c - captures by leaping: a move is a whole chain of leaps, found by trying all of them from each
 * landing. */
#include "rules/leap.h"

#include <string.h>

enum {
    TRIES_MOST = 1 << 16
}; /* leaps tried for one piece: kings among many men have chains without number */

struct search {
    const struct ludus_position *pos;
    struct leap *out;
    size_t count;
    unsigned from, tries;
    struct leap now; /* the chain so far */
};

/* Is the square free for the leaping piece? A captured man is in the way until the end, or not, by the rules.
 */
static bool is_free(const struct search *search, unsigned square)
{
    return !search->pos->cell[square] || square == search->from ||
           (search->pos->ruleset->rules.removes_at_once && squares_has(&search->now.taken, square));
}

/* Returns the square of the enemy that the piece of the code leaps over in that direction, or NONE. It must
 * be able to land on the square behind, or if it flies on one beyond. */
static inline __attribute__((always_inline)) unsigned find_victim(const struct search *search, unsigned code,
                                                                  unsigned at, unsigned way)
{
    const struct ludus_ruleset *rs = search->pos->ruleset;
    const struct tables *tables = rs->tables;
    bool flies = tables->leap_flies[code] >> way & 1;
    unsigned over = tables->near[at][way];
    while (flies && over != NONE && is_free(search, over))
        over = tables->near[over][way];
    unsigned victim = over == NONE ? 0 : search->pos->cell[over];
    if (!victim || CODE_SIDE(victim) == CODE_SIDE(code) || squares_has(&search->now.taken, over) ||
        in_set(rs->rules.kinds[CODE_KIND(code)].spares, CODE_KIND(victim)))
        return NONE;
    for (unsigned to = tables->near[over][way]; to != NONE && is_free(search, to);
         to = flies ? tables->near[to][way] : NONE)
        if (squares_has(&tables->stops[code], to))
            return over;
    return NONE;
}

/* Adds the chain, or counts it with an equal one: the same men from the same square to the same square. */
static void add_chain(struct search *search, unsigned at, unsigned code)
{
    struct leap *leap = search->out;
    for (size_t i = 0; i < search->count; i++, leap++)
        if (leap->to == at && leap->code == code &&
            memcmp(&leap->taken, &search->now.taken, sizeof leap->taken) == 0) {
            if (leap->value < search->now.value) /* another order can be better */
                *leap = search->now, leap->to = (uint8_t)at, leap->code = (uint8_t)code;
            return;
        }
    if (search->count == LEAPS_MAX)
        return;
    *leap = search->now;
    leap->to = (uint8_t)at;
    leap->code = (uint8_t)code;
    search->count++;
}

/* Returns the piece code after landing: a man that reaches its last rank may be crowned, and stop there. */
static unsigned land(const struct search *search, unsigned code, unsigned at, bool *stops)
{
    const struct ludus_ruleset *rs = search->pos->ruleset;
    kind_set becomes = promotions_on(rs, code, at);
    *stops = becomes && rs->rules.crown == CROWN_STOPS;
    return becomes && rs->rules.crown == CROWN_AT_ONCE
               ? CODE_OF((unsigned)__builtin_ctz(becomes), CODE_SIDE(code))
               : code;
}

static bool can_go_on(const struct search *search, unsigned code, unsigned at)
{
    unsigned ways = search->pos->ruleset->tables->leap_ways[code];
    while (ways && find_victim(search, code, at, (unsigned)__builtin_ctz(ways)) == NONE)
        ways &= ways - 1;
    return ways;
}

static bool go_on(struct search *search, unsigned code, unsigned at);

/* Ends the chain at the landing, goes on from it, or does both. */
static void finish_leap(struct search *search, unsigned code, unsigned at)
{
    const struct rules *rules = &search->pos->ruleset->rules;
    bool stops;
    unsigned now = land(search, code, at, &stops), length = search->now.length;
    kind_set becomes = promotions_on(search->pos->ruleset, now, at); /* crowned at the end */
    unsigned last = becomes ? CODE_OF((unsigned)__builtin_ctz(becomes), CODE_SIDE(now)) : now;
    stops |= rules->chain == CHAIN_ONE;
    search->now.path[search->now.length++] = (uint8_t)at;
    if (stops || rules->chain == CHAIN_FREE)
        add_chain(search, at, last);
    bool goes = !stops && search->now.length < LEAP_LONGEST && go_on(search, now, at);
    if (!stops && !goes && rules->chain == CHAIN_WHOLE)
        add_chain(search, at, last);
    search->now.length = (uint8_t)length;
}

/* Leaps over the victim to each landing behind it; whoever must go on while he can lands where he can go on.
 */
static void leap_over(struct search *search, unsigned code, unsigned over, unsigned way)
{
    const struct ludus_ruleset *rs = search->pos->ruleset;
    uint8_t(*near)[8] = rs->tables->near;
    bool first = in_set(rs->rules.take_first, CODE_KIND(search->pos->cell[over])),
         flies = rs->tables->leap_flies[code] >> way & 1, chooses = flies && rs->rules.chain == CHAIN_WHOLE;
    unsigned order = search->now.count < 31 ? 31u - search->now.count : 0;
    unsigned lands = 0, goes = 0; /* landings, and those from which it can go on, by distance */
    uint64_t value = search->now.value;
    squares_add(&search->now.taken, over);
    search->now.count++;
    search->now.value += LEAP_ONE + (first && rs->rules.take_ties & TIE_MOST ? LEAP_FIRST : 0) +
                         (first && rs->rules.take_ties & TIE_SOONEST ? (uint64_t)1 << order : 0);
    for (unsigned to = near[over][way], bit = 1; to != NONE && is_free(search, to);
         to = flies ? near[to][way] : NONE, bit <<= 1) {
        lands |= squares_has(&rs->tables->stops[code], to) ? bit : 0;
        goes |= chooses && can_go_on(search, code, to) ? bit : 0;
    }
    lands = goes & lands ? goes & lands : lands;
    for (unsigned to = near[over][way]; lands; to = near[to][way], lands >>= 1)
        if (lands & 1 && search->tries++ < TRIES_MOST)
            finish_leap(search, code, to);
    squares_remove(&search->now.taken, over);
    search->now.count--;
    search->now.value = value;
}

/* Adds the chains that go on from the square. False if there are none. */
static bool go_on(struct search *search, unsigned code, unsigned at)
{
    bool goes = false;
    for (unsigned ways = search->pos->ruleset->tables->leap_ways[code]; ways; ways &= ways - 1) {
        unsigned way = (unsigned)__builtin_ctz(ways), over = find_victim(search, code, at, way);
        if (over == NONE)
            continue;
        goes = true;
        leap_over(search, code, over, way);
    }
    return goes;
}

size_t leap_list(const struct ludus_position *pos, unsigned from, struct leap *out)
{
    const struct rules *rules = &pos->ruleset->rules;
    unsigned code = pos->cell[from];
    struct search search = { .pos = pos, .out = out, .from = from };
    if (in_set(rules->take_first, CODE_KIND(code)) && rules->take_ties & TIE_WITH)
        search.now.value = LEAP_WITH;
    search.now.path[search.now.length++] = (uint8_t)from;
    go_on(&search, code, from);
    return search.count;
}

/* Adds the pieces of the code that can leap over the next square, all of them at once in each direction. */
static inline __attribute__((always_inline)) void
add_starters(const struct ludus_position *pos, unsigned code, unsigned words, const struct squares *enemies,
             const struct squares *lands, struct squares *starters)
{
    const struct tables *tables = pos->ruleset->tables;
    for (unsigned ways = tables->leap_ways[code]; ways; ways &= ways - 1) {
        unsigned way = (unsigned)__builtin_ctz(ways);
        const struct squares *link = &tables->link[way];
        int step = tables->step[way];
        struct squares over;
        for (unsigned w = 0; w < words; w++)
            over.word[w] = squares_shifted(lands, -step, w, words) & link->word[w] & enemies->word[w];
        for (unsigned w = 0; w < words; w++)
            starters->word[w] |=
                squares_shifted(&over, -step, w, words) & link->word[w] & pos->of[code].word[w];
    }
}

/* Can the piece of the code leap from the square? */
static bool can_begin(const struct ludus_position *pos, unsigned code, unsigned from)
{
    struct search search = { .pos = pos, .from = from };
    return can_go_on(&search, code, from);
}

static inline __attribute__((always_inline)) struct squares find_starters(const struct ludus_position *pos,
                                                                          unsigned words)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    struct squares starters = { { 0 } }, lands, enemies;
    for (unsigned code = CODE_OF(0, pos->side); code < rs->codes; code += 2) {
        if (!pos->count[code] || !rs->tables->leap_ways[code])
            continue;
        if (rs->tables->irregular || rs->tables->leap_flies[code]) {
            FOR_SQUARES(from, &pos->of[code], words)
            {
                if (can_begin(pos, code, from))
                    squares_add(&starters, from);
            }
            continue;
        }
        for (unsigned w = 0; w < words; w++) {
            kind_set spares = rs->rules.kinds[CODE_KIND(code)].spares;
            lands.word[w] = rs->tables->stops[code].word[w] & ~(pos->men[0].word[w] | pos->men[1].word[w]);
            enemies.word[w] = pos->men[pos->side ^ 1].word[w];
            for (; spares; spares &= spares - 1)
                enemies.word[w] &= ~pos->of[CODE_OF((unsigned)__builtin_ctz(spares), pos->side ^ 1)].word[w];
        }
        add_starters(pos, code, words, &enemies, &lands, &starters);
    }
    return starters;
}

struct squares leap_starters(const struct ludus_position *pos)
{
    return pos->ruleset->words == 1 ? find_starters(pos, 1) : find_starters(pos, pos->ruleset->words);
}

/* Apart from leap_find(), so that a move which is no leap pays nothing for the list. */
static __attribute__((noinline)) bool find_listed(const struct ludus_position *pos, struct ludus_move move,
                                                  struct leap *leap)
{
    struct leap list[LEAPS_MAX];
    bool listed = move.piece < leap_list(pos, move.from, list);
    if (listed)
        *leap = list[move.piece];
    return listed;
}

bool leap_find(const struct ludus_position *pos, struct ludus_move move, struct leap *leap)
{
    return move.type == LUDUS_LEAP && move.from != NONE && pos->cell[move.from] &&
           find_listed(pos, move, leap);
}

bool leap_leads(const struct ludus_position *pos, unsigned from, unsigned to)
{
    struct leap list[LEAPS_MAX];
    size_t count = pos->ruleset->leaps ? leap_list(pos, from, list) : 0;
    while (count > 0 && list[count - 1].to != to)
        count--;
    return count > 0;
}

/* Follows written squares: from each there must be a leap to the next. */
static bool follows(struct search *search, unsigned code, unsigned at, const uint8_t *path, unsigned count)
{
    const struct ludus_ruleset *rs = search->pos->ruleset;
    if (count == 0)
        return true;
    for (unsigned way = 0; way < 8; way++) {
        unsigned over = rs->tables->leap_ways[code] >> way & 1 ? find_victim(search, code, at, way) : NONE;
        unsigned to = over == NONE ? NONE : rs->tables->near[over][way];
        while (to != NONE && to != *path && is_free(search, to) && rs->tables->leap_flies[code] >> way & 1)
            to = rs->tables->near[to][way];
        if (to != *path || !is_free(search, to))
            continue;
        bool stops;
        squares_add(&search->now.taken, over);
        if (follows(search, land(search, code, to, &stops), to, path + 1, count - 1))
            return true;
        squares_remove(&search->now.taken, over);
    }
    return false;
}

bool leap_fits(const struct ludus_position *pos, struct ludus_move move, const uint8_t *path, unsigned count)
{
    struct search search = { .pos = pos, .from = move.from };
    struct leap leap;
    if (!leap_find(pos, move, &leap) || count < 2 || path[0] != move.from || path[count - 1] != move.to)
        return false;
    return count == 2 || (follows(&search, pos->cell[move.from], move.from, path + 1, count - 1) &&
                          memcmp(&search.now.taken, &leap.taken, sizeof leap.taken) == 0);
}
