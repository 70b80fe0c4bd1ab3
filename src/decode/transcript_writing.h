/* transcript_writing.h - inside the writing of a game that was found on a page. */
#ifndef DECODE_TRANSCRIPT_WRITING_H
#define DECODE_TRANSCRIPT_WRITING_H

#include "base/chars.h"
#include "decode/diagram_text.h"
#include "decode/row.h"
#include "decode/transcript_page.h"
#include "notation/record.h"
#include "rules/position.h"

enum { MARGIN_SURE = 50, MOVE_TEXT = 48 };

/* Moves of a note that take the place of a ply of the game. */
struct variation {
    size_t ply;
    struct decoded moves; /* owned; `total` of each is the byte at which its label begins */
    size_t first;         /* the first of them that is not the game's */
    size_t words, stop;   /* bytes of the page that it takes up, words with it */
    bool brackets;        /* it stands in brackets, which are its first and last sign */
};

/* A game that is being written down. */
struct writing {
    struct page *page;
    const struct dialects *dialects;
    const struct passages *passages;
    const struct decoded *game;
    struct ludus_position *position; /* owned; before the next ply */
    size_t *shown;                   /* owned; plies that lead to what each passage that is a diagram shows */
    uint32_t *numbers;               /* owned; of the turn of each ply */
    bool set_up;                     /* the game does not begin as usual, and may be numbered anew */
    long shift;                      /* what the last label that was read was greater than its number */
    size_t at;                       /* byte of the page that is not yet written */
    struct variation *variations;    /* owned; of the notes, as they stand on the page */
    size_t variation_count, variation_capacity;
    bool sides_told;           /* that words for the sides are read as labels */
    bool thrown;               /* a turn with dice is under way */
    bool behind_words;         /* a comment stands right before, */
    bool branched;             /* or a variation */
    size_t written;            /* plies that have been written, */
    struct tracked before;     /* and what the last was played from */
    unsigned result;           /* enum ludus_result, or NO_RESULT */
    struct ludus_text printed; /* as the page has it */
};

/* ---- In transcript_decode.c ---- */

/* Appends a line of the page to the prose, without its furniture and the blanks at its ends. */
void transcript_add_words(struct writing *w, size_t begin, size_t end);
/* Signs of praise and blame that stand within or right behind a move, and what it is said to lead to. */
void transcript_write_marks(struct writing *w, const struct decoded_ply *ply);

/* ---- In transcript_notes.c ---- */

/* Finds the moves in notes, as far as byte `end`, that are surely legal moves from a place of the game. */
void transcript_find_variations(struct writing *w, size_t end);
/* Writes a variation, whose ply of the game is played from a position. */
void transcript_write_variation(struct writing *w, const struct variation *v, const struct tracked *from);

/* ---- In transcript_told.c ---- */

/* Tells what a move was read as, if it was not as printed, or if it could be another; of the first, if it is
 * not in the notation of records. Who asks for that is told how each was read. */
void transcript_tell(struct writing *w, const struct decoded_ply *ply, const char *move);
/* Tells of numbers that are not those of the game; as errors where turns are missing or rows exchanged. */
void transcript_tell_label(struct writing *w, size_t index);
/* Tells of places where moves stand and none was read, though the game should go on there. */
void transcript_tell_unread(struct writing *w);

#endif
