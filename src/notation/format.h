/* format.h - writes a record in canonical form.
 *
 * The writer knows the order and the layout of items, but no rules: it asks its caller, move by move, for
 * what depends on the game's rules (numbers of turns, canonical spelling of moves). */
#ifndef NOTATION_FORMAT_H
#define NOTATION_FORMAT_H

#include "base/buf.h"
#include "notation/layout.h"
#include "notation/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* How a move is written. All zero except the index: as in the record. */
struct move_form {
    size_t index; /* of the item */
    /* Move, promotion and check in canonical spelling; the writer adds squeeze, sic and the mark. NULL: as in
     * the record. */
    const char *text;
    uint32_t text_length;
    /* For the first move of a turn, its number. With a label, the record's numbers of this turn are left out;
     * LABEL_NONE: they are written as in the record. */
    unsigned number;
    uint8_t label; /* enum move_label */
    /* The label is always written; else only if something other than a move of the same line precedes it: at
     * the beginning, after comments and variations (PGN's black moves). */
    bool always;
    /* The item adds nothing to the text, which layout_short can take. */
    bool brief;
};

/* Sets `*forms` to the form of item number `index`, a move, and of as many later moves of its line as are
 * known, each the first of a turn and not followed by unreadable text. Returns their count; they are valid
 * until the next call. `begins`: the move is the first of its turn. Calls come in the order of the moves,
 * once for each that has no form yet, but perhaps before the items between a turn's number and its move are
 * written. */
typedef size_t record_forms_fn(void *context, size_t index, bool begins, const struct move_form **forms);

/* Appends the record in canonical form, and an empty line. `forms_of` NULL: all moves as in the record. */
void record_write(const struct ludus_game *game, record_forms_fn *forms_of, void *context,
                  struct ludus_buffer *out);

/* ---- A record in canonical form, for writers that print notation ---- */

/* All zero at first. */
struct canonical {
    struct ludus_buffer text;          /* owned */
    struct ludus_game game;            /* read from `text` */
    const struct ludus_ruleset *rules; /* of the game, or NULL when they are not known */
};

/* Returns the value of a tag, or `otherwise`. */
static inline struct ludus_text canonical_tag(const struct canonical *canonical, const char *name,
                                              const char *otherwise)
{
    const struct tag *tag = record_tag(&canonical->game, name);
    return tag ? tag->value : (struct ludus_text){ otherwise, strlen(otherwise) };
}

/* ---- Numbers before turns ---- */

/* What is written after the number of a turn. */
enum move_label {
    LABEL_NONE,
    LABEL_FIRST,  /* 12. */
    LABEL_SECOND, /* 12... */
    LABEL_WHITE,  /* 12W. */
    LABEL_BLACK   /* 12B. */
};

#endif
