/* descriptive.h - moves as English books of the nineteenth and twentieth century write them, "P-K4", "KtxP",
 * and pawns that take with files alone, "ed": read by the legal moves that they can mean. */
#ifndef DECODE_DESCRIPTIVE_H
#define DECODE_DESCRIPTIVE_H

#include "play/resolve.h"

/* A square as a player counts it from his own side, "K4", "QB7". */
struct own_square {
    char side; /* K or Q; 0: not said */
    char file; /* R N B Q K */
    uint8_t rank;
};

/* A piece, "QKt", "KBP". */
struct own_piece {
    char kind; /* K Q R B N P */
    char side; /* of the board that it comes from, K or Q; 0: not said */
    char file; /* of a pawn; 0: not said */
};

enum descriptive_style { DESCRIPTIVE_MOVE, DESCRIPTIVE_CASTLES, DESCRIPTIVE_FILES };

/* What such a move says. */
struct descriptive {
    uint8_t style;          /* enum descriptive_style */
    struct own_piece piece; /* castling: its `side`, 0: not said */
    struct own_square from; /* rank 0: not said */
    bool takes;
    struct own_piece taken; /* if it takes */
    struct own_square to;   /* rank 0: not said */
    char promotion;         /* 0: not said */
    bool check;
    uint8_t files[2]; /* DESCRIPTIVE_FILES: from and to, 0 is the a-file */
};

/* Reads the move that begins a text, with what is said of check behind it. Returns its length; 0 when none
 * stands here. */
size_t descriptive_parse(const char *text, size_t length, struct descriptive *move);

/* A game that is being read: where it stands, and from which file each piece came. */
struct descriptive_game {
    struct lexicon lexicon;
    struct ludus_position *position; /* owned; NULL: not known */
    uint8_t origin[64];
};

/* Puts it at the start. False when such notation cannot be of this game, for its board or its pieces, and
 * without memory. */
bool descriptive_start(struct descriptive_game *game, const struct ludus_ruleset *rules);
/* Makes it a copy of another, whose position is known. False without memory. */
bool descriptive_copy(struct descriptive_game *game, const struct descriptive_game *other);
void descriptive_free(struct descriptive_game *game);

/* Finds the legal moves that a move can mean. Returns how many there are, and the first in `found`. */
size_t descriptive_find(const struct descriptive_game *game, const struct descriptive *move,
                        struct ludus_move *found);
/* Plays a legal move. False without memory. */
bool descriptive_play(struct descriptive_game *game, struct ludus_move move);

#endif
