/* dialect.h - how the books of a language and time write moves, as notation files say it. */
#ifndef DECODE_DIALECT_H
#define DECODE_DIALECT_H

#include "ludus.h"
#include "rules/ruleset.h"

/* What a word of a notation says. Those up to CLASS_LAST are statements of the file, in this order. */
enum word_class {
    CLASS_TO,            /* between a piece and its target */
    CLASS_TAKES,         /* captures */
    CLASS_HOME,          /* the first rank: K sq */
    CLASS_OWN,           /* the piece's own file: to her 2d */
    CLASS_ONE,           /* a pawn goes one square, */
    CLASS_TWO,           /* or two */
    CLASS_CHECK,         /* behind a move: gives check */
    CLASS_CHECKS,        /* in place of a target: any square that gives check, */
    CLASS_MATES,         /* or mate */
    CLASS_MATE,          /* behind a move */
    CLASS_MORE,          /* of a check: double, discovered */
    CLASS_CASTLES,       /* on a side that may be named */
    CLASS_CASTLES_SHORT, /* towards the king's side */
    CLASS_CASTLES_LONG,
    CLASS_BESIDE,   /* says nothing: on, with, side */
    CLASS_PROMOTES, /* P. Queens: promotes to the piece of the word */
    CLASS_BECOMES,  /* before the piece that a pawn becomes */
    CLASS_PASSING,  /* en passant */
    CLASS_ORDINAL,  /* behind a rank: 4th */
    CLASS_FILE,     /* another letter for a file: the Cyrillic c */
    CLASS_RANK,     /* a rank in words: fourth */
    CLASS_REMOVE,   /* odds: before a side and what it plays without */
    CLASS_PASS,     /* in place of a move: none is made */
    CLASS_WHITE,
    CLASS_BLACK,
    CLASS_PICTURE, /* where a picture stands: [Illustration] */
    CLASS_ROLLS,   /* between a side and its dice, or its move */
    CLASS_FACE,    /* of a die */
    CLASS_RESIGNS, /* from here on words that end the game: who is to move has lost */
    CLASS_DRAWN,
    CLASS_WHITE_WINS,
    CLASS_BLACK_WINS,
    CLASS_LAST,
    CLASS_PIECE = CLASS_LAST
};

struct dialect_word {
    const char *text;
    uint8_t length, class; /* enum word_class */
    uint8_t value; /* CLASS_PIECE: its kind, or NONE; of CLASS_FILE, CLASS_RANK, CLASS_FACE the number */
    uint8_t next;  /* word that begins with the same byte, and is not longer; DIALECT_WORDS: none */
};

enum { DIALECT_WORDS = 240, DIALECTS_MAX = 32, FOLDED = 4 };

struct dialect {
    bool named;                               /* it says its name */
    struct ludus_text title;                  /* "German"; without length if none is given */
    bool known;                               /* some of its pieces are the ruleset's */
    bool descriptive;                         /* squares are named by the pieces behind them */
    bool numeric;                             /* squares are two digits, and a move is four: 5254 */
    bool own;                                 /* its pieces are those of the ruleset */
    bool wing_last;                           /* C3AR, not KB3: the rank first, the wing last */
    unsigned pieces;                          /* how many it names */
    uint8_t wings[2];                         /* kinds of the first two, which name the wings: King, Queen */
    struct dialect_word words[DIALECT_WORDS]; /* longer ones first */
    unsigned word_count;
    uint8_t first[256]; /* longest word that begins with a byte; DIALECT_WORDS: none */
};

/* The notations that a page may be in, and the ruleset of its game. */
struct dialects {
    const struct ludus_ruleset *ruleset;
    struct dialect *each; /* owned */
    unsigned count;
    uint32_t reading;               /* those by which moves are read, a bit each; words are of all */
    uint16_t home_files[KINDS_MAX]; /* files on which White's pieces of a kind stand at the start */
    uint16_t wing[2];               /* files of the king's side and of the queen's */
};

/* All notations that are built in, the one of that name, or the one whose file's text it is (NULL: all); that
 * text is to outlive them. False without memory, or if there is none. */
bool dialects_open(struct dialects *dialects, const char *notation, const struct ludus_ruleset *ruleset);
void dialects_close(struct dialects *dialects);

/* The word of the class that the text begins with in one of the notations, or NULL; its length, or 0. */
const struct dialect_word *dialects_find(const struct dialects *dialects, const char *text, size_t length,
                                         enum word_class class);
size_t dialects_word(const struct dialects *dialects, const char *text, size_t length, enum word_class class);

/* Length of the word for a side that the text begins with, or 0; the side, or -1. */
size_t dialects_side(const struct dialects *dialects, const char *text, size_t length, int *side);

/* The result (enum ludus_result) that a line is about and nothing else, "White wins.", or NO_RESULT. */
unsigned dialects_verdict(const struct dialects *dialects, const char *line, size_t length);

/* The files of the wing that the name of a piece says, where it is the king or the queen; else 0. */
static inline uint16_t dialects_wing(const struct dialects *dialects, const struct dialect *dialect,
                                     unsigned kind)
{
    return kind == dialect->wings[0] ? dialects->wing[0] : kind == dialect->wings[1] ? dialects->wing[1] : 0;
}

/* Is one of the notations in force that of the ruleset's own letters? */
bool dialects_are_own(const struct dialects *dialects, uint32_t in_force);
/* Is there nothing in a line but the words for the sides? */
bool dialects_are_sides(const struct dialects *dialects, const char *text, size_t length);
/* The longest word of the notation that the text begins with, or NULL. */
const struct dialect_word *dialect_match(const struct dialect *dialect, const char *at, const char *end);
/* Does the text begin with a word of one of them? */
bool dialects_match(const struct dialects *dialects, const char *at, const char *end);

/* The notation files that are built in, as bytes; in order of id. */
struct builtin_notation {
    const char *id, *text;
};
extern const struct builtin_notation builtin_notations[];
extern const size_t builtin_notations_count;

/* ---- The lines of a notation file, in grammar/notation.re ---- */

struct dialect_line {
    const char *next; /* what is behind it; NUL-terminated */
    unsigned number;  /* from 1; before the first 0 */
    unsigned count;
    bool faulty;                                /* the last word is none: a quote that is not closed */
    struct ludus_text words[DIALECT_WORDS + 3]; /* a keyword, its value, and one word too many */
};

/* The next line that has words; false when there is none. */
bool dialect_next(struct dialect_line *line);

#endif
