/* position.h - positions: making and taking back moves, legal moves, results, FEN; and what these are found
 * by: attacks, captures, dice, castling, jumps. */
#ifndef RULES_POSITION_H
#define RULES_POSITION_H

#include "base/memory.h"
#include "rules/dice.h"
#include "rules/ruleset.h"

#include <stddef.h>
#include <string.h>

/* What a move or an end of turn changed. The undos of a game are linked by `past`, for repetition rules; the
 * caller keeps each at its address until it is taken back. */
struct undo {
    struct undo *past;
    /* The same members in the same order as in struct ludus_position: they are copied as one block. */
    uint64_t hash; /* of the position before */
    uint64_t rows;
    uint32_t quiet, number;
    uint16_t taken[2];
    uint16_t dice_used;
    uint8_t side, en_passant, castling, captured, pending, restart, dice_count, removals, checks[2];
    bool irregular, passing_counts;
    struct ludus_move move; /* type NONE: end of a turn */
    bool captures;          /* the move captured something */
    uint8_t changes;
    struct squares bound, fresh;  /* set only if the ruleset has them; fresh: promoted pieces in drop games */
    uint8_t dice[LUDUS_DICE_MAX]; /* set only in dice games */
    struct {
        uint8_t square, was;
    } change[254]; /* last, as few of them are in use */
};

/* Returns the used bytes of an undo after a move; another undo may follow them. */
static inline size_t undo_size(const struct undo *undo)
{
    size_t used = offsetof(struct undo, change) + undo->changes * sizeof undo->change[0];
    return (used + _Alignof(struct undo) - 1) / _Alignof(struct undo) * _Alignof(struct undo);
}

/* Is the move irreversible, so that no later position can repeat an earlier one? */
static inline bool undo_ends(const struct undo *undo)
{
    return undo->captures || undo->move.type == LUDUS_PLACE;
}

/* Does the position before this move count for repetition? Only at the beginning of a turn. */
static inline bool undo_begins(const struct undo *undo)
{
    return !undo->past || undo->past->side != undo->side;
}

/* Returns the squares of the enemies that the move captured. */
static inline struct squares undo_taken(const struct undo *undo)
{
    struct squares taken = { { 0 } };
    for (unsigned i = 0; undo->captures && i < undo->changes; i++)
        if (undo->change[i].was && CODE_SIDE(undo->change[i].was) != undo->side)
            squares_add(&taken, undo->change[i].square);
    return taken;
}

/* A position of a FEN's rep= field. */
struct past_position {
    uint64_t hash;
    unsigned count;
    size_t text; /* offset in position->rep_text: "placement:side:" */
};

struct ludus_position {
    const struct ludus_ruleset *ruleset;
    struct undo *past;  /* chain of made moves, newest first */
    uint64_t hash;      /* key of placement, side and all state that affects later moves */
    uint64_t rows;      /* lines that the men placed in this turn have begun and must fill, a bit each */
    uint32_t quiet;     /* FEN's fifth field */
    uint32_t number;    /* FEN's sixth field: turn number */
    uint16_t taken[2];  /* pieces captured by each side */
    uint16_t dice_used; /* sets of dice that the moves so far can have used, a bit per set */
    uint8_t side;
    uint8_t en_passant;  /* square passed by a double step, or NONE */
    uint8_t castling;    /* castling rights, a bit per rules.castles */
    uint8_t captured;    /* something has been captured in this game */
    uint8_t pending;     /* square of the piece that must move again in this turn, or NONE */
    uint8_t restart;     /* this turn resets `quiet` */
    uint8_t dice_count;  /* 0: not rolled */
    uint8_t removals;    /* enemies that the side to move must still remove in this turn, for mills */
    uint8_t checks[2];   /* checks that each side must still give to win */
    bool irregular;      /* the side not to move can be in check: not reached by legal moves */
    bool passing_counts; /* a piece can capture en passant, so that the square is part of the key */
    uint8_t royal[2];    /* square of a royal of each side, or NONE */
    uint8_t dice[LUDUS_DICE_MAX];
    struct squares men[2];            /* squares of each side's pieces */
    uint8_t cell[SQUARES_MAX];        /* piece codes */
    uint16_t count[CODES_MAX];        /* pieces on the board by code */
    uint8_t hand[2][KINDS_MAX];       /* men still to be placed */
    struct squares bound;             /* bound men */
    struct squares fresh;             /* pieces that still have their first moves */
    struct squares promoted;          /* promoted pieces, if captured ones change sides */
    uint8_t castle_rook[CASTLES_MAX]; /* squares of the rooks, if they castle from where they stand */
    struct past_position *rep;        /* rep= of the initial FEN; owned */
    struct ludus_buffer rep_text;     /* its placements, each NUL-terminated; owned */
    unsigned rep_count;
    bool partial;                 /* wrong number of royals: to be shown, not played */
    bool sideless;                /* partial, and the side to move is unknown */
    struct undo_block *undos;     /* owned: for ludus_position_make */
    struct squares of[CODES_MAX]; /* squares of pieces by code; last, as most rulesets have few codes */
};

