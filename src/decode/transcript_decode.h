/* transcript_decode.h - games of a printed page that are found by the search over its readings. */
#ifndef DECODE_TRANSCRIPT_DECODE_H
#define DECODE_TRANSCRIPT_DECODE_H

#include "decode/decoder.h"
#include "decode/transcript_page.h"

enum { FOUND_STARTS = 8 };

/* A game that has been found on a page. */
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

/* Finds the first game on the lines [from, to) of the page by the rules (NULL: the usual). NULL when there is
 * none. */
struct found_game *transcript_find_game(struct page *page, size_t from, size_t to,
                                        const struct ludus_ruleset *rules);
/* Are its moves written as records write them, from the first to the last line that has some? */
bool transcript_is_clean(struct page *page, const struct found_game *found);
void transcript_free_found(struct found_game *found);
/* Keeps the moves of a game for those that begin like it; its title is on the line. */
void transcript_keep_game(struct page *page, const struct found_game *found, size_t title);
/* Writes the game down as notation, with what stands on the page from line `from` on, and tells what is
 * wrong. */
void transcript_write_found(struct page *page, struct found_game *found, size_t from);

/* The line that a byte of the page is on, from 0; the byte at which a line begins. */
size_t transcript_line_of(const struct page *page, size_t at);
size_t transcript_begin_of(const struct page *page, size_t line);

#endif
