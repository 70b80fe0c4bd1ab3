/* turn_text.h - what the record tells of the turn that the replayer has played, as it is printed: dice, moves
 * with marks and signs of NAGs, comments. */
#ifndef DRAW_TURN_TEXT_H
#define DRAW_TURN_TEXT_H

#include "base/buf.h"
#include "draw/scene.h"
#include "play/replay.h"

/* Begins a record that is to be shown, as ludus_replay_start; one without moves may have part of a position.
 */
bool turn_text_start(struct ludus_replay *replay, struct ludus_game *game);

/* Where the text of a turn comes from. */
struct turn_text {
    const struct ludus_replay *replay; /* whose last turn it is */
    const struct ludus_turn *turn;
    enum ludus_notation notation;
    const struct scene *scene; /* of the turn; NULL will do for LUDUS_NOTATION_NAMES */
};

/* "(2,5)", or nothing where the turn has no dice. Damaged and supplied readings keep the Leiden signs of the
 * record in their printed form, and so does then the whole turn. */
void turn_text_dice(struct ludus_buffer *out, const struct turn_text *text);
/* Move number `item` of replay->turn with "sic", its mark (!, ?? …) and the signs of its NAGs. */
void turn_text_move(struct ludus_buffer *out, const struct turn_text *text, unsigned item);
/* The whole turn. */
void turn_text_write(struct ludus_buffer *out, const struct turn_text *text);

/* Index of the item after the last move of the replayer's turn. */
size_t turn_text_after(const struct ludus_replay *replay);

/* The comments of the turn, from its number on: behind each of its moves and behind it. */
struct turn_comments {
    const struct ludus_game *game;
    size_t at, end; /* the turn's last item is before `end` */
};

/* With `start` the comments before the first turn. */
struct turn_comments turn_comments_begin(const struct ludus_replay *replay, bool start);
/* The next of them, or NULL. */
const struct item *turn_comments_next(struct turn_comments *comments);

enum { NAG_MARK_LAST = 6 }; /* $1 to $6 are the marks that are glued to a move */

/* Appends the sign of $nag, or "$nag" where there is none; $1 to $6 as they are glued to a move, others after
 * a blank. Of those that ask for a diagram, $220 and $221, nothing is to be seen. */
void nag_write(struct ludus_buffer *out, unsigned nag);

#endif
