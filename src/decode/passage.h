/* passage.h - where on a printed page moves may stand: rows of columns, fractions, and moves within prose. */
#ifndef DECODE_PASSAGE_H
#define DECODE_PASSAGE_H

#include "decode/reading.h"

#define SPACES " \t\n\v\f\r"

/* The number of a turn: "12.", "(12)", "12...". */
struct label {
    size_t length; /* 0: there is none */
    uint32_t number;
    bool dots; /* they stand behind it, for White's move */
};

/* Dice that are told before a move. */
struct roll_of_page {
    uint8_t dice[LUDUS_DICE_MAX];
    unsigned count; /* 0: none */
};

/* A place where a move may begin. Passages are in the order in which the moves are to be read. */
struct passage {
    size_t begin, end;        /* bytes of the page that the move may take up */
    size_t least;             /* bytes that belong to it, if no reading says more */
    size_t label_begin;       /* where its label begins, or `begin` */
    unsigned cell;            /* passages of one cell overlap */
    uint32_t label;           /* number of the turn; 0: none is known */
    int side;                 /* enum ludus_side, or -1 */
    uint8_t strong;           /* it stands where moves stand: a cell of a row, or in a paragraph of moves */
    uint8_t depth;            /* parentheses around it */
    bool behind_words;        /* words stand between it and the passage before, on its line */
    uint8_t ends;             /* no move, but words of this class, that end the game: resigns */
    struct roll_of_page roll; /* that is told before it: a turn begins; none: perhaps the same goes on */
    struct ludus_position *board; /* owned; no move, but a diagram; else NULL */
    struct readings *readings;    /* owned; NULL: not looked for */
    struct readings *slips;       /* owned; the same, with a sign wrong */
    /* Of a cell of a row, which is what stands between wide gaps, its label apart: */
    bool in_row;
    bool words;      /* words stand behind the move */
    bool dots;       /* nothing but dots: a move that is not there */
    bool after;      /* dots stand before it */
    bool poor;       /* its label cannot be read */
    unsigned column; /* from 1 */
    unsigned margin; /* column of the first label of the row, else 0 */
};

/* Does it stand in rows that begin in another column than those, as variations do? */
static inline bool passage_is_aside(const struct passage *passage, unsigned margin)
{
    return passage->margin && margin && (passage->margin > margin + 2 || passage->margin + 2 < margin);
}

/* What a byte of the page is, if no text of a comment: of the page, or of what has been written. */
enum { FURNITURE = 1, WRITTEN };

struct passages {
    char *text; /* the page, with blanks for what is there for the eye alone; owned */
    size_t length;
    struct passage *each; /* owned */
    size_t count, capacity;
    unsigned char
        *furniture; /* owned; per byte of the page: it is a label, dots or a head of columns, no prose */
    bool failed;    /* memory ran out */
};

/* Finds the passages of bytes [begin, end) of the page, and its notations. False without memory. What they
 * own is freed with the game that is found, also then. */
bool passages_find(struct passages *passages, struct dialects *dialects, const char *text, size_t begin,
                   size_t end);
/* Do only stops and brackets stand before a passage, behind the one above it or on the next line? */
bool passages_touch(const struct passages *passages, size_t index);

/* A page, and the notations that it may be in. */
struct print {
    const struct dialects *dialects;
    const char *text;
    bool plain; /* its turns have numbers without brackets: one in brackets is a mark or a time */
    bool below; /* the line that is cut may be a row whose label is lost: rows stand above it */
};

/* The end of the line, and the beginning of the next, before `end`. */
size_t print_line_end(const char *text, size_t at, size_t end);
size_t print_next_line(const char *text, size_t at, size_t end);
/* Behind some signs; behind blanks and bars. */
size_t print_skip(const char *text, size_t at, size_t end, const char *signs);
size_t print_skip_blanks(const char *text, size_t at, size_t end);
/* Bytes that the longest reading of a text takes; `whole`: of those that say all that they should. */
size_t print_longest(const struct print *print, size_t begin, size_t end, bool whole);
/* Was a text that cannot be read meant as a move: not long, with digits or capitals, not in brackets? */
bool print_is_meant(const char *text, size_t begin, size_t end);
/* Is it perhaps the rest of a move: a word of a few signs that begins with a capital, or of files and ranks?
 */
bool print_is_torn(const struct print *print, size_t begin, size_t end);
/* How many words of small letters stand in a text that no notation has? */
unsigned print_words(const struct print *print, size_t at, size_t end);
/* The class of words that end the game here, in a cell or a line of its own: "Resigns."; or 0. */
unsigned print_ends_game(const struct print *print, size_t begin, size_t end);

/* As label_at, in a text that begins at `begin`; a number in brackets is the mark of a footnote but at the
 * beginning of a line, behind a gap, and where it is that of the `next` turn. */
struct label print_label(const struct print *print, size_t begin, size_t at, size_t end, uint32_t next);

/* Length of a time told behind a move, "(5)", "(0.05)", "0:05", or 0. */
size_t print_clock(const struct print *print, size_t at, size_t limit);

/* The label that a text has at a byte; the same if a word of it begins there. */
struct label label_at(const char *text, size_t at, size_t limit);
struct label label_of_word(const char *text, size_t begin, size_t at, size_t end);
/* What stands in the place of a label right before a roll in brackets: its length, or 0; sets its number, and
 * the side that it names, or -1. */
size_t label_of_roll(const char *text, size_t length, uint32_t *number, int *side);
/* Length of dots or dashes that stand for a move, or 0. */
size_t dots_at(const char *text, size_t at, size_t limit);

#endif
