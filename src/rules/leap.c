/* leap.c - captures by leaping: a move is a whole chain of leaps, found by trying all of them from each
 * landing. */
#include "rules/leap.h"

#include <stdlib.h>
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

/* May a piece of the code land on the square, by its regions? */
static bool may_land(const struct ludus_position *pos, unsigned code, unsigned square)
{
    const struct kind *kind = &pos->ruleset->rules.kinds[CODE_KIND(code)];
    return (!kind->keeps_to || region_has(&pos->ruleset->rules, kind->keeps_to, CODE_SIDE(code), square)) &&
           !region_has(&pos->ruleset->rules, kind->keeps_off, CODE_SIDE(code), square);
}

/* Can it land on the square behind the enemy on `over`, or if it flies on one beyond? */
static bool can_land(const struct search *search, unsigned code, unsigned over, unsigned way)
{
    const struct tables *tables = search->pos->ruleset->tables;
    for (unsigned to = tables->near[over][way]; to != NONE && is_free(search, to);
         to = tables->near[to][way]) {
        if (may_land(search->pos, code, to))
            return true;
        if (!(tables->leap_flies[code] >> way & 1))
            break;
    }
    return false;
}

/* Returns the square of the enemy that the piece of the code leaps over in that direction, or NONE. */
static unsigned find_victim(const struct search *search, unsigned code, unsigned at, unsigned way)
{
    const struct ludus_ruleset *rs = search->pos->ruleset;
    unsigned over = rs->tables->near[at][way];
    while (over != NONE && is_free(search, over) && rs->tables->leap_flies[code] >> way & 1)
        over = rs->tables->near[over][way];
    if (over == NONE || is_free(search, over))
        return NONE;
    unsigned victim = search->pos->cell[over];
    bool spared = in_set(rs->rules.kinds[CODE_KIND(code)].spares, CODE_KIND(victim));
    return CODE_SIDE(victim) == CODE_SIDE(code) || spared || squares_has(&search->now.taken, over) ||
                   !can_land(search, code, over, way)
               ? NONE
               : over;
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
    for (unsigned way = 0; way < 8; way++)
        if (search->pos->ruleset->tables->leap_ways[code] >> way & 1 &&
            find_victim(search, code, at, way) != NONE)
            return true;
    return false;
}

static void go_on(struct search *search, unsigned code, unsigned at);

/* Ends the chain at the landing, goes on from it, or does both. */
static void finish_leap(struct search *search, unsigned code, unsigned at)
{
    const struct rules *rules = &search->pos->ruleset->rules;
    bool stops;
    unsigned now = land(search, code, at, &stops), length = search->now.length;
    bool whole = rules->chain == CHAIN_WHOLE,
         more = !stops && rules->chain != CHAIN_ONE && can_go_on(search, now, at);
    search->now.path[search->now.length++] = (uint8_t)at;
    if (!more || !whole) {
        kind_set becomes = promotions_on(search->pos->ruleset, now, at); /* crowned at the end */
        add_chain(search, at, becomes ? CODE_OF((unsigned)__builtin_ctz(becomes), CODE_SIDE(now)) : now);
    }
    if (more && search->now.length < LEAP_LONGEST)
        go_on(search, now, at);
    search->now.length = (uint8_t)length;
}

/* Leaps over the victim to each landing behind it; whoever must go on while he can lands where he can go on.
 */
static void leap_over(struct search *search, unsigned code, unsigned over, unsigned way)
{
    const struct ludus_ruleset *rs = search->pos->ruleset;
    const struct leap before = search->now;
    bool first = in_set(rs->rules.take_first, CODE_KIND(search->pos->cell[over])),
         flies = rs->tables->leap_flies[code] >> way & 1;
    unsigned order = before.count < 31 ? 31u - before.count : 0, landing = rs->tables->near[over][way];
    squares_add(&search->now.taken, over);
    search->now.count++;
    search->now.value += LEAP_ONE + (first && rs->rules.take_ties & TIE_MOST ? LEAP_FIRST : 0) +
                         (first && rs->rules.take_ties & TIE_SOONEST ? (uint64_t)1 << order : 0);
    bool goes = false;
    for (unsigned to = landing; flies && rs->rules.chain == CHAIN_WHOLE && to != NONE && is_free(search, to);
         to = rs->tables->near[to][way])
        goes |= may_land(search->pos, code, to) && can_go_on(search, code, to);
    for (unsigned to = landing; to != NONE && is_free(search, to);
         to = flies ? rs->tables->near[to][way] : NONE)
        if (may_land(search->pos, code, to) && (!goes || can_go_on(search, code, to)) &&
            search->tries++ < TRIES_MOST)
            finish_leap(search, code, to);
    search->now = before;
}

