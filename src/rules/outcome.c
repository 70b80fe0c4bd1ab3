/* outcome.c - how a game stands. */
#include "rules/outcome.h"

#include "rules/movegen.h"
#include "rules/tables.h"

enum reason {
    CHECKMATE,
    STALEMATE,
    NO_LEGAL_MOVE,
    ROYAL_CAPTURED,
    BARE_ROYAL,
    ALL_CAPTURED,
    FEW_LEFT,
    IMMOBILISED,
    QUIET_LIMIT
};

const char *const outcome_reasons[] = {
    [CHECKMATE] = "checkmate",         [STALEMATE] = "stalemate",
    [NO_LEGAL_MOVE] = "no legal move", [ROYAL_CAPTURED] = "royal captured",
    [BARE_ROYAL] = "bare royal",       [ALL_CAPTURED] = "all men captured",
    [FEW_LEFT] = "too few men left",   [IMMOBILISED] = "immobilised",
    [QUIET_LIMIT] = "quiet limit",     NULL,
};

/* Is the piece shut in orthogonally, with an enemy beside it? */
static bool shut_in(const struct ludus_position *pos, unsigned square)
{
    bool enemy = false;

    for (unsigned way = NORTH; way <= WEST; way++) {
        unsigned next = pos->ruleset->tables->near[square][way], code = next == NONE ? 0 : pos->cell[next];
        if (next == NONE)
            continue;
        if (!code)
            return false;
        enemy |= CODE_SIDE(code) != CODE_SIDE(pos->cell[square]);
    }
    return enemy;
}

static const char *immobilised(const struct ludus_position *pos, unsigned side)
{
    const struct ludus_ruleset *rs = pos->ruleset;

    FOR_SQUARES(square, &pos->men[side], rs->words)
    {
        if (in_set(rs->rules.immobile, CODE_KIND(pos->cell[square])) && shut_in(pos, square))
            return outcome_reasons[IMMOBILISED];
    }
    return NULL;
}

/* Why `side` has lost by what stands on the board, or NULL. */
static const char *lost(const struct ludus_position *pos, unsigned side)
{
    const struct rules *rules = &pos->ruleset->rules;
    kind_set all = ((kind_set)1 << rules->kind_count) - 1;

    if (rules->royal_capture && !position_men(pos, side, rules->royal))
        return outcome_reasons[ROYAL_CAPTURED];
    if (rules->bare_royal && !position_men(pos, side, all & ~rules->royal))
        return outcome_reasons[BARE_ROYAL];
    if (rules->lost_at != NONE && position_men(pos, side, rules->men) <= rules->lost_at)
        return outcome_reasons[rules->lost_at ? FEW_LEFT : ALL_CAPTURED];
    return NULL;
}

static enum ludus_result win_for(unsigned side)
{
    return side == LUDUS_WHITE ? LUDUS_WHITE_WINS : LUDUS_BLACK_WINS;
}

static enum ludus_result compare(unsigned white, unsigned black)
{
    return white > black ? LUDUS_WHITE_WINS : white < black ? LUDUS_BLACK_WINS : LUDUS_DRAW;
}

static enum ludus_result more_pieces(const struct ludus_position *pos)
{
    return compare(position_men(pos, LUDUS_WHITE, ~0u), position_men(pos, LUDUS_BLACK, ~0u));
}

/* The result by what stands on the board alone. The side that has just moved is the winner where both have
 * lost. */
static enum ludus_result standing(const struct ludus_position *pos, const char **reason)
{
    const struct rules *rules = &pos->ruleset->rules;

    if ((*reason = lost(pos, pos->side)))
        return win_for(pos->side ^ 1);
    if ((*reason = lost(pos, pos->side ^ 1)))
        return win_for(pos->side);
    if (rules->immobile && (*reason = immobilised(pos, pos->side)))
        return win_for(pos->side ^ 1);
    if (rules->quiet_limit && pos->quiet >= rules->quiet_limit) {
        *reason = outcome_reasons[QUIET_LIMIT];
        return rules->quiet_counts ? more_pieces(pos) : LUDUS_DRAW;
    }
    return LUDUS_OPEN;
}

bool outcome_ended(const struct ludus_position *pos)
{
    const char *reason;

    return standing(pos, &reason) != LUDUS_OPEN;
}

bool outcome_dead(const struct ludus_position *pos)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    const struct rules *rules = &rs->rules;
    unsigned count = 0, shades = 0;
    kind_set kinds = 0;

    if (rs->places || !(rules->dead_single | rules->dead_shade))
        return false;
    for (unsigned side = 0; side < 2; side++)
        FOR_SQUARES(square, &pos->men[side], rs->words)
        {
            unsigned kind = CODE_KIND(pos->cell[square]);
            if (in_set(rules->royal, kind))
                continue;
            count++;
            kinds |= (kind_set)1 << kind;
            shades |= 1U << ((square_file(rs, square) + square_rank(rs, square)) & 1);
        }
    return (count <= 1 && !(kinds & ~rules->dead_single)) || (shades != 3 && !(kinds & ~rules->dead_shade));
}

/* The result for a side to move that has no legal move. */
static enum ludus_result blocked(const struct ludus_position *pos, const char **reason)
{
    if (position_checked(pos)) {
        *reason = outcome_reasons[CHECKMATE];
        return win_for(pos->side ^ 1);
    }
    *reason = outcome_reasons[pos->ruleset->rules.check ? STALEMATE : NO_LEGAL_MOVE];
    switch (pos->ruleset->rules.blocked) {
    case BLOCKED_LOSES:
        return win_for(pos->side ^ 1);
    case BLOCKED_COUNTS_TAKEN:
        return compare(pos->taken[LUDUS_WHITE], pos->taken[LUDUS_BLACK]);
    case BLOCKED_COUNTS_PIECES:
        return more_pieces(pos);
    default:
        return LUDUS_DRAW;
    }
}

enum ludus_result outcome_of(const struct ludus_position *pos, const char **reason)
{
    const char *ignored;
    enum ludus_result result;

    if (!reason)
        reason = &ignored;
    result = standing(pos, reason);
    if (result != LUDUS_OPEN || pos->ruleset->rules.dice || movegen_any(pos))
        return result;
    return blocked(pos, reason);
}
