/* dialect.h - how the books of a language and time write moves, as defined by notation files. */
#ifndef DECODE_DIALECT_H
#define DECODE_DIALECT_H

#include "base/text.h"
#include "notation/record.h"
#include "rules/ruleset.h"

/* The meaning of a word of a notation. Those before CLASS_LAST are statements of the file, in this order. */
enum word_class {
    CLASS_TO,            /* between a piece and its target */
    CLASS_FROM,          /* before the square that a piece leaves: pawn from e2 to e4 */
    CLASS_TAKES,         /* captures */
    CLASS_HOME,          /* the first rank: K sq */
    CLASS_OWN,           /* the piece's own file: to her 2d */
    CLASS_ADVERSE,       /* before a square whose rank is counted from the other end: the adverse */
    CLASS_ONE,           /* a pawn advances one square, */
    CLASS_TWO,           /* or two */
    CLASS_CHECK,         /* after a move: it gives check */
    CLASS_CHECKS,        /* in place of a target: any square that gives check, */
    CLASS_MATES,         /* or mate */
    CLASS_MATE,          /* after a move: it mates */
    CLASS_MORE,          /* kind of check: double, discovered */
    CLASS_SQUEEZE,       /* after a move: it is announced that it goes between two enemies */
    CLASS_CASTLES,       /* castling, perhaps with the side named after it */
    CLASS_CASTLES_SHORT, /* on the king's side */
    CLASS_CASTLES_LONG,
    CLASS_BESIDE,   /* without meaning: on, with, side */
    CLASS_WITH,     /* before the piece that captures, if its verb stands first: takes the pawn with */
    CLASS_PROMOTES, /* P. Queens: promotes to the piece of the word */
    CLASS_BECOMES,  /* before the piece of a promotion */
    CLASS_PASSING,  /* en passant */
    CLASS_ORDINAL,  /* after a rank: 4th */
    CLASS_FILE,     /* another letter for a file: the Cyrillic c */
    CLASS_RANK,     /* a rank in words: fourth */
    CLASS_REMOVE,   /* odds: before a side and the piece that it plays without */
    CLASS_PASS,     /* in place of a move: a pass */
    CLASS_PLACES,   /* before the square on which a piece is placed */
    CLASS_WHITE,
    CLASS_BLACK,
    CLASS_PICTURE,  /* where a picture stands: [Illustration] */
    CLASS_DITTO,    /* the piece that the side moved last */
    CLASS_SAME,     /* in place of a move: the other side's last move, from one's own end */
    CLASS_VERSUS,   /* between the names of two players: against */
    CLASS_BETWEEN,  /* around them: Between ... and */
    CLASS_PARTICLE, /* in a name: von, de */
    CLASS_HEADING,  /* in a heading, and in no name: Gambit */
    CLASS_MONTH,    /* in a date */
    CLASS_ROLLS,    /* between a side and its dice, or its move */
    CLASS_FACE,     /* of a die */
    CLASS_RESIGNS,  /* from here on, words that end the game: the side to move loses */
    CLASS_DRAWN,
    CLASS_WHITE_WINS,
    CLASS_BLACK_WINS,
    CLASS_LAST,
    CLASS_PIECE = CLASS_LAST
};

struct dialect_word {
    const char *text;
    uint8_t length, class; /* enum word_class */
    uint8_t value;         /* kind of a CLASS_PIECE, or NONE; number of a file, rank, month or face */
    uint16_t next; /* next word with the same first letter, in the order of `words`; DIALECT_WORDS: none */
};

/* Can the word be a part of a move or of notes on it, and not only of a heading or a roll? */
static inline bool dialect_word_is_common(const struct dialect_word *word)
{
    return word->class < CLASS_VERSUS || word->class > CLASS_FACE;
}

/* Does a word of CLASS_BETWEEN stand before both names? It has a capital letter in the file. */
static inline bool dialect_word_opens(const struct dialect_word *word)
{
    return word->length > 2 && text_is_capital(word->text, word->text + word->length);
}

/* A set of the notations of a page, one bit each. */
typedef uint64_t notation_set;
#define ALL_NOTATIONS UINT64_MAX

enum { DIALECT_WORDS = 400, DIALECTS_MAX = 64, FOLDED = 3 };

struct dialect {
    struct ludus_text id, title; /* "german", "German"; the title may be empty */
    bool known;                  /* the ruleset has some of its pieces */
    bool descriptive;            /* files are named after the pieces that begin on them */
    bool numeric;                /* squares are two digits, and a move is four: 5254 */
    bool own;                    /* pieces have the names and letters of the ruleset */
    bool origin;                 /* a piece has the letter of the file on which it began */
    bool rank_first;             /* C3AR, not KB3: the rank before the file, the pawn before its file */
    bool wing_last;              /* AR, not KB */
    unsigned pieces;             /* number of pieces that it names */
    uint8_t wings[2];            /* kinds of the first two pieces, which name the wings: King, Queen */
    struct ludus_text letters[KINDS_MAX];     /* the first word for each piece; empty: none */
    struct dialect_word words[DIALECT_WORDS]; /* longer ones first, those of headings last */
    unsigned word_count;
    uint16_t first[256]; /* longest word with a first letter (lower case); DIALECT_WORDS: none */
};