/* Returns how many bytes of a position are in use. */
static inline size_t position_size(const struct ludus_ruleset *rs)
{
    return offsetof(struct ludus_position, of) + rs->codes * sizeof(struct squares);
}

/* Makes `pos`, which must own nothing, a copy that owns nothing either. */
static inline void position_copy(struct ludus_position *pos, const struct ludus_position *other)
{
    memcpy(pos, other, position_size(other->ruleset));
}

/* Puts a piece code (0: empty) on a square, and updates all counts and the key. */
void position_put(struct ludus_position *pos, unsigned square, unsigned code);
/* Resets the position: an empty board, White to move. */
void position_clear(struct ludus_position *pos, const struct ludus_ruleset *rs);
void position_set_hand(struct ludus_position *pos, unsigned side, unsigned kind, unsigned count);
void position_set_side(struct ludus_position *pos, unsigned side);
/* `by` is the side that may capture there. */
void position_set_en_passant(struct ludus_position *pos, unsigned square, unsigned by);

/* In place of a move, ends the turn: in a dice game, where a turn without moves is a pass; or although a
 * piece must still move again. */
static const struct ludus_move END_OF_TURN = { NONE, NONE, NONE, NONE };

/* Makes a pseudo-legal move, and fills the caller's `undo` to take it back. Never fails. */
void position_make(struct ludus_position *pos, struct ludus_move move, struct undo *undo);
static inline void position_end_turn(struct ludus_position *pos, struct undo *undo)
{
    position_make(pos, END_OF_TURN, undo);
}
/* Takes back the last position_make or position_end_turn; `undo` is what it filled. */
void position_unmake(struct ludus_position *pos, const struct undo *undo);

/* Returns `pos` without const, to try a move on. The function that uses it restores everything before it
 * returns, so that its own callers can pass a const position. This is sound as no position is defined const;
 * but a position belongs to one thread even for reading, and shared ones (ruleset->start) must not be asked
 * for moves. */
static inline struct ludus_position *position_trial(const struct ludus_position *pos)
{
    return (struct ludus_position *)(uintptr_t)pos;
}

/* Does an unused die allow a move of `kind`? Always true without dice. */
bool position_die_allows(const struct ludus_position *pos, unsigned kind);

/* Returns how many dice are thrown for a turn of the side to move. */
unsigned position_dice(const struct ludus_position *pos);

/* Counts the side's pieces of `kinds`, on the board and in hand. */
unsigned position_men(const struct ludus_position *pos, unsigned side, kind_set kinds);

/* Returns the side without exactly one royal, which check asks for; else NONE, and finds whether the position
 * is irregular. */
unsigned position_odd_royals(struct ludus_position *pos);

bool position_checked(const struct ludus_position *pos); /* is the side to move in check? */

