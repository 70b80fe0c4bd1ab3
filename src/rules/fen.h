/* fen.h - positions from and to FEN, as ludus-record(5) describes it. */
#ifndef RULES_FEN_H
#define RULES_FEN_H

#include "base/buf.h"
#include "rules/position.h"

/* False, with the reason, for what is no position of the ruleset. Else the reason is empty, or says what is
 * odd: a castling right or en passant square that cannot be and is left out, or a check on the wrong side. */
bool fen_read(struct ludus_position *pos, const char *fen, char *reason, size_t size);
/* The same, but royals may be missing or too many; then the position is `partial`. So it is where the
 * placement stands alone, which does not say who is to move. */
bool fen_read_part(struct ludus_position *pos, const char *fen, char *reason, size_t size);
/* The placement alone, onto a cleared position. */
bool fen_read_placement(struct ludus_position *pos, const char *fen, char *reason, size_t size);
void fen_write(const struct ludus_position *pos, bool history, struct ludus_buffer *out);

/* Appends "placement:side:", as rep= has it. */
void fen_write_occurrence(const struct ludus_position *pos, struct ludus_buffer *out);

/* "d4" for a square; 4 bytes are enough. */
void square_name(const struct ludus_ruleset *rs, unsigned square, char out[4]);

/* A FEN being read: what is left of it, and where the reason for a failure goes. */
struct fen {
    const char *text;
    char *reason;
    size_t size;
    bool part;        /* royals need not be as the rules have them */
    const char *sign; /* the sign read last */
    uint32_t number;  /* what it says, if it is a number */
};

enum { FEN_NUMBER_MAX = 1000000 };

/* Any other byte is a sign of its own: '/', '-', and so on. */
enum fen_sign {
    FEN_END, /* a blank or the end, which is not taken */
    FEN_NUMBER = 256,
    FEN_LETTER
};

/* Takes the next sign. */
int fen_next(struct fen *fen);
/* Takes the name of a square of the board. False, and nothing of use taken, if there is none. */
bool fen_square(struct fen *fen, const struct ludus_ruleset *rs, unsigned *square);

#endif