/* What the texts are: pages, in which a move begins a text; or records, whose texts are whole moves, and in
 * which a typist mistakes two files or two digits that are neighbours, not those that look alike. */
enum hand { HAND_PRINT, HAND_RECORD, HAND_TYPIST };

/* The notations that a page may be in, and the ruleset of its game. */
struct dialects {
    const struct ludus_ruleset *ruleset;
    struct dialect *each; /* owned */
    unsigned count;
    notation_set reading;           /* notations in which moves are read; words are of all */
    bool joined;                    /* a piece and its wing are one word, "QKt" */
    bool daggers;                   /* a dagger is the mark of a footnote, not a check */
    uint16_t home_files[KINDS_MAX]; /* files on which White's pieces of a kind stand at the start */
    uint16_t wing[2];               /* files of the king's side and of the queen's */
    uint32_t letters;        /* small letters in moves, a bit each: files, captures, and those of Kt and Kn */
    struct lookalikes alike; /* the usual ones; the owner may change them */
    uint8_t hand;            /* enum hand */
};

/* Opens all built-in notations (`notation` is NULL), the one of that name, or the one that is the text of a
 * file, which must stay in memory. False without memory, or if there is none. */
bool dialects_open(struct dialects *dialects, const char *notation, const struct ludus_ruleset *ruleset);
void dialects_close(struct dialects *dialects);

/* Return the word of the class that the text begins with in any notation, or NULL; its length, or 0. */
const struct dialect_word *dialects_find(const struct dialects *dialects, const char *text, size_t length,
                                         enum word_class class);
size_t dialects_word(const struct dialects *dialects, const char *text, size_t length, enum word_class class);

/* Returns the class of the words that end the game, if the text is nothing else, perhaps behind a conjunction
 * and before a stop: "and Black resigned."; or 0. */
unsigned dialects_ending(const struct dialects *dialects, const char *text, size_t length);

/* Returns the length of the word for a side that the text begins with, or 0. Sets the side, or -1. */
size_t dialects_side(const struct dialects *dialects, const char *text, size_t length, int *side);

/* Returns the result (enum ludus_result) that a line states and nothing else, "White wins."; or NO_RESULT. */
unsigned dialects_verdict(const struct dialects *dialects, const char *line, size_t length);

/* Returns the result (enum ludus_result) that words of a class that end the game state; `side` is to move. */
static inline unsigned dialect_result(unsigned class, unsigned side)
{
    const bool black = class == CLASS_BLACK_WINS || (class == CLASS_RESIGNS && side == LUDUS_WHITE);
    return class == CLASS_DRAWN ? LUDUS_DRAW : black ? LUDUS_BLACK_WINS : LUDUS_WHITE_WINS;
}

/* Returns the files of the wing that the name of a piece denotes, king or queen; 0 for another piece. */
static inline uint16_t dialects_wing(const struct dialects *dialects, const struct dialect *dialect,
                                     unsigned kind)
{
    return kind == dialect->wings[0] ? dialects->wing[0] : kind == dialect->wings[1] ? dialects->wing[1] : 0;
}

/* Does one of the notations in force have the ruleset's own letters? */
bool dialects_are_own(const struct dialects *dialects, notation_set in_force);
/* Does a line have no other words than those for the sides? */
bool dialects_are_sides(const struct dialects *dialects, const char *text, size_t length);
/* Returns the longest word of the notation that the text begins with, or NULL; no word of a heading
 * or a roll. */
const struct dialect_word *dialect_match(const struct dialect *dialect, const char *at, const char *end);
/* Returns the bytes of the word with which the text begins, or 0. */
size_t dialect_span(const struct dialect_word *word, const char *at, const char *end);
/* Is a text the word with one sign wrong, lost or added? */
bool dialect_misspells(const struct dialect_word *word, const char *text, size_t length);
/* Does the text begin with a word of any notation? */
bool dialects_match(const struct dialects *dialects, const char *at, const char *end);

/* The built-in notation files, sorted by id. */
struct builtin_notation {
    const char *id, *text;
};
extern const struct builtin_notation builtin_notations[];
extern const size_t builtin_notations_count;
/* The signs that all notations share, as statements of a notation file. */
extern const char *const notation_signs;

/* ---- The lines of a notation file, in grammar/notation.re ---- */

struct dialect_line {
    const char *next; /* text after the line; NUL-terminated */
    unsigned number;  /* from 1; 0 before the first */
    unsigned count;
    bool faulty;                                /* the line ends with a quote that is not closed */
    struct ludus_text words[DIALECT_WORDS + 3]; /* room for a keyword, a value, and one word too many */
};

/* Reads the next line that has words. False at the end. */
bool dialect_next(struct dialect_line *line);

#endif