/* ---- The legal moves of a position ---- */

/* Lists all legal moves, as ludus_position_moves; `out` has room for ruleset->max_moves. Returns their
 * number. */
static inline size_t movegen_all(const struct ludus_position *pos, struct ludus_move *out)
{
    return ludus_position_moves(pos, out, pos->ruleset->max_moves);
}
/* Counts the legal moves without listing them. */
size_t movegen_count(const struct ludus_position *pos);
/* Lists the moves of a dice game that some die could allow, whatever the dice (`out` as for movegen_all, or
 * NULL). Returns their number. */
size_t movegen_undiced(const struct ludus_position *pos, struct ludus_move *out);
/* Is there any legal move? */
bool movegen_any(const struct ludus_position *pos);

/* Lists the legal moves of pieces of `kinds` to `to`, for short notation: those of movegen_all, filtered.
 * Writes at most `capacity`; returns the number of moves. */
size_t movegen_to(const struct ludus_position *pos, kind_set kinds, unsigned to, struct ludus_move *out,
                  size_t capacity);

/* Is the move legal? */
bool movegen_legal(const struct ludus_position *pos, struct ludus_move move);

/* Why a move is illegal. Never wrong, but sometimes vague. */
enum illegality {
    LEGAL,
    ILLEGAL_OWN_TARGET,   /* an own piece is on the target */
    ILLEGAL_TARGET_TAKEN, /* an enemy is on the target, and cannot be captured by this move */
    ILLEGAL_NO_ENEMY,     /* the piece only captures there, and the target is empty */
    ILLEGAL_GEOMETRY,     /* the piece does not move like this */
    ILLEGAL_BLOCKED,      /* a piece is in between */
    ILLEGAL_CHECK,        /* leaves the own royal attacked */
    ILLEGAL_PINNED,       /* the same, and the piece is pinned */
    ILLEGAL_BOUND,        /* the piece is bound */
    ILLEGAL_DIE,          /* no unused die allows this kind */
    ILLEGAL_PROMOTION,    /* wrong or missing promotion, or one that is not allowed */
    ILLEGAL_CASTLE_RIGHT, /* castling right lost or never had */
    ILLEGAL_CASTLE_PATH,  /* castling through pieces */
    ILLEGAL_CASTLE_CHECK, /* castling out of, through or into check */
    ILLEGAL_IMMUNE,       /* this kind cannot capture that kind */
    ILLEGAL_FIRST_ONLY,   /* only allowed as a first move, and that is lost */
    ILLEGAL_PLACING,      /* men must be placed first, or fewer, or none is left in hand */
    ILLEGAL_NOT_BOUND,    /* removal or displacement of a man that is not bound */
    ILLEGAL_REPETITION,   /* would repeat a position */
    ILLEGAL_MUST_GO_ON,   /* another piece must move again in this turn */
    ILLEGAL_SUICIDE,      /* moves between two enemies without capturing or binding */
    ILLEGAL_MUST_TAKE,    /* something must be captured, or more */
    ILLEGAL_GIVES_CHECK,  /* no move may give check */
    ILLEGAL_NO_JUMP       /* no piece that may be jumped over, or no free landing square */
};

/* Must the side to move capture something? */
bool movegen_must_take(const struct ludus_position *pos);
/* Can a piece of `kinds` move to one of the squares, even if the game is over? */
bool movegen_reaches(const struct ludus_position *pos, kind_set kinds, const struct squares *to);

/* Finds why a step or jump of a piece of the side to move is illegal; LEGAL if it is legal. */
enum illegality movegen_illegality(const struct ludus_position *pos, struct ludus_move move);

/* Returns how many men must be placed in this turn, or 0. Sets `*kinds` to the kinds that are allowed. */
unsigned movegen_placing(const struct ludus_position *pos, kind_set *kinds);

