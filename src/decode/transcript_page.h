/* transcript_page.h - a page that is being read, and the records that it gives. */
#ifndef DECODE_TRANSCRIPT_PAGE_H
#define DECODE_TRANSCRIPT_PAGE_H

#include "base/buf.h"
#include "decode/transcript_mixed.h"
#include "notation/import.h"

struct line {
    const char *text;
    size_t length; /* without blanks at both ends */
    size_t indent; /* bytes of blanks before it */
};

/* From `at` on, the notation stands where the page says. */
struct stretch {
    size_t at, line, column;
};

struct page {
    struct ludus_import *import;
    struct ludus_buffer text; /* the whole page; owned */
    struct line *lines;       /* owned */
    size_t count;
    size_t next;                               /* first line of what is left */
    struct ludus_game scratch;                 /* the notation as it is read; owned */
    struct line_scan scan;                     /* a line; owned */
    struct ludus_buffer notation, prose, turn; /* owned */
    struct ludus_buffer joined;                /* lines that end amid a move, joined; owned */
    size_t taken;                              /* lines before it have been taken in */
    struct ludus_buffer mended;                /* a line whose label was misread, with that label; owned */
    size_t prose_line, turn_line;              /* where they begin, from 0 */
    struct stretch *stretches;                 /* owned */
    size_t stretch_count, stretch_capacity;
    size_t preamble;           /* bytes of the text before the first game */
    size_t top, top_end;       /* lines above the turns that say what a heading would */
    struct ludus_buffer plain; /* the players whom they name, as a heading has them; owned */
    size_t footer, footer_end; /* lines "Name: value" that stand below the game */
    struct turn_count turns;   /* of the game so far */
    bool old_told;             /* that they are read */
    bool doubted;              /* the last line of prose was told as perhaps a turn */
    bool over;                 /* the result has been read */
    bool flow;                 /* turns stand above in this paragraph */
    bool by_side;              /* its turns begin with the names of the sides, first that of `opener` */
    enum ludus_side opener;
    char fen[200]; /* of a set-up position that is drawn on the page, "" if none */
    bool decoded;  /* the game was found by the search */
    bool failed;
};

/* A game on the page: numbers of lines, from 0. Where there is no title, it is the heading's. */
struct page_game {
    size_t title, front, heading, end; /* `front` is its first line, `end` the one behind its last */
};

/* Takes one line of a game in. */
void transcript_take(struct page *page, size_t line);
/* Begins a line of the notation in the column that it has on the page. */
void transcript_break_line(struct ludus_buffer *text, size_t indent);
/* Joins to a line, in `out`, those below it that it goes on into amid a name or a move. They begin below it
 * still, behind the move, and all else stays in its column. Returns how many they are. */
size_t transcript_join_lines(struct page *page, size_t line, struct ludus_buffer *out);
/* Turns gathered so far go into the notation; prose gathered so far becomes a comment. */
void transcript_end_turns(struct page *page);
void transcript_end_prose(struct page *page);

/* Makes a record of the game, whose notation has been read into page->scratch. */
void transcript_compose(struct page *page, const struct page_game *game);

#endif
