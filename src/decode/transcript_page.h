/* transcript_page.h - a page that is being read, the games found on it, and the records they become. */
#ifndef DECODE_TRANSCRIPT_PAGE_H
#define DECODE_TRANSCRIPT_PAGE_H

#include "base/text.h"
#include "decode/decoder.h"
#include "notation/import.h"
#include "notation/record.h"

struct page_line {
    const char *text;
    size_t length; /* without blanks at both ends */
    size_t indent; /* bytes of blanks before it */
    size_t origin; /* its first byte in the plain text */
    size_t number; /* its line in the file, from 0 */
};

/* Removes signs of `before` at the beginning of a text, and of `behind` at its end. Returns the rest. */
static inline struct ludus_text transcript_strip(const char *begin, const char *end, const char *before,
                                                 const char *behind)
{
    while (begin < end && *begin && strchr(before, *begin))
        begin++;
    while (end > begin && end[-1] && strchr(behind, end[-1]))
        end--;
    return (struct ludus_text){ begin, (size_t)(end - begin) };
}

/* Is the value of a tag unknown: "", "?", "????.??.??"? */
static inline bool text_is_open(struct ludus_text value)
{
    size_t i = 0;
    while (i < value.length && strchr("?.", value.text[i]))
        i++;
    return i == value.length;
}

/* Returns the length of the mark of a footnote that stands at byte `at`, "(a)", "2)", "*", or 0. */
size_t transcript_footnote_mark(const char *text, size_t at, size_t limit);
/* Can the line begin a turn: with a number and a dot, a roll, a brace, a variation? */
bool transcript_may_begin_turn(const char *line, size_t length);
/* Is the line surely meant as a turn, even if it cannot be read: "4W. …", "4. (…"? */
bool transcript_is_labelled(const char *line, size_t length);
/* A line that is read as notation. All zero before its first use. */
struct line_scan {
    struct ludus_game game;
    struct ludus_buffer text; /* a blank, and the line; game points into it */
};

void transcript_scan_free(struct line_scan *scan);
/* Is the whole line notation, with a move or a result and nothing unreadable? `scan` keeps its items. */
bool transcript_is_notation(const char *line, size_t length, struct line_scan *scan);
/* Does prose have anything that may be part of a turn: a move, a roll, a square? */
bool transcript_is_doubtful(const char *text, size_t length, struct line_scan *scan);
/* Can a line that stands by itself be a title? */
bool transcript_is_title(const char *line, size_t length);
/* Tags that have a place of their own on a page, in the order of a record. */
enum transcript_tag {
    TAG_EVENT, /* in the heading: between players and date */
    TAG_SITE,
    TAG_DATE,
    TAG_ROUND,
    TAG_WHITE,
    TAG_BLACK,
    TAG_RESULT,
    TAG_WRITTEN, /* the date in the heading as it is written, if it cannot be read */
    TAG_FIRST_ROLL,
    TAG_TITLE,
    TAG_VARIANT,
    TAGS
};
extern const char *const transcript_tags[TAGS];
/* Returns the tag of that name, or -1. */
int transcript_tag(struct ludus_text name);

enum { NAME_BYTES = 60 };

/* The values in "Name (White) v Name (Black), place, date (site, date)". All but the date point into it, or
 * into `names`. */
struct transcript_heading {
    struct ludus_text said[TAGS];
    char names[2][NAME_BYTES]; /* of players above a game */
    char date[16];             /* as in a Date tag, "" if there is none */
    size_t guessed;            /* number of the line with them, if it may not say which is White; or 0 */
};
void transcript_read_heading(const struct dialects *words, const char *line, size_t length,
                             struct transcript_heading *heading);
