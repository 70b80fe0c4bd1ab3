/* format.h - writing a record in canonical form.
 *
 * The writer knows the order and the layout of things, and no rules: what depends on the game's rules
 * (numbers of turns, canonical spelling of moves) it asks for, move by move. */
#ifndef NOTATION_FORMAT_H
#define NOTATION_FORMAT_H

#include "base/buf.h"
#include "notation/layout.h"
#include "notation/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

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
    /* The item has nothing to add, and the text is as layout_short takes it. */
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

/* ---- A record as its canonical form has it, for writers that print notation ---- */

/* All zero at first. */
struct canonical {
    struct ludus_buffer text;          /* owned */
    struct ludus_game game;            /* read from it */
    const struct ludus_ruleset *rules; /* of the game, or NULL when they are not known */
};

/* The value of a tag, or `otherwise`. */
static inline struct ludus_text canonical_tag(const struct canonical *canonical, const char *name,
                                              const char *otherwise)
{
    const struct tag *tag = record_tag(&canonical->game, name);
    return tag ? tag->value : (struct ludus_text){ otherwise, strlen(otherwise) };
}

/* ---- The numbers that are written before turns ---- */

/* What is written behind the number of a turn. */
enum move_label {
    LABEL_NONE,
    LABEL_FIRST,  /* 12. */
    LABEL_SECOND, /* 12... */
    LABEL_WHITE,  /* 12W. */
    LABEL_BLACK   /* 12B. */
};

#endif
