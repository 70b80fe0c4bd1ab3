/* spelling.h - inside what was meant: a text, the ways to spell a move, and the price of each. */
#ifndef PLAY_SPELLING_H
#define PLAY_SPELLING_H

#include "base/chars.h"
#include "base/memory.h"
#include "base/text.h"
#include "notation/move_text.h"
#include "play/meant.h"
#include "play/san.h"
#include "rules/engine.h"

enum { SPELLING_MAX = 120, WRITTEN_MAX = 64, PARTS_MAX = 4, CHOICES_MAX = 2 * NAMES_MAX + 4 };
enum { TRAIL_MAX = SPELLING_MAX / 2, TRIES_MAX = 2000, SQUARES_LEAST = sizeof "a1a2xb2" - 1 };

/* What each thing costs that is written otherwise. */
enum price {
    PRICE_EDITED = 300,  /* once, but for PRICE_CASE alone */
    PRICE_SLIGHT = 50,   /* a sign that may be missing */
    PRICE_FOREIGN = 100, /* a letter of another alphabet that looks the same */
    PRICE_CASE = 149,
    PRICE_BLANK = 150,
    PRICE_LOOKALIKE = 250,
    PRICE_LOST_FILE = 300, /* of a pawn that takes, or that tells two pieces apart */
    PRICE_LOST_LETTER = 350,
    PRICE_WING = 350, /* castling on the other */
    PRICE_LETTER = 400,
    PRICE_NEIGHBOUR = 370, /* the file or rank beside */
    PRICE_TRANSPOSED = 450,
    PRICE_ADDED = 450,
    PRICE_LOST = 500,
    PRICE_FAR = 550, /* another file or rank */
    PRICE_OTHER = 650,
    PRICE_SILENT_CHECK = 250,
    PRICE_FALSE_CHECK = 450,
    PRICE_MATE = 150,   /* + for #, or # for + */
    PRICE_EXACT = 30000 /* of all of these where nothing but illegible signs may differ */
};

struct written {
    char sign[WRITTEN_MAX]; /* in ASCII; '\1' for any other */
    bool foreign[WRITTEN_MAX];
    size_t length;
    const char *check;
    bool exact;     /* only what is illegible can be another sign */
    unsigned price; /* of having read it so */
};

/* What is written of a move's squares. */
enum way {
    WAY_SHORT,  /* the target */
    WAY_LONG,   /* from and to */
    WAY_SQUARES /* the squares of a chain, or the men that are removed, too */
};

enum part { PART_NAME, PART_FROM, PART_TO, PART_BECOMES };

/* A spelling is a row of parts, each one of several choices. */
struct spelling {
    struct {
        char choice[CHOICES_MAX][SPELLING_MAX / 2];
        unsigned count;
    } part[PARTS_MAX];
    unsigned parts;
    enum way way;
};

/* The ways to spell one move, depth first, each sign with the prices of all that is written up to some sign.
 */
struct weighing {
    const struct lexicon *lexicon;
    const struct ludus_position *pos;
    const struct lookalikes *alike;
    bool print;
    const struct written *written;
    struct ludus_move move;
    struct spelling spelling;
    unsigned price; /* of the best so far, or what is too much */
    char *best;     /* its text, SPELLING_MAX bytes */
    char text[SPELLING_MAX];
    uint16_t row[SPELLING_MAX + 1][WRITTEN_MAX + 1];
    /* Of a chain: */
    uint8_t path[TRAIL_MAX];
    unsigned count, tries;
    struct squares taken; /* besides what stands on the target, and not yet spelled */
};

/* ---- In spelling.c ---- */

/* Length of a text without what is said at its end of its worth, check and taking in passing. */
size_t meant_significant(const char *text, size_t length);
void meant_read_written(struct ludus_text text, struct written *written);
/* The same, with from-square and target exchanged. False when it has not both. */
bool meant_exchange(const struct written *written, struct written *out);
/* How many noughts a castling is written with; 0 when it is none. */
unsigned meant_noughts(const struct written *written);
void meant_spell(struct spelling *spelling, const struct ludus_position *pos, struct ludus_move move,
                 enum way way);

/* ---- In weighing.c ---- */

unsigned meant_least(unsigned a, unsigned b);
/* Is `text` a placing of `kind` on `square`? */
bool meant_is_placing(const struct lexicon *lexicon, const struct move_text *text, unsigned kind,
                      unsigned square);
/* Finds the cheapest spelling of the move and its price. False when all are too dear. */
bool meant_weigh(struct weighing *weighing, const struct written *written);

#endif
