/* reference.h - the rules once more, slow and obvious, to hold the engine against (play/prove.c): one cell
 * for each square, every move tried, every attack scanned anew. It reads what the rules file says and nothing
 * that has been derived from it, and shares no code with the engine; it is written after ludus-rules(5). */
#ifndef RULES_REFERENCE_H
#define RULES_REFERENCE_H

#include "base/buf.h"
#include "rules/ruleset.h"

enum { NOWHERE = -1 };

struct reference_man {
    bool there, bound, unmoved; /* unmoved: has not moved yet, of kinds that are asked so */
    uint8_t kind, side;
};

/* A position. A copy is one too: nothing is owned. */
struct reference {
    const struct ludus_ruleset *ruleset; /* its `rules` and the cells of its start are read */
    const struct reference *past;        /* the position before the last move of the game, or NULL */
    struct reference_man board[SQUARES_MAX];
    uint8_t hand[2][KINDS_MAX];
    unsigned taken[2], quiet, number, side;
    unsigned castling; /* bit per castle */
    int passed;        /* square that the last move passed with a double step, or NOWHERE */
    int pending;       /* square of the piece that must go on, or NOWHERE */
    bool captured;     /* ever in the game */
    bool restart;      /* the count of quiet turns begins anew with this turn */
    bool begins_turn;
    uint8_t dice[LUDUS_DICE_MAX], dice_count;
    uint8_t moved[LUDUS_DICE_MAX], moved_count; /* kinds that dice have moved in this turn */
};

struct reference_list {
    struct ludus_move *moves; /* the caller's */
    size_t count, capacity;   /* count may be more */
};

/* The start of the game, or any position of the engine's at the beginning of a turn. */
void reference_take(struct reference *ref, const struct ludus_position *pos);
/* All legal moves. */
void reference_moves(const struct reference *ref, struct reference_list *list);
/* Makes a legal move. The caller sets `past` if repetition matters. */
void reference_make(struct reference *ref, struct ludus_move move);
void reference_end_turn(struct reference *ref);
/* Is the side to move in check? */
bool reference_checked(const struct reference *ref);
/* How the game stands, and by what the board alone says (before asking for a legal move). */
enum ludus_result reference_result(const struct reference *ref);
bool reference_ended(const struct reference *ref);
/* The FEN, without rep=. */
void reference_fen(const struct reference *ref, struct ludus_buffer *out);
/* Is the engine's position the same in all that a FEN says, and in what is pending? */
bool reference_same(const struct reference *ref, const struct ludus_position *pos);
/* Are two positions the same for repetition, the side to move (unless `either`) included? */
bool reference_repeats(const struct reference *ref, const struct reference *other, bool either);

#endif
