/* crowd.c - moves on a board that is nearly full, seen from its empty squares. */
#include "rules/crowd.h"

#include "rules/attack.h"
#include "rules/gen.h"
#include "rules/tables.h"

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

bool crowd_counts(const struct ludus_ruleset *rs)
{
    bool direct = rs->steps_to_empty;

    for (unsigned k = 0; k < rs->rules.kind_count; k++)
        direct &= rs->tables->manner[k] == MANNER_DIRECT && !rs->rules.kinds[k].becomes;
    return direct;
}

/* Moves of the men of a code to `to`. */
static size_t count_to(const struct ludus_position *pos, unsigned code, unsigned to, bool filter)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    const uint64_t *reach = reach_to(rs, code, to);
    size_t count = 0;

    for (unsigned w = 0; w < rs->words; w++)
        for (uint64_t bits = reach[w] & pos->of[code].word[w] & ~pos->bound.word[w]; bits; bits &= bits - 1) {
            unsigned from = w * 64 + (unsigned)__builtin_ctzll(bits);
            struct ludus_move move = { (uint8_t)from, (uint8_t)to, LUDUS_STEP, NONE };
            count += attack_clear(pos, to, from, NONE) && !(filter && gen_is_banned(pos, move));
        }
    return count;
}

size_t crowd_count(const struct ludus_position *pos, const struct squares *empty, bool filter)
{
    size_t count = 0;

    for (unsigned code = CODE_OF(0, pos->side); code < pos->ruleset->codes; code += 2)
        FOR_SQUARES(to, empty, pos->ruleset->words)
        {
            count += count_to(pos, code, to, filter);
        }
    return count;
}
