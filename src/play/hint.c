/* hint.c - looks for the legal move that an illegal one was perhaps meant to be. */
#include "play/hint.h"

#include "base/chars.h"
#include "base/memory.h"
#include "base/text.h"
#include "play/comma.h"
#include "play/san.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/tables.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN_MOVES = 3, SHOWN_SQUARES = 8, HINT_TEXT = 320, FAR = 100 };

/* Writes moves as "A, B or C" to `out`, NUL-terminated; at most a few of them. */
static void list_moves(const struct ludus_position *pos, const struct ludus_move *moves, size_t count,
                       char *out, size_t size)
{
    struct san_text text = { out, size, 0 };
    size_t shown = count > 2 * SHOWN_MOVES ? SHOWN_MOVES : count;
    for (size_t i = 0; i < shown; i++) {
        if (i)
            san_add(&text, i + 1 == count ? " or " : ", ");
        san_write(&text, pos, moves[i]);
    }
    if (shown < count)
        san_add(&text, " …");
    san_end(&text);
}

unsigned hint_distance(const struct ludus_ruleset *ruleset, unsigned a, unsigned b)
{
    int files = abs((int)square_file(ruleset, a) - (int)square_file(ruleset, b));
    int ranks = abs((int)square_rank(ruleset, a) - (int)square_rank(ruleset, b));
    return (unsigned)(files > ranks ? files : ranks);
}

/* What it takes to write one square for another: a sign that is next to the right one, some other sign, two
 * signs of a square beside it. */
static unsigned misread(const struct ludus_ruleset *ruleset, unsigned a, unsigned b)
{
    bool one_sign = square_file(ruleset, a) == square_file(ruleset, b) ||
                    square_rank(ruleset, a) == square_rank(ruleset, b);
    unsigned steps = hint_distance(ruleset, a, b);
    return steps == 0 ? 0 : one_sign ? (steps == 1 ? 2 : 3) : steps == 1 ? 4 : FAR;
}

/* How far a legal move is from what was written, in slips; FAR when it is another move altogether. */
static unsigned slips(const struct ludus_position *pos, struct ludus_move move, struct intent intent)
{
    if (move.type > LUDUS_CASTLE) /* its `from`, if it has one, is empty */
        return FAR;
    bool same_kind =
        !intent.kinds || move.from == NONE || intent.kinds >> CODE_KIND(pos->cell[move.from]) & 1;
    if (!same_kind) /* another piece's name */
        return intent.from == move.from && intent.to == move.to ? 1 : FAR;
    if (intent.to == move.to && intent.from != NONE) /* perhaps the other piece of the kind */
        return misread(pos->ruleset, intent.from, move.from) < FAR
                   ? misread(pos->ruleset, intent.from, move.from)
                   : 4;
    if (intent.from != NONE && intent.from != move.from)
        return FAR;
    return intent.to == NONE ? FAR : misread(pos->ruleset, intent.to, move.to);
}

/* Keeps the moves with the fewest slips at the front of `moves` and returns how many they are. */
static size_t keep_nearest(const struct ludus_position *pos, struct ludus_move *moves, size_t count,
                           struct intent intent)
{
    unsigned least = FAR;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned cost = slips(pos, moves[i], intent);
        if (cost >= FAR || cost > least)
            continue;
        if (cost < least)
            kept = 0;
        least = cost;
        moves[kept++] = moves[i];
    }
    return kept;
}

/* Squares from which a piece that the move makes could come to where it is made: a rough measure of worth. */
static unsigned promoted_reach(const struct ludus_position *pos, struct ludus_move move)
{
    const struct ludus_ruleset *ruleset = pos->ruleset;
    const uint64_t *reach = reach_to(ruleset, CODE_OF(move.piece, pos->side), move.to);
    unsigned squares = 0;
    for (unsigned w = 0; w < ruleset->words; w++)
        squares += (unsigned)__builtin_popcountll(reach[w]);
    return squares;
}

/* Puts the strongest piece first where a move is there with several that it can become. */
static void sort_promotions(const struct ludus_position *pos, struct ludus_move *moves, size_t count)
{
    for (size_t i = 1; i < count; i++)
        for (size_t j = i;
             j > 0 && moves[j].from == moves[j - 1].from && moves[j].to == moves[j - 1].to &&
             moves[j].type <= LUDUS_EN_PASSANT && moves[j].piece != NONE && moves[j - 1].piece != NONE &&
             promoted_reach(pos, moves[j]) > promoted_reach(pos, moves[j - 1]);
             j--) {
            struct ludus_move move = moves[j];
            moves[j] = moves[j - 1];
            moves[j - 1] = move;
        }
}

