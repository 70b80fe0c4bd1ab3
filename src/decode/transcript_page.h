/* transcript_page.h - a page that is being read, the games found on it, and the records they become. */
#ifndef DECODE_TRANSCRIPT_PAGE_H
#define DECODE_TRANSCRIPT_PAGE_H

#include "base/chars.h"
#include "decode/decoder.h"
#include "decode/diagram_text.h"
#include "notation/import.h"
#include "notation/record.h"

extern const char *const transcript_months[12];

struct page_line {
    const char *text;
    size_t length;                /* without blanks at both ends */
    size_t indent;                /* bytes of blanks before it */
    size_t number, shift, origin; /* in the file: its line, bytes of that before the text, and bytes of all */
};

/* The text without signs at its ends. */
static inline struct ludus_text transcript_strip(const char *begin, const char *end, const char *before,
                                                 const char *behind)
{
    while (begin < end && *begin && strchr(before, *begin))
        begin++;
    while (end > begin && end[-1] && strchr(behind, end[-1]))
        end--;
    return (struct ludus_text){ begin, (size_t)(end - begin) };
}

/* Does the value of a tag say nothing: "", "?", "????.??.??"? */
static inline bool text_is_open(struct ludus_text value)
{
    size_t i = 0;
    while (i < value.length && strchr("?.", value.text[i]))
        i++;
    return i == value.length;
}

/* Could a line that begins so be a turn: a number with a dot, a roll, a brace, a variation? */
bool transcript_may_begin_turn(const char *line, size_t length);
/* Is the line surely meant as a turn, even when it cannot be read: "4W. …", "4. (…"? */
bool transcript_is_labelled(const char *line, size_t length);
/* A line that is read as notation. All zero before the first. */
struct line_scan {
    struct ludus_game game;
    struct ludus_buffer text; /* a blank, and the line; game points into it */
};

void transcript_scan_free(struct line_scan *scan);
/* Is the line notation from end to end: it has a move or a result, and nothing that cannot be read? It is
 * left in `scan`. */
bool transcript_is_notation(const char *line, size_t length, struct line_scan *scan);
/* Is there anything in prose that could be part of a turn: a move, a roll, a square? */
bool transcript_is_doubtful(const char *text, size_t length, struct line_scan *scan);
/* May a line that stands by itself be a title? */
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
    TAG_WRITTEN, /* the date in the heading, if it is not one of ours */
    TAG_FIRST_ROLL,
    TAG_TITLE,
    TAG_VARIANT,
    TAGS
};
extern const char *const transcript_tags[TAGS];
/* The one of that name, or -1. */
int transcript_tag(struct ludus_text name);

/* What "Name (White) v Name (Black), place, date (site, date)" says; texts but the date point into it. */
struct transcript_heading {
    struct ludus_text said[TAGS];
    char date[16]; /* as in a Date tag, "" when there is none */
};
void transcript_read_heading(const char *line, size_t length, struct transcript_heading *heading);
/* Finds "White rolled 9 to a 6 for Black" in a text: "9-6" (White's roll first) into `roll`, else "". */
void transcript_first_roll(const char *text, size_t length, char roll[16]);
/* The result that a text is, perhaps with blanks around it and a stop behind; NO_RESULT if it is none. */
unsigned transcript_result(const char *text, size_t length);
/* Is the line "Name: value", as tags stand below a game? The texts point into it. */
bool transcript_footer_line(const struct page_line *line, struct ludus_text *name, struct ludus_text *value);

/* ---- A page ---- */

/* The moves of a game that a later one may begin with: "Moves 1-8 as in Game No. 12". */
struct told_game {
    uint32_t number;          /* in its title */
    struct ludus_move *moves; /* owned */
    size_t count;
};

