/* transcript_page.h - a page that is being read, and the records that it gives. */
#ifndef DECODE_TRANSCRIPT_PAGE_H
#define DECODE_TRANSCRIPT_PAGE_H

#include "base/buf.h"
#include "decode/dialect.h"
#include "decode/transcript_line.h"
#include "decode/transcript_rules.h"
#include "notation/import.h"

struct line {
    const char *text;
    size_t length;                /* without blanks at both ends */
    size_t indent;                /* bytes of blanks before it */
    size_t number, shift, origin; /* in the file: its line, bytes of that before the text, and bytes of all */
};

/* From `at` on, the notation stands where the page says. */
struct stretch {
    size_t at, line, column;
};

/* The moves of a game that a later one may begin with: "Moves 1-8 as in Game No. 12". */
struct told_game {
    uint32_t number;          /* in its title */
    struct ludus_move *moves; /* owned */
    size_t count;
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
    size_t prose_line, turn_line;              /* where they begin, from 0 */
    struct stretch *stretches;                 /* owned */
    size_t stretch_count, stretch_capacity;
    struct told_game *games; /* owned */
    size_t game_count, game_capacity;
    size_t preamble;           /* bytes of the text before the first game */
    size_t top, top_end;       /* lines above the turns that say what a heading would */
    struct ludus_buffer plain; /* the players whom they name, as a heading has them; owned */
    size_t footer, footer_end; /* lines "Name: value" that stand below the game */
    bool doubted;              /* some of the prose could be turns */
    bool over;                 /* the result has been read */
    char fen[200];             /* of a set-up position that is drawn on the page, "" if none */
    bool decoded;              /* the game was found by the search */
    bool failed;
    struct dialects words; /* of all notations, for what is said in words; owned */
};

/* A game on the page: numbers of lines, from 0. Where there is no title, it is the heading's. */
struct page_game {
    size_t title, front, heading, end; /* `front` is its first line, `end` the one behind its last */
};

/* Puts columns that stand side by side one below the other, in the lines and the text. False without memory.
 */
bool transcript_unfold(struct page *page);
/* Tells a fault at a byte of the page. */
void transcript_fault(struct page *page, enum import_fault fault, size_t at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Are there only moves in a line, one of them behind the number of its turn, and no word of prose? */
bool transcript_is_moves(const struct page *page, const struct line *line);
/* Takes a line of a game in, and those that its turn goes on in; returns how many they are. */
size_t transcript_take(struct page *page, size_t line);
/* Notes that the notation stands from here on at a byte of the page. */
void transcript_mark(struct page *page, size_t at);
/* The place in the file of a byte of the page, line and column from 1; returns its byte there. */
size_t transcript_place(const struct page *page, size_t at, size_t *line, size_t *column);
/* Turns gathered so far go into the notation; prose gathered so far becomes a comment. */
void transcript_end_turns(struct page *page);
void transcript_end_prose(struct page *page);

/* Finds the rules of the game, whose notation has been read into page->scratch; and makes a record of it. */
void transcript_rules_of(struct page *page, const struct page_game *game, struct game_rules *found);
void transcript_compose(struct page *page, const struct page_game *game, const struct game_rules *found);

#endif
