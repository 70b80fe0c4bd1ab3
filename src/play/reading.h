/* reading.h - the readings of the text of a move in the notations of books, and prices of legal moves.
 *
 * Costs are negative natural logarithms of the probability that a book prints it so, in hundredths. */
#ifndef DECODE_READING_H
#define DECODE_READING_H

#include "base/text.h"
#include "play/dialect.h"
#include "play/prices.h"
#include "rules/position.h"

enum castling { CASTLING_NONE, CASTLING_SHORT, CASTLING_LONG, CASTLING_EITHER };
enum said_check { SAID_NOTHING, SAID_CHECK, SAID_MATE, SAID_ANY };

enum { PATH_SQUARES = 13 };

/* What a text states about a move. Sets and numbers are 0 for what it does not state. */
struct reading {
    notation_set dialects;  /* those that have this reading */
    uint16_t length;        /* bytes of the text that it covers */
    uint16_t cost;          /* of this reading, for any move */
    kind_set kinds;         /* of the piece moved */
    uint16_t owners;        /* its files: where a pawn stands, where another piece began */
    uint16_t from_files;    /* where the piece stands */
    uint16_t files;         /* of the target */
    uint16_t victim_owners; /* files of the victim, as `owners` */
    kind_set victims, becomes;
    uint32_t removed; /* sum of key_mix(0, square + 1) of captured men that are listed behind the target */
    uint8_t path[PATH_SQUARES], path_count; /* the squares of a path of more than two */
    uint8_t from_rank;                      /* from 1, counted as `rank` is */
    uint8_t rank;                           /* of the target, from 1 */
    bool relative;                          /* ranks are counted from the mover's end */
    bool takes, promotes, passing, check_only;
    uint8_t instead; /* CLASS_PASS, CLASS_SAME: words in place of a move; CLASS_PLACES: a piece is placed, of
                        two the second on `from_files` and `from_rank`; or 0 */
    uint8_t check, advance; /* enum said_check; ranks that a pawn advances */
    uint8_t castling;       /* enum castling */
    bool ditto;             /* the piece is the one that the side moved last */
    bool named;             /* the piece is written */
    bool slip;              /* a sign is wrong: the cost is that of an edit */
};
_Static_assert(sizeof(struct reading) == 64, "no padding, for readings are compared as bytes");

enum { READINGS_MAX = 192, READING_LIMIT = 1000, READING_FAR = 1 << 15 };

struct readings {
    struct reading each[READINGS_MAX];
    unsigned count;
};

/* Adds the readings of the beginning of `text` as a move, of several lengths, in the notations `allowed`. */
void reading_find(const struct dialects *dialects, const char *text, size_t length, notation_set allowed,
                  struct readings *readings);
/* The same for a text with one sign wrong, lost or added, if it has no readings yet; in records, also two
 * exchanged. */
void reading_find_slips(const struct dialects *dialects, const char *text, size_t length,
                        notation_set allowed, struct readings *readings);
/* Adds a reading, or what it has in common with another. */
void reading_add(struct readings *readings, const struct reading *reading);
/* A position, the files on which its pieces began, the kind that each side moved last (0: none), and the last
 * move. */
struct tracked {
    struct ludus_position pos;
    uint8_t origin[SQUARES_MAX];
    kind_set moved[2];
    struct ludus_move last;
};

/* Returns the price of a legal move for a reading, with its cost; READING_FAR or more: they have nothing in
 * common. */
unsigned reading_price(const struct dialects *dialects, const struct reading *reading,
                       const struct tracked *at, struct ludus_move move);
/* The price of the sign `is` in place of `sign`. */
unsigned reading_price_sign(const struct dialects *dialects, char is, char sign);
/* Starts at a position. Pieces count as having begun on the files on which they stand. */
void tracked_start(struct tracked *at, const struct ludus_position *position);
/* Plays a legal move. */
void tracked_play(struct tracked *at, struct ludus_move move);

static inline bool same_move(struct ludus_move a, struct ludus_move b)
{
    return a.from == b.from && a.to == b.to && a.type == b.type && a.piece == b.piece;
}

/* ---- The words and signs into which signs.c cuts the text of a move, for reading.c ---- */

/* Classes of signs, besides those of words. */
enum {
    SIGN_FILE = CLASS_PIECE + 1,
    SIGN_NUMBER,
    SIGN_OPEN,
    SIGN_CLOSE,
    SIGN_MARK,
    SIGN_STOP,
    SIGN_END,
    SIGNS_MAX = 28
};

struct sign {
    uint8_t class, value; /* piece: kind; file and number: from 1; stop: the sign */
    bool apart;           /* two blanks or more, or two line breaks or more, precede it */
    uint16_t begin, end;
};

struct parse {
    const struct dialects *dialects;
    const struct dialect *dialect;
    notation_set bit;
    const char *text;
    size_t length;
    uint16_t cost;
    int shift; /* bytes that the text is longer than on the page, after `edited` */
    size_t edited;
    struct sign signs[SIGNS_MAX + 1];
    unsigned count;
    struct readings *out;
};

/* Returns the length of castling in zeros or letters o, Latin or Cyrillic, with any dashes, or 0. In
 * notation.re. */
size_t castling_at(const char *text, size_t length, bool *is_long);
/* Adds the readings of the signs of a parse, which has at least one; those in algebraic notation. */
void reading_read_signs(struct parse *parse);
void reading_read_algebraic(struct parse *parse);
/* Adds the reading of a move that ends before sign `at`, with check, mate, promotion and marks after it. */
void reading_finish(struct parse *parse, unsigned at, const struct reading *so_far, unsigned cost);

static inline bool is_sign(const struct parse *parse, unsigned at, unsigned class)
{
    return at < parse->count && parse->signs[at].class == class;
}

static inline struct reading begin_reading(const struct parse *parse)
{
    return (struct reading){ .dialects = parse->bit, .cost = parse->cost, .slip = parse->cost > 0 };
}

/* Does a sign come right behind the one before it? */
static inline bool is_glued(const struct parse *parse, unsigned at)
{
    return at > 0 && parse->signs[at].begin == parse->signs[at - 1].end;
}

static inline bool is_joint(const struct parse *parse, unsigned at)
{
    return is_sign(parse, at, CLASS_TO) || is_sign(parse, at, CLASS_TAKES);
}

#endif
