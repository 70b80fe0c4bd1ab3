/* passage.h - where moves may stand on a printed page: in rows of columns, in fractions, and in prose. */
#ifndef DECODE_PASSAGE_H
#define DECODE_PASSAGE_H

#include "play/reading.h"

#include <string.h>

#define SPACES " \t\n\v\f\r"
#define SMALL_LETTERS "abcdefghijklmnopqrstuvwxyz"

/* The number of a turn: "12.", "(12)", "12...". */
struct label {
    size_t length; /* 0: there is none */
    uint32_t number;
    bool dots; /* dots follow, in place of the first move, or a letter names the other side */
    bool dash; /* a dash follows, perhaps in place of that move */
    char side; /* 'W' or 'B', if that names the side of the turn */
};

/* The roll that is printed before a move. */
struct roll_of_page {
    uint8_t dice[LUDUS_DICE_MAX];
    unsigned count; /* 0: none */
    size_t begin;   /* byte of the page */
    size_t end;     /* behind its dice, or right before the move */
    bool loose;     /* not as in records, "(2,3)" */
};

/* The place of a side in the numbers of turns: 0 if it is first in each. */
static inline int place_of_side(const struct ludus_ruleset *rules, unsigned side)
{
    return (int)(side ^ turn_first(&rules->rules));
}

/* A place where a move may begin. Passages are in reading order. */
struct passage {
    size_t begin, end;            /* bytes of the page that the move may cover */
    size_t least;                 /* its length in bytes, unless a reading is longer */
    size_t label_begin;           /* beginning of its label, or `begin` */
    unsigned cell;                /* passages of one cell overlap */
    uint32_t label;               /* number of the turn; 0: unknown */
    int side;                     /* 0: the side that is first in each number, 1: the other; -1: unknown */
    uint8_t strong;               /* a move is likely: in a cell of a row, or in a paragraph of moves */
    uint8_t depth;                /* parentheses around it */
    bool behind_words;            /* words are between it and the passage before, on its line */
    bool footnote;                /* it is amid the words of a footnote */
    uint8_t ends;                 /* class of words that end the game, in place of a move: resigns; or 0 */
    bool amid;                    /* these are amid prose: they end it only behind a move of the game */
    struct roll_of_page roll;     /* printed before it, so a turn begins; none: the turn may continue */
    struct ludus_position *board; /* owned; a diagram in place of a move, or NULL */
    struct readings *readings;    /* owned; NULL: not searched yet */
    struct readings *slips;       /* owned; the same with a sign wrong */
    /* Only for a cell of a row, the text between wide gaps without its label: */
    bool in_row;
    bool words;      /* words follow the move */
    bool dots;       /* only dots, in place of a move */
    bool after;      /* dots precede it */
    bool poor;       /* its label is illegible */
    unsigned column; /* from 1 */
    unsigned margin; /* column of the first label of the row, or 0 */
};

/* Does a label stand right before it, perhaps an illegible one, and not only before another of its turn? */
static inline bool passage_is_labelled(const struct passage *passage)
{
    return passage->label_begin < passage->begin;
}

/* Its turn and side, which must be known, as one number that rises with each. */
static inline uint32_t passage_turn(const struct passage *passage)
{
    return 2 * passage->label + (uint32_t)passage->side;
}

/* Does its row begin in another column than `margin`, as rows of variations do? */
static inline bool passage_is_aside(const struct passage *passage, unsigned margin)
{
    return passage->margin && margin && (passage->margin > margin + 2 || passage->margin + 2 < margin);
}

/* Bytes of a page that are no text of a comment still to be written: its layout, moves that have been
 * written, perhaps in a variation, written comments, words for the sides. */
enum { FURNITURE = 1, WRITTEN, WRITTEN_ASIDE, IN_COMMENT, SIDE_FIRST, SIDE_SECOND };

struct passages {
    char *text; /* the page, with blanks in place of ornaments; owned */
    size_t length;
    struct passage *each; /* owned */
    size_t count, capacity;
    unsigned char *furniture; /* owned; per byte of the page, not 0 for labels, dots and heads of columns */
    unsigned slips;           /* number of passages that were read with a sign wrong */
    bool plain;               /* as in struct print */
    bool told;                /* the moves are told in prose, without numbers */
    bool failed;              /* memory ran out */
};

/* Finds the passages in bytes [begin, end) of a page, and its notations. False without memory. What they own
 * is freed with the game that is found, also on failure. */
bool passages_find(struct passages *passages, struct dialects *dialects, const char *text, size_t begin,
                   size_t end);
