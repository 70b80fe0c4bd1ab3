/* album.h - the scenes of a game that a drawing shows. */
#ifndef DRAW_ALBUM_H
#define DRAW_ALBUM_H

#include "draw/scene.h"
#include "play/replay.h"

struct album {
    struct scene **scenes; /* owned, in the order of the game */
    size_t count, capacity;
    struct arena arena; /* of their texts */
    bool failed;        /* memory ran out */
};

/* Replays the main line of `game` and gathers what options->turns names. False, with a reason, when the
 * record cannot be replayed or has no such turn. Call album_free anyway. */
bool album_gather(struct album *album, struct ludus_replay *replay, struct ludus_game *game,
                  const struct ludus_drawing_options *options, char *reason, size_t size);
void album_free(struct album *album);

#endif
