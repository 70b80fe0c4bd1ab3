/* finder.h - inside the cutting of a page into passages: its state, and rows of cells. */
#ifndef DECODE_FINDER_H
#define DECODE_FINDER_H

#include "base/chars.h"
#include "decode/passage.h"

#include <string.h>

enum { NUMBERED_LEAST = 3 }; /* turns that are enough to know how a page is numbered or set */

struct finder {
    struct passages *out;
    struct print print;
    unsigned cell;
    struct ludus_position *board; /* owned; room for the next diagram */
    bool digits;                  /* moves may consist of digits only */
    char stop;           /* sign of most numbers that begin a line: '(' around, or behind; 0: unknown */
    unsigned rows;       /* number of cells of rows so far */
    unsigned columns[2]; /* of White's and Black's moves in rows of two; 0: unknown */
};

enum { CELLS_MAX = 24 };

/* A line cut into cells. */
struct row {
    struct passage cells[CELLS_MAX];
    unsigned count, labels;
    unsigned read;   /* readable cells */
    unsigned margin; /* column after the brackets and digits of the first label; 0: none */
    size_t begin;    /* of the line */
    bool running;    /* some cells have no wide gap between them */
};

/* ---- In ornaments.c ---- */

/* Blanks out marks of bold type and italics, leaders and initials. */
void ornaments_blank(struct finder *finder, size_t begin, size_t end);
/* Blanks out dashes and slashes between the two moves of a turn, if the page uses them so. */
void ornaments_blank_dashes(struct finder *finder, size_t begin, size_t end);

/* ---- In row.c ---- */

/* Cuts a line into cells. */
void row_cut(const struct print *print, size_t begin, size_t end, struct row *row);
/* Is the line a row of moves? Splits cells with two moves, and drops words after the last. */
bool row_is_moves(const struct print *print, struct row *row);

/* ---- In passage.c ---- */

void passage_add(struct finder *finder, struct passage passage);
/* Adds the words that end the game. False if the text is something else. */
bool passage_add_end(struct finder *finder, size_t begin, size_t end);

/* ---- In running_text.c ---- */

void passage_add_paragraph(struct finder *finder, size_t begin, size_t end);

#endif