/* Returns the lines of which the next man must be placed on the first empty point, so that men fill one of
 * them in this turn, a bit each; 0 if he can be placed anywhere. */
uint64_t movegen_rows(const struct ludus_position *pos);
/* Returns the first empty point of a line, or NONE. */
static inline unsigned movegen_row_point(const struct ludus_position *pos, unsigned line)
{
    FOR_SQUARES(square, &pos->ruleset->tables->line[line], pos->ruleset->words)
    {
        if (!pos->cell[square])
            return square;
    }
    return NONE;
}

/* Is the path of `count` squares a chain of legal jumps? */
bool movegen_jump_path(const struct ludus_position *pos, const uint8_t *path, unsigned count);

/* ---- The result of a game ---- */

/* Is the game over without looking for moves (royal captured, bare, immobilised …)? */
bool outcome_ended(const struct ludus_position *pos);
/* All reasons for the end of a game, ended by NULL. */
extern const char *const outcome_reasons[];
/* Returns the result, including mate and stalemate. Sets `*reason` to one of outcome_reasons, or NULL. */
enum ludus_result outcome_of(const struct ludus_position *pos, const char **reason);
/* Can neither side win any more, by the rules' list of insufficient material? */
bool outcome_dead(const struct ludus_position *pos);
/* Returns 0 for the dark squares of a chequered board, such as a1; 1 for the light ones. */
static inline unsigned square_shade(const struct ludus_ruleset *rs, unsigned square)
{
    return (square_file(rs, square) + square_rank(rs, square)) & 1;
}

/* ---- Positions from and to FEN, as ludus-record(5) describes it ---- */

/* Reads a FEN. False, with the reason, if it is no position of the ruleset. Else the reason is empty or an
 * oddity: an impossible castling right or en passant square, which is left out, or check to the wrong side. A
 * `part` may have a wrong number of royals, or be a placement alone, without the side to move; the position
 * is then `partial`. */
bool fen_read(struct ludus_position *pos, const char *fen, bool part, char *reason, size_t size);
void fen_write(const struct ludus_position *pos, bool history, struct ludus_buffer *out);

/* Appends "placement:side:", as in rep=. */
void fen_write_occurrence(const struct ludus_position *pos, struct ludus_buffer *out);

/* The name of a square, as "d4". */
struct square_name {
    char text[4];
};
struct square_name square_name_at(unsigned files, unsigned square);
static inline struct square_name square_name(const struct ludus_ruleset *rs, unsigned square)
{
    return square_name_at(rs->rules.files, square);
}

/* Adds a value to the key of a search state. */
static inline uint64_t key_mix(uint64_t key, uint64_t value)
{
    key = (key ^ value) * 0x9e3779b97f4a7c15u;
    return key ^ key >> 29;
}

/* ---- Changes of a position's state that keep its key right ---- */

/* Adds or removes a square of `set`, a member of `pos` with these keys. */
static inline void position_mark(struct ludus_position *pos, struct squares *set, const uint64_t *keys,
                                 unsigned square, bool on)
{
    if (squares_has(set, square) == on)
        return;
    set->word[square >> 6] ^= (uint64_t)1 << (square & 63);
    pos->hash ^= keys[square];
}

static inline void position_bind(struct ludus_position *pos, unsigned square, bool bound)
{
    position_mark(pos, &pos->bound, pos->ruleset->tables->key_bound, square, bound);
}

static inline void position_freshen(struct ludus_position *pos, unsigned square, bool fresh)
{
    position_mark(pos, &pos->fresh, pos->ruleset->tables->key_fresh, square, fresh);
}

static inline void position_promote(struct ludus_position *pos, unsigned square, bool promoted)
{
    position_mark(pos, &pos->promoted, pos->ruleset->tables->key_bound, square, promoted);
}

/* Sets how many checks a side must still give. */
static inline void position_set_checks(struct ludus_position *pos, unsigned side, unsigned count)
{
    uint64_t key = pos->ruleset->tables->key_hand * (1021 + side);
    pos->hash ^= key * pos->checks[side] ^ key * count;
    pos->checks[side] = (uint8_t)count;
}

