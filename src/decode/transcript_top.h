/* transcript_top.h - what stands above the turns of a page that has no heading "Name (White) v Name (Black)".
 */
#ifndef DECODE_TRANSCRIPT_TOP_H
#define DECODE_TRANSCRIPT_TOP_H

#include "decode/transcript_decode.h"

/* Is the paragraph above the first turn, which is given, plainly a heading: lines "White: Ann", one line
 * "White: Ann. Black: Berta.", or two players with place and date, "Ann - Berta" and "Lyon 1995"? Its lines
 * are page->top then, and the players stand in page->plain. Returns its first line; `turn` where there is
 * none. */
size_t transcript_find_top(struct page *page, size_t turn);
/* Takes the players from a line above its moves, from line `from` on, into page->plain. Returns the line; the
 * found game's first where there is none. */
size_t transcript_found_players(struct page *page, struct found_game *found, size_t from);

#endif
