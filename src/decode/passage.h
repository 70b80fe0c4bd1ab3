/* passage.h - where on a printed page moves may stand: rows of columns, fractions, and moves within prose. */
#ifndef DECODE_PASSAGE_H
#define DECODE_PASSAGE_H

#include "decode/row.h"

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
    bool in_row;              /* it is a cell of a row */
    bool words;               /* words stand behind the move in its cell */
    bool behind_words;        /* words stand between it and the passage before, on its line */
    uint8_t ends;             /* no move, but words of this class, that end the game: resigns */
    struct roll_of_page roll; /* that is told before it: a turn begins; none: perhaps the same goes on */
    unsigned margin;          /* column of the first label of a row, else 0 */
    struct ludus_position *board; /* owned; no move, but a diagram; else NULL */
    struct readings *readings;    /* owned; NULL: not looked for */
    struct readings *slips;       /* owned; the same, with a sign wrong */
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

#endif
