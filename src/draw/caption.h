/* caption.h - a diagram in words: its caption, and its description for readers who cannot see it. */
#ifndef DRAW_CAPTION_H
#define DRAW_CAPTION_H

#include "draw/scene.h"
#include "play/replay.h"

#define EN_DASH "\xe2\x80\x93"

/* ---- The turn that was replayed last, as it is printed ---- */

/* Starts the replay as ludus_replay_start does; a record without moves may have part of a position. */
bool turn_text_start(struct ludus_replay *replay, struct ludus_game *game);

/* The sources of the text of a turn. */
struct turn_text {
    const struct ludus_replay *replay; /* its last turn is the turn */
    const struct ludus_turn *turn;     /* NULL at the start */
    const struct scene *scene;         /* of the turn; may be NULL for LUDUS_NOTATION_NAMES */
    const struct ludus_drawing_options *options;
    const struct ludus_position *shown; /* the position of a caption; otherwise may be NULL */
};

/* Appends "(2,5)", or nothing for a turn without dice. If the turn has damaged or supplied readings, all of
 * it has the Leiden signs of the record in their printed form. */
void turn_text_dice(struct ludus_buffer *out, const struct turn_text *text);
/* Appends move number `item` of replay->turn with "sic", its mark (!, ?? …) and the signs of its NAGs. */
void turn_text_move(struct ludus_buffer *out, const struct turn_text *text, unsigned item);

/* Appends a comment without its [%cmd …]; white space becomes one blank. */
void turn_comment_write(struct ludus_buffer *out, const struct item *comment);

enum { NAG_MARK_LAST = 6 }; /* $1 to $6 are written without a blank after a move */

/* Appends the sign of $nag, or "$nag" if it has none; $1 to $6 without a blank before them, others after one.
 * $220 and $221, which ask for a diagram, are not shown. */
void nag_write(struct ludus_buffer *out, unsigned nag);

/* Appends "Lord Tyger – Lady Dragon, Pentamere, 1995", as far as the tags are known. */
void caption_players(struct ludus_buffer *out, const struct ludus_game *game);
/* Checks a template. Returns false, with a reason, if it is not UTF-8, or if a name in it is neither a field
 * nor the name of a tag. A tag that the record lacks is empty. */
bool caption_check(const char *template, const struct ludus_game *game, char *reason, size_t size);
/* Appends the lines of the caption, separated by line breaks, from options->caption_text or the default. */
void caption_write(struct ludus_buffer *out, const struct turn_text *source);

/* Appends "White to move.", or how the game has ended; before that with `men` the pieces: "White: Rex e1,
 * Miles b2, c2. Black: … ". */
void words_position(struct ludus_buffer *out, const struct ludus_position *position, bool men);
/* Appends "White rolled 2 and 5; Regina d1 to e2, Eques f1 to e3", "White plays: Man d2 to d4, taking Dux on
 * d5"; the scene is that of the turn, if it could be played. */
void words_turn(struct ludus_buffer *out, const struct ludus_ruleset *ruleset, const struct scene *scene,
                const struct ludus_turn *turn);

#endif
