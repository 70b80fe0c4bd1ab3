/* album.h - the scenes of a game for a drawing. */
#ifndef DRAW_ALBUM_H
#define DRAW_ALBUM_H

#include "draw/caption.h"
#include "draw/svg.h"

struct album {
    struct scene **scenes; /* owned, in the order of the game */
    size_t count, capacity;
    struct arena arena; /* holds the texts of the scenes */

    /* State of album_gather: */
    struct ludus_replay *replay;
    const struct ludus_drawing_options *options;
    struct ludus_selection *selection; /* owned */
    struct scene_stock prisoners;
    struct scene *turn; /* owned; the last replayed turn */
};

/* Replays the main line of `game` and collects the scenes that options->turns selects. Returns false, with a
 * reason, if the record cannot be replayed or has no such turn. Call album_free in any case. */
bool album_gather(struct album *album, struct ludus_replay *replay, struct ludus_game *game,
                  const struct ludus_drawing_options *options, char *reason, size_t size);
void album_free(struct album *album);

/* ---- Options ---- */

/* Returns the given options, or the defaults if NULL. */
struct ludus_drawing_options draw_options(const struct ludus_drawing_options *options);

/* Checks the options. Returns false, with a reason, if no drawing can be made with them. */
bool draw_check_options(const struct ludus_drawing_options *options, char *reason, size_t size);

#endif