/* Returns the first passage of the game after the one of passage `from`; the count if there is none. It
 * begins where a new turn 1 stands and the next number is 2, or where a text refers to the moves of another
 * game. */
size_t passages_next_game(const struct passages *passages, size_t from);
/* Returns the passage in bytes [begin, end) at which so many numbers of turns have followed each other, as
 * those of a game do, outside brackets or in them (`inside`); the count if there is none. */
size_t passages_run(const struct passages *passages, size_t begin, size_t end, unsigned turns, bool inside);
/* Are there no words outside brackets, and at most one line break, between a passage and the one before? */
bool passages_touch(const struct passages *passages, size_t index);

/* ---- What stands at a byte of a page: in print.c, and scanned in page.re ---- */

/* A page, and the notations that it may be in. */
struct print {
    const struct dialects *dialects;
    const char *text;
    bool plain;      /* turns have numbers without brackets; one in brackets is a footnote mark or a time */
    bool unnumbered; /* rows of two moves have no numbers */
    bool below;      /* there are rows above, so the current line may be one with its label lost */
    uint32_t next;   /* number of the turn after the last passage */
    bool twice;      /* both moves of most turns have the number */
    bool dashed;     /* a dash after a number stands for the first move: 5. c4 ... 5. - Nf6 */
};

/* Is it a sign that stands for an illegible one? */
static inline bool print_is_illegible(char c)
{
    return c == '@' || c == '~' || c == '^' || c == '_';
}

/* Has a text illegible signs? */
bool print_is_worn(const char *text, size_t length);
/* Return the end of the line, and the beginning of the next line; at most `end`. */
size_t print_line_end(const char *text, size_t at, size_t end);
size_t print_next_line(const char *text, size_t at, size_t end);
/* Skip all bytes that are in `signs`, or blanks and bars. Return what follows. */
size_t print_skip(const char *text, size_t at, size_t end, const char *signs);
size_t print_skip_blanks(const char *text, size_t at, size_t end);
enum { BRACKETS_MOST = 4000 }; /* bytes within which a bracket must be closed */
/* Returns the byte behind the bracket that closes the one at `at`; `at` if none stands there or closes it. */
size_t print_behind_bracket(const char *text, size_t at, size_t end);
/* A blank that makes no gap wide: it replaces what stands for nothing amid running text, marks of italics,
 * words for the sides, the header of a page. Plain text has none. */
#define NARROW_BLANK '\v'
/* Returns the end of the text before a wide gap: two blanks, a tab, a bar, or `end`. */
size_t print_cell_end(const char *text, size_t at, size_t end);
/* What the text before a byte ends with, but for blanks: a stop or a colon, as in "... is good. 12. Nf3"; a
 * small letter or a comma, as in "If 12. Nf3", so that its sentence goes on; else, or at `begin`, neither. */
enum behind { BEHIND_OTHER, BEHIND_STOP, BEHIND_WORD };
enum behind print_behind(const char *text, size_t begin, size_t at);
/* Returns the length of the longest reading of a text, or 0; `whole`: of those without cost. */
size_t print_longest(const struct print *print, size_t begin, size_t end, bool whole);
/* Is an unreadable text probably a move, short, with digits or capitals, or a part of one? */
bool print_may_be_move(const struct print *print, size_t begin, size_t end);
/* Returns the class of a text that ends the game, words or a result: CLASS_WHITE_WINS for "1-0". Else 0. */
unsigned print_ends(const struct print *print, size_t begin, size_t end);
/* Returns the length of the sentence or clause of words, or of the result, that ends the game, or 0. It may
 * go on on the next line. */
size_t print_ending(const struct print *print, size_t at, size_t end);
/* Counts the words in small letters of a text that are in no notation. */
unsigned print_words(const struct print *print, size_t at, size_t end);

/* As label_at, in a text that begins at `begin`. A number in brackets is a footnote mark, except at the
 * beginning of a line, after a gap, or if it is that of the `next` turn (0: print->next). */
struct label print_label(const struct print *print, size_t begin, size_t at, size_t end, uint32_t next);

/* Is a move that ends at a byte the last of its turn: does the number `next` follow, or any (0)? */
bool print_ends_turn(const char *text, size_t at, size_t end, uint32_t next);
/* Returns the length of what stands for nothing on a line: where a page of the book begins, "[Pg 118]",
 * "{118}"; at its beginning also the rest of it if it is signs, "____", "* * *", and a quotation mark right
 * before the number of a turn, where somebody tells the game; or 0. */