/* Finds "White rolled 9 to a 6 for Black" in a text. `roll` becomes "9-6" (White's roll first), else "". */
void transcript_first_roll(const char *text, size_t length, char roll[16]);
/* Reads a text that is a result, perhaps with blanks around it and a stop behind; NO_RESULT if it is none. */
unsigned transcript_result(const char *text, size_t length);
/* Returns the byte behind the result that a text begins with at `at`, of at most three words; 0: none. */
size_t transcript_behind_result(const char *text, size_t at, size_t end);
/* Is the line "Name: value", like a tag below a game? Both texts point into it. */
bool transcript_footer_line(const struct page_line *line, struct ludus_text *name, struct ludus_text *value);

/* ---- A page ---- */

/* Where a part of the plain text stands in the file. */
struct page_origin {
    size_t at;          /* its first byte in the plain text */
    size_t byte;        /* that in the file */
    size_t line, start; /* its line, from 0, and the first byte of that */
};

/* A game that a later one may refer to: "Moves 1-8 as in Game No. 12". */
struct told_game {
    uint32_t number;          /* in its title */
    struct ludus_move *moves; /* owned */
    size_t count;
};

struct page {
    struct ludus_import *import;
    struct ludus_buffer text;  /* the whole page; owned */
    struct page_origin *plain; /* owned; in order */
    size_t plain_count, plain_capacity;
    struct page_line *lines; /* owned */
    size_t count;
    size_t next;                         /* first line that is not yet read */
    struct ludus_game scratch;           /* the notation, once it is read; owned */
    struct line_scan scan;               /* the last line that was scanned; owned */
    struct ludus_buffer notation, prose; /* owned; the prose becomes a comment of the notation */
    size_t prose_line;                   /* first line of the prose, from 0 */
    bool turn;                           /* the notation ends with turns that the next line may continue */
    struct diag_origin *origins;         /* owned; the places of the notation on the page */
    size_t origin_count, origin_capacity;
    struct told_game *games; /* owned */
    size_t game_count, game_capacity;
    size_t preamble;                   /* bytes of the text before the first game */
    size_t top, top_end;               /* lines above the turns that serve as a heading */
    struct transcript_heading players; /* what they say of the players, if they name them */
    size_t footer, footer_end;         /* lines "Name: value" below the game */
    bool doubted;                      /* some of the prose may be turns */
    bool over;                         /* the result has been read */
    char fen[200];                     /* of a start that the page draws, tells, or gives as odds, else "" */
    bool decoded;                      /* the search has found a game without a heading */
    bool headed;                       /* a game with a heading has been read */
    bool failed;
    struct dialects words; /* of all notations, for results and sides in words; owned */
};

/* A game on the page: numbers of lines, from 0. Without a title, `title` is `heading`. */
struct page_game {
    size_t title, front, heading, end; /* `front` is its first line, `end` the one behind its last */
};

enum { FOUND_STARTS = 8 };

/* A game that the search has found on a page. */
struct found_game {
    struct dialects dialects;
    struct passages passages;
    struct decoded game;
    struct ludus_position *starts[FOUND_STARTS]; /* owned; its possible start positions */
    size_t start_count;
    const struct told_game *as; /* the game that it refers to for its first moves, or NULL */
    size_t taken;               /* number of those moves */
    size_t start;               /* index of its start; 0: the usual one, or that of a FEN, */
    bool given;                 /* that the page gives */
    size_t told;                /* line behind a position in words, or 0 */
    size_t first, behind;       /* line of the first move, and line behind the game */
};

struct game_rules {
    const struct ludus_ruleset *rules; /* NULL: the record needs no Variant, or the ruleset is unknown */
    bool sound;                        /* the whole game is legal by them */
    bool strange;                      /* the game stops at the name of a piece that they do not have */
    char told[240];                    /* the message about them, "" if there is none */
};

enum { MARGIN_SURE = 50, MOVE_TEXT = 48 };

/* A variation in a note. */
struct variation {
    struct passages passages; /* `each` is owned: copies of those of the page */
    struct decoded moves;     /* owned; one for each passage */
    uint32_t turn, next;      /* its first turn, and the one behind its last, as 2 * number + side */
    size_t ply, first;        /* the ply of the game that it replaces; index of its first own move */
    size_t words, stop;       /* its first byte on the page, with its words, and the byte behind it */
    bool brackets;            /* its first and last sign are brackets */
    bool written;             /* it stands in the notation */
};

