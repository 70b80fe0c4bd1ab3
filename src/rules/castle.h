/* castle.h - castling: which one is meant, whether it may be played as the board stands, and why not. */
#ifndef RULES_CASTLE_H
#define RULES_CASTLE_H

#include "rules/movegen.h"
#include "rules/position.h"
#include "rules/tables.h"

/* The castling of a side that O-O (short) or O-O-O names, or that goes from one square of the king to
 * another; NULL if the rules have none. */
const struct castle *castle_named(const struct rules *rules, unsigned side, bool is_short);
const struct castle *castle_between(const struct rules *rules, unsigned king_from, unsigned king_to);

/* Is it written O-O? */
static inline bool castle_is_short(const struct castle *castle)
{
    return castle->letter == 'K' || castle->letter == 'k';
}

/* May the side to move castle so, as far as right, path and attacks go? VERDICT_LEGAL, VERDICT_CASTLE_RIGHT,
 * VERDICT_CASTLE_PATH or VERDICT_CASTLE_CHECK. */
enum verdict castle_judge(const struct ludus_position *pos, const struct castle *castle);

/* Does the enemy attack the square of the board, with the piece on `without` (or NONE) taken off? */
typedef bool castle_attack(const void *board, unsigned square, unsigned without);

/* The same for a board of any kind, on which the right is there: its pieces by square, the square of the
 * side's royal, and whether something stands on the castling's path. The rook no longer shields the king from
 * behind when they have castled. */
static inline __attribute__((always_inline)) enum verdict
castle_judge_board(const struct castle *castle, const uint8_t *cell, unsigned royal, bool blocked,
                   castle_attack *attacked, const void *board)
{
    unsigned from = castle->king_from, to = castle->king_to, rook = cell[castle->rook_from];
    unsigned low = from < to ? from : to, high = from + to - low;

    if (royal != from || !rook || CODE_SIDE(rook) != castle->side)
        return VERDICT_CASTLE_RIGHT;
    if (blocked)
        return VERDICT_CASTLE_PATH;
    for (unsigned square = low; square <= high; square++)
        if (attacked(board, square, square == to ? castle->rook_from : NONE))
            return VERDICT_CASTLE_CHECK;
    return VERDICT_LEGAL;
}

/* The squares where the jumper on `from` can land. */
struct squares jump_targets(const struct ludus_position *pos, unsigned from);

#endif
