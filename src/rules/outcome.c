/* outcome.c - repetition, and the result of a game. */
#include "base/memory.h"
#include "rules/tally.h"

#include <stdlib.h>
#include <string.h>

/* ---- Earlier occurrences of a position. No position before a capture can occur again ---- */

/* Returns how often the FEN's rep= field has `key`, without the position `begun` that the chain begins with.
 */
static unsigned repetition_listed(const struct ludus_position *pos, uint64_t key, uint64_t begun)
{
    unsigned count = 0;
    for (unsigned i = 0; i < pos->rep_count; i++)
        if (pos->rep[i].hash == key && pos->rep[i].count)
            count += pos->rep[i].count - (key == begun); /* that one is counted along the chain */
    return count;
}

/* Counts occurrences of either key before the current position. */
static unsigned count_earlier(const struct ludus_position *pos, uint64_t key, uint64_t other)
{
    unsigned count = 0;
    uint64_t begun = pos->hash;
    for (const struct undo *undo = pos->past; undo; undo = undo->past) {
        if (undo_ends(undo))
            return count;
        count += (undo->hash == key || undo->hash == other) && undo_begins(undo);
        begun = undo->hash;
    }
    count += repetition_listed(pos, key, begun);
    if (other != key)
        count += repetition_listed(pos, other, begun);
    return count;
}

/* Does the repetition rule forbid a position with this key? It is `pos`, or the result of a move in it. */
static bool is_repeated(const struct ludus_position *pos, uint64_t key)
{
    unsigned rule = pos->ruleset->rules.repetition;
    if (rule == REPEAT_NEVER)
        return count_earlier(pos, key, key ^ pos->ruleset->tables->key_side) >= 1;
    return rule == REPEAT_THIRD && count_earlier(pos, key, key) >= 2;
}

struct squares repetition_targets(const struct ludus_position *pos)
{
    struct squares left = { { 0 } };
    for (const struct undo *undo = pos->past; undo && !undo_ends(undo); undo = undo->past) {
        if (undo->side == pos->side && undo->move.from != NONE)
            squares_add(&left, undo->move.from);
        if (undo->side == pos->side && undo->move.type == LUDUS_CASTLE)
            return pos->ruleset->board;
    }
    return pos->rep_count ? pos->ruleset->board : left;
}

/* Can this move repeat a position, if it captures nothing? */
static bool may_repeat(const struct ludus_position *pos, struct ludus_move move)
{
    struct squares left = repetition_targets(pos);
    bool returns = move.type > LUDUS_JUMP || squares_has(&left, move.to);
    if (!returns || !pos->ruleset->keys_are_plain || move.type > LUDUS_JUMP || move.piece != NONE ||
        pos->pending != NONE)
        return returns;
    const uint64_t *keys = pos->ruleset->tables->key_piece[pos->cell[move.from]];
    return is_repeated(pos, pos->hash ^ keys[move.from] ^ keys[move.to] ^ pos->ruleset->tables->key_side);
}

bool outcome_banned(const struct ludus_position *pos, struct ludus_move move)
{
    struct ludus_position *board = position_trial(pos);
    const struct rules *rules = &pos->ruleset->rules;
    unsigned side = pos->side;
    bool banned = !rules->suicide && move.type <= LUDUS_JUMP && capture_between(pos, move.to, side ^ 1, true);
    bool tries = pos->ruleset->tries_safety || rules->no_check, captures;
    struct undo undo;
    if (!banned && !tries && (rules->repetition == REPEAT_FREE || !may_repeat(pos, move)))
        return false;
    if (pos->ruleset->simple_steps && move.type == LUDUS_STEP && !pos->cell[move.to])
        return !attack_safe_after(pos, move.from, move.to, NONE);
    position_make(board, move, &undo);
    captures = pos->taken[side] != undo.taken[side]; /* not own men that fall at the end of the turn */
    if (banned) {
        bool binds = false;
        for (unsigned w = 0; rules->binds && w < pos->ruleset->words; w++)
            binds |= (pos->bound.word[w] & ~undo.bound.word[w]) != 0;
        banned = !captures && !binds;
    }
    if (rules->repetition != REPEAT_FREE && !captures)
        banned |= is_repeated(pos, pos->hash);
    unsigned own = pos->royal[side], other = pos->royal[side ^ 1];
    if (rules->explodes && (own == NONE || other == NONE))
        banned |= own == NONE;
    else if (tries && rules->check && own != NONE)
        banned |= royal_attacked(pos, own, side);
    if (rules->no_check)
        banned |= position_checked(pos);
    position_unmake(board, &undo);
    return banned;
}

