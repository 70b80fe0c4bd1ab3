/* san.h - writes moves: in short algebraic notation, as in PGN, or long with full names. */
#ifndef PLAY_SAN_H
#define PLAY_SAN_H

#include "rules/position.h"

/* A text that is cut at `size` but measured in full, as by snprintf. */
struct san_text {
    char *out;
    size_t size, length;
};

/* Appends a string, with its NUL. */
void san_add(struct san_text *text, const char *bytes);

/* A step or castling, and where other pieces of its kind are that can reach the same square. */
struct san_step {
    struct ludus_move move;
    uint8_t kind;
    bool takes;
    bool others, others_in_file, others_in_rank;
};

/* Writes a step with minimal disambiguation: Nbd2, exd6, a8=Q, O-O. Returns its length. */
enum { SAN_STEP = 16 };
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
    return move.type == LUDUS_EN_PASSANT ||
           ((move.type == LUDUS_STEP || move.type == LUDUS_JUMP) && pos->cell[move.to] != 0);
}

#endif
