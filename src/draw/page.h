/* page.h - the replay page: one HTML file with the start board, the move list and, for its script, every
 * position. */
#ifndef DRAW_PAGE_H
#define DRAW_PAGE_H

#include "draw/svg.h"
#include "play/replay.h"

#include <stddef.h>
#include <string.h>

/* What buf_json escapes besides, so that no markup can be seen in a JSON string. */
#define HTML_JSON "<>&\n\t"

/* Its style and script, and their SHA-256 in base64. */
extern const char page_css[], page_js[], page_css_hash[], page_js_hash[];

/* ---- What a page tells of one game: its move list as HTML and its turns as JSON ---- */

struct page_game {
    const struct ludus_game *record;
    const struct ludus_ruleset *ruleset;
    struct ludus_position *start; /* owned */
    char id[24]; /* "" for the first game of a page, then "g2-" …: begins the ids of its turns */
    const struct drawing *images; /* where its pieces are defined */
    struct ludus_buffer moves;    /* HTML */
    struct ludus_buffer turns;    /* JSON objects, separated by commas */
};

/* Replays the record, variations included. `index` counts the games of the page from 0; the options of
 * `images`, which outlives the game, say in which notation moves are told and whether marks and arrows of
 * comments are shown. False, with a reason, when it cannot be replayed. Free its members anyway. */
bool page_game_read(struct page_game *page, struct ludus_replay *replay, struct ludus_game *game,
                    size_t index, const struct drawing *images, char *reason, size_t size);
/* A result as it is printed: "1–0". */
const char *page_result(unsigned result);

#endif
