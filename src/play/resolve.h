/* resolve.h - moves: finds the legal moves that a text can mean, writes moves in short algebraic notation, as
 * in PGN, or long with full names, and finds what they took and bound. */
#ifndef PLAY_RESOLVE_H
#define PLAY_RESOLVE_H

#include "notation/record.h"
#include "rules/position.h"

enum { RESOLVE_MAX = 128 };

/* Returns the kind with this letter (upper case) or name (any case), or NONE. */
static inline unsigned resolve_name(const struct ludus_ruleset *ruleset, const char *name, size_t length)
{
    return length == 1 ? rules_letter(&ruleset->rules, *name) : rules_kind(&ruleset->rules, name, length);
}

/* Returns the kinds that short notation can mean: the one named, none if the name is unknown; without a name,
 * the nameless ones. */
static inline kind_set resolve_named(const struct ludus_ruleset *ruleset, const struct move_text *text)
{
    if (text->name_length == 0)
        return ruleset->nameless;
    unsigned letter = (unsigned char)*text->plain - (unsigned)'A';
    if (text->name_length == 1 && letter < 26)
        return ruleset->called[letter];
    unsigned kind = resolve_name(ruleset, text->plain, text->name_length);
    return kind == NONE ? 0 : 1u << kind;
}

/* Is only a target square written: no name, no part of a from-square, no x? */
static inline bool resolve_is_bare(const struct move_text *text)
{
    return !text->name_length && !text->from_file && !text->from_rank && !(text->flags & MOVE_CAPTURE);
}

/* Returns the kind that the text promotes to, or NONE if its name is unknown. */
unsigned resolve_promotion(const struct ludus_ruleset *ruleset, const struct move_text *text);

/* Returns the square of a written file and rank (from 1), or NONE if it is not on the board. */
static inline unsigned resolve_square(const struct ludus_ruleset *ruleset, unsigned file, unsigned rank)
{
    bool on_board = file - 1 < ruleset->rules.files && rank - 1 < ruleset->rules.ranks;
    return on_board ? (rank - 1) * ruleset->rules.files + file - 1 : NONE;
}

/* Returns the kinds that `text` can mean for the side to move: the one named or, without a name, that of the
 * piece on the from-square, else the nameless ones. 0 if the name is unknown, or the side has no piece there.
 */
static inline kind_set resolve_kinds(const struct ludus_position *pos, const struct move_text *text)
{
    if (text->name_length || !(text->flags & MOVE_LONG))
        return resolve_named(pos->ruleset, text);
    unsigned from = resolve_square(pos->ruleset, text->from_file, text->from_rank);
    unsigned code = from == NONE ? 0 : pos->cell[from];
    return !code || CODE_SIDE(code) != pos->side ? 0 : 1u << CODE_KIND(code);
}

/* Does the from-square have the written file and rank, as far as they are written? */
static inline bool resolve_starts_so(const struct ludus_ruleset *ruleset, const struct move_text *text,
                                     unsigned from)
{
    return (!text->from_file || square_file(ruleset, from) + 1u == text->from_file) &&
           (!text->from_rank || square_rank(ruleset, from) + 1u == text->from_rank);
}

/* Writes the legal moves that `text` can mean to `out`. Returns their number, 1 in a sound record. Other
 * claims of the text (capture, check, removed stones, path) are not checked. */
size_t resolve_move(const struct ludus_position *pos, const struct move_text *text,
                    struct ludus_move out[RESOLVE_MAX]);

/* Finds the move of two placings of one turn; the first has its target. False if it is illegal. */
bool resolve_pair(const struct ludus_position *pos, const struct move_text *first,
                  const struct move_text *second, struct ludus_move *out);

/* Returns the kind that a legal move promotes to, or NONE. A leap crowns without saying so in its `piece`. */
unsigned resolve_becomes(const struct ludus_position *pos, struct ludus_move move);

/* Splits a placing of two men, which records write as two. Returns how many moves `parts` then has: 1 or 2.
 */