struct page {
    struct ludus_import *import;
    struct ludus_buffer text; /* the whole page; owned */
    struct page_line *lines;  /* owned */
    size_t count;
    size_t next;                         /* first line of what is left */
    struct ludus_game scratch;           /* the notation as it is read; owned */
    struct line_scan scan;               /* a line; owned */
    struct ludus_buffer notation, prose; /* owned; the prose is to become a comment of the notation */
    size_t prose_line;                   /* where it begins, from 0 */
    bool turn;                           /* the notation ends with turns that the next line may go on with */
    struct diag_origin *origins;         /* owned; where the notation stands on the page */
    size_t origin_count, origin_capacity;
    struct told_game *games; /* owned */
    size_t game_count, game_capacity;
    size_t preamble;                   /* bytes of the text before the first game */
    size_t top, top_end;               /* lines above the turns that say what a heading would */
    struct transcript_heading players; /* whom they name, if they name them */
    size_t footer, footer_end;         /* lines "Name: value" that stand below the game */
    bool doubted;                      /* some of the prose could be turns */
    bool over;                         /* the result has been read */
    char fen[200];                     /* of a set-up position that is drawn on the page, "" if none */
    bool decoded;                      /* the game was found by the search */
    bool failed;
    struct dialects words; /* of all notations, for what is said in words; owned */
};

/* A game on the page: numbers of lines, from 0. Where there is no title, it is the heading's. */
struct page_game {
    size_t title, front, heading, end; /* `front` is its first line, `end` the one behind its last */
};

enum { FOUND_STARTS = 8 };

/* A game that the search has found on a page. */
struct found_game {
    struct dialects dialects;
    struct passages passages;
    struct decoded game;
    struct ludus_position *starts[FOUND_STARTS]; /* owned; the positions that it may begin from */
    const struct told_game *as;                  /* the game whose first moves it begins with, or NULL */
    size_t taken;                                /* how many those are */
    size_t start;         /* the one that it begins from; 0: the usual, or the one that is told */
    size_t first, behind; /* the line of the first move, and the line behind the game */
};

struct game_rules {
    const struct ludus_ruleset *rules; /* NULL: none needs to be named, or it cannot be told */
    bool sound;                        /* they play all of it without a fault */
    bool strange;                      /* it stops at the name of a piece that they do not know */
    char told[240];                    /* what is to be said about them, "" if nothing */
};

enum { MARGIN_SURE = 50, MOVE_TEXT = 48 };

/* Moves of a note that take the place of a ply of the game. */
struct variation {
    struct passages passages; /* `each` is owned: copies of those of the page */
    struct decoded moves;     /* owned; one for each passage */
    uint32_t turn, next;      /* with which it begins, and which comes behind it, as 2 * number + side */
    size_t ply, first;        /* `first`: of the moves, the first that is not the game's */
    size_t words, stop;       /* bytes of the page that it takes up, words with it */
    bool brackets;            /* it stands in brackets, which are its first and last sign */
};

