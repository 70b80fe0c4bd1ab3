/* bounds.c - how many moves a position of a ruleset can have at most. */
#include "rules/bounds.h"

/* A bound on the ways of placing: every empty square, or two of them, for each kind. A FEN may give men of
 * any kind in hand, and those of `place_last` come one a turn, when the others are gone. */
static size_t bound_placings(const struct ludus_ruleset *rs)
{
    const struct rules *rules = &rs->rules;
    kind_set all = ((kind_set)1 << rules->kind_count) - 1;
    size_t early = (size_t)__builtin_popcount(all & ~rules->place_last);
    size_t late = (size_t)__builtin_popcount(all & rules->place_last);
    size_t squares = rs->squares, ways = squares;

    if (rules->place_count == 2 || rules->place_first == 2)
        ways += squares * (squares - 1) / 2;
    return early * ways > late * squares ? early * ways : late * squares;
}

size_t bounds_moves(const struct ludus_ruleset *rs)
{
    size_t most = 1, jumps = rs->rules.jumpers ? rs->squares / 4 + 8 : 0, moves, places;

    for (unsigned k = 0; k < rs->rules.kind_count; k++) {
        size_t targets = 0;
        unsigned choices = (unsigned)__builtin_popcount(rs->rules.kinds[k].becomes);
        for (unsigned i = 0; i < rs->rules.kinds[k].atom_count; i++)
            targets += rs->rules.kinds[k].atoms[i].length;
        targets *= choices ? choices : 1;
        most = targets > most ? targets : most;
    }
    moves = rs->squares * (most + jumps + 1) + CASTLES_MAX;
    places = rs->places ? bound_placings(rs) : 0;
    return (moves > places ? moves : places) + 1; /* passing */
}