/* A game that is being written as notation. */
struct writing {
    struct page *page;
    const struct dialects *dialects;
    const struct passages *passages;
    struct print print; /* the dialects and the text */
    const struct decoded *game;
    struct ludus_position *position; /* owned; before the next ply */
    size_t *shown; /* owned; for each passage that is a diagram, the plies before its position */
    bool set_up;   /* it does not begin as usual, and may have other numbers */
    long shift;    /* how much the last printed number was too great */
    size_t at;     /* first byte of the page that is not yet written */
    struct variation *variations; /* owned; in the order of the page */
    size_t variation_count, variation_capacity;
    bool thrown;               /* within a turn with dice */
    bool behind_words;         /* a comment or a variation was written last */
    bool branched;             /* a variation was written last */
    bool translated;           /* the notation of the page has been told */
    size_t written;            /* number of plies written */
    struct tracked before;     /* position before the last of them */
    unsigned result;           /* enum ludus_result, or NO_RESULT */
    struct ludus_text printed; /* the result, as printed */
};

/* ---- The text, in plain.re ---- */

/* Makes the page's text plain: one kind of line end, blank and hyphen; no sign that quotes each line, and no
 * empty line between each two; no tags and entities of HTML. False without memory. */
bool page_make_plain(struct page *page);
/* Returns where a byte of the plain text stands in the file. */
struct page_origin page_origin(const struct page *page, size_t at);

/* ---- Lines, in transcript_lines.c ---- */

/* Reads the page, cuts it into lines, and puts columns one below the other. False without memory, or if
 * import->error is set. */
bool transcript_read_lines(struct page *page);
/* Returns the line of a byte of the page, from 0; the byte at which a line begins. */
size_t transcript_line_of(const struct page *page, size_t at);
size_t transcript_begin_of(const struct page *page, size_t line);
/* Finds the place of a byte of the page in the file: line and column, from 1. Returns the byte there. */
size_t transcript_place(const struct page *page, size_t at, size_t *line, size_t *column);
/* Reports a fault at bytes [begin, end) of the page, which begin the message: "'Kt-B3' is read as Nf3". No
 * bytes: the message says where it is. */
