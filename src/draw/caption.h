/* caption.h - the text below a diagram, from tags, moves and comments. */
#ifndef DRAW_CAPTION_H
#define DRAW_CAPTION_H

#include "base/buf.h"
#include "draw/scene.h"
#include "play/replay.h"

/* Where the words of a caption come from. */
struct caption_source {
    const struct ludus_replay *replay;
    const struct ludus_game *game;
    const struct ludus_position *before, *after; /* `before` NULL at the start */
    const struct ludus_turn *turn;               /* NULL at the start */
    const struct scene *scene;
    const struct ludus_drawing_options *options;
};

/* "Lord Tyger – Lady Dragon, Pentamere, 1995", as far as the tags tell. */
void caption_players(struct ludus_buffer *out, const struct ludus_game *game);
/* Can this template be filled in? Not when it is not UTF-8, or names what is neither a field nor the name of
 * a tag; `reason` says so. A tag that the record lacks leaves nothing. */
bool caption_check(const char *template, const struct ludus_game *game, char *reason, size_t size);
/* The lines of the caption, separated by line breaks: the usual ones or options->caption_text filled in. */
void caption_write(struct ludus_buffer *out, const struct caption_source *source);

/* Appends a comment without its [%cmd …], blanks run together. */
void caption_comment(struct ludus_buffer *out, const char *text, size_t length);

#endif
