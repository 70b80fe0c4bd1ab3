/* san.h - writing moves: short algebraic, as PGN has it, and long with full names. */
#ifndef PLAY_SAN_H
#define PLAY_SAN_H

#include "rules/position.h"

/* Text that is written as far as there is room, and measured to the end, as snprintf does. */
struct san_text {
    char *out;
    size_t size, length;
};

void san_add(struct san_text *text, const char *bytes);
void san_add_bytes(struct san_text *text, const char *bytes, size_t length);
void san_number(struct san_text *text, unsigned number);
void san_square(struct san_text *text, const struct ludus_ruleset *ruleset, unsigned square);
/* NUL-terminates what there is room for, and returns the whole length. */
size_t san_end(struct san_text *text);

static inline void san_char(struct san_text *text, char c)
{
    if (text->length + 1 < text->size)
        text->out[text->length] = c;
    text->length++;
}

/* A step, and where other pieces of its kind stand that could go to the same square. */
struct san_step {
    uint8_t kind, from, to, piece; /* piece: what it becomes, or NONE */
    bool takes;
    bool others, others_in_file, others_in_rank;
};

/* Appends a step as short as can be read again: Nbd2, exd6, a8=Q. */
void san_write_step(struct san_text *text, const struct ludus_ruleset *ruleset, const struct san_step *step);
/* Appends a castling of the king: O-O, O-O-O. */
void san_castle(struct san_text *text, const struct ludus_ruleset *ruleset, unsigned from, unsigned to);
/* Appends a legal move in the notation that the rules file names, + and # included, from the position before
 * it. */
void san_write(struct san_text *text, const struct ludus_position *pos, struct ludus_move move);
/* The sign of check that a legal move gets: +, # or nothing. */
const char *san_check(const struct ludus_position *pos, struct ludus_move move);
/* Appends a move, legal or not, with full names: Regina d1-e2, Miles b7-b8=Armiger, Man @d4, xd4, O-O, pass.
 */
void san_write_long(struct san_text *text, const struct ludus_position *pos, struct ludus_move move);
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
