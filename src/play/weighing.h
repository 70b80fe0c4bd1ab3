/* weighing.h - inside meant.c: the signs of a text, and the cheapest spelling of a move for them. */
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

/* The signs of a text, without marks, signs of check, and `e.p.` at its end. */
struct written {
    char sign[WRITTEN_MAX]; /* in ASCII; '\1' for any other; a blank for several */
    bool foreign[WRITTEN_MAX];
    size_t length;
    uint16_t extra[WRITTEN_MAX]; /* price of each sign as a superfluous one */
    const char *check;           /* sign of check, or "" */
    bool exact;                  /* only illegible signs can be others */
    unsigned price;              /* of this reading of the text */
    /* Of kinds that have been asked for: what it costs to have spelled a name, or none, at each sign, and
     * which of the names are not too dear anywhere. */
    kind_set asked;
    uint16_t name_row[KINDS_MAX][WRITTEN_MAX + 1];
    uint16_t hopeful[KINDS_MAX];
    /* Cache: the price of each sign in place of another. */
    uint64_t priced[SIGN_CLASSES][SIGNS / 64];
    uint16_t change[SIGN_CLASSES][SIGNS][WRITTEN_MAX];
};

/* How the squares of a move are written. */
enum way {
    WAY_SHORT,  /* the target */
    WAY_LONG,   /* from and to */
    WAY_SQUARES /* also all squares of a jump, or the removed pieces */
};

enum { EVERY_NAME = UINT16_MAX };

enum part { PART_NAME, PART_FROM, PART_TO, PART_BECOMES };

/* A spelling is a sequence of parts, each with several choices. */
struct spelling {
    struct {
        char choice[CHOICES_MAX][SPELLING_MAX / 2];
        unsigned count;
    } part[PARTS_MAX];
    unsigned parts;
    enum way way;
};

/* The ways to spell one move, depth first; each sign has the prices of all that is written up to a sign. */
struct weighing {
    const struct meant_question *question;
    const struct ludus_position *pos; /* of the question */
    struct written *written;
    struct ludus_move move;
    struct spelling spelling;
    unsigned price; /* of the best spelling so far, or the limit */
    char *best;     /* its text; SPELLING_MAX bytes */
    char text[SPELLING_MAX];
    uint16_t row[SPELLING_MAX + 1][WRITTEN_MAX + 1];
    size_t origin;                    /* index of the disambiguation, or 0 */
    uint16_t target[WRITTEN_MAX + 1]; /* lowest price of the target and the rest, from each sign on */
    uint16_t rest[WRITTEN_MAX + 1];   /* lowest price of everything after the from-square */
    /* Of a jump: */
    uint8_t path[TRAIL_MAX];
    unsigned count, tries;
    struct squares taken; /* captured elsewhere than on the target, not yet spelled */
};

/* Finds the cheapest spelling of a move, `best`, and its price, weighing->price. False if the price is not
 * below `limit`. */
bool weighing_weigh(struct weighing *weighing, struct written *written, struct ludus_move move,
                    unsigned limit, char *best);

#endif
