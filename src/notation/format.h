/* format.h - writing a record in canonical form.
 *
 * The writer knows the order and the layout of things, and no rules: what depends on the game's rules
 * (numbers of turns, canonical spelling of moves) it asks for, move by move. */
#ifndef NOTATION_FORMAT_H
#define NOTATION_FORMAT_H

#include "notation/label.h"
#include "notation/record.h"

enum { BRIEF_TEXT = 8 };

/* How a move is to be written. All zero but the index: as it stands in the record. */
struct move_form {
    size_t index; /* of the item */
    /* Move, promotion and check in canonical spelling; the writer adds squeeze, sic and the mark. NULL: the
     * move stays as written. */
    const char *text;
    uint32_t text_length;
    /* For the first move of a turn, its number. With a label the numbers that the record has for this turn
     * are left out. LABEL_NONE: they stay as written. */
    unsigned number;
    uint8_t label; /* enum move_label */
    /* The label is written before every such turn; else only where something other than a move of the same
     * line stands before it: at the beginning, after comments and variations (PGN's black moves). */
    bool always;
    /* The item has nothing to add, and the text is ASCII in an array of at least BRIEF_TEXT bytes, no longer
     * than those. */
    bool brief;
};

/* Sets `*forms` to the form of the item number `index`, a move, and of as many as are known of the moves of
 * its line that come after it, each the first of a turn and followed by no unreadable text. Returns how many;
 * they last until the next question. `begins` says that the move is the first of its turn. The question comes
 * in the order of the moves, once for each that has no form yet, except that it may come before what stands
 * between a turn's number and its move has been written. */
typedef size_t record_forms_fn(void *context, size_t index, bool begins, const struct move_form **forms);

/* Appends the record in canonical form, with an empty line behind it. `forms_of` may be NULL: all as written.
 */
void record_write(const struct ludus_game *game, record_forms_fn *forms_of, void *context,
                  struct ludus_buffer *out);

#endif