static inline void position_set_pending(struct ludus_position *pos, unsigned square)
{
    if (pos->pending != NONE)
        pos->hash ^= pos->ruleset->tables->key_pending[pos->pending];
    if (square != NONE)
        pos->hash ^= pos->ruleset->tables->key_pending[square];
    pos->pending = (uint8_t)square;
}

static inline void position_set_castling(struct ludus_position *pos, unsigned rights)
{
    const uint64_t *keys = pos->ruleset->tables->key_castling;

    pos->hash ^= keys[pos->castling] ^ keys[rights];
    pos->castling = (uint8_t)rights;
}

static inline void position_set_captured(struct ludus_position *pos, bool captured)
{
    if (pos->captured != captured)
        pos->hash ^= pos->ruleset->tables->key_captured;
    pos->captured = captured;
}

/* ---- Attacks, checks and pins ---- */

/* Is `square` attacked by `side` when the piece on `without` (or NONE) is removed? */
bool attack_on(const struct ludus_position *pos, unsigned square, unsigned side, unsigned without);
/* Is the royal of `side` attacked on `king`? Beside the other one it is safe where captures explode. */
static inline bool royal_attacked(const struct ludus_position *pos, unsigned king, unsigned side)
{
    unsigned other = pos->royal[side ^ 1];
    bool safe = pos->ruleset->rules.explodes && other != NONE && square_steps(pos->ruleset, king, other) == 1;
    return !safe && attack_on(pos, king, side ^ 1, NONE);
}

/* Returns the occupied squares. */
static inline struct squares position_occupied(const struct ludus_position *pos)
{
    struct squares men = pos->men[0];
    for (unsigned w = 0; w < 4; w++)
        men.word[w] |= pos->men[1].word[w];
    return men;
}

/* Finds the side's pieces that reach `square` on an empty board, by the table `reach` or `strike`. Returns
 * word number `word` of their squares. */
static inline uint64_t position_sources(const struct ludus_position *pos, const uint64_t *table,
                                        unsigned square, unsigned side, unsigned word)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    size_t step = (size_t)rs->squares * rs->words; /* from one code to the next */
    uint64_t men = 0;
    table += CODE_OF(0, side) * step + square * rs->words + word;
    for (unsigned code = CODE_OF(0, side); code < rs->codes; code += 2, table += 2 * step)
        men |= pos->of[code].word[word] & *table;
    return men;
}

/* Is the ray between the two squares free of `men`? True for squares on no common ray. */
static inline bool attack_clear(const struct ludus_ruleset *rs, unsigned square, unsigned from,
                                const struct squares *men)
{
    const uint64_t *between = ray_between(rs, square, from);
    for (unsigned w = 0; w < rs->words; w++)
        if (between[w] & men->word[w])
            return false;
    return true;
}

/* Checks and pins of the side to move. */
struct guard {
    unsigned king;         /* square of the royal */
    unsigned checkers;     /* number of pieces that attack it */
    struct squares block;  /* with one checker: targets of other pieces that end the check */
    struct squares pinned; /* own pieces that may only move along their ray from the king, */
    struct squares pins;   /* to those of its squares that are in this set */
};

/* Finds checks and pins. With tables->odd_attacks no pins, but as `block` the squares from and to which a
 * move must be tried. */
void attack_guard(const struct ludus_position *pos, struct guard *guard);

/* Is the own royal safe after a step from -> to that captures on `victim` (NONE: on `to`)? */
bool attack_safe_after(const struct ludus_position *pos, unsigned from, unsigned to, unsigned victim);

/* May the piece capture en passant by a step from -> to? */
bool attack_in_passing(const struct ludus_position *pos, unsigned from, unsigned to);

