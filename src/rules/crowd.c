/* crowd.c - moves on a board that is nearly full, seen from its empty squares. */
#include "crowd.h"

#include "tables.h"

bool crowd_find_empty(const struct ludus_position *pos, struct squares *empty)
{
    const struct ludus_ruleset *rs = pos->ruleset;

    if (!rs->steps_to_empty || pos->pending != NONE)
        return false;
    for (unsigned w = 0; w < 4; w++)
        empty->word[w] = rs->board.word[w] & ~(pos->men[0].word[w] | pos->men[1].word[w]);
    return 2 * squares_count(empty) < squares_count(&pos->men[pos->side]);
}

struct squares crowd_movers(const struct ludus_position *pos, const struct squares *empty)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    struct squares movers = { { 0 } };

    for (unsigned code = CODE_OF(0, pos->side); code < rs->codes; code += 2)
        FOR_SQUARES(to, empty, rs->words)
        {
            const uint64_t *reach = reach_to(rs, code, to);
            for (unsigned w = 0; w < rs->words; w++)
                movers.word[w] |= reach[w] & pos->of[code].word[w];
        }
    return movers;
}

size_t crowd_count_leaps(const struct ludus_position *pos, const struct squares *empty)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    size_t count = 0;

    for (unsigned code = CODE_OF(0, pos->side); code < rs->codes; code += 2)
        FOR_SQUARES(to, empty, rs->words)
        {
            const uint64_t *reach = reach_to(rs, code, to);
            for (unsigned w = 0; w < rs->words; w++)
                count +=
                    (unsigned)__builtin_popcountll(reach[w] & pos->of[code].word[w] & ~pos->bound.word[w]);
        }
    return count;
}