/* ---- Occurrences of each position of a line ---- */

/* Returns how often a key occurs in the entries from tally->begin on. */
static unsigned count_from(const struct tally *tally, uint64_t key)
{
    const uint32_t at = tally->entries ? keyed_find(&tally->keys, key) : KEYED_NONE;
    return at != KEYED_NONE && at >= tally->begin ? tally->entries[at].times : 0;
}

/* Adds the moves up to `undo` that are not there yet, the oldest first, as each counts those before it. False
 * without memory. */
static bool add_entries(struct tally *tally, const struct undo *undo)
{
    const struct tally_entry *top = tally->keys.count ? &tally->entries[tally->keys.count - 1] : NULL;
    bool known = top && undo == top->undo;
    if (known || !undo || undo_ends(undo)) {
        tally->begin = known ? top->begin : tally->keys.count;
        return true;
    }
    if (!add_entries(tally, undo->past))
        return false;
    unsigned times = count_from(tally, undo->hash) + undo_begins(undo);
    const struct tally_entry entry = { undo, tally->begin, times };
    size_t count = tally->keys.count;
    return memory_add(&tally->entries, &count, &tally->capacity, &entry, sizeof entry) &&
           keyed_add(&tally->keys, undo->hash) != KEYED_NONE;
}

unsigned tally_count(struct tally *tally, const struct ludus_position *pos, size_t moves, size_t *before)
{
    size_t length = tally->keys.count;
    bool added = add_entries(tally, pos->past);
    size_t fresh = tally->keys.count - length;
    *before = length + (fresh > moves ? fresh - moves : 0);
    if (!added)
        return 1 + count_earlier(pos, pos->hash, pos->hash);
    /* If the line goes back to the FEN, its rep= field counts too. */
    const struct undo *oldest = tally->begin < tally->keys.count ? tally->entries[tally->begin].undo : NULL;
    bool whole = !(oldest ? oldest->past : pos->past);
    return 1 + count_from(tally, pos->hash) +
           (whole ? repetition_listed(pos, pos->hash, oldest ? oldest->hash : pos->hash) : 0);
}

/* ---- The earlier positions as the field rep= of FEN ---- */

/* A position of the history, and how often it occurred. */
struct occurrence {
    const char *text; /* placement:side: */
    unsigned count;
};

struct history {
    struct occurrence *list;
    size_t count, capacity;
    struct arena texts;
    bool failed;
};

static void add_occurrence(struct history *history, const char *text, unsigned times)
{
    struct occurrence one = { arena_copy(&history->texts, text, strlen(text)), times };
    history->failed |=
        !one.text || !memory_add(&history->list, &history->count, &history->capacity, &one, sizeof one);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(((const struct occurrence *)a)->text, ((const struct occurrence *)b)->text);
}

void repetition_write(const struct ludus_position *pos, struct ludus_buffer *out)
{
    struct history past = { 0 };
    struct ludus_buffer text = { 0 };
    struct ludus_position copy = *pos; /* on which the moves are taken back */
    const struct undo *undo = pos->past;
    const char *before = " rep=";
    for (bool counts = true;; counts = undo_begins(undo), undo = undo->past) {
        if (counts) {
            buf_clear(&text);
            fen_write_occurrence(&copy, &text);
            add_occurrence(&past, buf_string(&text), 1);
        }
        if (!undo || undo_ends(undo))
            break;
        position_unmake(&copy, undo);
    }
    /* Adds the rep= field of the first FEN, without one occurrence of the position of that FEN. */
    for (unsigned i = 0; !undo && i < pos->rep_count; i++) {
        unsigned times = pos->rep[i].count - (pos->rep[i].hash == copy.hash && pos->rep[i].count);
        if (times)
            add_occurrence(&past, pos->rep_text.bytes + pos->rep[i].text, times);
    }
    past.failed |= text.failed;
    if (past.count && !past.failed)
        qsort(past.list, past.count, sizeof *past.list, by_text);
    for (size_t i = 0; i < past.count && !past.failed; i++) {
        struct occurrence *one = &past.list[i];
        if (i + 1 < past.count && strcmp(one->text, one[1].text) == 0) {
            one[1].count += one->count;
        } else {
            buf_format(out, "%s%s%u", before, one->text, one->count);
            before = ";";
        }
    }
    free(past.list);
    arena_free(&past.texts);
    buf_free(&text);
    out->failed |= past.failed;
}

