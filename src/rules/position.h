/* position.h - a position, and making and taking back moves with the caller's undo. */
#ifndef RULES_POSITION_H
#define RULES_POSITION_H

#include "rules/ruleset.h"

#include <stddef.h>
#include <string.h>

/* What a make or an end of turn changed, for unmake. Undos of a game form a chain through `past`, which
 * repetition rules walk; the caller keeps each where it is until it is unmade. */
struct undo {
    struct undo *past;
    /* The same members, in the same order, as in struct ludus_position: they are kept and put back as one. */
    uint64_t hash; /* of the position before */
    uint32_t quiet, number;
    uint16_t taken[2];
    uint16_t dice_used;
    uint8_t side, en_passant, castling, captured, pending, restart, dice_count;
    bool irregular, passing_counts;
    struct ludus_move move; /* type NONE: end of a turn */
    bool captures;          /* the move captured something */
    uint8_t changes;
    struct squares bound, fresh;  /* kept only where the ruleset has them */
    uint8_t dice[LUDUS_DICE_MAX]; /* only where there are dice */
    struct {
        uint8_t square, was;
    } change[254]; /* last, because few of them are in use */
};

/* Bytes of an undo that are in use, once a move has been made with it; another may begin behind them. */
static inline size_t undo_size(const struct undo *undo)
{
    size_t used = offsetof(struct undo, change) + undo->changes * sizeof undo->change[0];
    return (used + _Alignof(struct undo) - 1) / _Alignof(struct undo) * _Alignof(struct undo);
}

/* Positions that a FEN's rep= field brings along. */
struct past_position {
    uint64_t hash;
    unsigned count;
    size_t text; /* offset in position->rep_text: "placement:side:" */
};

struct ludus_position {
    const struct ludus_ruleset *ruleset;
    struct undo *past;  /* chain of made moves, newest first */
    uint64_t hash;      /* placement, side and all state that bears on later moves */
    uint32_t quiet;     /* FEN's fifth field */
    uint32_t number;    /* FEN's sixth field: turn number */
    uint16_t taken[2];  /* pieces captured by each side */
    uint16_t dice_used; /* which sets of dice the moves so far can have used, a bit per set */
    uint8_t side;
    uint8_t en_passant;  /* square behind a double step, or NONE */
    uint8_t castling;    /* bit per rules.castles */
    uint8_t captured;    /* something has been captured in this game */
    uint8_t pending;     /* square of the piece that must move on in this turn, or NONE */
    uint8_t restart;     /* something in this turn restarts `quiet` */
    uint8_t dice_count;  /* 0: not rolled */
    bool irregular;      /* the side that does not move may be in check: not reached by legal moves */
    bool passing_counts; /* a piece stands ready to take en passant, so that the square is part of the key */
    uint8_t royal[2];    /* square of a royal of each side, or NONE */
    uint8_t dice[LUDUS_DICE_MAX];
    struct squares men[2];      /* squares of each side's pieces */
    uint8_t cell[SQUARES_MAX];  /* piece codes */
    uint16_t count[CODES_MAX];  /* pieces on the board by code */
    uint8_t hand[2][KINDS_MAX]; /* still to be placed */
    struct squares bound;       /* bound men */
    struct squares fresh;       /* pieces that may still make their first leap */
    struct past_position *rep;  /* of the FEN it began with; owned */
    char *rep_text;             /* their placements, NUL-terminated one after the other; owned */
    size_t rep_length;
    unsigned rep_count;
    bool partial;                 /* royals are missing, or too many: to be shown, not to be played */
    bool sideless;                /* partial, and nobody knows who is to move */
    struct undo_block *undos;     /* owned: for ludus_position_make */
    struct squares of[CODES_MAX]; /* squares of the pieces of each code; last, for most rulesets have few */
};

/* Sets a position that owns nothing to the start of the ruleset. */
static inline void position_start(struct ludus_position *pos, const struct ludus_ruleset *rs)
{
    memcpy(pos, rs->start, offsetof(struct ludus_position, of) + rs->codes * sizeof *pos->of);
}

/* Puts a piece code (0: nothing) on a square, all counts and the key kept right. */
void position_put(struct ludus_position *pos, unsigned square, unsigned code);
/* Empties board and state: nothing anywhere, White to move. */
void position_clear(struct ludus_position *pos, const struct ludus_ruleset *rs);
/* Marks and unmarks bound and fresh men. */
void position_bind(struct ludus_position *pos, const struct squares *set, bool bound);
void position_freshen(struct ludus_position *pos, unsigned square, bool fresh);
void position_set_hand(struct ludus_position *pos, unsigned side, unsigned kind, unsigned count);
void position_set_side(struct ludus_position *pos, unsigned side);
void position_set_castling(struct ludus_position *pos, unsigned rights);
void position_set_captured(struct ludus_position *pos, unsigned captured);
/* `by` is the side that may take there. */
void position_set_en_passant(struct ludus_position *pos, unsigned square, unsigned by);

/* A copy that knows nothing of the past, so that it costs the same in every turn; freed with
 * ludus_position_free. NULL without memory. */
struct ludus_position *position_without_past(const struct ludus_position *pos);
/* Sets it to what `other` is, without its past. What it owns stays its own. */
void position_become(struct ludus_position *pos, const struct ludus_position *other);

/* Makes a move that obeys the rules of moving, capturing and promoting; `undo` (the caller's, not set before)
 * is what takes it back. Never fails. */
void position_make(struct ludus_position *pos, struct ludus_move move, struct undo *undo);
/* Ends the turn as it stands: in a dice game, where a turn of no moves is a pass; or while a piece must still
 * move on, where that was not done. */
void position_end_turn(struct ludus_position *pos, struct undo *undo);
/* Takes back the last position_make or position_end_turn that has not been taken back: `undo` is what it
 * left. */
void position_unmake(struct ludus_position *pos, const struct undo *undo);

/* The board of `pos`, to try a move on. Whoever asks for it puts everything back before it returns, so that
 * its own callers may hand over a const position. That is sound because no position is defined const; but it
 * belongs to one thread even while it is only looked at, and what threads share (ruleset->start) must not be
 * asked for moves. */
static inline struct ludus_position *position_trial(const struct ludus_position *pos)
{
    return (struct ludus_position *)(uintptr_t)pos;
}

/* May the side to move, as the dice lie, still use a die for `kind`? Always true without dice. */
bool position_die_allows(const struct ludus_position *pos, unsigned kind);

/* Men (pieces of the kinds that lost_at counts), on the board and in hand. */
unsigned position_men(const struct ludus_position *pos, unsigned side, kind_set kinds);

/* Is `square` attacked by `side`'s pieces, as captures by displacement go? */
bool position_attacked(const struct ludus_position *pos, unsigned square, unsigned side);
bool position_checked(const struct ludus_position *pos); /* the side to move is in check */

#endif