/* Returns the next square forward for `side`; NONE at the edge. */
static inline unsigned square_ahead(const struct ludus_ruleset *rs, unsigned square, unsigned side)
{
    return rs->tables->near[square][side == LUDUS_WHITE ? NORTH : SOUTH];
}

/* Returns the empty square that a double step of the side to move passes; NONE for any other step. */
static inline unsigned step_passes(const struct ludus_position *pos, unsigned from, unsigned to)
{
    unsigned next = square_ahead(pos->ruleset, from, pos->side);
    return next != NONE && !pos->cell[next] && square_ahead(pos->ruleset, next, pos->side) == to ? next
                                                                                                 : NONE;
}

/* ---- Custodian capture: what a move captures, binds and frees besides its target ---- */

/* Can the move capture or bind anything? A quick test: false is certain, true is not. */
bool capture_possible(const struct ludus_position *pos, struct ludus_move move);
/* Finds the enemies that a piece of the side to move captures or binds by its move to `at`. */
struct squares capture_victims(const struct ludus_position *pos, unsigned at);
/* Frees the bound men that are no longer held, all at once. */
void capture_release(struct ludus_position *pos);
/* Is the square between two flankers of `side` on opposite sides? Bound ones count if `bound_too`. */
bool capture_between(const struct ludus_position *pos, unsigned square, unsigned side, bool bound_too);
/* Do enemy flankers hold the man on `square`: two of them, for the kinds `by_two`, or in a corner? */
bool capture_held(const struct ludus_position *pos, unsigned square, kind_set by_two, bool bound_too);

/* Is the move illegal by its result: repetition, suicide, or an attacked royal? */
bool outcome_banned(const struct ludus_position *pos, struct ludus_move move);

/* Returns the kind that a step or jump promotes to, or NONE. */
static inline unsigned move_becomes(struct ludus_move move)
{
    return move.type <= LUDUS_EN_PASSANT && move.type != LUDUS_LEAP ? move.piece : NONE;
}

/* Counts the lines through the square that men of its side fill. */
unsigned mills_on(const struct ludus_position *pos, unsigned square);

/* ---- Castling ---- */

/* Returns the square of the outermost rook on the side of a castling; the king's without any. The king must
 * be there. */
unsigned castle_outer_rook(const struct ludus_position *pos, const struct castle *castle);
/* Returns the castling with the squares of this position. */
struct castle castle_here(const struct ludus_position *pos, const struct castle *castle);
/* Returns the castling rights that are left after a move from or to the square. */
static inline unsigned castle_kept(const struct ludus_position *pos, unsigned square)
{
    unsigned kept = pos->ruleset->tables->castle_keep[square];
    for (unsigned i = 0; pos->ruleset->rules.castle_any && i < CASTLES_MAX; i++)
        if (square == pos->castle_rook[i] || square == pos->royal[pos->ruleset->rules.castles[i].side])
            kept &= ~(1u << i);
    return kept;
}

/* Finds a castling by side and length (short: O-O), or by the king's squares. NULL if the rules have none. */
const struct castle *castle_named(const struct rules *rules, unsigned side, bool is_short);
const struct castle *castle_between(const struct rules *rules, unsigned king_from, unsigned king_to);

/* Is it written O-O? */
static inline bool castle_is_short(const struct castle *castle)
{
    return castle->letter == 'K' || castle->letter == 'k';
}

/* Checks the right, the path and attacks. Returns LEGAL, ILLEGAL_CASTLE_RIGHT, ILLEGAL_CASTLE_PATH or
 * ILLEGAL_CASTLE_CHECK. */
enum illegality castle_judge(const struct ludus_position *pos, const struct castle *castle);

/* Returns all squares that the jumper on `from` can reach by jumps. */
struct squares jump_targets(const struct ludus_position *pos, unsigned from);

/* Does the kind of the piece have such a move with this mode on an empty board? Lost first moves count too.
 */
bool kind_leads(const struct ludus_position *pos, struct ludus_move move, unsigned mode);

#endif