/* "Eques goes from f1 to d2, g3": where the pieces that were perhaps meant can go. */
static bool list_targets(const struct ludus_position *pos, const struct ludus_move *moves, size_t count,
                         struct intent intent, char *out, size_t size)
{
    struct san_text text = { out, size, 0 };
    unsigned from = NONE, shown = 0, pieces = 0;
    for (size_t i = 0; i < count; i++) {
        const struct ludus_move *move = &moves[i];
        if (move->type > LUDUS_EN_PASSANT || (intent.from != NONE && intent.from != move->from) ||
            (intent.kinds && !(intent.kinds >> CODE_KIND(pos->cell[move->from]) & 1)) ||
            shown == SHOWN_SQUARES)
            continue;
        if (i && move->from == moves[i - 1].from && move->to == moves[i - 1].to)
            continue;
        if (from != move->from) {
            if (pieces++ == 0)
                san_add(&text, pos->ruleset->rules.kinds[CODE_KIND(pos->cell[move->from])].names[0]);
            san_add(&text, pieces == 1 ? " goes from " : "; from ");
            san_square(&text, pos->ruleset, move->from);
            from = move->from;
            san_add(&text, " to ");
        } else {
            san_add(&text, ", ");
        }
        san_square(&text, pos->ruleset, move->to);
        shown++;
    }
    if (shown == SHOWN_SQUARES)
        san_add(&text, " …");
    san_end(&text);
    return shown > 0;
}

/* Could the other side play what is written? */
static bool other_side_can(struct ludus_replay *replay, const struct move_text *text)
{
    const struct ludus_position *pos = &replay->line.pos;
    struct ludus_move moves[RESOLVE_MAX];
    struct ludus_position other = *pos;
    position_set_en_passant(&other, NONE, NONE);
    position_set_side(&other, pos->side ^ 1u);
    return resolve_move(&replay->lexicon, &other, text, moves) == 1;
}

void hint_move(struct ludus_replay *replay, struct message *message, const struct move_text *text,
               struct intent intent)
{
    const struct ludus_position *pos = &replay->line.pos;
    char list[HINT_TEXT];
    if (!message || replay_diag(replay)->terse)
        return;
    if (comma_is_missing(replay)) {
        diag_hint(replay_diag(replay), message, "perhaps a comma is missing before it");
        return;
    }
    struct ludus_move *moves = memory_new(2 * (pos->ruleset->max_moves + 1) * sizeof *moves);
    if (!moves)
        return;
    size_t count = movegen_all(pos, moves);
    struct ludus_move *nearest = moves + count;
    memcpy(nearest, moves, count * sizeof *moves);
    size_t kept = keep_nearest(pos, nearest, count, intent);
    if (kept > 0) {
        sort_promotions(pos, nearest, kept);
        list_moves(pos, nearest, kept, list, sizeof list);
        diag_hint(replay_diag(replay), message, "perhaps %s", list);
    } else if (other_side_can(replay, text)) {
        diag_hint(replay_diag(replay), message, "%s could play it: is a turn missing before it?",
                  side_name(pos->side ^ 1u));
    } else if (list_targets(pos, moves, count, intent, list, sizeof list)) {
        diag_hint(replay_diag(replay), message, "%s", list);
    }
    free(moves);
}

const char *hint_name(const struct ludus_ruleset *ruleset, const char *name, size_t length)
{
    const struct rules *rules = &ruleset->rules;
    struct text_nearest nearest = text_nearest(name, length);
    for (unsigned kind = 0; length > 1 && kind < rules->kind_count; kind++)
        for (unsigned i = 0; i < rules->kinds[kind].name_count; i++)
            text_try(&nearest, rules->kinds[kind].names[i], strlen(rules->kinds[kind].names[i]));
    return nearest.best;
}

static bool has_digit(const char *text, size_t length)
{
    while (length > 0 && (text[length - 1] < '0' || text[length - 1] > '9'))
        length--;
    return length > 0;
}

/* A name with a number in it is no slip for one without: Chess960 is not chess. */
const char *hint_ruleset(const char *name, size_t length)
{
    struct text_nearest nearest = { name, length, length > 6 ? 4 : 2, NULL, 0 };
    const char *id;
    for (size_t i = 0; (id = ludus_ruleset_id_at(i)); i++)
        if (has_digit(id, strlen(id)) || !has_digit(name, length))
            text_try(&nearest, id, strlen(id));
    return nearest.best;
}
