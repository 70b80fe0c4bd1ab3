/* finder.h - inside the cutting of a page: what is known of it as it is cut. */
#ifndef DECODE_FINDER_H
#define DECODE_FINDER_H

#include "base/chars.h"
#include "decode/passage.h"

#include <string.h>

enum { NUMBERED_LEAST = 3 }; /* turns that show how the page is numbered, or set */

struct finder {
    struct passages *out;
    struct print print;
    unsigned cell;
    struct ludus_position *board; /* owned; room for the next that is drawn */
    bool digits;                  /* moves may be in digits alone */
    unsigned rows;                /* cells of rows that have been found */
    unsigned columns[2];          /* where White's and Black's moves stand, in rows of two; 0: not known */
};

/* Puts blanks for what is there for the eye alone, and is no prose. */
static inline void passage_blank_out(struct passages *passages, size_t begin, size_t length)
{
    memset(passages->text + begin, ' ', length);
    memset(passages->furniture + begin, 1, length);
}

enum { CELLS_MAX = 24 };

/* A line cut into cells. */
struct row {
    struct passage cells[CELLS_MAX];
    unsigned count, labels;
    unsigned read;   /* cells that can be read */
    unsigned margin; /* column of the first label, behind its brackets and digits; 0: none */
    size_t begin;    /* of the line */
    bool running;    /* one blank is all that stands between some of the cells */
};

/* ---- In row.c ---- */

/* Cuts a line into cells. */
void row_cut(const struct print *print, size_t begin, size_t end, struct row *row);
/* Is the line a row of moves? Cells of two moves are cut then, and words behind the last are left out. */
bool row_is_moves(const struct print *print, struct row *row);

/* ---- In passage.c ---- */

void passage_add(struct finder *finder, struct passage passage);
/* Adds the words that end the game, if they are that. */
bool passage_add_end(struct finder *finder, size_t begin, size_t end);

/* ---- In running_text.c ---- */

void passage_add_paragraph(struct finder *finder, size_t begin, size_t end);

#endif
