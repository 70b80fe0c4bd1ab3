/* transcript_old.h - lines of a printed page with moves in descriptive notation, "P-K4", and pawns that take
 * with files alone, "ed": written as the moves of a record that they mean. */
#ifndef DECODE_TRANSCRIPT_OLD_H
#define DECODE_TRANSCRIPT_OLD_H

#include "decode/transcript_page.h"

/* The number before such a move at the beginning of a line: 1 where there is none, 0 where no move stands so.
 * Pawns that take with files alone do not count. */
uint32_t transcript_old_number(const char *line, size_t length);

/* Can a text that is set as prose begin with such a move? */
bool transcript_may_be_old(const char *text, size_t length);

/* Looks whether the lines from `from` to `to`, which hold a game, have such moves, and sets up its board. */
void transcript_old_start(struct page *page, size_t from, size_t to);

/* What was made of a line. */
struct old_line {
    size_t begin, length;         /* the first move that was rewritten; length 0: none */
    char meant[16];               /* and how */
    size_t bad, bad_length, fits; /* one that fits no move or several; length 0: none */
};

/* Writes a line with those moves of it that come next in the game as the moves that they mean, into
 * page->rewritten; what stands behind stays in its column if there is room. `amid`: the line begins amid
 * words. False when there are none. */
bool transcript_old_rewrite(struct page *page, size_t line, bool amid, struct old_line *old);

/* Tells of a line what has not been told of the game; `taken`: it was taken in as a turn. */
void transcript_old_tell(struct page *page, size_t line, const struct old_line *old, bool taken);

/* Plays the turns of the line that has been read last. */
void transcript_old_follow(struct page *page);

#endif