/* ---- The result of a game ---- */

enum reason {
    CHECKMATE,
    STALEMATE,
    NO_LEGAL_MOVE,
    ROYAL_CAPTURED,
    BARE_ROYAL,
    ALL_CAPTURED,
    FEW_LEFT,
    IMMOBILISED,
    GOAL_REACHED,
    LINE_FILLED,
    CHECKS_GIVEN,
    QUIET_LIMIT
};

const char *const outcome_reasons[] = {
    [CHECKMATE] = "checkmate",
    [STALEMATE] = "stalemate",
    [NO_LEGAL_MOVE] = "no legal move",
    [ROYAL_CAPTURED] = "royal captured",
    [BARE_ROYAL] = "bare royal",
    [ALL_CAPTURED] = "all men captured",
    [FEW_LEFT] = "too few men left",
    [IMMOBILISED] = "immobilised",
    [LINE_FILLED] = "line filled",
    [GOAL_REACHED] = "goal reached",
    [CHECKS_GIVEN] = "checks given",
    [QUIET_LIMIT] = "quiet limit",
    NULL,
};

/* Returns the reason if a piece that loses by it is enclosed orthogonally with an enemy next to it, else
 * NULL. */
static const char *immobile_reason(const struct ludus_position *pos, unsigned side)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    FOR_SQUARES(square, &pos->men[side], rs->words)
    {
        bool shut = in_set(rs->rules.immobile, CODE_KIND(pos->cell[square])), enemy = false;
        for (unsigned way = NORTH; shut && way <= WEST; way++) {
            unsigned next = rs->tables->near[square][way];
            shut = next == NONE || pos->cell[next];
            enemy |= next != NONE && CODE_SIDE(pos->cell[next]) != side;
        }
        if (shut && enemy)
            return outcome_reasons[IMMOBILISED];
    }
    return NULL;
}

/* Returns why `side` has lost by the pieces on the board, or NULL. */
static const char *loss_reason(const struct ludus_position *pos, unsigned side)
{
    const struct rules *rules = &pos->ruleset->rules;
    kind_set all = ((kind_set)1 << rules->kind_count) - 1;
    bool royal = pos->ruleset->has_royal[side];
    if (rules->royal_capture && royal && !position_men(pos, side, rules->royal))
        return outcome_reasons[ROYAL_CAPTURED];
    if (rules->bare_royal && royal && !position_men(pos, side, all & ~rules->royal) &&
        (rules->bare_royal == BARE_LOSES ||
         position_men(pos, side ^ 1, all & ~rules->royal) > (side == pos->side ? 1 : 0)))
        return outcome_reasons[BARE_ROYAL];
    if (rules->lost_at != NONE && position_men(pos, side, rules->men) <= rules->lost_at)
        return outcome_reasons[rules->lost_at ? FEW_LEFT : ALL_CAPTURED];
    return NULL;
}

/* Is a piece of the side on a square that it wins by reaching? */
static bool at_goal(const struct ludus_position *pos, unsigned side)
{
    const struct rules *rules = &pos->ruleset->rules;
    for (unsigned k = 0; k < rules->kind_count; k++)
        for (unsigned w = 0; rules->kinds[k].goal && w < pos->ruleset->words; w++)
            if (pos->of[CODE_OF(k, side)].word[w] &
                rules->regions[rules->kinds[k].goal].squares[side].word[w])
                return true;
    return false;
}

/* Can the side to move reach a goal at once? */
static bool can_reach_goal(const struct ludus_position *pos)
{
    const struct rules *rules = &pos->ruleset->rules;
    for (unsigned k = 0; k < rules->kind_count; k++)
        if (rules->kinds[k].goal &&
            movegen_reaches(pos, (kind_set)1 << k, &rules->regions[rules->kinds[k].goal].squares[pos->side]))
            return true;
    return false;
}

/* Returns the result by goals. With a reply the second side's turn is waited for, if it could reach its own.
 */