/* A game that is being written down. */
struct writing {
    struct page *page;
    const struct dialects *dialects;
    const struct passages *passages;
    struct print print; /* of the two */
    const struct decoded *game;
    struct ludus_position *position; /* owned; before the next ply */
    size_t *shown;                   /* owned; plies that lead to what each passage that is a diagram shows */
    uint32_t first;                  /* the turn that it begins with, as 2 * number + side */
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

/* ---- Lines, in transcript_lines.c ---- */

/* Reads the page and cuts it into lines; columns are put one below the other. False without memory, or if
 * import->error is set. */
bool transcript_read_lines(struct page *page);
/* The line that a byte of the page is on, from 0; the byte at which a line begins. */
size_t transcript_line_of(const struct page *page, size_t at);
size_t transcript_begin_of(const struct page *page, size_t line);
/* Marks a line as none of the text of a game. */
static inline void transcript_mark_line(const struct page *page, struct found_game *found, size_t line)
{
    const size_t begin = transcript_begin_of(page, line);
    memset(found->passages.furniture + begin, FURNITURE, transcript_begin_of(page, line + 1) - begin);
}
/* The place in the file of a byte of the page, line and column from 1; returns its byte there. */
size_t transcript_place(const struct page *page, size_t at, size_t *line, size_t *column);
/* Tells a fault at a byte of the page. */
void transcript_fault(struct page *page, const char *code, size_t at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Bytes of a text that a message shows: no more than its line, and whole signs. */
int transcript_shown_length(const char *text, size_t length, size_t most);

/* ---- Turns as records have them, in transcript_take.c ---- */

/* Are there only moves in a line, one of them behind the number of its turn, and no word of prose? */
bool transcript_is_moves(const struct page *page, const struct page_line *line);
/* The first line that begins a turn; page->count if none does. */
size_t transcript_find_turn(struct page *page);
/* Takes a line of a game in, and those that its turn goes on in; returns how many they are. */
size_t transcript_take(struct page *page, size_t line);
/* Notes that the notation stands from here on, as far as the end of its line, at a byte of the page. */
void transcript_mark(struct page *page, size_t at);
/* Turns gathered so far go into the notation; prose gathered so far becomes a comment. */
void transcript_end_text(struct page *page);

/* ---- Turns that are to be searched ---- */

/* Finds the first game on lines [from, to) of the page by the rules (NULL: the usual), or NULL. */
struct found_game *transcript_find_game(struct page *page, size_t from, size_t to,
                                        const struct ludus_ruleset *rules);
void transcript_free_found(struct found_game *found);
/* Keeps the moves of a game for those that begin like it; its title is on the line. */
void transcript_keep_game(struct page *page, const struct found_game *found, size_t title);
/* Writes the game, whose title is on a line, down as notation, with what stands on the page from line `from`
 * on, and tells what is wrong. Frees it, and returns the line behind it. */
size_t transcript_write_found(struct page *page, struct found_game *found, size_t from, size_t title);

/* ---- What stands above the turns, in transcript_heading.c ---- */

/* Is the paragraph above the first turn, which is given, plainly a heading: lines "White: Ann", one line
 * "White: Ann. Black: Berta.", or two players with place and date, "Ann - Berta" and "Lyon 1995"? Its lines
 * are page->top then, and the players stand in page->players. Returns its first line; `turn` where there is
 * none. */
size_t transcript_find_top(struct page *page, size_t turn);
/* The first word of the class in a text, and what stands behind it in `*rest`; NULL when there is none. */
const char *transcript_find_word(const struct dialects *dialects, const char *from, const char *stop,
                                 enum word_class class, const char **rest);
/* Takes the players from a line above its moves, from line `from` on, into page->players. Returns the line;
 * the found game's first where there is none. */
size_t transcript_found_players(struct page *page, struct found_game *found, size_t from);

/* ---- The record, in transcript_compose.c ---- */

/* Finds the ruleset of the game, whose notation has been read into page->scratch: the one that was asked for;
 * else the one that the page says it is; else among those that play all of it without a fault the one whose
 * title the page names, or the only one. None when a record needs no Variant to be played, and when it cannot
 * be told. */
void transcript_rules_of(struct page *page, const struct page_game *game, struct game_rules *found);
/* The ruleset of records that name none. */
const struct ludus_ruleset *transcript_usual_rules(void);
/* Makes a record of the game. */
void transcript_compose(struct page *page, const struct page_game *game, const struct game_rules *found);

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
void transcript_free_variation(struct variation *v);

/* ---- In transcript_told.c ---- */

/* Tells what a move was read as, if it was not as printed, or if it could be another; of the first, if it is
 * not in the notation of records. Who asks for that is told how each was read. */
void transcript_tell(struct writing *w, const struct decoded_ply *ply, const char *move);
/* Tells of numbers that are not those of the game; as errors where turns are missing or rows exchanged. */
void transcript_tell_label(struct writing *w, size_t index);
/* Tells of places where moves stand and none was read, though the game should go on there. */
void transcript_tell_unread(struct writing *w);

#endif
