/* page_game.h - what a replay page tells of one game: its move list as HTML and its turns as JSON. */
#ifndef DRAW_PAGE_GAME_H
#define DRAW_PAGE_GAME_H

#include "base/buf.h"
#include "draw/scene.h"
#include "draw/svg.h"
#include "play/replay.h"

struct page_game {
    const struct ludus_game *record;
    const struct ludus_ruleset *ruleset;
    struct ludus_position *start; /* owned */
    char id[24]; /* "" for the first game of a page, then "g2-" …: begins the ids of its turns */
    const struct ludus_drawing_options *options;
    char figurines[SCENE_KINDS][SVG_ID_SIZE]; /* ids of the pieces, where moves are told with them */
    struct ludus_buffer words;                /* the start in words, NUL-terminated */
    struct ludus_buffer moves;                /* HTML */
    struct ludus_buffer turns;                /* JSON objects, separated by commas */
};

/* Replays the record, variations included. `index` counts the games of the page from 0; `options`, which
 * outlive the game, say in which notation moves are told and whether marks and arrows of comments are shown.
 * False, with a reason, when it cannot be replayed. Call page_game_free anyway. */
bool page_game_read(struct page_game *page, struct ludus_replay *replay, struct ludus_game *game,
                    size_t index, const struct ludus_drawing_options *options, char *reason, size_t size);
/* A result as it is printed: "1–0". */
const char *page_result(unsigned result);
void page_game_free(struct page_game *page);

#endif
