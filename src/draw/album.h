/* album.h - the scenes of a game that a drawing shows. */
#ifndef DRAW_ALBUM_H
#define DRAW_ALBUM_H

#include "draw/caption.h"
#include "draw/svg.h"

struct album {
    struct scene **scenes; /* owned, in the order of the game */
    size_t count, capacity;
    struct arena arena; /* of their texts */

    /* Of the replay that gathers them: */
    struct ludus_replay *replay;
    const struct ludus_drawing_options *options;
    struct ludus_selection *selection; /* owned */
    struct scene_stock prisoners;
    struct scene *turn; /* owned; the turn that was replayed last */
};

/* Replays the main line of `game` and gathers what options->turns names. False, with a reason, when the
 * record cannot be replayed or has no such turn. Call album_free anyway. */
bool album_gather(struct album *album, struct ludus_replay *replay, struct ludus_game *game,
                  const struct ludus_drawing_options *options, char *reason, size_t size);
void album_free(struct album *album);

/* ---- Options ---- */

/* The options, or if there are none the usual ones. */
struct ludus_drawing_options draw_options(const struct ludus_drawing_options *options);

/* Can a drawing be made as the options say? If not, writes the reason. */
bool draw_check_options(const struct ludus_drawing_options *options, char *reason, size_t size);

#endif
