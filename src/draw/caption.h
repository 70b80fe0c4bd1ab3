/* caption.h - a diagram in words: the text below it, and what is told to those who cannot see it. */
#ifndef DRAW_CAPTION_H
#define DRAW_CAPTION_H

#include "base/buf.h"
#include "draw/scene.h"
#include "ludus.h"
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

/* "White: Rex e1, Miles b2, c2. Black: … White to move." */
void words_position(struct ludus_buffer *out, const struct ludus_position *position);
/* "White to move.", or how the game has ended. */
void words_standing(struct ludus_buffer *out, const struct ludus_position *position);
/* "White rolled 2 and 5; Regina d1 to e2, Eques f1 to e3", "White plays: Man d2 to d4, taking Dux on d5"; the
 * scene is that of the turn, if it could be played. */
void words_turn(struct ludus_buffer *out, const struct ludus_ruleset *ruleset, const struct scene *scene,
                const struct ludus_turn *turn);

#endif
