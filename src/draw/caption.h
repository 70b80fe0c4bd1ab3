/* caption.h - a diagram in words: the text below it, and what is told to those who cannot see it. */
#ifndef DRAW_CAPTION_H
#define DRAW_CAPTION_H

#include "draw/scene.h"
#include "play/replay.h"

/* ---- What the record tells of the turn that the replayer has played, as it is printed ---- */

/* Begins a record that is to be shown, as ludus_replay_start; one without moves may have part of a position.
 */
bool turn_text_start(struct ludus_replay *replay, struct ludus_game *game);

/* Where the text of a turn comes from. */
struct turn_text {
    const struct ludus_replay *replay; /* whose last turn it is */
    const struct ludus_turn *turn;     /* NULL at the start */
    const struct scene *scene;         /* of the turn; NULL will do for LUDUS_NOTATION_NAMES */
    const struct ludus_drawing_options *options;
    const struct ludus_position *shown; /* to captions; NULL will do for all else */
};

/* "(2,5)", or nothing where the turn has no dice. Damaged and supplied readings keep the Leiden signs of the
 * record in their printed form, and so does then the whole turn. */
void turn_text_dice(struct ludus_buffer *out, const struct turn_text *text);
/* Move number `item` of replay->turn with "sic", its mark (!, ?? …) and the signs of its NAGs. */
void turn_text_move(struct ludus_buffer *out, const struct turn_text *text, unsigned item);

/* Appends a comment without its [%cmd …], blanks run together. */
void turn_comment_write(struct ludus_buffer *out, const struct item *comment);

enum { NAG_MARK_LAST = 6 }; /* $1 to $6 are the marks that are glued to a move */

/* Appends the sign of $nag, or "$nag" where there is none; $1 to $6 as they are glued to a move, others after
 * a blank. Of those that ask for a diagram, $220 and $221, nothing is to be seen. */
void nag_write(struct ludus_buffer *out, unsigned nag);

/* "Lord Tyger – Lady Dragon, Pentamere, 1995", as far as the tags tell. */
void caption_players(struct ludus_buffer *out, const struct ludus_game *game);
/* Can this template be filled in? Not when it is not UTF-8, or names what is neither a field nor the name of
 * a tag; `reason` says so. A tag that the record lacks leaves nothing. */
bool caption_check(const char *template, const struct ludus_game *game, char *reason, size_t size);
/* The lines of the caption, separated by line breaks: the usual ones or options->caption_text filled in. */
void caption_write(struct ludus_buffer *out, const struct turn_text *source);

/* "White to move.", or how the game has ended; before that with `men`, where they stand: "White: Rex e1,
 * Miles b2, c2. Black: … ". */
void words_position(struct ludus_buffer *out, const struct ludus_position *position, bool men);
/* "White rolled 2 and 5; Regina d1 to e2, Eques f1 to e3", "White plays: Man d2 to d4, taking Dux on d5"; the
 * scene is that of the turn, if it could be played. */
void words_turn(struct ludus_buffer *out, const struct ludus_ruleset *ruleset, const struct scene *scene,
                const struct ludus_turn *turn);

#endif
