/* transcript_like.h - what on a page looks like a move, though it may not be read as one. */
#ifndef DECODE_TRANSCRIPT_LIKE_H
#define DECODE_TRANSCRIPT_LIKE_H

#include "notation/record.h"

/* Is the sign easily read for the digit in poor print: l for 1, S for 5? No digit is read for another. */
bool transcript_like_digit(char sign, char digit);

/* Does a text hold two squares with a dash or a cross between them, some of whose ranks may be misread: "Rex
 * el-fl", "Bf1–bS", "[B]f1:b5†"? */
bool transcript_move_like(const char *text, size_t length);

/* Closes up the squares of moves that stand apart, as in "e2 – e4". The blanks come to stand behind the move,
 * so that all else stays where it is. Comments are left as they are. */
void transcript_close_up(char *text, size_t length);

/* Does the item tell a move in full: from where, or where a piece is placed? */
bool transcript_is_whole(const struct item *item);

/* Is text that cannot be read (ITEM_BAD) meant as a move, or as what stands before its squares: "B" in "B
 * f1-b5", "Rex" in "Rex el-fl"? */
bool transcript_is_meant(const struct ludus_game *line, size_t item);

#endif