static enum ludus_result result_by_goals(const struct ludus_position *pos)
{
    unsigned first = turn_first(&pos->ruleset->rules);
    bool one = at_goal(pos, first), other = at_goal(pos, first ^ 1), reply = pos->ruleset->rules.goal_reply;
    if (one && other)
        return reply ? LUDUS_DRAW : side_wins(pos->side ^ 1);
    if (other)
        return side_wins(first ^ 1);
    return one && !(reply && pos->side != first && can_reach_goal(pos)) ? side_wins(first) : LUDUS_OPEN;
}

/* Returns the result by goals reached, lines filled and checks given. */
static enum ludus_result result_by_places(const struct ludus_position *pos, const char **reason)
{
    const struct rules *rules = &pos->ruleset->rules;
    enum ludus_result result = result_by_goals(pos);
    *reason = outcome_reasons[GOAL_REACHED];
    for (unsigned i = 0; rules->mill == MILL_WINS && i < rules->line_count && result == LUDUS_OPEN; i++) {
        unsigned square = rules->lines[i].square[0];
        *reason = outcome_reasons[LINE_FILLED];
        if (pos->cell[square] && mills_on(pos, square))
            result = side_wins(CODE_SIDE(pos->cell[square]));
    }
    for (unsigned side = 0; rules->checks_win && side < 2 && result == LUDUS_OPEN; side++) {
        *reason = outcome_reasons[CHECKS_GIVEN];
        result = pos->checks[side] ? LUDUS_OPEN : side_wins(side);
    }
    return result;
}

static enum ludus_result compare_counts(unsigned white, unsigned black)
{
    return white > black ? LUDUS_WHITE_WINS : white < black ? LUDUS_BLACK_WINS : LUDUS_DRAW;
}

static enum ludus_result compare_pieces(const struct ludus_position *pos)
{
    return compare_counts(position_men(pos, LUDUS_WHITE, ~0u), position_men(pos, LUDUS_BLACK, ~0u));
}

/* Returns the result without looking for moves. If both sides have lost, the one that has just moved wins. */
static enum ludus_result result_on_board(const struct ludus_position *pos, const char **reason)
{
    const struct rules *rules = &pos->ruleset->rules;
    enum ludus_result lasting;
    for (unsigned lost = 0; lost < 2; lost++)
        if ((*reason = loss_reason(pos, pos->side ^ lost)))
            return side_wins(pos->side ^ lost ^ 1);
    if (pos->ruleset->places_win && (lasting = result_by_places(pos, reason)) != LUDUS_OPEN)
        return lasting;
    if (rules->immobile && (*reason = immobile_reason(pos, pos->side)))
        return side_wins(pos->side ^ 1);
    if (rules->quiet_limit && pos->quiet >= rules->quiet_limit) {
        *reason = outcome_reasons[QUIET_LIMIT];
        return rules->quiet_counts ? compare_pieces(pos) : LUDUS_DRAW;
    }
    return LUDUS_OPEN;
}

bool outcome_ended(const struct ludus_position *pos)
{
    const char *reason;
    return result_on_board(pos, &reason) != LUDUS_OPEN;
}

enum ludus_result outcome_of(const struct ludus_position *pos, const char **reason)
{
    const struct rules *rules = &pos->ruleset->rules;
    const char *ignored;
    if (!reason)
        reason = &ignored;
    enum ludus_result result = result_on_board(pos, reason);
    if (result != LUDUS_OPEN || rules->dice || movegen_any(pos))
        return result;
    bool mate = position_checked(pos);
    *reason = outcome_reasons[mate ? CHECKMATE : rules->check ? STALEMATE : NO_LEGAL_MOVE];
    if (mate || rules->blocked == BLOCKED_LOSES)
        return side_wins(pos->side ^ 1);
    if (rules->blocked == BLOCKED_WINS)
        return side_wins(pos->side);
    if (rules->blocked == BLOCKED_COUNTS_TAKEN)
        return compare_counts(pos->taken[LUDUS_WHITE], pos->taken[LUDUS_BLACK]);
    return rules->blocked == BLOCKED_COUNTS_PIECES ? compare_pieces(pos) : LUDUS_DRAW;
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
            shades |= 1U << square_shade(rs, square);
        }
    return (count <= 1 && !(kinds & ~rules->dead_single)) || (shades != 3 && !(kinds & ~rules->dead_shade));
}
