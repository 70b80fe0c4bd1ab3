/* format.h - writing a record in canonical form.
 *
 * The writer knows the order and the layout of things, and no rules: what depends on the game's rules
 * (numbers of turns, canonical spelling of moves) it asks for, move by move. */
#ifndef RECORD_FORMAT_H
#define RECORD_FORMAT_H

#include "record/record.h"

/* How a move is to be written. All zero: as it stands in the record. The texts are used before the next
 * question. */
struct move_form {
    /* Move, promotion and check in canonical spelling; the writer adds squeeze, sic and the mark. NULL: the
     * move stays as written. */
    const char *text;
    size_t text_length;
    /* For the first move of a turn, its number, such as "4W." or "12...". With a label the numbers that the
     * record has for this turn are left out. NULL: they stay as written. */
    const char *label;
    size_t label_length;
    /* The label is written before every such turn; else only where something other than a move of the same
     * line stands before it: at the beginning, after comments and variations (PGN's black moves). */
    bool always;
};

/* Fills `form` (all zero so far) for the item number `index`, a move; `begins` says that it is the first of
 * its turn. Asked once for each move, in order, except that the question may come before what stands between
 * a turn's number and its move has been written. */
typedef void record_move_fn(void *context, size_t index, bool begins, struct move_form *form);

/* Appends the record in canonical form, with an empty line behind it. `form_of` may be NULL: all as written.
 */
void record_write(const struct ludus_game *game, record_move_fn *form_of, void *context,
                  struct ludus_buffer *out);

#endif
