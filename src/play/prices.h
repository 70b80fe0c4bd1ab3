/* prices.h - the prices of errors in records: the one table for hints, restoring, repair and printed pages.
 *
 * A price is the negative natural logarithm of a probability, in hundredths, so prices are added. */
#ifndef PLAY_PRICES_H
#define PLAY_PRICES_H

enum price {
    /* Signs of a move: */
    PRICE_SLIGHT = 50, /* a sign that may be missing */
    PRICE_CASE = 149,
    PRICE_BLANK = 150,
    PRICE_EDITED = 300, /* once for a text with an error of a higher price */
    PRICE_LOOKALIKE = 250,
    PRICE_LOST_ORIGIN = 160,     /* the file or rank that tells two pieces apart */
    PRICE_FORWARD = 10,          /* + for each rank that such a piece stands before its side's first, */
    PRICE_INWARD = 5,            /* and for each file to the nearest side */
    PRICE_NEEDLESS_ORIGIN = 151, /* a file or rank that is not needed, added by us */
    PRICE_LOST_FILE = 300,       /* of a pawn that captures */
    PRICE_LOST_LETTER = 350,
    PRICE_WING = 350,      /* castling on the other side */
    PRICE_NEIGHBOUR = 370, /* the next file or rank */
    PRICE_LETTER = 400,    /* another letter, or another name */
    PRICE_TRANSPOSED = 450,
    PRICE_ADDED = 450,
    PRICE_FAR = 550, /* another file or rank */
    PRICE_OTHER = 650,
    PRICE_SILENT_CHECK = 250,
    PRICE_FALSE_CHECK = 450,
    PRICE_MATE = 150, /* + for #, or # for + */

    /* Moves: */
    PRICE_BROKEN = 700, /* a move after which fewer turns can be played than after another */
    PRICE_COMMA = 400,
    PRICE_STEPS_JOINED = 550,
    PRICE_MOVES_EXCHANGED = 500,
    PRICE_ANY_MOVE = 1500,

    /* Turns, their numbers and rolls: */
    PRICE_BARE = 200, /* a missing roll, if most are written */
    PRICE_PASS_LOST = 400,
    PRICE_STRAY = 400,
    PRICE_STRAY_MOVE = 700, /* text that looks like a move or a roll */
    PRICE_NUMBER_LIKE = 350,
    PRICE_NUMBER = 600,
    PRICE_NUMBERS = 650, /* all that follow */
    PRICE_DOUBLED = 500,
    PRICE_DOUBLED_BOTH = 550,
    PRICE_SURPLUS = 900,
    PRICE_EXCHANGED = 700,
    PRICE_SHOWN_LOST = 400, /* a missing turn, if the next number says so, */
    PRICE_SHOWN_MORE = 100, /* and each further one */
    PRICE_TURN_LOST = 1200,
    PRICE_REPLACED = 600, /* in addition, a lost turn in place of a removed one */
    PRICE_WILD = 400,     /* each further change after a lost turn */
    PRICE_RESULT = 600,

    /* What a text states of a move, in print: */
    PRICE_CLAIM = 300,      /* a victim, a promotion or a path that is not the move's */
    PRICE_NAMED_FILE = 300, /* of a file or rank of a square */
    PRICE_NAMED_RANK = 200,
    PRICE_WORN_LIKE = 150, /* a sign that looks alike, a lost one, and another */
    PRICE_WORN_OFF = 250,
    PRICE_WORN = 350,
    PRICE_OTHER_END = 400, /* the rank counted from the other side */
    PRICE_SILENT_CAPTURE = 300,
    PRICE_BARE_CAPTURE = 40, /* in algebraic notation */
    PRICE_BARE_CHECK = 220,
    PRICE_PIECE_WING = 250, /* of a piece that is named after it, */
    PRICE_PAWN_WING = 400,  /* or of a pawn */
    PRICE_SHARED = 40,      /* a letter that may be the next move's */
    PRICE_LONG_BARE = 200,  /* "Castles" for the queen's side */
    PRICE_PROMOTION = 300,
    PRICE_SILENT_QUEEN = 100,
    PRICE_NO_RANK = 400,
    PRICE_NO_CONNECTOR = 200,

    /* Added to a price: the text is edited, so PRICE_EDITED is added, in print for each edit, in records
       once. */
    EDIT = 1 << 16
};

#endif
