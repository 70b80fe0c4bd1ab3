/* weighing.h - inside what was meant: the signs of a text, and the cheapest way to spell a move so. */
#ifndef PLAY_WEIGHING_H
#define PLAY_WEIGHING_H

#include "play/meant.h"

enum {
    SPELLING_MAX = 120,
    WRITTEN_MAX = 64,
    PARTS_MAX = 4,
    CHOICES_MAX = 2 * NAMES_MAX + 4,
    TRAIL_MAX = SPELLING_MAX / 2
};

enum { SIGN_CLASSES = 3, SIGNS = 128 };

/* The signs of a text, without what is said at its end of its worth, check and taking in passing. */
struct written {
    char sign[WRITTEN_MAX]; /* in ASCII; '\1' for any other; a blank for several */
    bool foreign[WRITTEN_MAX];
    size_t length;
    uint16_t extra[WRITTEN_MAX]; /* what each costs that is too much */
    const char *check;           /* its sign, or "" */
    bool exact;                  /* only what is illegible can be another sign */
    unsigned price;              /* of having read it so */
    /* Of kinds that have been asked for: what it costs to have spelled a name, or none, at each sign, and
     * which of the names are not too dear anywhere. */
    kind_set asked;
    uint16_t name_row[KINDS_MAX][WRITTEN_MAX + 1];
    uint16_t hopeful[KINDS_MAX];
    /* What it costs that each sign is written for another, as far as that has been asked. */
    uint64_t priced[SIGN_CLASSES][SIGNS / 64];
    uint16_t change[SIGN_CLASSES][SIGNS][WRITTEN_MAX];
};

/* What is written of a move's squares. */
enum way {
    WAY_SHORT,  /* the target */
    WAY_LONG,   /* from and to */
    WAY_SQUARES /* the squares of a chain, or the men that are removed, too */
};

enum { EVERY_NAME = UINT16_MAX };

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
    const struct meant_question *question;
    const struct ludus_position *pos; /* of the question */
    struct written *written;
    struct ludus_move move;
    struct spelling spelling;
    unsigned price; /* of the best so far, or what is too much */
    char *best;     /* its text, SPELLING_MAX bytes */
    char text[SPELLING_MAX];
    uint16_t row[SPELLING_MAX + 1][WRITTEN_MAX + 1];
    size_t origin;                    /* sign of the file or rank that tells two pieces apart, or 0 */
    uint16_t target[WRITTEN_MAX + 1]; /* what the target costs, and what follows, from each sign on */
    uint16_t rest[WRITTEN_MAX + 1];   /* what costs at least all behind the from-square, at each sign */
    /* Of a chain: */
    uint8_t path[TRAIL_MAX];
    unsigned count, tries;
    struct squares taken; /* besides what stands on the target, and not yet spelled */
};

/* Finds the cheapest spelling of a move and its price, which become `best` and weighing->price, if that is
 * less than `limit`. */
bool weighing_weigh(struct weighing *weighing, struct written *written, struct ludus_move move,
                    unsigned limit, char *best);

#endif
