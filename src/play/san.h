/* san.h - writing moves: short algebraic, as PGN has it, and long with full names. */
#ifndef PLAY_SAN_H
#define PLAY_SAN_H

#include "rules/position.h"

/* Text that is written as far as there is room, and measured to the end, as snprintf does. */
struct san_text {
    char *out;
    size_t size, length;
};

/* Appends a string, with its NUL. */
void san_add(struct san_text *text, const char *bytes);

/* A step or a castling, and where other pieces of its kind stand that could go to the same square. */
struct san_step {
    struct ludus_move move;
    uint8_t kind;
    bool takes;
    bool others, others_in_file, others_in_rank;
};

/* Writes a step as short as can be read again: Nbd2, exd6, a8=Q, O-O. Returns its length. */
enum { SAN_STEP = 16 };
size_t san_write_step(char out[SAN_STEP], const struct ludus_ruleset *ruleset, const struct san_step *step);
/* Appends a legal move in the notation that the rules file names, + and # included, from the position before
 * it. */
void san_write(struct san_text *text, const struct ludus_position *pos, struct ludus_move move);
/* The sign of check that a legal move gets: +, # or nothing. */
const char *san_check(const struct ludus_position *pos, struct ludus_move move);
/* Writes a roll: (2,5). A face of 0 is lost and written as _. Returns `out`. */
enum { SAN_ROLL = 40 };
const char *san_roll_text(char out[SAN_ROLL], const uint8_t *dice, unsigned count);

/* Does the move take what stands on its target (or beside it, en passant)? */
static inline bool san_takes(const struct ludus_position *pos, struct ludus_move move)
{
    return move.type == LUDUS_EN_PASSANT ||
           ((move.type == LUDUS_STEP || move.type == LUDUS_JUMP) && pos->cell[move.to] != 0);
}

#endif
