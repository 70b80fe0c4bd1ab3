/* position.h - a position: making and taking back moves with the caller's undo, its legal moves, how it
 * stands, and its FEN. */
#ifndef RULES_POSITION_H
#define RULES_POSITION_H

#include "base/buf.h"
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

/* Does the position before this move differ from all after it? */
static inline bool undo_ends(const struct undo *undo)
{
    return undo->captures || undo->move.type == LUDUS_PLACE;
}

/* Does it count as one that can be repeated? Only where a turn begins: not while the same side plays on. */
static inline bool undo_begins(const struct undo *undo)
{
    return !undo->past || undo->past->side != undo->side;
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
    struct squares men[2];        /* squares of each side's pieces */
    uint8_t cell[SQUARES_MAX];    /* piece codes */
    uint16_t count[CODES_MAX];    /* pieces on the board by code */
    uint8_t hand[2][KINDS_MAX];   /* still to be placed */
    struct squares bound;         /* bound men */
    struct squares fresh;         /* pieces that may still make their first leap */
    struct past_position *rep;    /* of the FEN it began with; owned */
    struct ludus_buffer rep_text; /* their placements, NUL-terminated one after the other; owned */
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
void position_set_hand(struct ludus_position *pos, unsigned side, unsigned kind, unsigned count);
void position_set_side(struct ludus_position *pos, unsigned side);
/* `by` is the side that may take there. */
void position_set_en_passant(struct ludus_position *pos, unsigned square, unsigned by);

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

bool position_checked(const struct ludus_position *pos); /* the side to move is in check */

/* ---- The legal moves of a position ---- */

/* All legal moves, in the order that ludus_position_moves tells. At most `capacity` are written; returns how
 * many there are. */
size_t movegen_list(const struct ludus_position *pos, struct ludus_move *out, size_t capacity);
/* The same where `out` has room for ruleset->max_moves. */
static inline size_t movegen_all(const struct ludus_position *pos, struct ludus_move *out)
{
    return movegen_list(pos, out, pos->ruleset->max_moves);
}
/* Number of legal moves, without listing them. */
size_t movegen_count(const struct ludus_position *pos);
/* For a dice game: all moves that some die could allow, without regard to the dice, as many as it returns
 * (`out` as for movegen_all). */
size_t movegen_undiced(const struct ludus_position *pos, struct ludus_move *out);
/* Is there any legal move? */
bool movegen_any(const struct ludus_position *pos);

/* The legal moves of pieces of `kinds` to `to`: what short notation asks. The same moves as movegen_all would
 * give, filtered. At most `capacity` are written; returns how many there
 * are. */
size_t movegen_to(const struct ludus_position *pos, kind_set kinds, unsigned to, struct ludus_move *out,
                  size_t capacity);

/* Is `move` among the legal moves? */
bool movegen_legal(const struct ludus_position *pos, struct ludus_move move);

/* Why a move is not legal, as far as can be told. Never wrong, at times vague. */
enum verdict {
    VERDICT_LEGAL,
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
    VERDICT_NOT_BOUND,    /* removing, or displacing, a man that is not bound */
    VERDICT_REPETITION,   /* would repeat a position */
    VERDICT_MUST_GO_ON,   /* another piece must go on moving in this turn */
    VERDICT_SUICIDE,      /* moves between two enemies without binding */
    VERDICT_NO_JUMP       /* the jump is not over a piece that may be jumped, or does not land free */
};

/* Judges a piece of the side to move that would go to a square of the board, by a step or a jump. */
enum verdict movegen_verdict(const struct ludus_position *pos, struct ludus_move move);

/* Men that must be placed in this turn, and the kinds they may be of; 0 when nothing is to be placed. */
unsigned movegen_placing(const struct ludus_position *pos, kind_set *kinds);

/* Does the chain of squares (count of them, from first to last) go by legal jumps only? */
bool movegen_jump_path(const struct ludus_position *pos, const uint8_t *path, unsigned count);

/* ---- How a game stands: won, drawn, over or open ---- */

/* Over by what stands on the board (royal captured, bare, immobilised …), without looking for moves. */
bool outcome_ended(const struct ludus_position *pos);
/* All reasons for which a game can be over, ended by NULL. */
extern const char *const outcome_reasons[];
/* The result that the position forces, mate and stalemate included; `*reason` is one of them or NULL. */
enum ludus_result outcome_of(const struct ludus_position *pos, const char **reason);

/* A position before a move that counts. */
struct tally_entry {
    const struct undo *undo; /* that move's; not owned */
    uint64_t hash;
    size_t previous; /* 1 + the entry before it in its chain, or 0 */
    size_t begin;    /* first entry that this position can repeat: what is older lies behind a capture */
    unsigned times;  /* entries with the same hash from `begin` on, this one included */
};

/* All zero: an empty one. */
struct tally {
    struct tally_entry *entries; /* owned; along the line, oldest first */
    size_t length, capacity;     /* a power of two */
    size_t *heads;               /* owned; by hash: 1 + the newest entry of the chain, or 0 */
};

/* Takes in the moves that have led to `pos` since the last call, as far back as the last capture, and returns
 * how often it has occurred, itself included. `*before` is the length of the tally before the last `moves` of
 * them. */
unsigned tally_count(struct tally *tally, const struct ludus_position *pos, size_t moves, size_t *before);
/* Forgets all but the first `length` entries. To be called before the undos of the rest are used again. */
void tally_cut(struct tally *tally, size_t length);
/* Can any move repeat a position at all? False saves the work of asking for each. */
bool repetition_possible(const struct ludus_position *pos);

/* ---- Positions from and to FEN, as ludus-record(5) describes it ---- */

/* False, with the reason, for what is no position of the ruleset. Else the reason is empty, or says what is
 * odd: a castling right or en passant square that cannot be and is left out, or a check on the wrong side. A
 * `part` may lack royals or have too many, or be a placement alone, which does not say who is to move; then
 * the position is `partial`. */
bool fen_read(struct ludus_position *pos, const char *fen, bool part, char *reason, size_t size);
void fen_write(const struct ludus_position *pos, bool history, struct ludus_buffer *out);

/* Appends "placement:side:", as rep= has it. */
void fen_write_occurrence(const struct ludus_position *pos, struct ludus_buffer *out);

/* "d4" for a square. */
struct square_name {
    char text[4];
};
struct square_name square_name_at(unsigned files, unsigned square);
static inline struct square_name square_name(const struct ludus_ruleset *rs, unsigned square)
{
    return square_name_at(rs->rules.files, square);
}

/* Part of the key by which a search knows its states again: a key and a value more. */
static inline uint64_t key_mix(uint64_t key, uint64_t value)
{
    key = (key ^ value) * 0x9e3779b97f4a7c15u;
    return key ^ key >> 29;
}

#endif