static inline unsigned move_parts(struct ludus_move move, struct ludus_move parts[2])
{
    bool pair = move.type == LUDUS_PLACE && move.from != NONE;
    parts[0] = parts[1] = move;
    if (pair) {
        parts[1].to = move.from;
        parts[0].from = parts[1].from = NONE;
    }
    return pair ? 2 : 1;
}

/* Is `text` a placing of `kind` on `square`? */
bool resolve_is_placing(const struct ludus_ruleset *ruleset, const struct move_text *text, unsigned kind,
                        unsigned square);

/* The squares written in a move: its path from first to target, and the stones listed as removed. */
struct written_squares {
    uint8_t path[RESOLVE_MAX];
    unsigned path_count;
    uint8_t removed[RESOLVE_MAX];
    uint16_t removed_at[RESOLVE_MAX]; /* offsets in `plain` of the x before them */
    unsigned removed_count;
    bool off_board; /* one of them is not on the board */
};

void resolve_squares(const struct ludus_ruleset *ruleset, const struct move_text *text,
                     struct written_squares *out);

/* ---- Writing ---- */

/* How moves in algebraic notation are written. */
struct san_style {
    bool full;                     /* Ng1-f3 */
    const struct dialect *dialect; /* its letters, or NULL: those of the ruleset */
};

/* A text that is cut at `size` but measured in full, as by snprintf. */
struct san_text {
    char *out;
    size_t size, length;
    bool sole; /* no other piece of its kind can make the move */
    struct san_style style;
};

/* Appends a string, with its NUL. */
void san_add(struct san_text *text, const char *bytes);

/* A step or castling, and where other pieces of its kind are that can reach the same square. */
struct san_step {
    struct ludus_move move;
    uint8_t kind;
    bool takes;
    bool others, others_in_file, others_in_rank;
    struct san_style style;
};

/* Writes a step with minimal disambiguation, Nbd2, exd6, a8=Q, O-O, or in another style. Returns its length.
 */
enum { SAN_LETTER = 16, SAN_STEP = 2 * SAN_LETTER + 16 };
size_t san_write_step(char out[SAN_STEP], const struct ludus_ruleset *ruleset, const struct san_step *step);
/* Appends a legal move in the notation that the rules file names, SAN with + and #. `pos` is the position
 * before it. */
void san_write(struct san_text *text, const struct ludus_position *pos, struct ludus_move move);
/* Returns the check sign of a legal move: +, # or nothing. */
const char *san_check(const struct ludus_position *pos, struct ludus_move move);
/* Writes a roll: (2,5). A face of 0 is lost and written as _. Returns `out`. */
enum { SAN_ROLL = 40 };
const char *san_roll_text(char out[SAN_ROLL], const uint8_t *dice, unsigned count);

/* Does the move capture on its target square, or en passant? */
static inline bool san_takes(const struct ludus_position *pos, struct ludus_move move)
{
    return move.type == LUDUS_EN_PASSANT || move.type == LUDUS_LEAP ||
           ((move.type == LUDUS_STEP || move.type == LUDUS_JUMP) && pos->cell[move.to] != 0);
}

/* ---- The moves of a turn as they were played, with their effects ---- */

/* A man that a move took or bound, as it was before the move. */
struct played_man {
    struct ludus_square man;
    uint8_t square;
    bool own; /* a bound man of the player, which falls at the end of the turn */
};

/* A move of a turn with its effects. */
struct played_move {
    const struct ludus_turn *turn;
    unsigned next; /* number of moves played */
    struct ludus_move move;
    unsigned index;                      /* in the turn */
    const struct ludus_position *before; /* the position before it */
    struct ludus_position own, after;    /* own: of later moves than the first */
    unsigned taken_count, bound_count;
    struct played_man taken[SQUARES_MAX], bound[SQUARES_MAX]; /* in order of squares */
};

/* Begins a turn, on a copy of the position before it. */
void played_begin(struct played_move *played, const struct ludus_position *before,
                  const struct ludus_turn *turn);
/* Plays the next move. False after the last. */
bool played_next(struct played_move *played);

#endif
