/* reading.h - what a text can say of a move, in the notations of many books, and how well a legal move agrees
 * with it.
 *
 * Costs are in hundredths of a nat: the negative logarithm of how seldom a scribe or printer would put it so.
 */
#ifndef DECODE_READING_H
#define DECODE_READING_H

#include "decode/dialect.h"
#include "rules/position.h"

enum castling { CASTLING_NONE, CASTLING_SHORT, CASTLING_LONG, CASTLING_EITHER };
enum said_check { SAID_NOTHING, SAID_CHECK, SAID_MATE };

/* What a text says of a move. Sets and numbers are 0 where it says nothing. */
struct reading {
    uint32_t dialects;      /* those that it can be read by, a bit each */
    uint16_t length;        /* bytes of the text that it takes in */
    uint16_t cost;          /* of reading the text so, whatever the move */
    kind_set kinds;         /* of the piece moved */
    uint16_t owners;        /* its files: where a pawn stands, where another piece came from */
    uint16_t from_files;    /* where it stands */
    uint16_t files;         /* of the target */
    uint16_t victim_owners; /* files of the victim, as owners */
    kind_set victims, becomes;
    uint8_t from_rank; /* from 1, counted as `rank` is */
    uint8_t rank;      /* of the target, from 1 */
    bool relative;     /* counted from the mover's end */
    bool takes, promotes, passing, check_only, pass;
    uint8_t check, advance; /* enum said_check, ranks that a pawn goes */
    uint16_t castling;      /* enum castling */
};
_Static_assert(sizeof(struct reading) == 40, "no padding, for readings are compared as bytes");

enum { READINGS_MAX = 192, READING_LIMIT = 1000 };

struct readings {
    struct reading each[READINGS_MAX];
    unsigned count;
};

/* Adds what the beginning of `text` can say of a move, at several lengths, by the notations in `allowed`. */
void reading_find(const struct dialects *dialects, const char *text, size_t length, uint32_t allowed,
                  struct readings *readings);
/* The same, with one sign of the text wrong, lost or added. */
void reading_find_slips(const struct dialects *dialects, const char *text, size_t length, uint32_t allowed,
                        struct readings *readings);
/* A position, and the files on which its pieces began. */
struct tracked {
    struct ludus_position pos;
    uint8_t origin[SQUARES_MAX];
};

/* How badly a legal move agrees with what is read; READING_LIMIT or more: not at all. */
unsigned reading_price(const struct dialects *dialects, const struct reading *reading,
                       const struct tracked *at, struct ludus_move move);
/* Where pieces are taken to have begun on the files on which they stand. */
void tracked_start(struct tracked *at, const struct ludus_position *position);
/* Plays a legal move. */
void tracked_play(struct tracked *at, struct ludus_move move);

static inline bool same_move(struct ludus_move a, struct ludus_move b)
{
    return a.from == b.from && a.to == b.to && a.type == b.type && a.piece == b.piece;
}

#endif