static void go_on(struct search *search, unsigned code, unsigned at)
{
    for (unsigned way = 0; way < 8; way++) {
        unsigned over = search->pos->ruleset->tables->leap_ways[code] >> way & 1
                            ? find_victim(search, code, at, way)
                            : NONE;
        if (over != NONE)
            leap_over(search, code, over, way);
    }
}

/* Can the piece of the code leap from the square? */
static bool can_begin(const struct ludus_position *pos, unsigned code, unsigned from)
{
    struct search search = { .pos = pos, .from = from };
    return can_go_on(&search, code, from);
}

size_t leap_list(const struct ludus_position *pos, unsigned from, struct leap *out)
{
    const struct rules *rules = &pos->ruleset->rules;
    unsigned code = pos->cell[from];
    if (!can_begin(pos, code, from))
        return 0;
    struct search search = { .pos = pos, .out = out, .from = from };
    if (in_set(rules->take_first, CODE_KIND(code)) && rules->take_ties & TIE_WITH)
        search.now.value = LEAP_WITH;
    search.now.path[search.now.length++] = (uint8_t)from;
    go_on(&search, code, from);
    return search.count;
}

/* Moves every square of a set of `count` words by a number of squares, less than 64. */
static inline struct squares shift_all(const struct squares *set, int by, unsigned count)
{
    struct squares to = { { 0 } };
    unsigned bits = (unsigned)abs(by);
    for (unsigned w = 0; w < count; w++) {
        to.word[w] = by > 0 ? set->word[w] << bits : set->word[w] >> bits;
        if (by > 0 && w > 0)
            to.word[w] |= set->word[w - 1] >> (64 - bits);
        if (by < 0 && w + 1 < count)
            to.word[w] |= set->word[w + 1] << (64 - bits);
    }
    return to;
}

/* Adds the pieces of the code that can leap in a direction over the next square, all at once. */
static void add_starters(const struct ludus_position *pos, unsigned code, unsigned way,
                         const struct squares *enemies, const struct squares *empty, struct squares *starters)
{
    static const int files[8] = { 0, 0, 1, -1, 1, -1, -1, 1 }, ranks[8] = { 1, -1, 0, 0, 1, -1, 1, -1 };
    const struct squares *link = &pos->ruleset->tables->link[way];
    int step = ranks[way] * (int)pos->ruleset->rules.files + files[way];
    unsigned words = pos->ruleset->words;
    struct squares behind = shift_all(empty, -step, words), over;
    for (unsigned w = 0; w < words; w++)
        behind.word[w] &= link->word[w] & enemies->word[w];
    over = shift_all(&behind, -step, words);
    for (unsigned w = 0; w < words; w++)
        starters->word[w] |= over.word[w] & link->word[w] & pos->of[code].word[w];
}

struct squares leap_starters(const struct ludus_position *pos)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    const struct tables *tables = rs->tables;
    struct squares starters = { { 0 } }, empty = position_occupied(pos);
    for (unsigned w = 0; w < 4; w++)
        empty.word[w] = rs->board.word[w] & ~empty.word[w];
    for (unsigned code = CODE_OF(0, pos->side); code < rs->codes; code += 2) {
        const struct kind *kind = &rs->rules.kinds[CODE_KIND(code)];
        if (!pos->count[code] || !tables->leap_ways[code])
            continue;
        struct squares enemies = pos->men[pos->side ^ 1];
        kind_set spares = kind->spares;
        for (; spares; spares &= spares - 1)
            for (unsigned w = 0; w < 4; w++)
                enemies.word[w] &= ~pos->of[CODE_OF((unsigned)__builtin_ctz(spares), pos->side ^ 1)].word[w];
        bool each = tables->irregular || tables->leap_flies[code] || kind->keeps_to || kind->keeps_off;
        for (unsigned ways = each ? 0 : tables->leap_ways[code]; ways; ways &= ways - 1)
            add_starters(pos, code, (unsigned)__builtin_ctz(ways), &enemies, &empty, &starters);
        FOR_SQUARES(from, &pos->of[code], each ? rs->words : 0)
        {
            if (can_begin(pos, code, from))
                squares_add(&starters, from);
        }
    }
    return starters;
}

bool leap_find(const struct ludus_position *pos, struct ludus_move move, struct leap *leap)
{
    struct leap list[LEAPS_MAX];
    size_t count = move.from != NONE && pos->cell[move.from] ? leap_list(pos, move.from, list) : 0;
    if (move.type != LUDUS_LEAP || move.piece >= count)
        return false;
    *leap = list[move.piece];
    return true;
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