void transcript_fault(struct page *page, const char *code, size_t begin, size_t end, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* In table.c: writes the numbers that several games side by side share before the moves of each. */
void table_share_numbers(struct page *page);

/* ---- Turns as records have them, in transcript_read.c ---- */

/* Saves the byte of the page for the next text of the notation, up to the end of its line. */
void transcript_mark(struct page *page, size_t at);
/* Ends the turns so far in the notation, and makes the prose so far a comment. */
void transcript_end_text(struct page *page);

/* ---- Games that need the search ---- */

/* Returns the line where the heading of a game begins: of the short paragraphs above its first turn, the
 * first that looks like a title; `turn` if none does. */
size_t transcript_heading_above(const struct page *page, size_t turn, size_t from);
/* Finds the first game on lines [from, to) by the rules (NULL: the usual). Returns NULL if there is none. */
struct found_game *transcript_find_game(struct page *page, size_t from, size_t to,
                                        const struct ludus_ruleset *rules);
void transcript_free_found(struct found_game *found);
/* Saves the moves of a game, under the first number above it, for later games that refer to it. */
void transcript_keep_game(struct page *page, const struct found_game *found, size_t title);
/* Writes the game as notation, with all words of the page from line `from` on, and reports what is wrong.
 * `title`: the line of its title. Frees the game; returns the line behind it. */
size_t transcript_write_found(struct page *page, struct found_game *found, size_t from, size_t title);

/* ---- What stands above the turns, in transcript_heading.c ---- */

/* Finds the date that ends a text, after a blank. Returns its byte; the end if there is none. */
const char *transcript_find_date(const struct dialects *words, const char *at, const char *end,
                                 char date[16]);
/* Finds the first word of the class in a text; `*rest` is what follows it. NULL if there is none. */
const char *transcript_find_word(const struct dialects *dialects, const char *from, const char *stop,
                                 enum word_class class, const char **rest);
/* Has a line only moves, one of them behind the number of its turn, and no word of prose? */
bool transcript_is_moves(const struct page *page, const struct page_line *line);

/* ---- The players, in transcript_players.c ---- */

/* Finds the paragraph above the first turn, on line `turn`, if it is plainly a heading: lines "White: Ann",
 * one line "White: Ann. Black: Berta.", or two players with place and date, "Ann - Berta" and "Lyon 1995".
 * Sets page->top and, if it names them, page->players. Returns its first line; `turn` if there is none. */
size_t transcript_find_top(struct page *page, size_t turn);
/* Reads the players into page->players from what stands above the moves of a game, from line `from` on. Their
 * names become no comment. Returns the line of the first; the found game's first if there is none. */
size_t transcript_found_players(struct page *page, struct found_game *found, size_t from);

/* ---- The record, in transcript_compose.c ---- */

/* Finds the ruleset of the game, whose notation is in page->scratch: the one of the options; else the one of
 * the page's Variant line or opening; else of those by which the whole game is legal the one whose title the
 * page names, or the only one. None if the record needs no Variant, or if the ruleset is unknown. */
void transcript_rules_of(struct page *page, const struct page_game *game, struct game_rules *found);
/* Composes the record of the game. */
void transcript_compose(struct page *page, const struct page_game *game, const struct game_rules *found);

/* ---- In transcript_decode.c ---- */

/* Appends a line of the page to the prose, without its furniture and the blanks at its ends. */
void transcript_add_words(struct writing *w, size_t begin, size_t end);
/* Writes the signs ! and ? within or right behind a move, and judgements of its outcome as NAGs. */
void transcript_write_marks(struct writing *w, const struct decoded_ply *ply);

/* ---- In transcript_notes.c ---- */

/* Finds variations: moves in notes, up to byte `end`, that are surely legal from a position of the game. */
void transcript_find_variations(struct writing *w, size_t end);
/* Writes a variation; `from` is the position before the ply that it replaces. */
void transcript_write_variation(struct writing *w, const struct variation *v, const struct tracked *from);
void transcript_free_variation(struct variation *v);

/* ---- In transcript_told.c ---- */

/* Reports what a move is read as, if that is not as printed or could be another; at the first move, also if
 * the notation is not that of records. Calls options.explain, if there is one, for each move. */
void transcript_tell(struct writing *w, const struct decoded_ply *ply, const char *move);
/* Reports a number that is missing or wrong; as an error if turns are missing or rows exchanged. */
void transcript_tell_label(struct writing *w, size_t index);

/* Do words follow the move of a passage on its line? */
static inline bool has_tail(const struct writing *w, const struct passage *passage)
{
    size_t begin = passage->begin + (passage->in_row ? 0 : passage->least);
    return print_words(&w->print, begin, print_line_end(w->print.text, begin, w->passages->length)) > 0;
}

/* ---- In transcript_lost.c ---- */

/* Reports lines [from, to), above a game or behind it, as left out, and those of them that are lost. */
void transcript_tell_left_out(struct page *page, size_t from, size_t to, bool above);
/* Has a line turns: does it begin with a number and a move, or has it only moves; or `within` it three turns
 * behind each other? */
bool transcript_has_turn(const struct page *page, const struct page_line *l, bool within);
/* Reports the first of those lines that has turns, and is no furniture (`kinds`, of each byte of the page; or
 * NULL). */
void transcript_tell_lost_line(struct page *page, const unsigned char *kinds, size_t from, size_t to,
                               bool above);
/* Reports places with moves that are not read, though the game should continue there. */
void transcript_tell_unread(struct writing *w);

#endif
