/* prices.h - how surprising it is that something is written otherwise than it was meant: the one table, of
 * hints, of restoring, of repair and of the moves on a page.
 *
 * Prices are in hundredths of a nat: the negative logarithm of how seldom a hand or a printer errs so, and a
 * sum of them is a probability. There are two profiles. A typist takes signs for others of another kind that
 * look alike, 1 for l; a printer, or who reads old print, those of one kind, too, 3 for 8. */
#ifndef PLAY_PRICES_H
#define PLAY_PRICES_H

enum price {
    /* Signs of a move: */
    PRICE_SLIGHT = 50,   /* one that may be missing */
    PRICE_FOREIGN = 100, /* a letter of another alphabet that looks the same */
    PRICE_CASE = 149,
    PRICE_BLANK = 150,
    PRICE_EDITED = 300, /* once for a text in which more than that is otherwise */
    PRICE_LOOKALIKE = 250,
    PRICE_LOST_ORIGIN = 160,     /* the file or rank that tells two pieces apart */
    PRICE_NEEDLESS_ORIGIN = 151, /* one that tells nothing apart, if it is not written */
    PRICE_LOST_FILE = 300,       /* of a pawn that takes */
    PRICE_LOST_LETTER = 350,
    PRICE_WING = 350,      /* castling on the other */
    PRICE_NEIGHBOUR = 370, /* the file or rank beside */
    PRICE_LETTER = 400,    /* another letter, or another name */
    PRICE_TRANSPOSED = 450,
    PRICE_ADDED = 450,
    PRICE_LOST = 500,
    PRICE_FAR = 550, /* another file or rank */
    PRICE_OTHER = 650,
    PRICE_SILENT_CHECK = 250,
    PRICE_FALSE_CHECK = 450,
    PRICE_MATE = 150,    /* + for #, or # for + */
    PRICE_EXACT = 30000, /* of all of these where nothing but illegible signs may differ */

    /* Moves: */
    PRICE_BROKEN = 700, /* one after which less can be played than after another */
    PRICE_COMMA = 400,
    PRICE_STEPS_JOINED = 550,
    PRICE_MOVES_EXCHANGED = 500,
    PRICE_ANY_MOVE = 1500,

    /* Turns, their numbers and rolls: */
    PRICE_BARE = 200, /* a roll that is lost where most are written */
    PRICE_PASS_LOST = 400,
    PRICE_STRAY = 400,
    PRICE_STRAY_MOVE = 700, /* what looks like a move or a roll, and is none */
    PRICE_NUMBER_LIKE = 350,
    PRICE_NUMBER = 600,
    PRICE_NUMBERS = 650, /* all that follow */
    PRICE_DOUBLED = 500,
    PRICE_DOUBLED_BOTH = 550,
    PRICE_SURPLUS = 900,
    PRICE_EXCHANGED = 700,
    PRICE_SHOWN_LOST = 400, /* a turn that the next number says is lost, */
    PRICE_SHOWN_MORE = 100, /* and each other before that number */
    PRICE_TURN_LOST = 1200,
    PRICE_REPLACED = 600, /* beyond that, a lost turn where one was left out: it would be any */
    PRICE_WILD = 400,     /* before more is changed behind a lost turn */
    PRICE_RESULT = 600,

    /* Of what a move and its text in a book disagree about: */
    PRINT_PIECE = 700,
    PRINT_FILE = 600,
    PRINT_RANK = 500,
    PRINT_OTHER_END = 400, /* the rank is right if it is counted from the other end */
    PRINT_SILENT_CAPTURE = 300,
    PRINT_BARE_CAPTURE = 40, /* in algebraic notation, where the square says all */
    PRINT_FALSE_CAPTURE = 600,
    PRINT_VICTIM = 600,
    PRINT_WING = 250,
    PRINT_PAWN_WING = 400,
    PRINT_LONG_BARE = 200, /* Castles, when it is on the queen's side */
    PRINT_SILENT_CHECK = 220,
    PRINT_FALSE_CHECK = 400,
    PRINT_FALSE_MATE = 150,
    PRINT_PROMOTION = 300,
    PRINT_SILENT_QUEEN = 100,
    /* It says less than usual, or a sign of it is wrong: */
    PRINT_NO_RANK = 400,
    PRINT_NO_CONNECTOR = 200,
    PRINT_SLIP = 300, /* and for the sign: */
    PRINT_LOOKALIKE = 150,
    PRINT_LOST_SIGN = 250,
    PRINT_OTHER_SIGN = 350
};

#endif
