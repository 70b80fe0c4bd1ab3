/* album.h - the scenes of a game that a drawing shows. */
#ifndef DRAW_ALBUM_H
#define DRAW_ALBUM_H

#include "draw/caption.h"
#include "draw/svg.h"

struct album {
    struct scene **scenes; /* owned, in the order of the game */
    size_t count, capacity;
    struct arena arena; /* of their texts */
};

/* Replays the main line of `game` and gathers what options->turns names. False, with a reason, when the
 * record cannot be replayed or has no such turn. Call album_free anyway. */
bool album_gather(struct album *album, struct ludus_replay *replay, struct ludus_game *game,
                  const struct ludus_drawing_options *options, char *reason, size_t size);
void album_free(struct album *album);

/* Adds a mark: "e4", "e4=circle", "e4=circle:red", "e4=cross", "e4=A:blue" (a text of up to three
 * characters); or an arrow: "e2e4", "e2-e4", "e2e4:green". False when it is none for this board; `reason`
 * says why. */
bool marks_add(struct scene *scene, bool arrow, const char *text, char *reason, size_t size);
/* All [%csl …] and [%cal …] of a turn's comments. */
void marks_add_comments(struct scene *scene, struct turn_comments comments);

/* ---- Options ---- */

/* The options, or if there are none the usual ones. */
struct ludus_drawing_options draw_options(const struct ludus_drawing_options *options);

/* Can a drawing be made as the options say? If not, writes the reason. */
bool draw_check_options(const struct ludus_drawing_options *options, char *reason, size_t size);

#endif
