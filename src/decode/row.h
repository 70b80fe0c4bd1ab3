/* row.h - lines of a printed page as rows of cells: labels, moves, and dots where a move is not there. */
#ifndef DECODE_ROW_H
#define DECODE_ROW_H

#include "decode/reading.h"

/* A page, and the notations that it may be in. */
struct print {
    const struct dialects *dialects;
    const char *text;
    bool plain; /* its turns have numbers without brackets: one in brackets is a mark or a time */
    bool below; /* the line that is cut may be a row whose label is lost: rows stand above it */
};

enum { CELLS_MAX = 24 };

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

/* A cell of a line: what stands between wide gaps, labels apart from moves. */
struct cell {
    size_t begin, end;
    unsigned column;
    uint32_t label; /* that stands right before it, or 0 */
    size_t label_begin;
    bool dots;  /* nothing but dots: a move that is not there */
    bool after; /* dots stand before it */
    bool words; /* words stand behind its move */
    bool poor;  /* its label cannot be read */
    int side;   /* of the word that stands before it, "White:", or -1 */
};

struct row {
    struct cell cells[CELLS_MAX];
    unsigned count, labels;
    unsigned read;   /* cells that can be read */
    unsigned margin; /* column of the first label, behind its brackets and digits; 0: none */
    size_t begin;    /* of the line */
    bool running;    /* one blank is all that stands between some of the cells */
};

/* The end of the line, and the beginning of the next, before `end`. */
size_t print_line_end(const char *text, size_t at, size_t end);
size_t print_next_line(const char *text, size_t at, size_t end);
/* Behind blanks and bars. */
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

/* Cuts a line into cells. */
void row_cut(const struct print *print, size_t begin, size_t end, struct row *row);
/* Is the line a row of moves? Cells of two moves are cut then, and words behind the last are left out. */
bool row_is_moves(const struct print *print, struct row *row);

/* The label that a text has at a byte; the same if a word of it begins there. */
struct label label_at(const char *text, size_t at, size_t limit);
struct label label_of_word(const char *text, size_t begin, size_t at, size_t end);
/* What stands in the place of a label right before a roll in brackets: its length, or 0; sets its number, and
 * the side that it names, or -1. */
size_t label_of_roll(const char *text, size_t length, uint32_t *number, int *side);
/* Length of dots or dashes that stand for a move, or 0. */
size_t dots_at(const char *text, size_t at, size_t limit);

#endif
