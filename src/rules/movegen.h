/* movegen.h - the legal moves of a position. */
#ifndef RULES_MOVEGEN_H
#define RULES_MOVEGEN_H

#include "rules/position.h"

/* All legal moves, in the order that ludus_position_moves tells. `out` has room for ruleset->max_moves. */
size_t movegen_all(const struct ludus_position *pos, struct ludus_move *out);
/* Number of legal moves, without listing them. */
size_t movegen_count(const struct ludus_position *pos);
/* For a dice game: all moves that some die could allow, without regard to the dice, as many as it returns
 * (`out` as for movegen_all); and their number by kind of piece, added to `by_kind`. */
size_t movegen_undiced(const struct ludus_position *pos, struct ludus_move *out);
void movegen_count_kinds(const struct ludus_position *pos, unsigned by_kind[KINDS_MAX]);
/* Is there any legal move? */
bool movegen_any(const struct ludus_position *pos);

/* The legal moves of pieces of `kinds` to `to`, found backwards from the target: what short notation asks.
 * The same moves as movegen_all would give, filtered. At most `capacity` are written; returns how many there
 * are. */
size_t movegen_to(const struct ludus_position *pos, kind_set kinds, unsigned to, struct ludus_move *out,
                  size_t capacity);

/* Is `move` among the legal moves? */
bool movegen_legal(const struct ludus_position *pos, struct ludus_move move);

/* Why a move is not legal, as far as can be told; VERDICT_LEGAL if it is. Never wrong, at times vague. */
enum verdict {
    VERDICT_LEGAL,
    VERDICT_OVER,         /* the game has ended */
    VERDICT_NO_PIECE,     /* nothing stands on the from-square */
    VERDICT_ENEMY_PIECE,  /* an enemy stands on the from-square */
    VERDICT_OWN_TARGET,   /* an own piece stands on the target */
    VERDICT_TARGET_TAKEN, /* an enemy stands on the target, and is not captured so */
    VERDICT_NO_ENEMY,     /* the piece moves there only to capture, and nothing is there */
    VERDICT_GEOMETRY,     /* the piece does not move so */
    VERDICT_BLOCKED,      /* a piece stands between */
    VERDICT_CHECK,        /* leaves the own royal attacked */
    VERDICT_PINNED,       /* same, the piece was shielding it */
    VERDICT_BOUND,        /* the piece is bound */
    VERDICT_DIE,          /* no die (left) moves this kind */
    VERDICT_PROMOTION,    /* promotes to the wrong kind, or to none, or may not promote */
    VERDICT_CASTLE_RIGHT, /* castling right lost or never had */
    VERDICT_CASTLE_PATH,  /* castling through pieces */
    VERDICT_CASTLE_CHECK, /* castling out of or through check */
    VERDICT_IMMUNE,       /* this kind may not take that kind */
    VERDICT_FIRST_ONLY,   /* only as a first move, and that is gone */
    VERDICT_PLACING,      /* men must be placed first, or not so many, or none is left in hand */
    VERDICT_OCCUPIED,     /* placing on an occupied square */
    VERDICT_NOT_BOUND,    /* removing, or displacing, a man that is not bound */
    VERDICT_REPETITION,   /* would repeat a position */
    VERDICT_MUST_GO_ON,   /* another piece must go on moving in this turn */
    VERDICT_NO_PASS,      /* passing is not a move here */
    VERDICT_SUICIDE,      /* moves between two enemies without binding */
    VERDICT_NO_JUMP       /* the jump is not over a piece that may be jumped, or does not land free */
};

/* Whether the move is called a step or a jump does not matter. */
enum verdict movegen_verdict(const struct ludus_position *pos, struct ludus_move move);

/* Men that must be placed in this turn, and the kinds they may be of; 0 when nothing is to be placed. */
unsigned movegen_placing(const struct ludus_position *pos, kind_set *kinds);

/* Does the chain of squares (count of them, from first to last) go by legal jumps only? */
bool movegen_jump_path(const struct ludus_position *pos, const uint8_t *path, unsigned count);

/* A bound on the moves of a position: every square with the piece that has most, or every way of placing. */
size_t movegen_most(const struct ludus_ruleset *rs);

#endif