size_t print_ornament(const char *text, size_t at, size_t limit);
/* Returns the length of a time after a move, "(5)", "(0.05)", "0:05", or 0. */
size_t print_clock(const struct print *print, size_t at, size_t limit);

/* Returns the sign of a number: '(' around it, or the one behind. */
char print_label_stop(const char *label);
/* Return the label at a byte; label_of_word only at the beginning of a word. */
struct label label_at(const char *text, size_t at, size_t limit);
struct label label_of_word(const char *text, size_t begin, size_t at, size_t end);
/* Reads what may be the label right before a roll. Returns its length, or 0. Sets its number, and the side
 * that it names, as in struct passage. */
size_t label_of_roll(const struct print *print, size_t at, size_t limit, uint32_t *number, int *side);
/* Returns the length of dots or dashes in place of a move, or 0. */
size_t dots_at(const char *text, size_t at, size_t limit);

/* ---- Diagrams: "| #R |", "|BKn|", "R*", "r.bqk", FENs, and positions in words ---- */

/* Reads the diagram on the lines from byte `at` on into `board`, a position of the ruleset, White to move.
 * Returns the byte after its last line, or `at` if there is none. */
size_t diagram_text_read(const struct dialects *dialects, const char *text, size_t at, size_t end,
                         struct ludus_position *board);
/* Reads a position in words, "White: King at Q5, Rook at K B sq. Black: ...", in a notation into `board`.
 * The ranks of both sides may be counted from White's end. Returns its length in bytes, or 0. */
size_t diagram_text_told(const struct dialects *dialects, const struct dialect *dialect, const char *begin,
                         const char *end, bool one_end, struct ludus_position *board);
/* Writes the placement of a board as in a FEN, as snprintf does. */
void diagram_text_write(const struct ludus_position *board, char *out, size_t size);
/* Returns the number of squares on which two positions differ. */
unsigned diagram_text_differs(const struct ludus_position *a, const struct ludus_position *b);

/* ---- Inside the cutting of a page into passages: its state, and rows of cells ---- */

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
    bool open;       /* it ends with a number */
};

/* ---- In running_text.c ---- */

void passage_add_paragraph(struct finder *finder, size_t begin, size_t end);

/* Replaces an ornament with a sign for each byte, or with blanks, and marks it as no prose. */
static inline void passages_replace(struct passages *passages, size_t begin, size_t length, char sign)
{
    memset(passages->text + begin, sign, length);
    memset(passages->furniture + begin, 1, length);
}

static inline void passages_blank(struct passages *passages, size_t begin, size_t length)
{
    passages_replace(passages, begin, length, ' ');
}

/* ---- In squares.c ---- */

/* Puts a dash for the blank between the two squares of moves, "e2 e4", if pawns that have not moved show that
 * the page has such. */
void ornaments_join_squares(struct finder *finder, size_t begin, size_t end);

/* ---- In side_words.c ---- */

/* Blanks out words and initials for the sides, words before numbers, and columns of a table that are no
 * moves, if the page has them at its turns; where the turns have no numbers, the words for the sides become
 * those. */
void ornaments_blank_sides(struct finder *finder, size_t begin, size_t end);

/* ---- In lettering.re ---- */

/* On a page in one case, gives the parts of moves the case that they have in its descriptive notation; on one
 * without a digit 1, writes it for the letters "l" that stand for it. */
void ornaments_restore_letters(struct finder *finder, const struct dialects *dialects, size_t begin,
                               size_t end);

/* ---- In ornaments.c ---- */

/* Selects the notations of the page, finds how its turns are numbered, and blanks out what is no text of the
 * game: marks of bold type and italics, rules, leaders, initials, and dashes and slashes between the two
 * moves of a turn, if the page uses them so. */
void ornaments_blank(struct finder *finder, struct dialects *dialects, size_t begin, size_t end);

/* ---- In row.c ---- */

/* Cuts a line into cells. */
void row_cut(const struct print *print, size_t begin, size_t end, struct row *row);
/* Is the line a row of moves? Splits cells with two moves, and drops words after the last. */
bool row_is_moves(const struct print *print, struct row *row);

/* ---- In passage_join.c ---- */

/* Makes the moves strong that continue the games of a page in prose, and puts those of both sides together
 * that stand in lists. The page ends at byte `end`. */
void passages_join(struct finder *finder, size_t end);

/* ---- In passage.c ---- */

void passage_add(struct finder *finder, struct passage passage);
/* Adds the words that end the game. False if the text is something else. */
bool passage_add_end(struct finder *finder, size_t begin, size_t end);

#endif
